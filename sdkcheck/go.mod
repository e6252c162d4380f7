module a2alab/sdkcheck

go 1.26.0

require (
	a2alab v0.0.0
	github.com/a2aproject/a2a-go/v2 v2.4.0
)

require (
	github.com/google/uuid v1.6.0 // indirect
	golang.org/x/mod v0.35.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
)

replace a2alab => ../
