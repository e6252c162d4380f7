package web

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// worker returns the build's name and the list of the service worker that the site serves.
func worker(t *testing.T, s *Site) (build string, files map[string]string) {
	t.Helper()
	said := regexp.MustCompile(`(?s)^const build = "([0-9a-f]*)", files = (\{.*?\});\n`).FindSubmatch(body(t, ask(s, "GET", "/sw.js")))
	if said == nil {
		t.Fatal("the worker does not begin with its build and files")
	}
	if err := json.Unmarshal(said[2], &files); err != nil {
		t.Fatal(err)
	}
	return string(said[1]), files
}

// TestWorkerFiles: the worker keeps all that the site gives, with its true hash, and so all that a page refers to.
func TestWorkerFiles(t *testing.T) {
	s := testSite(t)
	build, files := worker(t, s)
	if build == "" {
		t.Error("the build has no name")
	}
	for address, hash := range files {
		path, _, _ := strings.Cut(address, "?")
		r := ask(s, "GET", "/"+path)
		if r.StatusCode != 200 {
			t.Errorf("%q: %s", address, r.Status)
		} else if want := integrity(body(t, r)); hash != want {
			t.Errorf("%q: hash %s, want %s", address, hash, want)
		}
	}
	for _, page := range []string{"", "embed/", "hub/"} {
		if files[page] == "" {
			t.Errorf("the page %q is not kept", page)
		}
		base, _ := url.Parse("http://lab.test/" + page)
		for _, f := range addressPattern.FindAllSubmatch(body(t, ask(s, "GET", "/"+page)), -1) {
			to, err := base.Parse(string(f[1]))
			if err != nil {
				t.Fatal(err)
			}
			if to.Path != "/sw.js" && files[strings.TrimPrefix(to.RequestURI(), "/")] == "" {
				t.Errorf("%q refers to %s, which is not kept", page, f[1])
			}
		}
	}
	for _, address := range []string{"sw.js", "healthz"} {
		if files[address] != "" {
			t.Errorf("%s is kept", address)
		}
	}
	if _, ok := files["embed.js"]; ok {
		t.Error("embed.js is kept under the address that does not change with it")
	}
}

// TestWorkerBuild: whatever changes, the build has another name; the same site has the same.
func TestWorkerBuild(t *testing.T) {
	names := make(map[string]string)
	for _, change := range []string{"", "static/boot.js", "static/sw.js", "dist/lab/licenses.txt", "dist/lab/lab.wasm"} {
		changed := fstest.MapFS{}
		for name, f := range files() {
			changed[name] = f
		}
		if change != "" {
			changed[change] = &fstest.MapFile{Data: append([]byte("// another\n"), files()[change].Data...)}
		}
		s, err := newSite(changed, Options{})
		if err != nil {
			t.Fatal(err)
		}
		build, _ := worker(t, s)
		if other, ok := names[build]; ok {
			t.Errorf("changing %q and changing %q gives one build, %s", change, other, build)
		}
		names[build] = change
	}
	build, _ := worker(t, testSite(t))
	if _, ok := names[build]; !ok {
		t.Error("the same files gave two builds")
	}
}

// TestNoOffline: a site without offline use registers nothing, and serves the worker that takes the others away.
func TestNoOffline(t *testing.T) {
	s, err := newSite(files(), Options{NoOffline: true})
	if err != nil {
		t.Fatal(err)
	}
	if build, files := worker(t, s); build != "" || len(files) != 0 {
		t.Errorf("the worker keeps %v of build %q", files, build)
	}
	for _, page := range []string{"/", "/hub/"} {
		if strings.Contains(string(body(t, ask(s, "GET", page))), "sw.js") {
			t.Errorf("%s still registers the worker", page)
		}
		if !strings.Contains(string(body(t, ask(testSite(t), "GET", page))), `data-worker="`) {
			t.Errorf("%s of a site with offline use does not register the worker", page)
		}
	}
	if strings.Contains(string(body(t, ask(testSite(t), "GET", "/embed/"))), "sw.js") {
		t.Error("the embed registers the worker")
	}
}
