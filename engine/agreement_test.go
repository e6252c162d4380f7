package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// text is the setting as a person would paste it to see a failure again.
func text(s Setting) string { return s.Text(Start{"sandbox", Defaults(), nil}) }

// TestOracle holds the engine to a second, naive implementation of the model over random settings: some over all ranges,
// some whose lengths coincide, and some whose work lies on a grid as well, so that every rule of one instant is met.
func TestOracle(t *testing.T) {
	for _, kind := range []struct {
		name string
		draw func(*rand.Rand, int64) Setting
		step Time
		most int64 // items
		runs int
	}{
		{"any", anySetting, 0, 40, 1500},
		{"coinciding", gridSetting, 0, 40, 1500},
		{"on a grid of seconds", gridSetting, 1 * Second, 40, 1500},
		{"on a grid of half minutes", gridSetting, 30 * Second, 40, 3000},
		{"many items, so that lists have pages", listSetting, 30 * Second, 400, 200},
	} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			if inBrief() {
				kind.runs /= 10
			}
			rng := rand.New(rand.NewPCG(uint64(kind.step), uint64(kind.most)))
			var r Runner
			var tr Trace
			for range kind.runs {
				s := kind.draw(rng, kind.most)
				if kind.step > 0 {
					r.onGrid(s, kind.step)
				}
				if err := r.Trace(&tr, s); err != nil {
					t.Fatalf("%s: %v", text(s), err)
				}
				if d := differences(ask(s, tr.Items), &tr); d != "" {
					t.Fatalf("%s (grid %v)\n%s", text(s), kind.step, d)
				}
			}
		})
	}
}

// differences says where a trace and the oracle part, or nothing.
func differences(o *oracle, tr *Trace) string {
	var b strings.Builder
	if want, got := reportText(&o.rep), reportText(&tr.Report); got != want {
		fmt.Fprintf(&b, "report, oracle and engine:\n%s\n%s\n", want, got)
	}
	for i, it := range o.items {
		if want, got := o.rep.PerItem[i], tr.Report.PerItem[i]; got != want {
			fmt.Fprintf(&b, "item %d %+v, oracle and engine:\n%+v\n%+v\n", i, it.work, want, got)
		}
		var want []Task
		for _, t := range it.tasks {
			want = append(want, t.Task)
		}
		if got := tr.TasksOf(i); !slices.Equal(got, want) {
			fmt.Fprintf(&b, "tasks of item %d %+v, oracle and engine:\n%+v\n%+v\n", i, it.work, want, got)
		}
	}
	if !slices.Equal(o.checks, tr.Checks) {
		fmt.Fprintf(&b, "checks, oracle and engine:\n%v\n%v\n", o.checks, tr.Checks)
	}
	return b.String()
}

// reportText is a report without PerItem.
func reportText(rep *Report) string {
	c := *rep
	c.PerItem = nil
	return fmt.Sprintf("%+v", c)
}
