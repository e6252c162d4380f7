package browsertests

import (
	"fmt"
	"image"
	"testing"
	"time"

	"a2alab/browsertests/lab"
	"a2alab/engine"
	"a2alab/render"
)

// twin is the page's picture once more, laid out natively: it knows what should be where, shape by shape.
type twin struct {
	picture             render.Picture
	x, y, width, height float64 // of the stage, in the viewport's CSS pixels
}

// twinOf makes the twin of a page's picture: the sixteen rows of a setting, the head at an instant or, if that is later, at the end.
func twinOf(t *testing.T, tab *lab.Tab, text string, now engine.Time) *twin {
	t.Helper()
	box := lab.Eval[map[string]float64](tab, "document.getElementById('stage').getBoundingClientRect().toJSON()")
	w := &twin{x: box["x"], y: box["y"], width: box["width"], height: box["height"]}
	tr := traced(t, text)
	render.Layout(&w.picture, tr, render.View{Width: float32(w.width), Height: float32(w.height), Rows: engine.Shown(tr.Items),
		Now: min(now, tr.Setting.End), Selected: render.None, Hovered: render.None})
	return w
}

// near looks for the colour in a box of the screenshot, given in CSS pixels of the stage. A hundredth of full scale is
// allowed for rounding, and more for the hollow triangle, whose outline is thinner than a pixel at ratio 1.
func (w *twin) near(shot image.Image, ink render.Ink, s *render.Shape, ratio float64) bool {
	c := ink.Color()
	tolerance := 3
	if s.Mark == render.Undelivered && ratio < 2 {
		tolerance = 90
	}
	close := func(is uint32, want uint8) bool {
		d := int(is>>8) - int(want)
		return -tolerance <= d && d <= tolerance
	}
	const grow = 1.5 // for marks between pixels
	x0, x1 := (w.x+float64(s.X)-grow)*ratio, (w.x+float64(s.X+s.W)+grow)*ratio
	y0, y1 := (w.y+float64(s.Y)-grow)*ratio, (w.y+float64(s.Y+s.H)+grow)*ratio
	for y := int(y0); y <= int(y1); y++ {
		for x := int(x0); x <= int(x1); x++ {
			r, g, b, _ := shot.At(x, y).RGBA()
			if close(r, c.R) && close(g, c.G) && close(b, c.B) {
				return true
			}
		}
	}
	return false
}

// inkOf is the colour in which a mark must be found.
var inkOf = map[render.Mark]render.Ink{
	render.WorkingBar: render.Working, render.InputBar: render.Input, render.FailedEnd: render.Failure, render.DuplicateBar: render.Duplicate,
	render.VanishedBar: render.Working, render.ResubmitStart: render.Working, render.Arrow: render.White, render.Cross: render.White,
	render.Dot: render.Learned, render.DotFailed: render.Learned, render.LearnLine: render.Learned, render.Question: render.White, render.Delivered: render.Webhook,
	render.Undelivered: render.Webhook, render.HalfDelivered: render.Webhook, render.PollTick: render.Tick,
	render.ForgedBelieved: render.Failure, render.ForgedRefused: render.Failure, render.NotEqual: render.Failure,
	render.RestartLine: render.Restart, render.HeadMark: render.Head,
}

// drawn runs statements that change the picture, and waits until it is drawn.
func drawn(tab *lab.Tab, statements string) {
	before := lab.Eval[int](tab, "lab.frames()")
	tab.Run(statements)
	tab.Wait(fmt.Sprintf("lab.frames() > %d", before), 10*time.Second)
	tab.Settle()
}

// TestPixels looks for every mark of the picture in the page's pixels, in its own colour and at its own place, at the ratios
// 1 and 2. What should be where comes from the same lab run natively.
func TestPixels(t *testing.T) {
	scenes := []struct {
		fragment string
		marks    []render.Mark
	}{
		{"#m=sandbox&flaps=8m&hears=stream&drop=resend&day=339", []render.Mark{render.WorkingBar, render.InputBar, render.DuplicateBar, render.Cross, render.Dot, render.Question}},
		{"#m=sandbox&outage=12m&outageat=1h45m&retries=1&day=50", []render.Mark{render.Delivered, render.Undelivered, render.OutageBand, render.FailedEnd, render.DotFailed}},
		{"#m=sandbox&acks=0.5&reconcile=10m", []render.Mark{render.HalfDelivered, render.PollTick}},
		{"#m=sandbox&hears=poll&poll=10m", []render.Mark{render.LearnLine, render.PollTick}},
		{"#m=sandbox&restart=1h&reconcile=20m&lost=escalate&day=204", []render.Mark{render.VanishedBar, render.RestartLine, render.Arrow}},
		{"#m=sandbox&restart=1h&reconcile=20m&lost=resubmit&day=204", []render.Mark{render.ResubmitStart, render.VanishedBar}},
		{"#m=sandbox&forged=20m&day=448", []render.Mark{render.ForgedBelieved, render.NotEqual}},
		{"#m=sandbox&verify=on&forged=20m&day=448", []render.Mark{render.ForgedRefused}},
	}
	met := map[render.Mark]bool{render.HeadMark: true, render.GhostBar: true} // TestCompare looks for the pinned run
	for _, ratio := range []float64{1, 2} {
		tab := opened(t, scenes[0].fragment, lab.Options{Scale: ratio, ReducedMotion: true})
		for _, scene := range scenes {
			drawn(tab, fmt.Sprintf("location.hash = %q; labHost.wake()", scene.fragment))
			w := twinOf(t, tab, scene.fragment, engine.MaxRun)
			shot := tab.Picture()
			picture := &w.picture
			for _, m := range scene.marks {
				met[m] = true
				shapes, found := 0, 0
				for i := range picture.Base {
					s := &picture.Base[i]
					if s.Mark != m || s.Form == render.Text || s.Item != render.None && s.Alpha < 255 { // faint ones have another colour
						continue
					}
					ink, ok := inkOf[m]
					if !ok { // the band is a veil; its edges, which are no mark, have the colour
						ink = render.Outage
					}
					shapes++
					if w.near(shot, ink, s, ratio) {
						found++
					}
				}
				// A mark may lie under another; most may not.
				if shapes == 0 || found*10 < shapes*8 {
					t.Errorf("%s at ratio %v: mark %v: %d of %d found in colour %v", scene.fragment, ratio, m, found, shapes, inkOf[m])
				}
			}
		}

		// The head, and the shade over what is to come: the same bar is bright before it and dimmed after it.
		const half = 50 * engine.Minute
		drawn(tab, "const seek = document.getElementById('seek'); seek.value = 3000; seek.dispatchEvent(new Event('input', {bubbles: true}))")
		drawn(tab, fmt.Sprintf("location.hash = %q", scenes[0].fragment))
		w := twinOf(t, tab, scenes[0].fragment, half)
		shot := tab.Picture()
		picture := &w.picture
		heads := 0
		for i := range picture.Over {
			if s := &picture.Over[i]; s.Ink == render.Head && s.Form != render.Text {
				heads++
				if !w.near(shot, render.Head, s, ratio) {
					t.Errorf("ratio %v: the play head is not at %v", ratio, s.X)
				}
			}
		}
		if heads == 0 {
			t.Errorf("ratio %v: the picture has no play head", ratio)
		}
		bright, dim := 0, 0
		for i := range picture.Base {
			s := *(&picture.Base[i])
			if s.Mark != render.WorkingBar {
				continue
			}
			s.X, s.W = s.X+s.W/2, 1
			switch at := picture.At(s.X, s.Y+s.H/2); {
			case at.Time < half && w.near(shot, render.Working, &s, ratio):
				bright++
			case at.Time > half+engine.Minute && !w.near(shot, render.Working, &s, ratio):
				dim++
			case at.Time > half+engine.Minute:
				t.Errorf("ratio %v: a bar of the future is bright at %v, %v", ratio, s.X, s.Y)
			}
		}
		if bright < 4 || dim < 2 {
			t.Errorf("ratio %v: %d bars bright before the head, %d dim after it", ratio, bright, dim)
		}
	}
	for _, e := range render.Legend() {
		if !met[e.Mark] {
			t.Errorf("no scene looks for %s", e.Name)
		}
	}
}
