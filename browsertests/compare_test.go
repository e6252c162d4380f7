package browsertests

import (
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
	"a2alab/engine"
	"a2alab/render"
)

// ghosted counts the marks of a pinned run that the page's picture should have, and those whose colour is at their places.
func ghosted(t *testing.T, tab *lab.Tab, text, pinned string) (want, found map[render.Mark]int) {
	t.Helper()
	w := twinOf(t, tab, text, engine.MaxRun)
	v := w.picture.View()
	v.Ghost = traced(t, pinned)
	render.Layout(&w.picture, traced(t, text), v)
	shot := tab.Picture()
	want, found = map[render.Mark]int{}, map[render.Mark]int{}
	for i := range w.picture.Base {
		if s := &w.picture.Base[i]; s.Mark == render.GhostDot && s.Form == render.Figure || s.Mark == render.GhostDuplicate {
			want[s.Mark]++
			if w.near(shot, s.Ink, s, 2) {
				found[s.Mark]++
			}
		}
	}
	return want, found
}

// TestCompare pins mission 1's broken client, mends it, and sees what changed: behind the picture, beside the scores, in the
// list; then swaps, undoes, and unpins. Nothing of it moves the picture.
func TestCompare(t *testing.T) {
	tab := opened(t, "#m=1", lab.Options{Width: 1440, Height: 900, Scale: 2, ReducedMotion: true})
	tab.Click("#predict [data-do=skip]")
	tab.Settle()
	const place = "(b => b.y + ' ' + b.height)(document.getElementById('stage').getBoundingClientRect())"
	where := lab.Eval[string](tab, place)
	stays := func(when string) {
		t.Helper()
		if now := lab.Eval[string](tab, place); now != where {
			t.Errorf("%s the picture is at %s, was at %s", when, now, where)
		}
	}
	drawn(tab, "document.getElementById('pin').click()")
	stays("pinned,")
	if said := tab.Text("#pinned"); !strings.HasPrefix(said, "This run is pinned.") {
		t.Errorf("pinned: %q", said)
	}
	drawn(tab, setByScript("drop", "subscribe"))
	tab.Wait("document.getElementById('pinned').textContent.includes('132 tasks fare better, 108 as before.')", 10*time.Second)
	tab.Wait("document.getElementById('say').textContent.includes('132 tasks fare better')", 10*time.Second)
	tab.Settle()
	stays("with a change")
	want, found := ghosted(t, tab, "m=1&drop=subscribe", "m=1")
	for _, m := range []render.Mark{render.GhostDot, render.GhostDuplicate} {
		if want[m] < 8 || found[m]*10 < want[m]*9 {
			t.Errorf("%v: %d of %d are in the picture", m, found[m], want[m])
		}
	}
	if was := tab.Text("#scorewastext-duplicates"); was != "was 713" {
		t.Errorf("beside the duplicates stands %q", was)
	}

	tab.Run("document.getElementById('changes').open = true")
	tab.Wait("document.querySelectorAll('#changerows tr').length === 132", 10*time.Second)
	tab.Run("document.querySelector('#changerows tr:nth-child(2) button').click()")
	if name, title := tab.Text("#changerows tr:nth-child(2) button"), tab.Text("#storytitle"); !strings.Contains(title, name) {
		t.Errorf("the button of task %s tells of %q", name, title)
	}
	tab.Run("document.getElementById('changes').open = false; scrollTo(0, 0); document.querySelector('[data-do=letgo]').click(); document.getElementById('dense').click()")

	tab.Run("document.getElementById('stage').focus()")
	tab.Press("P") // with Shift
	tab.Wait("location.hash === '#m=1' && document.getElementById('pinned').textContent.includes('132 tasks fare worse')", 10*time.Second)
	stays("swapped,")
	tab.Click("#undo")
	tab.Wait("document.getElementById('pinned').textContent.includes('132 tasks fare better')", 10*time.Second)
	tab.Run("document.getElementById('stage').focus()")
	tab.Press("p")
	tab.Wait("document.getElementById('pinned').hidden && document.getElementById('changes').hidden && document.getElementById('legend-pinned').hidden", 5*time.Second)
	tab.Settle()
	stays("unpinned,")
	if _, left := ghosted(t, tab, "m=1&drop=subscribe", "m=1"); left[render.GhostDot] > 0 || left[render.GhostDuplicate] > 2 {
		t.Errorf("unpinned, there is left in the picture: %v", left)
	}

	// The debrief does the same for the mission's start.
	tab.Wait("!document.getElementById('debriefbutton').hidden", 20*time.Second)
	tab.Click("#debriefbutton")
	tab.Wait("document.getElementById('debriefsum').textContent.includes('132 tasks fare better')", 5*time.Second)
	tab.Click("#debrief [data-do=pinfirst]")
	tab.Wait("!document.getElementById('debrief').matches(':popover-open') && !document.getElementById('pinned').hidden", 5*time.Second)
	if on := tab.Focused(); !strings.Contains(on, "#stage") {
		t.Errorf("after the debrief the focus is on %s, want the picture", on)
	}
}

// TestAskedOnce answers by a key, finds the question gone and the answer recalled after a reload, and asks to be asked again.
func TestAskedOnce(t *testing.T) {
	tab := opened(t, "#m=1", lab.Options{ReducedMotion: true})
	tab.Run("document.getElementById('stage').focus()")
	tab.Press("2")
	const answer = "You said: about 30. It was 713 duplicate tasks."
	if said := tab.Text("#outcome"); said != answer {
		t.Errorf("after the key 2 the page says %q", said)
	}
	tab.Click("#start-2")
	tab.Wait("!document.getElementById('predict').hidden", 5*time.Second)
	tab.Run("document.getElementById('guess-0').focus()")
	tab.Press("s")
	tab.Wait("document.getElementById('predict').hidden && document.activeElement.id === 'stage'", 5*time.Second)
	for _, c := range []struct{ fragment, recalled string }{{"#m=2", ""}, {"#m=1", answer}} {
		tab.Run("location.hash = '" + c.fragment + "'")
		tab.Reload()
		tab.Ready()
		if !lab.Eval[bool](tab, "document.getElementById('predict').hidden") {
			t.Errorf("%s: asked again after a reload", c.fragment)
		}
		if said := tab.Text("#outcome"); said != c.recalled {
			t.Errorf("%s: after a reload the page recalls %q", c.fragment, said)
		}
	}
	tab.Click("[popovertarget=help]")
	tab.Click("#help [data-do=again]")
	tab.Press("Escape")
	tab.Wait("!document.getElementById('predict').hidden && document.getElementById('goals').hidden", 5*time.Second)
	tab.Reload()
	tab.Ready()
	tab.Wait("!document.getElementById('predict').hidden", 5*time.Second)
}
