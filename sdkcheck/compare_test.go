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
func real(t *testing.T, day *engine.Trace, m Mutant) ([]Story, []engine.Check) {
	t.Helper()
	return realOn(t, day, m, false)
}

func realOn(t *testing.T, day *engine.Trace, m Mutant, rest bool) (stories []Story, checks []engine.Check) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var err error
		stories, checks, err = Run(day, m, Stage{Settle: synctest.Wait, Pace: 1, HTTPJSON: rest})
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
	report(t, s, Compare(tr, stories, checks))
	t.Logf("%s: %d items, %d requests, %v", missions.Text(s), tr.Report.Items, tr.Report.TotalRequests(), time.Since(began).Round(time.Millisecond))
}

// report fails with the first of the differences.
func report(t *testing.T, s engine.Setting, diffs []string) {
	t.Helper()
	for _, d := range diffs[:min(len(diffs), 10)] {
		t.Error(d)
	}
	if len(diffs) > 0 {
		t.Errorf("%d differences with the setting %s", len(diffs), missions.Text(s))
	}
}

// TestHTTPJSON: in the other binding the items' stories are the same, but for looks at ListTasks, whose instant the SDK's client
// puts under a wrong name into the query.
func TestHTTPJSON(t *testing.T) {
	for _, text := range []string{
		"m=1", "m=1&drop=subscribe", "m=3&reconcile=30m&lost=resubmit", "m=4&hears=push&reconcile=10m&idempotent=on",
		"m=sandbox&items=120&hears=stream&lost=resubmit&pauses=0.3&flaps=2m&restart=1h",
		"m=sandbox&items=120&hears=block&blocktimeout=15m&repeats=10&pauses=0.3&flaps=2m&restart=1h&lost=escalate",
		"m=sandbox&items=120&hears=stream&inputtimeout=5m&answer=10m&pauses=0.5&flaps=8m",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			s := parsed(t, text)
			tr := simulate(t, s, engine.AllDeviations)
			stories, checks := realOn(t, tr, Mutant{}, true)
			report(t, s, Compare(tr, stories, checks))
		})
	}
}
