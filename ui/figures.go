package ui

import "a2alab/engine"

// A Figure is one number of a report, as the command line and the downloads have it. Of's ok is false on a day that has no
// sample of it.
type Figure struct {
	Name  string // in JSON and CSV
	Words string
	Of    func(*engine.Report) (n float64, ok bool)
}

func count(name, words string, n func(*engine.Report) int) Figure {
	return Figure{name, words, func(r *engine.Report) (float64, bool) { return float64(n(r)), true }}
}

func learning(name, words string, n func(*engine.Report) float64) Figure {
	return Figure{name, words, func(r *engine.Report) (float64, bool) { return n(r), r.Learned > 0 }}
}

// Figures are the numbers of a report, in order.
var Figures = []Figure{
	count("wrong", "outcomes wrong: a stranger was believed", func(r *engine.Report) int { return r.Wrong }),
	count("unknown", "outcomes unknown at the end", func(r *engine.Report) int { return r.Unknown }),
	count("missed_input", "input requests missed", func(r *engine.Report) int { return r.MissedInput }),
	count("duplicates", "duplicate tasks", func(r *engine.Report) int { return r.Duplicates }),
	count("handled_twice", "results handled twice", func(r *engine.Report) int { return r.HandledTwice }),
	count("absorbed", "results absorbed by an idempotent handler", func(r *engine.Report) int { return r.Absorbed }),
	{"requests_per_task", "requests per task", func(r *engine.Report) (float64, bool) { return r.RequestsPerTask(), true }},
	count("forgeries_refused", "forged notifications refused", func(r *engine.Report) int { return r.Refused }),
	count("resubmitted", "tasks resubmitted", func(r *engine.Report) int { return r.Resubmitted }),
	count("done_twice", "of these, work done twice", func(r *engine.Report) int { return r.DoneTwice }),
	count("learned", "outcomes learned", func(r *engine.Report) int { return r.Learned }),
	count("escalated", "tasks handed to a person", func(r *engine.Report) int { return r.Escalated }),
	learning("learn_mean_ms", "ms to learn an outcome, mean", func(r *engine.Report) float64 { return r.Learn.Mean() }),
	learning("learn_p95_ms", "ms to learn an outcome, 95th percentile", func(r *engine.Report) float64 { return float64(r.Learn.P95) }),
	learning("learn_max_ms", "ms to learn an outcome, longest", func(r *engine.Report) float64 { return float64(r.Learn.Max) }),
	{"notice_max_ms", "ms to notice a loss, longest", func(r *engine.Report) (float64, bool) { return float64(r.NoticeMax), r.Noticed > 0 }},
	count("orphans_max", "most orphans at once", func(r *engine.Report) int { return r.OrphansMax }),
	{"wasted_minutes", "minutes of wasted work", func(r *engine.Report) (float64, bool) {
		return float64(r.Wasted) / float64(engine.Minute), true
	}},
}
