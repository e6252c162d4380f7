package metrics

import (
	"cmp"
	"slices"

	"a2alab/engine"
)

// Bin is the length of a bin. The last one of a run may be shorter.
const Bin = engine.Minute

// A Run is all metrics of one run. The zero value is empty; its room is reused.
type Run struct {
	Bins  int                  // from the run's start to its end
	Lines [NumMetrics][]Series // by metric, then by its values

	changes []change
}

// A Series is one metric, or one value of its label, over time. Each slice has a number for each bin.
type Series struct {
	N        []int         // see Type
	Sum, Max []engine.Time // of a Histogram
}

// Of tells a trace as metrics. It reads nothing but the trace.
func (r *Run) Of(tr *engine.Trace) {
	r.prepare(tr.Setting.End)
	r.intervals(tr)
	for i := range tr.Events {
		r.event(tr, &tr.Events[i])
	}
	for _, c := range tr.Checks {
		r.add(Requests, int(engine.ListPage), c.At, c.Pages)
	}
	for i := range tr.Tasks {
		t := &tr.Tasks[i]
		r.add(TasksCreated, int(t.Kind), t.Born, 1)
		if t.Ended != engine.Never && t.Final == engine.Failed && t.Abandoned == engine.Never {
			r.add(InputMissed, 0, t.Ended, 1)
		}
	}
}

// prepare makes room and empties it.
func (r *Run) prepare(end engine.Time) {
	r.Bins = int((end + Bin - 1) / Bin)
	for m := range All {
		if r.Lines[m] == nil {
			r.Lines[m] = make([]Series, len(All[m].Values))
		}
		for v := range r.Lines[m] {
			s := &r.Lines[m][v]
			s.N = emptied(s.N, r.Bins)
			if All[m].Type == Histogram {
				s.Sum, s.Max = emptied(s.Sum, r.Bins), emptied(s.Max, r.Bins)
			}
		}
	}
}

func emptied[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

func (r *Run) add(metric, value int, at engine.Time, n int) { r.Lines[metric][value].N[at/Bin] += n }

// event counts what one event says.
func (r *Run) event(tr *engine.Trace, e *engine.Event) {
	if e.Kind.IsRequest() {
		r.add(Requests, int(e.Kind), e.At, 1)
		if e.Result == engine.NotFound {
			r.add(NotFound, again, e.At, 1)
		}
	}
	switch e.Kind {
	case engine.Resend:
		r.add(MessagesRepeated, 0, e.At, 1)
	case engine.Repeat:
		r.add(MessagesRepeated, 1, e.At, 1)
	case engine.Resubmit:
		r.add(MessagesRepeated, 2, e.At, 1)
	case engine.Notice: // of the very TaskNotFoundError that was just counted
		r.add(NotFound, again, e.At, -1)
		r.add(NotFound, first, e.At, 1)
	case engine.Learn:
		s, bin, wait := &r.Lines[TimeToLearn][e.Via], e.At/Bin, e.At-tr.Tasks[e.Task].Ended
		s.N[bin]++
		s.Sum[bin] += wait
		s.Max[bin] = max(s.Max[bin], wait)
		as := 0
		if e.State == engine.Failed {
			as = 1
		}
		r.add(Settled, as, e.At, 1)
	case engine.Escalate:
		r.add(Settled, 2, e.At, 1)
	case engine.Misled:
		r.add(Settled, 3, e.At, 1)
	case engine.Forged:
		v := 1
		if e.Result == engine.Refused {
			v = 0
		}
		r.add(Strangers, v, e.At, 1)
	case engine.Attempt:
		r.add(Deliveries, attemptValue(e.Result), e.At, 1)
	case engine.Repeated:
		v := 0
		if e.Result == engine.Absorbed {
			v = 1
		}
		r.add(CompletionsRepeated, v, e.At, 1)
	case engine.Cut:
		c := engine.CutByFlap
		if e.Failure.Kind == engine.Restart {
			c = engine.CutByRestart
		}
		r.add(ConnectionsCut, int(c), e.At, 1)
	case engine.TimedOut:
		r.add(ConnectionsCut, int(engine.CutByTimeout), e.At, 1)
	}
}

// The values of NotFound.
const (
	first = iota
	again
)

func attemptValue(r engine.Result) int {
	switch r {
	case engine.Undelivered:
		return 1
	case engine.AckLost:
		return 2
	}
	return 0
}

// A change is one more, or one less, of what a gauge counts.
type change struct {
	at   engine.Time
	by   int
	line *Series
}

// intervals finds the gauges: each is how many stretches of time overlap.
func (r *Run) intervals(tr *engine.Trace) {
	r.changes = r.changes[:0]
	end := tr.Setting.End
	for item := range tr.Items {
		it, closed := &tr.Items[item], tr.Closed(item)
		r.stretch(Open, 0, it.Created, closed)
		r.stretch(Orphaned, 0, it.Created+it.Work+engine.OrphanAge+1, closed) // older than, by a millisecond
		tasks := tr.TasksOf(item)
		for i := range tasks {
			t := &tasks[i]
			segments, n := t.Segments(end)
			for _, g := range segments[:n] {
				if g.State == engine.InputRequired {
					to := g.To
					if t.Abandoned != engine.Never {
						to = min(to, t.Abandoned)
					}
					r.stretch(InputRequired, 0, g.From, min(to, g.From+oldAge))
					r.stretch(InputRequired, 1, g.From+oldAge, min(to, g.From+veryOld))
					r.stretch(InputRequired, 2, g.From+veryOld, to)
				} else if t.Abandoned != engine.Never {
					r.stretch(Unfollowed, 0, max(g.From, t.Abandoned), g.To)
				}
			}
		}
	}
	// At one instant what ends is gone before what begins is there.
	slices.SortFunc(r.changes, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), a.by-b.by) })
	now := map[*Series]int{}
	at := 0
	for bin := range r.Bins {
		from := engine.Time(bin) * Bin
		for ; at < len(r.changes) && r.changes[at].at == from && r.changes[at].by < 0; at++ {
			now[r.changes[at].line]--
		}
		for _, m := range [...]int{Open, Orphaned, InputRequired, Unfollowed} {
			for v := range r.Lines[m] {
				s := &r.Lines[m][v]
				s.N[bin] = now[s]
			}
		}
		for ; at < len(r.changes) && r.changes[at].at < from+Bin; at++ {
			c := &r.changes[at]
			now[c.line] += c.by
			c.line.N[bin] = max(c.line.N[bin], now[c.line])
		}
	}
}

// stretch is one more of what a gauge counts, from one instant to another, half-open.
func (r *Run) stretch(metric, value int, from, to engine.Time) {
	if from < to {
		line := &r.Lines[metric][value]
		r.changes = append(r.changes, change{from, 1, line}, change{to, -1, line})
	}
}

// Over is the series' number for the bins from one index to another: of a gauge the most, else the sum.
func (s *Series) Over(t Type, from, to int) int {
	n := 0
	for _, v := range s.N[from:to] {
		if t == Gauge {
			n = max(n, v)
		} else {
			n += v
		}
	}
	return n
}

// Longest is a histogram's longest time in the bins from one index to another.
func (s *Series) Longest(from, to int) engine.Time {
	most := engine.Time(0)
	for _, v := range s.Max[from:to] {
		most = max(most, v)
	}
	return most
}
