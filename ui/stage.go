package ui

import (
	"fmt"
	"strconv"

	"a2alab/engine"
	"a2alab/render"
)

// nowhere is what a pointer that is not on the stage meets.
var nowhere = render.Hit{Item: render.None, Task: render.None, Event: render.None}

// point looks what lies under the pointer.
func (l *Lab) point() {
	l.hit = nowhere
	if l.pointing {
		l.hit = l.Picture().At(l.x, l.y)
	}
}

// visible are the items of the picture and the table, in order.
func (l *Lab) visible() []int {
	if l.dense {
		return l.all
	}
	return l.shown
}

// Picture is what the stage shows now.
func (l *Lab) Picture() *render.Picture {
	if !l.laid {
		l.laid = true
		l.layout(&l.picture, l.width, l.height)
	}
	l.picture.Move(l.now, l.selected, l.hit.Item)
	return &l.picture
}

// layout draws the rows of the run as they are shown now, in any size.
func (l *Lab) layout(p *render.Picture, width, height float32) {
	var ghost *engine.Trace
	if l.comparing() {
		ghost = &l.pin.trace
	}
	render.Layout(p, &l.trace, render.View{Width: width, Height: height, From: l.from, To: l.to, Folds: l.breaks(), Rows: l.visible(), First: l.top, Ghost: ghost,
		Dense: l.dense, Veiled: l.asking, Now: l.now, Selected: l.selected, Hovered: l.hit.Item})
}

// Resize says how large the stage is, in CSS pixels.
func (l *Lab) Resize(width, height float32) {
	if width != l.width || height != l.height {
		l.width, l.height, l.laid, l.chart.laid = width, height, false, false
	}
}

// showStage shows what is said of the picture.
func (l *Lab) showStage(s Sink) {
	name, kind := fmt.Sprintf("Timeline of %d tasks", len(l.visible())), "timeline"
	if l.chart.open {
		name, kind = "Strategy map: requests per task and time to learn of every setting", "map"
	}
	s.Set("stage", "aria-label", name)
	s.Set("stage", "aria-roledescription", kind)
	s.Set("stagewords", "text", l.stageWords())
}

// stageWords describes the picture for those who do not see it.
func (l *Lab) stageWords() string {
	if l.asking {
		return "What happens is hidden until the question is answered or skipped."
	}
	if l.chart.open {
		if l.chart.chosen != render.None {
			return l.spotSentences(l.chart.chosen)
		}
		return "Left and right go along the front, to what is cheaper and to what is dearer; Enter applies it. The same facts stand in the table of strategies."
	}
	if l.selected != render.None {
		return Headline(&l.trace, l.selected) + l.wasWords(l.selected)
	}
	return "Up and down select a task; its story is told below. The same facts stand in the table of tasks."
}

// showTip places a few words beside the pointer.
func (l *Lab) showTip(s Sink) {
	text, x, y := "", l.x, l.y
	if l.chart.open {
		text, x, y = l.mapTip()
	} else if l.pointing && !l.asking && l.hit.Item != render.None {
		switch {
		case l.hit.Mark.Ghostly():
			text = l.ghostWords()
		case l.hit.Event != render.None:
			text = Words(&l.trace, l.hit.Event)
		case l.hit.Task != render.None:
			text = TaskWords(&l.trace, l.hit.Task)
		default:
			text = Headline(&l.trace, l.hit.Item) + l.wasWords(l.hit.Item)
		}
	}
	s.Set("tip", "hidden", yes(text == ""))
	if text == "" {
		return
	}
	s.Set("tip", "text", text)
	beside(s, "style.left", "style.right", x, l.width, 14)
	beside(s, "style.top", "style.bottom", y, l.height, 12)
}

// beside puts the tip on the side of the pointer that has more room: pointer and gap in CSS pixels, within room.
func beside(s Sink, start, end string, pointer, room, gap float32) {
	if pointer < room/2 {
		s.Set("tip", start, px(pointer+gap))
		s.Set("tip", end, "")
	} else {
		s.Set("tip", start, "")
		s.Set("tip", end, px(room-pointer+gap))
	}
}

func px(v float32) string { return strconv.Itoa(int(v)) + "px" }
