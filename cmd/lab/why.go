package main

import (
	"flag"
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
	text, err := ui.WhyText(s, from, to)
	if err != nil {
		return err
	}
	if text == "" {
		text = "Nothing went wrong.\n"
	}
	_, err = io.WriteString(out, text)
	return err
}
