# Two commands matter: make serve and make test. make help lists all.
# make serve needs Go, make and git only.

ADDR ?= 127.0.0.1:8080

# The revision goes into the server where git can tell it, whatever GOFLAGS says.
BUILDVCS := $(shell git rev-parse HEAD >/dev/null 2>&1 && echo auto || echo false)
BUILD    := go build -trimpath -buildvcs=$(BUILDVCS)

.PHONY: help serve test verify shots dist bench generate

help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## */make \1\t/' | expand -t 16

serve: ## build the lab and serve it on ADDR (127.0.0.1:8080)
	@go run ./web/build -fast
	@$(BUILD) -o bin/labserve ./cmd/labserve
	@exec bin/labserve -addr $(ADDR)

generate: ## write the Go code of the templ pages anew
	@go tool -modfile=tools/go.mod templ generate -log-level warn ./ui

test: ## run every test, the browser's too; installs Chromium, Node and axe-core where it may
	@tools/test

verify: ## compare the engine with the official A2A SDK at length; make test does it in brief
	@cd sdkcheck && go vet ./... && go test -count=1 -timeout 30m -v . -random 1000

shots: ## write screenshots of named states to shots/
	@tools/need chromium
	@go run ./web/build -fast
	@cd browsertests && go run ./shots -out ../shots

bench: ## measure the engine, and in the browser a change of a control and the strategy map
	@go test -run '^$$' -bench . -benchmem ./engine/... ./missions/... ./render/... ./strategy/...
	@tools/need chromium
	@go run ./web/build -fast
	@cd browsertests && go test -run '^$$' -bench . -benchtime 1x .

dist: ## build the release: best compression, server and command line in release/
	@go run ./web/build
	@mkdir -p release
	@CGO_ENABLED=0 $(BUILD) -ldflags='-s -w' -o release/ ./cmd/labserve ./cmd/lab
	@cp LICENSE NOTICE release/
	@release/labserve -version
