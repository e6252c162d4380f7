package ui

import (
	"math"
	"math/rand/v2"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

// traceOf runs a setting's text.
func traceOf(t testing.TB, text string) *engine.Trace {
	t.Helper()
	s, problems := missions.Parse(text)
	for _, p := range problems {
		t.Fatalf("%s: %v", text, p)
	}
	return traceSetting(t, s)
}

func traceSetting(t testing.TB, s engine.Setting) *engine.Trace {
	t.Helper()
	var r engine.Runner
	tr := new(engine.Trace)
	if err := r.Trace(tr, s); err != nil {
		t.Fatalf("%s: %v", missions.Text(s), err)
	}
	return tr
}

// randomSetting draws the values of all keys: the defaults, those that the page offers, or any in range. Failures are usual.
// It draws again what would keep a test busy for long.
func randomSetting(rng *rand.Rand) engine.Setting {
	for {
		s := engine.Defaults()
		s.Start = missions.Sandbox
		for i := range engine.Keys {
			k := &engine.Keys[i]
			switch offered := missions.Offered(k, s); {
			case k.Group == engine.WorkGroup && rng.IntN(2) == 0:
			case rng.IntN(4) > 0:
				*k.Field(&s) = offered[rng.IntN(len(offered))]
			case k.Form == engine.Duration:
				low, high := math.Log(float64(k.Min+1)), math.Log(float64(k.Max+1))
				*k.Field(&s) = min(k.Max, int64(math.Exp(low+rng.Float64()*(high-low))))
			default:
				*k.Field(&s) = k.Min + rng.Int64N(k.Max-k.Min+1)
			}
		}
		s.Items = min(s.Items, 240)
		ticks := int64(0)
		for _, clock := range []struct {
			on     bool
			period engine.Time
		}{{s.Hears == engine.Polling, s.Poll}, {s.Reconcile != engine.Never, s.Reconcile}, {s.Flaps != engine.Never, s.Flaps}} {
			if clock.on {
				ticks += int64(s.End / clock.period)
			}
		}
		if s.Validate() == nil && ticks*s.Items < 100_000 {
			return s
		}
	}
}
