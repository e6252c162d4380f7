package sdkcheck

import (
	"testing"

	"a2alab/engine"
)

// TestForgeryInTime: a stranger's call at the very instant at which the task ends, pauses, is answered or lost, the receiver goes
// out or comes back, or the client asks for itself. What the model orders within a millisecond is so with the real software.
func TestForgeryInTime(t *testing.T) {
	base := parsed(t, "m=sandbox&items=1&pauses=0&sigma=0&median=30m&shortest=1m&longest=1h&forged=20m")
	tr := simulate(t, base, 0)
	created, posts := tr.Items[0].Created, tr.Forgeries(0)
	after := posts[0] - created
	for name, change := range map[string]func(*engine.Setting){
		"the task ends a millisecond later": func(s *engine.Setting) { s.Median = after + 1 },
		"it ends at that instant":           func(s *engine.Setting) { s.Median = after },
		"it ended a millisecond before":     func(s *engine.Setting) { s.Median = after - 1 },
		"the receiver goes out":             func(s *engine.Setting) { s.Outage, s.OutageAt = engine.Minute, posts[0] },
		"the receiver comes back":           func(s *engine.Setting) { s.Outage, s.OutageAt = engine.Minute, posts[0]-engine.Minute },
		"the agent restarts":                func(s *engine.Setting) { s.Restart = posts[0] },
		"the agent restarts, and the client asks at once": func(s *engine.Setting) {
			s.Restart, s.Reconcile, s.Lost = posts[0], after, engine.ResubmitOnLost
		},
		"the client asks":          func(s *engine.Setting) { s.Reconcile = after },
		"the client looks at list": func(s *engine.Setting) { s.Reconcile, s.By = posts[0], engine.WithListTasks },
	} {
		for _, verify := range []engine.Switch{engine.Off, engine.On} {
			s := base
			s.Verify = verify
			change(&s)
			s.Longest, s.Shortest = max(s.Median, 2*engine.Second), min(s.Median, s.Shortest)
			tr := simulate(t, s, engine.AllDeviations)
			if tr.Items[0].Created != created || len(tr.Forgeries(0)) == 0 || tr.Forgeries(0)[0] != posts[0] {
				t.Fatalf("%s: the luck has changed", name)
			}
			stories, checks := real(t, tr, Mutant{})
			for _, d := range Compare(tr, stories, checks) {
				t.Errorf("%s, checks %d: %s", name, verify, d)
			}
		}
	}
}
