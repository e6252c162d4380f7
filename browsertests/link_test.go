package browsertests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"a2alab/browsertests/lab"
	"a2alab/engine"
	"a2alab/missions"
)

// traced runs a setting natively.
func traced(t *testing.T, text string) *engine.Trace {
	t.Helper()
	s, _ := missions.Parse(text)
	var (
		r  engine.Runner
		tr engine.Trace
	)
	if err := r.Trace(&tr, s); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return &tr
}

// hashOf is the hash of a setting's native run, as the page writes it.
func hashOf(t *testing.T, text string) string {
	t.Helper()
	return fmt.Sprintf("%x", traced(t, text).Hash())
}

// runs waits until the page has run the setting of a text, and until its address says so.
func runs(t *testing.T, tab *lab.Tab, text string) {
	t.Helper()
	s, _ := missions.Parse(text)
	tab.Wait(fmt.Sprintf("lab.hash() === %q && location.hash === %q", hashOf(t, text), "#"+missions.Text(s)), 10*time.Second)
}

// setByScript changes a control as a person's hand would: its value, then the event.
func setByScript(key, value string) string {
	return fmt.Sprintf("{ const c = document.getElementById('key-%s'); c.value = %q; c.dispatchEvent(new Event('change', {bubbles: true})) }", key, value)
}

// TestAddress follows the setting from the address to the page and back.
func TestAddress(t *testing.T) {
	tab := opened(t, "#m=2&reconcile=10m&by=list", lab.Options{ReducedMotion: true})
	runs(t, tab, "m=2&reconcile=10m&by=list")
	if got := lab.Eval[string](tab, "document.getElementById('key-reconcile').value + ' ' + document.getElementById('key-by').value"); got != "10m list" {
		t.Errorf("the controls say %q, want 10m list", got)
	}
	length := lab.Eval[int](tab, "history.length")
	tab.Choose("#key-reconcile", "5m")
	tab.Choose("#key-by", "get")
	runs(t, tab, "m=2&reconcile=5m")
	if n := lab.Eval[int](tab, "history.length"); n != length {
		t.Errorf("two changes made %d entries in the history", n-length)
	}
	// A value that the menus do not offer is kept and shown.
	tab.Run("location.hash = 'm=2&reconcile=7m'")
	runs(t, tab, "m=2&reconcile=7m")
	if got := lab.Eval[string](tab, "document.getElementById('key-reconcile').selectedOptions[0].textContent"); got != "7 min" {
		t.Errorf("the control shows %q for seven minutes", got)
	}
	// That was a person's step in the history: Back and Forward go along it.
	tab.Run("history.back()")
	runs(t, tab, "m=2&reconcile=5m")
	tab.Run("history.forward()")
	runs(t, tab, "m=2&reconcile=7m")
	// While it plays, a new address does not stop it for good nor break it.
	tab.Click("#play")
	tab.Run("location.hash = 'm=4&hears=push'")
	runs(t, tab, "m=4&hears=push")
	if title := tab.Text("#title"); !strings.Contains(title, "Mission 4") {
		t.Errorf("the title is %q after a link to mission 4", title)
	}
	// Undo goes back over links too, and Ctrl+Z does it by keyboard.
	tab.Press("z", chromedp.ModifierCtrl)
	runs(t, tab, "m=2&reconcile=7m")
	tab.Press("y", chromedp.ModifierCtrl)
	runs(t, tab, "m=4&hears=push")
}

// TestAddressIsDebounced makes 600 changes in a browser whose history refuses after a hundred calls, as Safari's does.
func TestAddressIsDebounced(t *testing.T) {
	tab := opened(t, "#m=1", lab.Options{ReducedMotion: true, Before: `
		window.replaced = 0;
		window.pushed = 0;
		history.replaceState = new Proxy(history.replaceState, { apply(f, self, args) {
			if (++window.replaced > 100) throw new DOMException('Attempt to use history.replaceState() more than 100 times per 30 seconds', 'SecurityError');
			return Reflect.apply(f, self, args);
		} });
		history.pushState = new Proxy(history.pushState, { apply(f, self, args) { window.pushed++; return Reflect.apply(f, self, args) } });`})
	tab.Click("#predict [data-do=skip]")
	lab.Eval[bool](tab, `(async () => {
		for (let i = 0; i < 300; i++) {`+setByScript("drop", "giveup")+setByScript("drop", "subscribe")+`
			if (i % 10 === 9) await new Promise(done => setTimeout(done, 10));
		}
		return true;
	})()`)
	runs(t, tab, "m=1&drop=subscribe")
	if n := lab.Eval[int](tab, "window.replaced"); n == 0 || n > 60 {
		t.Errorf("600 changes wrote the address %d times", n)
	}
	if n := lab.Eval[int](tab, "window.pushed"); n != 0 {
		t.Errorf("%d entries were pushed", n)
	}
	// Now every call throws: nothing may break but the address.
	tab.Run("window.replaced = 1000;" + setByScript("drop", "giveup"))
	tab.Wait("window.replaced > 1000", 5*time.Second)
	tab.Wait(fmt.Sprintf("lab.hash() === %q", hashOf(t, "m=1&drop=giveup")), 5*time.Second)
	tab.Run(setByScript("drop", "resend"))
	tab.Wait(fmt.Sprintf("lab.hash() === %q", hashOf(t, "m=1")), 5*time.Second)
}

// TestAddressOfTheReader: an address that a reader writes at the very instant at which the lab would write its own is followed.
func TestAddressOfTheReader(t *testing.T) {
	tab := opened(t, "#m=1", lab.Options{ReducedMotion: true})
	tab.Run("window.timers = []; window.later = setTimeout; window.setTimeout = (f, ms) => ms === 400 ? timers.push(f) : later(f, ms);")
	tab.Run(setByScript("drop", "giveup") + "; location.hash = 'm=2&retries=8'; timers.splice(0).forEach(f => f()); window.setTimeout = later")
	runs(t, tab, "m=2&retries=8")
}

// TestLocked tries to change what a mission locks: by link, by keyboard, and by tampering with the page.
func TestLocked(t *testing.T) {
	tab := opened(t, "#m=1&flaps=off&hears=push&items=5&dedupe=on", lab.Options{ReducedMotion: true})
	runs(t, tab, "m=1")
	said := tab.Text("#notices")
	for _, key := range []string{"flaps", "hears", "items", "dedupe"} {
		if !strings.Contains(said, key) {
			t.Errorf("the page does not say that %s is locked: %q", key, said)
		}
	}
	tab.Click("#predict [data-do=skip]")
	for _, key := range []string{"dedupe", "flaps", "persist", "hears-push"} {
		if !lab.Eval[bool](tab, fmt.Sprintf("document.getElementById('key-%s').disabled", key)) {
			t.Errorf("%s is not disabled", key)
		}
	}
	// By hand in the developer's tools.
	tab.Run(`for (const c of document.querySelectorAll('[data-do^="set:"]')) { c.disabled = false; c.closest('fieldset').disabled = false }` +
		setByScript("flaps", "off") + setByScript("items", "16") + `
		document.getElementById('key-dedupe').click();
		document.getElementById('key-hears-push').click();
		document.getElementById('key-drop').dataset.do = 'set:outage';` + setByScript("drop", "12m") + `
		document.getElementById('key-drop').dataset.do = 'set:drop';`)
	tab.Settle()
	runs(t, tab, "m=1")
	if lab.Eval[bool](tab, "document.getElementById('key-dedupe').checked || document.getElementById('key-hears-push').checked") {
		t.Error("a locked control shows what it was tampered to")
	}
	// The sandbox frees them, with the same setting.
	tab.Click("#free")
	s, _ := missions.Parse("m=1")
	runs(t, tab, missions.Text(missions.InSandbox(s)))
	tab.Click("#key-dedupe")
	free := missions.InSandbox(s)
	free.Dedupe = engine.On
	runs(t, tab, missions.Text(free))
}

// TestHostileLinks opens links that want to freeze or break the page, or to slip markup into it.
func TestHostileLinks(t *testing.T) {
	tab := opened(t, "", lab.Options{ReducedMotion: true})
	tab.Run(`window.longest = 0; window.last = performance.now();
		setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - window.last); window.last = now }, 20)`)
	length := lab.Eval[int](tab, "history.length")
	hostile := []string{"NaN", "Infinity", "-Infinity", "-1", "1e-9", "1e309", "1e5", "0x10", "1_000", "１０", "+5", " 5", "5%20", "", "%00", "5%00", "%", "%zz", "%ff",
		"9007199254740993", "99999999999999999999999999", "<script>window.hacked=1</script>", "%3Cimg%20src=x%20onerror=window.hacked=1%3E", "__proto__", "constructor",
		"null", "5m5m", "1h30", "-5m", "٥m", "5M", "javascript:window.hacked=1", strings.Repeat("9", 100_000), strings.Repeat("%3C", 30_000)}
	links := []string{"__proto__=1", "constructor=1", "m=__proto__", "m=", "m=99", "m=1&m=2", "=", "&&&&", "???", "m=sandbox&drop=resend&drop=resend",
		strings.Repeat("a=1&", 25_000), strings.Repeat("items=1&", 12_500), "m=sandbox&items=2000&hears=poll&poll=1s&end=48h&median=12h&shortest=12h&longest=12h",
		"m=sandbox&items=2000&hears=poll&poll=1s&flaps=10s&outage=24h&retries=12&base=100ms&acks=0.95&reconcile=30s&end=48h&span=24h"}
	for i, k := range []string{"items", "poll", "acks", "day", "end"} {
		for n, value := range hostile {
			if n%5 == i { // each value with one key: the parser's own test has all pairs
				links = append(links, "m=sandbox&hears=poll&"+k+"="+value)
			}
		}
	}
	for i, link := range links {
		name := link
		if len(name) > 80 {
			name = fmt.Sprintf("%s… (%d bytes)", link[:80], len(link))
		}
		tab.Run("window.longest = 0; window.last = performance.now(); document.querySelector('[data-do=dismiss]').click()")
		tab.Run(fmt.Sprintf("location.replace('#' + %q)", link))
		tab.Wait("location.hash.length < 2000", 10*time.Second) // the lab's own text for it
		tab.Settle()
		if ms := lab.Eval[float64](tab, "window.longest"); ms > 2000 {
			t.Errorf("%s: the page froze for %.0f ms", name, ms)
		}
		s, problems := missions.Parse(link)
		want := missions.Text(s)
		if got := lab.Eval[string](tab, "location.hash"); got != "#"+want {
			tab.Wait(fmt.Sprintf("location.hash === %q", "#"+want), 5*time.Second)
		}
		if shown := !lab.Eval[bool](tab, "document.getElementById('noticebox').hidden"); len(problems) > 0 && !shown {
			t.Errorf("%s: no note says what was wrong", name)
		}
		if n := lab.Eval[int](tab, "document.querySelectorAll('#notices script, #notices img, #notices a').length"); n != 0 || lab.Eval[bool](tab, "'hacked' in window") {
			t.Errorf("%s: markup got into the page", name)
		}
		if n := lab.Eval[int](tab, "document.querySelectorAll('#notices li').length"); n > 40 {
			t.Errorf("%s: %d notes", name, n)
		}
		if i%8 == 0 { // the page still works
			tab.Run("location.replace('#m=1')")
			tab.Wait(fmt.Sprintf("lab.hash() === %q", hashOf(t, "m=1")), 5*time.Second)
		}
	}
	if n := lab.Eval[int](tab, "history.length"); n != length {
		t.Errorf("%d links made %d entries in the history", len(links), n-length)
	}
}
