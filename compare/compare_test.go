package compare

import (
	"math/rand/v2"
	"testing"

	"a2alab/engine"
)

// world is a random setting over the values that the page offers, on the day and work given.
func world(rng *rand.Rand, day int64) engine.Setting {
	s := engine.Defaults()
	s.Day, s.Items = day, 60
	for i := range engine.Keys {
		k := &engine.Keys[i]
		switch {
		case k.Group == engine.WorkGroup:
		case k.Form == engine.Choice:
			*k.Field(&s) = rng.Int64N(int64(len(k.Names)))
		case k.Form == engine.Toggle:
			*k.Field(&s) = rng.Int64N(2)
		default:
			*k.Field(&s) = k.Offered[rng.IntN(len(k.Offered))]
		}
	}
	return s
}

// sums is what a comparison says of all items together, to be held against the reports.
type sums struct{ wrong, never, persons, missed, duplicates, repeats, unnoticed int }

func (s *sums) add(f Fate, n int) {
	count := func(to *int, is bool) {
		if is {
			*to += n
		}
	}
	count(&s.wrong, f.Outcome == Wrong)
	count(&s.never, f.Outcome == Never)
	count(&s.persons, f.Outcome == Person)
	count(&s.missed, f.Missed)
	count(&s.unnoticed, f.Unnoticed)
	s.duplicates += n * f.Duplicates
	s.repeats += n * f.Repeats
}

// TestFatesAddUp: over random pairs of settings, the changes together are the difference of the two reports, which the engine
// counts in another way; nobody is left out, and swapped runs give the mirror image.
func TestFatesAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 7))
	var r engine.Runner
	var seen, mixed Aspects
	for n := range 300 {
		a, b := world(rng, int64(n)), world(rng, int64(n))
		var was, is engine.Trace
		if r.Trace(&was, a) != nil || r.Trace(&is, b) != nil {
			t.Fatal("not run")
		}
		c := Fates(&was, &is)
		if c.Better+c.Worse+c.Mixed+c.Same != len(was.Items) || c.Better+c.Worse+c.Mixed != len(c.Changes) {
			t.Fatalf("%+v of %d items", c, len(was.Items))
		}
		var got sums
		for _, d := range c.Changes {
			got.add(d.Was, -1)
			got.add(d.Is, 1)
			seen |= d.Better | d.Worse
			mixed |= d.Better & d.Worse
		}
		x, y := &was.Report, &is.Report
		want := sums{y.Wrong - x.Wrong, y.Unknown - x.Unknown, y.Escalated - x.Escalated, y.MissedInput - x.MissedInput, y.Duplicates - x.Duplicates,
			y.HandledTwice - x.HandledTwice, y.Unnoticed - x.Unnoticed}
		if got != want {
			t.Errorf("the changes add up to %+v, the reports to %+v\n%+v\n%+v", got, want, a, b)
		}
		back := Fates(&is, &was)
		if back.Better != c.Worse || back.Worse != c.Better || back.Mixed != c.Mixed || back.Same != c.Same {
			t.Errorf("there %+v, back %+v", c, back)
		}
		for i, d := range back.Changes {
			if e := c.Changes[i]; d.Better != e.Worse || d.Worse != e.Better || d.Was != e.Is {
				t.Fatalf("there %+v, back %+v", e, d)
			}
		}
		if same := Fates(&is, &is); len(same.Changes) != 0 {
			t.Errorf("a run differs from itself: %+v", same.Changes[0])
		}
	}
	if seen != Knowing|Timing|Input|Duplicates|Handling|Noticing {
		t.Errorf("only the aspects %b were seen", seen)
	}
	if mixed&^Noticing != 0 {
		t.Errorf("better and worse at once in %b", mixed)
	}
}

// naive is one item's fate by way of item-only reports, which the engine counts without a trace.
func naive(t *testing.T, r *engine.Runner, s engine.Setting, item int) (learned, escalated, missed, duplicates, repeats, unnoticed int, learn, notice engine.Time) {
	t.Helper()
	rep, err := r.ReportOf(s, item)
	if err != nil {
		t.Fatal(err)
	}
	return rep.Learned, rep.Escalated, rep.MissedInput, rep.Duplicates, rep.HandledTwice, rep.Unnoticed, rep.Learn.Max, rep.NoticeMax
}

// TestFateIsTheItems holds each fate against a report of the item alone.
func TestFateIsTheItems(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	var r, alone engine.Runner
	for n := range 60 {
		s := world(rng, int64(n))
		var tr engine.Trace
		if err := r.Trace(&tr, s); err != nil {
			t.Fatal(err)
		}
		for item := range tr.Items {
			f := Of(&tr, item)
			learned, escalated, missed, duplicates, repeats, unnoticed, learn, notice := naive(t, &alone, s, item)
			if (f.Outcome == Learned) != (learned > 0) || (f.Outcome == Person) != (escalated > 0) || f.Missed != (missed > 0) ||
				f.Duplicates != duplicates || f.Repeats != repeats || f.Unnoticed != (unnoticed > 0) {
				t.Fatalf("item %d of %+v: %+v", item, s, f)
			}
			if f.Outcome == Learned {
				tasks := tr.TasksOf(item)
				if ended := tasks[len(tasks)-1].Ended; f.At-ended != learn {
					t.Fatalf("item %d of %+v: learned %v after the end, the report says %v", item, s, f.At-ended, learn)
				}
			}
			if f.Noticed != engine.Never && f.Noticed-s.Restart != notice {
				t.Fatalf("item %d of %+v: noticed at %v, %v after the restart", item, s, f.Noticed, notice)
			}
		}
	}
}

// TestDiff: what counts as better, what as worse, and what as nothing.
func TestDiff(t *testing.T) {
	const minute = engine.Minute
	at := func(m engine.Time) Fate { return Fate{Outcome: Learned, At: m * minute, Noticed: engine.Never} }
	never := Fate{At: engine.Never, Noticed: engine.Never}
	with := func(f Fate, change func(*Fate)) Fate { change(&f); return f }
	for name, c := range map[string]struct {
		was, is       Fate
		better, worse Aspects
	}{
		"learned at last":              {never, at(50), Knowing, 0},
		"no more":                      {at(50), never, 0, Knowing},
		"a person is better than none": {never, Fate{Outcome: Person, At: 70 * minute, Noticed: engine.Never}, Knowing, 0},
		"two minutes earlier":          {at(52), at(50), Timing, 0},
		"a minute is no change":        {at(51), at(50), 0, 0},
		"a failure early is no gain":   {at(52), with(at(40), func(f *Fate) { f.Missed = true }), 0, Input},
		"fewer duplicates, but later":  {with(at(50), func(f *Fate) { f.Duplicates = 3 }), with(at(55), func(f *Fate) { f.Duplicates = 1 }), Duplicates, Timing},
		"handled once":                 {with(at(50), func(f *Fate) { f.Repeats = 1 }), at(50), Handling, 0},
		"noticed":                      {with(never, func(f *Fate) { f.Unnoticed = true }), with(never, func(f *Fate) { f.Noticed = 70 * minute }), Noticing, 0},
		"noticed later":                {with(never, func(f *Fate) { f.Noticed = 70 * minute }), with(never, func(f *Fate) { f.Noticed = 80 * minute }), 0, Noticing},
	} {
		if better, worse := Diff(c.was, c.is); better != c.better || worse != c.worse {
			t.Errorf("%s: better in %b, worse in %b", name, better, worse)
		}
	}
}

// TestWorld: the work and the day must be the same; what the client, the agent and the failures do may differ.
func TestWorld(t *testing.T) {
	a := engine.Defaults()
	for i := range engine.Keys {
		k := &engine.Keys[i]
		b := a
		*k.Field(&b) = k.Value(&a) + 1
		differ := World(&a, &b)
		if want := k.Group == engine.WorkGroup; (len(differ) == 1) != want || want && differ[0] != k {
			t.Errorf("with another %s: %d keys differ", k.Name, len(differ))
		}
	}
}

func BenchmarkFates(b *testing.B) {
	for name, s := range map[string]engine.Setting{"push": engine.Defaults(), "poll15s": func() engine.Setting { s := engine.Defaults(); s.Hears = engine.Polling; return s }()} {
		b.Run(name, func(b *testing.B) {
			var r engine.Runner
			var was, is engine.Trace
			r.Trace(&was, s)
			s.Flaps, s.Hears, s.Drop = 8*engine.Minute, engine.Streaming, engine.ResendOnDrop
			r.Trace(&is, s)
			for b.Loop() {
				Fates(&was, &is)
			}
		})
	}
}
