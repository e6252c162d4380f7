package browsertests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// everyFailure is the sandbox with every failure: the setting with the largest map.
const everyFailure = "m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h"

// sliced is JavaScript to run before the page's: it keeps how long the longest task of the program's own is, be it a timer, a
// frame or the handling of an event, and what the browser itself calls long tasks.
const sliced = `
	window.longest = 0;
	window.longTasks = [];
	const measured = f => (...args) => {
		const from = performance.now();
		try { return f(...args) } finally { longest = Math.max(longest, performance.now() - from) }
	};
	const later = setTimeout.bind(window), frame = requestAnimationFrame.bind(window), listen = EventTarget.prototype.addEventListener;
	window.setTimeout = (f, t) => later(measured(f), t);
	window.requestAnimationFrame = f => frame(measured(f));
	EventTarget.prototype.addEventListener = function(type, f, o) { return listen.call(this, type, typeof f === 'function' ? measured(f) : f, o) };
	new PerformanceObserver(list => longTasks.push(...list.getEntries().map(e => e.duration))).observe({type: 'longtask'});`

// makeMap opens the map and waits until it is done. It returns how long that took, and the longest of the program's tasks
// meanwhile, both in milliseconds.
func makeMap(tab *lab.Tab) (total, longest float64) {
	t := lab.Eval[[2]float64](tab, `(async () => {
		longest = 0;
		longTasks = [];
		const work = document.getElementById('mapwork'), from = performance.now();
		const done = new Promise(done => new MutationObserver(() => work.hidden && done()).observe(work, {attributes: true}));
		document.getElementById('map').click();
		await done;
		return [performance.now() - from, longest];
	})()`)
	return t[0], t[1]
}

// TestMap opens the strategy map of the sandbox, waits until it is done, goes to a setting of the front, applies it with the
// mouse, and finds it in the controls and the address.
func TestMap(t *testing.T) {
	tab := opened(t, "#"+everyFailure, lab.Options{Width: 1440, Height: 900, ReducedMotion: true, Before: sliced})
	tab.Settle()
	const limit = 50 // milliseconds: what the browser calls a long task
	const tries = 4  // other programs can take the processor away in mid-task: one map without that is enough
	for try := 1; ; try++ {
		total, longest := makeMap(tab)
		t.Logf("the map took %.0f ms, the longest task of ours %.1f ms; the browser's long tasks: %v", total, longest, lab.Eval[[]float64](tab, "longTasks"))
		if longest <= limit {
			break
		}
		if try == tries {
			t.Errorf("a task of ours took %.1f ms, and was as long in each of %d maps", longest, tries)
			break
		}
		tab.Click("#map")
		tab.Run(setByScript("day", fmt.Sprint(1+try))) // another day, another map
		tab.Run(setByScript("day", "1"))
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
