package days

import (
	"math"
	"slices"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

var scores = []Score{
	func(r *engine.Report) (float64, bool) { return float64(r.Duplicates), true },
	func(r *engine.Report) (float64, bool) { return r.RequestsPerTask(), true },
	func(r *engine.Report) (float64, bool) { return r.Learn.Mean(), r.Learned > 0 },
	func(r *engine.Report) (float64, bool) { return float64(r.NoticeMax), r.Noticed > 0 },
}

func parsed(t *testing.T, text string) engine.Setting {
	t.Helper()
	s, problems := missions.Parse(text)
	if problems != nil {
		t.Fatal(text, problems)
	}
	return s
}

// TestSample compares with a computation that keeps every report and counts as the words read, the days run backwards.
func TestSample(t *testing.T) {
	const n = 60
	gaps := false
	for _, text := range []string{"m=1", "m=2&retries=8", "m=3", "m=3&reconcile=30m&lost=resubmit", "m=4&hears=push", "m=sandbox&flaps=8m&hears=stream",
		"m=sandbox&items=2&hears=poll&restart=1h", "m=sandbox&items=1&day=7"} {
		s := parsed(t, text)
		var r engine.Runner
		x := New(s, n, scores)
		for i := n - 1; i >= 0; i-- {
			if err := x.Run(&r, i); err != nil {
				t.Fatal(err)
			}
		}
		var reports []engine.Report
		for i := range int64(n) {
			day := s
			day.Day = s.Day + i
			report, err := r.Report(day)
			if err != nil {
				t.Fatal(err)
			}
			reports = append(reports, report)
		}
		for i, score := range scores {
			var values []float64
			for d := range reports {
				v, ok := score(&reports[d])
				if got, has := x.Of(i, d); has != ok || ok && got != v {
					t.Fatalf("%s: score %d on day %d is %v, want %v", text, i, d, got, v)
				}
				if ok {
					values = append(values, v)
				}
			}
			p := x.Spread(i)
			gaps = gaps || p.Days > 0 && p.Days < n
			if p.Days != len(values) {
				t.Fatalf("%s: score %d has %d days, want %d", text, i, p.Days, len(values))
			}
			if len(values) == 0 {
				continue
			}
			mean, squares := 0.0, 0.0
			for _, v := range values {
				mean += v / float64(len(values))
			}
			for _, v := range values {
				squares += (v - mean) * (v - mean)
			}
			sd := 0.0
			if len(values) > 1 {
				sd = math.Sqrt(squares / float64(len(values)-1))
			}
			if near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }; !near(p.Mean, mean) || !near(p.SD, sd) {
				t.Errorf("%s: score %d: %v ± %v, want %v ± %v", text, i, p.Mean, p.SD, mean, sd)
			}
			if p.Least != slices.Min(values) || p.Most != slices.Max(values) || !percentile(values, p.P5, 5) || !percentile(values, p.P95, 95) {
				t.Errorf("%s: score %d: %v %v %v %v of %v", text, i, p.Least, p.P5, p.P95, p.Most, values)
			}
		}
		unharmed, held := 0, [1 + missions.Stars]int{}
		for d := range reports {
			r := &reports[d]
			if r.Unknown == 0 && r.MissedInput == 0 && r.Duplicates == 0 && r.HandledTwice == 0 {
				unharmed++
			}
			if m := missions.Find(s.Start); m != nil {
				_, stars := m.Practice(r)
				for star := range stars {
					held[1+star]++
				}
			} else {
				held[missions.Stars]++
			}
		}
		if x.Unharmed() != unharmed || x.Held(missions.Stars) != held[missions.Stars] || x.mission != nil && (x.Held(1) != held[1] || x.Held(2) != held[2]) {
			t.Errorf("%s: unharmed on %d days, held %d: want %d, %v", text, x.Unharmed(), x.Held(missions.Stars), unharmed, held)
		}
		for i, g := range x.Goals() {
			holds, sum := 0, 0.0
			goal := &missions.Find(s.Start).Goals[i]
			for d := range reports {
				v, ok := goal.Measure(&reports[d])
				sum += v
				if ok {
					holds++
				}
			}
			want := holds == n
			if goal.Kind == missions.Cost {
				want = sum/n <= goal.Limit
			}
			if g.Days != holds || g.Holds != want || g.Sentence != goal.Sentence {
				t.Errorf("%s: %+v, want %d days, held %v", text, g, holds, want)
			}
		}
	}
	if !gaps {
		t.Error("no score was missing on some days only: too little to tell")
	}
}

// percentile tells whether v is the smallest of the values that at least so many of a hundred do not exceed.
func percentile(values []float64, v float64, percent int) bool {
	upTo := func(v float64) int {
		n := 0
		for _, w := range values {
			if w <= v {
				n++
			}
		}
		return n
	}
	for _, w := range values {
		if w < v && upTo(w)*100 >= percent*len(values) {
			return false
		}
	}
	return slices.Contains(values, v) && upTo(v)*100 >= percent*len(values)
}

// TestPartly: only what has been run counts.
func TestPartly(t *testing.T) {
	s := parsed(t, "m=1&drop=subscribe")
	var r engine.Runner
	x := New(s, 200, scores)
	if p := x.Spread(0); p.Days != 0 || x.Unharmed() != 0 || x.Held(1) != 0 {
		t.Errorf("nothing was run, and %+v", p)
	}
	for i := range 3 {
		x.Run(&r, i)
	}
	if p := x.Spread(1); p.Days != 3 || x.Unharmed() != 3 || x.Held(missions.Stars) != 3 {
		t.Errorf("three days were run, and %d count", p.Days)
	}
	if _, ok := x.Of(1, 3); ok {
		t.Error("a day that was not run has a score")
	}
}

// TestFirst: the days begin with the setting's own, and the last are as many as any.
func TestFirst(t *testing.T) {
	last := engine.KeyNamed("day").Max
	for _, c := range []struct {
		day, first int64
		n          int
	}{{1, 1, 200}, {0, 0, 1}, {50, 50, 200}, {last, last - 199, 200}, {last - 199, last - 199, 200}, {last - 198, last - 199, 200}} {
		s := engine.Defaults()
		s.Day = c.day
		x := New(s, c.n, nil)
		var r engine.Runner
		if x.Day(0) != c.first || x.Run(&r, c.n-1) != nil {
			t.Errorf("%d days from day %d begin with %d, want %d", c.n, c.day, x.Day(0), c.first)
		}
	}
}

// TestTooMuch: a setting that is too large says so and leaves nothing behind.
func TestTooMuch(t *testing.T) {
	var r engine.Runner
	x := New(parsed(t, "m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h"), 3, scores)
	if x.Run(&r, 0) == nil || x.Spread(0).Days != 0 {
		t.Error("a run of too many events counts")
	}
}

// TestBins: every value is in the bin whose bounds it lies in, whole numbers in bins of as many numbers each.
func TestBins(t *testing.T) {
	for _, values := range [][]float64{{3}, {5, 5, 5}, {0, 1}, {0, 1, 1, 2, 40}, {0, 100}, {1.5, 2.25, 2.5, 9}, {0.1, 0.2, 0.3}, {-1, 0, 1e9}, {0, 23}, {0, 24}, {0, 47}} {
		p := Spread{Days: len(values), Sorted: values, Least: values[0], Most: values[len(values)-1]}
		b := p.Bins(24)
		total := 0
		for i, n := range b.Counts {
			total += n
			want := 0
			for _, v := range values {
				from, to := b.From+float64(i)*b.Width, b.From+float64(i+1)*b.Width
				if v >= from && (v < to || i == len(b.Counts)-1) {
					want++
				}
			}
			if n != want {
				t.Errorf("%v: bin %d of %+v has %d, want %d", values, i, b, n, want)
			}
		}
		whole := values[0] == math.Trunc(values[0]) && values[len(values)-1] == math.Trunc(values[len(values)-1])
		if total != len(values) || len(b.Counts) > 24 || b.Counts[0] == 0 || b.Counts[len(b.Counts)-1] == 0 || whole && b.Width != math.Trunc(b.Width) && !slices.Contains(values, 1.5) {
			t.Errorf("%v: %+v", values, b)
		}
	}
	if b := (&Spread{}).Bins(24); len(b.Counts) != 0 {
		t.Errorf("nothing makes %+v", b)
	}
}
