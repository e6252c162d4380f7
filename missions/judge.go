package missions

import (
	"slices"

	"a2alab/engine"
)

// Others is on how many days beside the practice day a setting must prove itself.
const Others = 20

// Days are the days that the judge looks at: the practice day, which the player sees, and twenty others, fixed per mission.
func (m *Mission) Days() [1 + Others]int64 {
	var days [1 + Others]int64
	days[0] = m.Start.Day
	for i := range Others {
		days[1+i] = m.Proof + int64(i)
	}
	return days
}

// A Verdict is what the judge says of a setting.
type Verdict struct {
	Stars    int // of three; a star needs its own goals and those of the stars below it
	Goals    []GoalVerdict
	Marks    [1 + Others]int // for each day, how many stars' goals of harm and time hold on it
	Requests float64         // per task, the mean over all days: the cost that par speaks of
}

// A GoalVerdict is what the judge says of one goal.
type GoalVerdict struct {
	Star     int
	Sentence string
	Number   float64 // the worst day's, or for a cost the mean over the days
	Text     string  // the number with its unit
	Holds    bool
	Days     int // on how many days it holds; for a cost, how many days lie within the limit
}

// HeldOn counts the other days on which the harm and time goals of the stars up to the given one hold.
func (v *Verdict) HeldOn(star int) int {
	n := 0
	for _, mark := range v.Marks[1:] {
		if mark >= star {
			n++
		}
	}
	return n
}

// Judge runs the setting on the practice day and on twenty others. Only the free keys of the setting count: what is locked is
// judged as the mission has it. The Runner's buffers are used; an error says that the setting cannot be run.
func (m *Mission) Judge(r *engine.Runner, s engine.Setting) (Verdict, error) {
	t := m.Try(s)
	for !t.Over() {
		if err := t.Step(r); err != nil {
			return Verdict{}, err
		}
	}
	return t.Verdict(), nil
}

// A Trial judges a setting day by day, so that a page can go on between the days and show how far it is.
type Trial struct {
	mission *Mission
	setting engine.Setting // bound to what is free
	tried   int            // days, the practice day first
	verdict Verdict        // so far
}

// Try begins to judge a setting, of which only the free keys count.
func (m *Mission) Try(s engine.Setting) *Trial {
	t := &Trial{mission: m, setting: m.Bound(s), verdict: Verdict{Goals: make([]GoalVerdict, len(m.Goals))}}
	for i := range m.Goals {
		t.verdict.Goals[i] = GoalVerdict{Star: m.Goals[i].Star, Sentence: m.Goals[i].Sentence}
	}
	return t
}

// Over tells whether every day has been tried.
func (t *Trial) Over() bool { return t.tried == 1+Others }

// Marks are the marks of the days tried so far, the practice day's first.
func (t *Trial) Marks() []int { return t.verdict.Marks[:t.tried] }

// Step tries one more day. It must not be called when the trial is over. After an error, which says that the setting cannot be
// run, there is no verdict.
func (t *Trial) Step(r *engine.Runner) error {
	d := t.tried
	t.setting.Day = t.mission.Days()[d]
	report, err := r.Report(t.setting)
	if err != nil {
		return err
	}
	v := &t.verdict
	v.Requests += report.RequestsPerTask() / (1 + Others)
	v.Marks[d] = Stars
	for i := range t.mission.Goals {
		t.mission.Goals[i].judge(&v.Goals[i], &v.Marks[d], &report)
	}
	t.tried++
	return nil
}

// Verdict is what the judge says once the trial is over.
func (t *Trial) Verdict() Verdict {
	v := t.verdict
	v.Goals = slices.Clone(v.Goals)
	v.Stars = Stars
	for i := range v.Goals {
		g, goal := &v.Goals[i], &t.mission.Goals[i]
		g.Holds = g.Days == 1+Others
		if goal.Kind == Cost {
			g.Holds = g.Number <= goal.Limit
		}
		g.Text = goal.Text(g.Number)
		if !g.Holds {
			v.Stars = min(v.Stars, g.Star-1)
		}
	}
	return v
}

// judge takes one day into a goal's verdict and the day's mark.
func (g *Goal) judge(v *GoalVerdict, mark *int, r *engine.Report) {
	n, holds := g.Measure(r)
	if holds {
		v.Days++
	} else if g.Kind != Cost {
		*mark = min(*mark, g.Star-1)
	}
	if g.Kind == Cost {
		v.Number += n / (1 + Others)
	} else {
		v.Number = max(v.Number, n)
	}
}

// Bound is the setting with every locked key as the mission has it.
func (m *Mission) Bound(s engine.Setting) engine.Setting {
	bound := m.Start
	for _, name := range m.Free {
		k := engine.KeyNamed(name)
		*k.Field(&bound) = k.Value(&s)
	}
	return bound
}

// Practice is how each goal stands on one day's report, for the page's live goals, and the stars that the day alone would give.
func (m *Mission) Practice(r *engine.Report) ([]GoalVerdict, int) {
	goals := make([]GoalVerdict, len(m.Goals))
	stars := Stars
	for i := range m.Goals {
		g := &m.Goals[i]
		n, holds := g.Measure(r)
		goals[i] = GoalVerdict{Star: g.Star, Sentence: g.Sentence, Number: n, Text: g.Text(n), Holds: holds}
		if !holds {
			stars = min(stars, g.Star-1)
		}
	}
	return goals, stars
}

// FirstFailing is the index of the first goal that fails, or -1.
func FirstFailing(goals []GoalVerdict) int {
	for i := range goals {
		if !goals[i].Holds {
			return i
		}
	}
	return -1
}

// FirstBroken is the first goal of harm or time that does not hold on a report's day, or nil. A goal of cost is judged by its
// mean over the days, so a day alone cannot break it.
func (m *Mission) FirstBroken(r *engine.Report) *Goal {
	for i := range m.Goals {
		g := &m.Goals[i]
		if _, holds := g.Measure(r); !holds && g.Kind != Cost {
			return g
		}
	}
	return nil
}
