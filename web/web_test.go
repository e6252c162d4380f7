package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"html"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
)

// program stands in for the WebAssembly.
var program = bytes.Repeat([]byte("\x00asm is not a program. "), 500)

// files are a small site's files, built.
var files = sync.OnceValue(func() fstest.MapFS {
	m := fstest.MapFS{
		"dist/README":               {Data: []byte("not served")},
		"dist/lab/lab.wasm":         {Data: program},
		"dist/lab/wasm_exec.js":     {Data: []byte("// Go's loader\n")},
		"dist/lab/licenses.txt":     {Data: []byte("our thanks\n")},
		"dist/lab/build.json":       {Data: []byte(`{"go":"go1.26.0","compression":"best"}`)},
		"dist/lab/.git/config":      {Data: []byte("not served")},
		"static/.htpasswd":          {Data: []byte("not served")},
		"dist/lab/lab.wasm.br":      {},
		"dist/lab/lab.wasm.gz":      {},
		"static/not-in-a-table.txt": {Data: []byte("not served")},
	}
	var br, gz bytes.Buffer
	b := brotli.NewWriter(&br)
	b.Write(program)
	b.Close()
	g := gzip.NewWriter(&gz)
	g.Write(program)
	g.Close()
	m["dist/lab/lab.wasm.br"].Data = br.Bytes()
	m["dist/lab/lab.wasm.gz"].Data = gz.Bytes()
	for _, name := range []string{"lab.css", "hub.css", "boot.js", "icon.svg", "embed.js", "offline.js", "theme.js", "sw.js", "hub.json"} {
		content, err := embedded.ReadFile("static/" + name)
		if err != nil {
			panic(err)
		}
		m["static/"+name] = &fstest.MapFile{Data: content}
	}
	return m
})

var builtSite = sync.OnceValues(func() (*Site, error) { return newSite(files(), Options{}) })

func testSite(t *testing.T) *Site {
	t.Helper()
	s, err := builtSite()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask sends one request to the handler; each header is a line such as "Range: bytes=0-1".
func ask(s *Site, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "http://lab.test/", nil)
	r.URL.Path = path // as given, however odd
	for _, line := range header {
		name, value, _ := strings.Cut(line, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	s.Handler(log.New(io.Discard, "", 0), false).ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) []byte {
	t.Helper()
	content, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func decoded(t *testing.T, encoding string, content []byte) []byte {
	t.Helper()
	var from io.Reader = bytes.NewReader(content)
	switch encoding {
	case "br":
		from = brotli.NewReader(from)
	case "gzip":
		z, err := gzip.NewReader(from)
		if err != nil {
			t.Fatal(err)
		}
		from = z
	}
	plain, err := io.ReadAll(from)
	if err != nil {
		t.Fatalf("%s: %v", encoding, err)
	}
	return plain
}

// TestEncodings asks for the program and for the page with every kind of Accept-Encoding.
func TestEncodings(t *testing.T) {
	s := testSite(t)
	page := body(t, ask(s, "GET", "/"))
	for _, test := range []struct {
		accept []string
		want   string // empty: refused
	}{
		{nil, "identity"},
		{[]string{""}, "identity"},
		{[]string{"identity"}, "identity"},
		{[]string{"gzip"}, "gzip"},
		{[]string{"x-gzip"}, "gzip"},
		{[]string{"GZIP"}, "gzip"},
		{[]string{"br"}, "br"},
		{[]string{"gzip, deflate, br, zstd"}, "br"},
		{[]string{"gzip", "br"}, "br"}, // two header lines
		{[]string{"deflate, zstd"}, "identity"},
		{[]string{"gzip;q=1, br;q=0.9"}, "gzip"},
		{[]string{"gzip;q=0.5,br;q=0.500"}, "br"},
		{[]string{"gzip ; q=0.2 , br ; q=0.1"}, "gzip"},
		{[]string{"br;Q=0.1, gzip;Q=0.3"}, "gzip"},
		{[]string{"br;q=0"}, "identity"},
		{[]string{"br;q=0.0, gzip"}, "gzip"},
		{[]string{"gzip;q=0, br;q=0.000"}, "identity"},
		{[]string{"br;q=0.001"}, "br"},
		{[]string{"identity;q=1, br;q=0.5"}, "identity"},
		{[]string{"identity;q=0.5, gzip;q=0.5"}, "gzip"},
		{[]string{"*"}, "br"},
		{[]string{"*;q=0.1, gzip;q=0.5"}, "gzip"},
		{[]string{"*, br;q=0"}, "gzip"},
		{[]string{"gzip, *;q=0"}, "gzip"},
		{[]string{"identity, *;q=0"}, "identity"},
		{[]string{"*;q=0"}, ""},
		{[]string{"identity;q=0"}, ""},
		{[]string{"identity;q=0, gzip"}, "gzip"},
		{[]string{"br;q=2, gzip"}, "gzip"},
		{[]string{"br;q=NaN, gzip"}, "gzip"},
		{[]string{"br;q=-1, gzip"}, "gzip"},
		{[]string{"br;q=1e0, gzip"}, "gzip"},
		{[]string{"br;level=11, gzip"}, "gzip"},
		{[]string{";;,,=;q=,"}, "identity"},
		{[]string{"brx, ggzip"}, "identity"},
	} {
		var header []string
		for _, line := range test.accept {
			header = append(header, "Accept-Encoding: "+line)
		}
		for path, content := range map[string][]byte{s.assets.Wasm: program, "/": page} {
			r := ask(s, "GET", path, header...)
			if test.want == "" {
				if r.StatusCode != http.StatusNotAcceptable {
					t.Errorf("%q %s: %s, want 406", test.accept, path, r.Status)
				}
				continue
			}
			encoding := r.Header.Get("Content-Encoding")
			if test.want == "identity" && encoding != "" || test.want != "identity" && encoding != test.want {
				t.Errorf("%q %s: Content-Encoding %q, want %s", test.accept, path, encoding, test.want)
				continue
			}
			sent := body(t, r)
			if length := r.Header.Get("Content-Length"); length != strconv.Itoa(len(sent)) {
				t.Errorf("%q %s: Content-Length %s for %d bytes", test.accept, path, length, len(sent))
			}
			if !bytes.Equal(decoded(t, encoding, sent), content) {
				t.Errorf("%q %s: the decoded body is not the content", test.accept, path)
			}
			if r.Header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%q %s: Vary is %q", test.accept, path, r.Header.Get("Vary"))
			}
		}
	}
}

// TestTags checks that each variant has a strong tag of its own and that it is honoured.
func TestTags(t *testing.T) {
	s := testSite(t)
	for _, path := range []string{"/", s.assets.Wasm, s.assets.CSS, "/licenses.txt"} {
		seen := make(map[string]string)
		for _, encoding := range []string{"br", "gzip", "identity"} {
			r := ask(s, "GET", path, "Accept-Encoding: "+encoding)
			tag := r.Header.Get("ETag")
			if !regexp.MustCompile(`^"[^"]+"$`).MatchString(tag) {
				t.Errorf("%s %s: %q is no strong tag", path, encoding, tag)
			}
			got := r.Header.Get("Content-Encoding")
			if other, ok := seen[tag]; ok && other != got {
				t.Errorf("%s: one tag %s for %q and %q", path, tag, other, got)
			}
			seen[tag] = got
			for sent, want := range map[string]int{
				tag: 304, "W/" + tag: 304, "*": 304, `"x", ` + tag + `, "y"`: 304, `"x"`: 200, strings.Trim(tag, `"`): 200, "": 200,
			} {
				r := ask(s, "GET", path, "Accept-Encoding: "+encoding, "If-None-Match: "+sent)
				if r.StatusCode != want {
					t.Errorf("%s If-None-Match: %s: %d, want %d", path, sent, r.StatusCode, want)
				}
				if r.StatusCode == 304 {
					if n := len(body(t, r)); n != 0 || r.Header.Get("Content-Length") != "" || r.Header.Get("Content-Encoding") != "" {
						t.Errorf("%s: 304 with %d bytes and %v", path, n, r.Header)
					}
					for _, name := range []string{"ETag", "Cache-Control", "Content-Security-Policy"} {
						if r.Header.Get(name) == "" {
							t.Errorf("%s: 304 without %s", path, name)
						}
					}
				}
			}
		}
		// A tag of one variant does not stand for another.
		for tag, encoding := range seen {
			for _, other := range []string{"br", "gzip", "identity"} {
				if r := ask(s, "GET", path, "Accept-Encoding: "+other, "If-None-Match: "+tag); (r.StatusCode == 304) != (seen[r.Header.Get("ETag")] == encoding) {
					t.Errorf("%s: tag of %q asked as %s gives %d", path, encoding, other, r.StatusCode)
				}
			}
		}
	}
}

// TestRanges asks for parts; the answer is always the whole.
func TestRanges(t *testing.T) {
	s := testSite(t)
	for _, encoding := range []string{"br", "gzip", "gzip;q=0"} {
		for _, ranged := range []string{"bytes=100-199", "bytes=-1", "bytes=0-", "bytes=999999-", "bytes=0-1,3-4", "lines=1"} {
			r := ask(s, "GET", s.assets.Wasm, "Accept-Encoding: "+encoding, "Range: "+ranged)
			if r.StatusCode != 200 || r.Header.Get("Content-Range") != "" || r.Header.Get("Accept-Ranges") != "none" {
				t.Errorf("%s %s: %s %v", encoding, ranged, r.Status, r.Header)
			}
			if !bytes.Equal(decoded(t, r.Header.Get("Content-Encoding"), body(t, r)), program) {
				t.Errorf("%s %s: not the whole", encoding, ranged)
			}
		}
	}
}

func TestMethods(t *testing.T) {
	s := testSite(t)
	for _, path := range []string{"/", s.assets.Wasm, "/healthz", "/no/such"} {
		for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "PROPFIND"} {
			r := ask(s, method, path)
			if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: %s, Allow %q; want 405 and GET, HEAD", method, path, r.Status, r.Header.Get("Allow"))
			}
		}
		get, head := ask(s, "GET", path, "Accept-Encoding: br"), ask(s, "HEAD", path, "Accept-Encoding: br")
		if n := len(body(t, head)); n != 0 {
			t.Errorf("HEAD %s: %d bytes", path, n)
		}
		if get.StatusCode != head.StatusCode {
			t.Errorf("%s: GET %d, HEAD %d", path, get.StatusCode, head.StatusCode)
		}
		for name := range get.Header {
			if get.Header.Get(name) != head.Header.Get(name) {
				t.Errorf("%s: GET has %s %q, HEAD has %q", path, name, get.Header.Get(name), head.Header.Get(name))
			}
		}
	}
}

// TestHeaders checks type, caching and the security headers of every address.
func TestHeaders(t *testing.T) {
	s := testSite(t)
	const forever = "public, max-age=31536000, immutable"
	const alone = "; frame-ancestors 'none'"
	for _, test := range []struct {
		path, contentType, caching, policy string
		shared                             bool
	}{
		{"/", "text/html; charset=utf-8", "no-cache", labPolicy.content + alone, false},
		{"/embed/", "text/html; charset=utf-8", "no-cache", embedPolicy.content + "; frame-ancestors *", true},
		{"/guide/", "text/html; charset=utf-8", "no-cache", figuresPolicy.content + alone, false},
		{"/present/", "text/html; charset=utf-8", "no-cache", labPolicy.content + alone, false},
		{"/hub/", "text/html; charset=utf-8", "no-cache", hubRoute(nil).policy.content + alone, false},
		{"/embed.js", "text/javascript; charset=utf-8", "public, max-age=600", filePolicy.content + alone, true},
		{"/posters/1.svg", "image/svg+xml", "public, max-age=600", filePolicy.content + alone, true},
		{"/sw.js", "text/javascript; charset=utf-8", "no-cache", filePolicy.content + "; connect-src 'self'" + alone, false},
		{s.assets.Offline, "text/javascript; charset=utf-8", forever, filePolicy.content + alone, true},
		{"/no/such/page", "text/html; charset=utf-8", "no-cache", textPolicy.content + alone, false},
		{"/healthz", "text/plain; charset=utf-8", "no-store", filePolicy.content + alone, false},
		{"/licenses.txt", "text/plain; charset=utf-8", "no-cache", filePolicy.content + alone, false},
		{s.assets.Wasm, "application/wasm", forever, filePolicy.content + alone, true},
		{s.assets.WasmExec, "text/javascript; charset=utf-8", forever, filePolicy.content + alone, true},
		{s.assets.Boot, "text/javascript; charset=utf-8", forever, filePolicy.content + alone, true},
		{s.assets.CSS, "text/css; charset=utf-8", forever, filePolicy.content + alone, true},
		{s.assets.Icon, "image/svg+xml", forever, filePolicy.content + alone, true},
	} {
		r := ask(s, "GET", test.path, "Accept-Encoding: br")
		resources, origin := "same-origin", ""
		if test.shared {
			resources, origin = "cross-origin", "*"
		}
		for name, want := range map[string]string{
			"Content-Type":                 test.contentType,
			"Cache-Control":                test.caching,
			"Content-Security-Policy":      test.policy,
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": resources,
			"Access-Control-Allow-Origin":  origin,
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", test.path, name, got, want)
			}
		}
		if !strings.Contains(r.Header.Get("Permissions-Policy"), "geolocation=()") {
			t.Errorf("%s: Permissions-Policy is %q", test.path, r.Header.Get("Permissions-Policy"))
		}
		if strings.Contains(r.Header.Get("Content-Security-Policy"), "unsafe-inline") {
			t.Errorf("%s: inline code is allowed", test.path)
		}
	}
}

// TestOnlyTheTable asks for what must not be there; all of it is the same page in words.
func TestOnlyTheTable(t *testing.T) {
	s := testSite(t)
	for _, path := range []string{
		"/../etc/passwd", "/..", "/../", "/./", "//", "/..%2fx", "/%2e%2e/x", "\\..\\x", "/a/../healthz", "/healthz/", "//healthz",
		"/.git/config", "/dist/lab/.git/config", "/dist", "/dist/", "/dist/README", "/static/", "/static/.htpasswd",
		"/static/boot.js", "/static/not-in-a-table.txt", "/a", "/a/", s.assets.Wasm + "/", strings.TrimSuffix(s.assets.Wasm, "lab.wasm"),
		s.assets.Wasm + ".br", strings.ToUpper(s.assets.Wasm), "/a/0000000000000000/lab.wasm", "/index.html", "/favicon.ico", "", "/\x00",
	} {
		r := ask(s, "GET", path)
		if r.StatusCode != 404 {
			t.Errorf("%q: %s, want 404", path, r.Status)
		}
		if !strings.Contains(string(body(t, r)), "Nothing at this address") {
			t.Errorf("%q: no page in words", path)
		}
	}
}

// addressPattern finds what a page refers to, but for places in the page itself.
var addressPattern = regexp.MustCompile(`(?:src|href|data-wasm|data-worker)="([^"#]+)"`)

// TestPagesRefer follows every address in the pages. All are relative, so that the pages work below any path.
func TestPagesRefer(t *testing.T) {
	s := testSite(t)
	for _, path := range []string{"/", "/embed/", "/guide/", "/present/", "/hub/", "/no", "/no/such", "/no/such/thing/as/this/", "/" + strings.Repeat("/", deepest) + "x"} {
		content := body(t, ask(s, "GET", path))
		base := &url.URL{Scheme: "http", Host: "lab.test", Path: "/labs/a2a" + path} // below another site's path
		found := addressPattern.FindAllSubmatch(content, -1)
		if len(found) < 3 {
			t.Fatalf("%s: %d addresses found: %q", path, len(found), found)
		}
		for _, f := range found {
			to, err := base.Parse(string(f[1]))
			if err != nil {
				t.Errorf("%s refers to %q: %v", path, f[1], err)
				continue
			}
			below, ok := strings.CutPrefix(to.Path, "/labs/a2a")
			if depth(path) >= deepest {
				below, ok = to.Path, true // too deep for relative addresses
			}
			if !ok || to.Host != "lab.test" {
				t.Errorf("%s refers to %s, outside the site", path, f[1])
			} else if r := ask(s, "GET", below); r.StatusCode != 200 {
				t.Errorf("%s refers to %s, which is %s", path, f[1], r.Status)
			}
		}
		if inline := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|<script(>|[^>]*>\s*[^<\s])`).Find(content); inline != nil {
			t.Errorf("%s: the policy forbids %q", path, inline)
		}
	}
	if size := `data-wasm-size="` + strconv.Itoa(len(program)) + `"`; !strings.Contains(string(body(t, ask(s, "GET", "/"))), size) {
		t.Errorf("the page does not say %s, which the progress bar needs", size)
	}
}

// TestPolicyInPage: a page states its policy itself, for hosts that send no headers, before it refers to anything.
func TestPolicyInPage(t *testing.T) {
	s := testSite(t)
	for path, want := range map[string]policy{"/": labPolicy, "/present/": labPolicy, "/guide/": figuresPolicy, "/hub/": hubRoute(nil).policy, "/embed/": embedPolicy, "/no/such": textPolicy} {
		page := string(body(t, ask(s, "GET", path)))
		said := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)">`).FindStringSubmatchIndex(page)
		if said == nil {
			t.Errorf("%s states no policy", path)
			continue
		}
		if got := html.UnescapeString(page[said[2]:said[3]]); got != want.content {
			t.Errorf("%s states %q, want %q", path, got, want.content)
		}
		if first := regexp.MustCompile(`(?:src|href)=`).FindStringIndex(page); first[0] < said[0] {
			t.Errorf("%s refers to something before it states its policy", path)
		}
	}
}

// TestSlash: a page's address without its last slash leads to the page, wherever the site stands.
func TestSlash(t *testing.T) {
	s := testSite(t)
	r := ask(s, "GET", "/embed")
	if r.StatusCode != http.StatusPermanentRedirect || r.Header.Get("Location") != "embed/" {
		t.Errorf("/embed: %s to %q, want 308 to embed/", r.Status, r.Header.Get("Location"))
	}
	q := httptest.NewRequest("GET", "http://lab.test/embed?hide=brief", nil)
	w := httptest.NewRecorder()
	s.Handler(log.New(io.Discard, "", 0), false).ServeHTTP(w, q)
	if got := w.Header().Get("Location"); got != "embed/?hide=brief" {
		t.Errorf("/embed?hide=brief leads to %q", got)
	}
}

// TestFrameAncestors: who runs the site says who may show the lab in a frame, and a slip of the pen lets nobody in by mistake.
func TestFrameAncestors(t *testing.T) {
	for given, want := range map[string]string{
		"*": "*", "https://example.org *": "*", "none": "'self'", "https://example.org": "'self' https://example.org",
		" https://a.example  http://localhost:8080 ": "'self' https://a.example http://localhost:8080",
		"https://*.example.org":                      "'self' https://*.example.org", "http://[::1]:80": "'self' http://[::1]:80",
		"example.org": "", "https://example.org/": "", "https://example.org/a": "", "https:": "", "https://": "", "'self'": "", "data:": "",
		"https://a.example;": "", "https://a.example,https://b.example": "", "https://a.example?x": "", "https://u@a.example": "", "https://a.example\x00": "",
		"https://bücher.example": "", "javascript:alert(1)": "", "HTTPS://a.example": "",
	} {
		if got, err := frameAncestors(given); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", given, got, err, want)
		}
	}
	s, err := newSite(files(), Options{FrameAncestors: "https://example.org"})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/embed/": "'self' https://example.org", "/": "'none'", "/embed.js": "'none'"} {
		if got := ask(s, "GET", path).Header.Get("Content-Security-Policy"); !strings.HasSuffix(got, "; frame-ancestors "+want) {
			t.Errorf("%s: %s, want frame-ancestors %s", path, got, want)
		}
	}
	if _, err := newSite(files(), Options{FrameAncestors: "example.org"}); err == nil {
		t.Error("a site was made with ancestors that are none")
	}
}

// TestAddressChangesWithContent is what makes caching for ever safe.
func TestAddressChangesWithContent(t *testing.T) {
	s := testSite(t)
	changed := fstest.MapFS{}
	for name, f := range files() {
		changed[name] = f
	}
	changed["static/boot.js"] = &fstest.MapFile{Data: []byte("// another\n")}
	other, err := newSite(changed, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s.assets.Boot == other.assets.Boot {
		t.Errorf("two contents at %s", s.assets.Boot)
	}
	if s.assets.Wasm != other.assets.Wasm {
		t.Errorf("one content at %s and %s", s.assets.Wasm, other.assets.Wasm)
	}
}

func TestMissingBuild(t *testing.T) {
	for _, missing := range []string{"lab.wasm", "lab.wasm.br", "lab.wasm.gz", "wasm_exec.js", "licenses.txt", "build.json"} {
		part := fstest.MapFS{}
		for name, f := range files() {
			if name != "dist/lab/"+missing {
				part[name] = f
			}
		}
		if _, err := newSite(part, Options{}); !errors.Is(err, ErrNotBuilt) {
			t.Errorf("without %s: %v, want ErrNotBuilt", missing, err)
		}
	}
	if !strings.Contains(ErrNotBuilt.Error(), "make serve") {
		t.Error("the error does not say what to do")
	}
}

// TestLog checks that a request leaves one line at most, and that no line can be forged.
func TestLog(t *testing.T) {
	s := testSite(t)
	for _, test := range []struct {
		path    string
		verbose bool
		lines   int
	}{{"/", false, 1}, {s.assets.Wasm, false, 0}, {s.assets.Wasm, true, 1}, {"/no\nsuch 200", false, 1}} {
		var out bytes.Buffer
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = test.path
		s.Handler(log.New(&out, "", 0), test.verbose).ServeHTTP(httptest.NewRecorder(), r)
		if n := strings.Count(out.String(), "\n"); n != test.lines {
			t.Errorf("%q, verbose %v: %d lines, want %d: %s", test.path, test.verbose, n, test.lines, out.String())
		}
	}
}

// TestStuckClients opens many connections that never finish their headers; the site must
// answer others meanwhile, and end the stuck ones when the limit is over.
func TestStuckClients(t *testing.T) {
	s := testSite(t)
	server := newServer(s.Handler(log.New(io.Discard, "", 0), false), log.New(io.Discard, "", 0))
	if server.ReadHeaderTimeout != 10*time.Second || server.IdleTimeout == 0 || server.WriteTimeout == 0 {
		t.Errorf("limits: headers %v, idle %v, writing %v", server.ReadHeaderTimeout, server.IdleTimeout, server.WriteTimeout)
	}
	server.ReadHeaderTimeout = 2 * time.Second // the test's patience
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(listener)
	defer server.Close()

	var stuck []net.Conn
	for range 200 {
		c, err := net.Dial("tcp", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		io.WriteString(c, "GET / HTTP/1.1\r\nHost: lab")
		stuck = append(stuck, c)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "GET", "http://"+listener.Addr().String()+"/healthz", nil)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatalf("with 200 stuck clients: %v", err)
	}
	response.Body.Close()
	for _, c := range stuck {
		c.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.ReadAll(c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("a stuck connection is still open after the limit")
		}
	}
}

// TestStops ends the server while a download is under way: it must arrive whole.
func TestStops(t *testing.T) {
	large := fstest.MapFS{}
	for name, f := range files() {
		large[name] = f
	}
	content := bytes.Repeat([]byte("more than the buffers of a connection hold "), 400_000)
	large["dist/lab/lab.wasm"] = &fstest.MapFile{Data: content}
	s, err := newSite(large, Options{})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, listener, log.New(io.Discard, "", 0), false) }()

	r, _ := http.NewRequest("GET", "http://"+listener.Addr().String()+s.assets.Wasm, nil)
	r.Header.Set("Accept-Encoding", "identity")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	stop()
	time.Sleep(300 * time.Millisecond)
	if got, err := io.ReadAll(response.Body); err != nil || !bytes.Equal(got, content) {
		t.Errorf("the download under way ended after %d of %d B: %v", len(got), len(content), err)
	}
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("stopping: %v", err)
		}
	case <-time.After(8 * time.Second):
		t.Error("the server does not stop")
	}
}

// TestBuild checks the real build, where there is one: its variants are the same program,
// and a first visit is small. Under make test there must be one, at the best compression.
func TestBuild(t *testing.T) {
	const limit = 2_000_000 // bytes
	required := os.Getenv("LAB_RELEASE") != ""
	s, err := New(Options{})
	if errors.Is(err, ErrNotBuilt) && !required {
		t.Skip("there is no build; make test makes one")
	}
	if err != nil {
		t.Fatal(err)
	}
	plain := body(t, ask(s, "GET", s.assets.Wasm))
	if !bytes.HasPrefix(plain, []byte("\x00asm")) || len(plain) != s.assets.WasmSize {
		t.Errorf("the program is %d bytes (said: %d) and begins with %q", len(plain), s.assets.WasmSize, plain[:4])
	}
	total := 0
	for _, path := range []string{"/", s.assets.CSS, s.assets.Theme, s.assets.WasmExec, s.assets.Boot, s.assets.Offline, s.assets.Wasm, s.assets.Icon} {
		for _, encoding := range []string{"br", "gzip"} {
			r := ask(s, "GET", path, "Accept-Encoding: "+encoding)
			sent := body(t, r)
			if path == s.assets.Wasm && !bytes.Equal(decoded(t, encoding, sent), plain) {
				t.Errorf("%s in %s is another program", path, encoding)
			}
			if encoding == "br" {
				t.Logf("%8d B  %s", len(sent), path)
				total += len(sent)
			}
		}
	}
	b, err := readBuilt(embedded)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a first visit is %d B with brotli, compression %s", total, b.Compression)
	if b.Compression == "best" && total > limit {
		t.Errorf("a first visit is %d B, more than %d", total, limit)
	}
	if b.Compression != "best" && required {
		t.Errorf("the build's compression is %s: make test builds a release", b.Compression)
	}
}
