//go:build !js

// Command labwasm is the lab's program in the browser. Elsewhere it says so, and go build ./... finds something to build.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "labwasm runs in a browser: build it with GOOS=js GOARCH=wasm, or run make serve")
	os.Exit(1)
}
