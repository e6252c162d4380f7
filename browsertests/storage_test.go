package browsertests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// storing is JavaScript that puts a text under the lab's key before the page's own scripts run, once for the profile.
func storing(text string) string {
	return fmt.Sprintf("if (!sessionStorage.seeded) { sessionStorage.seeded = 1; localStorage.setItem(%q, %q) }", storageKey, text)
}

// won plays the open mission's solution by script and waits for its stars.
func won(tab *lab.Tab, mission, key, value string) {
	tab.Run("const skip = document.querySelector('#predict [data-do=skip]'); if (!document.getElementById('predict').hidden) skip.click();" + setByScript(key, value))
	tab.Wait(fmt.Sprintf("document.getElementById('stars-%s').textContent === '★★★'", mission), 20*time.Second)
}

// TestBlockedStorage plays where reading or writing storage throws: the stars last for the visit and one note says so.
func TestBlockedStorage(t *testing.T) {
	for _, test := range []struct{ name, before, says string }{
		{"the getter throws", `Object.defineProperty(window, 'localStorage', { get() { window.reads = (window.reads ?? 0) + 1; throw new DOMException('Access is denied for this document.', 'SecurityError') } })`, "not saved here"},
		{"there is none", `Object.defineProperty(window, 'localStorage', { value: null })`, "not saved here"},
		{"the quota is full", `Storage.prototype.setItem = function() { throw new DOMException('The quota has been exceeded.', 'QuotaExceededError') }`, "not saved here"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab := opened(t, "#m=1", lab.Options{ReducedMotion: true, Before: test.before})
			won(tab, "1", "drop", "subscribe")
			if said := tab.Text("#storage"); !strings.Contains(said, test.says) {
				t.Errorf("the page says %q, want that stars are %s", said, test.says)
			}
			if n := lab.Eval[int](tab, "window.reads ?? 0"); n > 10 {
				t.Errorf("storage was tried %d times", n)
			}
			tab.Click("#start-2")
			if stars := tab.Text("#stars-1"); stars != "★★★" {
				t.Errorf("in the next mission the header shows %s", stars)
			}
		})
	}
}

// TestBrokenStorage starts with stored texts that are not what they should be.
func TestBrokenStorage(t *testing.T) {
	newer := `{"version":2,"missions":{"1":{"stars":2,"medal":"gold"}},"extra":[1,2, 3]}`
	for _, test := range []struct{ name, stored, says, after string }{
		{"broken JSON", `{"version":1,"missions":{"1":{"st`, "cannot be read", `"1":{"stars":3`},
		{"not the lab's", `[1,2,3]`, "cannot be read", `"1":{"stars":3`},
		{"nonsense in it", `{"version":1,"missions":{"1":{"stars":99},"2":{"stars":2,"cost":1.5,"setting":"m=2&reconcile=10m"}}}`, "made no sense", `"2":{"stars":2`},
		{"a newer version", newer, "newer version", newer},
	} {
		t.Run(test.name, func(t *testing.T) {
			tab := opened(t, "#m=1", lab.Options{ReducedMotion: true, Before: storing(test.stored)})
			if said := tab.Text("#storage"); !strings.Contains(said, test.says) {
				t.Errorf("the page says %q, want %q", said, test.says)
			}
			won(tab, "1", "drop", "subscribe")
			time.Sleep(200 * time.Millisecond)
			got := lab.Eval[string](tab, fmt.Sprintf("localStorage.getItem(%q)", storageKey))
			if test.name == "a newer version" && got != test.after || !strings.Contains(got, test.after) {
				t.Errorf("afterwards there is stored\n%s\nwant\n%s", got, test.after)
			}
		})
	}
}

// TestTwoTabs plays in two tabs of one profile at once: what one wins the other shows, and neither undoes the other.
func TestTwoTabs(t *testing.T) {
	o := lab.Options{Width: 1100, Height: 720, ReducedMotion: true}
	first := opened(t, "#m=1", o)
	second := first.Open(site.URL+"#m=2&reconcile=10m", o)
	second.Ready()
	second.Wait("document.getElementById('stars-2').textContent === '★★☆'", 20*time.Second)
	first.Wait("document.getElementById('stars-2').textContent === '★★☆'", 10*time.Second)
	first.Front()
	won(first, "1", "drop", "subscribe")
	second.Wait("document.getElementById('stars-1').textContent === '★★★'", 10*time.Second)
	second.Front()
	second.Run("document.getElementById('theme').value = 'light'; document.getElementById('theme').dispatchEvent(new Event('change', {bubbles: true}))")
	first.Wait("document.documentElement.dataset.theme === 'light'", 10*time.Second)

	// A tab that knows less must not overwrite: another program removes what the first tab knows, and the first wins more.
	first.Front()
	first.Run(fmt.Sprintf(`localStorage.setItem(%q, '{"version":1,"missions":{"3":{"stars":1,"cost":1.2,"setting":"m=3&lost=resubmit&reconcile=1h"}}}')`, storageKey))
	first.Run("location.hash = 'm=2&reconcile=5m&by=list'")
	first.Wait("document.getElementById('stars-2').textContent === '★★★'", 20*time.Second)
	first.Reload()
	first.Ready()
	k := stored(t, first)
	for mission, stars := range map[string]int{"1": 3, "2": 3, "3": 1} {
		if k.Missions[mission].Stars != stars {
			t.Errorf("mission %s has %d stars, want %d", mission, k.Missions[mission].Stars, stars)
		}
	}
}

// TestTheme chooses a theme against the system's, and finds it after a reload; and a worse result does not replace a better.
func TestTheme(t *testing.T) {
	tab := opened(t, "#m=1", lab.Options{ReducedMotion: true, Before: storing(`{"version":1,"missions":{"1":{"stars":3,"cost":2.287,"setting":"m=1&drop=subscribe"}}}`)})
	const ground = "getComputedStyle(labHost.body).backgroundColor"
	light := lab.Eval[string](tab, ground)
	tab.Choose("#theme", "dark")
	dark := lab.Eval[string](tab, ground)
	if dark == light {
		t.Errorf("the ground is %s in both themes", dark)
	}
	tab.Choose("#speed", "0")
	tab.Run("location.hash = 'm=1&drop=giveup&reconcile=10m'")
	tab.Wait("document.getElementById('proof').textContent.startsWith('★★☆')", 20*time.Second)
	tab.Reload()
	tab.Ready()
	if got := lab.Eval[string](tab, ground); got != dark {
		t.Errorf("after a reload the ground is %s, want %s", got, dark)
	}
	if got := lab.Eval[string](tab, "document.getElementById('theme').value + document.getElementById('speed').value"); got != "dark0" {
		t.Errorf("after a reload the preferences are %q, want dark0", got)
	}
	if stars := tab.Text("#stars-1"); stars != "★★★" {
		t.Errorf("after a worse result the header shows %s", stars)
	}
	for _, page := range []string{"hub/", "guide/"} {
		tab.Navigate(site.URL + page)
		if got := lab.Eval[string](tab, "getComputedStyle(document.querySelector('body')).backgroundColor"); got != dark {
			t.Errorf("on /%s the ground is %s, want the lab's %s", page, got, dark)
		}
	}
}
