package engine

import "slices"

// A Report holds what is counted in a run (MODEL section 6). Times are exact sums, so reports can be compared with ==,
// but for PerItem.
type Report struct {
	Items     int
	Learned   int // a terminal state of the followed task was seen
	Escalated int // handed to a person
	Wrong     int // a stranger's COMPLETED was believed
	Unknown   int // none of these, at the end: Learned + Escalated + Wrong + Unknown = Items

	Requests [NumRequests]int // the client's calls to the agent, by kind
	Attempts Attempts         // the agent's calls to the webhook, counted apart

	Duplicates   int // tasks created while an earlier task of the item exists
	Resubmitted  int // tasks created after all earlier ones were lost
	DoneTwice    int // resubmissions of work that had COMPLETED
	MissedInput  int // items whose followed task failed because the pause timed out
	HandledTwice int // COMPLETED handled again
	Absorbed     int // COMPLETED ignored by an idempotent handler
	Refused      int // forged notifications that the client's checks turned away

	Learning [NumMechanisms]Latency // of outcomes, from the agent's status timestamp to the client's sight of it
	Learn    Distribution           // the same over all mechanisms
	Pauses   Distribution           // of pauses

	Noticed   int  // followed tasks whose loss a TaskNotFoundError revealed
	NoticeMax Time // from the restart to the latest of them
	Unnoticed int  // open items whose followed task was lost and never noticed

	Cuts       [numCutCauses]int // connections that were open and broke, by CutCause
	OrphansMax int               // most open items at once that are older than their work plus OrphanAge
	Wasted     Time              // WORKING time of tasks while the client followed another task of the item

	PerItem []ItemReport
}

// An ItemReport is what one item cost and how it ended.
type ItemReport struct {
	Requests int32 // without pages of ListTasks, which no item owns
	Fate     Fate
	Missed   bool // the followed task failed for want of an answer
}

// Fate is how an item stands at the run's end.
type Fate uint8

// The fates.
const (
	FateUnknown Fate = iota
	FateLearned
	FateEscalated
	FateWrong
)

// Attempts counts the agent's calls to the webhook.
type Attempts struct {
	Acknowledged, Failed, AckLost int
}

// CutCause is why an open connection broke.
type CutCause uint8

// The causes.
const (
	CutByFlap CutCause = iota
	CutByRestart
	CutByTimeout // the client's own: a blocking call took too long
	numCutCauses
)

// Latency sums waits up.
type Latency struct {
	Count    int
	Sum, Max Time
}

func (l *Latency) add(t Time) {
	l.Count++
	l.Sum += t
	l.Max = max(l.Max, t)
}

// Mean is the average in milliseconds, 0 where there is none.
func (l Latency) Mean() float64 {
	if l.Count == 0 {
		return 0
	}
	return float64(l.Sum) / float64(l.Count)
}

// Distribution is a Latency with its quantiles by nearest rank.
type Distribution struct {
	Latency
	P50, P95 Time
}

// OrphanAge is how much longer than its work an item may be open before it counts as an orphan.
const OrphanAge = 10 * Minute

// TotalRequests is the number of calls of the client to the agent.
func (r *Report) TotalRequests() int {
	n := 0
	for _, k := range r.Requests {
		n += k
	}
	return n
}

// RequestsPerTask is the calls per item: the page's "requests per task".
func (r *Report) RequestsPerTask() float64 { return float64(r.TotalRequests()) / float64(r.Items) }

// TotalCuts is the number of connections that broke.
func (r *Report) TotalCuts() int {
	return r.Cuts[CutByFlap] + r.Cuts[CutByRestart] + r.Cuts[CutByTimeout]
}

// distribution sums waits up; it sorts the nonzero ones in place. zeros is the number of waits of no length.
func distribution(waits []Time, zeros int) Distribution {
	var d Distribution
	slices.Sort(waits)
	for _, w := range waits {
		d.add(w)
	}
	d.Count += zeros
	rank := func(percent int) Time {
		n := (d.Count*percent + 99) / 100 // nearest rank, from 1
		if n <= zeros {
			return 0
		}
		return waits[n-zeros-1]
	}
	d.P50, d.P95 = rank(50), rank(95)
	return d
}

// deepest returns how many of the half-open intervals overlap at most; it sorts both ends in place.
func deepest(starts, ends []Time) int {
	slices.Sort(starts)
	slices.Sort(ends)
	most, e := 0, 0
	for s, at := range starts {
		for ends[e] <= at {
			e++
		}
		most = max(most, s+1-e)
	}
	return most
}
