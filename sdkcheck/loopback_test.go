package sdkcheck

import (
	"testing"

	"a2alab/engine"
)

// TestLoopback is the smoke test of the virtual network: a few tasks over real sockets, in a run 40 times as fast as the clock.
// Instants are blurred there, so what is compared is what does not hang on them; on the days chosen nothing that could overtake
// something else comes within nine seconds of it, a quarter of a second here.
func TestLoopback(t *testing.T) {
	const work = "m=sandbox&items=6&span=1m&end=4m&median=1m&shortest=30s&longest=2m&pauses=0.5&answer=10s"
	for _, text := range []string{
		work + "&day=312&hears=stream&flaps=1m",
		work + "&day=1&hears=push&acks=0.5&retries=3",
		work + "&day=2957&hears=push&outage=45s&outageat=1m10s&retries=4",
		work + "&day=3828&hears=push&forged=1m",
		work + "&day=3828&hears=push&verify=on&forged=1m",
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			tr := simulate(t, parsed(t, text), engine.AllDeviations)
			stories, _, err := Run(tr, Mutant{}, Stage{Settle: func() {}, Pace: 40, Loopback: true})
			if err != nil {
				t.Fatal(err)
			}
			for item := range stories {
				told, s := Told(tr, item), &stories[item]
				if s.Requests != told.Requests || len(s.Tasks) != len(told.Tasks) || s.Outcome != told.Outcome || s.Attempts != told.Attempts || s.HandledTwice != told.HandledTwice ||
					s.Refused != told.Refused || (s.Wrong == engine.Never) != (told.Wrong == engine.Never) {
					t.Errorf("item %d: simulated %+v, real %+v", item, told, *s)
				}
			}
			rep := &tr.Report
			if rep.Attempts.Failed+rep.Attempts.AckLost+rep.TotalCuts()+rep.Wrong+rep.Refused < 4 {
				t.Error("hardly anything failed on this day: choose another")
			}
			t.Logf("%d requests, %+v, %d streams broke, a stranger was believed %d times and refused %d times", rep.TotalRequests(), rep.Attempts, rep.TotalCuts(), rep.Wrong, rep.Refused)
		})
	}
}
