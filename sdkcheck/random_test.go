package sdkcheck

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"a2alab/engine"
	"a2alab/missions"
)

var (
	random = flag.Int("random", 40, "how many random settings are checked")
	seed   = flag.Uint64("seed", 0, "of the random settings; 0 draws one")
)

// TestRandomSettings: settings drawn anew in each run, from all that the page offers.
func TestRandomSettings(t *testing.T) {
	if *seed == 0 {
		*seed = uint64(time.Now().UnixNano())
	}
	t.Logf("go test -run TestRandomSettings -random %d -seed %d repeats this", *random, *seed)
	rng := rand.New(rand.NewPCG(*seed, 1))
	believed, refused := 0, 0
	for i := range *random {
		s := drawn(rng)
		rep := simulate(t, s, engine.AllDeviations).Report
		believed, refused = believed+rep.Wrong, refused+rep.Refused
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			check(t, s)
		})
	}
	t.Logf("a stranger is believed %d times in them and refused %d times", believed, refused)
}

// drawn is a setting of the sandbox with values that the page offers, of some dozens of items and a few thousand requests.
func drawn(rng *rand.Rand) engine.Setting {
	start, _ := missions.StartNamed(missions.Sandbox)
	for {
		s := start.Setting
		s.Start = start.Name
		for i := range engine.Keys {
			k := &engine.Keys[i]
			if menu := missions.Offered(k, start.Setting); len(menu) > 0 && (k.Group != engine.WorkGroup || rng.IntN(4) == 0) {
				*k.Field(&s) = menu[rng.IntN(len(menu))]
			}
		}
		s.Day = rng.Int64N(1 << 20)
		s.Items = 20 + rng.Int64N(60)
		if s.Validate() != nil || s.Hears == engine.Polling && s.Poll < 15*engine.Second {
			continue
		}
		// A blocking client whose task was lost by an agent that recognises messages cannot tell whether its repeat was taken for
		// new work until the list shows it; the model's client can. This one combination is not checked.
		if s.Hears == engine.Blocking && s.By == engine.WithListTasks && s.Dedupe == engine.On && s.Restart != engine.Never {
			continue
		}
		// What fails shall strike while there is work.
		if s.Restart != engine.Never && s.Restart > s.Span || s.Outage != engine.Never && s.OutageAt > s.Span {
			continue
		}
		return s
	}
}
