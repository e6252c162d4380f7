package browsertests

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// below is where the exports stand on their hosts.
const below = "/labs/a2a/"

// exported is a folder with the site as plain files. The changes are put in front of files of the source, named from its
// top, so that another build comes out; a change of flags is more of labserve's.
func exported(t *testing.T, changes map[string]string, flags ...string) string {
	t.Helper()
	scratch := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, front := range changes {
		real, err := filepath.Abs("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(real)
		if err != nil {
			t.Fatal(err)
		}
		overlay.Replace[real] = filepath.Join(scratch, filepath.Base(name))
		if err := os.WriteFile(overlay.Replace[real], append([]byte(front), text...), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(scratch, "overlay.json"), list, 0o644); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(scratch, "site")
	run := exec.Command("go", append([]string{"run", "-overlay", filepath.Join(scratch, "overlay.json"), "./cmd/labserve", "-export", folder}, flags...)...)
	run.Dir = ".."
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("exporting: %v\n%s", err, out)
	}
	return folder
}

// plainHost serves folders as Go's own file server does: no policy, no caching, no compression.
type plainHost struct {
	URL    string // of the site, below a path
	server *httptest.Server

	mu      sync.Mutex
	folder  string
	instead map[string]string // files by the address below the site at which they stand in for the folder's
	asked   []string
}

func host(t *testing.T, folder string) *plainHost {
	t.Helper()
	h := &plainHost{folder: folder}
	h.server = httptest.NewServer(http.StripPrefix(strings.TrimSuffix(below, "/"), h))
	t.Cleanup(h.Stop)
	h.URL = h.server.URL + below
	return h
}

// ServeHTTP implements http.Handler.
func (h *plainHost) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	folder, file := h.folder, h.instead[r.URL.Path]
	h.asked = append(h.asked, r.URL.Path)
	h.mu.Unlock()
	w.Header().Del("Last-Modified")
	if file != "" {
		http.ServeFile(w, r, file)
		return
	}
	http.FileServer(http.Dir(folder)).ServeHTTP(w, r)
}

// Publish puts another folder in the place of the one that is served, and files instead of some of its.
func (h *plainHost) Publish(folder string, instead map[string]string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.folder, h.instead, h.asked = folder, instead, nil
}

// Asked is what was asked for since the last Publish.
func (h *plainHost) Asked() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string(nil), h.asked...)
}

// Stop takes the host off the network.
func (h *plainHost) Stop() {
	h.server.CloseClientConnections()
	h.server.Close()
}

// playFirst plays mission 1 on an open page to three stars.
func playFirst(t *testing.T, tab *lab.Tab) {
	t.Helper()
	tab.Ready()
	tab.Wait("!document.getElementById('predict').hidden", 5*time.Second)
	tab.Click("#predict [data-do=skip]")
	tab.Choose("#key-drop", "subscribe")
	tab.Wait("document.getElementById('proof').textContent.startsWith('★★★ Held on 20 of 20')", 30*time.Second)
}

// TestExport plays mission 1 on a plain file server, and looks at every page.
func TestExport(t *testing.T) {
	h := host(t, exported(t, nil))
	tab := lab.Open(t, h.URL, lab.Options{Width: 1100, Height: 720, Expect: []string{"404"}})
	playFirst(t, tab)
	if stars := tab.Text("#stars-1"); stars != "★★★" {
		t.Errorf("the header shows %s", stars)
	}
	for _, page := range []string{"embed/", "embed", "embed/?hide=brief#m=2"} {
		tab.Navigate(h.URL + page)
		tab.Ready()
	}
	tab.Navigate(h.URL + "hub/")
	if !strings.Contains(tab.Text("main"), "A2A Task Lab") {
		t.Errorf("the hub says %q", tab.Text("main"))
	}
	tab.Wait("[...document.images].every(i => i.complete && i.naturalWidth > 0)", 5*time.Second)
	tab.Click(".hublabs a")
	tab.Ready()
	if stars := tab.Text("#stars-1"); stars != "★★★" {
		t.Errorf("after the hub the header shows %s", stars)
	}
	tab.Navigate(h.URL + "404.html")
	tab.Click("main a")
	tab.Ready()
	for _, path := range h.Asked() {
		if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "/labs") {
			t.Errorf("asked for %s", path)
		}
	}
}

// TestExportPolicy: without any header the page's own policy holds.
func TestExportPolicy(t *testing.T) {
	h := host(t, exported(t, nil))
	tab := lab.Open(t, h.URL, lab.Options{Expect: []string{"Content Security Policy", "This document requires"}})
	tab.Ready()
	tab.Run(`const s = document.createElement('script'); s.append('window.ran = true'); document.head.append(s)`)
	if lab.Eval[bool](tab, "window.ran === true") {
		t.Error("an inline script ran")
	}
	if lab.Eval[bool](tab, "(() => { try { labHost.body.innerHTML = 'x'; return true } catch { return false } })()") {
		t.Error("a string became markup in spite of trusted types")
	}
	if !lab.Eval[bool](tab, "fetch('https://example.org/').then(() => false, () => true)") {
		t.Error("the page may talk to other sites")
	}
}
