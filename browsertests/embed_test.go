package browsertests

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"a2alab/browsertests/lab"
	"a2alab/missions"
)

// articles serves testdata/article as a site of its own: the lab is at 127.0.0.1, and localhost is another site than that.
// article.html gets the strictest policy under which the lab can be embedded. sandbox is the attribute of the frame in plain.html.
func articles(t *testing.T, labURL, sandbox string) string {
	t.Helper()
	policy := fmt.Sprintf("default-src 'none'; style-src 'self'; script-src %[1]s; frame-src %[1]s; img-src %[1]s; base-uri 'none'; form-action 'none'; "+
		"require-trusted-types-for 'script'; trusted-types 'none'", labURL)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Base(r.URL.Path)
		if name == "/" {
			name = "index.html"
			w.Header().Set("Content-Security-Policy", policy)
		}
		content, err := os.ReadFile("testdata/article/" + name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", map[string]string{".html": "text/html; charset=utf-8", ".css": "text/css"}[path.Ext(name)])
		w.Header().Set("Cache-Control", "no-store")
		strings.NewReplacer("{{lab}}", labURL, "{{sandbox}}", sandbox).WriteString(w, string(content))
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return strings.Replace(server.URL, "127.0.0.1", "localhost", 1) + "/"
}

// listening notes down every message of the labs in an article as embed.js passes it on.
const listening = `window.heard = [];
	for (const type of ['ready', 'height', 'progress', 'result', 'stars', 'error'])
		addEventListener('a2a-' + type, e => heard.push({ ...e.detail, id: e.target.id }));`

// heard is a condition that a message was heard, and what is to hold of it, m.
func heard(kind, what string) string {
	return fmt.Sprintf("heard.some(m => m.type === %q && %s)", kind, what)
}

// frameOf is the expression for the frame in an <a2a-lab>.
func frameOf(id string) string {
	return fmt.Sprintf("document.getElementById(%q).shadowRoot.querySelector('iframe')", id)
}

func wheel(tab *lab.Tab, x, y, by float64) {
	_, err := chromedp.Call(tab.Context(), input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 0.01, DeltaY: by, // none at all is refused
	})
	if err != nil {
		panic(err)
	}
}

// scrolls turns the wheel over an element of a frame, and says how far the article went.
func scrolls(tab, frame *lab.Tab, holder, selector string) float64 {
	_, y := tab.In(frame, holder, selector)
	tab.Run(fmt.Sprintf("scrollBy({ top: %g - innerHeight / 2, behavior: 'instant' })", y))
	x, y := tab.Still(frame, holder, selector)
	from := lab.Eval[float64](tab, "scrollY")
	wheel(tab, x, y, 150)
	for range 200 {
		if to := lab.Eval[float64](tab, "scrollY"); to != from {
			time.Sleep(300 * time.Millisecond) // the rest of a smooth scroll
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return lab.Eval[float64](tab, "scrollY") - from
}

// TestArticle reads an article of another site that shows two labs, and plays in it: once with the lab from its own server, and
// once from an export that a plain file server serves below a path, without any headers. The export has been given the
// article's setting, so that a picture of it stands there first; the server has not, and the mission's does.
func TestArticle(t *testing.T) {
	t.Run("server", func(t *testing.T) { readArticle(t, site.URL, `/posters/2\.svg$`) })
	t.Run("export", func(t *testing.T) {
		posters := filepath.Join(t.TempDir(), "posters")
		if err := os.WriteFile(posters, []byte("m=2&reconcile=5m\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		readArticle(t, host(t, exported(t, nil, "-posters", posters)).URL, `/posters/of-[0-9a-f]+\.svg$`)
	})
}

// readArticle reads it: poster is the address of the second lab's.
func readArticle(t *testing.T, labURL, poster string) {
	site := articles(t, labURL, "")
	tab := lab.Open(t, site, lab.Options{Width: 1000, Height: 800, Before: listening})
	tab.Run("document.getElementById('search').focus()")
	tab.Wait(heard("ready", "m.id === 'first' && m.setting === 'm=1'"), time.Minute)
	if !lab.Eval[bool](tab, frameOf("second")+" === null") {
		t.Error("the second lab is loaded though it is far away")
	}
	if w := lab.Eval[int](tab, "document.getElementById('second').scrollIntoView(), document.getElementById('second').shadowRoot.querySelector('img')?.width ?? 0"); w < 600 {
		t.Errorf("the second lab's poster is %d wide", w)
	}
	if src := lab.Eval[string](tab, "document.getElementById('second').shadowRoot.querySelector('img')?.src ?? ''"); !regexp.MustCompile(poster).MatchString(src) {
		t.Errorf("the second lab's poster is %q", src)
	}
	tab.Run("scrollTo(0, 0)")
	if got := tab.Focused(); !strings.Contains(got, "#search") {
		t.Errorf("the lab took the focus: it is on %s", got)
	}
	first := tab.Frame("/embed/#m=1")
	first.Ready()
	if !lab.Eval[bool](first, "(() => { try { return parent.document === null } catch { return true } })()") {
		t.Fatal("the frame is of the article's own origin, and this test shows nothing")
	}
	high := func() bool {
		tab.Settle()
		return lab.Eval[bool](first, "document.documentElement.scrollHeight <= innerHeight") && // one pixel more, and the wheel would scroll the frame
			lab.Eval[bool](tab, fmt.Sprintf("Math.abs(%s.clientHeight - %f) < 2", frameOf("first"), lab.Eval[float64](first, "labHost.body.offsetHeight")))
	}
	if !high() {
		t.Error("the frame is not as high as the lab")
	}

	if by := scrolls(tab, first, frameOf("first"), "#stage"); by < 100 {
		t.Errorf("the wheel over the picture scrolls the article by %g", by)
	}
	if !lab.Eval[bool](first, "document.getElementById('fit').disabled") {
		t.Error("the wheel zooms a picture that nobody has clicked")
	}

	// A person plays.
	// try does something until it shows, for what comes while the browser still moves a frame or opens a menu goes elsewhere.
	try := func(what func(), shows string) {
		t.Helper()
		for range 3 {
			what()
			time.Sleep(time.Second)
			if lab.Eval[bool](first, shows) {
				return
			}
		}
		first.Wait(shows, 10*time.Second)
	}
	try(func() { tab.ClickIn(first, frameOf("first"), "#guess-3") }, "document.getElementById('outcome').textContent.startsWith('You said')")
	try(func() {
		tab.ClickIn(first, frameOf("first"), "#key-drop")
		time.Sleep(500 * time.Millisecond)
		tab.Press("ArrowDown")
		tab.Press("Enter")
	}, "document.getElementById('key-drop').value === 'subscribe'")
	tab.Wait(heard("result", "m.id === 'first' && m.mission === '1' && m.stars === 3 && m.cost > 2 && m.setting === 'm=1&drop=subscribe'"), 30*time.Second)
	tab.Wait("document.getElementById('one').textContent.includes('3 of 3 stars')", 10*time.Second)
	if total := tab.Text("#total"); !strings.Contains(total, "3 of 6 stars") {
		t.Errorf("the total is %q", total)
	}
	if best := stored(t, tab).Missions["1"]; best.Stars != 3 || best.Setting != "m=1&drop=subscribe" {
		t.Errorf("the article's site has stored %+v", best)
	}

	// The other lab, further down.
	tab.Run("document.getElementById('second').scrollIntoView({ behavior: 'instant' })")
	tab.Wait(heard("ready", "m.id === 'second'"), time.Minute)
	second := tab.Frame("hide=")
	second.Ready()
	if got := lab.Eval[string](second, "[document.documentElement.dataset.hide, document.documentElement.dataset.theme, getComputedStyle(document.querySelector('.brief')).display, location.hash].join(' | ')"); got != "brief panel | dark | none | #m=2&reconcile=5m" {
		t.Errorf("the second lab: %s", got)
	}
	if by := scrolls(tab, second, frameOf("second"), "#stage"); by < 100 {
		t.Errorf("the wheel over the second picture scrolls the article by %g", by)
	}
	second.Wait(fmt.Sprintf("(localStorage.getItem(%q) ?? '').includes('subscribe')", storageKey), 10*time.Second) // it was given the stars

	// An ordinary link shows something in the first.
	tab.Run("heard.length = 0; document.getElementById('show').scrollIntoView({ block: 'center', behavior: 'instant' })")
	tab.Click("#show")
	tab.Wait(heard("progress", "m.id === 'first' && m.at === 5400000 && !m.playing"), 10*time.Second)
	if lab.Eval[bool](tab, heard("progress", "m.id === 'second'")) {
		t.Error("what is said to one lab is heard by the other")
	}
	if hash := lab.Eval[string](tab, "location.hash"); hash != "" {
		t.Errorf("the link leads to %s as well", hash)
	}
	if got := tab.Focused(); !strings.Contains(got, "#show") {
		t.Errorf("the focus is on %s", got)
	}

	tab.Reload()
	if one := tab.Text("#one"); !strings.Contains(one, "3 of 3 stars") {
		t.Errorf("after a reload there are %q", one)
	}
	tab.Navigate(site + "hub.html") // the hub of the article's own site
	if all := tab.Text("#lab"); !strings.Contains(all, fmt.Sprintf("3 of %d stars", missions.Stars*len(missions.All))) {
		t.Errorf("the hub of the article's site shows %q", all)
	}
}

// TestArticleByThumb reads an article on a phone: a finger over the picture scrolls the article, along it pans the picture, and
// the picture is there while a control further down is changed.
func TestArticleByThumb(t *testing.T) {
	tab := lab.Open(t, articles(t, site.URL, ""), lab.Options{Width: 390, Height: 844, Mobile: true, ReducedMotion: true, Before: listening})
	tab.Wait(heard("ready", "m.id === 'first'"), time.Minute)
	frame, holder := tab.Frame("/embed/#m=1"), frameOf("first")
	frame.Ready()
	frame.Run("document.querySelector('#predict [data-do=skip]').click()")
	show := func(selector string) (x, y float64) {
		_, y = tab.In(frame, holder, selector)
		tab.Run(fmt.Sprintf("scrollBy({ top: %g - innerHeight / 2, behavior: 'instant' })", y))
		return tab.Still(frame, holder, selector)
	}
	x, y := show("#stage")
	from := lab.Eval[float64](tab, "scrollY")
	tab.Drag(x, y, 0, -200, true)
	time.Sleep(500 * time.Millisecond)
	if moved := lab.Eval[float64](tab, "scrollY") - from; moved < 100 {
		t.Errorf("a finger drawn upwards over the picture scrolls the article by %g", moved)
	}

	frame.Run("document.getElementById('zoomin').click(); document.getElementById('zoomin').click()")
	at := func(x, y float64) int { // the instant under a point of the axis
		tab.ClickAt(x, y)
		return second(frame)
	}
	x, y = show("#stage")
	top := y - lab.Eval[float64](frame, "document.getElementById('stage').clientHeight / 2") + 8
	before := at(x, top)
	tab.Drag(x+20, y+40, 90, 0, true)
	if after := at(x, top); after >= before {
		t.Errorf("a finger drawn to the right leaves the instant %d s under its point, which was %d s", after, before)
	}

	x, y = show("#key-drop")
	frame.Wait("parseInt(document.getElementById('picture').style.translate.split(' ')[1]) > 0", 5*time.Second)
	tab.Settle()
	_, middle := tab.Still(frame, holder, "#stage")
	half := lab.Eval[float64](frame, "document.getElementById('stage').clientHeight / 2")
	if middle-half < -1 || middle+half > y {
		t.Errorf("the picture is from %g to %g, the control at %g", middle-half, middle+half, y)
	}
	tab.Run("scrollTo({ top: 0, behavior: 'instant' })")
	frame.Wait("document.getElementById('picture').style.translate === '0px'", 5*time.Second)
}

// TestArticleKeyboard goes through an article by Tab, into the lab and out again, both ways.
func TestArticleKeyboard(t *testing.T) {
	tab := lab.Open(t, articles(t, site.URL, ""), lab.Options{Width: 1000, Height: 800, Before: listening})
	tab.Wait(heard("ready", "m.id === 'first'"), time.Minute)
	tab.Run("document.getElementById('search').focus()")
	const where = "document.activeElement.id"
	at := func() (id string) { // the focus goes from one process to another: for a while it is nowhere
		for range 40 {
			tab.Settle()
			if id = lab.Eval[string](tab, where); id != "" {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		return id
	}
	within := 0
	for range 90 {
		tab.Press("Tab")
		if at() != "first" {
			break
		}
		within++
	}
	if got := lab.Eval[string](tab, where); within < 15 || got != "show" {
		t.Fatalf("Tab makes %d stops in the lab and leads to %q", within, got)
	}
	back := 0
	for range 90 {
		tab.Press("Shift+Tab")
		if at() != "first" {
			break
		}
		back++
	}
	if got := lab.Eval[string](tab, where); back < 15 || got != "search" {
		t.Errorf("Shift+Tab makes %d stops in the lab and leads to %q", back, got)
	}
}

// TestArticleWithoutStorage: where neither the article nor the frame may store anything, stars last for the visit.
func TestArticleWithoutStorage(t *testing.T) {
	tab := lab.Open(t, articles(t, site.URL, ""), lab.Options{Width: 1000, Height: 800,
		Before: listening + "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } });"})
	tab.Wait(heard("ready", "m.id === 'first'"), time.Minute)
	tab.Click("#show")
	tab.Wait("document.getElementById('one').textContent.includes('3 of 3 stars')", 30*time.Second)
}

// TestFrameByHand writes to a lab in a sandboxed frame, without embed.js, what a host should say and what none should.
func TestFrameByHand(t *testing.T) {
	tab := lab.Open(t, articles(t, site.URL, `sandbox="allow-scripts"`)+"plain.html", lab.Options{Width: 1000, Height: 800})
	tab.Wait("heard.some(m => m.type === 'ready' && m.origin === 'null')", time.Minute)
	frame := tab.Frame("/embed/")
	frame.Ready()
	frame.Wait("document.getElementById('notices').textContent.includes('there is no part \"nothing\"')", 5*time.Second)
	if words := frame.Text("#storage"); !strings.HasPrefix(words, "Stars are not saved here") {
		t.Errorf("in a sandbox, which has no storage, the page says %q", words)
	}
	time.Sleep(500 * time.Millisecond) // the other frame has been writing all the time
	for _, kind := range lab.Eval[[]string](tab, "heard.map(m => m.type)") {
		if kind != "ready" && kind != "height" {
			t.Errorf("before the host has spoken the lab says %s", kind)
		}
	}
	tab.Run(`const long = 'x'.repeat(3e6), deep = {}; let d = deep; for (let i = 0; i < 1000; i++) d = d.d = {};
		for (const m of [null, 1, long, 1n, [], new Date(), new Map(), new ArrayBuffer(8), { a2aLab: 1n }, { a2aLab: '1' }, { a2aLab: 2, type: 'load', setting: 'm=3' },
			{ a2aLab: 1 }, { a2aLab: 1, type: long }, { a2aLab: 1, type: 1n }, { a2aLab: 1, type: ['load'], setting: 'm=3' }, { a2aLab: 1, type: '__proto__' },
			{ a2aLab: 1, type: 'load', setting: long }, { a2aLab: 1, type: 'load', setting: 10n ** 50n }, { a2aLab: 1, type: 'load', setting: deep },
			{ a2aLab: 1, type: 'seek', at: -0.5e308 }, { a2aLab: 1, type: 'seek', at: NaN }, { a2aLab: 1, type: 'select', task: 1e9 },
			{ a2aLab: 1, type: 'theme', theme: '"><img src=x onerror=alert(1)>' }, { a2aLab: 1, type: 'stars', text: long },
			{ a2aLab: 1, type: 'stars', text: '{"version":1,"missions":{"__proto__":{"stars":9}}}' }]) say(m);`)
	tab.Wait("heard.filter(m => m.type === 'error').length >= 12", 20*time.Second)
	if got := lab.Eval[string](frame, "location.hash + document.documentElement.dataset.theme"); got != "#m=1dark" {
		t.Errorf("after nonsense the lab shows %s", got)
	}
	tab.Run(`setTimeout(() => { heard.length = 0; say({ a2aLab: 1, type: 'theme', theme: 'light' }); say({ a2aLab: 1, type: 'load', setting: 'm=1&drop=subscribe' }) }, 1100)`) // nonsense counts, too
	tab.Wait("heard.some(m => m.type === 'result' && m.stars === 3)", 30*time.Second)
	tab.Wait(`heard.some(m => m.type === 'stars' && m.seen.includes('__proto__') && JSON.parse(m.text).missions['1'].stars === 3)`, 10*time.Second)
	if got := lab.Eval[string](frame, "document.documentElement.dataset.theme"); got != "light" {
		t.Errorf("the theme is %q, want light", got)
	}

	// Out of view time stands still, and goes on in view.
	frame.Run("document.getElementById('play').click()") // a seek has stopped it
	frame.Wait("document.getElementById('play').dataset.playing", 5*time.Second)
	tab.Run("document.getElementById('lab').style.marginTop = '3000px'")
	tab.Settle()
	time.Sleep(300 * time.Millisecond)
	const now = "document.getElementById('now').textContent"
	at := lab.Eval[string](frame, now)
	time.Sleep(700 * time.Millisecond)
	if later := lab.Eval[string](frame, now); later != at {
		t.Errorf("out of view it plays on, from %s to %s", at, later)
	}
	tab.Run("document.getElementById('lab').style.marginTop = ''")
	frame.Wait(now+fmt.Sprintf(" !== %q", at), 10*time.Second)
}
