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

// number is a JSON number, or null where there is none.
func number(n float64, ok bool) any {
	if !ok {
		return nil
	}
	return n
}
