// Package days says how a setting fares on many days: how each number of its reports spreads, and on how many days the goals
// hold. A judge asks whether a setting is good enough on fixed days; this package asks what to expect of it, of any setting, in
// a mission or not. The page and the command line both have it from here, so that they say the same.
package days

import (
	"math"
	"slices"

	"a2alab/engine"
	"a2alab/missions"
)

// First is the first of n days: the setting's own day, which the n−1 after it follow. At the end of all days, where not as many
// follow, it is the first of the last n. So "today" is among them, and the same setting always has the same days.
func First(s engine.Setting, n int) int64 {
	return max(0, min(s.Day, engine.KeyNamed("day").Max-int64(n)+1))
}

// A Score is a number of one day's report. ok is false on a day that has none.
type Score func(*engine.Report) (n float64, ok bool)

// A Sample is a setting on many days, as far as they have been run. Its days may be run in any order.
type Sample struct {
	setting engine.Setting
	first   int64
	mission *missions.Mission // nil in the sandbox
	scores  []Score
	days    []day
}

// day is what is kept of one.
type day struct {
	run      bool
	unharmed bool
	scores   []float64 // NaN where there is none
	goals    []float64
	holds    []bool // for each goal, by this day's own number
}

// New is a sample of the n days from First, none of which has been run.
func New(s engine.Setting, n int, scores []Score) *Sample {
	return &Sample{setting: s, first: First(s, n), mission: missions.Find(s.Start), scores: scores, days: make([]day, n)}
}

// Len is how many days there are.
func (x *Sample) Len() int { return len(x.days) }

// Day is the number of the day at an index.
func (x *Sample) Day(i int) int64 { return x.first + int64(i) }

// Run runs the day at an index. Different days may be run at the same time, by different Runners. An error says that the
// setting cannot be run on that day.
func (x *Sample) Run(r *engine.Runner, i int) error {
	s := x.setting
	s.Day = x.Day(i)
	report, err := r.Report(s)
	if err != nil {
		return err
	}
	d := day{run: true, unharmed: Unharmed(&report), scores: make([]float64, len(x.scores))}
	for i, score := range x.scores {
		n, ok := score(&report)
		if !ok {
			n = math.NaN()
		}
		d.scores[i] = n
	}
	if x.mission != nil {
		for i := range x.mission.Goals {
			n, holds := x.mission.Goals[i].Measure(&report)
			d.goals, d.holds = append(d.goals, n), append(d.holds, holds)
		}
	}
	x.days[i] = d
	return nil
}

// Unharmed tells whether nothing was harmed in a run: every outcome is learned or in a person's hands, none is wrong, no input was missed,
// no task is a duplicate, no result was handled twice.
func Unharmed(r *engine.Report) bool {
	return r.Unknown+r.Wrong+r.MissedInput+r.Duplicates+r.HandledTwice == 0
}

// Unharmed counts the days on which nothing was harmed.
func (x *Sample) Unharmed() int {
	return x.count(func(d *day) bool { return d.unharmed })
}

// Held counts the days on which every goal of the stars up to the given one holds, a cost's too, by the day's own number. In
// the sandbox, which has no goals, that is every day.
func (x *Sample) Held(star int) int {
	return x.count(func(d *day) bool {
		for i, holds := range d.holds {
			if !holds && x.mission.Goals[i].Star <= star {
				return false
			}
		}
		return true
	})
}

func (x *Sample) count(is func(*day) bool) int {
	n := 0
	for i := range x.days {
		if x.days[i].run && is(&x.days[i]) {
			n++
		}
	}
	return n
}

// Goals says of each of the mission's goals on how many days it holds, and whether over all of them, as the mission's judge
// would have it over its own: a cost by its mean, the others on every day. Number and Text are left out.
func (x *Sample) Goals() []missions.GoalVerdict {
	if x.mission == nil {
		return nil
	}
	list := make([]missions.GoalVerdict, len(x.mission.Goals))
	for i := range list {
		goal := &x.mission.Goals[i]
		g := missions.GoalVerdict{Star: goal.Star, Sentence: goal.Sentence}
		n, sum := 0, 0.0
		for d := range x.days {
			if x.days[d].run {
				n++
				sum += x.days[d].goals[i]
				if x.days[d].holds[i] {
					g.Days++
				}
			}
		}
		g.Holds = g.Days == n
		if goal.Kind == missions.Cost {
			g.Holds = n > 0 && sum/float64(n) <= goal.Limit
		}
		list[i] = g
	}
	return list
}

// A Spread is how a score spreads over the days that were run and have it.
type Spread struct {
	Days     int     // that have the score; where there is none, all else is 0
	Mean, SD float64 // SD is the standard deviation of a sample, 0 of a single day
	Least    float64
	P5       float64 // percentiles by nearest rank, as everywhere in the lab: values that occurred
	P95      float64
	Most     float64
	Sorted   []float64 // the values, from low to high
}

// Spread is how the score at an index spreads.
func (x *Sample) Spread(score int) Spread {
	var p Spread
	sum := 0.0
	for i := range x.days {
		if d := &x.days[i]; d.run && !math.IsNaN(d.scores[score]) {
			p.Sorted = append(p.Sorted, d.scores[score])
			sum += d.scores[score] // in the order of the days, so that the sum's last digit does not depend on who ran them
		}
	}
	p.Days = len(p.Sorted)
	if p.Days == 0 {
		return p
	}
	p.Mean = sum / float64(p.Days)
	if p.Days > 1 {
		squares := 0.0
		for _, v := range p.Sorted {
			d := v - p.Mean
			squares += float64(d * d) // not fused into the sum: the same digits everywhere
		}
		p.SD = math.Sqrt(squares / float64(p.Days-1))
	}
	slices.Sort(p.Sorted)
	rank := func(percent int) float64 { return p.Sorted[(p.Days*percent+99)/100-1] }
	p.Least, p.P5, p.P95, p.Most = p.Sorted[0], rank(5), rank(95), p.Sorted[p.Days-1]
	return p
}

// Whole tells whether all values are whole numbers.
func (p *Spread) Whole() bool {
	return !slices.ContainsFunc(p.Sorted, func(v float64) bool { return v != math.Trunc(v) })
}

// Of is the score at an index on one of the days, ok if that day was run and has it.
func (x *Sample) Of(score, i int) (n float64, ok bool) {
	d := &x.days[i]
	if !d.run || math.IsNaN(d.scores[score]) {
		return 0, false
	}
	return d.scores[score], true
}

// Bins are the counts of a histogram: bin i holds the values from From + i·Width up to, and without, the next.
type Bins struct {
	From, Width float64
	Counts      []int
}

// Bins puts the values into at most so many bins of equal width, from the least to the most. Bins of whole numbers are whole
// numbers wide, so that none has more of them than its neighbour. Values that are all the same make one bin.
func (p *Spread) Bins(most int) Bins {
	if p.Days == 0 {
		return Bins{}
	}
	b := Bins{From: p.Least, Width: (p.Most - p.Least) / float64(most)}
	n := most
	switch {
	case p.Most == p.Least:
		b.Width, n = 1, 1
	case p.Whole():
		b.Width = math.Ceil((p.Most - p.Least + 1) / float64(most))
		n = int((p.Most-p.Least)/b.Width) + 1
	}
	b.Counts = make([]int, n)
	for _, v := range p.Sorted {
		b.Counts[min(int((v-b.From)/b.Width), n-1)]++ // the most ends the last bin
	}
	return b
}
