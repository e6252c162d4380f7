package ui

import (
	"strconv"

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
		render.Layout(&l.picture, &l.trace, render.View{Width: l.width, Height: l.height, From: l.from, To: l.to,
			Rows: l.visible(), First: l.top, Dense: l.dense, Veiled: l.asking, Now: l.now, Selected: l.selected, Hovered: l.hit.Item})
	}
	l.picture.Move(l.now, l.selected, l.hit.Item)
	return &l.picture
}

// Resize says how large the stage is, in CSS pixels.
func (l *Lab) Resize(width, height float32) {
	if width != l.width || height != l.height {
		l.width, l.height, l.laid = width, height, false
	}
}

// stageWords describes the picture for those who do not see it.
func (l *Lab) stageWords() string {
	if l.asking {
		return "What happens is hidden until the question is answered or skipped."
	}
	if l.selected != render.None {
		return Headline(&l.trace, l.selected)
	}
	return "Up and down select a task; its story is told below. The same facts stand in the table of tasks."
}

// showTip places a few words beside the pointer.
func (l *Lab) showTip(s Sink) {
	text := ""
	if l.pointing && !l.asking && l.hit.Item != render.None {
		switch {
		case l.hit.Event != render.None:
			text = Words(&l.trace, l.hit.Event)
		case l.hit.Task != render.None:
			text = TaskWords(&l.trace, l.hit.Task)
		default:
			text = Headline(&l.trace, l.hit.Item)
		}
	}
	s.Set("tip", "hidden", yes(text == ""))
	if text == "" {
		return
	}
	s.Set("tip", "text", text)
	// To the side of the pointer that has more room.
	if l.x < l.width/2 {
		s.Set("tip", "style.left", px(l.x+14))
		s.Set("tip", "style.right", "")
	} else {
		s.Set("tip", "style.left", "")
		s.Set("tip", "style.right", px(l.width-l.x+14))
	}
	if l.y < l.height/2 {
		s.Set("tip", "style.top", px(l.y+12))
		s.Set("tip", "style.bottom", "")
	} else {
		s.Set("tip", "style.top", "")
		s.Set("tip", "style.bottom", px(l.height-l.y+12))
	}
}

func px(v float32) string { return strconv.Itoa(int(v)) + "px" }
