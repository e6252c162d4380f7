package engine

import (
	"math"
	"testing"
)

// one is a setting with a single item, which is heard of by webhook, and the item.
func one(t *testing.T, change func(*Setting)) (Setting, Item) {
	t.Helper()
	s := Defaults()
	s.Items, s.Pauses, s.End = 1, 0, MaxRun
	change(&s)
	var r Runner
	var tr Trace
	if err := r.Trace(&tr, s); err != nil {
		t.Fatal(err)
	}
	return s, tr.Items[0]
}

func report(t *testing.T, s Setting) Report {
	t.Helper()
	var r Runner
	rep, err := r.Report(s)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestRetriesAgainstRuns lets an outage begin at the end of the work, or some time before, and compares what the functions say
// with what the client learns.
func TestRetriesAgainstRuns(t *testing.T) {
	outlasted, short := 0, 0
	for _, base := range []Time{Second, 5 * Second, 15 * Second, Minute} {
		for _, outage := range []Time{Second, Minute, 5 * Minute, 10 * Minute, 12 * Minute, 30 * Minute, Hour, 4 * Hour} {
			for k := int64(0); k <= KeyNamed("retries").Max; k++ {
				if RetrySpan(base, k) > 24*Hour {
					continue // the run's end would cut it off
				}
				s, it := one(t, func(s *Setting) { s.Base, s.Retries, s.Outage = base, k, outage })
				s.OutageAt = it.Created + it.Work
				rep := report(t, s)
				enough := k >= RetriesFor(base, outage)
				if enough != (rep.Learned == 1) || enough != (Unheard(base, k, outage) == 0) {
					t.Errorf("base %v, %d retries, outage %v: learned %d, but %d retries are said to be needed", base, k, outage, rep.Learned, RetriesFor(base, outage))
				}
				if enough {
					outlasted++
					if got, want := rep.Learn.Max, LatestNews(base, k, outage); got != want {
						t.Errorf("base %v, %d retries, outage %v: learned after %v, not %v", base, k, outage, got, want)
					}
					continue
				}
				short++
				// The work ends as late in the outage as is not late enough, and a millisecond later.
				for late, heard := range [...]int{0, 1} {
					s.OutageAt = it.Created + it.Work - (Unheard(base, k, outage) - 1 + Time(late))
					if s.OutageAt < 0 {
						continue
					}
					if rep := report(t, s); rep.Learned != heard {
						t.Errorf("base %v, %d retries, outage %v, work ended %v into it: learned %d, want %d", base, k, outage, it.Created+it.Work-s.OutageAt, rep.Learned, heard)
					} else if heard == 1 && rep.Learn.Max != LatestNews(base, k, outage) {
						t.Errorf("base %v, %d retries, outage %v: learned after %v, not %v", base, k, outage, rep.Learn.Max, LatestNews(base, k, outage))
					}
				}
			}
		}
	}
	if outlasted < 50 || short < 50 {
		t.Fatalf("%d outages outlasted and %d not: the cases say little", outlasted, short)
	}
	if RetrySpan(5*Second, 8) != 1275*Second || RetriesFor(5*Second, 12*Minute) != 8 || RetriesFor(5*Second, 0) != 0 || RetrySpan(Second, -1) != 0 {
		t.Error("the formula itself is off")
	}
}

// TestQuestionsInOutage: a question that comes up as the outage begins is missed if and only if the latest news and the time to
// answer together reach the agent's patience.
func TestQuestionsInOutage(t *testing.T) {
	missed, heard := 0, 0
	for _, outage := range []Time{Minute, 5 * Minute, 10 * Minute, 12 * Minute, 30 * Minute} {
		for _, patience := range []Time{5 * Minute, 11*Minute + 35*Second, 11*Minute + 36*Second, 15 * Minute, Hour} {
			s, it := one(t, func(s *Setting) {
				s.Pauses, s.Retries, s.Outage, s.InputTimeout = million, 12, outage, patience
			})
			s.OutageAt = it.Created + it.PauseAt
			rep := report(t, s)
			want := LatestNews(s.Base, s.Retries, outage)+s.Wait >= patience
			if want != (rep.MissedInput == 1) {
				t.Errorf("outage %v, patience %v: missed %d, news after %v", outage, patience, rep.MissedInput, LatestNews(s.Base, s.Retries, outage))
			}
			if want {
				missed++
			} else {
				heard++
			}
		}
	}
	if missed < 5 || heard < 5 {
		t.Fatalf("%d missed, %d heard: the cases say little", missed, heard)
	}
}

// TestCutsAgainstRuns compares expectation and chance with two thousand streams of equal tasks, by four standard deviations.
func TestCutsAgainstRuns(t *testing.T) {
	for _, c := range []struct{ length, mean Time }{{2 * Minute, 20 * Minute}, {9 * Minute, 8 * Minute}, {20 * Minute, 8 * Minute}, {30 * Minute, Hour}} {
		s := Defaults()
		s.Items, s.Pauses, s.Sigma, s.End = KeyNamed("items").Max, 0, 0, 8*Hour
		s.Median, s.Shortest, s.Longest = c.length, c.length, c.length
		s.Hears, s.Flaps = Streaming, c.mean
		n := float64(s.Items)

		rep := report(t, s)
		lasted := 0
		for _, it := range rep.PerItem {
			if it.Requests == 1 {
				lasted++
			}
		}
		cuts, chance := ExpectedCuts(c.length, c.mean), Survival(c.length, c.mean)
		reattaching := cuts * cuts * float64(ReattachDelay) / float64(c.length) // breaks that find no stream open
		if got := float64(rep.TotalCuts()) / n; math.Abs(got-cuts) > 4*math.Sqrt(cuts/n)+reattaching {
			t.Errorf("%v every %v: %.3f cuts a task, expected %.3f", c.length, c.mean, got, cuts)
		}
		if got := float64(lasted) / n; math.Abs(got-chance) > 4*math.Sqrt(chance*(1-chance)/n) {
			t.Errorf("%v every %v: %.3f of the streams last, expected %.3f", c.length, c.mean, got, chance)
		}

		// Sending again until one stream lasts: the number of tasks is geometric with that chance.
		s.Drop, s.End = ResendOnDrop, MaxRun
		if rep := report(t, s); math.Abs(float64(rep.Duplicates)/n+1-1/chance) > 4*math.Sqrt((1-chance)/n)/chance {
			t.Errorf("%v every %v, re-send: %.3f tasks an item, expected %.3f", c.length, c.mean, float64(rep.Duplicates)/n+1, 1/chance)
		}
	}
	if Survival(12*Hour, 10*Second) > 1e-200 || Survival(0, Hour) != 1 {
		t.Error("the ends of the range are off")
	}
}
