package browsertests

import (
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// TestGuide reads the guide as a person with a browser would: the calculators answer, a figure is a whole lab once it is asked
// for and costs nothing before, and the table's links show in it what they speak of.
func TestGuide(t *testing.T) {
	tab := lab.Open(t, site.URL+"guide/", lab.Options{})
	tab.Ready()
	if !lab.Eval[bool](tab, "document.getElementById('load').hidden") {
		t.Error("the guide still says that it is loading")
	}
	if n := lab.Eval[int](tab, "document.querySelectorAll('[data-calculate]:not(:disabled)').length"); n != 7 {
		t.Errorf("%d menus can be used", n)
	}

	choose := func(menu, key string, times int) {
		tab.Run("document.querySelector('" + menu + "').focus()")
		for range times {
			tab.Press(key)
		}
	}
	const calculated = "#retries-sentence"
	if got := tab.Text(calculated); !strings.Contains(got, "too little for an outage of 12 min") {
		t.Errorf("the first answer is %q", got)
	}
	choose("#retries-retries", "ArrowDown", 4)
	tab.Wait(`document.querySelector('#retries-sentence').textContent.includes('outlasts an outage of 12 min')`, 5*time.Second)
	if got := tab.Text("#retries-value-0"); got != "21 min 15 s" {
		t.Errorf("eight retries cover %s", got)
	}
	choose("#polling-poll", "ArrowUp", 3)
	tab.Wait(`document.querySelector('#polling-sentence').textContent.startsWith('Polling every 15 s costs 37.68 requests')`, 5*time.Second)
	choose("#drops-flaps", "ArrowDown", 3)
	tab.Wait(`document.querySelector('#drops-value-1').textContent === '86 %'`, 5*time.Second)

	frames := func() int {
		return lab.Eval[int](tab, "performance.getEntriesByType('resource').filter(e => e.name.includes('/embed/')).length")
	}
	if n := frames(); n != 0 {
		t.Errorf("%d labs were loaded before anybody asked for one", n)
	}
	tab.Run(`document.querySelector('tr:last-child a[data-a2a-show]').click()`)
	tab.Wait(`document.getElementById('guide-mix').shadowRoot.querySelector('iframe')?.contentDocument?.documentElement.dataset.lab === 'ready'`, 60*time.Second)
	if n := frames(); n != 1 {
		t.Errorf("%d labs were loaded for one figure", n)
	}
	inside := "document.getElementById('guide-mix').shadowRoot.querySelector('iframe').contentDocument"
	tab.Wait(inside+".location.hash.includes('hears=stream')", 10*time.Second)
	if got := lab.Eval[string](tab, inside+".location.hash"); !strings.HasPrefix(got, "#m=sandbox") || !strings.Contains(got, "drop=resend") {
		t.Errorf("the figure shows %s", got)
	}
	if lab.Eval[bool](tab, "localStorage.length > 0 && JSON.stringify(localStorage).includes('stars')") {
		t.Error("looking at a figure earned stars")
	}
}

// TestGuideFits: on the narrowest screen nothing makes the page scroll sideways, in either theme, and every figure has its picture.
func TestGuideFits(t *testing.T) {
	for _, o := range []lab.Options{{Width: 320, Height: 640, Mobile: true}, {Width: 320, Height: 640, Mobile: true, Dark: true}, {Width: 820, Height: 1180}, {}} {
		tab := lab.Open(t, site.URL+"guide/", o)
		tab.Ready()
		if wide := lab.Eval[int](tab, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); wide > 0 {
			t.Errorf("%d wide: the page scrolls sideways by %d px", o.Width, wide)
		}
		out := lab.Eval[string](tab, `[...document.querySelectorAll('main *')].filter(e => !e.closest('.scroll, .visually-hidden') && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.tagName + '.' + e.className).slice(0, 5).join(' ')`)
		if out != "" {
			t.Errorf("%d wide: these stick out: %s", o.Width, out)
		}
		tab.Run(`for (const e of document.querySelectorAll('a2a-lab')) e.shadowRoot.querySelector('img').loading = 'eager'`)
		tab.Wait(`[...document.querySelectorAll('a2a-lab')].every(e => e.shadowRoot.querySelector('img')?.naturalWidth > 0)`, 20*time.Second)
	}
}

// TestGuideWithoutScripts: all words, numbers and pictures are there.
func TestGuideWithoutScripts(t *testing.T) {
	tab := lab.Open(t, site.URL+"guide/#restarts", lab.Options{NoScript: true})
	text := tab.Text("main")
	for _, want := range []string{"Without JavaScript the calculators show one worked case", "The agent tries again for 1 min 15 s", "Polling every 2 min costs 6.19", "TaskNotFoundError is an answer to act on"} {
		if !strings.Contains(text, want) {
			t.Errorf("the guide does not say %q", want)
		}
	}
}

// TestDebriefLeadsToGuide follows the debrief's link.
func TestDebriefLeadsToGuide(t *testing.T) {
	tab := lab.Open(t, site.URL+"#m=1&drop=subscribe", lab.Options{})
	tab.Ready()
	tab.Wait("document.getElementById('proof').textContent.startsWith('★★★')", 20*time.Second)
	tab.Click("#debriefbutton")
	tab.Wait("!document.getElementById('section-1').hidden", 5*time.Second)
	if n := lab.Eval[int](tab, "document.querySelectorAll('[id^=section-]:not([hidden])').length"); n != 1 {
		t.Errorf("the debrief leads to %d sections", n)
	}
	tab.Navigate(lab.Eval[string](tab, "document.querySelector('#section-1 a').href"))
	tab.Ready()
	tab.Wait("Math.abs(document.getElementById('streams').getBoundingClientRect().top) < 120", 5*time.Second)
}
