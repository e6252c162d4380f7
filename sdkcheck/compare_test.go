package sdkcheck

import (
	"testing"
	"testing/synctest"
	"time"

	"a2alab/engine"
	"a2alab/missions"
)

// simulate runs a setting in the engine, with the SDK's deviations or without.
func simulate(t testing.TB, s engine.Setting, as engine.Deviation) *engine.Trace {
	t.Helper()
	r := engine.Runner{Deviations: as}
	tr := new(engine.Trace)
	if err := r.Trace(tr, s); err != nil {
		t.Fatal(err)
	}
	return tr
}

// real runs it on the SDK, in virtual time.
func real(t *testing.T, day *engine.Trace, m Mutant) (stories []Story, checks []engine.Check) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var err error
		stories, checks, err = Run(day, m, 1, synctest.Wait)
		if err != nil {
			t.Error(err)
		}
	})
	return stories, checks
}

func parsed(t testing.TB, text string) engine.Setting {
	t.Helper()
	s, problems := missions.Parse(text)
	if problems != nil {
		t.Fatal(text, problems)
	}
	return s
}

// check compares a setting.
func check(t *testing.T, s engine.Setting) {
	t.Helper()
	began := time.Now()
	tr := simulate(t, s, engine.AllDeviations)
	stories, checks := real(t, tr, Mutant{})
	diffs := Compare(tr, stories, checks)
	for i, d := range diffs {
		if i == 10 {
			break
		}
		t.Error(d)
	}
	if len(diffs) > 0 {
		t.Errorf("%d differences with the setting %s", len(diffs), missions.Text(s))
	}
	t.Logf("%s: %d items, %d requests, %v", missions.Text(s), tr.Report.Items, tr.Report.TotalRequests(), time.Since(began).Round(time.Millisecond))
}

// TestMissions: every mission's start and reference.
func TestMissions(t *testing.T) {
	for _, m := range missions.All {
		t.Run(m.Name, func(t *testing.T) { check(t, m.Start) })
		t.Run(m.Reference, func(t *testing.T) { check(t, parsed(t, m.Reference)) })
	}
}
