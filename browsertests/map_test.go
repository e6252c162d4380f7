package browsertests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// everyFailure is the sandbox with every failure: the setting with the largest map.
const everyFailure = "m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h"

// sliced is JavaScript to run before the page's: it counts the program's own tasks, be they timers, messages, frames or the handling of
// events, and keeps how long the longest of them is.
const sliced = `
	window.tasks = 0;
	window.longest = 0;
	const measured = f => (...args) => {
		const from = performance.now();
		try { return f(...args) } finally { tasks++; longest = Math.max(longest, performance.now() - from) }
	};
	const later = setTimeout.bind(window), frame = requestAnimationFrame.bind(window), listen = EventTarget.prototype.addEventListener;
	window.setTimeout = (f, t) => later(measured(f), t);
	window.requestAnimationFrame = f => frame(measured(f));
	EventTarget.prototype.addEventListener = function(type, f, o) { return listen.call(this, type, typeof f === 'function' ? measured(f) : f, o) };`

// aMap is how a map was made.
type aMap struct {
	Total   float64  // from the click on the button until everything was known, in milliseconds by the clock
	Longest float64  // the longest of the program's tasks, in milliseconds by the clock
	Tasks   int      // of the program
	Frames  int      // drawn meanwhile
	Said    []string // of how far it was, each sentence that was shown
	CPU     float64  // the processor's time for the program's work, in milliseconds
}

// makeMap opens the map and waits until it is done.
func makeMap(t testing.TB, tab *lab.Tab) aMap {
	t.Helper()
	if _, err := chromedp.Call(tab.Context(), performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		t.Fatal(err)
	}
	before := scripted(t, tab)
	m := lab.Eval[aMap](tab, `(async () => {
		longest = tasks = 0;
		const said = new Set(), count = document.getElementById('mapcount'), drawn = lab.frames();
		new MutationObserver(() => said.add(count.textContent)).observe(count, {childList: true, characterData: true, subtree: true});
		const work = document.getElementById('mapwork'), from = performance.now();
		const done = new Promise(done => new MutationObserver(() => work.hidden && done()).observe(work, {attributes: true}));
		document.getElementById('map').click();
		await done;
		return {Total: performance.now() - from, Longest: longest, Tasks: tasks, Frames: lab.frames() - drawn, Said: [...said]};
	})()`)
	m.CPU = scripted(t, tab) - before
	return m
}

// rested opens the largest map's setting as a visitor's first page, and gives the browser the time that a visitor needs to find the map's
// button: right after a page has come, both processors still compile, store and draw it.
func rested(t testing.TB) *lab.Tab {
	t.Helper()
	tab := opened(t, "#"+everyFailure, lab.Options{Width: 1440, Height: 900, ReducedMotion: true, Before: sliced})
	tab.Settle()
	time.Sleep(2500 * time.Millisecond)
	return tab
}

// TestMap opens the strategy map of the sandbox, waits until it is done, goes to a setting of the front, applies it with the
// mouse, and finds it in the controls and the address. How long the map takes by the clock is BenchmarkMap's; here its work is judged by
// the processor's time, which other programs do not change much, and by how it is cut up.
func TestMap(t *testing.T) {
	tab := rested(t)
	m := makeMap(t, tab)
	t.Logf("the first map took %.0f ms, %.0f of them the processor's; the longest of %d tasks %.1f ms; %d frames", m.Total, m.CPU, m.Tasks, m.Longest, m.Frames)
	const most, task = 1500, 50 // milliseconds
	if m.CPU > most {
		t.Errorf("the map took %.0f ms of the processor's time", m.CPU)
	}
	if mean := m.CPU / float64(m.Tasks); mean > task/2 {
		t.Errorf("the map was made in %d tasks: %.0f ms each, on average", m.Tasks, mean)
	}
	if m.Frames < 2 || len(m.Said) < 4 {
		t.Errorf("while the map was made %d frames were drawn and the page said %q", m.Frames, m.Said)
	}
	tab.Wait("document.getElementById('say').textContent.includes('settings tried')", 5*time.Second)

	tab.Run("document.getElementById('strategies').open = true")
	tab.Wait("document.querySelectorAll('#strategyrows tr').length > 8", 5*time.Second)
	if first := tab.Text("#strategyrows tr:nth-of-type(1) th"); !strings.HasPrefix(first, "You are here: Push") {
		t.Errorf("the table begins with %q", first)
	}

	// The mouse finds the setting that the keys have chosen, at the place that the tip is beside.
	tab.Run("document.getElementById('stage').focus()")
	for range 3 {
		tab.Press("ArrowRight")
	}
	const name = "Push, 6 webhook retries; reconcile every 30 min with ListTasks; resubmit lost tasks; idempotent handler."
	if tip := tab.Text("#tip"); !strings.HasPrefix(tip, name) {
		t.Fatalf("the third of the front is %q", tip)
	}
	p := lab.Eval[[2]float64](tab, `(() => {
		const stage = document.getElementById('stage').getBoundingClientRect(), tip = document.getElementById('tip').style;
		const px = (start, end, from, to, gap) => start ? from + parseFloat(start) - gap : to - parseFloat(end) + gap;
		return [px(tip.left, tip.right, stage.left, stage.right, 14), px(tip.top, tip.bottom, stage.top, stage.bottom, 12)];
	})()`)
	tab.Press("Escape")
	if hidden := lab.Eval[bool](tab, "document.getElementById('tip').hidden"); !hidden {
		t.Error("Escape leaves the tip")
	}
	_, err := chromedp.Call(tab.Context(), input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: p[0], Y: p[1]})
	if tip := tab.Text("#tip"); err != nil || !strings.HasPrefix(tip, name) || !strings.Contains(tip, "Click to apply") {
		t.Fatalf("the pointer is on %q (%v)", tip, err)
	}
	tab.ClickAt(p[0], p[1])
	tab.Wait(fmt.Sprintf("location.hash === '#%s'", "m=sandbox&reconcile=30m&by=list&lost=resubmit&idempotent=on&retries=6&flaps=8m&outage=12m&acks=0.2&restart=1h"), 10*time.Second)
	if got := lab.Eval[string](tab, "document.getElementById('key-reconcile').value + document.getElementById('key-by').value + document.getElementById('key-retries').value"); got != "30mlist6" {
		t.Errorf("the controls show %s", got)
	}
	if unknown := tab.Text("#score-unknown"); unknown != "0" {
		t.Errorf("with the setting %s outcomes are never learned", unknown)
	}
	tab.Click("#strategyrows tr:nth-of-type(2) button")
	tab.Wait("location.hash.includes('reconcile=1h')", 10*time.Second)
	tab.Click("#undo")
	tab.Click("#undo")
	tab.Wait(fmt.Sprintf("location.hash === '#%s'", everyFailure), 10*time.Second)
	tab.Click("#map")
	tab.Click("#play")
}

// TestMapStops cancels the map in mid-work and goes on with it.
func TestMapStops(t *testing.T) {
	tab := opened(t, "#"+everyFailure, lab.Options{Width: 390, Height: 844, Mobile: true, ReducedMotion: true})
	tab.Run("document.getElementById('map').click(); document.getElementById('mapcancel').click()")
	said := tab.Text("#mapcount")
	time.Sleep(500 * time.Millisecond)
	if now := tab.Text("#mapcount"); now != said || !strings.HasSuffix(now, "stopped") {
		t.Errorf("after Cancel the page said %q and then %q", said, now)
	}
	tab.Click("#mapgo")
	tab.Wait("document.getElementById('mapwork').hidden", 20*time.Second)
}
