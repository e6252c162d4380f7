package metrics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"a2alab/engine"
)

// drawn are random settings, failures being usual, and each way of hearing among them.
func drawn(t *testing.T, n int, each func(name string, tr *engine.Trace)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(4, 2026))
	var runner engine.Runner
	var tr engine.Trace
	for range n {
		s := engine.Defaults()
		for i := range engine.Keys {
			k := &engine.Keys[i]
			if len(k.Offered) > 0 && rng.IntN(3) > 0 {
				*k.Field(&s) = k.Offered[rng.IntN(len(k.Offered))]
			} else if k.Form == engine.Choice || k.Form == engine.Toggle {
				*k.Field(&s) = k.Min + rng.Int64N(k.Max-k.Min+1)
			}
		}
		s.Day, s.Start = rng.Int64N(1000), "sandbox"
		s.Items = min(s.Items, 300)
		if s.Validate() != nil {
			continue
		}
		if err := runner.Trace(&tr, s); err != nil {
			continue
		}
		each(s.Text(engine.Start{Name: "sandbox", Setting: engine.Defaults()}), &tr)
	}
}

func sum(s *Series) int { return s.Over(Counter, 0, len(s.N)) }

// TestAgreesWithReport: the bins of every metric add up to what the engine counts for the whole run.
func TestAgreesWithReport(t *testing.T) {
	var run Run
	seen := map[string]int{}
	drawn(t, 400, func(name string, tr *engine.Trace) {
		run.Of(tr)
		r := &tr.Report
		is := func(what string, got, want int) {
			t.Helper()
			if want > 0 {
				seen[what]++
			}
			if got != want {
				t.Errorf("%s: %s: %d, want %d", name, what, got, want)
			}
		}
		for k, n := range r.Requests {
			is("requests "+All[Requests].Values[k].Name, sum(&run.Lines[Requests][k]), n)
		}
		for m, l := range r.Learning {
			s := &run.Lines[TimeToLearn][m]
			total := engine.Time(0)
			for _, v := range s.Sum {
				total += v
			}
			is("learned by", sum(s), l.Count)
			is("time to learn", int(total), int(l.Sum))
			is("longest", int(s.Longest(0, run.Bins)), int(l.Max))
		}
		is("most orphans", run.Lines[Orphaned][0].Over(Gauge, 0, run.Bins), r.OrphansMax)
		is("never learned", openAtEnd(tr), r.Unknown)
		is("first not found", sum(&run.Lines[NotFound][first]), r.Noticed)
		for v, k := range [...]engine.Kind{engine.Resend, engine.Repeat, engine.Resubmit} {
			is("repeated "+All[MessagesRepeated].Values[v].Name, sum(&run.Lines[MessagesRepeated][v]), r.Requests[k])
		}
		for v, n := range [...]int{r.Attempts.Acknowledged, r.Attempts.Failed, r.Attempts.AckLost} {
			is("deliveries "+All[Deliveries].Values[v].Name, sum(&run.Lines[Deliveries][v]), n)
		}
		is("handled twice", sum(&run.Lines[CompletionsRepeated][0]), r.HandledTwice)
		is("absorbed", sum(&run.Lines[CompletionsRepeated][1]), r.Absorbed)
		is("duplicates", sum(&run.Lines[TasksCreated][engine.Duplicate]), r.Duplicates)
		is("done twice", sum(&run.Lines[TasksCreated][engine.WorkDoneTwice]), r.DoneTwice)
		is("resubmitted", sum(&run.Lines[TasksCreated][engine.Resubmission])+sum(&run.Lines[TasksCreated][engine.WorkDoneTwice]), r.Resubmitted)
		for c, n := range r.Cuts {
			is("cuts "+All[ConnectionsCut].Values[c].Name, sum(&run.Lines[ConnectionsCut][c]), n)
		}
		is("learned", sum(&run.Lines[Settled][0])+sum(&run.Lines[Settled][1]), r.Learned)
		is("escalated", sum(&run.Lines[Settled][2]), r.Escalated)
		is("missed input", sum(&run.Lines[InputMissed][0]), r.MissedInput)
		if bins := int((tr.Setting.End + Bin - 1) / Bin); run.Bins != bins {
			t.Errorf("%s: %d bins, want %d", name, run.Bins, bins)
		}
	})
	if len(seen) < 28 {
		t.Errorf("only these were ever more than none: %v", seen)
	}
}

// openAtEnd counts the items still open when the run ends, by the one function on which the gauges rest.
func openAtEnd(tr *engine.Trace) int {
	n := 0
	for i := range tr.Items {
		if tr.Closed(i) == tr.Setting.End {
			n++
		}
	}
	return n
}

// TestGauges compares each bin with a naive count: of the instants at which something changed in it, and its first, the one with the most.
func TestGauges(t *testing.T) {
	var run Run
	drawn(t, 40, func(name string, tr *engine.Trace) {
		run.Of(tr)
		gauges := []struct {
			metric, value int
			holds         func(at engine.Time, item int) int
		}{
			{Open, 0, func(at engine.Time, item int) int { return yes(opened(tr, item, at)) }},
			{Orphaned, 0, func(at engine.Time, item int) int {
				return yes(opened(tr, item, at) && at-tr.Items[item].Created-tr.Items[item].Work > 10*engine.Minute)
			}},
			{InputRequired, 0, func(at engine.Time, item int) int { return waiting(tr, item, at, 0, 5*engine.Minute) }},
			{InputRequired, 1, func(at engine.Time, item int) int { return waiting(tr, item, at, 5*engine.Minute, 10*engine.Minute) }},
			{InputRequired, 2, func(at engine.Time, item int) int { return waiting(tr, item, at, 10*engine.Minute, engine.MaxRun) }},
			{Unfollowed, 0, func(at engine.Time, item int) int { return unfollowed(tr, item, at) }},
		}
		instants := make([]map[engine.Time]bool, run.Bins)
		note := func(at engine.Time) {
			if at >= 0 && at < tr.Setting.End {
				instants[at/Bin][at] = true
			}
		}
		for b := range instants {
			instants[b] = map[engine.Time]bool{}
			note(engine.Time(b) * Bin)
		}
		for i := range tr.Items {
			note(tr.Items[i].Created)
			note(tr.Items[i].Created + tr.Items[i].Work + 10*engine.Minute + 1)
		}
		for i := range tr.Tasks {
			k := &tr.Tasks[i]
			for _, at := range [...]engine.Time{k.Born, k.Paused, k.Resumed, k.Ended, k.Vanished, k.Abandoned} {
				if at != engine.Never {
					note(at)
				}
			}
			if k.Paused != engine.Never {
				note(k.Paused + 5*engine.Minute)
				note(k.Paused + 10*engine.Minute)
			}
		}
		rng := rand.New(rand.NewPCG(uint64(tr.Setting.Day), 7))
		for range 12 { // of the bins
			b := rng.IntN(run.Bins)
			for _, g := range gauges {
				most := 0
				for at := range instants[b] {
					n := 0
					for item := range tr.Items {
						n += g.holds(at, item)
					}
					most = max(most, n)
				}
				if got := run.Lines[g.metric][g.value].N[b]; got != most {
					t.Fatalf("%s: %s %s in minute %d: %d, want %d", name, All[g.metric].Name, All[g.metric].Values[g.value].Name, b, got, most)
				}
			}
		}
	})
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// opened tells from the item's events whether it was open at an instant.
func opened(tr *engine.Trace, item int, at engine.Time) bool {
	open := false
	for _, e := range tr.EventsOf(item) {
		if e.At > at {
			break
		}
		switch e.Kind {
		case engine.Arrival:
			open = true
		case engine.Learn, engine.Escalate, engine.Misled:
			open = false
		}
	}
	return open
}

// waiting counts the item's followed tasks that at an instant have waited at least as long as from, and less than to.
func waiting(tr *engine.Trace, item int, at, from, to engine.Time) int {
	n := 0
	for _, k := range tr.TasksOf(item) {
		before := func(t engine.Time) bool { return t == engine.Never || at < t }
		if k.Paused != engine.Never && at >= k.Paused && before(k.Resumed) && before(k.Ended) && before(k.Vanished) && before(k.Abandoned) {
			n += yes(at-k.Paused >= from && at-k.Paused < to)
		}
	}
	return n
}

func unfollowed(tr *engine.Trace, item int, at engine.Time) int {
	n := 0
	for _, k := range tr.TasksOf(item) {
		before := func(t engine.Time) bool { return t == engine.Never || at < t }
		works := at >= k.Born && before(k.Ended) && before(k.Vanished) && !(k.Paused != engine.Never && at >= k.Paused && before(k.Resumed))
		n += yes(works && k.Abandoned != engine.Never && at >= k.Abandoned)
	}
	return n
}

// TestReused: a Run that told of another trace before says the same as a new one.
func TestReused(t *testing.T) {
	var used Run
	drawn(t, 30, func(name string, tr *engine.Trace) {
		var fresh Run
		fresh.Of(tr)
		used.Of(tr)
		for m := range All {
			for v := range All[m].Values {
				for b := range fresh.Bins {
					if used.Lines[m][v].N[b] != fresh.Lines[m][v].N[b] {
						t.Fatalf("%s: %s differs in minute %d", name, All[m].Name, b)
					}
				}
			}
		}
	})
}

// TestNames: names are as monitoring systems have them, each says its type, and none appears twice.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All {
		if !strings.HasPrefix(m.Name, "a2a_") || strings.Trim(m.Name, "abcdefghijklmnopqrstuvwxyz_0123456789") != "" {
			t.Errorf("%q is no metric's name", m.Name)
		}
		if strings.HasSuffix(m.Name, "_total") != (m.Type == Counter) || strings.HasSuffix(m.Name, "_seconds") != (m.Type == Histogram) {
			t.Errorf("%s: the name does not fit a %s", m.Name, m.Type)
		}
		if len(m.Values) == 0 || (m.Label == "") != (len(m.Values) == 1) {
			t.Errorf("%s: label %q with %d values", m.Name, m.Label, len(m.Values))
		}
		for _, v := range m.Values {
			if name := m.Name + "{" + v.Name; seen[name] || v.Words == "" || (v.Name == "") != (m.Label == "") {
				t.Errorf("%s: the value %q", m.Name, v.Name)
			} else {
				seen[name] = true
			}
		}
		if m.Title == "" || m.Counts == "" || m.Tells == "" || m.Unit == "" || seen[m.Title] {
			t.Errorf("%s: words are missing, or taken", m.Name)
		}
		seen[m.Title] = true
	}
}

func BenchmarkOf(b *testing.B) {
	s := engine.Defaults()
	s.Hears = engine.Polling
	var runner engine.Runner
	var tr engine.Trace
	if err := runner.Trace(&tr, s); err != nil {
		b.Fatal(err)
	}
	var run Run
	for b.Loop() {
		run.Of(&tr)
	}
}
