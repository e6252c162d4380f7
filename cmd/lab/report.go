package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"text/tabwriter"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/ui"
)

// mostDays bounds -days: a million days of the slowest mission take an hour or two.
const mostDays = 1_000_000

// runSetting is lab run.
func runSetting(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	days := flags.Int("days", 0, "run days 1 to `N`")
	asJSON := flags.Bool("json", false, "print JSON")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	given := false
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == "days" })
	if given && (*days < 1 || *days > mostDays) {
		return mistakef("-days %d is out of range: it must be from 1 to %d", *days, mostDays)
	}
	if !given {
		return runDay(out, s, *asJSON)
	}
	return runDays(out, s, *days, *asJSON)
}

// runDay reports one day.
func runDay(out io.Writer, s engine.Setting, asJSON bool) error {
	var r engine.Runner
	rep, err := r.Report(s)
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(out, ui.ReportObject(&rep, &s))
	}
	var goals []missions.GoalVerdict
	if m := missions.Find(s.Start); m != nil {
		goals, _ = m.Practice(&rep)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\tday %d\n", missions.Text(s), s.Day)
	for _, f := range ui.Figures {
		n, ok := f.Of(&rep)
		fmt.Fprintf(w, "%s\t%s\n", f.Words, decimal(n, ok))
	}
	for _, g := range goals {
		fmt.Fprintf(w, "%s\t%s\n", star(g.Star, g.Sentence), held(g.Holds, g.Text))
	}
	return w.Flush()
}

// runDays reports means and standard deviations over days, which a mission's lock on its practice day does not hinder.
func runDays(out io.Writer, s engine.Setting, days int, asJSON bool) error {
	m := missions.Find(s.Start)
	all, err := overDays(s, days, m)
	if err != nil {
		return err
	}
	goals := all.goals(m)
	if asJSON {
		o := ui.Object{"setting", missions.Text(s), "days", days}
		for i, f := range ui.Figures {
			mean, sd, n := all.figure(i)
			o = append(o, f.Name, ui.Object{"mean", ui.OrNull(mean, n > 0), "sd", ui.OrNull(sd, n > 0)})
		}
		if m != nil {
			var list []ui.Object
			for _, g := range goals {
				list = append(list, ui.Object{"star", g.Star, "goal", g.Sentence, "days_held", g.Days, "held", g.Holds})
			}
			o = append(o, "goals", list)
		}
		return writeJSON(out, o)
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\tmean\tsd\tover days 1 to %d\n", missions.Text(s), days)
	for i, f := range ui.Figures {
		mean, sd, n := all.figure(i)
		fmt.Fprintf(w, "%s\t%s\t%s", f.Words, decimal(mean, n > 0), decimal(sd, n > 0))
		if n > 0 && n < days {
			fmt.Fprintf(w, "\ton the %d days that have one", n)
		}
		fmt.Fprintln(w)
	}
	for _, g := range goals {
		fmt.Fprintf(w, "%s\t%s\t\ton %d of %d days\n", star(g.Star, g.Sentence), held(g.Holds, ""), g.Days, days)
	}
	return w.Flush()
}

// sample is what many days gave: for each day the figures and then the goals' numbers, NaN where there is none.
type sample struct {
	days  [][]float64
	holds [][]bool // for each day and goal
}

// overDays runs days 1 to n on all processors. What it returns does not depend on how many there are.
func overDays(s engine.Setting, n int, m *missions.Mission) (*sample, error) {
	all := &sample{make([][]float64, n), make([][]bool, n)}
	var next, bad atomic.Int64
	var once sync.Once
	var first error
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			var r engine.Runner
			s := s
			for {
				day := next.Add(1)
				if day > int64(n) || bad.Load() != 0 {
					return
				}
				s.Day = day
				rep, err := r.Report(s)
				if err != nil {
					bad.Store(1)
					once.Do(func() { first = fmt.Errorf("day %d: %w", day, err) })
					return
				}
				all.days[day-1], all.holds[day-1] = measure(&rep, m)
			}
		})
	}
	group.Wait()
	return all, first
}

func measure(rep *engine.Report, m *missions.Mission) (numbers []float64, holds []bool) {
	for _, f := range ui.Figures {
		n, ok := f.Of(rep)
		if !ok {
			n = math.NaN()
		}
		numbers = append(numbers, n)
	}
	if m != nil {
		for i := range m.Goals {
			n, ok := m.Goals[i].Measure(rep)
			numbers, holds = append(numbers, n), append(holds, ok)
		}
	}
	return numbers, holds
}

// figure is the mean and the sample standard deviation of a column over the n days that have it.
func (all *sample) figure(column int) (mean, sd float64, n int) {
	for _, day := range all.days {
		if v := day[column]; !math.IsNaN(v) {
			n++
			mean += v
		}
	}
	if n < 2 {
		return mean, 0, n
	}
	mean /= float64(n)
	for _, day := range all.days {
		if v := day[column]; !math.IsNaN(v) {
			sd += (v - mean) * (v - mean)
		}
	}
	return mean, math.Sqrt(sd / float64(n-1)), n
}

// goals judges a mission's goals over the days as the mission's judge does over its own: a cost by its mean, others on every day.
func (all *sample) goals(m *missions.Mission) []missions.GoalVerdict {
	if m == nil {
		return nil
	}
	var list []missions.GoalVerdict
	for i := range m.Goals {
		g := missions.GoalVerdict{Star: m.Goals[i].Star, Sentence: m.Goals[i].Sentence}
		for _, day := range all.holds {
			if day[i] {
				g.Days++
			}
		}
		g.Holds = g.Days == len(all.days)
		if mean, _, _ := all.figure(len(ui.Figures) + i); m.Goals[i].Kind == missions.Cost {
			g.Holds = mean <= m.Goals[i].Limit
		}
		list = append(list, g)
	}
	return list
}

// star names a goal with the star that it is needed for.
func star(n int, sentence string) string { return fmt.Sprintf("star %d: %s", n, sentence) }

func held(holds bool, number string) string {
	switch {
	case holds && number != "":
		return "holds (" + number + ")"
	case holds:
		return "holds"
	case number != "":
		return "fails (" + number + ")"
	}
	return "fails"
}

// decimal writes a number with at most three decimals, or a dash where there is none.
func decimal(n float64, ok bool) string {
	switch {
	case !ok:
		return "-"
	case n == math.Trunc(n):
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.3f", n)
}
