package engine

import "slices"

// A Failure is one injected failure instance: what an explanation can suppress in a re-run.
type Failure struct {
	Kind  FailureKind
	Item  int32 // for those of one item: see Own
	Index int32 // for Flap and Forgery the number in the item's process; for LostAck see ackIndex
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
	Forgery               // a stranger posts COMPLETED to the webhook
	numFailures
)

// FailureKinds are all kinds that can strike.
var FailureKinds = [...]FailureKind{Flap, Outage, LostAck, Restart, Forgery}

var failureNames = [...]string{"none", "network flap", "receiver outage", "lost acknowledgement", "agent restart", "forged notification"}

// String is the failure's name in words.
func (k FailureKind) String() string { return failureNames[k] }

// Own tells whether an instance strikes one item alone. The others strike all at once.
func (k FailureKind) Own() bool { return k == Flap || k == LostAck || k == Forgery }

// strikes is the Poisson process of instants at which a failure comes over an item: the network breaks whatever connection it
// has open, or a stranger posts. It runs from the item's creation, whether or not there is anything to strike, so what the
// client does never moves an instant.
type strikes struct {
	item  dice
	of    purpose
	mean  Time // Never: none come
	at    Time // the pending one
	index int32
}

// start begins the item's process at its creation.
func (c *strikes) start(item dice, of purpose, mean, created Time) {
	*c = strikes{item: item, of: of, mean: mean, at: created, index: -1}
}

// after moves to the first instant later than t, those spared excepted, and returns it.
func (c *strikes) after(t Time, spared []int32) Time {
	if c.mean == Never {
		return far
	}
	for c.at <= t || c.index < 0 || slices.Contains(spared, c.index) {
		c.index++
		c.at += c.item.exponential(c.of, uint64(c.index), c.mean)
	}
	return c.at
}

// instants lists the process to the run's end.
func (c *strikes) instants(from, end Time) []Time {
	var list []Time
	for at := c.after(from, nil); at < end; at = c.after(at, nil) {
		list = append(list, at)
	}
	return list
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
