//go:build js

// Command crash stands in for the lab's program: it stops in the way that the address's
// fragment asks for.
package main

import (
	"os"
	"syscall/js"
	"time"
)

func main() {
	switch js.Global().Get("location").Get("hash").String() {
	case "#panic":
		panic("crash: as asked")
	case "#exit":
		os.Exit(3)
	}
	document := js.Global().Get("document")
	document.Call("getElementById", "load").Set("hidden", true)
	document.Get("documentElement").Get("dataset").Set("lab", "ready")
	time.Sleep(200 * time.Millisecond)
	panic("crash: as asked, later")
}
