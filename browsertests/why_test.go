package browsertests

import (
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// TestWhy asks a question mark of mission 2 why it is there, goes to an instant of the answer, applies the remedy and finds the
// outcome learned; and asks a cost what makes it up.
func TestWhy(t *testing.T) {
	tab := opened(t, "#m=2", lab.Options{Width: 1440, Height: 900, ReducedMotion: true})
	tab.Click("#predict [data-do=skip]")
	tab.Click("#goalwhy-0")
	tab.Wait("!document.getElementById('apply').hidden", 20*time.Second)
	said := tab.Text("#why") + tab.Text("#chain")
	for _, want := range []string{"never learned the outcome of task #", "the receiver was out", "Without the receiver’s outage from 1:45:00 to 1:57:00", "Webhook retries: 8"} {
		if !strings.Contains(said, want) {
			t.Errorf("the explanation does not say %q:\n%s", want, said)
		}
	}
	if got := tab.Focused(); !strings.Contains(got, "#told") {
		t.Errorf("the focus is on %s, want the answer", got)
	}
	tab.Click("#chain li:nth-child(2) button")
	if now := tab.Text("#now"); !strings.HasPrefix(now, "1:4") {
		t.Errorf("the step's time leads to %s", now)
	}
	item := strings.Fields(tab.Text("#storytitle"))[1]
	tab.Click("#apply")
	tab.Wait("location.hash === '#m=2&retries=8'", 10*time.Second)
	if title := tab.Text("#storytitle"); !strings.Contains(title, item) || !strings.Contains(title, "COMPLETED") {
		t.Errorf("with the remedy: %s", title)
	}
	if lab.Eval[bool](tab, "document.getElementById('card-unknown').dataset.tone !== 'good'") {
		t.Error("with the remedy there are unknown outcomes")
	}
	tab.Run("document.getElementById('stage').focus()")
	tab.Press("Home")
	tab.Press("n") // retries alone bring some outcomes late
	first := tab.Text("#storytitle") + tab.Text("#now")
	if said := tab.Text("#why"); !strings.Contains(said, "not within 5 min") || strings.HasSuffix(first, "0:00:00") {
		t.Errorf("N leads to %s: %s", first, said)
	}
	tab.Click("#harmnext")
	tab.Click("#harmback")
	if back := tab.Text("#storytitle") + tab.Text("#now"); back != first {
		t.Errorf("to the next harm and back leads to %s, not to %s", back, first)
	}
	tab.Click("#scorewhy-requests")
	if said := tab.Text("#why"); !strings.Contains(said, "the first message of each task") {
		t.Errorf("of the cost the page says %s", said)
	}
}
