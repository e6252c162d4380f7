package browsertests

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// finding is something that a rule of axe-core finds in one element.
type finding struct {
	Rule, Impact string // minor, moderate, serious or critical
	Target       string // a selector, or several: one for each shadow tree on the way
	HTML         string
	Summary      string // what to do, in axe-core's words
	Undecided    bool   // a person must look
}

// axe is axe-core's source. tools/need installs it, in the version of axe/package-lock.json.
func axe(t *testing.T) string {
	t.Helper()
	const how = "run tools/need axe-core, or npm ci --ignore-scripts in browsertests/axe; both need npm and the network once"
	var want struct {
		Packages map[string]struct{ Version string }
	}
	var have struct{ Version string }
	for _, f := range []struct {
		name string
		into any
	}{{"axe/package-lock.json", &want}, {"axe/node_modules/axe-core/package.json", &have}} {
		text, err := os.ReadFile(f.name)
		if os.IsNotExist(err) {
			t.Fatalf("axe-core, which audits the pages, is not installed: %s", how)
		}
		if err == nil {
			err = json.Unmarshal(text, f.into)
		}
		if err != nil {
			t.Fatalf("%s: %v", f.name, err)
		}
	}
	if pinned := want.Packages["node_modules/axe-core"].Version; pinned == "" || have.Version != pinned {
		t.Fatalf("axe-core %s is installed, and axe/package-lock.json asks for %q: %s", have.Version, pinned, how)
	}
	source, err := os.ReadFile("axe/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("%v: %s", err, how)
	}
	return string(source)
}

// audit is what axe-core finds in the part of the page below a selector. While it looks, document.body is the page's own: to
// Ebitengine the lab shows a stand-in (web/static/boot.js).
//
// What axe-core leaves undecided is decided here in three cases. Contrast, of signs and of texts that are scrolled out of their
// box: every text of ours lies on the background of an element around it, none on a picture. Labels of buttons that show a
// sign: there are no words that the label could leave out.
const audit = `(async selector => {
	const light = c => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
	const luminance = ([r, g, b]) => .2126 * light(r) + .7152 * light(g) + .0722 * light(b);
	const colour = text => { const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number); return [r, g, b, a] };
	const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
	const around = e => e.parentElement ?? e.getRootNode().host;
	const under = e => {
		if (!e) return [255, 255, 255, 1];
		const c = colour(getComputedStyle(e).backgroundColor);
		return c[3] === 1 ? c : over(c, under(around(e)));
	};
	const contrast = e => {
		const below = under(e);
		const ink = colour(getComputedStyle(e).color);
		for (let a = e; a; a = around(a)) ink[3] *= getComputedStyle(a).opacity;
		const [bright, dim] = [luminance(over(ink, below)), luminance(below)].sort((a, b) => b - a);
		return (bright + .05) / (dim + .05);
	};
	const words = e => /[\p{L}\p{N}]/u.test(e.textContent);
	const decided = f => {
		if (f.rule === 'label-content-name-mismatch') return !words(f.element);
		if (f.rule !== 'color-contrast') return false;
		const ratio = contrast(f.element);
		f.summary += '\nCounted here: ' + ratio.toFixed(2) + ' to 1.';
		return ratio >= (words(f.element) ? 4.5 : 3); // WCAG 1.4.3 for texts, 1.4.11 for signs
	};

	const standIn = Object.getOwnPropertyDescriptor(document, 'body');
	if (standIn) delete document.body;
	try {
		const { violations, incomplete, passes } = await axe.run(selector, {
			runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
			rules: {
				'target-size': { enabled: true }, // axe-core leaves it off unless asked
				'frame-tested': { enabled: false }, // what frames show is looked at as a page of its own
			},
			resultTypes: ['violations', 'incomplete'],
			elementRef: true,
			iframes: false,
			preload: false, // no style sheet is fetched a second time, which the policy forbids
		});
		const told = (results, undecided) => results.flatMap(r => r.nodes.map(n => ({
			rule: r.id, impact: n.impact ?? r.impact, target: n.target.flat().join(' in '), html: n.html, summary: n.failureSummary, undecided, element: n.element,
		})));
		return {
			findings: [...told(violations, false), ...told(incomplete, true).filter(f => !decided(f))].map(({ element, ...f }) => f),
			passed: passes.map(r => r.id),
		};
	} finally {
		if (standIn) Object.defineProperty(document, 'body', standIn);
	}
})(%q)`

// TestAudit has axe-core look at every page and at what opens in it, in both themes, wide and narrow. Nothing may be found.
func TestAudit(t *testing.T) {
	source := axe(t)
	const (
		popup = ":popover-open"
		skip  = "document.querySelector('#predict [data-do=skip]').click();"
		end   = "const seek = document.getElementById('seek'); seek.value = seek.max; seek.dispatchEvent(new Event('input', {bubbles: true}));"
	)
	size := func(width int64, theme string) lab.Options {
		return lab.Options{Width: width, Height: 900, Mobile: width < 800, Dark: theme == "dark", ReducedMotion: true} // nothing plays or fades meanwhile
	}
	show := func(id string) string { return fmt.Sprintf("document.getElementById(%q).showPopover();", id) }
	hide := func(id string) string { return fmt.Sprintf("document.getElementById(%q).hidePopover();", id) }
	type state struct {
		name  string
		do    string // JavaScript that leads there
		until string // a condition that then holds, where that takes time
		part  string // a selector of what is looked at; all if empty
	}
	type found struct {
		finding
		places []string
	}
	var order []string
	all := map[string]*found{}
	looks, asked, passed := 0, 0, map[string]int{}
	for _, page := range []struct {
		name, url string
		options   lab.Options
		states    []state
	}{
		{"the lab", site.URL + "#m=1", lab.Options{}, []state{
			{name: "the question"},
			{name: "played", do: skip + end + `document.getElementById('tasks').open = true;
				for (let i = 0; i < 3; i++) document.getElementById('hintbutton').click();
				document.querySelector('#rows tr:nth-child(3) button').click();
				location.replace('#m=1&drop=giveup&nonsense=1')`,
				until: "!document.getElementById('noticebox').hidden && !document.getElementById('inspector').hidden && !document.getElementById('goals').hidden"},
			{name: "a meaning", do: "document.getElementById('tasks').open = false; document.getElementById('key-drop').focus()", until: "document.getElementById('help-drop').checkVisibility()", part: "#row-drop"},
			{name: "help", do: show("help"), part: popup},
			{name: "share", do: hide("help") + show("share"), part: popup},
			{name: "the proof", do: hide("share") + "location.replace('#m=2&reconcile=5m&by=list')", until: "!document.getElementById('debriefbutton').hidden", part: ".brief"},
			{name: "the debrief", do: "document.getElementById('debriefbutton').click()", part: popup},
			{name: "the sandbox", do: hide("debrief") + "location.replace('#m=sandbox&hears=stream'); document.getElementById('dense').click()", until: "!document.getElementById('settext').hidden"},
			{name: "the strategy map", do: "document.getElementById('map').click(); document.getElementById('strategies').open = true", until: "!document.getElementById('strategybox').hidden"},
		}},
		{"the embedded lab", site.URL + "embed/#m=2", lab.Options{}, []state{{name: "the question"}, {name: "played", do: skip + end}}},
		{"the hub", site.URL + "hub/", lab.Options{}, []state{{name: "all of it"}}},
		{"the guide", site.URL + "guide/", lab.Options{}, []state{{name: "all of it"}}},
		{"the presenter’s view", site.URL + "present/#m=1", lab.Options{}, []state{
			{name: "played", do: end},
			{name: "set up", do: show("cuesetup") + `const fill = (id, text) => { const field = document.getElementById(id); field.value = text; field.form.requestSubmit() };
				fill('cuetext', 'm=1 @ 1:20:00 First.\nm=9 Third.'); fill('links', 'Ada ` + site.URL + `#m=1&drop=subscribe\nBea #m=sandbox')`,
				until: "document.querySelectorAll('#ranking tr').length === 2 && document.querySelector('#cueproblems li')", part: popup},
		}},
		{"no such page", site.URL + "no/such/page", lab.Options{Expect: []string{"404"}}, []state{{name: "all of it"}}},
		{"the lab without WebGL", site.URL + "#m=1", lab.Options{Before: `const real = HTMLCanvasElement.prototype.getContext;
			HTMLCanvasElement.prototype.getContext = function(kind, ...more) { return kind.startsWith('webgl') ? null : real.call(this, kind, ...more) }`},
			[]state{{name: "played", do: skip, until: "!document.getElementById('nopicture').hidden && document.querySelector('#rows tr')"}}},
		{"the lab that cannot load", site.URL + "#m=1", lab.Options{Before: `window.fetch = () => Promise.reject(new TypeError('no network'))`},
			[]state{{name: "at the start", until: "!document.getElementById('load-retry').hidden"}}},
		{"an article", articles(t, site.URL, ""), lab.Options{Before: listening}, []state{{name: "all of it", until: heard("ready", "m.id === 'first'")}}},
	} {
		asked += len(page.states) * 2 * 2
		page.options.ReducedMotion = true
		t.Run(page.name, func(t *testing.T) { // which closes the tab
			tab := lab.Open(t, page.url, page.options)
			tab.Wait("!document.querySelector('script[data-wasm]') || ['ready', 'failed'].includes(document.documentElement.dataset.lab)", time.Minute)
			tab.Run(source)
			for _, s := range page.states {
				tab.Run(s.do)
				if s.until != "" {
					tab.Wait(s.until, time.Minute)
				}
				part := s.part
				if part == "" {
					part = "html"
				}
				for _, width := range []int64{1440, 390} {
					tab.Emulate(size(width, "light"))
					tab.Settle()
					for _, theme := range []string{"light", "dark"} {
						tab.Emulate(size(width, theme))
						place := fmt.Sprintf("%s, %s, %s, %d wide", page.name, s.name, theme, width)
						answer := lab.Eval[struct {
							Findings []finding
							Passed   []string
						}](tab, fmt.Sprintf(audit, part))
						for _, rule := range answer.Passed {
							passed[rule]++
						}
						for _, f := range answer.Findings {
							key := f.Rule + " " + f.Target
							if all[key] == nil {
								order = append(order, key)
								all[key] = &found{finding: f}
							}
							all[key].places = append(all[key].places, place)
						}
						looks++
					}
				}
			}
		})
	}
	for _, key := range order {
		f := all[key]
		verdict := f.Impact
		if f.Undecided {
			verdict += ", undecided: a person must look"
		}
		t.Errorf("%s (%s): %s\n%s\n%s\nin: %s", f.Rule, verdict, f.Target, f.HTML, f.Summary, strings.Join(f.places, "; "))
	}
	for _, rule := range []string{"color-contrast", "target-size", "scrollable-region-focusable", "label-content-name-mismatch", "button-name", "select-name",
		"label", "aria-valid-attr-value", "aria-prohibited-attr", "frame-title", "page-has-heading-one", "region", "td-headers-attr"} {
		if passed[rule] == 0 && looks == asked { // and not a part of the test
			t.Errorf("the rule %s has nowhere been applied; is it switched off?", rule)
		}
	}
	t.Logf("%d looks, %d rules had something to look at", looks, len(passed))
}
