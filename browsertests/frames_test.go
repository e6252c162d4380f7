package browsertests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// second is where the play head is, in seconds of the run.
func second(tab *lab.Tab) int {
	return lab.Eval[int](tab, "document.getElementById('seek').valueAsNumber")
}

// still is how long nothing may be drawn while nothing happens.
const still = 2 * time.Second

// TestFramesOnDemand counts frames: none while nothing happens, one for a change, many while it plays, none at its end.
func TestFramesOnDemand(t *testing.T) {
	tab := opened(t, "#m=1&drop=giveup", lab.Options{ReducedMotion: true})
	frames := func() int { return lab.Eval[int](tab, "lab.frames()") }
	settled := func() { // a slow machine draws late
		for same, before, rounds := 0, -1, 0; same < 3 && rounds < 20; rounds++ {
			if n := frames(); n != before {
				same, before = 0, n
			} else {
				same++
			}
			time.Sleep(700 * time.Millisecond)
		}
	}
	idle := func(when string) {
		t.Helper()
		settled()
		before := frames()
		time.Sleep(still)
		if n := frames() - before; n != 0 {
			t.Errorf("%s: %d frames in %v", when, n, still)
		}
	}
	idle("after the start")
	before := frames()
	tab.Run(setByScript("drop", "resend"))
	tab.Wait(fmt.Sprintf("lab.frames() > %d", before), 5*time.Second)
	settled()
	if n := frames() - before; n > 1 {
		t.Errorf("a change was drawn in %d frames, want one", n)
	}
	idle("after a change")
	tab.Emulate(lab.Options{Width: 1100, Height: 720})
	tab.Run("document.getElementById('speed').value = '4'; document.getElementById('speed').dispatchEvent(new Event('change', {bubbles: true}))")
	before = frames()
	tab.Click("#play")
	tab.Wait("document.getElementById('now').textContent === '3:30:00' && !document.getElementById('play').dataset.playing", 20*time.Second)
	if n := frames() - before; n < 10 {
		t.Errorf("the run played in %d frames", n)
	}
	idle("after the end")
}

// TestOneFrame changes a control and looks whether the very next frame shows it.
func TestOneFrame(t *testing.T) {
	tab := opened(t, "#m=1", lab.Options{ReducedMotion: true, Before: "window.ask = requestAnimationFrame.bind(window)"})
	tab.Click("#predict [data-do=skip]")
	tab.Settle()
	for _, value := range []string{"subscribe", "giveup", "resend"} {
		late := lab.Eval[int](tab, `(async () => {
			const before = lab.frames();
			`+setByScript("drop", value)+`
			for (let late = 0; ; late++) { // the lab's own request for a frame came before this one
				await new Promise(window.ask);
				if (lab.frames() > before) return late;
			}
		})()`)
		if late > 1 {
			t.Errorf("%s: the new picture came %d frames late", value, late)
		}
		if got, want := lab.Eval[string](tab, "lab.hash()"), hashOf(t, "m=1&drop="+value); got != want {
			t.Errorf("%s: the picture is of the run %s, want %s", value, got, want)
		}
	}
}

// TestHiddenMidPlay hides the tab while it plays, and freezes it: the run waits, says why, and does not leap.
func TestHiddenMidPlay(t *testing.T) {
	tab := opened(t, "#m=1&drop=subscribe", lab.Options{})
	const frameMost, speed = 0.1, 600 // what one frame may stand for, in seconds; the usual speed
	tab.Wait("document.getElementById('seek').valueAsNumber > 100", 10*time.Second)
	tab.Open("about:blank", lab.Options{})
	tab.Wait("document.hidden", 5*time.Second)
	at := second(tab)
	time.Sleep(3 * time.Second)
	tab.Front()
	tab.Wait("!document.hidden", 5*time.Second)
	time.Sleep(300 * time.Millisecond)
	if now := second(tab); now > at+frameMost*speed {
		t.Errorf("the head went from second %d to %d while the tab was hidden", at, now)
	}
	if said := tab.Text("#pause"); said != "Paused while this tab was hidden." {
		t.Errorf("after hiding the page says %q", said)
	}

	// Frozen and thawed, as phones do to tabs.
	tab.Click("#play")
	if said := tab.Text("#pause"); said != "" {
		t.Errorf("it plays again and the page says %q", said)
	}
	for _, state := range []page.SetWebLifecycleStateState{page.SetWebLifecycleStateStateFrozen, page.SetWebLifecycleStateStateActive} {
		at = second(tab)
		if _, err := chromedp.Call(tab.Context(), page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state}); err != nil {
			t.Fatal(err)
		}
		if state == page.SetWebLifecycleStateStateFrozen {
			time.Sleep(2 * time.Second)
		}
	}
	if now := second(tab); now > at+speed { // a second of play at the most since it thawed
		t.Errorf("the head went from second %d to %d over a freeze", at, now)
	}

	// A storm of resize events is no time.
	from := lab.Eval[[]float64](tab, "[performance.now(), document.getElementById('seek').valueAsNumber]")
	lab.Eval[bool](tab, `(async () => {
		for (let i = 0; i < 100; i++) { dispatchEvent(new Event('resize')); await new Promise(done => setTimeout(done, 5)) }
		return true;
	})()`)
	to := lab.Eval[[]float64](tab, "[performance.now(), document.getElementById('seek').valueAsNumber]")
	if life, run := (to[0]-from[0])/1000, to[1]-from[1]; run > (life+frameMost)*speed+1 {
		t.Errorf("with 100 resize events %.2f s of life were %.0f s of the run, at speed %d", life, run, speed)
	}
}

// axisPoint is a point of the stage's axis, which is no task's, in the viewport, once the stage is wholly in view.
func axisPoint(tab *lab.Tab) (x, y float64) {
	p := lab.Eval[[]float64](tab, `(() => {
		const stage = document.getElementById('stage');
		stage.scrollIntoView({block: 'start', behavior: 'instant'});
		const b = stage.getBoundingClientRect();
		return [b.x + b.width * 0.6, b.y + 8];
	})()`)
	return p[0], p[1]
}

// TestWheel turns the wheel over the stage: it is the page's until the reader has clicked into the stage, and again after Escape.
func TestWheel(t *testing.T) {
	tab := opened(t, "#m=1&drop=subscribe", lab.Options{Width: 820, Height: 700, ReducedMotion: true})
	x, y := axisPoint(tab)
	y += 100
	scrolled := func() float64 { return lab.Eval[float64](tab, "scrollY") }
	zoomed := func() bool { return !lab.Eval[bool](tab, "document.getElementById('fit').disabled") }
	turn := func(by float64) (scroll float64, zoom bool) {
		before := scrolled()
		tab.Wheel(x, y, by)
		time.Sleep(500 * time.Millisecond)
		return scrolled() - before, zoomed()
	}
	if scroll, zoom := turn(120); scroll < 60 || zoom {
		t.Errorf("before a click the wheel scrolls by %.0f, zooms: %v", scroll, zoom)
	}
	axisPoint(tab)
	tab.ClickAt(x, y)
	if scroll, zoom := turn(-120); scroll != 0 || !zoom {
		t.Errorf("after a click the wheel scrolls by %.0f, zooms: %v", scroll, zoom)
	}
	if scroll, zoom := turn(120); scroll != 0 || zoom {
		t.Errorf("back the wheel scrolls by %.0f, leaves zoomed: %v", scroll, zoom)
	}
	if lab.Eval[bool](tab, `(() => {
		const e = new WheelEvent('wheel', {deltaY: -100, ctrlKey: true, bubbles: true, cancelable: true});
		document.getElementById('stage').dispatchEvent(e);
		return e.defaultPrevented;
	})()`) || zoomed() {
		t.Error("the lab takes Ctrl and the wheel from the browser")
	}
	tab.Press("Escape")
	if scroll, zoom := turn(120); scroll < 60 || zoom {
		t.Errorf("after Escape the wheel scrolls by %.0f, zooms: %v", scroll, zoom)
	}
}

// TestDrag drags sideways, which pans where it is zoomed and moves the head on the axis; and downwards by finger, which scrolls.
func TestDrag(t *testing.T) {
	tab := opened(t, "#m=1&drop=subscribe", lab.Options{Width: 820, Height: 700, ReducedMotion: true})
	tab.Run("const seek = document.getElementById('seek'); seek.value = 6000; seek.dispatchEvent(new Event('input', {bubbles: true}))")
	for range 3 {
		tab.Click("#zoomin")
	}
	x, y := axisPoint(tab)
	timeAt := func() int {
		tab.ClickAt(x, y)
		return second(tab)
	}
	before := timeAt()
	tab.Drag(x-200, y+150, 120, 0, false) // away from the head, which can be dragged itself
	if after := timeAt(); after >= before-200 {
		t.Errorf("dragged to the right, the same point was second %d and is %d", before, after)
	}
	tab.Drag(x, y, -100, 0, false)
	if after := second(tab); after >= timeAt() {
		t.Errorf("the head was not dragged along the axis: second %d", after)
	}

	phone := opened(t, "#m=1&drop=subscribe", lab.Options{Width: 390, Height: 844, Mobile: true, ReducedMotion: true})
	x, y = axisPoint(phone)
	start := lab.Eval[float64](phone, "scrollY")
	phone.Drag(x, y+250, 0, -200, true)
	time.Sleep(500 * time.Millisecond)
	if moved := lab.Eval[float64](phone, "scrollY") - start; moved < 100 {
		t.Errorf("a finger drawn upwards over the stage scrolled by %.0f", moved)
	}
	at := second(phone)
	phone.Run("scrollTo({top: 0, behavior: 'instant'})")
	x, y = axisPoint(phone)
	phone.Drag(x, y, -100, 0, true)
	if now := second(phone); now >= at {
		t.Errorf("a finger drawn along the axis left the head at second %d", now)
	}
	phone.Spread(195, y+150)
	phone.Wait("visualViewport.scale > 1.5", 5*time.Second) // as everywhere: the page is zoomed, not the picture
}

// TestGraphicsLost takes the graphics away in mid-play: words say so, the setting stays and the rest works on.
func TestGraphicsLost(t *testing.T) {
	tab := opened(t, "#m=1&drop=giveup", lab.Options{Expect: []string{"WebGL", "GL_INVALID", "GL ERROR"}})
	tab.Run(`window.mark = 'same page'; document.querySelector('#stage canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`)
	tab.Wait("!document.getElementById('nopicture').hidden", 5*time.Second)
	if said := tab.Text("#nopicture"); !strings.Contains(said, "graphics were lost") || !strings.Contains(said, "Reload") {
		t.Errorf("the page says %q", said)
	}
	tab.Run(setByScript("drop", "subscribe"))
	runs(t, tab, "m=1&drop=subscribe")
	tab.Wait("document.getElementById('stars-1').textContent === '★★★'", 20*time.Second)
	tab.Click("#reload")
	tab.Wait("window.mark === undefined && document.documentElement.dataset.lab === 'ready'", 30*time.Second)
	runs(t, tab, "m=1&drop=subscribe")
	if !lab.Eval[bool](tab, "document.getElementById('nopicture').hidden") || tab.Text("#stars-1") != "★★★" {
		t.Error("after the reload the picture or the stars are missing")
	}
}

// TestPlayWithoutWebGL plays mission 1 on the table, to three stars.
func TestPlayWithoutWebGL(t *testing.T) {
	tab := opened(t, "", lab.Options{NoWebGL: true})
	if said := tab.Text("#nopicture"); !strings.Contains(said, "no WebGL 2") {
		t.Errorf("the page says %q", said)
	}
	if n := lab.Eval[int](tab, "document.querySelectorAll('#rows tr').length"); n != 0 {
		t.Errorf("the table has %d rows before the question is answered", n)
	}
	tab.Click("#guess-3")
	tab.Wait("document.querySelectorAll('#rows tr').length === 16", 5*time.Second)
	tab.Wait("document.getElementById('now').textContent > '0:02:00'", 10*time.Second) // it plays, on the table
	tab.Click("#dense")
	tab.Wait("document.querySelectorAll('#rows tr').length === 240", 5*time.Second)
	tab.Click("#dense")
	tab.Click("#rows tr:nth-child(3) button")
	if title := tab.Text("#storytitle"); !strings.HasPrefix(title, "Task #") {
		t.Errorf("a task of the table was chosen and the story's title is %q", title)
	}
	tab.Choose("#key-drop", "subscribe")
	tab.Wait("document.getElementById('proof').textContent.startsWith('★★★')", 20*time.Second)
	tab.Reload()
	tab.Ready()
	if stars := tab.Text("#stars-1"); stars != "★★★" {
		t.Errorf("after a reload the header shows %s", stars)
	}
}

// TestPictureStays: whatever a control does to goals, proof and numbers, the picture keeps its place and size, so that
// the eye can compare it, and the change costs one frame and no new canvas.
func TestPictureStays(t *testing.T) {
	for _, c := range []struct {
		mission       string
		width, height int64
	}{{"1", 1440, 900}, {"4", 1440, 900}, {"5", 1440, 900}, {"6", 1440, 900}, {"1", 1100, 720}, {"6", 1100, 800}, {"4", 1280, 720}} {
		mission := c.mission
		tab := opened(t, "#m="+mission, lab.Options{Width: c.width, Height: c.height, ReducedMotion: true})
		tab.Click("#predict [data-do=skip]")
		tab.Settle()
		places := lab.Eval[map[string]string](tab, `(async () => {
			const stage = document.getElementById('stage'), places = {};
			const look = async what => {
				await new Promise(done => setTimeout(done, 100)); // the proof comes a little later
				const box = stage.getBoundingClientRect();
				places[box.y + ' ' + box.height] ??= what;
			};
			await look('the start');
			for (const control of document.querySelectorAll('.panel [id^=key-]')) {
				if (control.disabled || !control.checkVisibility()) continue;
				for (const option of control.options ?? ['']) {
					if (option.hidden) continue;
					if (option) control.value = option.value; else control.checked = !control.checked;
					control.dispatchEvent(new Event('change', {bubbles: true}));
					await look(control.id + ' ' + (option.value ?? ''));
				}
			}
			return places;
		})()`)
		if len(places) != 1 {
			t.Errorf("mission %s: the picture moves; its top and height at the first setting that shows each: %v", mission, places)
		}
	}
}
