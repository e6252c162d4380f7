package web

import (
	"net/http"

	"github.com/a-h/templ"

	"a2alab/ui/page"
)

// route is one page of the site.
type route struct {
	path   string
	policy policy
	page   func(page.Assets) templ.Component
}

// routes are the pages. A page that needs more than the lab itself gets a policy of its own.
var routes = []route{
	{"/", labPolicy, page.Lab},
}

// policy is what browsers may do with an answer.
type policy struct {
	content   string // Content-Security-Policy
	resources string // Cross-Origin-Resource-Policy
}

var (
	// labPolicy is the least that the lab runs with: scripts of our own, WebAssembly, and no
	// string ever turned into markup or code.
	labPolicy = policy{
		content: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src 'self'; " +
			"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
		resources: "same-origin",
	}
	// textPolicy is for pages without scripts.
	textPolicy = policy{
		content:   "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		resources: "same-origin",
	}
	// filePolicy is for everything that is not a page.
	filePolicy = policy{
		content:   "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
		resources: "same-origin",
	}
)

// header returns the security headers.
func (p policy) header() http.Header {
	h := make(http.Header)
	h.Set("Content-Security-Policy", p.content)
	h.Set("Cross-Origin-Resource-Policy", p.resources)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "accelerometer=(), camera=(), gamepad=(), geolocation=(), gyroscope=(), "+
		"magnetometer=(), microphone=(), midi=(), payment=(), usb=()")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	return h
}
