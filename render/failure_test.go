package render

import (
	"testing"

	"a2alab/engine"
)

// coverage paints the shapes of a row as the stage does, at a device pixel ratio, and gives the inks that are seen.
func coverage(p *Picture, shapes []Shape, ratio float32, x0, y0, x1, y1 int) map[Ink]int {
	type sheet = [AtlasSize][AtlasSize]uint8
	texture := new(sheet)
	a := Atlas{
		Upload: func(x, y int, s Sprite) {
			for j := range s.H {
				copy(texture[y+j][x:x+s.W], s.Alpha[j*s.W:(j+1)*s.W])
			}
		},
		Glyph: func(rune, int, bool) Glyph { return Glyph{} },
	}
	a.Reset(ratio)
	seen := make(map[[2]int]Ink)
	for _, q := range a.Quads(nil, p, shapes) {
		for y := max(int(q.Y0), y0); y < min(int(q.Y1), y1); y++ {
			for x := max(int(q.X0), x0); x < min(int(q.X1), x1); x++ {
				u := q.U0 + (float32(x)+0.5-q.X0)/(q.X1-q.X0)*(q.U1-q.U0)
				v := q.V0 + (float32(y)+0.5-q.Y0)/(q.Y1-q.Y0)*(q.V1-q.V0)
				if int(texture[int(v)][int(u)])*int(q.Alpha) > 128*255 {
					seen[[2]int{x, y}] = q.Ink
				}
			}
		}
	}
	count := make(map[Ink]int)
	for _, k := range seen {
		count[k]++
	}
	return count
}

// A failure that the client learned at once shows both: that it failed, in red, within and beside what says that it is known.
// Its mark's middle is the instant of learning.
func TestLearnedFailureShowsBoth(t *testing.T) {
	tr := traceOf(t, setting(t, "outage", "12m", "outageat", "1h45m", "retries", "1", "day", "50"))
	var p Picture
	met := 0
	for _, v := range []View{
		{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items)},
		{Width: 390, Height: 420},
		{Width: 1920, Height: 1080, Rows: engine.Shown(tr.Items)},
		{Width: 1040, Height: 615, Dense: true},
	} {
		v.Selected, v.Hovered, v.Now = None, None, tr.Setting.End
		Layout(&p, tr, v)
		for _, r := range p.rows {
			for i := r.from; i < r.to; i++ {
				s := &p.Base[i]
				if s.Mark != DotFailed || s.Count == 0 {
					continue
				}
				met++
				task, learned := &tr.Tasks[s.Task], tr.Events[s.Event].At
				if task.Final != engine.Failed || task.Ended > learned {
					t.Fatalf("a failure is learned at %v of the task %+v", learned, *task)
				}
				middle, off := s.X+s.W/2, float32(0.01)
				if p.size.mark < figureLeast {
					off += s.W / 2 // a speck beside the end: less than a minute
				}
				if abs(middle-p.scale.x(learned)) > off {
					t.Errorf("%v by %v: the mark is at %v, want %v", v.Width, v.Height, middle, p.scale.x(learned))
				}
				for _, ratio := range [...]float32{1, 2} {
					x, y := p.scale.x(learned)*ratio, r.bar*ratio
					reach := (p.size.mark/2 + 2) * ratio
					left, right := failedWidth*p.size.grow*ratio, reach
					count := coverage(&p, p.Base[r.from:r.to], ratio, int(x-max(left, reach)), int(y-reach), int(x+right), int(y+reach))
					least := max(p.size.bar*ratio*2/3, 1)
					if float32(count[Failure]) < least || float32(count[Learned]) < least {
						t.Errorf("%v by %v at ratio %v: %d pixels red, %d green", v.Width, v.Height, ratio, count[Failure], count[Learned])
					}
					if p.size.mark >= figureLeast {
						core := p.size.mark / 4 * ratio // within the ring alone
						count = coverage(&p, p.Base[r.from:r.to], ratio, int(x-core), int(y-core), int(x+core), int(y+core))
						if count[Failure] < 4 || count[Failure] <= count[Learned] {
							t.Errorf("%v by %v at ratio %v: within the ring %d pixels red, %d green", v.Width, v.Height, ratio, count[Failure], count[Learned])
						}
					}
				}
			}
		}
	}
	if met < 4 {
		t.Errorf("%d failures learned: the test shows little", met)
	}
}

// A window that ends before a task fails does not say that it failed: the red end belongs to an instant.
func TestFailedEndIsInItsWindow(t *testing.T) {
	tr := traceOf(t, setting(t, "outage", "12m", "outageat", "1h45m", "retries", "1", "day", "50"))
	ends := func(to engine.Time) (n int) {
		var p Picture
		Layout(&p, tr, View{Width: 1040, Height: 1040, To: to, Dense: true, Selected: None, Hovered: None})
		for i := range p.Base {
			if p.Base[i].Mark == FailedEnd {
				n++
			}
		}
		return n
	}
	failed, first := 0, tr.Setting.End
	for i := range tr.Tasks {
		if k := &tr.Tasks[i]; k.Final == engine.Failed {
			failed, first = failed+1, min(first, k.Ended)
		}
	}
	for to, want := range map[engine.Time]int{tr.Setting.End: failed, first: 1, first - 1: 0} {
		if n := ends(to); n != want || failed < 2 {
			t.Errorf("up to %v %d red ends are shown, want %d of %d", to, n, want, failed)
		}
	}
}
