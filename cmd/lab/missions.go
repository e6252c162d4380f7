package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/ui"
)

// listMissions is lab missions.
func listMissions(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("missions", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print JSON")
	if err := noArguments(flags, args); err != nil {
		return err
	}
	if *asJSON {
		var list []ui.Object
		for _, m := range missions.All {
			var goals []ui.Object
			for i := range m.Goals {
				goals = append(goals, ui.Object{"star", m.Goals[i].Star, "goal", m.Goals[i].Sentence})
			}
			list = append(list, ui.Object{"name", m.Name, "title", m.Title, "scene", m.Scene, "brief", m.Brief, "day", m.Start.Day,
				"setting", inSandbox(m), "free", m.Free, "goals", goals})
		}
		return writeJSON(out, list)
	}
	for _, m := range missions.All {
		fmt.Fprintf(out, "m=%s  %s. %s.\n\n", m.Name, m.Title, m.Scene)
		fmt.Fprint(out, wrap(m.Brief, "  "))
		fmt.Fprintf(out, "\n  The start, in full: %s\n  You may change: %s\n\n", inSandbox(m), strings.Join(m.Free, ", "))
		for i := range m.Goals {
			fmt.Fprintf(out, "  %s\n", star(m.Goals[i].Star, m.Goals[i].Sentence))
		}
		fmt.Fprintln(out)
	}
	_, err := fmt.Fprintf(out, "m=%s  All keys are free, and nothing is judged.\n", missions.Sandbox)
	return err
}

// inSandbox writes a mission's start with every key that differs from the table's defaults.
func inSandbox(m *missions.Mission) string { return missions.Text(missions.InSandbox(m.Start)) }

// judgeSetting is lab judge.
func judgeSetting(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("judge", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "print JSON")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	m := missions.Find(s.Start)
	if m == nil {
		return mistakef("m=%s has no goals to judge by: name a mission (lab missions lists them)", s.Start)
	}
	var r engine.Runner
	v, err := m.Judge(&r, s)
	if err != nil {
		return err
	}
	days := len(v.Marks)
	if *asJSON {
		var goals []ui.Object
		for _, g := range v.Goals {
			goals = append(goals, ui.Object{"star", g.Star, "goal", g.Sentence, "number", g.Number, "text", g.Text, "days_held", g.Days, "held", g.Holds})
		}
		return writeJSON(out, ui.Object{"setting", missions.Text(s), "mission", m.Title, "days", days, "stars", v.Stars,
			"requests_per_task", v.Requests, "goals", goals})
	}
	fmt.Fprintf(out, "%s: %s\n%d of %d stars over %d days; %.2f requests per task\n\n", missions.Text(s), m.Title, v.Stars, missions.Stars, days, v.Requests)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, g := range v.Goals {
		fmt.Fprintf(w, "%s\t%s\ton %d of %d days\n", star(g.Star, g.Sentence), held(g.Holds, g.Text), g.Days, days)
	}
	return w.Flush()
}

func noArguments(flags *flag.FlagSet, args []string) error {
	rest, err := parse(flags, args)
	if err == nil && len(rest) > 0 {
		return mistakef("unexpected argument %q: lab %s takes flags only", rest[0], flags.Name())
	}
	return err
}

// wrap breaks words into lines that fit a terminal.
func wrap(text, indent string) string {
	const width = 100
	var b strings.Builder
	line := indent
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			line += word
		case len(line)+1+len(word) > width:
			b.WriteString(line + "\n")
			line = indent + word
		default:
			line += " " + word
		}
	}
	return b.String() + line + "\n"
}
