package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"

	"a2alab/engine"
	"a2alab/ui"
)

// traceSetting is lab trace.
func traceSetting(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("trace", flag.ContinueOnError)
	task := flags.Int("task", 0, "tell of task `K` only, counted from 1")
	asJSON := flags.Bool("json", false, "print JSON")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	from, to, err := chosen(flags, *task, s)
	if err != nil {
		return err
	}
	var r engine.Runner
	var tr engine.Trace
	if err := r.Trace(&tr, s); err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	if *asJSON {
		err = writeJSON(w, ui.TraceObject(&tr, from, to))
	} else {
		for i := from; i < to; i++ {
			if i > from {
				fmt.Fprintln(w)
			}
			fmt.Fprint(w, ui.StoryText(&tr, i))
		}
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// chosen are the items that -task asks for, from one index to another: all if it is not given.
func chosen(flags *flag.FlagSet, task int, s engine.Setting) (from, to int, err error) {
	given := false
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == "task" })
	switch {
	case !given:
		return 0, int(s.Items), nil
	case task < 1 || int64(task) > s.Items:
		return 0, 0, mistakef("-task %d is out of range: this setting delegates tasks 1 to %d", task, s.Items)
	}
	return task - 1, task, nil
}
