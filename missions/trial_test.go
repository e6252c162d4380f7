package missions

import (
	"reflect"
	"testing"

	"a2alab/engine"
)

// naive judges as the judge's rules read: all reports first, then goal by goal.
func naive(t *testing.T, m *Mission, s engine.Setting) Verdict {
	t.Helper()
	var r engine.Runner
	var reports []engine.Report
	s = m.Bound(s)
	for _, day := range m.Days() {
		s.Day = day
		report, err := r.Report(s)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, report)
	}
	v := Verdict{Stars: Stars}
	for d := range reports {
		v.Requests += reports[d].RequestsPerTask() / float64(len(reports))
		v.Marks[d] = Stars
	}
	for i := len(m.Goals) - 1; i >= 0; i-- {
		g := &m.Goals[i]
		verdict := GoalVerdict{Star: g.Star, Sentence: g.Sentence}
		sum := 0.0
		for d := range reports {
			n, holds := g.Measure(&reports[d])
			sum += n / float64(len(reports))
			verdict.Number = max(verdict.Number, n)
			if holds {
				verdict.Days++
			} else if g.Kind != Cost && v.Marks[d] >= g.Star {
				v.Marks[d] = g.Star - 1
			}
		}
		verdict.Holds = verdict.Days == len(reports)
		if g.Kind == Cost {
			verdict.Number, verdict.Holds = sum, sum <= g.Limit
		}
		verdict.Text = g.Text(verdict.Number)
		if !verdict.Holds && v.Stars >= g.Star {
			v.Stars = g.Star - 1
		}
		v.Goals = append([]GoalVerdict{verdict}, v.Goals...)
	}
	return v
}

// TestTrial: judged day by day, with other settings tried in between by the same Runner, a setting of any mission gets the verdict
// that the rules give it, and its marks come one by one.
func TestTrial(t *testing.T) {
	const every = 41 // of each mission's settings
	var r engine.Runner
	tried, stars := 0, [1 + Stars]int{}
	for _, m := range All {
		n := 0
		for s := range m.Choices {
			if n++; n%every != 1 && Text(s) != m.Reference {
				continue
			}
			want := naive(t, m, s)
			trial, other := m.Try(s), m.Try(m.Start)
			for d := 0; !trial.Over(); d++ {
				if err := trial.Step(&r); err != nil {
					t.Fatal(err)
				}
				if err := other.Step(&r); err != nil {
					t.Fatal(err)
				}
				if marks := trial.Marks(); len(marks) != d+1 || marks[d] != want.Marks[d] {
					t.Fatalf("%s: after %d days the marks are %v, want %v", Text(s), d+1, marks, want.Marks[:d+1])
				}
			}
			whole, err := m.Judge(&r, s)
			if got := trial.Verdict(); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(whole, want) || err != nil {
				t.Errorf("%s:\n got %+v\nwhole %+v\nwant %+v", Text(s), got, whole, want)
			}
			tried++
			stars[want.Stars]++
		}
	}
	if tried < 60 || stars[0] == 0 || stars[1] == 0 || stars[2] == 0 || stars[Stars] == 0 {
		t.Errorf("%d settings were tried, of these with 0 to 3 stars %v: too few to tell", tried, stars)
	}
}

// TestFirstBroken agrees with the marks: the day's first broken goal is of the star above its mark.
func TestFirstBroken(t *testing.T) {
	var r engine.Runner
	broken := 0
	for _, m := range All {
		for _, text := range []string{"m=" + m.Name, m.Reference, "m=2&retries=8", "m=4&hears=push&reconcile=15m&idempotent=on"} {
			s, _ := Parse(text)
			if s.Start != m.Name {
				continue
			}
			v, err := m.Judge(&r, s)
			if err != nil {
				t.Fatal(err)
			}
			for d, day := range m.Days() {
				s.Day = day
				report, _ := r.Report(s)
				switch g := m.FirstBroken(&report); {
				case g == nil && v.Marks[d] != Stars, g != nil && g.Star != v.Marks[d]+1:
					t.Errorf("%s on day %d: mark %d, first broken %+v", text, day, v.Marks[d], g)
				case g != nil:
					broken++
				}
			}
		}
	}
	if broken == 0 {
		t.Error("nothing was broken: too little to tell")
	}
}
