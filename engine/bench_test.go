package engine

import "testing"

// The three settings that the engine's speed is judged by (MODEL section 7). Each run is of another day, so drawing the
// day's work is part of what is measured.
var benchmarks = []struct{ name, text string }{
	{"push", allFailures + "&retries=8&reconcile=10m"},
	{"poll15s", allFailures + "&hears=poll"},
	{"resend", flaps + "&hears=stream&drop=resend"},
}

func BenchmarkReport(b *testing.B) {
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			s := setting(b, bench.text)
			var r Runner
			days(b, &s, func() { _, _ = r.Report(s) })
		})
	}
}

func BenchmarkTrace(b *testing.B) {
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			s := setting(b, bench.text)
			var r Runner
			var tr Trace
			days(b, &s, func() { _ = r.Trace(&tr, s) })
		})
	}
}

// BenchmarkSameDay is the page's case: a control moves, the day stays.
func BenchmarkSameDay(b *testing.B) {
	for _, bench := range benchmarks {
		b.Run(bench.name, func(b *testing.B) {
			s := setting(b, bench.text)
			var r Runner
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.Reconcile = Time(i%7+4) * Minute
				_, _ = r.Report(s)
			}
		})
	}
}

// days runs one after the other of a hundred days, after a warm-up over all of them.
func days(b *testing.B, s *Setting, run func()) {
	const n = 100
	for day := range n {
		s.Day = int64(day)
		run()
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Day = int64(i % n)
		run()
	}
}
