package ui

import (
	"fmt"
	"strconv"

	"a2alab/engine"
	"a2alab/render"
)

// folding is whether idle stretches are folded, and which they are.
type folding struct {
	on    bool
	folds render.Folds
	known bool // for the run and the rows that are shown, and of: the selected item, or render.None
	of    int
}

// breaks are the stretches that the picture folds now: where nothing goes on with the selected task, or with none selected in any row.
// Before the prediction is answered there are none, for they would tell what is to come.
func (l *Lab) breaks() render.Folds {
	f := &l.fold
	if !f.on || l.asking {
		return nil
	}
	if !f.known || f.of != l.selected {
		items := l.visible()
		if l.selected != render.None {
			items = []int{l.selected}
		}
		f.folds, f.known, f.of = render.Idle(nil, &l.trace, items), true, l.selected
	}
	return f.folds
}

// toggleFold folds, or unfolds.
func (l *Lab) toggleFold() {
	l.fold.on, l.laid = !l.fold.on, false
	l.said = "Idle stretches are shown in full."
	if l.fold.on {
		l.said = "Fold idle: " + l.foldWords() + "."
	}
}

// refold lays the picture out anew where the selected task decides what is folded.
func (l *Lab) refold() {
	if l.fold.on && l.fold.of != l.selected {
		l.laid = false
	}
}

// foldWords is how much of the run the picture folds.
func (l *Lab) foldWords() string {
	n, length := l.Picture().Folded()
	switch n {
	case 0:
		return "nothing idle"
	case 1:
		return rough(length)
	}
	return fmt.Sprintf("%s in %d", rough(length), n)
}

// span is the window, the whole run too.
func (l *Lab) span() (from, to engine.Time) {
	if l.to == 0 {
		return 0, l.trace.Setting.End
	}
	return l.from, l.to
}

// Grip is what a press on the map of the run takes hold of: x from its left edge, the map width wide, in CSS pixels.
type Grip int

// The grips.
const (
	GripNone Grip = iota // beside the window
	GripFrom             // the window's beginning
	GripBody             // the window
	GripTo               // its end
)

// gripReach is half the width of a window's end for a finger, in CSS pixels. A window too narrow for three grips is held as if it were wider.
const gripReach = 12

// GripAt finds the grip at x.
func (l *Lab) GripAt(x, width float32) Grip {
	from, to := l.span()
	perMs := width / float32(l.trace.Setting.End)
	middle, half := float32(from+to)/2*perMs, max(float32(to-from)/2*perMs, 2*gripReach)
	switch off := x - middle; {
	case off < -half-gripReach, off > half+gripReach:
		return GripNone
	case off < -half+gripReach:
		return GripFrom
	case off > half-gripReach:
		return GripTo
	}
	return GripBody
}

// onMap is the instant at x of the map.
func (l *Lab) onMap(x, width float32) engine.Time {
	return engine.Time(x / max(width, 1) * float32(l.trace.Setting.End))
}

// TakeWindow is a press on the map: beside the window it brings the window there. It returns what a drag then moves.
func (l *Lab) TakeWindow(x, width float32) Grip {
	g := l.GripAt(x, width)
	if g == GripNone {
		g = GripBody
		from, to := l.span()
		l.shift(l.onMap(x, width) - (from+to)/2)
	}
	l.heldFrom, l.heldTo = l.span()
	return g
}

// DragWindow moves a grip to dx pixels of the map from where it was when it was taken.
func (l *Lab) DragWindow(g Grip, dx, width float32) Action {
	return Action{Do: MoveWindow, N: int(g), At: l.onMap(dx, width)}
}

// moveWindow moves the window, or one end of it, by a time from where it was taken.
func (l *Lab) moveWindow(g Grip, by engine.Time) {
	from, to := l.heldFrom, min(l.heldTo, l.trace.Setting.End)
	end := l.trace.Setting.End
	least := min(windowMin, end)
	switch g {
	case GripFrom:
		from = min(max(from+by, 0), to-least)
	case GripTo:
		to = max(min(to+by, end), from+least)
	default:
		now, _ := l.span()
		l.shift(from + by - now)
		return
	}
	l.from, l.to, l.laid = from, to, false
	if from == 0 && to == end {
		l.from, l.to = 0, 0
	}
}

// shift moves the window by a time.
func (l *Lab) shift(by engine.Time) {
	if l.to > 0 {
		l.windowFrom(l.breaks().Shown(min(max(l.from+by, 0), l.trace.Setting.End)), l.shownWidth())
	}
}

// panBy moves the window by tenths of its width.
func (l *Lab) panBy(tenths int) {
	if l.to > 0 {
		width := l.shownWidth()
		l.windowFrom(l.breaks().Shown(l.from)+width*engine.Time(tenths)/10, width)
	}
}

// shownWidth is how much of the window's time is not folded.
func (l *Lab) shownWidth() engine.Time {
	from, to := l.span()
	f := l.breaks()
	return f.Shown(to) - f.Shown(from)
}

// windowFrom shows so much time from where so much was shown before: what is folded does not count. It is the whole run if it is as wide.
func (l *Lab) windowFrom(shown, width engine.Time) {
	f := l.breaks()
	end := f.Shown(l.trace.Setting.End)
	width = max(width, windowMin) // of a window within a fold nothing is shown
	l.laid = false
	if width >= end {
		l.from, l.to = 0, 0
		return
	}
	shown = min(max(shown, 0), end-width)
	l.from, l.to = f.Last(shown), f.First(shown+width)
	if shown == 0 {
		l.from = 0
	}
	if shown == end-width {
		l.to = l.trace.Setting.End
	}
}

// WindowKey is what a key pressed on the map means.
func WindowKey(key string) (Action, bool) {
	switch key {
	case "ArrowLeft":
		return Action{Do: PanBy, N: -1}, true
	case "ArrowRight":
		return Action{Do: PanBy, N: 1}, true
	case "PageUp":
		return Action{Do: PanBy, N: -10}, true
	case "PageDown":
		return Action{Do: PanBy, N: 10}, true
	case "Home":
		return Action{Do: PanBy, N: -1 << 20}, true
	case "End":
		return Action{Do: PanBy, N: 1 << 20}, true
	case "ArrowUp", "+":
		return Action{Do: ZoomMiddle, N: 1}, true
	case "ArrowDown", "-":
		return Action{Do: ZoomMiddle, N: -1}, true
	case "0":
		return Action{Do: ZoomAll}, true
	}
	return Action{}, false
}

// showViews shows how the picture can be looked at.
func (l *Lab) showViews(s Sink) {
	p := l.Picture()
	s.Set("few", "text", itoa(len(l.shown)))
	s.Set("many", "text", itoa(len(l.all)))
	s.Set("dense", "aria-pressed", pressed(l.dense))
	s.Set("dense", "aria-label", fmt.Sprintf("%d / %d tasks: show all", len(l.shown), len(l.all)))
	s.Set("dense", "hidden", yes(len(l.all) == len(l.shown)))
	mapped := l.chart.open // on which there is no time to look at
	s.Set("dense", "disabled", yes(mapped))
	fit, all := p.Fit()
	first := p.View().First
	s.Set("rows-move", "hidden", yes(fit == all || mapped))
	s.Set("rowsup", "disabled", yes(first == 0))
	s.Set("rowsdown", "disabled", yes(first+fit >= all))
	whole := l.to == 0
	s.Set("zoomin", "disabled", yes(mapped))
	s.Set("zoomout", "disabled", yes(whole || mapped))
	s.Set("fit", "disabled", yes(whole || mapped))

	s.Set("fold", "disabled", yes(l.asking || mapped))
	s.Set("fold", "aria-pressed", pressed(l.fold.on))
	words := "Fold idle"
	if l.fold.on && !l.asking {
		words += ": " + l.foldWords()
	}
	s.Set("foldword", "text", words)

	from, to := l.span()
	end := l.trace.Setting.End
	s.Set("window", "hidden", "")
	s.Set("window", "aria-valuemax", strconv.Itoa(int(end/engine.Second)))
	s.Set("window", "aria-valuenow", strconv.Itoa(int(from/engine.Second)))
	text := "the whole run"
	if !whole {
		text = from.Clock() + " to " + to.Clock()
	}
	s.Set("window", "aria-valuetext", text)
	s.Set("window", "data-whole", yes(whole))
	s.Set("windowbar", "style.left", shareOf(from, end))
	s.Set("windowbar", "style.width", shareOf(to-from, end))
}

// shareOf is a share of a length as a style sheet has it.
func shareOf(part, whole engine.Time) string {
	return strconv.FormatFloat(100*float64(part)/float64(whole), 'f', 3, 64) + "%"
}
