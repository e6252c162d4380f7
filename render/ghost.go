package render

import "a2alab/engine"

// A ghost is another run over the same work, drawn behind the one that is shown: View.Ghost. Of it is drawn what differs:
// where both runs are alike it would lie under the other's shapes, and be no news.
const (
	ghostShare = 0.5 // of the bar's height
	ghostSpeck = 0.8 // of a mark's size, in rows too thin for figures
)

// Ghostly tells whether a mark is of View.Ghost: what it stands for are then that trace's tasks and events.
func (m Mark) Ghostly() bool { return m >= GhostBar && m <= GhostUnequal }

// ghost is the run behind, if there is one over the same items.
func (p *Picture) ghost(tr *engine.Trace) *engine.Trace {
	if g := p.view.Ghost; g != nil && len(g.Items) == len(tr.Items) {
		return g
	}
	return nil
}

// ghostTasks draws the ghost's tasks as thin bars: the original and resubmissions in the row's bar, duplicates in its lanes.
func (p *Picture) ghostTasks(tr, g *engine.Trace, r *row) {
	item := int(r.item)
	first, tasks, now := g.FirstTask(item), g.TasksOf(item), tr.TasksOf(item)
	var ends [lanesMost]float32
	for i := range tasks {
		t := &tasks[i]
		from, to := extent(t, g.Setting.End)
		if from > p.scale.to || to < p.scale.from {
			continue
		}
		x0 := p.scale.clamped(from)
		x1 := max(p.scale.clamped(to), x0+barWidthLeast)
		y, h, k, m := r.bar-p.size.bar*ghostShare/2, p.size.bar*ghostShare, Ghost, GhostBar
		if t.Kind == engine.Duplicate {
			var ok bool
			if y, ok = p.lane(r, &ends, x0, x1); !ok {
				continue // the tip, and the page's list of changes, count them all
			}
			h, k, m = p.size.lane, GhostPink, GhostDuplicate
		}
		if i < len(now) && now[i].Kind == t.Kind {
			if f, e := extent(&now[i], tr.Setting.End); f == from && e == to {
				continue
			}
		}
		b := scenery(Fill, k, x0, y, x1-x0, h)
		b.Item, b.Task, b.Mark = r.item, int32(first+i), m
		p.base(b)
	}
}

// extent is from when to when a task is drawn.
func extent(t *engine.Task, end engine.Time) (from, to engine.Time) {
	segments, n := t.Segments(end)
	return t.Born, segments[n-1].To
}

// ghostMarks draws what the ghost's client came to know, where that is not the same: when it learned the outcome, with the
// line from the end of the work, when it handed the item to a person, or that it never knew.
func (p *Picture) ghostMarks(tr, g *engine.Trace, r *row) {
	item := int(r.item)
	was, event := known(g, item)
	is, _ := known(tr, item)
	if was.kind == is.kind && was.at == is.at {
		return
	}
	size, ink := p.size.mark, GhostMark
	if size < figureLeast { // specks are not hollow: they must not outshine those of the run that is shown
		size, ink = size*ghostSpeck, Ghost
	}
	switch was.kind {
	case engine.Learn:
		if ended := g.Tasks[was.task].Ended; ended != engine.Never && ended <= p.scale.to && was.at >= p.scale.from {
			x0, x1 := p.scale.clamped(ended), p.scale.clamped(was.at)
			thick := lineWidth * p.size.grow
			l := scenery(Fill, Ghost, x0, r.bar-thick/2, x1-x0, thick)
			l.Item, l.Task, l.Event, l.Mark, l.Count = r.item, was.task, event, GhostDot, 0
			if l.W > 0 {
				p.base(l)
			}
		}
		p.mark(r, GhostDot, ink, was.at, r.bar, size, was.task, event)
	case engine.Misled:
		p.mark(r, GhostUnequal, ink, was.at, r.bar, size*unequalShare, was.task, event)
	case engine.Escalate:
		p.mark(r, GhostArrow, ink, was.at, r.bar, size*arrowShare, was.task, event)
	default:
		if p.scale.shows(g.Setting.End) {
			p.markAt(r, GhostQuestion, ink, p.scale.right+rightMargin*p.size.grow/2, r.bar, size*questionShare, None, None)
		}
	}
}

// knowledge is what a client came to know of an item.
type knowledge struct {
	kind engine.Kind // Learn, Escalate or Misled; else nothing
	at   engine.Time
	task int32
}

// known is what the client knew of the item in the end, and the index of the event by which it came to know.
func known(tr *engine.Trace, item int) (k knowledge, event int32) {
	if tr.Report.PerItem[item].Fate == engine.FateUnknown {
		return knowledge{}, None
	}
	events := tr.EventsOf(item)
	for i := len(events) - 1; i >= 0; i-- {
		if e := &events[i]; e.Kind == engine.Learn || e.Kind == engine.Escalate || e.Kind == engine.Misled {
			return knowledge{e.Kind, e.At, e.Task}, int32(tr.FirstEvent(item) + i)
		}
	}
	return knowledge{}, None
}
