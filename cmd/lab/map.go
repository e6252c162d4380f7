package main

import (
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/strategy"
	"a2alab/ui"
)

// mapSetting is lab map.
func mapSetting(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("map", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print everything as JSON")
	asCSV := flags.Bool("csv", false, "print every point as CSV")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	if *asJSON && *asCSV {
		return mistakef("-json and -csv exclude each other")
	}
	m := strategy.New(s, 0)
	for !m.Done() {
		m.Step()
	}
	if len(m.Points) == 0 {
		return fmt.Errorf("each of the %d settings makes more than %d events: delegate fewer tasks", m.Total(), engine.MaxEvents)
	}
	switch {
	case *asJSON:
		return writeJSON(out, mapObject(m))
	case *asCSV:
		return writePoints(out, m)
	}
	return writeFront(out, m)
}

// harmNames are the harms in JSON and CSV.
var harmNames = [...]string{"wrong", "not_learned", "missed_input", "duplicates", "handled_twice", strategy.NoHarm: "none"}

// writeFront prints the front, and then how many settings do which harm.
func writeFront(out io.Writer, m *strategy.Map) error {
	mission := missions.Find(m.Frame.Start)
	fmt.Fprintf(out, "%s  day %d\n%s settings tried; %s more differ from one of them only in keys without effect.\n\n",
		missions.Text(m.Frame), m.Frame.Day, ui.Grouped(len(m.Points)), ui.Grouped(m.Alike))
	fmt.Fprintf(out, "The front: settings that do no harm and that no other beats on both counts.\n\n")
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	stars := ""
	if mission != nil {
		stars = "stars\t"
	}
	fmt.Fprintf(w, "requests per task\tlearned after\tp95\tno harm on other days\t%ssetting\n", stars)
	for _, c := range m.Front() {
		p := &m.Points[c.Point]
		if mission != nil {
			stars = fmt.Sprintf("%d\t", c.Stars)
			if c.Par {
				stars = fmt.Sprintf("%d, par\t", c.Stars)
			}
		}
		fmt.Fprintf(w, "%.3f\t%s\t%s\t%d of %d\t%s%s\n", p.PerTask(), ui.LearnWords(p), missions.Span(p.P95), c.Held, strategy.Others, stars, missions.Text(p.Setting))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(m.Front()) == 0 {
		fmt.Fprintln(out, "None: every setting does harm on this day.")
	}
	fmt.Fprintf(out, "\nAll settings by their worst harm:\n\n")
	w = tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for h, n := range m.ByWorst() {
		fmt.Fprintf(w, "%s\t  %s\n", ui.Grouped(n), ui.HarmName(strategy.Harm(h)))
	}
	if m.Refused > 0 {
		fmt.Fprintf(w, "%s\t  too many events to be run\n", ui.Grouped(m.Refused))
	}
	return w.Flush()
}

// writePoints prints a line for every point.
func writePoints(out io.Writer, m *strategy.Map) error {
	listed := map[int]strategy.Choice{}
	for _, c := range m.Front() {
		listed[c.Point] = c
	}
	if _, err := fmt.Fprint(out, "setting,requests_per_task,learn_mean_ms,learn_p95_ms,wrong,not_learned,missed_input,duplicates,handled_twice,worst,front,other_days_held\n"); err != nil {
		return err
	}
	for i := range m.Points {
		p := &m.Points[i]
		front, held := "", ""
		if c, ok := listed[i]; ok {
			held = fmt.Sprint(c.Held)
			if !c.Extra {
				front = "yes"
			}
		}
		mean := ""
		if p.Learned() > 0 {
			mean = fmt.Sprintf("%.1f,%d", p.Mean(), int64(p.P95))
		} else {
			mean = ","
		}
		if _, err := fmt.Fprintf(out, "%s,%.4f,%s,%d,%d,%d,%d,%d,%s,%s,%s\n", missions.Text(p.Setting), p.PerTask(), mean,
			p.Harms[strategy.Wrong], p.Harms[strategy.Unlearned], p.Harms[strategy.MissedInput], p.Harms[strategy.Duplicated], p.Harms[strategy.HandledTwice],
			harmNames[p.Worst()], front, held); err != nil {
			return err
		}
	}
	return nil
}

// mapObject is everything that is known of a map.
func mapObject(m *strategy.Map) ui.Object {
	counts := ui.Object{}
	for h, n := range m.ByWorst() {
		counts = append(counts, harmNames[h], n)
	}
	front := make([]ui.Object, 0, len(m.Front()))
	for _, c := range m.Front() {
		o := append(pointObject(&m.Points[c.Point]), "other_days", strategy.Others, "held_on", c.Held, "mean_requests_per_task", c.Cost, "ties", c.Ties)
		if missions.Find(m.Frame.Start) != nil {
			o = append(o, "stars", c.Stars, "par", c.Par, "beaten", c.Extra)
		}
		front = append(front, o)
	}
	points := make([]ui.Object, 0, len(m.Points))
	for i := range m.Points {
		points = append(points, pointObject(&m.Points[i]))
	}
	return ui.Object{"frame", missions.Text(m.Frame), "day", m.Frame.Day, "tried", len(m.Points), "alike", m.Alike, "refused", m.Refused,
		"worst_harm", counts, "front", front, "points", points}
}

func pointObject(p *strategy.Point) ui.Object {
	known := p.Harms[strategy.Unlearned] < p.Items
	o := ui.Object{"setting", missions.Text(p.Setting), "requests_per_task", p.PerTask(),
		"learn_mean_ms", ui.OrNull(p.Mean(), known), "learn_p95_ms", ui.OrNull(float64(p.P95), known)}
	for h, n := range p.Harms {
		o = append(o, harmNames[h], n)
	}
	return append(o, "worst", harmNames[p.Worst()])
}
