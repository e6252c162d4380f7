// Package why explains a harm: back from what a person sees, through the trace, to the failures that struck and the setting
// that let them through, and forward to the smallest change that would have avoided it. Nothing is guessed: each claim is a
// run in which the harm is gone.
package why

import (
	"math/bits"
	"slices"

	"a2alab/engine"
	"a2alab/missions"
)

// Kind is what went wrong for an item.
type Kind uint8

// The kinds of harm.
const (
	Wrong        Kind = iota // the client believes an outcome that is not so
	Unlearned                // its outcome is never learned, though a person may have been asked
	MissedInput              // its task failed for want of an answer
	Duplicated               // a second task was made for it
	HandledTwice             // its result was handled again
	Late                     // its outcome is not known within the Limit
	Unnoticed                // the loss of its task is not noticed within the Limit
)

// A Harm is something that went wrong for one item.
type Harm struct {
	Kind  Kind
	Item  int
	Limit engine.Time // of Late, from the end of the work; of Unnoticed, from the restart
}

// In tells whether a report of the item alone has the harm.
func (h Harm) In(r *engine.Report) bool {
	switch h.Kind {
	case Wrong:
		return r.Wrong > 0
	case Unlearned:
		return r.Learned == 0
	case MissedInput:
		return r.MissedInput > 0
	case Duplicated:
		return r.Duplicates > 0
	case HandledTwice:
		return r.HandledTwice > 0
	case Late:
		return r.Learned == 0 || r.Learn.Max > h.Limit
	}
	return r.Unnoticed > 0 || r.NoticeMax > h.Limit
}

// An Explanation is how a harm came about.
type Explanation struct {
	Harm Harm
	At   engine.Time // when it was done; the run's end for what never came
	// Failures is the smallest set of failure instances without which the harm does not happen, in the order in which they
	// struck. None: the setting alone does it, without any failure; or it took too many to name, and Kinds says of what.
	Failures []engine.Failure
	// Kinds is then the smallest set of kinds of failure without which the harm does not happen.
	Kinds []engine.FailureKind
	Steps []int32 // the events of the trace that lead to it, in order
}

// An Explainer explains. It keeps its buffers; the zero value is ready.
type Explainer struct {
	// Mission is whose goals say what is late and what is noticed too late, where the setting's own start is none.
	Mission *missions.Mission

	runner engine.Runner
	trace  engine.Trace
}

// Beyond these, where no mission says otherwise, an outcome is late, and a loss noticed too late: as an operator would see it.
const (
	lateBeyond      = engine.OrphanAge
	unnoticedBeyond = 30 * engine.Minute
)

// limits are those times for a setting: its mission's, if that has goals about them.
func (x *Explainer) limits(s engine.Setting) (late, unnoticed engine.Time) {
	late, unnoticed = lateBeyond, unnoticedBeyond
	m := missions.Find(s.Start)
	if m == nil {
		m = x.Mission
	}
	if m != nil {
		for i := range m.Goals {
			switch g := &m.Goals[i]; g.About {
			case missions.Longest:
				late = engine.Time(g.Limit)
			case missions.Noticing:
				unnoticed = engine.Time(g.Limit)
			}
		}
	}
	return late, unnoticed
}

// Harms are the harms of an item, worst first.
func (x *Explainer) Harms(s engine.Setting, item int) []Harm {
	late, unnoticed := x.limits(s)
	r, err := x.runner.ReportOf(s, item)
	if err != nil {
		return nil
	}
	var list []Harm
	for _, h := range []Harm{{Kind: Wrong}, {Kind: Unlearned}, {Kind: MissedInput}, {Kind: Duplicated}, {Kind: HandledTwice}, {Late, item, late}, {Unnoticed, item, unnoticed}} {
		h.Item = item
		if h.In(&r) && !(h.Kind == Late && r.Learned == 0) && !(h.Kind == Unlearned && r.Wrong > 0) {
			list = append(list, h)
		}
	}
	return list
}

// has tells whether the harm happens in a run without some failures.
func (x *Explainer) has(s engine.Setting, h Harm, without []engine.Failure) bool {
	x.runner.Without = without
	r, err := x.runner.ReportOf(s, h.Item)
	x.runner.Without = nil
	return err == nil && h.In(&r)
}

// Explain says how a harm of a traced run came about.
func (x *Explainer) Explain(tr *engine.Trace, h Harm) Explanation {
	e := Explanation{Harm: h, At: When(tr, h)}
	e.Failures, e.Kinds = x.causes(tr, h)
	struck := e.Failures
	if e.Kinds != nil { // of too many, the first of each item's story tell
		struck = first(tr, h.Item)
	}
	e.Steps = steps(tr, h, anchor(tr, h), struck)
	return e
}

// Without is the same world without a kind of failure.
func Without(s engine.Setting, k engine.FailureKind) engine.Setting {
	switch k {
	case engine.Flap:
		s.Flaps = engine.Never
	case engine.Outage:
		s.Outage = engine.Never
	case engine.LostAck:
		s.Acks = 0
	case engine.Restart:
		s.Restart = engine.Never
	case engine.Forgery:
		s.Forged = engine.Never
	}
	return s
}

// When is the instant at which a harm of a traced run was done; the run's end for what never came.
func When(tr *engine.Trace, h Harm) engine.Time {
	if i := anchor(tr, h); i >= 0 {
		return tr.Events[i].At
	}
	return tr.Setting.End
}

// calm is the same world without failures.
func calm(s engine.Setting) engine.Setting {
	for _, k := range engine.FailureKinds {
		s = Without(s, k)
	}
	return s
}

const (
	// namedMost is how many failures an explanation names at most: nobody reads more.
	namedMost = 24
	// triesMost and workMost, an estimate of the events in all tries, bound the search for the smallest set: some milliseconds.
	triesMost = 5000
	workMost  = 500_000
)

// causes is the smallest set of failures without which the harm does not happen, or where those are too many of kinds of
// failure. All sets of one size are tried before those of the next; where these are too many, a set from which none can be
// left out must do.
func (x *Explainer) causes(tr *engine.Trace, h Harm) ([]engine.Failure, []engine.FailureKind) {
	s := tr.Setting
	if x.has(calm(s), h, nil) {
		return nil, nil
	}
	all := x.sufficient(s, h)
	if all == nil {
		return nil, x.kinds(s, h)
	}
	tries, most := 0, min(triesMost, workMost/(100+len(tr.EventsOf(h.Item))))
	for size := 1; size < len(all); size++ {
		if tries += choose(len(all), size); tries > most {
			return x.shrunk(s, h, all), nil
		}
		if set := x.smallest(s, h, all, size); set != nil {
			return set, nil
		}
	}
	return all, nil
}

// sufficient is a set of failures without which the harm does not happen: what struck the item, and what strikes it when that
// does not, and so on. It is nil if there are too many.
func (x *Explainer) sufficient(s engine.Setting, h Harm) []engine.Failure {
	var set []engine.Failure
	for x.has(s, h, set) {
		x.runner.Without = set
		err := x.runner.TraceOf(&x.trace, s, h.Item)
		x.runner.Without = nil
		before := len(set)
		for _, e := range x.trace.EventsOf(h.Item) {
			if e.Failure.Kind != engine.NoFailure && !slices.Contains(set, e.Failure) {
				set = append(set, e.Failure)
			}
		}
		if err != nil || len(set) == before || len(set) > namedMost {
			return nil
		}
	}
	return set
}

// kinds is the smallest set of kinds of failure without any of which the harm does not happen.
func (x *Explainer) kinds(s engine.Setting, h Harm) []engine.FailureKind {
	all := engine.FailureKinds
	for size := 1; size <= len(all); size++ {
		for set := range 1 << len(all) {
			if bits.OnesCount(uint(set)) != size {
				continue
			}
			var kinds []engine.FailureKind
			quiet := s
			for i, k := range all {
				if set>>i&1 == 1 {
					kinds = append(kinds, k)
					quiet = Without(quiet, k)
				}
			}
			if !x.has(quiet, h, nil) {
				return kinds
			}
		}
	}
	return nil
}

// smallest is the first set of that size, of all, without which the harm does not happen.
func (x *Explainer) smallest(s engine.Setting, h Harm, all []engine.Failure, size int) []engine.Failure {
	set := make([]engine.Failure, 0, size)
	var from func(i int) bool
	from = func(i int) bool {
		if len(set) == size {
			return !x.has(s, h, set)
		}
		for ; i <= len(all)-(size-len(set)); i++ {
			set = append(set, all[i])
			if from(i + 1) {
				return true
			}
			set = set[:len(set)-1]
		}
		return false
	}
	if from(0) {
		return set
	}
	return nil
}

// shrunk leaves out of a set what can be left out, the latest first.
func (x *Explainer) shrunk(s engine.Setting, h Harm, set []engine.Failure) []engine.Failure {
	for i := len(set) - 1; i >= 0; i-- {
		if less := slices.Delete(slices.Clone(set), i, i+1); !x.has(s, h, less) {
			set = less
		}
	}
	return set
}

// choose is how many sets of k there are of n, or more than triesMost.
func choose(n, k int) int {
	c := 1
	for i := range k {
		if c = c * (n - i) / (i + 1); c > triesMost {
			return c
		}
	}
	return c
}

// first are the failures that struck an item first.
func first(tr *engine.Trace, item int) []engine.Failure {
	var list []engine.Failure
	for _, e := range tr.EventsOf(item) {
		if e.Failure.Kind != engine.NoFailure && !slices.Contains(list, e.Failure) && len(list) < 3 {
			list = append(list, e.Failure)
		}
	}
	return list
}

// anchor is the event that did the harm, as an index in the trace's events, or -1 where the harm is that nothing happened.
func anchor(tr *engine.Trace, h Harm) int32 {
	first := tr.FirstEvent(h.Item)
	for i, e := range tr.EventsOf(h.Item) {
		var did bool
		switch h.Kind {
		case MissedInput:
			did = e.Kind == engine.TaskFailed && tr.Tasks[e.Task].Abandoned == engine.Never
		case Wrong:
			did = e.Kind == engine.Misled
		case Duplicated:
			did = e.Kind == engine.TaskCreated && tr.Tasks[e.Task].Kind == engine.Duplicate
		case HandledTwice:
			did = e.Kind == engine.Repeated && e.Result == engine.HandledTwice
		case Late:
			did = e.Kind == engine.Learn
		case Unnoticed:
			did = e.Kind == engine.Notice
		}
		if did {
			return int32(first + i)
		}
	}
	return -1
}

// steps are the events that tell how the harm came about: how the work stood, where the failures struck and what client and
// agent did then, and what led straight to the harm.
func steps(tr *engine.Trace, h Harm, anchor int32, failures []engine.Failure) []int32 {
	first, events := int32(tr.FirstEvent(h.Item)), tr.EventsOf(h.Item)
	told := make([]bool, len(events))
	for i := anchor; i >= first; i = tr.Events[i].Cause {
		told[i-first] = true
	}
	if h.Kind != Duplicated {
		if i := stood(tr, h); i >= 0 {
			told[i-first] = true
		}
	}
	for _, f := range failures {
		last := -1
		for i := range events {
			if events[i].Failure != f {
				continue
			}
			if last < 0 { // the first; of the others, as a receiver's outage has them, only the last
				told[i] = true
			}
			last = i
		}
		if last >= 0 {
			told[last] = true
		}
	}
	for i := range events { // the answer to each
		if c := events[i].Cause; c >= first && told[c-first] && events[c-first].Failure.Kind != engine.NoFailure {
			told[i] = true
		}
	}
	var list []int32
	for i := range events {
		if told[i] && !(events[i].Kind == engine.Arrival || opens(tr, &events[i]) && i < int(anchor-first)) {
			list = append(list, first+int32(i))
		}
	}
	return list
}

// opens tells whether an event belongs to the first message, with which every story begins.
func opens(tr *engine.Trace, e *engine.Event) bool {
	return e.Kind == engine.FirstSend || e.Kind == engine.TaskCreated && tr.Tasks[e.Task].Kind == engine.Original
}

// stood is the event after which the work was as the client did not know it: its pause for a missed question, else the end or
// the loss of the task that the client follows, or its beginning.
func stood(tr *engine.Trace, h Harm) int32 {
	first, found := tr.FirstEvent(h.Item), int32(-1)
	for i, e := range tr.EventsOf(h.Item) {
		if e.Task < 0 || tr.Tasks[e.Task].Abandoned != engine.Never {
			continue
		}
		switch e.Kind {
		case engine.TaskCreated, engine.TaskCompleted, engine.TaskFailed, engine.TaskVanished:
			if h.Kind != MissedInput {
				found = int32(first + i)
			}
		case engine.TaskPaused:
			if h.Kind == MissedInput {
				found = int32(first + i)
			}
		}
	}
	return found
}
