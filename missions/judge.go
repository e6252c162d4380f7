package missions

import "a2alab/engine"

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
	s = m.Bound(s)
	v := Verdict{Goals: make([]GoalVerdict, len(m.Goals))}
	for i := range m.Goals {
		v.Goals[i] = GoalVerdict{Star: m.Goals[i].Star, Sentence: m.Goals[i].Sentence}
	}
	for d, day := range m.Days() {
		s.Day = day
		report, err := r.Report(s)
		if err != nil {
			return Verdict{}, err
		}
		v.Requests += report.RequestsPerTask() / (1 + Others)
		v.Marks[d] = Stars
		for i := range m.Goals {
			m.Goals[i].judge(&v.Goals[i], &v.Marks[d], &report)
		}
	}
	v.Stars = Stars
	for i := range v.Goals {
		g := &v.Goals[i]
		if m.Goals[i].Kind == Cost {
			g.Holds = g.Number <= m.Goals[i].Limit
		} else {
			g.Holds = g.Days == 1+Others
		}
		g.Text = m.Goals[i].Text(g.Number)
		if !g.Holds {
			v.Stars = min(v.Stars, g.Star-1)
		}
	}
	return v, nil
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
