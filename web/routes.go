package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"a2alab/ui/page"
)

// route is one page of the site.
type route struct {
	path   string // begins and ends with a slash
	policy policy
	page   func(page.Assets) templ.Component
}

// routes are the pages, beside the hub, which is made of its file. A page that needs more than the lab itself gets a policy
// of its own.
var routes = []route{
	{"/", labPolicy, page.Lab},
	{"/embed/", embedPolicy, page.Embed},
	{"/guide/", figuresPolicy, page.Guide},
	{"/present/", labPolicy, page.Present},
}

// policy is what browsers may do with an answer.
type policy struct {
	content string // Content-Security-Policy, without frame-ancestors, which a <meta> element cannot state
	framed  bool   // whether pages may show it in a frame: this site's, and those that Options.FrameAncestors names
	shared  bool   // whether pages of other sites may load it as a script, a picture or by fetch
}

const (
	// base is what every answer's policy begins with: nothing is allowed that is not named after it.
	base = "default-src 'none'; base-uri 'none'; form-action 'none'"
	// running lets a page run the lab's running: scripts of our own and WebAssembly.
	running = base + "; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src 'self' blob:"
	// keeping lets a page register the service worker. The worker's address must pass through the one named policy, of
	// offline.js, and no other string ever turns into markup or code.
	keeping = "; worker-src 'self'; require-trusted-types-for 'script'; trusted-types a2a-offline"
)

var (
	// labPolicy is the least that the lab runs with.
	labPolicy = policy{content: running + keeping}
	// figuresPolicy is for pages that run the program and show the lab in frames.
	figuresPolicy = policy{content: running + "; frame-src 'self'" + keeping}
	// embedPolicy is the lab's in a frame. It registers no service worker: in another site's page there is no visit to keep.
	embedPolicy = policy{content: running + "; require-trusted-types-for 'script'; trusted-types 'none'", framed: true, shared: true}
	// textPolicy is for pages to read: theme.js is their only script.
	textPolicy = policy{content: base + "; style-src 'self'; script-src 'self'; img-src 'self'"}
	// filePolicy is for everything that is not a page.
	filePolicy = policy{content: base}
	// sharedPolicy is for files that pages of other sites load: the script for articles, and pictures.
	sharedPolicy = policy{content: base, shared: true}
	// workerPolicy is the service worker's, which fetches what it keeps.
	workerPolicy = policy{content: base + "; connect-src 'self'"}
)

// header returns the security headers. The ancestors are who may show a framed answer in a frame.
func (p policy) header(ancestors string) http.Header {
	h := make(http.Header)
	if !p.framed {
		ancestors = "'none'"
	}
	h.Set("Content-Security-Policy", p.content+"; frame-ancestors "+ancestors)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if p.shared {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		h.Set("Access-Control-Allow-Origin", "*") // for <script type=module> and integrity=; there is nothing secret here
	}
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "accelerometer=(), camera=(), gamepad=(), geolocation=(), gyroscope=(), "+
		"magnetometer=(), microphone=(), midi=(), payment=(), usb=()")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	return h
}

// frameAncestors turns what labserve -frame-ancestors was given into the sources of the directive. This site's own pages are
// always among them.
func frameAncestors(given string) (string, error) {
	sources := []string{"'self'"}
	for _, word := range strings.Fields(given) {
		u, err := url.Parse(word)
		switch {
		case word == "*":
			return "*", nil
		case word == "none":
			return "'self'", nil
		case err != nil, u.Scheme != "https" && u.Scheme != "http", u.Host == "", word != u.Scheme+"://"+u.Host,
			strings.Trim(u.Host, hostCharacters) != "":
			return "", fmt.Errorf("%q is no origin that could show the lab in a frame: give * for every site, none for no other, "+
				"or origins such as https://example.org, with spaces between them", word)
		}
		sources = append(sources, word)
	}
	return strings.Join(sources, " "), nil
}

// hostCharacters are what a host source is made of (Content Security Policy, section 2.3.1), and the brackets of IPv6.
const hostCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:*[]"
