package ui

import (
	"strconv"
	"syscall/js"

	"a2alab/engine"
	"a2alab/missions"
)

// publish offers tests and curious readers what the page cannot show.
func (b *browser) publish() {
	b.window.Set("lab", map[string]any{
		"frames": js.FuncOf(func(js.Value, []js.Value) any {
			if b.game == nil {
				return 0
			}
			return b.game.Frames()
		}),
		"hash": js.FuncOf(func(js.Value, []js.Value) any { return strconv.FormatUint(b.lab.trace.Hash(), 16) }),
		// The mean time of a report-only run of a setting in this browser, in microseconds, over n runs of a hundred days.
		"bench": js.FuncOf(func(_ js.Value, args []js.Value) any {
			s, _ := missions.Parse(args[0].String())
			n := args[1].Int()
			var r engine.Runner
			var from float64
			for i := -100; i < n; i++ { // the first hundred warm up
				if i == 0 {
					from = b.clock()
				}
				s.Day = int64((i + 100) % 100)
				r.Report(s)
			}
			return 1000 * (b.clock() - from) / float64(n)
		}),
	})
}
