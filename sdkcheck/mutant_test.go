package sdkcheck

import (
	"testing"

	"a2alab/engine"
)

// TestMutants: a harness with one thing about it wrong differs from the engine. What is compared would see it.
func TestMutants(t *testing.T) {
	for _, c := range []struct {
		name, setting string
		mutant        Mutant
	}{
		{"a stream is taken up after 2 s instead of 1", "m=1&drop=subscribe", Mutant{Reattach: 2 * engine.Second}},
		{"GetTask ticks from the run's start", "m=3&reconcile=30m&lost=resubmit", Mutant{ReconcileFromStart: true}},
		{"polling ticks from the run's start", "m=sandbox&hears=poll&poll=2m&items=60", Mutant{PollFromStart: true}},
		{"retries begin after 6 s", "m=2&retries=8", Mutant{Base: 6 * engine.Second}},
		{"the client answers at once", "m=2", Mutant{AnswerAtOnce: true}},
		{"a subscribe that finds nothing is believed", "m=1&drop=subscribe", Mutant{TrustNotFound: true}},
		{"the agent keeps its tasks", "m=3", Mutant{KeepsStore: true}},
		{"the receiver checks nothing", "m=sandbox&verify=on&forged=20m", Mutant{ChecksNothing: true}},
		{"the receiver refuses the agent, too", "m=sandbox&verify=on&forged=20m", Mutant{WrongHeader: true}},
		{"the receiver refuses the agent, and nobody forges", "m=sandbox&verify=on", Mutant{WrongHeader: true}},
		{"a stranger posts for tasks that have ended", "m=sandbox&retries=1&verify=on&outage=12m&forged=5m", Mutant{LateStranger: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tr := simulate(t, parsed(t, c.setting), engine.AllDeviations)
			stories, checks := real(t, tr, c.mutant)
			diffs := Compare(tr, stories, checks)
			if len(diffs) == 0 {
				t.Fatalf("not noticed with the setting %s", c.setting)
			}
			t.Logf("%d differences; the first: %.160s", len(diffs), diffs[0])
		})
	}
	// Nor would an engine be believed that has the agent follow the specification to the letter.
	for name, d := range map[string]engine.Deviation{
		"subscribe":            engine.AllDeviations &^ engine.SubscribeNeedsWork,
		"streams at pauses":    engine.AllDeviations &^ engine.StreamEndsAtPause,
		"answers at work":      engine.AllDeviations &^ engine.AnswerNeedsPause,
		"all three as in text": 0,
	} {
		t.Run("an engine without the deviation of "+name, func(t *testing.T) {
			t.Parallel()
			noticed := 0
			for _, setting := range []string{"m=sandbox&hears=stream&flaps=2m&restart=1h&items=120&pauses=0.3", "m=sandbox&hears=block&blocktimeout=5m&repeats=3&flaps=5m&items=120&pauses=0.3"} {
				tr := simulate(t, parsed(t, setting), d)
				stories, checks := real(t, tr, Mutant{})
				noticed += len(Compare(tr, stories, checks))
			}
			if noticed == 0 {
				t.Fatal("not noticed")
			}
			t.Logf("%d differences", noticed)
		})
	}
}
