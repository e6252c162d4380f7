package browsertests

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"
)

// node is what a screen reader is told of one element.
type node struct{ role, name, description, value string }

func tree(t *testing.T, tab *lab.Tab) (list []node) {
	t.Helper()
	answer, err := chromedp.Call(tab.Context(), accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		t.Fatal(err)
	}
	text := func(v *accessibility.Value) string {
		if v == nil {
			return ""
		}
		var s any
		if json.Unmarshal(v.Value, &s) != nil || s == nil {
			return ""
		}
		return fmt.Sprint(s)
	}
	for _, n := range answer.Nodes {
		if !n.Ignored {
			list = append(list, node{text(n.Role), text(n.Name), text(n.Description), text(n.Value)})
		}
	}
	return list
}

// TestTree looks at the page as a screen reader does: every control has a role and a name of its own, the stage is described.
func TestTree(t *testing.T) {
	tab := opened(t, "#m=sandbox&hears=stream&drop=resend", lab.Options{ReducedMotion: true})
	tab.Run("document.getElementById('tasks').open = true")
	tab.Settle()
	nodes := tree(t, tab)
	interactive := map[string]bool{"button": true, "link": true, "combobox": true, "switch": true, "radio": true, "slider": true, "textbox": true, "application": true}
	counts := map[string]int{}
	for _, n := range nodes {
		if interactive[n.role] {
			counts[n.role]++
			if strings.TrimSpace(n.name) == "" {
				t.Errorf("a %s has no name (value %q, description %q)", n.role, n.value, n.description)
			}
		}
	}
	for role, least := range map[string]int{"button": 12, "link": 5, "combobox": 15, "switch": 3, "radio": 4, "slider": 1, "textbox": 1, "application": 1} {
		if counts[role] < least {
			t.Errorf("%d nodes have the role %s, want at least %d", counts[role], role, least)
		}
	}
	for _, want := range []node{
		{role: "application", name: "Timeline of 16 tasks", description: "Up and down select a task"},
		{role: "slider", name: "Time in the run"},
		{role: "radiogroup", name: "Hears by", description: "How the client hears"},
		{role: "combobox", name: "When a stream drops", description: "Send the message again", value: "Re-send"},
		{role: "switch", name: "Deduplicates messageId", description: "A message that comes again"},
		{role: "button", name: "16 / 240 tasks: show all", description: "Sixteen tasks with their marks"},
		{role: "slider", name: "Window of time in the picture", description: "drag it, or its ends"},
		{role: "navigation", name: "Missions"},
		{role: "status"},
		{role: "main"},
		{role: "columnheader"},
		{role: "rowheader"},
	} {
		found := false
		for _, n := range nodes {
			found = found || n.role == want.role && strings.HasPrefix(n.name, want.name) && strings.Contains(n.description, want.description) && (want.value == "" || n.value == want.value)
		}
		if !found {
			t.Errorf("no node is a %+v", want)
			for _, n := range nodes {
				if n.role == want.role {
					t.Logf("  %+v", n)
				}
			}
		}
	}
	if problems := lab.Eval[[]string](tab, `[...document.querySelectorAll('[aria-labelledby], [aria-describedby]')].flatMap(e =>
		((e.getAttribute('aria-labelledby') ?? '') + ' ' + (e.getAttribute('aria-describedby') ?? '')).trim().split(/\s+/).filter(id => !document.getElementById(id)))`); len(problems) > 0 {
		t.Errorf("labels refer to what is not there: %q", problems)
	}
}

// TestSpokenSparingly makes sixty quick changes and listens to the live regions.
func TestSpokenSparingly(t *testing.T) {
	tab := opened(t, "#m=1", lab.Options{ReducedMotion: true})
	tab.Click("#predict [data-do=skip]")
	tab.Settle()
	tab.Run(`window.spoken = [];
		for (const region of document.querySelectorAll('[role=status], [aria-live]')) {
			new MutationObserver(() => region.textContent.trim() && window.spoken.push([performance.now(), region.id, region.textContent])).observe(region, {childList: true, subtree: true, characterData: true});
		}`)
	lab.Eval[bool](tab, `(async () => {
		const pause = ms => new Promise(done => setTimeout(done, ms));
		for (let i = 0; i < 30; i++) { `+setByScript("drop", "giveup")+` await pause(50); `+setByScript("drop", "subscribe")+` await pause(50) }
		return true;
	})()`)
	time.Sleep(3 * time.Second)
	spoken := lab.Eval[[][]any](tab, "window.spoken")
	if len(spoken) < 2 {
		t.Fatalf("sixty changes were spoken of %d times", len(spoken))
	}
	for i, s := range spoken {
		if i > 0 {
			if gap := s[0].(float64) - spoken[i-1][0].(float64); gap < 1900 {
				t.Errorf("%.0f ms after %q there is said %q (%v)", gap, spoken[i-1][2], s[2], s[1])
			}
		}
	}
	if last := spoken[len(spoken)-1][2].(string); last == "" {
		t.Error("nothing is said at the end")
	}
	t.Logf("%d messages, the last: %s", len(spoken), spoken[len(spoken)-1][2])
}

// TestReducedMotion plays in steps instead of moving, from the start and when the wish comes in mid-run.
func TestReducedMotion(t *testing.T) {
	// The head's positions in seconds of the run, and when each was first seen in milliseconds: seven, or what half a minute shows.
	watch := func(tab *lab.Tab) [][2]float64 {
		return lab.Eval[[][2]float64](tab, `(async () => {
			const seen = [];
			const until = performance.now() + 30000;
			while (performance.now() < until && seen.length < 7) {
				const now = document.getElementById('seek').valueAsNumber;
				if (seen.at(-1)?.[0] !== now) seen.push([now, performance.now()]);
				await new Promise(done => setTimeout(done, 5));
			}
			return seen;
		})()`)
	}
	calm := func(tab *lab.Tab, when string) {
		t.Helper()
		seen := watch(tab)
		if len(seen) < 7 {
			t.Errorf("%s: the head showed only %v", when, seen)
		}
		for i := 2; i < len(seen); i++ { // the first position began before it was watched
			if d, ms := seen[i][0]-seen[i-1][0], seen[i][1]-seen[i-1][1]; d < 299 || d > 301 || ms < 250 {
				t.Errorf("%s: the head went from second %.0f to %.0f after %.0f ms, want steps of five minutes, one in half a second", when, seen[i-1][0], seen[i][0], ms)
			}
		}
	}
	size := lab.Options{Width: 1100, Height: 720}
	still := size
	still.ReducedMotion = true
	tab := opened(t, "#m=1&drop=subscribe", still)
	if now := tab.Text("#now"); now != "3:30:00" || tab.Text("#play") == "Pause" {
		t.Errorf("with reduced motion the lab opens at %s, want the end, not playing", now)
	}
	tab.Click("#play") // from the end it begins anew
	calm(tab, "from the start")

	tab = opened(t, "#m=1&drop=subscribe", size)
	tab.Wait("document.getElementById('seek').valueAsNumber > 60", 10*time.Second)
	tab.Emulate(still)
	tab.Wait("matchMedia('(prefers-reduced-motion: reduce)').matches", 5*time.Second)
	time.Sleep(time.Second) // frames that were under way
	calm(tab, "in mid-run")
	tab.Emulate(size)
	tab.Wait("!matchMedia('(prefers-reduced-motion: reduce)').matches", 5*time.Second)
	tab.Run("const seek = document.getElementById('seek'); seek.value = 0; seek.dispatchEvent(new Event('input', {bubbles: true}))")
	tab.Click("#play")
	time.Sleep(time.Second)
	seen := watch(tab)
	for i := 2; i < len(seen); i++ {
		if d := seen[i][0] - seen[i-1][0]; d > 61 { // the cap of a frame, at 600 times life
			t.Errorf("motion is welcome again and the head goes from second %.0f to %.0f", seen[i-1][0], seen[i][0])
		}
	}
}

// TestFits looks at every state of the page at four widths: nothing is wider than the screen, and what a finger must hit is large enough.
func TestFits(t *testing.T) {
	press := func(selector string) string { return fmt.Sprintf("document.querySelector(%q).click();", selector) }
	for _, width := range []int64{320, 390, 820, 1440} {
		o := lab.Options{Width: width, Height: 844, Mobile: width < 800, ReducedMotion: true}
		tab := opened(t, "", o)
		for _, state := range []struct{ name, fragment, do string }{
			{"the question", "", ""},
			{"the broken client", "", press("#predict [data-do=skip]")},
			{"hints", "", press("#hintbutton") + press("#hintbutton") + press("#hintbutton")},
			{"a story and the table", "", "document.getElementById('tasks').open = true;" + press("#dense")},
			{"a story", "", press("#rows tr:nth-child(2) button")},
			{"compared with a pinned run", "", press("#pin") + setByScript("drop", "subscribe") + "document.getElementById('changes').open = true;"},
			{"help", "", press("[popovertarget=help]")},
			{"the debrief", "#m=4&hears=push&reconcile=10m&idempotent=on", "document.getElementById('help').hidePopover();"},
			{"the debrief, open", "", press("#debriefbutton")},
			{"the sandbox", "#m=sandbox&hears=block&outage=12m&flaps=8m&restart=1h", "document.getElementById('debrief').hidePopover();"},
			{"the strategy map", "", press("#map") + "document.getElementById('strategies').open = true;"},
			{"the strategy map's table", "", press("#mapgo")},
			{"notes", "#m=2&nonsense=" + strings.Repeat("x", 300) + "&retries=99&flaps=2m", ""},
		} {
			if state.fragment != "" {
				tab.Run(fmt.Sprintf("location.replace(%q)", state.fragment))
				tab.Settle()
			}
			if state.name == "the debrief" {
				tab.Wait("!document.getElementById('debriefbutton').hidden", 20*time.Second)
			}
			tab.Run(state.do)
			tab.Settle()
			fits(t, tab, width, state.name)
		}
	}
}

// TestPagesFit looks at the other pages on phones.
func TestPagesFit(t *testing.T) {
	for _, width := range []int64{320, 390} {
		o := lab.Options{Width: width, Height: 844, Mobile: true, ReducedMotion: true, Expect: []string{"404"}}
		tab := lab.Open(t, site.URL+"hub/", o)
		for _, page := range []string{"hub/", "guide/", "present/#m=4", "embed/#m=4&hears=push", "embed/?hide=brief,panel#m=2", "no/such/page"} {
			tab.Navigate(site.URL + page)
			tab.Wait("(document.documentElement.dataset.lab ?? 'ready') === 'ready'", time.Minute)
			tab.Settle()
			fits(t, tab, width, page)
		}
	}
}

// fits tells what of a page is wider than the screen and, on phones, what is too small for a finger.
func fits(t *testing.T, tab *lab.Tab, width int64, what string) {
	t.Helper()
	if w := lab.Eval[int64](tab, "document.documentElement.scrollWidth"); w > width {
		t.Errorf("%d wide, %s: the page is %d wide", width, what, w)
	}
	// What the clip of the body would hide from scrollWidth.
	if over := lab.Eval[[]string](tab, `[...document.querySelectorAll('button, select, input, textarea, h1, h2, p, .card, .popup')].filter(e => {
		const b = e.getBoundingClientRect();
		if (!b.width || e.closest('.visually-hidden, .scroll, nav, .help, .skip')) return false;
		return b.right > innerWidth + 1 || b.left < -1;
	}).map(e => e.id || e.textContent.slice(0, 40))`); len(over) > 0 {
		t.Errorf("%d wide, %s: cut off: %q", width, what, over)
	}
	if width > 390 {
		return
	}
	if small := lab.Eval[[]string](tab, `[...document.querySelectorAll('button, a, select, input, summary')].filter(e => {
		const target = e.type === 'radio' ? e.closest('label') : e;
		const b = target.getBoundingClientRect();
		const inText = e.tagName === 'A' && e.closest('p, td, figcaption, main li'); // WCAG 2.5.8 excepts links in a line of text
		return b.width && !e.matches('.skip') && !inText && (b.width < 23.5 || b.height < 23.5);
	}).map(e => (e.id || e.textContent.trim().slice(0, 30)) + ' ' + e.getBoundingClientRect().width + 'x' + e.getBoundingClientRect().height)`); len(small) > 0 {
		t.Errorf("%d wide, %s: smaller than 24 px: %q", width, what, small)
	}
}

// TestContrast compares the colours of what is written with those under it, in both themes: 4.5 to 1 at least.
func TestContrast(t *testing.T) {
	for _, dark := range []bool{false, true} {
		tab := opened(t, "#m=1&drop=giveup", lab.Options{Dark: dark, ReducedMotion: true})
		tab.Run("document.getElementById('tasks').open = true; location.hash = 'm=1&drop=giveup&nonsense=1'")
		tab.Wait("!document.getElementById('noticebox').hidden", 5*time.Second)
		tab.Settle()
		checked := lab.Eval[[]float64](tab, `(() => {
			const light = c => { c /= 255; return c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4 };
			const parse = s => s.match(/[\d.]+/g).map(Number);
			const lum = ([r, g, b]) => .2126 * light(r) + .7152 * light(g) + .0722 * light(b);
			const under = e => {
				for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] === 1) return c }
				return [255, 255, 255];
			};
			window.faint = [];
			let n = 0, least = 99;
			for (const e of document.querySelectorAll('body *')) {
				const own = [...e.childNodes].some(c => c.nodeType === 3 && c.data.trim());
				if (!own || !e.getClientRects().length || e.closest('.visually-hidden, .help, :disabled, template, noscript, .segments') || e.closest('[data-locked]')?.matches('fieldset')) continue;
				const a = lum(parse(getComputedStyle(e).color)), b = lum(under(e));
				const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
				n++;
				least = Math.min(least, ratio);
				if (ratio < 4.5 && !(ratio >= 3 && e.matches('.stars, .stars *'))) window.faint.push(ratio.toFixed(2) + ' ' + (e.id || e.className || e.tagName) + ': ' + e.textContent.trim().slice(0, 30));
			}
			return [n, least];
		})()`)
		if checked[0] < 100 {
			t.Errorf("dark %v: only %.0f texts were looked at", dark, checked[0])
		}
		if faint := lab.Eval[[]string](tab, "window.faint"); len(faint) > 0 {
			t.Errorf("dark %v: too faint: %q", dark, faint)
		}
		t.Logf("dark %v: %.0f texts, the least contrast %.2f", dark, checked[0], checked[1])
	}
}

// TestForcedColors looks whether states can still be told apart where the browser replaces the page's colours.
func TestForcedColors(t *testing.T) {
	tab := opened(t, "#m=sandbox&hears=stream&idempotent=on", lab.Options{ReducedMotion: true, ForcedColors: true, Height: 1000, Width: 1100})
	if !lab.Eval[bool](tab, "matchMedia('(forced-colors: active)').matches") {
		t.Fatal("colours are not forced")
	}
	tab.Run("document.getElementById('panel').scrollTop = 0; document.getElementById('key-hears-stream').scrollIntoView({block: 'center'})")
	tab.Settle()
	shot := tab.Picture()
	color := func(selector string) string {
		p := lab.Eval[[]float64](tab, fmt.Sprintf("(b => [b.x + 5, b.y + 5])(document.querySelector(%q).getBoundingClientRect())", selector))
		r, g, b, _ := shot.At(int(p[0]), int(p[1])).RGBA()
		return fmt.Sprintf("%02x%02x%02x", r>>8, g>>8, b>>8)
	}
	if on, off := color("#key-hears-stream + span"), color("#key-hears-push + span"); on == off {
		t.Errorf("the chosen and another segment are both %s", on)
	}
	w := twinOf(t, tab, "m=sandbox&hears=stream&idempotent=on", 1<<60)
	found := 0
	for i := range w.picture.Base {
		if s := &w.picture.Base[i]; s.Mark != 0 && w.near(shot, s.Ink, s, 1) {
			found++
		}
	}
	if found < 16 {
		t.Errorf("only %d marks of the picture keep their colours", found)
	}
}
