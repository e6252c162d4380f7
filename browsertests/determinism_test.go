package browsertests

import (
	"fmt"
	"testing"
	"time"

	"a2alab/browsertests/lab"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The settings whose runs are compared between the browser and Go's native compiler.
var everywhere = []string{
	"m=1&reconcile=10m", "m=1&drop=subscribe", "m=2&reconcile=5m&by=list", "m=3&reconcile=30m&lost=resubmit", "m=4&hears=push&reconcile=10m&idempotent=on",
	"m=sandbox&flaps=2m&hears=block&repeats=10&blocktimeout=30s&dedupe=on", "m=sandbox&hears=stream&drop=giveup&flaps=5m&reconcile=1m&restart=90m&lost=escalate&persist=on",
	"m=sandbox&day=9007199254740992&items=1000&sigma=1.3&pauses=1&answer=10m", "m=sandbox&items=2000&end=6h&hears=poll&poll=5s&acks=0.95&outage=1h",
}

// TestSameEverywhere compares runs in the page with the native ones, in another time zone and language too.
func TestSameEverywhere(t *testing.T) {
	tab := opened(t, "#m=sandbox", lab.Options{ReducedMotion: true})
	compare := func(where string) (texts string) {
		for _, text := range everywhere {
			tab.Run(fmt.Sprintf("location.hash = %q", text))
			want := hashOf(t, text)
			got, deadline := "", time.Now().Add(10*time.Second)
			for got != want && time.Now().Before(deadline) {
				got = lab.Eval[string](tab, "lab.hash()")
			}
			if got != want {
				t.Errorf("%s, %s: the browser's run has the hash %s, the native one %s", where, text, got, want)
			}
			texts += lab.Eval[string](tab, "['now', 'end', 'score-requests', 'scorenote-requests', 'score-p95', 'note-reconcile', 'goals'].map(id => document.getElementById(id).textContent).join('|') + '\\n'")
		}
		return texts
	}
	at := compare("here")
	ctx := tab.Context()
	_, err := chromedp.Call(ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Kathmandu"})
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetLocaleOverride, emulation.SetLocaleOverrideParams{Locale: "de_DE"})
	}
	if err != nil {
		t.Fatal(err)
	}
	tab.Reload()
	tab.Ready()
	if got := lab.Eval[string](tab, "new Date(0).getHours() + ':' + new Date(0).getMinutes() + ' ' + (0.5).toLocaleString()"); got != "5:30 0,5" {
		t.Fatalf("the browser is not in Kathmandu with a German locale: %s", got)
	}
	if there := compare("in Kathmandu, in German"); there != at {
		t.Errorf("the page says\n%s\nand in Kathmandu, in German\n%s", at, there)
	}
}
