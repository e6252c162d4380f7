package render

import "a2alab/engine"

// A Hit is what lies at a point of the stage.
type Hit struct {
	Item  int         // None outside the rows
	Task  int         // index in Trace.Tasks of the bar or the mark's task, or None; in View.Ghost's, if Mark is Ghostly
	Event int         // index in Trace.Events of the nearest mark within reach, or None; the same
	Mark  Mark        // of the mark or bar
	Time  engine.Time // at x, clamped to the window
	Plot  bool        // whether the point is within the axis's reach, not over the names
}

// reach is how far from a mark's box a point may be and still mean the mark, in CSS pixels.
const reach = 5

// At tells what lies at a point: the row, and in it the nearest mark within reach, else the bar under the point.
// What the veil hides is not found.
func (p *Picture) At(x, y float32) Hit {
	h := Hit{Item: None, Task: None, Event: None, Time: p.scale.time(x), Plot: x >= p.scale.left-reach && x <= p.scale.right+reach}
	if len(p.rows) == 0 || y < p.size.top || y >= p.size.bottom {
		return h
	}
	r := &p.rows[min(int((y-p.size.top)/p.size.pitch), len(p.rows)-1)]
	h.Item = int(r.item)
	if p.view.Veiled && h.Time > p.view.Now {
		return h
	}
	near := float32(reach * reach)
	center := float32(1 << 30) // among boxes that are equally near, the nearest middle counts
	for i := r.from; i < r.to; i++ {
		s := &p.Base[i]
		if s.Form == Text || s.Mark == NoMark {
			continue
		}
		dx, dy := beyond(x, s.X, s.W), beyond(y, s.Y, s.H)
		if isBar := s.Event == None && !s.Mark.unknown(); isBar {
			if h.Event == None && !h.Mark.unknown() && dx == 0 && dy == 0 {
				h.Task, h.Mark = int(s.Task), s.Mark
			}
			continue
		}
		d := dx*dx + dy*dy
		cx, cy := s.X+s.W/2-x, s.Y+s.H/2-y
		c := cx*cx + cy*cy
		if d < near || d == near && c < center {
			near, center = d, c
			h.Task, h.Event, h.Mark = int(s.Task), int(s.Event), s.Mark
		}
	}
	return h
}

// unknown tells whether the mark stands for something that never happened, and so for no event.
func (m Mark) unknown() bool { return m == Question || m == GhostQuestion }

// beyond is how far v lies outside the stretch from `from`, w long.
func beyond(v, from, w float32) float32 { return max(from-v, v-from-w, 0) }
