package render

import (
	"strings"
	"testing"
)

func TestActivity(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "push", "reconcile", "10m", "by", "list"))
	for _, n := range []int{1, 7, 160} {
		bins := make([]int, n)
		bins[0] = 99 // from before
		Activity(bins, tr)
		sum := 0
		for _, b := range bins {
			sum += b
		}
		if want := len(tr.Events) + len(tr.Checks); sum != want {
			t.Errorf("%d bins hold %d, want %d", n, sum, want)
		}
		bars := 0
		for _, b := range bins {
			if b > 0 {
				bars++
			}
		}
		path := ActivityPath(bins, 24)
		if got := strings.Count(path, "M"); got != bars {
			t.Errorf("%d bars for %d bins with events", got, bars)
		}
		if !strings.Contains(path, "v-24.00") {
			t.Error("no bar is as high as the box")
		}
	}
	if ActivityPath(make([]int, 5), 24) != "" {
		t.Error("bars for nothing")
	}
}
