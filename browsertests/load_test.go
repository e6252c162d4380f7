package browsertests

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// TestLoads opens the lab with the strict policy on. The harness fails the test if the
// browser reports a breach of the policy, an error or an exception.
func TestLoads(t *testing.T) {
	tab := lab.Open(t, site.URL, lab.Options{})
	tab.Ready()
	if !lab.Eval[bool](tab, "labHost.webgl") {
		t.Error("labHost.webgl is false in a browser with WebGL 2")
	}
	if !lab.Eval[bool](tab, "labHost.body instanceof HTMLBodyElement") {
		t.Error("labHost.body is not the page's body")
	}
	if n := lab.Eval[int](tab, "document.querySelectorAll('#stage canvas').length"); n != 1 {
		t.Errorf("%d canvases in the stage, want 1", n)
	}
	if shown := tab.Text("#load"); shown != "" && !lab.Eval[bool](tab, "document.getElementById('load').hidden") {
		t.Errorf("the loading notice is still shown: %q", shown)
	}
}

// TestPolicyIsOn guards TestLoads: a breach must be noticed.
func TestPolicyIsOn(t *testing.T) {
	tab := lab.Open(t, site.URL, lab.Options{Expect: []string{"Content Security Policy", "This document requires"}})
	tab.Ready()
	tab.Run(`addEventListener('securitypolicyviolation', e => { window.breach = e.effectiveDirective });
		const s = document.createElement('script'); s.append('window.ran = true'); document.head.append(s)`)
	tab.Wait("window.breach", 3*time.Second)
	if lab.Eval[bool](tab, "window.ran === true") {
		t.Error("an inline script ran")
	}
	if threw := lab.Eval[bool](tab, "(() => { try { labHost.body.innerHTML = 'x'; return false } catch { return true } })()"); !threw {
		t.Error("a string became markup in spite of trusted types")
	}
}

// TestWithoutWebGL checks that the program starts and lives on, and that resizing does not kill it.
func TestWithoutWebGL(t *testing.T) {
	tab := lab.Open(t, site.URL, lab.Options{NoWebGL: true})
	tab.Ready()
	if lab.Eval[bool](tab, "labHost.webgl") {
		t.Error("labHost.webgl is true in a browser without WebGL 2")
	}
	tab.Resize(800, 600, 1, false)
	tab.Resize(1000, 700, 2, false)
	time.Sleep(time.Second)
	if state := lab.Eval[string](tab, "document.documentElement.dataset.lab"); state != "ready" {
		t.Errorf("after resizing data-lab is %q, want ready", state)
	}
}

// TestBackingSize follows the stage through sizes and pixel ratios: the canvas must have
// the device's pixels, one for one, or it is blurred.
func TestBackingSize(t *testing.T) {
	for _, start := range []float64{1, 1.1} {
		tab := lab.Open(t, site.URL, lab.Options{Width: 900, Height: 700, Scale: start})
		tab.Ready()
		for _, s := range []struct {
			width int64
			ratio float64
		}{{900, 2}, {900, 1.25}, {820, 1.25}, {820, 1}, {640, 1.5}, {805, 1.1}, {805, 3}, {390, 3}, {1200, 1}} {
			tab.Resize(s.width, 700, s.ratio, false)
			// Empty when the canvas fits, else its sizes.
			const misfit = `(() => {
				const c = document.querySelector('#stage canvas'), b = document.getElementById('stage').getBoundingClientRect();
				const want = n => Math.floor(n * devicePixelRatio + .01), shown = c.getBoundingClientRect().width;
				return c.width === want(b.width) && c.height === want(b.height) && Math.abs(shown - c.width / devicePixelRatio) < 0.02
					? '' : 'canvas ' + c.width + 'x' + c.height + ', shown ' + shown + ' wide, in a stage of ' + b.width + 'x' + b.height + ' at ratio ' + devicePixelRatio;
			})()`
			deadline := time.Now().Add(5 * time.Second) // one second where the machine is free
			for lab.Eval[string](tab, misfit) != "" && time.Now().Before(deadline) {
				time.Sleep(50 * time.Millisecond)
			}
			if m := lab.Eval[string](tab, misfit); m != "" {
				t.Errorf("width %d, ratio %v, started at %v: %s", s.width, s.ratio, start, m)
			}
		}
		// The stage alone changes, and the window does not.
		tab.Run("const s = document.getElementById('stage'); s.style.width = '333px'; s.style.height = '222px'")
		tab.Wait("document.querySelector('#stage canvas').width === 333 && document.querySelector('#stage canvas').height === 222", 2*time.Second)
		tab.Run("window.resizes = 0; addEventListener('resize', () => window.resizes++)")
		time.Sleep(2 * time.Second)
		if n := lab.Eval[int](tab, "window.resizes"); n > 2 {
			t.Errorf("%d resize events in 2 s with nothing changing", n)
		}
	}
}

// TestContextLoss takes the graphics away: the page must stay and the stage must tell.
func TestContextLoss(t *testing.T) {
	tab := lab.Open(t, site.URL, lab.Options{Expect: []string{"WebGL", "GL_INVALID", "GL ERROR"}})
	tab.Ready()
	tab.Run(`window.mark = 'same page'; window.losses = 0;
		document.getElementById('stage').addEventListener('graphicslost', () => window.losses++);
		document.querySelector('#stage canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`)
	tab.Wait("window.losses === 1", 3*time.Second)
	time.Sleep(500 * time.Millisecond)
	if !lab.Eval[bool](tab, "window.mark === 'same page'") {
		t.Error("the page was reloaded")
	}
}

// TestIdle counts frames while nothing happens.
func TestIdle(t *testing.T) {
	tab := lab.Open(t, site.URL, lab.Options{Before: `
		window.frames_ = 0;
		const ask = requestAnimationFrame.bind(window);
		window.requestAnimationFrame = f => ask(t => { window.frames_++; f(t) });`})
	tab.Ready()
	tab.Run("labHost.run(false)")
	frames := func() int { return lab.Eval[int](tab, "window.frames_") }
	before := -1
	for rounds := 0; before != frames() && rounds < 10; rounds++ { // a slow machine draws the first ones late
		before = frames()
		time.Sleep(time.Second)
	}
	time.Sleep(2 * time.Second)
	if n := lab.Eval[int](tab, "window.frames_") - before; n != 0 {
		t.Errorf("%d frames in 2 s of idleness, want none", n)
	}
	tab.Run("labHost.wake()")
	tab.Wait(fmt.Sprintf("window.frames_ > %d", before), 2*time.Second)
	tab.Run("labHost.run(true)")
	tab.Wait(fmt.Sprintf("window.frames_ > %d", before+5), 5*time.Second)
}

// TestHidden opens another tab in front: the first is hidden, shares its storage, and comes back.
func TestHidden(t *testing.T) {
	first := lab.Open(t, site.URL, lab.Options{})
	first.Ready()
	first.Run("localStorage.setItem('test', 'shared')")
	second := first.Open(site.URL, lab.Options{})
	second.Ready()
	first.Wait("document.hidden", 3*time.Second)
	if got := lab.Eval[string](second, "String(localStorage.getItem('test'))"); got != "shared" {
		t.Errorf("the second tab of a profile reads %q from storage, want shared", got)
	}
	other := lab.Open(t, site.URL, lab.Options{})
	if got := lab.Eval[string](other, "String(localStorage.getItem('test'))"); got != "null" {
		t.Errorf("a tab of another profile reads %q from storage, want null", got)
	}
	first.Front()
	first.Wait("!document.hidden", 3*time.Second)
}

// fetched is the program's file as the server sends it with the given Accept-Encoding.
func fetched(t *testing.T, path, encoding string) []byte {
	t.Helper()
	r, err := http.NewRequest("GET", strings.TrimSuffix(site.URL, "/")+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", encoding)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 {
		t.Fatalf("%s: %s %v", path, response.Status, err)
	}
	return body
}

// wasmPath finds the program's address in the page.
func wasmPath(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`data-wasm="([^"]+)"`).FindSubmatch(fetched(t, "/", "identity"))
	if m == nil {
		t.Fatal("the page does not say where its program is")
	}
	return strings.TrimPrefix(string(m[1]), ".") // the page names it from where it stands
}

func gzipped(content []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	w.Write(content)
	w.Close()
	return out.Bytes()
}

// TestBrokenDownloads breaks the first download in every way that has been seen in the
// field. The page must say what happened within three seconds and offer a button that
// starts the lab.
func TestBrokenDownloads(t *testing.T) {
	wasm := fetched(t, wasmPath(t), "identity")
	send := func(w http.ResponseWriter, contentType, encoding string, body []byte) {
		w.Header().Set("Content-Type", contentType)
		if encoding != "" {
			w.Header().Set("Content-Encoding", encoding)
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable") // the retry must get past the cache
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.Write(body)
	}
	for _, test := range []struct {
		name     string
		break_   func(w http.ResponseWriter, r *http.Request)
		says     string // a regular expression
		reloads  bool   // the button reloads the page
		withinMs time.Duration
	}{
		{name: "status 503", says: "answered 503", break_: func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", 503) }},
		{name: "status 404", says: "older version", reloads: true, break_: func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no", 404) }},
		{name: "a page with status 200", says: `Something else arrived .*text/html`, break_: func(w http.ResponseWriter, r *http.Request) {
			send(w, "text/html", "", []byte("<!doctype html><title>Sign in</title>"))
		}},
		{name: "nothing with status 200", says: "ended early, after 0", break_: func(w http.ResponseWriter, r *http.Request) { send(w, "application/wasm", "", nil) }},
		{name: "gzip twice, declared once", says: "Something else arrived", break_: func(w http.ResponseWriter, r *http.Request) {
			send(w, "application/wasm", "gzip", gzipped(gzipped(wasm)))
		}},
		{name: "gzip, not declared", says: "Something else arrived", break_: func(w http.ResponseWriter, r *http.Request) {
			send(w, "application/wasm", "", gzipped(wasm))
		}},
		{name: "gzip declared, not sent", says: "connection .*failed|could not be loaded", break_: func(w http.ResponseWriter, r *http.Request) {
			send(w, "application/wasm", "gzip", wasm)
		}},
		{name: "half the bytes", says: "ended early, after .* of ", break_: func(w http.ResponseWriter, r *http.Request) {
			send(w, "application/wasm", "", wasm[:len(wasm)/2])
		}},
		{name: "cut in the middle", says: "could not be loaded .*had arrived", break_: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(wasm)))
			w.Write(wasm[:len(wasm)/2])
			w.(http.Flusher).Flush()
			time.Sleep(300 * time.Millisecond)
			panic(http.ErrAbortHandler)
		}},
		{name: "cut before the first byte", says: "could not be loaded", break_: func(w http.ResponseWriter, r *http.Request) { panic(http.ErrAbortHandler) }},
		{name: "too many bytes", says: "longer than", break_: func(w http.ResponseWriter, r *http.Request) {
			send(w, "application/wasm", "", append(append([]byte{}, wasm...), 0))
		}},
		{name: "damaged bytes", says: "could not read", break_: func(w http.ResponseWriter, r *http.Request) {
			damaged := append([]byte{}, wasm...)
			for i := len(damaged) / 2; i < len(damaged)/2+4096; i++ {
				damaged[i] ^= 0x5a
			}
			send(w, "application/wasm", "", damaged)
		}},
		{name: "stalled in the middle", says: "Still loading, .* of .*Nothing has arrived", withinMs: 9 * time.Second, break_: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(len(wasm)))
			w.Write(wasm[:len(wasm)/2])
			w.(http.Flusher).Flush()
			<-r.Context().Done() // until the page gives up on it
		}},
		{name: "stalled before the first byte", says: "Still loading, .* of .*Nothing has arrived", withinMs: 9 * time.Second, break_: func(w http.ResponseWriter, r *http.Request) {
			<-r.Context().Done() // until the page gives up on it
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var repaired atomic.Bool
			front := site.Proxy(t, func(w http.ResponseWriter, r *http.Request) bool {
				if repaired.Load() || !strings.HasSuffix(r.URL.Path, "/lab.wasm") {
					return false
				}
				test.break_(w, r)
				return true
			})
			tab := lab.Open(t, front, lab.Options{Expect: []string{"Failed to load resource"}})
			tab.Run("window.mark = 'same page'")
			within := 3 * time.Second
			if test.withinMs > 0 {
				within = test.withinMs
			}
			tab.Wait("!document.getElementById('load-retry').hidden", within)
			said := tab.Text("#load-status")
			t.Logf("the page says: %s", said)
			if !regexp.MustCompile(test.says).MatchString(said) {
				t.Errorf("that does not match %q", test.says)
			}
			repaired.Store(true)
			tab.Click("#load-retry")
			tab.Ready()
			if same := lab.Eval[bool](tab, "window.mark === 'same page'"); same == test.reloads {
				t.Errorf("the page stayed: %v, want %v", same, !test.reloads)
			}
		})
	}
}

// TestWrongType serves the program as an unknown kind of file, which need not hurt.
func TestWrongType(t *testing.T) {
	wasm := fetched(t, wasmPath(t), "identity")
	front := site.Proxy(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/lab.wasm") {
			return false
		}
		w.Header().Set("Content-Type", "application/octet-stream")
		w.Write(wasm)
		return true
	})
	lab.Open(t, front, lab.Options{}).Ready()
}

// TestProgress watches the bar while a compressed download trickles in.
func TestProgress(t *testing.T) {
	path := wasmPath(t)
	body := fetched(t, path, "br")
	front := site.Proxy(t, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != path {
			return false
		}
		w.Header().Set("Content-Type", "application/wasm")
		w.Header().Set("Content-Encoding", "br")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		const pieces = 20
		for i := range pieces {
			w.Write(body[i*len(body)/pieces : (i+1)*len(body)/pieces])
			w.(http.Flusher).Flush()
			time.Sleep(150 * time.Millisecond)
		}
		return true
	})
	tab := lab.Open(t, front, lab.Options{Before: `
		window.seen = [];
		setInterval(() => {
			const bar = document.getElementById('load-progress');
			if (bar && window.seen.at(-1) !== bar.value) window.seen.push(bar.value);
		}, 10);`})
	tab.Ready()
	seen := lab.Eval[[]float64](tab, "window.seen")
	if len(seen) < 8 {
		t.Errorf("the bar showed %d values, want at least 8: %v", len(seen), seen)
	}
	for i, v := range seen {
		if v < 0 || v > 1 || i > 0 && v < seen[i-1] {
			t.Errorf("the bar went to %v as number %d of %v", v, i, seen)
		}
	}
	if last := seen[len(seen)-1]; last != 1 {
		t.Errorf("the bar ended at %v, want 1", last)
	}
}

// TestOffline loses the network and gets it back.
func TestOffline(t *testing.T) {
	var failed atomic.Bool
	front := site.Proxy(t, func(w http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/lab.wasm") || failed.Swap(true) {
			return false
		}
		http.Error(w, "no", 503)
		return true
	})
	tab := lab.Open(t, front, lab.Options{Expect: []string{"Failed to load resource"}})
	says := func(text string) {
		t.Helper()
		tab.Wait(fmt.Sprintf("!document.getElementById('load-retry').hidden && document.getElementById('load-status').innerText.includes(%q)", text), 3*time.Second)
	}
	says("503")
	tab.Offline(true)
	tab.Click("#load-retry")
	says("offline")
	tab.Offline(false)
	tab.Click("#load-retry")
	tab.Ready()
}

// withProgram puts the crash program in the place of the lab's.
func withProgram(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "crash.wasm")
	build := exec.Command("go", "build", "-o", file, "./testdata/crash")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	crash, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	size := regexp.MustCompile(`data-wasm-size="\d+"`)
	return site.Proxy(t, func(w http.ResponseWriter, r *http.Request) bool {
		switch {
		case strings.HasSuffix(r.URL.Path, "/lab.wasm"):
			w.Header().Set("Content-Type", "application/wasm")
			w.Write(crash)
		case r.URL.Path == "/":
			page := fetched(t, "/", "identity")
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write(size.ReplaceAll(page, fmt.Appendf(nil, "data-wasm-size=%q", strconv.Itoa(len(crash)))))
		default:
			return false
		}
		return true
	})
}

// TestCrash stops the program at its start and later; the page must say so and offer to reload.
func TestCrash(t *testing.T) {
	front := withProgram(t)
	for fragment, code := range map[string]string{"#panic": "code 2", "#exit": "code 3", "#later": "code 2"} {
		t.Run(fragment, func(t *testing.T) {
			tab := lab.Open(t, front+fragment, lab.Options{Expect: []string{"panic:"}})
			tab.Run("window.mark = 'same page'")
			tab.Wait("document.documentElement.dataset.lab === 'failed'", 5*time.Second)
			said := tab.Text("#load")
			if !strings.Contains(said, "stopped unexpectedly") || !strings.Contains(said, code) {
				t.Errorf("the page says %q, want that the program stopped, and %s", said, code)
			}
			tab.Click("#load-retry")
			tab.Wait("window.mark === undefined", 5*time.Second)
		})
	}
}

// TestForbidden serves the page with policies and in browsers that do not let the program run.
func TestForbidden(t *testing.T) {
	strict := func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/" {
			return false
		}
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self'")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(fetched(t, "/", "identity"))
		return true
	}
	without := func(file string) func(w http.ResponseWriter, r *http.Request) bool {
		return func(w http.ResponseWriter, r *http.Request) bool {
			if !strings.HasSuffix(r.URL.Path, file) {
				return false
			}
			http.Error(w, "gone", 404)
			return true
		}
	}
	none := func(http.ResponseWriter, *http.Request) bool { return false }
	for _, test := range []struct {
		name    string
		meddle  func(w http.ResponseWriter, r *http.Request) bool
		options lab.Options
		says    string
	}{
		{"policy without wasm-unsafe-eval", strict, lab.Options{Expect: []string{"wasm-unsafe-eval"}}, "wasm-unsafe-eval"},
		{"no WebAssembly", none, lab.Options{Before: "delete window.WebAssembly"}, "no WebAssembly"},
		{"Go's loader missing", without("/wasm_exec.js"), lab.Options{Expect: []string{"Failed to load", "MIME"}}, "did not arrive"},
		{"our loader missing", without("/boot.js"), lab.Options{Expect: []string{"Failed to load", "MIME"}}, "reload the page"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab := lab.Open(t, site.Proxy(t, test.meddle), test.options)
			tab.Wait(fmt.Sprintf("document.getElementById('load-status').innerText.includes(%q)", test.says), 3*time.Second)
			t.Logf("the page says: %s", tab.Text("#load"))
		})
	}
}
