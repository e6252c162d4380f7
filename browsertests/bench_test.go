package browsertests

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"a2alab/browsertests/lab"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
)

// timed is JavaScript to run before the page's: it adds up how long the program works in each frame it is given, and calls
// drawn after each that drew.
const timed = `
	window.frameWork = 0;
	window.drawn = () => {};
	const ask = requestAnimationFrame.bind(window);
	window.requestAnimationFrame = f => ask(t => {
		const frames = window.lab?.frames(), from = performance.now();
		f(t);
		frameWork += performance.now() - from;
		if (window.lab && lab.frames() !== frames) drawn();
	});`

// quantile is the smallest value that the share q of all does not exceed.
func quantile(sorted []float64, q float64) float64 {
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// pause lies between two changes, as a quick hand makes it. Where there is no graphics card, the browser draws for a fifth of a
// second after each change, with all processors, and a change that falls into that time waits for it.
const pause = 300 * time.Millisecond

// scripted is the processor time that the page's thread has spent in scripts, in milliseconds.
func scripted(b testing.TB, tab *lab.Tab) float64 {
	b.Helper()
	got, err := chromedp.Call(tab.Context(), performance.GetMetrics, cdp.Empty{})
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range got.Metrics {
		if m.Name == "ScriptDuration" {
			return 1000 * m.Value
		}
	}
	b.Fatal("the browser does not say how long scripts ran")
	return 0
}

// BenchmarkChange measures what the program does between a control's change and the new picture: the run, the DOM and the
// draw list while the change event is delivered, and the frame with its draw call. The control is mission 1's drop, the
// picture has sixteen rows, the pixel ratio is 1. What the browser does afterwards, layout and painting, is its own and not
// in it. Times are in milliseconds: cpu- is the processor's time for the program's work, the others are the clock's, which
// also runs while the drawing process, where there is no graphics card, has the processor.
func BenchmarkChange(b *testing.B) { benchmarkChange(b, false) }

// BenchmarkChangePinned is BenchmarkChange while the mission's start is pinned: the ghost is laid out with each change, and whose
// fate differs is worked out after it.
func BenchmarkChangePinned(b *testing.B) { benchmarkChange(b, true) }

func benchmarkChange(b *testing.B, pinned bool) {
	tab := opened(b, "#m=1", lab.Options{Width: 1440, Height: 900, ReducedMotion: true, Before: timed})
	tab.Click("#predict [data-do=skip]")
	if pinned {
		tab.Click("#pin")
	}
	tab.Settle()
	if _, err := chromedp.Call(tab.Context(), performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		b.Fatal(err)
	}
	values, n := [...]string{"subscribe", "giveup", "resend"}, 0
	change := func() (event, frame, cpu float64) {
		before := scripted(b, tab)
		t := lab.Eval[[2]float64](tab, fmt.Sprintf(`(async () => {
			const control = document.getElementById('key-drop');
			const picture = new Promise(done => drawn = done);
			frameWork = 0;
			control.value = %q;
			const from = performance.now();
			control.dispatchEvent(new Event('change', {bubbles: true}));
			const event = performance.now() - from;
			await picture;
			return [event, frameWork];
		})()`, values[n%len(values)]))
		n++
		cpu = scripted(b, tab) - before
		time.Sleep(pause)
		return t[0], t[1], cpu
	}
	for range 20 { // warm-up; the other days are tried once
		change()
	}
	var events, frames, sums, cpus []float64
	for b.Loop() {
		for range 100 {
			event, frame, cpu := change()
			events, frames, sums, cpus = append(events, event), append(frames, frame), append(sums, event+frame), append(cpus, cpu)
		}
	}
	for _, l := range [][]float64{events, frames, sums, cpus} {
		slices.Sort(l)
	}
	b.ReportMetric(quantile(sums, 0.5), "p50-ms")
	b.ReportMetric(quantile(sums, 0.95), "p95-ms")
	b.ReportMetric(sums[len(sums)-1], "max-ms")
	b.ReportMetric(quantile(cpus, 0.5), "cpu-p50-ms")
	b.ReportMetric(quantile(cpus, 0.95), "cpu-p95-ms")
	b.ReportMetric(quantile(events, 0.95), "event-p95-ms")
	b.ReportMetric(quantile(frames, 0.95), "frame-p95-ms")
	b.ReportMetric(0, "ns/op") // the pauses between the changes; of no interest
}

// BenchmarkPlayAll measures the program's own work in each frame while all 240 tasks play at 600×: of the run whole, of an hour and of
// five minutes, with the chart of metrics under the picture. The setting has the most marks of the missions'. Times are in milliseconds,
// as for BenchmarkChange: cpu- is the processor's time for the program's work, here the mean of a second's frames, the others the clock's.
func BenchmarkPlayAll(b *testing.B) {
	for _, zoom := range []struct {
		name    string
		notches int
	}{{"whole", 0}, {"hour", 3}, {"minutes", 9}} {
		b.Run(zoom.name, func(b *testing.B) {
			tab := opened(b, "#m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h&hears=push&reconcile=10m&retries=8&lost=resubmit", lab.Options{Width: 1440, Height: 900, Before: timed})
			tab.Run(`document.getElementById('dense').click(); document.getElementById('metrics').click();
				const seek = document.getElementById('seek'); seek.value = 4800; seek.dispatchEvent(new Event('input', {bubbles: true}))`)
			for range zoom.notches {
				tab.Run("document.getElementById('zoomin').click()")
			}
			tab.Settle()
			if _, err := chromedp.Call(tab.Context(), performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
				b.Fatal(err)
			}
			// One second of frames; each frame's own work by the clock.
			play := func() (frames []float64, cpu float64) {
				before := scripted(b, tab)
				frames = lab.Eval[[]float64](tab, `(async () => {
					const frames = [];
					let last = frameWork;
					drawn = () => { frames.push(frameWork - last); last = frameWork };
					const button = document.getElementById('play');
					if (!button.dataset.playing) button.click();
					await new Promise(done => setTimeout(done, 1000));
					button.click();
					return frames;
				})()`)
				return frames, (scripted(b, tab) - before) / float64(max(1, len(frames)))
			}
			rewind := func() {
				tab.Run(`const seek = document.getElementById('seek'); seek.value = 4800; seek.dispatchEvent(new Event('input', {bubbles: true}))`)
			}
			play() // warm-up
			var frames, cpus []float64
			for b.Loop() {
				for range 12 {
					rewind()
					f, cpu := play()
					frames, cpus = append(frames, f...), append(cpus, cpu)
				}
			}
			slices.Sort(frames)
			slices.Sort(cpus)
			b.ReportMetric(float64(len(frames))/float64(len(cpus)), "frames/s")
			b.ReportMetric(quantile(frames, 0.5), "p50-ms")
			b.ReportMetric(quantile(frames, 0.95), "p95-ms")
			b.ReportMetric(quantile(cpus, 0.5), "cpu-p50-ms")
			b.ReportMetric(quantile(cpus, 0.95), "cpu-p95-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
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

// BenchmarkMap makes the largest strategy map, that of the sandbox with every failure, from the click on its button until
// everything is known: first as the first of a visit, five times, and then again and again, each time of another day. Times are in
// milliseconds: cpu- is the processor's time for the program's work, the others are the clock's; longest- is the longest task of the
// program's own meanwhile, of the first maps and of the later ones; hurried- is a first map that is asked for as soon as the page is ready.
func BenchmarkMap(b *testing.B) {
	var hurried, firsts, first, later, longest, cpus []float64
	measure := func(tab *lab.Tab, what string) (total, longest, cpu float64) {
		m := makeMap(b, tab)
		b.Logf("%s map: %.0f ms, %.0f of them the processor's; the longest of %d tasks %.1f ms; %d frames", what, m.Total, m.CPU, m.Tasks, m.Longest, m.Frames)
		return m.Total, m.Longest, m.CPU
	}
	for b.Loop() {
		for range 3 {
			tab := opened(b, "#"+everyFailure, lab.Options{Width: 1440, Height: 900, ReducedMotion: true, Before: sliced})
			tab.Settle()
			total, _, _ := measure(tab, "hurried")
			hurried = append(hurried, total)
			tab.Navigate("about:blank") // leaves the processors alone
		}
		for range 5 {
			tab := rested(b)
			total, task, _ := measure(tab, "first")
			firsts, first = append(firsts, total), append(first, task)
			for i := range 6 {
				tab.Click("#map")
				tab.Run(setByScript("day", fmt.Sprint(i+2)))
				tab.Settle()
				total, task, cpu := measure(tab, "later")
				later, longest, cpus = append(later, total), append(longest, task), append(cpus, cpu)
			}
			tab.Navigate("about:blank")
		}
	}
	for _, l := range [][]float64{hurried, firsts, first, later, longest, cpus} {
		slices.Sort(l)
	}
	b.ReportMetric(hurried[len(hurried)-1], "hurried-max-ms")
	b.ReportMetric(quantile(firsts, 0.5), "first-p50-ms")
	b.ReportMetric(firsts[len(firsts)-1], "first-max-ms")
	b.ReportMetric(first[len(first)-1], "longest-first-ms")
	b.ReportMetric(quantile(later, 0.5), "p50-ms")
	b.ReportMetric(quantile(later, 0.95), "p95-ms")
	b.ReportMetric(later[len(later)-1], "max-ms")
	b.ReportMetric(quantile(cpus, 0.5), "cpu-p50-ms")
	b.ReportMetric(quantile(longest, 0.5), "longest-p50-ms")
	b.ReportMetric(longest[len(longest)-1], "longest-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkDays measures the section of 200 days, of mission 4's reference: how long they take from the change to the last number, the
// longest of the tasks in which they are worked out, and what BenchmarkChange measures while the section is open, the days of the
// change before having been run. Each change is a setting that was not seen before.
func BenchmarkDays(b *testing.B) {
	const timers = `
		window.slices = [];
		window.later = setTimeout;
		const listen = EventTarget.prototype.addEventListener, measured = f => e => { const from = performance.now(); f(e); slices.push(performance.now() - from) };
		window.setTimeout = (f, ms) => later(measured(f), ms);
		MessagePort.prototype.addEventListener = function(type, f, o) { return listen.call(this, type, measured(f), o) };`
	tab := opened(b, "#m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h&retries=8&reconcile=10m&idempotent=on&lost=resubmit", lab.Options{Width: 1440, Height: 900, ReducedMotion: true, Before: timed + timers})
	tab.Run("document.getElementById('daysbutton').click()")
	const done = "document.getElementById('daysshare').textContent && !document.getElementById('days').dataset.stale"
	tab.Wait(done, 60*time.Second)
	tab.Run("scrollTo({top: 0, behavior: 'instant'})")
	tab.Settle()
	if _, err := chromedp.Call(tab.Context(), performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
		b.Fatal(err)
	}
	n := 0
	change := func() (total, slice, event, cpu float64) {
		n++
		before := scripted(b, tab)
		t := lab.Eval[[2]float64](tab, fmt.Sprintf(`(async () => {
			const text = document.querySelector('#settext input');
			const picture = new Promise(done => drawn = done);
			slices = [];
			text.value = 'm=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h&retries=8&reconcile=10m&idempotent=on&lost=resubmit&day=%d';
			const from = window.from = performance.now();
			text.form.requestSubmit();
			const event = performance.now() - from;
			await picture;
			return [event, 0];
		})()`, 1000*n))
		cpu = scripted(b, tab) - before
		rest := lab.Eval[[2]float64](tab, `(async () => {
			const days = document.getElementById('days');
			while (days.dataset.stale) await new Promise(done => later(done, 1));
			return [performance.now() - from, Math.max(...slices)];
		})()`)
		time.Sleep(pause)
		return rest[0], rest[1], t[0], cpu
	}
	for range 10 {
		change()
	}
	var totals, longest, events, cpus []float64
	for b.Loop() {
		for range 40 {
			total, slice, event, cpu := change()
			totals, longest, events, cpus = append(totals, total), append(longest, slice), append(events, event), append(cpus, cpu)
		}
	}
	for _, l := range [][]float64{totals, longest, events, cpus} {
		slices.Sort(l)
	}
	b.ReportMetric(quantile(totals, 0.5), "total-p50-ms")
	b.ReportMetric(quantile(totals, 0.95), "total-p95-ms")
	b.ReportMetric(quantile(longest, 0.5), "slice-p50-ms")
	b.ReportMetric(longest[len(longest)-1], "slice-max-ms")
	b.ReportMetric(quantile(events, 0.95), "event-p95-ms")
	b.ReportMetric(quantile(cpus, 0.5), "cpu-p50-ms")
	b.ReportMetric(quantile(cpus, 0.95), "cpu-p95-ms")
	b.ReportMetric(0, "ns/op") // the pauses between the changes; of no interest
}
