// Package compare says what a change changed: of two runs over the same work, whose fate differs, and how. It needs the two
// traces and nothing else: no further run, unlike why, which proves what would have been.
package compare

import "a2alab/engine"

// Slack is how much earlier or later an instant must be to count as a change: what an operator would notice.
const Slack = engine.Minute

// Outcome is how an item stands at the run's end, the better the greater.
type Outcome uint8

// The outcomes.
const (
	Wrong   Outcome = iota // the client believes what is not so
	Never                  // the client does not know
	Person                 // handed to a person
	Learned                // the client knows
)

// A Fate is what became of one item, as far as a client cares. What it cost is no part of it.
type Fate struct {
	Outcome    Outcome
	At         engine.Time // when it was learned, believed or handed over; engine.Never for Never
	Missed     bool        // its task failed because no answer came in time
	Duplicates int
	Repeats    int         // how often its result was handled again
	Unnoticed  bool        // its task was lost, and nobody noticed
	Noticed    engine.Time // when the loss was noticed; engine.Never if not, or nothing was lost
}

// Of is the fate of an item in a traced run.
func Of(tr *engine.Trace, item int) Fate {
	f := Fate{Outcome: Never, At: engine.Never, Noticed: engine.Never, Missed: tr.Report.PerItem[item].Missed}
	lost := false
	for i := range tr.TasksOf(item) {
		t := &tr.TasksOf(item)[i]
		if t.Kind == engine.Duplicate {
			f.Duplicates++
		}
		if t.Abandoned == engine.Never { // the one that the client follows
			lost = t.Vanished != engine.Never
		}
	}
	events := tr.EventsOf(item)
	for i := range events {
		switch e := &events[i]; e.Kind {
		case engine.Learn:
			f.Outcome, f.At = Learned, e.At
		case engine.Escalate:
			f.Outcome, f.At = Person, e.At
		case engine.Misled:
			f.Outcome, f.At = Wrong, e.At
		case engine.Notice:
			f.Noticed = e.At
		case engine.Repeated:
			if e.Result == engine.HandledTwice {
				f.Repeats++
			}
		}
	}
	f.Unnoticed = lost && f.Outcome == Never && f.Noticed == engine.Never
	return f
}

// Aspects are sides of a fate, as a set.
type Aspects uint8

// The aspects.
const (
	Knowing    Aspects = 1 << iota // whether the outcome is learned
	Timing                         // when
	Input                          // whether the question was answered in time
	Duplicates                     // how many
	Handling                       // how often the result was handled
	Noticing                       // whether and when the loss was noticed
)

// Diff tells in which aspects a fate is better or worse than another.
func Diff(was, is Fate) (better, worse Aspects) {
	judge := func(a Aspects, was, is int64) { // less is better
		switch {
		case is < was:
			better |= a
		case is > was:
			worse |= a
		}
	}
	judge(Knowing, -int64(was.Outcome), -int64(is.Outcome))
	// A failure known early is no gain, nor is it one to be misled late.
	if was.Outcome == is.Outcome && was.Outcome != Wrong && was.Missed == is.Missed && apart(was.At, is.At) {
		judge(Timing, int64(was.At), int64(is.At))
	}
	judge(Input, number(was.Missed), number(is.Missed))
	judge(Duplicates, int64(was.Duplicates), int64(is.Duplicates))
	judge(Handling, int64(was.Repeats), int64(is.Repeats))
	judge(Noticing, number(was.Unnoticed), number(is.Unnoticed))
	if apart(was.Noticed, is.Noticed) {
		judge(Noticing, int64(was.Noticed), int64(is.Noticed))
	}
	return better, worse
}

// apart tells whether two instants, both of which came, are further apart than Slack.
func apart(a, b engine.Time) bool {
	return a != engine.Never && b != engine.Never && (a-b > Slack || b-a > Slack)
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// A Change is an item whose fate differs.
type Change struct {
	Item          int
	Was, Is       Fate
	Better, Worse Aspects
}

// A Comparison is what differs between two runs.
type Comparison struct {
	Changes       []Change // in order of the items
	Better, Worse int      // items that are better, or worse, and not both
	Mixed, Same   int      // items that are better in one aspect and worse in another; whose fate is the same
}

// Fates compares two runs item by item. Their worlds must be the same: see World.
func Fates(was, is *engine.Trace) Comparison {
	var c Comparison
	for item := range min(len(was.Items), len(is.Items)) {
		d := Change{Item: item, Was: Of(was, item), Is: Of(is, item)}
		d.Better, d.Worse = Diff(d.Was, d.Is)
		switch {
		case d.Better|d.Worse == 0:
			c.Same++
			continue
		case d.Worse == 0:
			c.Better++
		case d.Better == 0:
			c.Worse++
		default:
			c.Mixed++
		}
		c.Changes = append(c.Changes, d)
	}
	return c
}

// World is the keys of the work, the day among them, in which two settings differ: if there are any, item n of one run is not
// item n of the other, and to compare their fates means nothing.
func World(a, b *engine.Setting) []*engine.Key {
	var differ []*engine.Key
	for i := range engine.Keys {
		if k := &engine.Keys[i]; k.Group == engine.WorkGroup && k.Value(a) != k.Value(b) {
			differ = append(differ, k)
		}
	}
	return differ
}
