package engine

import (
	"math"
	"testing"
)

// TestElementaryFunctions holds ln and exp to the library's within the errors their comments promise.
func TestElementaryFunctions(t *testing.T) {
	d := dayDice(7)
	for i := range uint64(1_000_000) {
		x := d.unit(workDraw, i)
		if got, want := ln(x), math.Log(x); math.Abs(got-want) > 1e-15*math.Max(1, math.Abs(want)) {
			t.Fatalf("ln(%v) = %v, want %v", x, got, want)
		}
		y := 24*x - 12
		if got, want := exp(y), math.Exp(y); math.Abs(got-want) > 1e-14*want {
			t.Fatalf("exp(%v) = %v, want %v", y, got, want)
		}
	}
	if ln(1) != 0 || exp(0) != 1 {
		t.Errorf("ln(1) = %v, exp(0) = %v", ln(1), exp(0))
	}
}

// TestDraws checks the first moments of each distribution over many draws; the bounds are five standard errors.
func TestDraws(t *testing.T) {
	const n = 400_000
	var sum, sq, wait, heads float64
	for i := range n {
		d := dayDice(3).of(i)
		z := d.normal(workDraw)
		sum, sq = sum+z, sq+z*z
		wait += float64(d.exponential(flapDraw, 0, 8*Minute))
		if d.chance(pauseDraw, 0, 150_000) {
			heads++
		}
	}
	for _, c := range []struct {
		name             string
		got, want, error float64
	}{
		{"mean of the normal", sum / n, 0, 1 / math.Sqrt(n)},
		{"variance of the normal", sq / n, 1, math.Sqrt(2.0 / n)},
		{"mean wait", wait / n, float64(8 * Minute), float64(8*Minute) / math.Sqrt(n)},
		{"share of a chance", heads / n, 0.15, math.Sqrt(0.15 * 0.85 / n)},
	} {
		if math.Abs(c.got-c.want) > 5*c.error {
			t.Errorf("%s: %v, want %v ± %v", c.name, c.got, c.want, 5*c.error)
		}
	}
}

// TestCommonRandomNumbers: a draw depends on its own day, item, purpose and index only.
func TestCommonRandomNumbers(t *testing.T) {
	seen := map[uint64]bool{}
	for day := range uint64(10) {
		for item := range 10 {
			for p := createdDraw; p <= ackDraw; p++ {
				for i := range uint64(10) {
					v := dayDice(day).of(item).bits(p, i)
					if seen[v] {
						t.Fatalf("day %d, item %d, purpose %d, index %d repeats another draw", day, item, p, i)
					}
					seen[v] = true
				}
			}
		}
	}
}
