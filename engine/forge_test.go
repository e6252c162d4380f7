package engine

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestForgeriesBelieved: over many days as many items end with a wrong outcome as the stranger's Poisson process says: an
// item is spared if none of its posts comes before its task ends, be it COMPLETED or, since nobody answers, FAILED.
func TestForgeriesBelieved(t *testing.T) {
	const days = 400
	for _, mean := range []Time{5 * Minute, 20 * Minute, Hour} {
		s := setting(t, "forged="+mean.String())
		var r Runner
		var tr Trace
		wrong, expected, variance := 0.0, 0.0, 0.0
		for day := range days {
			s.Day = int64(day)
			if err := r.Trace(&tr, s); err != nil {
				t.Fatal(err)
			}
			wrong += float64(tr.Report.Wrong)
			for _, it := range tr.Items {
				length := it.Work
				if it.PauseAt != Never {
					length += s.Wait // the client hears of the pause at once, unless it has been misled by then
				}
				p := 1 - Survival(min(length, s.End-it.Created), mean)
				expected += p
				variance += p * (1 - p)
			}
		}
		if math.Abs(wrong-expected) > 4*math.Sqrt(variance) {
			t.Errorf("every %v: %.0f wrong outcomes in %d days, expected %.0f ± %.0f", mean, wrong, days, expected, math.Sqrt(variance))
		}
	}
}

// TestForgeriesRefused: a client that checks fares as if there were no stranger, and counts what it turned away; one that does
// not check is never told of a stranger by anything but the wrong outcomes; and nobody forges where there is no webhook.
func TestForgeriesRefused(t *testing.T) {
	var r Runner
	refused, wrong := 0, 0
	runs(t, 21, func(_ *rand.Rand, s Setting, _ *Trace) {
		count := func(forged Time, verify Switch) Report {
			s := s
			s.Forged, s.Verify = forged, verify
			rep, err := r.Report(s)
			if err != nil {
				t.Fatal(err)
			}
			return rep
		}
		none := reportOf(count(Never, Off))
		checked, unchecked := count(10*Minute, On), count(10*Minute, Off)
		refused, wrong = refused+checked.Refused, wrong+unchecked.Wrong
		if unchecked.Refused != 0 || s.Hears != Push && (unchecked.Wrong != 0 || reportOf(unchecked) != none) {
			t.Errorf("without checks: %+v", unchecked)
		}
		checked.Refused = 0
		if got := reportOf(checked); got != none {
			t.Errorf("with checks:\n%s\nwithout a stranger:\n%s", got, none)
		}
	})
	if refused < 100 || wrong < 100 {
		t.Errorf("only %d posts were refused and %d believed", refused, wrong)
	}
}

func reportOf(rep Report) string { return reportText(&rep) }

// TestForgeryInTime: a stranger's post at a known instant, against a task that has ended, one that has not, and a receiver
// that is out.
func TestForgeryInTime(t *testing.T) {
	var r Runner
	s := setting(t, "items=1&pauses=0&sigma=0&median=30m&longest=1h&forged=20m")
	var tr Trace
	if err := r.Trace(&tr, s); err != nil {
		t.Fatal(err)
	}
	created, posts := tr.Items[0].Created, tr.Forgeries(0)
	for _, c := range []struct {
		name   string
		change func(*Setting)
		fate   Fate
		at     Time
	}{
		{"a millisecond before the end", func(s *Setting) { s.Median = posts[0] - created + 1 }, FateWrong, posts[0]},
		{"at the end: the failure comes first", func(s *Setting) { s.Median = posts[0] - created }, FateWrong, posts[0]},
		{"a millisecond after it", func(s *Setting) { s.Median = posts[0] - created - 1 }, FateLearned, posts[0] - 1},
		{"the receiver is out: the next one", func(s *Setting) { s.Outage, s.OutageAt, s.Median = Second, posts[0], posts[1]-created+1 }, FateWrong, posts[1]},
		{"with checks", func(s *Setting) { s.Verify, s.Median = On, posts[0]-created+1 }, FateLearned, posts[0] + 1},
	} {
		s := s
		c.change(&s)
		s.Shortest, s.Longest = s.Median, s.Median
		if err := r.Trace(&tr, s); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := tr.Report.PerItem[0].Fate; got != c.fate || tr.Closed(0) != c.at {
			t.Errorf("%s: fate %d at %v, want %d at %v", c.name, got, tr.Closed(0), c.fate, c.at)
		}
	}
}

// TestForgeriesInAnOutage: posts that nobody hears are bounded like all else, and a task that has ended draws none.
func TestForgeriesInAnOutage(t *testing.T) {
	var r Runner
	if _, err := r.Report(setting(t, "items=2000&span=1h&end=48h&median=12h&sigma=0&shortest=12h&longest=12h&outage=24h&outageat=0s&retries=0&forged=10s")); err == nil {
		t.Error("millions of posts in an outage are not too many")
	}
	if rep, err := r.Report(setting(t, "items=2000&span=1h&end=48h&outage=24h&outageat=2h&retries=0&verify=on&forged=1m")); err != nil || r.events > 100_000 {
		t.Errorf("%d events, of which %d refused (%v)", r.events, rep.Refused, err)
	}
}
