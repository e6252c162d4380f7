package render

import "a2alab/engine"

// A lane is where one of a row's tasks is drawn.
type lane struct {
	middle float32 // y
	end    float32 // x up to which it is taken
	ok     bool    // false: there was no room
}

// row draws everything that happened to one item.
func (p *Picture) row(tr *engine.Trace, r *row) {
	ghost := p.ghost(tr)
	if ghost != nil {
		p.ghostTasks(tr, ghost, r)
	}
	p.tasks(tr, r)
	if ghost != nil {
		p.ghostMarks(tr, ghost, r)
	}
	p.events(tr, r)
	item := int(r.item)
	if tr.Report.PerItem[item].Fate == engine.FateUnknown && p.scale.shows(tr.Setting.End) {
		size := p.size.mark * questionShare
		p.markAt(r, Question, White, p.scale.right+rightMargin*p.size.grow/2, r.bar, size, None, None)
	}
}

// tasks draws the item's tasks: the original and resubmissions in the row's bar, duplicates in lanes below it.
func (p *Picture) tasks(tr *engine.Trace, r *row) {
	first := tr.FirstTask(int(r.item))
	tasks := tr.TasksOf(int(r.item))
	p.lanes = append(p.lanes[:0], make([]lane, len(tasks))...)
	var ends [lanesMost]float32
	hidden, at := int32(0), float32(0)
	for i := range tasks {
		t, index := &tasks[i], int32(first+i)
		segments, n := t.Segments(tr.Setting.End)
		from, to := t.Born, segments[n-1].To
		if from > p.scale.to || to < p.scale.from {
			continue
		}
		if t.Kind != engine.Duplicate {
			p.lanes[i] = lane{middle: r.bar, ok: true}
			p.bar(tr, r, t, index, segments[:n])
			continue
		}
		x0, x1 := p.scale.clamped(from), p.scale.clamped(to)
		if hidden == 0 && (at == 0 || x0 < at) {
			at = x0
		}
		y, ok := p.lane(r, &ends, x0, max(x1, x0+barWidthLeast))
		if !ok {
			hidden++
			continue
		}
		p.lanes[i] = lane{middle: y + p.size.lane/2, ok: true}
		p.duplicate(r, t, index, segments[:n], y)
	}
	if hidden > 0 {
		p.more(r, hidden, at)
	}
}

// lane finds a lane that is free from x0 on, and takes it up to x1. Very thin rows have one, and all share it.
func (p *Picture) lane(r *row, ends *[lanesMost]float32, x0, x1 float32) (y float32, ok bool) {
	s := &p.size
	top := r.y + s.pad + s.bar + max(s.step-s.lane, 0)
	if s.lanes == 0 {
		return top, true
	}
	for i := range s.lanes {
		if ends[i] <= x0 {
			ends[i] = x1 + laneGap
			return top + s.step*float32(i), true
		}
	}
	return 0, false
}

// more counts the duplicates that have no lane, left of those that have.
func (p *Picture) more(r *row, n int32, at float32) {
	s := &p.size
	size := max(s.text*0.82, 9)
	y := r.y + s.pad + s.bar + (s.pitch-s.pad-s.bar)/2
	k := p.label(Duplicate, AlignRight, max(at-4, s.left+s.text*2), y, func(b []byte) []byte {
		return appendInt(append(b, '+'), int(n))
	})
	k.Item, k.Mark, k.Count, k.H, k.Bold = r.item, DuplicateBar, n, size, true
}

// bar draws a task in the row's own bar.
func (p *Picture) bar(tr *engine.Trace, r *row, t *engine.Task, index int32, segments []engine.Segment) {
	s := &p.size
	top := r.bar - s.bar/2
	again := t.Kind != engine.Original
	vanished := t.Vanished != engine.Never && t.Ended == engine.Never
	failed := t.Ended != engine.Never && t.Final == engine.Failed
	for i, g := range segments {
		if g.From > p.scale.to || g.To < p.scale.from || g.To == g.From && i > 0 {
			continue
		}
		x0, x1 := p.scale.clamped(g.From), p.scale.clamped(g.To)
		last := i == len(segments)-1
		if i == 0 && p.scale.shows(g.From) {
			x1 = max(x1, x0+barWidthLeast)
		}
		k := scenery(Fill, Working, x0, top, x1-x0, s.bar)
		k.Item, k.Task, k.Mark = r.item, index, WorkingBar
		if g.State == engine.InputRequired {
			k.Ink, k.Mark = Input, InputBar
		}
		if vanished {
			k.Form, k.Mark = Dashed, VanishedBar
			p.stretch(&k, t)
			continue
		}
		if i == 0 && p.scale.shows(g.From) {
			if again {
				p.notch(&k)
			} else {
				k.Round |= RoundLeft
			}
		}
		if last && t.Ended != engine.Never && !failed && p.scale.shows(g.To) {
			k.Round |= RoundRight
		}
		if failed && last && p.scale.shows(g.To) {
			p.failedEnd(&k, t)
		}
		if k.W > 0 {
			p.stretch(&k, t)
		}
	}
}

// stretch draws a stretch of a task. From the instant at which the client follows another task instead it is unfollowed.
func (p *Picture) stretch(k *Shape, t *engine.Task) {
	if t.Abandoned != engine.Never {
		if x := p.scale.x(t.Abandoned); x <= k.X {
			unfollowed(k)
		} else if end := k.X + k.W; x < end {
			round := k.Round
			k.W, k.Round = x-k.X, round&^RoundRight
			p.state(k)
			k.X, k.W, k.Round, k.Count = x, end-x, round&^RoundLeft, 0
			unfollowed(k)
		}
	}
	p.state(k)
}

func (p *Picture) state(k *Shape) {
	p.Base = append(p.Base, *k)
	if k.Form == Fill && k.Mark == InputBar {
		lines := *k
		lines.Form, lines.Ink, lines.Mark, lines.Round = Stripy, Stripe, NoMark, 0
		p.Base = append(p.Base, lines)
	}
}

// unfollowed makes a shape look as of a task that the client no longer follows: faint, and thinner in the row's bar. What is
// bright is what the client hears of, and what the report counts as missed.
func unfollowed(k *Shape) {
	k.Alpha = unfollowedAlpha
	if k.Ink != Duplicate {
		k.Y, k.H = k.Y+k.H*(1-unfollowedShare)/2, k.H*unfollowedShare
	}
}

// endsUnfollowed tells whether the client followed another task before this one ended.
func endsUnfollowed(t *engine.Task) bool {
	return t.Abandoned != engine.Never && t.Abandoned <= t.Ended
}

// notch begins a resubmitted task's bar.
func (p *Picture) notch(bar *Shape) {
	w := min(notchWidth*p.size.grow, max(p.size.bar, 2))
	k := *bar
	k.Form, k.Ink, k.Mark, k.W = Figure, Working, ResubmitStart, w
	p.base(k)
	bar.X += w
	bar.W = max(bar.W-w, 0)
}

// failedEnd ends a bar whose task failed, at the instant of the failure.
func (p *Picture) failedEnd(bar *Shape, t *engine.Task) {
	end := bar.X + bar.W
	w := min(failedWidth*p.size.grow, max(p.size.bar, 2))
	k := *bar
	k.Form, k.Ink, k.Mark, k.X, k.W = Figure, Failure, FailedEnd, end-w, w
	bar.W = max(bar.W-w, 0)
	if endsUnfollowed(t) {
		unfollowed(&k)
	}
	p.base(k)
}

// duplicate draws a duplicate task in its lane.
func (p *Picture) duplicate(r *row, t *engine.Task, index int32, segments []engine.Segment, y float32) {
	s := &p.size
	x0, x1 := p.scale.clamped(t.Born), p.scale.clamped(segments[len(segments)-1].To)
	k := scenery(Fill, Duplicate, x0, y, max(x1-x0, barWidthLeast), s.lane)
	k.Item, k.Task, k.Mark = r.item, index, DuplicateBar
	if t.Vanished != engine.Never && t.Ended == engine.Never {
		k.Form = Dashed
	}
	p.stretch(&k, t)
	if t.Ended != engine.Never && t.Final == engine.Failed && p.scale.shows(t.Ended) {
		w := min(4*s.grow, max(x1-x0, barWidthLeast))
		k.Form, k.Ink, k.Mark, k.X, k.W, k.Count = Fill, Failure, FailedEnd, x1-w, w, 1
		if endsUnfollowed(t) {
			k.Alpha = unfollowedAlpha
		}
		p.base(k)
	}
}

// events draws the marks of what happened: first the lines and ticks, then the figures over them, each in order of time.
func (p *Picture) events(tr *engine.Trace, r *row) {
	s := &p.size
	first := tr.FirstEvent(int(r.item))
	events := tr.EventsOf(int(r.item))
	for i := range events {
		e, index := &events[i], int32(first+i)
		switch e.Kind {
		case engine.Poll, engine.ReconcileGet:
			if s.ticks[e.Kind] {
				p.tick(r, e, index)
			}
		case engine.Listed:
			if s.listTicks {
				p.tick(r, e, index)
			}
		case engine.Learn:
			p.learnLine(tr, r, e, index)
		}
	}
	for i := range events {
		e, index := &events[i], int32(first+i)
		switch e.Kind {
		case engine.Attempt:
			p.mark(r, attemptMark(e.Result), Webhook, e.At, r.y+s.pad+s.bar+1+s.webhook/2, s.webhook, e.Task, index)
		case engine.Forged:
			p.mark(r, forgedMark(e.Result), Failure, e.At, r.y+s.pad+s.bar+1+s.webhook/2, s.webhook, e.Task, index)
		case engine.Misled:
			p.mark(r, NotEqual, Failure, e.At, r.bar, s.mark*unequalShare, e.Task, index)
		case engine.Cut, engine.TimedOut:
			p.mark(r, Cross, White, e.At, r.bar, s.mark, e.Task, index)
		case engine.Escalate:
			p.mark(r, Arrow, White, e.At, r.bar, s.mark*arrowShare, e.Task, index)
		case engine.Learn:
			if e.State == engine.Failed {
				p.failureLearned(r, e, index)
			} else {
				p.mark(r, Dot, Learned, e.At, r.bar, s.mark, e.Task, index)
			}
		}
	}
}

// failureLearned draws a ring with a red core: learned at once it lies over the task's red end, and must say both. Where rows
// are too thin for that it is a speck beside the end.
func (p *Picture) failureLearned(r *row, e *engine.Event, index int32) {
	if !p.scale.shows(e.At) {
		return
	}
	x, size := p.scale.x(e.At), p.size.mark
	if size < figureLeast {
		p.markAt(r, DotFailed, Learned, x+size/2, r.bar, size, e.Task, index)
		return
	}
	p.markAt(r, DotFailed, Learned, x, r.bar, size, e.Task, index)
	core := size * coreShare
	k := scenery(Fill, Failure, x-core/2, r.bar-core/2, core, core)
	k.Item, k.Task, k.Event, k.Mark, k.Round, k.Count = r.item, e.Task, index, DotFailed, RoundLeft|RoundRight, 0
	p.base(k)
}

func forgedMark(r engine.Result) Mark {
	if r == engine.Refused {
		return ForgedRefused
	}
	return ForgedBelieved
}

func attemptMark(r engine.Result) Mark {
	switch r {
	case engine.Undelivered:
		return Undelivered
	case engine.AckLost:
		return HalfDelivered
	}
	return Delivered
}

func (p *Picture) tick(r *row, e *engine.Event, index int32) {
	if !p.scale.shows(e.At) {
		return
	}
	s := &p.size
	w := tickWidth * s.grow
	k := scenery(Fill, Tick, p.scale.x(e.At)-w/2, r.y+r.h-s.foot-s.tick, w, s.tick)
	k.Item, k.Task, k.Event, k.Mark = r.item, e.Task, index, PollTick
	p.base(k)
}

// learnLine joins the instant of learning to the end of the work, wherever that is drawn.
func (p *Picture) learnLine(tr *engine.Trace, r *row, e *engine.Event, index int32) {
	if e.Task < 0 {
		return
	}
	ended := tr.Tasks[e.Task].Ended
	if ended == engine.Never || ended > p.scale.to || e.At < p.scale.from {
		return
	}
	x0, x1 := p.scale.clamped(ended), p.scale.clamped(e.At)
	thick := lineWidth * p.size.grow
	k := scenery(Fill, Learned, x0, r.bar-thick/2, x1-x0, thick)
	k.Item, k.Task, k.Event, k.Mark = r.item, e.Task, index, LearnLine
	if k.W > 0 {
		p.base(k)
	}
	l := p.lanes[int(e.Task)-tr.FirstTask(int(r.item))]
	if l.ok && l.middle > r.bar && p.scale.shows(ended) && !p.size.dense {
		k.X, k.Y, k.W, k.H = x0-0.5, r.bar, 1, l.middle-r.bar
		p.base(k)
	}
}

// mark draws a mark at an instant; in rows too thin for its figure, as a speck of its colour.
func (p *Picture) mark(r *row, m Mark, k Ink, at engine.Time, y, size float32, task, event int32) {
	if p.scale.shows(at) {
		p.markAt(r, m, k, p.scale.x(at), y, size, task, event)
	}
}

func (p *Picture) markAt(r *row, m Mark, k Ink, x, y, size float32, task, event int32) {
	s := scenery(Figure, k, x-size/2, y-size/2, size, size)
	s.Item, s.Task, s.Event, s.Mark, s.Halo = r.item, task, event, m, true
	if size < figureLeast {
		s.Form, s.Halo = Fill, false
		if m == Cross { // thin, so that it is no dot
			s.X, s.W = x-0.5, 1
		}
	}
	p.base(s)
}
