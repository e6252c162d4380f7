package main

import (
	"io"

	"a2alab/ui"
)

// writeJSON prints a value as JSON.
func writeJSON(out io.Writer, v any) error {
	_, err := out.Write(ui.JSON(v))
	return err
}

// number is what JSON has for a figure.
func number(n float64, ok bool) any { return ui.OrNull(n, ok) }
