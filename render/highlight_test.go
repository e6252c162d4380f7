package render

import (
	"testing"

	"a2alab/engine"
)

// onTop is the ink of the last opaque rectangle at a point: what is seen where no mark lies.
func onTop(p *Picture, x, y float32) Ink {
	k := Ground
	for _, layer := range [...][]Shape{p.Under, p.Base, p.Over} {
		for i := range layer {
			s := &layer[i]
			if s.Form == Fill && s.Alpha == 255 && x >= s.X && x < s.X+s.W && y >= s.Y && y < s.Y+s.H {
				k = s.Ink
			}
		}
	}
	return k
}

// Every row shows that it is selected or under the pointer, the striped ones too, and the marker of a selected row is to be
// seen inside the ring that the page draws around a focused stage, and clear of the name.
func TestEveryRowIsHighlighted(t *testing.T) {
	const ring = 3 // CSS pixels along the stage's edge
	tr := traceOf(t, setting(t))
	var p Picture
	for _, width := range []float32{320, 1040, 1920} {
		for _, dense := range []bool{false, true} {
			v := View{Width: width, Height: width * 0.6, Dense: dense, Now: tr.Setting.End, Selected: None, Hovered: None}
			if !dense {
				v.Rows = engine.Shown(tr.Items)
			}
			Layout(&p, tr, v)
			for i := range p.rows {
				r := &p.rows[i]
				x, y := v.Width-1, r.y+r.h/2
				p.Move(v.Now, None, int(r.item))
				if got := onTop(&p, x, y); got != Hover {
					t.Errorf("width %v, dense %v, row %d under the pointer: %v", width, dense, i, got)
				}
				p.Move(v.Now, int(r.item), int(r.item))
				if got := onTop(&p, x, y); got != Select {
					t.Errorf("width %v, dense %v, row %d selected: %v", width, dense, i, got)
				}
				marker := float32(0)
				for x := float32(ring) + 0.5; x < p.size.left; x++ {
					if onTop(&p, x, y) == Head {
						marker++
					}
				}
				if gap := onTop(&p, p.size.left-0.5, y); marker < 3 || gap == Head {
					t.Errorf("width %v, dense %v, row %d: a marker of %v px, %v before the name", width, dense, i, marker, gap)
				}
			}
			p.Move(v.Now, None, None)
			for _, s := range p.Under {
				if s.Ink != Zebra {
					t.Errorf("%v is left after the selection has gone", s.Ink)
				}
			}
		}
	}
}
