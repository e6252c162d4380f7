package browsertests

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
	"a2alab/missions"
)

// opened opens the lab with a setting in the address, and waits until it runs. The screen is small, if nothing else is
// said, for pixels are drawn in software.
func opened(t lab.T, fragment string, o lab.Options) *lab.Tab {
	t.Helper()
	if o.Width == 0 {
		o.Width, o.Height = 1100, 720
	}
	tab := lab.Open(t, site.URL+fragment, o)
	tab.Ready()
	return tab
}

// storageKey is where the page keeps the stars: for good, since readers' browsers hold them under this name.
const storageKey = "a2a-task-lab"

// kept is what the page keeps in localStorage, as ui.Progress.Text documents it.
type kept struct {
	Version  int
	Missions map[string]struct {
		Stars   int
		Cost    float64
		Setting string
	}
	Page struct {
		Theme string
		Speed int
	}
}

func stored(t *testing.T, tab *lab.Tab) kept {
	t.Helper()
	var k kept
	text := lab.Eval[string](tab, fmt.Sprintf("localStorage.getItem(%q) ?? '{}'", storageKey))
	if err := json.Unmarshal([]byte(text), &k); err != nil {
		t.Fatalf("what is stored is no JSON: %v\n%s", err, text)
	}
	return k
}

// goals are the texts and tones of the goals that the page shows.
func goals(tab *lab.Tab) string {
	return lab.Eval[string](tab, `[...document.querySelectorAll('#goals li:not([hidden])')].map(g => g.dataset.tone).join(' ')`)
}

// TestPlay plays each mission from its broken start to three stars with the mouse, and finds the stars again after a reload.
func TestPlay(t *testing.T) {
	type step struct{ key, value string }
	for _, m := range []struct {
		mission string
		steps   []step
		answer  bool
		before  string // the tones of the goals at the broken start
	}{
		{"1", []step{{"drop", "subscribe"}}, true, "bad bad bad bad"},
		{"2", []step{{"reconcile", "5m"}, {"by", "list"}}, false, "bad good bad bad"},
		{"3", []step{{"lost", "resubmit"}, {"reconcile", "30m"}}, true, "bad bad good"},
		{"4", []step{{"hears", "push"}, {"reconcile", "10m"}, {"idempotent", "on"}}, false, "good good good good bad bad bad good"},
		{"5", []step{{"hears", "push"}}, true, "bad bad bad bad bad good"},
		{"6", []step{{"verify", "on"}, {"reconcile", "10m"}, {"by", "list"}, {"idempotent", "on"}}, true, "bad bad bad bad bad good"},
	} {
		t.Run("mission "+m.mission, func(t *testing.T) {
			tab := opened(t, "", lab.Options{})
			if m.mission != "1" {
				tab.Click("#start-" + m.mission)
			}
			tab.Wait("!document.getElementById('predict').hidden", 5*time.Second)
			if !lab.Eval[bool](tab, "document.getElementById('goals').hidden") {
				t.Error("the goals are shown before the prediction")
			}
			if score := tab.Text("#score-requests"); score != "?" {
				t.Errorf("requests per task are %q before the prediction, want ?", score)
			}
			if m.answer {
				tab.Click("#guess-1")
				if said := tab.Text("#outcome"); !strings.HasPrefix(said, "You said: about ") {
					t.Errorf("after the answer the page says %q", said)
				}
			} else {
				tab.Click("#predict [data-do=skip]")
				if said := tab.Text("#outcome"); said != "" {
					t.Errorf("the prediction was skipped and the page says %q", said)
				}
			}
			tab.Wait("document.getElementById('play').dataset.playing && document.getElementById('now').textContent > '0:01:00'", 10*time.Second)
			if got := goals(tab); got != m.before {
				t.Errorf("goals at the start: %s, want %s", got, m.before)
			}
			if said := tab.Text("#proof"); !strings.HasPrefix(said, "The first star:") {
				t.Errorf("of the broken client the page says %q", said)
			}
			for _, s := range m.steps {
				switch s.key {
				case "hears":
					tab.Click("label:has(#key-hears-" + s.value + ")")
				case "idempotent", "verify":
					tab.Click("#key-" + s.key)
				default:
					tab.Choose("#key-"+s.key, s.value)
				}
			}
			tab.Wait("document.getElementById('proof').textContent.startsWith('★★★ Held on 20 of 20')", 20*time.Second)
			if got := goals(tab); strings.Contains(got, "bad") {
				t.Errorf("three stars with the goals %s", got)
			}
			tab.Click("#debriefbutton")
			tab.Wait("document.getElementById('par').textContent", 5*time.Second) // the last that the program writes
			debrief := tab.Text("#debrief")
			for _, want := range []string{missions.Find(m.mission).Debrief, "3 of 3 stars", "20 of 20 other days", "Par is"} {
				if !strings.Contains(debrief, want) {
					t.Errorf("the debrief does not say %q but\n%s", want, debrief)
				}
			}
			if n := lab.Eval[int](tab, "document.querySelectorAll('#debriefchanges tr').length"); n != len(m.steps) {
				t.Errorf("the debrief lists %d changes, want %d", n, len(m.steps))
			}
			tab.Press("Escape")
			tab.Wait("!document.getElementById('debrief').matches(':popover-open')", 3*time.Second)

			for _, when := range []string{"before", "after"} {
				if stars := tab.Text("#stars-" + m.mission); stars != "★★★" {
					t.Errorf("%s the reload the header shows %s", when, stars)
				}
				best := stored(t, tab).Missions[m.mission]
				if best.Stars != 3 || best.Cost <= 0 || !strings.HasPrefix(best.Setting, "m="+m.mission+"&") {
					t.Errorf("%s the reload there is stored: %+v", when, best)
				}
				if when == "before" {
					tab.Wait("location.hash === '#"+best.Setting+"'", 3*time.Second)
					tab.Reload()
					tab.Ready()
					if !lab.Eval[bool](tab, "document.getElementById('predict').hidden") {
						t.Error("the prediction is asked again of one who has the stars")
					}
				}
			}
		})
	}
}

// tabTo presses Tab until the focus is on the element, and counts the stops. A hundred stops mean that it cannot be reached.
func tabTo(t *testing.T, tab *lab.Tab, selector string) {
	t.Helper()
	for range 100 {
		tab.Press("Tab")
		if lab.Eval[bool](tab, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	t.Fatalf("Tab does not reach %s; the focus is on %s", selector, tab.Focused())
}

// TestKeyboardAlone plays mission 1 without a mouse, from the page's load to the debrief, and tries the picture's keys
// against what Help says of them.
func TestKeyboardAlone(t *testing.T) {
	tab := opened(t, "", lab.Options{Width: 1100, Height: 800})
	press := func(keys ...string) {
		for _, k := range keys {
			tab.Press(k)
		}
	}
	is := func(what, expression, want string) {
		t.Helper()
		if got := lab.Eval[string](tab, "String("+expression+")"); got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	ringed := func() {
		t.Helper()
		if !lab.Eval[bool](tab, `(e => e.matches(':focus-visible') && [e, e.parentElement].some(
			x => getComputedStyle(x).outlineStyle !== 'none' && parseFloat(getComputedStyle(x).outlineWidth) >= 2))(document.activeElement)`) {
			t.Errorf("no visible ring around %s", tab.Focused())
		}
	}

	tabTo(t, tab, "#guess-3")
	ringed()
	press("Enter")
	is("after the answer", "document.getElementById('outcome').textContent", "You said: about 700. Right: it was 713 duplicate tasks.")

	is("the question is gone and the focus on", "document.activeElement.id", "stage")
	ringed()
	const now, playing = "document.getElementById('now').textContent", "document.getElementById('play').getAttribute('aria-label')"
	seconds := func() int {
		return lab.Eval[int](tab, "document.getElementById('seek').valueAsNumber")
	}
	is("it plays", playing, "Pause")
	press(" ")
	is("space pauses", playing, "Play")
	press("Home")
	is("Home", now, "0:00:00")
	press("ArrowRight", "ArrowRight", "d")
	is("right, right, D", now, "0:03:00")
	press("ArrowLeft", "a")
	is("left, A", now, "0:01:00")
	press("End")
	is("End", now, "3:30:00")
	press("Home", ".")
	at := seconds()
	press(".")
	if seconds() <= at {
		t.Errorf("full stop went from second %d to %d", at, seconds())
	}
	press(",")
	if seconds() != at {
		t.Errorf("full stop, full stop, comma end at second %d, want %d", seconds(), at)
	}
	is("nothing is zoomed", "document.getElementById('fit').disabled", "true")
	for _, key := range []string{"+", "w"} {
		press(key)
		is(key+" zooms", "document.getElementById('fit').disabled", "false")
		press("0")
		is("0 shows all", "document.getElementById('fit').disabled", "true")
		press(key, map[string]string{"+": "-", "w": "s"}[key])
		is(key+" and back", "document.getElementById('fit').disabled", "true")
	}
	press("ArrowDown")
	first := tab.Text("#storytitle")
	press("ArrowDown")
	second := tab.Text("#storytitle")
	if first == second || !strings.HasPrefix(first, "Task #") || !strings.HasPrefix(second, "Task #") {
		t.Errorf("down and down tell of %q and %q", first, second)
	}
	press("ArrowUp")
	is("up", "document.getElementById('storytitle').innerText", first)
	press("Escape")
	is("Escape closes the story", "document.getElementById('inspector').hidden", "true")
	is("and keeps the focus", "document.activeElement.id", "stage")
	press("Escape")
	is("Escape again lets go", "document.activeElement.id !== 'stage'", "true")

	// Tab goes on from there, through the transport and the scores, to the control.
	tabTo(t, tab, "#key-drop")
	ringed()
	press("ArrowDown")
	is("the control", "document.getElementById('key-drop').value", "subscribe")
	tab.Wait("document.getElementById('proof').textContent.startsWith('★★★')", 20*time.Second)
	for i := 0; i < 60 && !lab.Eval[bool](tab, "document.activeElement.id === 'debriefbutton'"); i++ {
		press("Shift+Tab")
	}
	is("Shift+Tab goes to", "document.activeElement.id", "debriefbutton")
	ringed()
	press("Enter")
	tab.Wait("document.getElementById('par').textContent && document.getElementById('debrief').matches(':popover-open')", 5*time.Second)
	press("Tab")
	is("Tab goes into the debrief", "document.getElementById('debrief').contains(document.activeElement)", "true")
	ringed()
	for i := 0; i < 5 && !lab.Eval[bool](tab, "document.activeElement.matches('[popovertargetaction=hide]')"); i++ {
		press("Tab") // past the link to the guide
	}
	press("Enter") // Close
	is("the debrief closes", "document.getElementById('debrief').matches(':popover-open')", "false")
	is("and the focus comes back", "document.activeElement.id", "debriefbutton")
	is("the header shows", "document.getElementById('stars-1').textContent", "★★★")
}

// TestTabOrder walks through the whole page by Tab and back by Shift+Tab: no element keeps the focus, both ways meet the
// same stops, and each has a visible ring.
func TestTabOrder(t *testing.T) {
	for _, o := range []lab.Options{{Width: 1440, Height: 900}, {Width: 390, Height: 844, Mobile: true}} {
		o.ReducedMotion = true // nothing plays meanwhile
		tab := opened(t, "#m=1&drop=subscribe", o)
		tab.Wait("!document.getElementById('debriefbutton').hidden", 30*time.Second) // a stop, once the other days have been tried
		tab.Run(`window.stops = [];
			addEventListener('focusin', e => {
				const ring = [e.target, e.target.parentElement].some(x => getComputedStyle(x).outlineStyle !== 'none');
				window.stops.push((e.target.id || e.target.textContent.trim().slice(0, 30)) + (ring ? '' : ' WITHOUT A RING'));
			})`)
		walk := func(key string) []string {
			tab.Run("window.stops = []; document.activeElement.blur()")
			for range 80 {
				n := lab.Eval[int](tab, "window.stops.length")
				tab.Press(key)
				stops := lab.Eval[[]string](tab, "window.stops")
				if len(stops) == n {
					break // past the last stop, out of the page
				}
				if n > 0 && stops[n] == stops[0] { // a browser without a window goes round
					return stops[:n]
				}
			}
			return lab.Eval[[]string](tab, "window.stops")
		}
		there := walk("Tab")
		back := walk("Shift+Tab")
		if len(there) < 25 || len(there) >= 80 {
			t.Fatalf("%d wide: Tab makes %d stops: %q", o.Width, len(there), there)
		}
		slices.Reverse(back)
		if !slices.Equal(there, back) {
			t.Errorf("%d wide: Tab goes to\n%q\nand Shift+Tab back from\n%q", o.Width, there, back)
		}
		for _, stop := range there {
			if strings.Contains(stop, "WITHOUT") {
				t.Errorf("%d wide: %s", o.Width, stop)
			}
		}
		for _, want := range []string{"stage", "play", "seek", "speed", "key-drop", "theme"} {
			if !slices.Contains(there, want) {
				t.Errorf("%d wide: Tab does not reach %s: %q", o.Width, want, there)
			}
		}
	}
}

// TestBrowsersKeys sees that keys of the browser's stay the browser's while the picture has the focus.
func TestBrowsersKeys(t *testing.T) {
	tab := opened(t, "#m=1&drop=subscribe", lab.Options{})
	tab.Run(`document.getElementById('stage').focus();
		window.taken = {};
		addEventListener('keydown', e => { window.taken[e.code + (e.ctrlKey ? ' ctrl' : '') + (e.altKey ? ' alt' : '')] = e.defaultPrevented });`)
	for _, init := range []string{"code: 'F5', key: 'F5'", "code: 'KeyR', key: 'r', ctrlKey: true", "code: 'Equal', key: '+', ctrlKey: true",
		"code: 'Minus', key: '-', ctrlKey: true", "code: 'Digit0', key: '0', ctrlKey: true", "code: 'PageDown', key: 'PageDown'", "code: 'Tab', key: 'Tab'",
		"code: 'ArrowLeft', key: 'ArrowLeft', altKey: true", "code: 'F11', key: 'F11'", "code: 'KeyF', key: 'f', ctrlKey: true"} {
		tab.Run("document.getElementById('stage').dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, cancelable: true, " + init + "}))")
	}
	for key, taken := range lab.Eval[map[string]bool](tab, "window.taken") {
		if taken {
			t.Errorf("the lab takes %s from the browser", key)
		}
	}
	// The lab's own keys, so that the test can fail.
	tab.Run("document.getElementById('stage').dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, cancelable: true, code: 'ArrowDown', key: 'ArrowDown'}))")
	if !lab.Eval[bool](tab, "window.taken.ArrowDown") {
		t.Error("the lab leaves ArrowDown to the browser, which scrolls")
	}
}
