package engine

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// inBrief tells whether a long test should try less. As WebAssembly the engine need only be the same, which TestHashes shows in full.
func inBrief() bool { return testing.Short() || runtime.GOARCH == "wasm" }

// anySetting draws a setting from the table of keys: each value is the default, one that the page offers, or any in range
// (durations spread evenly over their logarithm, so that short ones are tried too). most bounds items, for slow tests.
func anySetting(rng *rand.Rand, most int64) Setting {
	for {
		s := Defaults()
		for i := range Keys {
			k := &Keys[i]
			*k.Field(&s) = anyValue(rng, k)
		}
		s.Items = min(s.Items, 1+rng.Int64N(most))
		if s.Start = "sandbox"; s.Validate() == nil && affordable(&s) {
			return s
		}
	}
}

func anyValue(rng *rand.Rand, k *Key) int64 {
	choice := rng.IntN(10)
	switch {
	case k.Form == Choice || k.Form == Toggle:
		return k.Min + rng.Int64N(k.Max-k.Min+1)
	case choice < 3:
		return k.Default
	case choice < 8 && len(k.Offered) > 0:
		return k.Offered[rng.IntN(len(k.Offered))]
	case k.CanBeOff && choice == 8:
		return int64(Never)
	case k.Form == Duration:
		low, high := math.Log(float64(k.Min+1)), math.Log(float64(k.Max+1))
		return min(k.Max, int64(math.Exp(low+rng.Float64()*(high-low))))
	}
	return k.Min + rng.Int64N(k.Max-k.Min+1)
}

// affordable keeps a test from drawing hours of work for itself: about a hundred thousand ticks of all clocks at most.
func affordable(s *Setting) bool {
	ticks := Time(0)
	if s.Hears == Polling {
		ticks += s.End / s.Poll
	}
	if s.Reconcile != Never {
		ticks += s.End / s.Reconcile
	}
	if s.Flaps != Never {
		ticks += s.End / s.Flaps
	}
	return int64(ticks)*s.Items < 100_000
}

// gridSetting draws a setting whose lengths are all among a few multiples of each other, so that things coincide.
func gridSetting(rng *rand.Rand, most int64) Setting {
	few := []Time{10 * Second, 30 * Second, Minute, Minute, 2 * Minute, 5 * Minute, 10 * Minute, 30 * Minute}
	pick := func() Time { return few[rng.IntN(len(few))] }
	for {
		s := anySetting(rng, most)
		s.Span, s.End = Hour, 2*Hour
		s.Median, s.Shortest, s.Longest, s.Sigma = 10*Minute, 30*Second, Hour, 900_000
		s.InputTimeout, s.Wait, s.BlockTime, s.Poll, s.Base = pick(), pick(), pick(), pick(), pick()/10
		if s.Pauses == 0 {
			s.Pauses = 500_000
		}
		if s.Reconcile != Never {
			s.Reconcile = max(30*Second, pick())
		}
		if s.Outage != Never {
			s.OutageAt, s.Outage = 10*Minute*Time(rng.IntN(6)), pick()
		}
		if s.Restart != Never {
			s.Restart = Minute * Time(rng.IntN(90))
		}
		if s.Validate() == nil && affordable(&s) {
			return s
		}
	}
}

// listSetting draws a gridSetting of a client that reconciles by ListTasks.
func listSetting(rng *rand.Rand, most int64) Setting {
	for {
		if s := gridSetting(rng, most); s.Reconcile != Never && s.By == WithListTasks {
			return s
		}
	}
}

// onGrid rounds the day's work to multiples of step, in the Runner's keeping, so that more things happen at one instant.
func (r *Runner) onGrid(s Setting, step Time) {
	r.drew = s.workload()
	r.items = r.drew.draw(nil)
	for i := range r.items {
		it := &r.items[i]
		it.Created -= it.Created % step
		it.Work = max(2*step, it.Work-it.Work%step)
		if it.PauseAt != Never {
			it.PauseAt = min(max(step, it.PauseAt-it.PauseAt%step), it.Work-step)
		}
	}
}
