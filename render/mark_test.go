package render

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// covered is the share of the box that a sprite covers.
func covered(s Sprite) float64 {
	sum := 0
	for _, a := range s.Alpha {
		sum += int(a)
	}
	return float64(sum) / 255 / float64(s.W*s.H)
}

func TestRasterizeArea(t *testing.T) {
	for _, c := range []struct {
		mark Mark
		want float64 // share of the box, by geometry
	}{
		{Dot, math.Pi * 0.9 * 0.9 / 4},
		{Delivered, 0.5 * 1.72 * 1.56 / 4},
		{FailedEnd, 1 - 0.5*1.1*2/4},
		{ResubmitStart, 1 - 0.5*1.3*2/4},
		{HeadMark, (2*0.65 + 0.5*2*1.35) / 4},
		{Arrow, (0.5*1.6*0.96 + 0.56*0.97) / 4},
	} {
		for _, size := range []int{8, 13, 24, 40} {
			got := covered(c.mark.Rasterize(size, size, 0))
			if math.Abs(got-c.want) > 0.25/float64(size) {
				t.Errorf("mark %d at %d px covers %.3f of its box, want %.3f", c.mark, size, got, c.want)
			}
		}
	}
}

// Marks must be told apart by shape alone, at the size of the smallest figures.
func TestMarksDiffer(t *testing.T) {
	figures := []Mark{Arrow, Cross, Dot, DotFailed, Question, Delivered, Undelivered, HalfDelivered}
	for _, size := range []int{figureLeast, 8, 12, 24} {
		for i, a := range figures {
			for _, b := range figures[:i] {
				sa, sb := a.Rasterize(size, size, 0), b.Rasterize(size, size, 0)
				sum := 0.0
				for j := range sa.Alpha {
					sum += math.Abs(float64(sa.Alpha[j]) - float64(sb.Alpha[j]))
				}
				if share := sum / 255 / float64(size*size); share < 0.06 {
					t.Errorf("marks %d and %d differ in %.1f %% of %d px", a, b, share*100, size)
				}
			}
		}
	}
}

func TestMarksAreSmoothWholeAndSymmetric(t *testing.T) {
	for m := range NumMarks {
		if o := &outlines[m]; len(o.fills)+len(o.strokes)+len(o.discs) == 0 { // a bar, a line or a band
			continue
		}
		s := m.Rasterize(20, 20, 0)
		solid, soft := 0, 0
		for _, a := range s.Alpha {
			if a == 255 {
				solid++
			} else if a > 0 {
				soft++
			}
		}
		if solid == 0 || soft == 0 {
			t.Errorf("mark %d: %d solid and %d soft pixels", m, solid, soft)
		}
		if halo := m.Rasterize(20, 20, 1.5); halo.W != 24 || covered(halo)*24*24 <= covered(s)*20*20+20 {
			t.Errorf("mark %d: its halo is no larger than itself", m)
		} else {
			for y := range 20 {
				for x := range 20 {
					if s.Alpha[y*20+x] > halo.Alpha[(y+2)*24+x+2] {
						t.Fatalf("mark %d: its halo leaves %d, %d out", m, x, y)
					}
				}
			}
			for x := range 24 {
				if m != FailedEnd && m != ResubmitStart && m != HeadMark && (halo.Alpha[x] > 200 || halo.Alpha[23*24+x] > 200) {
					t.Errorf("mark %d: its halo is cut off", m)
					break
				}
			}
		}
		if m == Question || m == GhostQuestion || m == NotEqual || m == GhostUnequal || m == SpotWrong || m == HalfDelivered || m == FailedEnd || m == ResubmitStart {
			continue
		}
		for y := range 20 {
			for x := range 10 {
				if d := int(s.Alpha[y*20+x]) - int(s.Alpha[y*20+19-x]); d > 1 || d < -1 {
					t.Fatalf("mark %d is lopsided at %d, %d", m, x, y)
				}
			}
		}
	}
}

func TestCornerIsRound(t *testing.T) {
	s := corner(12, 4)
	if s.W != 4 || s.H != 12 {
		t.Fatalf("a corner of %d by %d", s.W, s.H)
	}
	if s.Alpha[0] > 40 || s.Alpha[11*4] > 40 {
		t.Error("the corner is square")
	}
	if s.Alpha[6*4] < 250 || s.Alpha[3] < 200 || s.Alpha[6*4+3] != 255 {
		t.Error("the corner is cut off")
	}
}

// The legend is the one list of marks: each has exactly one entry, but LearnLine, which goes with Dot, and the marks of the run behind.
func TestLegendIsComplete(t *testing.T) {
	have := map[Mark]bool{}
	names := map[string]bool{}
	last := NoMark
	for _, e := range slices.Concat(Legend(), MapLegend()) {
		if have[e.Mark] || names[e.Name] {
			t.Errorf("%s stands twice", e.Name)
		}
		if e.Mark <= last {
			t.Errorf("%s is out of order", e.Name)
		}
		last = e.Mark
		have[e.Mark], names[e.Name] = true, true
		if e.Name == "" || !strings.HasSuffix(e.Meaning, ".") || len(e.Icon) == 0 {
			t.Errorf("the entry %+v is incomplete", e)
		}
		for _, p := range e.Icon {
			if !strings.HasPrefix(p.Path, "M") || strings.ContainsAny(p.Path, "NIne") {
				t.Errorf("%s: path %q", e.Name, p.Path)
			}
			if p.Dashed && p.Stroke == 0 {
				t.Errorf("%s: dashes without a stroke", e.Name)
			}
		}
	}
	for m := NoMark + 1; m < NumMarks; m++ {
		if !have[m] && m != LearnLine && !(m.Ghostly() && m != GhostBar) {
			t.Errorf("mark %d has no entry", m)
		}
	}
}

func TestSVGPath(t *testing.T) {
	fill, line, width := Cross.path(0, 0, 16, 16)
	if fill != "" || line != "M2.24 2.24L13.76 13.76M2.24 13.76L13.76 2.24" || math.Abs(width-3.04) > 1e-9 {
		t.Errorf("the cross is %q, %q, %v", fill, line, width)
	}
	fill, _, _ = Dot.path(0, 0, 20, 20)
	if fill != "M1 10a9 9 0 0 1 18 0a9 9 0 0 1 -18 0z" {
		t.Errorf("the dot is %q", fill)
	}
}
