package render

import (
	"slices"

	"a2alab/engine"
)

// A Stretch of time, half-open.
type Stretch struct{ From, To engine.Time }

// Folds are stretches of time that a picture shows narrow, in order and apart: see Idle and View.Folds.
type Folds []Stretch

const (
	idleLeast  = 10 * engine.Minute // shorter pauses are not worth a break in the axis
	idleMargin = engine.Minute      // beside what happens, so that its marks keep clear of the break
)

// Idle appends to dst the stretches in which nothing goes on with the items: none is open, for the client that waits in vain waits too,
// no task of theirs works or waits at the agent, nothing happens to them, and neither outage nor restart begins or ends.
func Idle(dst Folds, tr *engine.Trace, items []int) Folds {
	end, set := tr.Setting.End, &tr.Setting
	busy := make([]Stretch, 0, 3*len(items)+4)
	for _, item := range items {
		closed := tr.Closed(item)
		busy = append(busy, Stretch{tr.Items[item].Created, closed})
		tasks := tr.TasksOf(item)
		for i := range tasks {
			list, n := tasks[i].Segments(end)
			busy = append(busy, Stretch{tasks[i].Born, list[n-1].To})
		}
		events := tr.EventsOf(item)
		for i := len(events) - 1; i >= 0 && events[i].At > closed; i-- {
			busy = append(busy, Stretch{events[i].At, events[i].At})
		}
	}
	for _, at := range [...]engine.Time{set.Restart, set.OutageAt, set.OutageAt + set.Outage} {
		if at != engine.Never && hasBands(tr) {
			busy = append(busy, Stretch{at, at})
		}
	}
	slices.SortFunc(busy, func(a, b Stretch) int { return int(a.From - b.From) })
	at := -idleMargin // the run's beginning needs no margin
	gap := func(to engine.Time) {
		if f := (Stretch{at + idleMargin, to - idleMargin}); f.To-f.From >= idleLeast {
			dst = append(dst, f)
		}
	}
	for _, b := range busy {
		if b.From > end {
			break
		}
		gap(b.From)
		at = max(at, b.To)
	}
	gap(end)
	return dst
}

// Shown is how much of the time before t is not folded.
func (f Folds) Shown(t engine.Time) engine.Time {
	hidden := engine.Time(0)
	for _, s := range f {
		if t <= s.From {
			break
		}
		hidden += min(t, s.To) - s.From
	}
	return t - hidden
}

// First is the first instant before which so much time is not folded, and Last the last.
func (f Folds) First(shown engine.Time) engine.Time {
	for _, s := range f {
		if shown <= s.From {
			break
		}
		shown += s.To - s.From
	}
	return shown
}

// Last is the last instant before which so much time is not folded.
func (f Folds) Last(shown engine.Time) engine.Time {
	for _, s := range f {
		if shown < s.From {
			break
		}
		shown += s.To - s.From
	}
	return shown
}

// breaks marks the folds that the window shows: they are narrow, and say how much time they stand for.
func (p *Picture) breaks() {
	s := &p.size
	for i := range p.scale.folds {
		f := &p.scale.folds[i]
		k := scenery(Fill, Ground, f.x0, s.top, f.x1-f.x0, s.bottom-s.top)
		k.Alpha = foldAlpha
		p.base(k)
		middle := (f.x0 + f.x1) / 2
		for _, x := range [...]float32{middle - 2*s.grow, middle + 2*s.grow} {
			p.base(scenery(Fill, Faint, x-0.5*s.grow, s.top-6*s.grow, s.grow, s.bottom-s.top+6*s.grow))
		}
		if f.x1-f.x0 < p.width(roughLength-1) {
			continue
		}
		p.label(Faint, AlignCenter, middle, axisHeight*s.grow*axisMiddle, func(b []byte) []byte { return appendRough(b, f.whole) })
	}
}

// clearOfBreaks tells whether a label of the axis at x, half as wide as half, has room beside those of the breaks.
func (p *Picture) clearOfBreaks(x, half float32) bool {
	for i := range p.scale.folds {
		f := &p.scale.folds[i]
		off := x - (f.x0+f.x1)/2
		if off < 0 {
			off = -off
		}
		if off < half+p.width(roughLength)/2 {
			return false
		}
	}
	return true
}

// roughLength is how many characters a break's length usually takes.
const roughLength = len("100 min")

// foldWidth is how wide a fold is: as its length in words, and the clock beside it where there is room.
func (p *Picture) foldWidth() float32 {
	if p.size.narrow {
		return p.width(roughLength)
	}
	return p.width(roughLength + len("0:00"))
}

// Folded is how many breaks the picture shows, and how much time they stand for.
func (p *Picture) Folded() (n int, length engine.Time) {
	for i := range p.scale.folds {
		length += p.scale.folds[i].whole
	}
	return len(p.scale.folds), length
}

// X is where an instant is, in CSS pixels; outside the window it is at its edge.
func (p *Picture) X(t engine.Time) float32 { return p.scale.clamped(t) }

// Span is how much time so many pixels stand for, beside the folds.
func (p *Picture) Span(pixels float32) engine.Time { return engine.Time(pixels / p.scale.perMs) }

// Window is the stretch that the picture shows, and the x of its edges.
func (p *Picture) Window() (from, to engine.Time, left, right float32) {
	return p.scale.from, p.scale.to, p.scale.left, p.scale.right
}
