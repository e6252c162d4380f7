package ui

import (
	"slices"

	"a2alab/engine"
	"a2alab/render"
)

// look carries out what concerns which part of the run the picture shows.
func (l *Lab) look(a Action) {
	switch a.Do {
	case Dense:
		l.showAll(!l.dense)
		l.reveal()
	case ZoomIn:
		l.zoom(1, l.now)
	case ZoomOut:
		l.zoom(-1, l.now)
	case ZoomAt:
		l.zoom(a.N, l.Picture().At(a.X, a.Y).Time)
	case ZoomAll:
		l.from, l.to, l.laid = 0, 0, false
	case Pan:
		if l.to > 0 {
			moved := l.Picture().Span(a.X)
			l.windowFrom(l.breaks().Shown(l.from)-moved, l.shownWidth())
		}
	case PanBy:
		l.panBy(a.N)
	case MoveWindow:
		l.moveWindow(Grip(a.N), a.At)
	case ZoomMiddle:
		from, to := l.span()
		l.zoom(a.N, (from+to)/2)
	case FoldIdle:
		l.toggleFold()
	case RowsUp, RowsDown:
		shown, all := l.Picture().Fit()
		by := shown
		if a.Do == RowsUp {
			by = -shown
		}
		// From the first row that is shown: of fewer tasks than before, the last ones stand where l.top would be beyond the end.
		l.top, l.laid = min(max(l.picture.View().First+by, 0), max(0, all-shown)), false
	}
}

// showAll shows all items, or the sixteen.
func (l *Lab) showAll(all bool) {
	l.dense, l.laid, l.tabled, l.top, l.fold.known = all, false, false, 0, false
}

// choose carries out what concerns the selected row and the pointer.
func (l *Lab) choose(a Action) {
	switch a.Do {
	case Select:
		if !l.asking && a.N < len(l.trace.Items) && !slices.Contains(l.visible(), a.N) { // it has no row: show all
			l.showAll(true)
		}
		l.pick(a.N)
	case Next, Previous:
		l.neighbour(a.Do == Next)
	case LetGo:
		l.selected, l.told, l.why = render.None, render.None, inquiry{}
		l.refold()
	case Point:
		l.pointing, l.x, l.y = true, a.X, a.Y
		l.point()
	case Away:
		l.pointing = false
		l.point()
	case Tap:
		hit := l.Picture().At(a.X, a.Y)
		switch {
		case hit.Item != render.None:
			l.pick(hit.Item)
			if l.selected == hit.Item {
				l.wireTo(hit.Event, hit.Task)
			}
		case hit.Plot:
			l.halt(hit.Time)
		}
	}
}

func (l *Lab) pick(item int) {
	if item < 0 || item >= len(l.trace.Items) || l.asking {
		return
	}
	if item != l.selected {
		l.wanted = anyHarm
	}
	l.selected = item
	l.refold()
	l.said = Headline(&l.trace, item) + l.wasWords(item)
	l.reveal()
}

// reveal scrolls to the selected row, where not all rows fit.
func (l *Lab) reveal() {
	if top := l.Picture().Reveal(l.selected); top != l.top {
		l.top, l.laid = top, false
	}
}

func (l *Lab) neighbour(below bool) {
	rows := l.visible()
	i := slices.Index(rows, l.selected)
	switch {
	case i < 0 && below:
		i = 0
	case i < 0:
		i = len(rows) - 1
	case below:
		i = min(i+1, len(rows)-1)
	default:
		i = max(i-1, 0)
	}
	l.pick(rows[i])
}

const windowMin = engine.Minute

// zoom narrows or widens the window by notches, around an instant. What is folded is no width.
func (l *Lab) zoom(notches int, around engine.Time) {
	f := l.breaks()
	from, to := l.span()
	from, to, around = f.Shown(from), f.Shown(to), f.Shown(around)
	width := to - from
	for ; notches > 0; notches-- {
		width = width * 2 / 3
	}
	for ; notches < 0; notches++ {
		width = width * 3 / 2
	}
	width = max(width, windowMin)
	around = min(max(around, from), to)
	l.windowFrom(around-(around-from)*width/max(to-from, 1), width)
}

// window shows a stretch of the run; all of it if the stretch is as wide.
func (l *Lab) window(from, width engine.Time) { l.windowFrom(l.breaks().Shown(from), width) }

// Scrubs tells whether a drag that begins at a point moves the play head: on the axis, or at the head itself.
func (l *Lab) Scrubs(x, y float32) bool {
	const reach = 8
	if l.chart.open {
		return false
	}
	p := l.Picture()
	hit := p.At(x, y)
	if hit.Item == render.None {
		return hit.Plot
	}
	return p.At(x-reach, y).Time <= l.now && l.now <= p.At(x+reach, y).Time
}

// SeekTo moves the head to the instant at x.
func (l *Lab) SeekTo(x float32) Action { return Action{Do: Seek, At: l.Picture().At(x, 0).Time} }
