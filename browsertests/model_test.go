package browsertests

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"a2alab/browsertests/lab"
	"a2alab/engine"
)

// TestModel opens by keyboard what the page says of its honesty: the rules, and the table that compares the model with the official
// SDK. Every row that differs says why, none that agrees does, and on phones nothing is cut off.
func TestModel(t *testing.T) {
	for _, width := range []int64{1440, 390, 320} {
		t.Run(strconv.FormatInt(width, 10), func(t *testing.T) {
			tab := opened(t, "", lab.Options{Width: width, Height: 844, Mobile: width < 800, ReducedMotion: true})
			for _, id := range []string{"rules", "known"} {
				tab.Run(fmt.Sprintf("document.querySelector('#%s summary').focus()", id))
				tab.Press("Enter")
				if !lab.Eval[bool](tab, fmt.Sprintf("document.getElementById(%q).open", id)) {
					t.Fatalf("Enter does not open %s", id)
				}
				tab.Press("Tab")
				if got := lab.Eval[string](tab, "document.activeElement.getAttribute('role') + ' ' + document.activeElement.closest('details')?.id"); got != "region "+id {
					t.Errorf("Tab goes from the heading to %s, want the table's region", got)
				}
				// At 320 px the first press was seen to do nothing for ten seconds, in some runs; why is not known. So press again, as a
				// reader would.
				atEnd := false
				for range 4 {
					tab.Press("End")
					atEnd = lab.Eval[bool](tab, `new Promise(done => {
						const e = document.activeElement, until = performance.now() + 2000;
						const look = () => {
							const there = e.scrollTop > 0 && e.scrollTop + e.clientHeight > e.scrollHeight - 2;
							if (there || performance.now() > until) done(there); else setTimeout(look, 50);
						};
						look();
					})`)
					if atEnd {
						break
					}
				}
				if !atEnd {
					t.Errorf("the key End does not go to the end of %s: %s", id, lab.Eval[string](tab, "document.activeElement.outerHTML.slice(0, 60) + ' at ' + document.activeElement.scrollTop"))
				}
				fits(t, tab, width, id)
				cut := lab.Eval[[]string](tab, fmt.Sprintf(`(() => {
					const region = document.querySelector('#%s .scroll'), box = region.getBoundingClientRect(), cut = [];
					if (region.scrollWidth > region.clientWidth) cut.push('the region is ' + region.clientWidth + ' wide and its table ' + region.scrollWidth);
					for (const e of region.querySelectorAll('th, td, p, a, code')) {
						const r = e.getBoundingClientRect();
						if (r.width && (r.left < box.left - .5 || r.right > box.right + .5)) cut.push(e.tagName + ' ' + e.textContent.slice(0, 40));
					}
					return cut.slice(0, 5);
				})()`, id))
				if len(cut) > 0 {
					t.Errorf("%s: cut off: %q", id, cut)
				}
			}
		})
	}
	tab := opened(t, "", lab.Options{ReducedMotion: true})
	tab.Run("document.getElementById('rules').open = document.getElementById('known').open = true")
	columns := func(id string) []string {
		return lab.Eval[[]string](tab, fmt.Sprintf("[...document.querySelectorAll('#%s thead th')].map(e => e.scope + ' ' + e.textContent)", id))
	}
	if got, want := columns("rules"), []string{"col Rule", "col Whose"}; !slices.Equal(got, want) {
		t.Errorf("the rules' columns are %q", got)
	}
	rules := lab.Eval[[][]string](tab, "[...document.querySelectorAll('#rules tbody tr')].map(r => [...r.cells].map(c => c.innerText.trim()))")
	if len(rules) != len(engine.Rules) {
		t.Errorf("%d rules are listed, want %d", len(rules), len(engine.Rules))
	}
	for _, r := range rules {
		if len(r) != 2 || r[0] == "" || r[1] == "" {
			t.Errorf("a rule is %q", r)
		}
	}
	if got, want := columns("known"), []string{"col Measure", "col Simulated", "col Real", "col Why they differ"}; !slices.Equal(got, want) {
		t.Errorf("the table's columns are %q", got)
	}
	type setting struct {
		Link, Text string
		Rows       [][]string
	}
	settings := lab.Eval[[]setting](tab, `[...document.querySelectorAll('#known tbody')].map(b => ({
		Link: b.querySelector('th[scope=rowgroup] a').getAttribute('href'), Text: b.rows[0].innerText.trim(),
		Rows: [...b.rows].slice(1).map(r => [...r.cells].map(c => (c.scope === 'row' || c.tagName === 'TD') ? c.innerText.trim() : 'a cell of another kind'))}))`)
	if says := lab.Eval[string](tab, "document.querySelector('#known > p').textContent"); !strings.Contains(says, fmt.Sprintf("Of %d settings", len(settings))) || len(settings) < 12 {
		t.Errorf("the table has %d settings, and it says: %s", len(settings), says)
	}
	measures := map[string]int{}
	differ := 0
	for _, s := range settings {
		if !strings.HasPrefix(s.Link, "#m=") || !strings.Contains(s.Text, s.Link[1:]) || !strings.Contains(s.Text, "alike") || len(s.Rows) < 4 {
			t.Errorf("a setting has the link %s, the heading %q and %d rows", s.Link, s.Text, len(s.Rows))
		}
		for _, r := range s.Rows {
			if len(r) != 4 || r[0] == "" || r[1] == "" || r[2] == "" {
				t.Errorf("%s: a row is %q", s.Link, r)
				continue
			}
			measures[r[0]]++
			if r[1] != r[2] {
				differ++
				if !strings.Contains(r[3], " task") || !strings.Contains(r[3], ": ") {
					t.Errorf("%s: %s are %s simulated and %s real, because %q", s.Link, r[0], r[1], r[2], r[3])
				}
			}
		}
	}
	if differ == 0 {
		t.Error("no row differs: the SDK is known to")
	}
	for _, m := range []string{"requests", "tasks created", "duplicates", "outcomes learned", "outcomes wrong", "webhook attempts, failed", "forged notifications refused", "pages of ListTasks"} {
		if measures[m] == 0 {
			t.Errorf("no row has the measure %q", m)
		}
	}
	// A setting's link opens it.
	tab.Run("document.querySelector('#known tbody:last-of-type a').click()")
	tab.Settle()
	if got, want := lab.Eval[string](tab, "location.hash"), settings[len(settings)-1].Link; got != want {
		t.Errorf("the last setting's link leads to %s, want %s", got, want)
	}
}
