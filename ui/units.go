package ui

import (
	"math"
	"strconv"

	"a2alab/engine"
	"a2alab/missions"
)

// million makes engine.Millionths whole.
const million = 1_000_000

// length writes a length for reading, and exactly: where words would drop a part, as a setting's text has it.
func length(t engine.Time) string {
	switch {
	case t >= engine.Hour && t%engine.Minute != 0, t >= 10*engine.Second && t%engine.Second != 0, t >= engine.Second && t%(engine.Second/10) != 0:
		return t.String()
	}
	return missions.Span(t)
}

// rough writes a length in its most fitting unit, as the picture does.
func rough(t engine.Time) string {
	if t < 100*engine.Second {
		return missions.Span(t)
	}
	return strconv.FormatInt(int64((t+engine.Minute/2)/engine.Minute), 10) + " min"
}

// hourOf writes an instant in hours and minutes, with seconds where it has some: 1:45, 1:45:30.
func hourOf(t engine.Time) string {
	c := t.Clock()
	if t%engine.Minute < engine.Second {
		return c[:len(c)-3]
	}
	return c
}

// oneIn writes a share as 1 in n where that is exact, else in per cent.
func oneIn(v int64, zero string) string {
	switch {
	case v == 0:
		return zero
	case million%v == 0:
		return "1 in " + strconv.FormatInt(million/v, 10)
	}
	return percent(v)
}

// percent writes millionths in per cent, exactly.
func percent(v int64) string {
	return strconv.FormatFloat(float64(v)/(million/100), 'f', -1, 64) + " %"
}

// perHour writes how often something with the period happens in an hour.
func perHour(period engine.Time) string {
	n := float64(engine.Hour) / float64(period)
	if n >= 10 || n == math.Trunc(n) {
		return strconv.FormatFloat(n, 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'f', 1, 64)
}

func itoa(n int) string { return strconv.Itoa(n) }

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return itoa(n) + " " + what
}
