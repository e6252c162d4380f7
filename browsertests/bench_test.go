package browsertests

import (
	"fmt"
	"slices"
	"testing"

	"a2alab/browsertests/lab"
)

// timed is JavaScript to run before the page's: it adds up how long the program works in each frame it is given, and counts them.
const timed = `
	window.frameWork = 0;
	window.frameCount = 0;
	const ask = requestAnimationFrame.bind(window);
	window.requestAnimationFrame = f => ask(t => {
		const from = performance.now();
		f(t);
		window.frameWork += performance.now() - from;
		window.frameCount++;
	});`

// quantile is the smallest value that the share q of all does not exceed.
func quantile(sorted []float64, q float64) float64 {
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// BenchmarkChange measures what the program does between a control's change and the new picture: the run, the DOM and the
// draw list while the change event is delivered, and the frame with its draw call. The control is mission 1's drop, the
// picture has sixteen rows, the pixel ratio is 1. Times are in milliseconds; what the browser does afterwards, layout
// and painting, is its own and not in them.
func BenchmarkChange(b *testing.B) {
	tab := opened(b, "#m=1", lab.Options{Width: 1440, Height: 900, ReducedMotion: true, Before: timed})
	tab.Click("#predict [data-do=skip]")
	tab.Settle()
	const step = `(async () => {
		const control = document.getElementById('key-drop'), values = ['subscribe', 'giveup', 'resend'];
		const pause = ms => new Promise(done => setTimeout(done, ms));
		const times = [];
		for (let i = 0; i < 20; i++) {
			const frames = lab.frames();
			window.frameWork = 0;
			const from = performance.now();
			control.value = values[i % 3];
			control.dispatchEvent(new Event('change', {bubbles: true}));
			const event = performance.now() - from;
			while (lab.frames() === frames) await pause(1);
			times.push([event, window.frameWork]);
			await pause(30);
		}
		return times;
	})()`
	var events, frames, sums []float64
	lab.Eval[[][2]float64](tab, step) // warm-up; the other days are tried once
	for b.Loop() {
		for range 5 { // of twenty changes each
			for _, t := range lab.Eval[[][2]float64](tab, step) {
				events, frames, sums = append(events, t[0]), append(frames, t[1]), append(sums, t[0]+t[1])
			}
		}
	}
	for _, l := range [][]float64{events, frames, sums} {
		slices.Sort(l)
	}
	b.ReportMetric(quantile(sums, 0.5), "p50-ms")
	b.ReportMetric(quantile(sums, 0.95), "p95-ms")
	b.ReportMetric(sums[len(sums)-1], "max-ms")
	b.ReportMetric(quantile(events, 0.95), "event-p95-ms")
	b.ReportMetric(quantile(frames, 0.95), "frame-p95-ms")
	b.ReportMetric(0, "ns/op") // the pauses between the changes; of no interest
}

// BenchmarkEngine measures report-only runs as WebAssembly in the browser, with the settings of the engine's own BenchmarkReport.
func BenchmarkEngine(b *testing.B) {
	tab := opened(b, "#m=1", lab.Options{ReducedMotion: true})
	const all = "m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h"
	for _, s := range []struct{ name, text string }{
		{"push", all + "&retries=8&reconcile=10m"},
		{"poll15s", all + "&hears=poll"},
		{"resend", "m=sandbox&flaps=8m&hears=stream&drop=resend"},
	} {
		b.Run(s.name, func(b *testing.B) {
			best := 0.0
			for b.Loop() {
				for range 5 {
					if µs := lab.Eval[float64](tab, fmt.Sprintf("lab.bench(%q, 1000)", s.text)); best == 0 || µs < best {
						best = µs
					}
				}
			}
			b.ReportMetric(best, "µs/run")
			b.ReportMetric(0, "ns/op")
		})
	}
}
