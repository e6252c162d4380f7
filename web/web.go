// Package web is the lab as a site: the embedded files, the table of addresses with the
// policy of each, and the HTTP handler and server that answer from memory.
//
// New makes a Site from what the build left in dist (see web/build); Site.Handler and Serve
// put it on the network. Nothing is read from disk and nothing is compressed while serving.
package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"mime"
	"net/http"
	"path"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/andybalholm/brotli"

	"a2alab/render"
	"a2alab/ui/page"
)

//go:embed static dist
var embedded embed.FS

// ErrNotBuilt means that the program for the browser was not there when the server was compiled.
var ErrNotBuilt = errors.New("the lab's program for the browser has not been built: run make serve, which builds it and starts the server")

// Options are what whoever runs the site may choose. The zero value is the site as most want it.
type Options struct {
	// FrameAncestors says whose pages may show /embed/ in a frame: * or "" for everybody's, none for no other site's, or
	// origins with spaces between them. This site's own pages always may.
	FrameAncestors string

	// Hub is the text of the file of labs for /hub/ (parseHub documents it); nil lists this lab alone.
	Hub []byte

	// Posters is the text of the file of settings that articles show (page.DrawPosters documents it): embed.js then shows a picture of
	// each until its lab is loaded. It may be nil.
	Posters []byte

	// NoOffline serves the site without its service worker, and takes away the copies that it made in browsers.
	NoOffline bool

	// Warn is told what is wrong with the options and was left out; nil for nobody.
	Warn func(string)
}

// Site is everything the server can answer with, ready to be sent.
type Site struct {
	assets    page.Assets // addresses begin with a slash, which stands for the first page
	ancestors string
	answers   map[string]*answer
	notFound  [deepest + 1]*answer // by how many folders deep the address is
}

// deepest is how many folders deep an unknown address may be for its answer to find the way back in relative terms.
const deepest = 8

// answer is what one address gives: the same content in one or more encodings.
type answer struct {
	status   int
	header   http.Header
	variants []variant // in the server's order of preference; the last is not encoded
	asset    bool      // a file named by its content
	dynamic  bool      // makes sense from a running server only
}

// variant is a content in one encoding.
type variant struct {
	encoding string // as in Content-Encoding; identity for none
	etag     string
	body     []byte
}

// New returns the site made of the embedded files.
func New(o Options) (*Site, error) { return newSite(embedded, o) }

func newSite(files fs.FS, o Options) (*Site, error) {
	s := &Site{answers: make(map[string]*answer)}
	var err error
	if s.ancestors, err = frameAncestors(cmp.Or(o.FrameAncestors, "*")); err != nil {
		return nil, err
	}
	read := func(name string) []byte {
		content, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err) // committed files, embedded or the program would not compile
		}
		return content
	}

	build, err := readBuilt(files)
	if err != nil {
		return nil, err
	}
	wasm, err := builtProgram(files)
	if err != nil {
		return nil, err
	}
	loader, err := fs.ReadFile(files, "dist/lab/wasm_exec.js")
	if err != nil {
		return nil, ErrNotBuilt
	}
	licences, err := fs.ReadFile(files, "dist/lab/licenses.txt")
	if err != nil {
		return nil, ErrNotBuilt
	}

	warn := o.Warn
	if warn == nil {
		warn = func(string) {}
	}
	posters, err := page.DrawPosters(o.Posters, warn)
	if err != nil {
		return nil, err
	}
	for name, drawn := range posters.Files {
		s.answers["/posters/"+name] = s.newAnswer(mimeType(name), shortly, sharedPolicy, variants(drawn))
	}
	articles := page.Elements(read("static/embed.js"), posters.Of)
	s.assets = page.Assets{
		Wasm:     s.addAsset("lab.wasm", wasm),
		WasmSize: len(wasm[len(wasm)-1].body),
		WasmExec: s.addAsset("wasm_exec.js", variants(loader)),
		Boot:     s.addAsset("boot.js", variants(read("static/boot.js"))),
		CSS:      s.addAsset("lab.css", variants(slices.Concat([]byte(render.CSS()), read("static/lab.css"), read("static/hub.css")))),
		Theme:    s.addAsset("theme.js", variants(read("static/theme.js"))),
		Icon:     s.addAsset("icon.svg", variants(read("static/icon.svg"))),
		Elements: "/embed.js?" + hash(articles), // one address for articles; ours changes with the content
		Worker:   "/sw.js",
		Version:  version(build, wasm),
	}
	if !o.NoOffline {
		s.assets.Offline = s.addAsset("offline.js", variants(read("static/offline.js")))
	}
	s.answers["/embed.js"] = s.newAnswer(mimeType("embed.js"), shortly, sharedPolicy, variants(articles))
	hub := o.Hub
	if hub == nil {
		hub = read("static/hub.json")
	}
	labs, err := parseHub(hub, warn)
	if err != nil {
		return nil, err
	}
	for _, r := range append(slices.Clip(routes), hubRoute(labs)) {
		if s.answers[r.path], err = s.newPage(http.StatusOK, r.policy, s.assets.From(toRoot(depth(r.path))), r.page); err != nil {
			return nil, fmt.Errorf("page %s: %w", r.path, err)
		}
	}
	for n := range s.notFound {
		root := toRoot(n)
		if n == deepest {
			root = "/"
		}
		if s.notFound[n], err = s.newNotFound(root); err != nil {
			return nil, err
		}
	}

	s.answers["/licenses.txt"] = s.newAnswer("text/plain; charset=utf-8", "no-cache", filePolicy, variants(licences))
	s.answers["/healthz"] = s.newAnswer("text/plain; charset=utf-8", "no-store", filePolicy, variants([]byte("ok\n")))
	s.answers["/healthz"].dynamic = true
	s.addWorker(read("static/sw.js"), o.NoOffline) // last: it lists what the others gave
	return s, nil
}

// Version says what was built, in one line.
func (s *Site) Version() string { return s.assets.Version }

// shortly is how long browsers and caches keep a file that other sites refer to by an address that does not change.
const shortly = "public, max-age=600"

// addAsset gives a file an address that changes with its content and returns it.
func (s *Site) addAsset(name string, of []variant) string {
	address := fmt.Sprintf("/a/%s/%s", hash(of[len(of)-1].body), name)
	// Shared, for the lab's own page counts as another site's where its host has sandboxed the frame.
	a := s.newAnswer(mimeType(name), "public, max-age=31536000, immutable", sharedPolicy, of)
	a.asset = true
	s.answers[address] = a
	return address
}

// depth is how many folders deep an address is below the first page's.
func depth(address string) int { return max(0, strings.Count(address, "/")-1) }

// toRoot is the way back to the first page from so many folders deep. Every address in a page is relative, so that the same
// bytes work below any path, behind any host.
func toRoot(depth int) string {
	if depth == 0 {
		return "./"
	}
	return strings.Repeat("../", depth)
}

func (s *Site) newPage(status int, p policy, assets page.Assets, of func(page.Assets) templ.Component) (*answer, error) {
	assets.Policy = p.content
	var body bytes.Buffer
	if err := of(assets).Render(context.Background(), &body); err != nil {
		return nil, err
	}
	a := s.newAnswer("text/html; charset=utf-8", "no-cache", p, variants(body.Bytes()))
	a.status = status
	return a, nil
}

// newNotFound is the page for unknown addresses from where the first page is at root.
func (s *Site) newNotFound(root string) (*answer, error) {
	a, err := s.newPage(http.StatusNotFound, textPolicy, s.assets.From(root), page.NotFound)
	if err != nil {
		return nil, fmt.Errorf("page for unknown addresses: %w", err)
	}
	return a, nil
}

func (s *Site) newAnswer(contentType, caching string, p policy, of []variant) *answer {
	h := p.header(s.ancestors)
	h.Set("Content-Type", contentType)
	h.Set("Cache-Control", caching)
	h.Set("Accept-Ranges", "none")
	if len(of) > 1 {
		h.Set("Vary", "Accept-Encoding")
	}
	return &answer{status: http.StatusOK, header: h, variants: of}
}

// mimeType knows the kinds of file the lab has; the machine's own table is not asked,
// because it may be missing or wrong.
func mimeType(name string) string {
	switch path.Ext(name) {
	case ".wasm":
		return "application/wasm"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// hash is enough of a content's SHA-256 to name it.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return fmt.Sprintf("%x", sum[:8])
}

// built describes the build, as web/build wrote it.
type built struct {
	Go          string `json:"go"`
	Compression string `json:"compression"`
}

func readBuilt(files fs.FS) (b built, err error) {
	description, err := fs.ReadFile(files, "dist/lab/build.json")
	if err != nil {
		return b, ErrNotBuilt
	}
	if err := json.Unmarshal(description, &b); err != nil {
		return b, fmt.Errorf("%w (its build.json is damaged: %v)", ErrNotBuilt, err)
	}
	return b, nil
}

// builtProgram is the program for the browser, with the compressed forms the build made.
func builtProgram(files fs.FS) ([]variant, error) {
	var of []variant
	for _, v := range []struct{ encoding, ext string }{{"br", ".br"}, {"gzip", ".gz"}, {"identity", ""}} {
		body, err := fs.ReadFile(files, "dist/lab/lab.wasm"+v.ext)
		if err != nil {
			return nil, ErrNotBuilt
		}
		of = append(of, variant{encoding: v.encoding, body: body})
	}
	return withTags(of), nil
}

// packet is how many bytes arrive at once anyway: what is smaller is not compressed.
const packet = 1300

// variants compresses a small content, once, when the server starts.
func variants(content []byte) []variant {
	var of []variant
	if len(content) < packet {
		return withTags([]variant{{encoding: "identity", body: content}})
	}
	var br, gz bytes.Buffer
	b := brotli.NewWriterOptions(&br, brotli.WriterOptions{
		Quality: brotli.BestCompression,
		LGWin:   max(10, bits.Len(uint(len(content)))), // a window as large as the content: tables for more take time
	})
	b.Write(content) // a bytes.Buffer takes everything
	b.Close()
	g, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression) // fails for unknown levels only
	g.Write(content)
	g.Close()
	if br.Len() < len(content) {
		of = append(of, variant{encoding: "br", body: br.Bytes()})
	}
	if gz.Len() < len(content) {
		of = append(of, variant{encoding: "gzip", body: gz.Bytes()})
	}
	return withTags(append(of, variant{encoding: "identity", body: content}))
}

// withTags gives each variant a strong tag of its own: the bytes differ, so the tags must.
func withTags(of []variant) []variant {
	name := hash(of[len(of)-1].body)
	for i := range of {
		of[i].etag = fmt.Sprintf("%q", name+"-"+of[i].encoding)
	}
	return of
}

// version puts together what is known about the build: the revision where the Go tool
// recorded it, the toolchain, and the program's hash, which is known always.
func version(build built, wasm []variant) string {
	revision := "revision not recorded"
	if info, ok := debug.ReadBuildInfo(); ok {
		settings := make(map[string]string)
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
		if r := settings["vcs.revision"]; r != "" {
			revision = "revision " + r[:min(12, len(r))]
			if settings["vcs.modified"] == "true" {
				revision += " with local changes"
			}
		}
	}
	return fmt.Sprintf("A2A Task Lab, %s, program %s built with %s", revision, hash(wasm[len(wasm)-1].body), build.Go)
}
