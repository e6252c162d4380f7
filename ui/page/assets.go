// Package page is the lab's HTML: templ components, rendered on the server and
// never linked into the WebAssembly. What a component needs to know about the
// files beside it comes in as Assets.
package page

// Assets are the addresses a page refers to, named by their content so that a
// browser may keep them for ever, and what the loader has to know about them.
//
// A page hands them to the loader as attributes of its script element:
//
//	<script src={ a.WasmExec } defer></script>
//	<script src={ a.Boot } defer data-wasm={ a.Wasm } data-wasm-size={ a.WasmSize }></script>
//
// and offers it the elements #stage, #load, #load-progress, #load-status and
// #load-retry (web/static/boot.js says what each is for).
type Assets struct {
	Root     string // where the site's first page is, from this page: / or a relative address
	Wasm     string // the program
	WasmSize int    // its size in bytes before compression, for a true progress bar
	WasmExec string // the Go toolchain's own loader, wasm_exec.js
	Boot     string // our loader, boot.js
	CSS      string // the style sheet, palette included
	Icon     string // the page's icon, SVG
	Version  string // what was built, for people
}
