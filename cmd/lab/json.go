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
