package main

import (
	"flag"
	"io"

	"a2alab/missions"
	"a2alab/ui"
)

// A smaller poster would have no room for the rows' names; a larger one is a mistake in typing. In CSS pixels.
const posterLeast, posterMost = 200, 10_000

// drawPoster is lab poster.
func drawPoster(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("poster", flag.ContinueOnError)
	width := flags.Int("width", ui.PosterWidth, "its width, in CSS pixels")
	height := flags.Int("height", ui.PosterHeight, "its height, in CSS pixels")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	for _, n := range []int{*width, *height} {
		if n < posterLeast || n > posterMost {
			return mistakef("a poster is from %d to %d pixels wide and high: %d is not", posterLeast, posterMost, n)
		}
	}
	drawn, err := ui.Poster(missions.Text(s), *width, *height)
	if err != nil {
		return err
	}
	_, err = out.Write(drawn)
	return err
}
