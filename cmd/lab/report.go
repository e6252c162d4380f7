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

	"a2alab/days"
	"a2alab/engine"
	"a2alab/missions"
	"a2alab/ui"
)

// mostDays bounds -days: a million days of the slowest mission take an hour or two.
const mostDays = 1_000_000

// runSetting is lab run.
func runSetting(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("run", flag.ContinueOnError)
	n := flags.Int("days", 0, "run `N` days from the setting's own")
	asJSON := flags.Bool("json", false, "print JSON")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	given := false
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == "days" })
	if given && (*n < 1 || *n > mostDays) {
		return mistakef("-days %d is out of range: it must be from 1 to %d", *n, mostDays)
	}
	if !given {
		return runDay(out, s, *asJSON)
	}
	return runDays(out, s, *n, *asJSON)
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

// runDays reports means, standard deviations and percentiles over days, which a mission's lock on its practice day does not hinder.
func runDays(out io.Writer, s engine.Setting, n int, asJSON bool) error {
	all, err := overDays(s, n)
	if err != nil {
		return err
	}
	m, goals := missions.Find(s.Start), all.Goals()
	good, words, name := all.Unharmed(), "nothing is harmed", "days_unharmed"
	if m != nil {
		good, words, name = all.Held(missions.Stars), "every goal holds", "days_all_goals_hold"
	}
	if asJSON {
		o := ui.Object{"setting", missions.Text(s), "first_day", all.Day(0), "days", n}
		for i, f := range ui.Figures {
			p := all.Spread(i)
			has := p.Days > 0
			o = append(o, f.Name, ui.Object{"mean", ui.OrNull(p.Mean, has), "sd", ui.OrNull(p.SD, has), "p5", ui.OrNull(p.P5, has), "p95", ui.OrNull(p.P95, has), "days", p.Days})
		}
		if m != nil {
			var list []ui.Object
			for _, g := range goals {
				list = append(list, ui.Object{"star", g.Star, "goal", g.Sentence, "days_held", g.Days, "held", g.Holds})
			}
			o = append(o, "goals", list)
		}
		return writeJSON(out, append(o, name, good))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\tmean\tsd\tp5\tp95\tover days %d to %d\n", missions.Text(s), all.Day(0), all.Day(n-1))
	for i, f := range ui.Figures {
		p := all.Spread(i)
		fmt.Fprint(w, f.Words)
		for _, v := range []float64{p.Mean, p.SD, p.P5, p.P95} {
			fmt.Fprintf(w, "\t%s", decimal(v, p.Days > 0))
		}
		if p.Days > 0 && p.Days < n {
			fmt.Fprintf(w, "\ton the %d days that have one", p.Days)
		}
		fmt.Fprintln(w)
	}
	for _, g := range goals {
		fmt.Fprintf(w, "%s\t%s\t\t\t\ton %d of %d days\n", star(g.Star, g.Sentence), held(g.Holds, ""), g.Days, n)
	}
	fmt.Fprintf(w, "%s\t%.1f %%\t\t\t\ton %d of %d days\n", words, 100*float64(good)/float64(n), good, n)
	return w.Flush()
}

// overDays runs the days on all processors. What it returns does not depend on how many there are.
func overDays(s engine.Setting, n int) (*days.Sample, error) {
	scores := make([]days.Score, len(ui.Figures))
	for i, f := range ui.Figures {
		scores[i] = f.Of
	}
	all := days.New(s, n, scores)
	var next, bad atomic.Int64
	var once sync.Once
	var first error
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			var r engine.Runner
			for {
				i := int(next.Add(1)) - 1
				if i >= n || bad.Load() != 0 {
					return
				}
				if err := all.Run(&r, i); err != nil {
					bad.Store(1)
					once.Do(func() { first = fmt.Errorf("day %d: %w", all.Day(i), err) })
					return
				}
			}
		})
	}
	group.Wait()
	return all, first
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
