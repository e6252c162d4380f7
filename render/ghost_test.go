package render

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"a2alab/engine"
)

// pair is two random settings over the same work, traced.
func pair(t testing.TB, r *rand.Rand) (tr, ghost *engine.Trace) {
	a, b := randomSetting(r), randomSetting(r)
	for i := range engine.Keys {
		if k := &engine.Keys[i]; k.Group == engine.WorkGroup {
			*k.Field(&b) = k.Value(&a)
		}
	}
	return traceOf(t, a), traceOf(t, b)
}

// fateOf is what a client knew of an item in the end, in words.
func fateOf(tr *engine.Trace, item int) string {
	said := "never"
	for _, e := range tr.EventsOf(item) {
		if e.Kind == engine.Learn || e.Kind == engine.Escalate || e.Kind == engine.Misled {
			said = fmt.Sprint(e.Kind, e.At)
		}
	}
	return said
}

// TestGhostShowsWhatDiffers: over random pairs of runs, each row has a mark of the ghost exactly where the ghost's client came
// to know something else; all other shapes stand as they do without it; and a run behind itself draws nothing.
func TestGhostShowsWhatDiffers(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 3))
	var p, plain Picture
	seen := tally{}
	for range 120 {
		tr, ghost := pair(t, r)
		v := View{Width: 1040, Height: 615, Dense: r.IntN(2) == 0, Now: tr.Setting.End, Selected: None, Hovered: None}
		if !v.Dense {
			v.Rows = engine.Shown(tr.Items)
		}
		Layout(&plain, tr, v)
		v.Ghost = ghost
		Layout(&p, tr, v)
		rest := 0
		marks := map[int32]int{}
		for i := range p.Base {
			s := &p.Base[i]
			if !s.Mark.Ghostly() {
				q := &plain.Base[rest]
				if s.X != q.X || s.Y != q.Y || s.W != q.W || s.H != q.H || s.Mark != q.Mark || s.Ink != q.Ink || s.Event != q.Event {
					t.Fatalf("with a ghost %+v stands in the place of %+v", *s, *q)
				}
				rest++
				continue
			}
			seen[s.Mark]++
			if s.X < 0 || s.X+s.W > v.Width || s.Y < p.size.top-p.size.mark || s.Y+s.H > p.size.bottom+p.size.mark {
				t.Fatalf("%+v is outside", *s)
			}
			if s.Mark != GhostBar && s.Mark != GhostDuplicate && s.Count > 0 {
				marks[s.Item]++
			}
		}
		if rest != len(plain.Base) {
			t.Fatalf("%d shapes beside the ghost's, %d without it", rest, len(plain.Base))
		}
		for i := range p.rows {
			item := p.rows[i].item
			want := 0
			if fateOf(tr, int(item)) != fateOf(ghost, int(item)) {
				want = 1
			}
			if marks[item] != want {
				t.Fatalf("item %d: %q, was %q, and %d marks of the ghost", item, fateOf(tr, int(item)), fateOf(ghost, int(item)), marks[item])
			}
		}
		v.Ghost = tr
		if Layout(&p, tr, v); len(p.Base) != len(plain.Base) {
			t.Fatalf("a run behind itself adds %d shapes", len(p.Base)-len(plain.Base))
		}
	}
	for m := GhostBar; m <= GhostArrow; m++ {
		if seen[m] == 0 {
			t.Errorf("no %v was drawn: the test shows nothing about it", m)
		}
	}
}

// TestGhostOfOtherWork: a run over other work is no ghost of this one.
func TestGhostOfOtherWork(t *testing.T) {
	var p Picture
	tr := traceOf(t, setting(t, "items", "30"))
	v := View{Width: 1040, Height: 615, Ghost: traceOf(t, setting(t, "items", "60", "hears", "poll"))}
	Layout(&p, tr, v)
	for i := range p.Base {
		if p.Base[i].Mark.Ghostly() {
			t.Fatalf("%+v", p.Base[i])
		}
	}
}

// TestPickGhost: the pointer finds the ghost's marks and bars, by its own trace's events and tasks.
func TestPickGhost(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "stream", "drop", "subscribe", "flaps", "8m"))
	ghost := traceOf(t, setting(t, "hears", "stream", "drop", "resend", "flaps", "8m"))
	var p Picture
	Layout(&p, tr, View{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), Now: tr.Setting.End, Selected: None, Hovered: None, Ghost: ghost})
	found := tally{}
	for i := range p.Base {
		s := &p.Base[i]
		if !s.Mark.Ghostly() {
			continue
		}
		switch h := p.At(s.X+s.W/2, s.Y+s.H/2); {
		case h.Mark != s.Mark || h.Item != int(s.Item): // something nearer
		case s.Mark == GhostDot && s.Count > 0:
			if e := ghost.Events[h.Event]; e.Kind != engine.Learn || e.Item != s.Item {
				t.Errorf("at a ring is %+v", e)
			}
			found[s.Mark]++
		case s.Mark == GhostDuplicate:
			if k := ghost.Tasks[h.Task]; k.Kind != engine.Duplicate || k.Item != s.Item || h.Event != None {
				t.Errorf("at a thin bar is %+v, %+v", k, h)
			}
			found[s.Mark]++
		case s.Mark == GhostQuestion:
			found[s.Mark]++
		}
	}
	if found[GhostDot] < 5 || found[GhostDuplicate] < 5 || found[GhostQuestion] == 0 {
		t.Errorf("found %v", found)
	}
}

func TestGhostAllocatesNothing(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "stream", "drop", "subscribe", "flaps", "8m"))
	v := View{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), Ghost: traceOf(t, setting(t, "hears", "stream", "drop", "resend", "flaps", "8m"))}
	var p Picture
	Layout(&p, tr, v)
	if n := testing.AllocsPerRun(10, func() { Layout(&p, tr, v) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkGhost(b *testing.B) {
	subscribe := traceOf(b, setting(b, "hears", "stream", "drop", "subscribe", "flaps", "8m"))
	resend := traceOf(b, setting(b, "hears", "stream", "drop", "resend", "flaps", "8m"))
	for _, c := range []struct {
		name  string
		ghost *engine.Trace
		dense bool
	}{{"none16", nil, false}, {"resend16", resend, false}, {"none240", nil, true}, {"resend240", resend, true}} {
		b.Run(c.name, func(b *testing.B) {
			v := View{Width: 1040, Height: 615, Dense: c.dense, Now: engine.Hour, Selected: None, Hovered: None, Ghost: c.ghost}
			if !c.dense {
				v.Rows = engine.Shown(subscribe.Items)
			}
			var p Picture
			Layout(&p, subscribe, v)
			b.ReportAllocs()
			for b.Loop() {
				Layout(&p, subscribe, v)
			}
		})
	}
}
