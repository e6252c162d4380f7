package engine

import "slices"

// A Failure is one injected failure instance: what an explanation can suppress in a re-run.
type Failure struct {
	Kind  FailureKind
	Item  int32 // for Flap and LostAck
	Index int32 // for Flap the number of the item's cut; for LostAck see ackIndex
}

// FailureKind names what can be injected.
type FailureKind uint8

// The failures. Adding one touches this list, its keys, and the place in the run where it strikes.
const (
	NoFailure FailureKind = iota
	Flap                  // the network cuts the item's open stream or call
	Outage                // the webhook's receiver answers nothing in a window
	LostAck               // one acknowledgement does not reach the agent
	Restart               // the agent restarts; without persistence it forgets
	numFailures
)

var failureNames = [...]string{"none", "network flap", "receiver outage", "lost acknowledgement", "agent restart"}

// String is the failure's name in words.
func (k FailureKind) String() string { return failureNames[k] }

// cuts is the Poisson process of instants at which the network breaks whatever connection the item has open.
// It runs from the item's creation, whether or not anything is connected, so what the client does never moves a cut.
type cuts struct {
	item  dice
	mean  Time // Never: the network does not flap
	at    Time // the pending cut
	index int32
}

// start begins the item's process at its creation.
func (c *cuts) start(item dice, mean, created Time) {
	*c = cuts{item: item, mean: mean, at: created, index: -1}
}

// after moves to the first cut later than t, those spared excepted, and returns it.
func (c *cuts) after(t Time, spared []int32) Time {
	if c.mean == Never {
		return far
	}
	for c.at <= t || c.index < 0 || slices.Contains(spared, c.index) {
		c.index++
		c.at += c.item.exponential(flapDraw, uint64(c.index), c.mean)
	}
	return c.at
}

// ackIndex numbers the acknowledgement of one attempt within an item: its task, which of the task's two
// notifications (pause or end), and which attempt. A number never depends on the client.
func ackIndex(task int32, terminal bool, attempt uint8) int32 {
	n := task * 2
	if terminal {
		n++
	}
	return n*16 + int32(attempt)
}
