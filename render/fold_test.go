package render

import (
	"math/rand/v2"
	"testing"

	"a2alab/engine"
)

// quietSetting is a random setting whose items often leave pauses.
func quietSetting(r *rand.Rand) engine.Setting {
	for {
		s := randomSetting(r)
		if r.IntN(2) == 0 {
			s.Items = int64(1 + r.IntN(6))
		}
		if s.Validate() == nil {
			return s
		}
	}
}

// folding calls f with random traces, the items shown, and their idle stretches.
func folding(t *testing.T, n int, f func(r *rand.Rand, tr *engine.Trace, items []int, folds Folds)) {
	t.Helper()
	r := rand.New(rand.NewPCG(11, 12))
	var runner engine.Runner
	var tr engine.Trace
	found := 0
	for range n {
		s := quietSetting(r)
		if runner.Trace(&tr, s) != nil {
			continue
		}
		items := engine.Shown(tr.Items)
		switch r.IntN(3) {
		case 0:
			items = ByCreation(tr.Items)
		case 1:
			items = items[:1]
		}
		folds := Idle(nil, &tr, items)
		found += len(folds)
		f(r, &tr, items, folds)
	}
	if found < n/4 {
		t.Errorf("only %d idle stretches in %d runs", found, n)
	}
}

// TestIdle: in an idle stretch nothing goes on, none is short, and every long one is found. The opposite is looked for instant by instant.
func TestIdle(t *testing.T) {
	folding(t, 150, func(r *rand.Rand, tr *engine.Trace, items []int, folds Folds) {
		busy := func(at engine.Time) bool {
			for _, item := range items {
				if tr.Items[item].Created <= at && at < tr.Closed(item) {
					return true
				}
				for _, k := range tr.TasksOf(item) {
					list, n := k.Segments(tr.Setting.End)
					if k.Born <= at && at < list[n-1].To {
						return true
					}
				}
			}
			return false
		}
		in := func(at engine.Time) bool {
			for _, f := range folds {
				if at >= f.From && at < f.To {
					return true
				}
			}
			return false
		}
		last := engine.Never
		for _, f := range folds {
			if f.To-f.From < idleLeast || f.From <= last || f.To > tr.Setting.End {
				t.Fatalf("the stretch %v to %v after one that ends %v", f.From, f.To, last)
			}
			last = f.To
		}
		quiet := engine.Time(0)
		for at := engine.Time(0); at < tr.Setting.End; at += engine.Minute / 2 {
			if busy(at) {
				if in(at) {
					t.Fatalf("at %v something goes on in a fold", at)
				}
				quiet = 0
				continue
			}
			quiet += engine.Minute / 2
			struck := tr.Setting.Restart != engine.Never || tr.Setting.Outage != engine.Never
			if quiet > idleLeast+3*idleMargin && !struck && !in(at-idleMargin-engine.Minute) && !eventsNear(tr, items, at, idleLeast+3*idleMargin) {
				t.Fatalf("nothing went on for %v before %v, but no fold says so: %v", quiet, at, folds)
			}
		}
		for _, item := range items {
			for _, e := range tr.EventsOf(item) {
				if in(e.At) {
					t.Fatalf("an event at %v is in a fold of %v", e.At, folds)
				}
			}
		}
	})
}

// eventsNear tells whether anything happens to the items within a time before an instant.
func eventsNear(tr *engine.Trace, items []int, at, before engine.Time) bool {
	for _, item := range items {
		for _, e := range tr.EventsOf(item) {
			if e.At <= at && e.At > at-before {
				return true
			}
		}
	}
	return false
}

// TestFoldedScale: with folds, in any window, x grows with time, fills the plot, and a pixel leads back to its time; no event of the
// items that the folds were found for stands in a break.
func TestFoldedScale(t *testing.T) {
	var p Picture
	folded := 0
	folding(t, 200, func(r *rand.Rand, tr *engine.Trace, items []int, folds Folds) {
		end := tr.Setting.End
		v := View{Width: 320 + r.Float32()*1200, Height: 500, Rows: items, Folds: folds, Now: end, Selected: None, Hovered: None}
		if r.IntN(2) == 0 {
			v.From = engine.Time(r.Int64N(int64(end / 2)))
			v.To = v.From + engine.Minute + engine.Time(r.Int64N(int64(end-v.From-engine.Minute)))
		}
		Layout(&p, tr, v)
		from, to, left, right := p.Window()
		n, _ := p.Folded()
		folded += n
		if a, b := p.scale.x(from), p.scale.x(to); abs(a-left) > 0.01 || abs(b-right) > 0.1 {
			t.Fatalf("the window from %v to %v lies from %v to %v, want %v to %v", from, to, a, b, left, right)
		}
		last := float32(-1)
		for i := range engine.Time(2000) {
			at := from + (to-from)*i/1999
			x := p.scale.x(at)
			if x < last {
				t.Fatalf("x falls from %v to %v at %v", last, x, at)
			}
			last = x
			if back := p.scale.x(p.scale.time(x)); abs(back-x) > 0.05 {
				t.Fatalf("%v is at %v, where the time is %v, which is at %v", at, x, p.scale.time(x), back)
			}
		}
		for i := range p.scale.folds {
			f := &p.scale.folds[i]
			if f.x1 <= f.x0 || f.saved <= 0 {
				t.Fatalf("a break from %v to %v saves %v", f.x0, f.x1, f.saved)
			}
			for _, item := range items {
				for _, e := range tr.EventsOf(item) {
					if x := p.scale.x(e.At); x > f.x0+0.01 && x < f.x1-0.01 {
						t.Fatalf("an event at %v stands at %v in the break from %v to %v", e.At, x, f.x0, f.x1)
					}
				}
			}
		}
	})
	if folded < 100 {
		t.Errorf("only %d breaks in all", folded)
	}
}

// TestFoldsShown: the time that is not folded grows with time, and both ways back lead to it.
func TestFoldsShown(t *testing.T) {
	folding(t, 100, func(r *rand.Rand, tr *engine.Trace, items []int, folds Folds) {
		end, last := tr.Setting.End, engine.Time(0)
		for i := range engine.Time(500) {
			at := end * i / 499
			shown := folds.Shown(at)
			first, latest := folds.First(shown), folds.Last(shown)
			if shown < last || folds.Shown(first) != shown || folds.Shown(latest) != shown || first > at || latest < at {
				t.Fatalf("%v: %v is shown before it, which is from %v to %v; folds %v", at, shown, first, latest, folds)
			}
			last = shown
		}
	})
}

// TestCrowdedUnfolded: sixteen of the usual 240 tasks leave no pause but before the end, where a break saves room.
func TestCrowdedUnfolded(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "stream"))
	folds := Idle(nil, tr, engine.Shown(tr.Items))
	if len(folds) != 1 || folds[0].To != tr.Setting.End-idleMargin {
		t.Fatalf("idle: %v", folds)
	}
	var plain, folded Picture
	v := View{Width: 1040, Height: 560, Rows: engine.Shown(tr.Items), Selected: None, Hovered: None}
	Layout(&plain, tr, v)
	v.Folds = folds
	Layout(&folded, tr, v)
	if n, length := folded.Folded(); n != 1 || length != folds[0].To-folds[0].From {
		t.Errorf("%d breaks of %v", n, length)
	}
	if at := folds[0].From; folded.X(at) < 1.2*plain.X(at) {
		t.Errorf("the last event is at %v of %v, unfolded at %v", folded.X(at), v.Width, plain.X(at))
	}
}
