package main

import (
	"flag"
	"fmt"
	"io"

	"a2alab/ui"
)

// explainSetting is lab why.
func explainSetting(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("why", flag.ContinueOnError)
	task := flags.Int("task", 0, "explain task `K` only, counted from 1")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	from, to, err := chosen(flags, *task, s)
	if err != nil {
		return err
	}
	harmed := 0
	for i := from; i < to; i++ {
		text, err := ui.WhyText(s, i)
		if err != nil {
			return err
		}
		if text == "" {
			continue
		}
		if harmed > 0 {
			fmt.Fprintln(out)
		}
		harmed++
		if _, err := io.WriteString(out, text); err != nil {
			return err
		}
	}
	if harmed == 0 {
		_, err = fmt.Fprintln(out, "Nothing went wrong.")
	}
	return err
}
