package browsertests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// keptCopy waits until the browser has a copy of the site for times without a network.
func keptCopy(t *testing.T, tab *lab.Tab) {
	t.Helper()
	tab.Run(`window.kept = false; navigator.serviceWorker.ready.then(async r => {
		while (r.active.state !== 'activated') await new Promise(done => setTimeout(done, 20));
		window.kept = true;
	})`)
	tab.Wait("window.kept", 30*time.Second)
}

// caches are the names of the copies in the browser, one for each build.
func caches(tab *lab.Tab) []string { return lab.Eval[[]string](tab, "caches.keys()") }

// waitCaches waits until the browser has so many copies.
func waitCaches(t *testing.T, tab *lab.Tab, n int, when string) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for len(caches(tab)) != n {
		if time.Now().After(deadline) {
			t.Fatalf("%s the browser has the copies %q, want %d", when, caches(tab), n)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// marks tell builds apart: what the script says and what the style sheet says.
const marks = `(window.labBuild ?? 'first') + ' ' + (getComputedStyle(document.documentElement).getPropertyValue('--build') || 'first')`

// anotherBuild is another build of the site.
func anotherBuild(t *testing.T) string {
	return exported(t, map[string]string{
		"web/static/boot.js": "window.labBuild = 'second';\n",
		"web/static/lab.css": ":root { --build: second; }\n",
	})
}

// TestWithoutNetwork visits the lab, takes its host off the network, and plays.
func TestWithoutNetwork(t *testing.T) {
	h := host(t, exported(t, nil))
	tab := lab.Open(t, h.URL, lab.Options{Width: 1100, Height: 720, Expect: []string{"ERR_CONNECTION_REFUSED"}})
	tab.Ready()
	keptCopy(t, tab)
	h.Stop()
	tab.Reload()
	playFirst(t, tab)
	for _, page := range []string{"embed/?hide=brief#m=2", "?theme=dark#m=3"} {
		tab.Navigate(h.URL + page)
		tab.Ready()
	}
	tab.Navigate(h.URL + "hub/")
	if !strings.Contains(tab.Text("main"), "A2A Task Lab") {
		t.Errorf("without a network the hub says %q", tab.Text("main"))
	}
	tab.Wait("[...document.images].every(i => i.complete && i.naturalWidth > 0)", 5*time.Second)
}

// TestUpdate publishes another build while pages are open. No page may get parts of both.
func TestUpdate(t *testing.T) {
	h := host(t, exported(t, nil))
	tab := lab.Open(t, h.URL, lab.Options{Width: 800, Height: 600})
	tab.Ready()
	keptCopy(t, tab)
	waitCaches(t, tab, 1, "after the first visit")
	first := caches(tab)[0]

	h.Publish(anotherBuild(t), nil)
	other := tab.Open(h.URL, lab.Options{Width: 800, Height: 600})
	other.Ready()
	if got := lab.Eval[string](other, marks); got != "first first" {
		t.Errorf("the copy's page is of the builds %s", got)
	}
	waitCaches(t, tab, 2, "after the update")
	// A worker shows its name nowhere; that nothing is being installed or waits means that the new one is at work.
	other.Run(`window.settled = false; (async () => {
		const r = await navigator.serviceWorker.ready;
		while (r.installing || r.waiting || r.active.state !== 'activated') await new Promise(done => setTimeout(done, 20));
		window.settled = true;
	})()`)
	other.Wait("window.settled", 30*time.Second)

	// The next navigation shows the new build; the page of the old one can still have its parts.
	other.Reload()
	other.Ready()
	if got := lab.Eval[string](other, marks); got != "second second" {
		t.Errorf("after the update the next navigation shows the builds %s", got)
	}
	tab.Front()
	if !lab.Eval[bool](tab, `Promise.all([...document.querySelectorAll('[data-wasm]')].map(s => fetch(s.dataset.wasm))).then(all => all.length > 0 && all.every(r => r.ok))`) {
		t.Error("the open page cannot get its program any more")
	}
	if got := lab.Eval[int](tab, `fetch(document.querySelector('[data-wasm]').src).then(r => r.status)`); got != 200 {
		t.Errorf("the open page's script, which its host no longer has, is answered by %d", got)
	}

	// When no page of the old build is left its copy goes.
	other.Navigate("about:blank")
	tab.Reload()
	tab.Ready()
	if got := lab.Eval[string](tab, marks); got != "second second" {
		t.Errorf("after a reload the page is of the builds %s", got)
	}
	waitCaches(t, tab, 1, "with the last old page gone")
	if now := caches(tab)[0]; now == first {
		t.Errorf("the copy that stays is the old one, %s", now)
	}
	h.Stop()
	tab.Reload()
	tab.Ready()
	if got := lab.Eval[string](tab, marks); got != "second second" {
		t.Errorf("without a network the page is of the builds %s", got)
	}
}

// TestHalfUpdate publishes a build of which one file has not arrived yet: the copy stays that of the old build, whole.
func TestHalfUpdate(t *testing.T) {
	h := host(t, exported(t, nil))
	tab := lab.Open(t, h.URL, lab.Options{Width: 800, Height: 600, Expect: []string{"integrity", "404"}})
	tab.Ready()
	keptCopy(t, tab)
	before := caches(tab)
	next := anotherBuild(t)
	late := filepath.Join(t.TempDir(), "index.html")
	if err := os.WriteFile(late, []byte("<!DOCTYPE html><title>half</title>"), 0o644); err != nil {
		t.Fatal(err)
	}
	h.Publish(next, map[string]string{"/embed/": late})
	tab.Reload()
	tab.Ready()
	deadline := time.Now().Add(20 * time.Second)
	for !strings.Contains(strings.Join(h.Asked(), " "), "/embed/") {
		if time.Now().After(deadline) {
			t.Fatal("the update was not tried")
		}
		time.Sleep(50 * time.Millisecond)
	}
	waitCaches(t, tab, 1, "after half an update")
	if got := caches(tab); got[0] != before[0] {
		t.Errorf("the copy is %q, want that of before, %q", got, before)
	}
	tab.Reload()
	tab.Ready()
	if got := lab.Eval[string](tab, marks); got != "first first" {
		t.Errorf("after half an update the page is of the builds %s", got)
	}
}

// TestOfflineOff: a reader can drop the copy, and whoever runs the site can take back all of them.
func TestOfflineOff(t *testing.T) {
	h := host(t, exported(t, nil))
	tab := lab.Open(t, h.URL, lab.Options{Width: 800, Height: 600})
	tab.Ready()
	keptCopy(t, tab)
	const registered = "navigator.serviceWorker.getRegistration().then(r => r !== undefined)"
	gone := func(how string) {
		t.Helper()
		waitCaches(t, tab, 0, how)
		deadline := time.Now().Add(10 * time.Second)
		for lab.Eval[bool](tab, registered) {
			if time.Now().After(deadline) {
				t.Fatalf("%s the worker is still registered", how)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
	h.Publish(h.folder, nil)
	tab.Navigate(h.URL + "?offline=off")
	tab.Ready()
	gone("with ?offline=off")
	if asked := h.Asked(); len(asked) == 0 || asked[0] != "/" {
		t.Errorf("with ?offline=off the page did not come from its host, which was asked for %q", asked)
	}

	tab.Navigate(h.URL)
	tab.Ready()
	keptCopy(t, tab)
	waitCaches(t, tab, 1, "at the visit after")
	h.Publish(exported(t, nil, "-offline=false"), nil)
	tab.Reload() // from the copy; then the browser looks for a new worker
	tab.Ready()
	gone("after the site's owner switched it off")
	tab.Reload()
	tab.Ready()
	time.Sleep(500 * time.Millisecond)
	if lab.Eval[bool](tab, registered) || len(caches(tab)) != 0 {
		t.Error("the site without offline use registered its worker")
	}
}

// TestEmbedKeepsNothing: the lab in a frame registers no worker.
func TestEmbedKeepsNothing(t *testing.T) {
	tab := lab.Open(t, site.URL+"embed/", lab.Options{Width: 800, Height: 600})
	tab.Ready()
	time.Sleep(500 * time.Millisecond)
	if lab.Eval[int](tab, "navigator.serviceWorker.getRegistrations().then(all => all.length)") != 0 {
		t.Error("the embed registered a worker")
	}
}
