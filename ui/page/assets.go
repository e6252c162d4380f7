// Package page is the lab's HTML: templ components, rendered on the server and
// never linked into the WebAssembly. What a component needs to know about the
// files beside it comes in as Assets.
package page

import "strings"

// Assets are the addresses a page refers to, and what the loader has to know about them.
// The files are named by their content, so that a browser may keep them for ever and no page
// ever meets a file of another build.
//
// A page hands them to the loader as attributes of its script element:
//
//	<script src={ a.WasmExec } defer></script>
//	<script src={ a.Boot } defer data-wasm={ a.Wasm } data-wasm-size={ a.WasmSize }></script>
//
// and offers it the elements #stage, #load, #load-progress, #load-status and
// #load-retry (web/static/boot.js says what each is for).
type Assets struct {
	Root     string // where the site's first page is, from this page: ./ or ../; what has no field here is below it
	Wasm     string // the program
	WasmSize int    // its size in bytes before compression, for a true progress bar
	WasmExec string // the Go toolchain's own loader, wasm_exec.js
	Boot     string // our loader, boot.js
	CSS      string // the style sheet, palette included
	Theme    string // theme.js, which applies the reader's theme
	Icon     string // the page's icon, SVG
	Elements string // embed.js, which defines <a2a-lab> and <a2a-stars>
	Offline  string // offline.js, which registers Worker; empty where the site keeps no copy for offline use
	Worker   string // the service worker
	Policy   string // the page's Content-Security-Policy, as far as a <meta> element can state it
	Version  string // what was built, for people
}

// From returns the assets as a page refers to them from which the site's first page is at root.
// The addresses of a must begin with a slash, which stands for the first page.
func (a Assets) From(root string) Assets {
	a.Root = root
	for _, address := range []*string{&a.Wasm, &a.WasmExec, &a.Boot, &a.CSS, &a.Theme, &a.Icon, &a.Elements, &a.Offline, &a.Worker} {
		if below, ok := strings.CutPrefix(*address, "/"); ok {
			*address = root + below
		}
	}
	return a
}
