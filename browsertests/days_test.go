package browsertests

import (
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// tried waits until the strip has all its marks.
const tried = `document.querySelectorAll('#strip [data-tone]').length === 20`

// TestOtherDay tries a setting of mission 2 that holds for one star only, opens a day on which a goal of the next fails, finds it in
// the sandbox with its why, and comes back by Undo; and does the same from the debrief, by keyboard.
func TestOtherDay(t *testing.T) {
	tab := opened(t, "#m=2&retries=8", lab.Options{Width: 1440, Height: 900, ReducedMotion: true})
	tab.Wait(tried, 20*time.Second)
	if said := lab.Eval[string](tab, `document.getElementById('strip').ariaLabel`); !strings.Contains(said, "For star 2 it holds on ") {
		t.Errorf("the strip says %q", said)
	}
	small := lab.Eval[[]string](tab, `[...document.querySelectorAll('#strip button[data-do]')].map(b => [b.textContent, b.getBoundingClientRect()]).filter(([, r]) => r.width < 24 || r.height < 24).map(([t, r]) => t + ' ' + r.width + '×' + r.height)`)
	if len(small) > 0 {
		t.Errorf("too small to hit: %v", small)
	}
	n := lab.Eval[string](tab, `document.querySelector('#strip [data-tone=held-1] button').dataset.do`)
	tab.Click(`#strip [data-do="` + n + `"]`)
	tab.Wait("!document.getElementById('apply').hidden", 30*time.Second)
	if at := lab.Eval[string](tab, "location.hash"); !strings.HasPrefix(at, "#m=sandbox&day=20") && lab.Eval[bool](tab, "new Promise(done => setTimeout(() => done(!location.hash.startsWith('#m=sandbox&day=20')), 1000))") {
		t.Errorf("the address is %s", at)
	}
	if said := tab.Text("#why"); !strings.Contains(said, "failed because no answer to its question came in time") || !strings.Contains(said, "The smallest change that avoids it") {
		t.Errorf("the day's why is: %s", said)
	}
	if got := tab.Focused(); !strings.Contains(got, "#told") {
		t.Errorf("the focus is on %s, want the answer", got)
	}
	if title := tab.Text("#title"); !strings.Contains(title, "other day "+strings.TrimPrefix(n, "openday:")+" of mission 2") {
		t.Errorf("the day is called %q", title)
	}
	tab.Click("#undo")
	tab.Wait("document.getElementById('title').textContent.startsWith('Mission 2') && "+tried, 20*time.Second)

	tab.Click("#debriefbutton")
	tab.Run(`document.querySelector('#debriefstrip button[data-do]').focus()`)
	tab.Press("Enter")
	tab.Wait("!document.getElementById('debrief').matches(':popover-open') && document.getElementById('title').textContent.startsWith('Sandbox')", 20*time.Second)
	if tab.Text("#why") == "" {
		t.Error("opened from the debrief, the day has no why")
	}
	if got := tab.Focused(); !strings.Contains(got, "#told") {
		t.Errorf("after the debrief the focus is on %s, want the answer", got)
	}
}

// TestManyDays opens the section by its button and by its key, and changes a control while it is open: the numbers follow.
func TestManyDays(t *testing.T) {
	tab := opened(t, "#m=sandbox&outage=12m", lab.Options{Width: 1440, Height: 900, ReducedMotion: true})
	if lab.Eval[bool](tab, "document.getElementById('days').open") || tab.Text("#daysshare") != "" {
		t.Error("the section is not closed and empty at first")
	}
	const done = "document.getElementById('daysshare').textContent && !document.getElementById('days').dataset.stale"
	tab.Click("#daysbutton")
	tab.Wait(done, 30*time.Second)
	if got := tab.Focused(); !strings.Contains(got, "summary") && !strings.Contains(got, "SUMMARY") {
		t.Errorf("the focus is on %s, want the section", got)
	}
	if bars := lab.Eval[string](tab, "document.getElementById('spreadbars-unknown').getAttribute('d')"); bars == "" {
		t.Error("there is no histogram")
	}
	before := tab.Text("#spreadmean-unknown")
	tab.Run(setByScript("retries", "8"))
	tab.Wait(done+" && document.getElementById('spreadmean-unknown').textContent === '0'", 30*time.Second)
	if before == "0" {
		t.Error("with four retries no outcome is unknown: too little to tell")
	}
	if share := tab.Text("#daysshare"); !strings.HasPrefix(share, "Nothing is harmed on ") {
		t.Errorf("the section says %q", share)
	}
	tab.Run("document.getElementById('days').open = false; document.getElementById('stage').focus()")
	tab.Press("v")
	tab.Wait("document.getElementById('days').open", 5*time.Second)
}

// TestMarks goes through the strip by keys: it is one stop of Tab, and Enter opens the day.
func TestMarks(t *testing.T) {
	tab := opened(t, "#m=2&retries=8&reconcile=20m", lab.Options{Width: 1440, Height: 900, ReducedMotion: true})
	tab.Wait(tried, 20*time.Second)
	const stops = `[...document.querySelectorAll('#strip button[data-do]')].filter(b => b.tabIndex === 0).map(b => b.dataset.do).join()`
	days := lab.Eval[[]string](tab, `[...document.querySelectorAll('#strip button[data-do]')].map(b => b.dataset.do)`)
	if got := lab.Eval[string](tab, stops); len(days) < 3 || got != days[0] {
		t.Fatalf("of %v Tab comes to %s", days, got)
	}
	at := func() string {
		return lab.Eval[string](tab, `document.activeElement.closest('#strip') ? document.activeElement.dataset.do : document.activeElement.id`)
	}
	tab.Run(`document.querySelector('#strip button[data-do]').focus()`)
	for _, step := range []struct{ key, to string }{{"ArrowRight", days[1]}, {"End", days[len(days)-1]}, {"Home", days[0]}, {"ArrowRight", days[1]}} {
		tab.Press(step.key)
		if got := at(); got != step.to || lab.Eval[string](tab, stops) != got {
			t.Errorf("%s leads to %s, want %s; Tab comes to %s", step.key, got, step.to, lab.Eval[string](tab, stops))
		}
	}
	tab.Press("Tab")
	if got := at(); strings.HasPrefix(got, "openday:") {
		t.Errorf("Tab leads from one mark to another, %s", got)
	}
	tab.Press("Shift+Tab")
	if got := at(); got != days[1] {
		t.Errorf("back, the focus is on %s, want %s", got, days[1])
	}
	tab.Press("Enter")
	tab.Wait("document.getElementById('title').textContent.startsWith('Sandbox')", 20*time.Second)
	if title := tab.Text("#title"); !strings.Contains(title, "other day "+strings.TrimPrefix(days[1], "openday:")+" of mission 2") {
		t.Errorf("the day is called %q", title)
	}
}

// TestDaysNarrow: on the narrowest phone neither strip nor section is cut off, and no mark is too small to hit.
func TestDaysNarrow(t *testing.T) {
	tab := opened(t, "#m=2&retries=8", lab.Options{Width: 320, Height: 640, Mobile: true, ReducedMotion: true})
	tab.Wait(tried, 20*time.Second)
	tab.Run("document.getElementById('daysbutton').click()")
	tab.Wait("document.getElementById('daysshare').textContent && !document.getElementById('days').dataset.stale", 30*time.Second)
	wrong := lab.Eval[[]string](tab, `(() => {
		const wrong = document.documentElement.scrollWidth > 320 ? ['the page is ' + document.documentElement.scrollWidth + ' wide'] : [];
		for (const e of document.querySelectorAll('.strip button[data-do], .strip svg, #days *')) {
			const r = e.getBoundingClientRect();
			if (e.checkVisibility() && !e.closest('.help') && r.width && (r.left < -.5 || r.right > 320.5)) wrong.push(e.tagName + ' ' + e.className + ' ' + r.left + '–' + r.right);
			if (e.matches('#strip button[data-do]') && (r.width < 24 || r.height < 24)) wrong.push('a mark of ' + r.width + '×' + r.height);
		}
		return wrong;
	})()`)
	if len(wrong) > 0 {
		t.Errorf("%v", wrong)
	}
}
