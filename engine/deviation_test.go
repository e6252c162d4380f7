package engine

import (
	"math/rand/v2"
	"testing"
)

// TestDeviations: each deviation does what its comment says, and only to clients whom it concerns. That their sum is how the
// software really behaves is checked against that software, in sdkcheck.
func TestDeviations(t *testing.T) {
	var as Runner
	var tr Trace
	seen := map[Kind]int{}
	runs(t, 18, func(_ *rand.Rand, s Setting, plain *Trace) {
		as.Deviations = AllDeviations
		if err := as.Trace(&tr, s); err != nil {
			t.Fatal(err)
		}
		concerned := s.Hears == Streaming || s.Hears == Blocking && s.Dedupe == Off
		for item := range tr.Items {
			events := tr.EventsOf(item)
			for i, e := range events {
				switch {
				case e.Kind == Cut && s.Hears == Streaming && e.State == InputRequired:
					t.Errorf("item %d: a stream broke during a pause: %+v", item, e)
				case e.Kind == Subscribe && e.State == InputRequired && !(e.Result == NotFound && events[i+1].Kind == ReadAfter):
					t.Errorf("item %d: a paused task was subscribed to: %+v", item, e)
				case e.Kind == Subscribe && e.Result == NotFound && events[i+1].Kind != ReadAfter:
					t.Errorf("item %d: the client did not ask what the refusal meant: %+v", item, events[i+1])
				case e.Kind == Repeat && e.Result == Refused:
					seen[Repeat]++
				case e.Kind == ReadAfter && s.Hears == Streaming && events[i-1].Kind == Answer:
					seen[Answer]++
				}
			}
			same := len(events) == len(plain.EventsOf(item))
			if !concerned && !same {
				t.Errorf("item %d: an agent that deviates changed a client whom it does not concern", item)
			}
			if !same {
				seen[Arrival]++
			}
		}
	})
	for _, k := range []Kind{Repeat, Answer, Arrival} {
		if seen[k] == 0 {
			t.Errorf("no run showed case %d", k)
		}
	}
}
