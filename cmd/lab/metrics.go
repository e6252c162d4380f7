package main

import (
	"flag"
	"io"

	"a2alab/engine"
	"a2alab/ui"
)

// showMetrics is lab metrics.
func showMetrics(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("metrics", flag.ContinueOnError)
	asCSV := flags.Bool("csv", false, "print every minute as comma-separated values")
	asJSON := flags.Bool("json", false, "print every minute as JSON")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	if *asCSV && *asJSON {
		return mistakef("-csv and -json exclude each other: choose one")
	}
	var r engine.Runner
	var tr engine.Trace
	if err := r.Trace(&tr, s); err != nil {
		return err
	}
	switch {
	case *asJSON:
		return writeJSON(out, ui.MetricsObject(&tr))
	case *asCSV:
		_, err = io.WriteString(out, ui.MetricsCSV(&tr))
	default:
		_, err = io.WriteString(out, ui.MetricsText(&tr))
	}
	return err
}
