package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"a2alab/missions"
	"a2alab/ui"
)

// compareSettings is lab compare.
func compareSettings(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) != 2 {
		return mistakef("two settings are expected: try lab compare 'm=1' 'm=1&drop=subscribe'")
	}
	was, err := readSetting(rest[0])
	if err != nil {
		return fmt.Errorf("the first: %w", err)
	}
	is, err := readSetting(rest[1])
	if err != nil {
		return fmt.Errorf("the second: %w", err)
	}
	d, err := ui.Differ(was, is)
	switch {
	case errors.Is(err, ui.ErrOtherWork):
		return mistake{err}
	case err != nil:
		return err
	}
	fmt.Fprintf(out, "before: %s\nafter:  %s\n\n", missions.Text(was), missions.Text(is))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\tbefore\tafter\n")
	for _, s := range d.Scores {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s[0], s[1], s[2])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s\n", d.Sum)
	if len(d.Rows) > 0 {
		fmt.Fprint(w, "\ntask\tbefore\tafter\tfares\n")
		for _, r := range d.Rows {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r[0], r[1], r[2], r[3])
		}
	}
	return w.Flush()
}
