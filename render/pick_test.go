package render

import (
	"testing"

	"a2alab/engine"
)

// Picking inverts layout: at the middle of every row is its item, and at the middle of every mark that mark, or one that
// lies exactly there too; at the middle of every bar its task, or a mark on it.
func TestPickInvertsLayout(t *testing.T) {
	settings := []engine.Setting{
		setting(t, "hears", "stream", "drop", "resend", "flaps", "8m"),
		setting(t, "hears", "push", "retries", "8", "outage", "12m", "restart", "1h", "acks", "0.3", "lost", "resubmit", "reconcile", "10m"),
		setting(t, "hears", "poll", "poll", "2m", "restart", "1h", "lost", "escalate"),
		setting(t, "hears", "block", "blocktimeout", "5m"),
		setting(t, "hears", "push", "retries", "1", "outage", "12m", "outageat", "1h45m", "day", "50"),
	}
	var p Picture
	seen := map[Mark]int{}
	for _, s := range settings {
		tr := traceOf(t, s)
		for _, v := range []View{
			{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items)},
			{Width: 320, Height: 420, Rows: engine.Shown(tr.Items)},
			{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), From: 50 * engine.Minute, To: 80 * engine.Minute},
			{Width: 1040, Height: 615, Rows: ByCreation(tr.Items), Dense: true},
			{Width: 1040, Height: 300, First: 100, Dense: true},
		} {
			v.Now, v.Selected, v.Hovered = s.End, None, None
			Layout(&p, tr, v)
			for i := range p.rows {
				r := &p.rows[i]
				for _, x := range []float32{0, v.Width / 2, v.Width - 1} {
					if h := p.At(x, r.y+r.h/2); h.Item != int(r.item) {
						t.Fatalf("row %d holds item %d, picked %d", i, r.item, h.Item)
					}
				}
				for j := r.from; j < r.to; j++ {
					s := &p.Base[j]
					if s.Form == Text || s.Mark == NoMark {
						continue
					}
					x, y := s.X+s.W/2, s.Y+s.H/2
					y = min(max(y, r.y), r.y+r.h-0.01) // a mark may reach over the edge of a thin row
					h := p.At(x, y)
					if h.Item != int(r.item) {
						t.Fatalf("the middle of %+v belongs to item %d", *s, h.Item)
					}
					seen[s.Mark]++
					switch {
					case s.Mark == Question:
						if h.Mark != Question && h.Event == None {
							t.Fatalf("question mark picked as %+v", h)
						}
					case s.Event != None:
						if h.Event == None {
							t.Fatalf("nothing picked at %+v", *s)
						}
						// What was picked is as near to the point as what was aimed at.
						if h.Event != int(s.Event) && !covers(&p, r, h.Event, x, y, reach) {
							t.Fatalf("aimed at %+v, picked %+v", *s, h)
						}
					default:
						if h.Task != int(s.Task) && h.Event == None && !coversTask(&p, r, h.Task, x, y) {
							t.Fatalf("aimed at the bar %+v, picked %+v", *s, h)
						}
					}
				}
			}
		}
	}
	for _, m := range []Mark{WorkingBar, InputBar, DuplicateBar, VanishedBar, ResubmitStart, Arrow, Cross, Dot, DotFailed, LearnLine, Question, Delivered, Undelivered,
		HalfDelivered, PollTick} {
		if seen[m] == 0 {
			t.Errorf("mark %d was never picked: the test shows nothing about it", m)
		}
	}
}

func covers(p *Picture, r *row, event int, x, y, slack float32) bool {
	for i := r.from; i < r.to; i++ {
		if s := &p.Base[i]; int(s.Event) == event && beyond(x, s.X, s.W) <= slack && beyond(y, s.Y, s.H) <= slack {
			return true
		}
	}
	return false
}

func coversTask(p *Picture, r *row, task int, x, y float32) bool {
	for i := r.from; i < r.to; i++ {
		if s := &p.Base[i]; int(s.Task) == task && beyond(x, s.X, s.W) == 0 && beyond(y, s.Y, s.H) == 0 {
			return true
		}
	}
	return false
}

func TestPickTime(t *testing.T) {
	tr := traceOf(t, setting(t))
	var p Picture
	Layout(&p, tr, View{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), Selected: None, Hovered: None})
	for at := engine.Time(0); at <= tr.Setting.End; at += 7 * engine.Minute {
		got := p.At(p.scale.x(at), 300).Time
		if d := got - at; d > 2*engine.Second || d < -2*engine.Second { // a float32's share of a pixel
			t.Errorf("at %v picked %v", at, got)
		}
	}
	if h := p.At(500, 3); h.Item != None || !h.Plot {
		t.Errorf("on the axis: %+v", h)
	}
	if h := p.At(3, 300); h.Item == None || h.Plot || h.Time != 0 {
		t.Errorf("on a name: %+v", h)
	}
	if h := new(Picture).At(5, 5); h.Item != None {
		t.Errorf("on an empty picture: %+v", h)
	}
}
