package missions

import (
	"fmt"
	"strconv"

	"a2alab/engine"
)

// A Goal is one predicate with one sentence: the sentence is what the player reads.
type Goal struct {
	Star     int    // the star that it is needed for, from 1
	Sentence string // "No task runs twice."
	Kind     GoalKind
	About    Topic
	Limit    float64 // in the measure's unit: tasks, requests per task, or milliseconds
	noun     string  // of a harm's number
	measure  measure
}

// GoalKind says how a goal is judged over many days.
type GoalKind uint8

// The kinds of goal.
const (
	Harm GoalKind = iota // must hold on every day
	Wait                 // a time; must hold on every day
	Cost                 // must hold on the mean over the days
)

// Topic is what a goal speaks of.
type Topic uint8

// The topics.
const (
	Learning   Topic = iota // outcomes that are not learned
	Input                   // input requests missed
	Duplicates              // duplicate tasks
	Handling                // results handled twice
	Longest                 // the longest time to learn
	Average                 // the mean time to learn
	Noticing                // the time to notice a loss
	Timeouts                // calls that time out
	Expense                 // requests per task
	Forgery                 // outcomes that are wrong
)

// measure takes a goal's number from a report. ok is false where there is no number because something never happened.
type measure func(*engine.Report) (n float64, ok bool)

// Measure takes the goal's number from one day's report and tells whether the goal holds on that day.
func (g *Goal) Measure(r *engine.Report) (n float64, holds bool) {
	n, ok := g.measure(r)
	return n, ok && n <= g.Limit
}

// Text writes a number of the goal with its unit. A time that fails because something never happened is "never".
func (g *Goal) Text(n float64) string {
	switch g.Kind {
	case Harm:
		return strconv.Itoa(int(n)) + " " + g.noun
	case Cost:
		return fmt.Sprintf("%.2f", n)
	default:
		if n == never {
			return "never"
		}
		return Span(engine.Time(n))
	}
}

// never is the number of a time that did not end; it is above every limit and can stand in JSON.
const never = 1e12

// Span writes a length of time for reading: 850 ms, 12 s, 4 min 30 s, 1 h 5 min.
func Span(t engine.Time) string {
	switch {
	case t < engine.Second && t > 0:
		return fmt.Sprintf("%d ms", t)
	case t < engine.Minute:
		if t%engine.Second != 0 && t < 10*engine.Second {
			return fmt.Sprintf("%.1f s", float64(t)/float64(engine.Second))
		}
		return fmt.Sprintf("%d s", t/engine.Second)
	case t < engine.Hour:
		return pairOf(t/engine.Minute, "min", t%engine.Minute/engine.Second, "s")
	default:
		return pairOf(t/engine.Hour, "h", t%engine.Hour/engine.Minute, "min")
	}
}

func pairOf(a engine.Time, unit string, b engine.Time, small string) string {
	if b == 0 {
		return fmt.Sprintf("%d %s", a, unit)
	}
	return fmt.Sprintf("%d %s %d %s", a, unit, b, small)
}

func harm(star int, about Topic, sentence, noun string, n func(*engine.Report) int) Goal {
	return Goal{Star: star, Sentence: sentence, Kind: Harm, About: about, noun: noun, measure: func(r *engine.Report) (float64, bool) { return float64(n(r)), true }}
}

func noDuplicate(star int) Goal {
	return harm(star, Duplicates, "No duplicate task.", "duplicates", func(r *engine.Report) int { return r.Duplicates })
}

// everyOutcome counts what is handed to a person and what is wrong, too: neither is learned.
func everyOutcome(star int) Goal {
	return harm(star, Learning, "Every outcome is learned.", "not learned", func(r *engine.Report) int { return r.Items - r.Learned })
}

func noMissedInput(star int) Goal {
	return harm(star, Input, "No input request is missed.", "missed", func(r *engine.Report) int { return r.MissedInput })
}

func handledOnce(star int) Goal {
	return harm(star, Handling, "No result is handled twice.", "repeats", func(r *engine.Report) int { return r.HandledTwice })
}

func noTimeout(star int) Goal {
	return harm(star, Timeouts, "No call times out.", "timeouts", func(r *engine.Report) int { return r.Cuts[engine.CutByTimeout] })
}

func requests(star int, most float64) Goal {
	return Goal{Star: star, Kind: Cost, About: Expense, Limit: most,
		Sentence: "At most " + strconv.FormatFloat(most, 'f', -1, 64) + " requests per task.",
		measure:  func(r *engine.Report) (float64, bool) { return r.RequestsPerTask(), true }}
}

func wait(star int, about Topic, sentence string, most engine.Time, n measure) Goal {
	return Goal{Star: star, Kind: Wait, About: about, Sentence: sentence, Limit: float64(most), measure: n}
}

func noWrongOutcome(star int) Goal {
	return harm(star, Forgery, "No outcome is wrong.", "wrong", func(r *engine.Report) int { return r.Wrong })
}

// unlearned makes a measure of learning fail where an outcome was never learned.
func unlearned(n func(*engine.Report) float64) measure {
	return func(r *engine.Report) (float64, bool) {
		if r.Learned < r.Items {
			return never, false
		}
		return n(r), true
	}
}

func knownWithin(star int, most engine.Time) Goal {
	return wait(star, Longest, "Every outcome is known within "+Span(most)+".", most,
		unlearned(func(r *engine.Report) float64 { return float64(r.Learn.Max) }))
}

func knownOnAverage(star int, most engine.Time) Goal {
	return wait(star, Average, "Outcomes are known within "+Span(most)+" on average.", most,
		unlearned(func(r *engine.Report) float64 { return r.Learn.Mean() }))
}

func noticedWithin(star int, most engine.Time) Goal {
	return wait(star, Noticing, "Every loss is noticed within "+Span(most)+".", most,
		func(r *engine.Report) (float64, bool) {
			if r.Unnoticed > 0 {
				return never, false
			}
			return float64(r.NoticeMax), true
		})
}
