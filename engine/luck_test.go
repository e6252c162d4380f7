package engine

import (
	"math/rand/v2"
	"testing"
)

// TestLuck: the cuts, the lost acknowledgements and the forged notifications that can be asked for are those that strike, and what does not strike where
// it could was not among them.
func TestLuck(t *testing.T) {
	cutsSeen, acksSeen, forgeriesSeen := 0, 0, 0
	runs(t, 17, func(_ *rand.Rand, s Setting, tr *Trace) {
		for item := range tr.Items {
			flaps := tr.Flaps(item)
			for i := 1; i < len(flaps); i++ {
				if flaps[i] <= flaps[i-1] || flaps[i] >= s.End {
					t.Errorf("item %d is cut at %v after %v", item, flaps[i], flaps[i-1])
				}
			}
			first := int32(tr.FirstTask(item))
			for _, e := range tr.EventsOf(item) {
				switch {
				case e.Kind == Cut && e.Failure.Kind == Flap:
					cutsSeen++
					if flaps[e.Failure.Index] != e.At {
						t.Errorf("item %d: cut %d struck at %v, listed at %v", item, e.Failure.Index, e.At, flaps[e.Failure.Index])
					}
				case e.Kind == Forged:
					forgeriesSeen++
					if at := tr.Forgeries(item)[e.Failure.Index]; at != e.At {
						t.Errorf("item %d: forgery %d came at %v, listed at %v", item, e.Failure.Index, e.At, at)
					}
				case e.Kind == Attempt && e.Result != Undelivered:
					acksSeen++
					if lost := tr.AckLost(item, int(e.Task-first), e.State.Terminal(), int(e.Attempt)); lost != (e.Result == AckLost) {
						t.Errorf("item %d: the acknowledgement of attempt %d is said to be lost: %v; %+v", item, e.Attempt, lost, e)
					}
				}
			}
		}
	})
	if cutsSeen < 100 || acksSeen < 100 || forgeriesSeen < 100 {
		t.Errorf("only %d cuts, %d acknowledgements and %d forgeries were seen", cutsSeen, acksSeen, forgeriesSeen)
	}
}
