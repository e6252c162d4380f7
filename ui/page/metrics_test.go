package page

import (
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/metrics"
	"a2alab/missions"
	"a2alab/ui"
)

// TestWatched: the guide names every metric, and each link leads to a run in which the metric is not empty.
func TestWatched(t *testing.T) {
	html := guide(t)
	var r engine.Runner
	var tr engine.Trace
	var run metrics.Run
	for i := range metrics.All {
		m := &metrics.All[i]
		s, problems := missions.Parse(ui.Freed(watched[i]))
		if problems != nil || r.Trace(&tr, s) != nil {
			t.Fatalf("%s: %q cannot be run: %v", m.Name, watched[i], problems)
		}
		run.Of(&tr)
		n := 0
		for v := range run.Lines[i] {
			n += run.Lines[i][v].Over(m.Type, 0, run.Bins)
		}
		if n == 0 {
			t.Errorf("%s: there is nothing to see in %q", m.Name, watched[i])
		}
		for _, want := range []string{m.Name, m.Counts, m.Tells, ui.MetricPath(i) + "#"} {
			if !strings.Contains(html, want) {
				t.Errorf("the guide does not say %q", want)
			}
		}
	}
}
