package ui

import (
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/strategy"
)

// StrategyWords is what a client does, in words: how it hears, and all else of it that has an effect.
func StrategyWords(s engine.Setting) string {
	parts := []string{hearingWords(&s), reconcilingWords(&s)}
	if varied(&s, "lost") {
		parts = append(parts, [...]string{engine.WaitOnLost: "keep waiting for lost tasks", engine.ResubmitOnLost: "resubmit lost tasks",
			engine.EscalateOnLost: "hand lost tasks to a person"}[s.Lost])
	}
	if varied(&s, "verify") && s.Verify == engine.On {
		parts = append(parts, "webhook checks")
	}
	if varied(&s, "idempotent") && s.Idempotent == engine.On {
		parts = append(parts, "idempotent handler")
	}
	return strings.Join(parts, "; ")
}

// varied tells whether the map varies a key, and its value has an effect.
func varied(s *engine.Setting, name string) bool {
	k := engine.KeyNamed(name)
	return !missions.Locked(*s, name) && strategy.Matters(k, s)
}

func hearingWords(s *engine.Setting) string {
	switch s.Hears {
	case engine.Blocking:
		text := "Block for " + length(s.BlockTime)
		if varied(s, "repeats") {
			text += ", " + timesOf(s.Repeats, "repeat", "repeats")
		}
		return text
	case engine.Polling:
		return "Poll every " + length(s.Poll)
	case engine.Streaming:
		if !varied(s, "drop") {
			return "Stream"
		}
		return "Stream, " + lower(engine.KeyNamed("drop").Titles[s.Drop]) + " after a drop"
	}
	if !varied(s, "retries") {
		return "Push"
	}
	return "Push, " + timesOf(s.Retries, "webhook retry", "webhook retries")
}

// timesOf counts in words: no retry, 1 retry, 2 retries.
func timesOf(n int64, one, many string) string {
	switch n {
	case 0:
		return "no " + one
	case 1:
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}

func reconcilingWords(s *engine.Setting) string {
	if s.Reconcile == engine.Never {
		return "no reconciliation"
	}
	return "reconcile every " + length(s.Reconcile) + " with " + engine.KeyNamed("by").Titles[s.By]
}

// StrategyName is what a client does in as few words as tell the settings of a front apart: Push, ListTasks 10 min.
func StrategyName(s engine.Setting) string {
	name := engine.KeyNamed("hears").Titles[s.Hears]
	switch s.Hears {
	case engine.Blocking:
		name += " " + length(s.BlockTime)
	case engine.Polling:
		name += " " + length(s.Poll)
	case engine.Streaming:
		if varied(&s, "drop") {
			name += ", " + lower(engine.KeyNamed("drop").Titles[s.Drop])
		}
	}
	if s.Reconcile != engine.Never {
		name += ", " + engine.KeyNamed("by").Titles[s.By] + " " + length(s.Reconcile)
	}
	return name
}

// StrategyDifference is what distinguishes the client p from q, key by key.
func StrategyDifference(q, p engine.Setting) string {
	var parts []string
	for _, k := range strategy.Differences(q, p) {
		text := k.Label + ": " + Title(k, k.Value(&p))
		if strategy.Matters(k, &q) {
			text += ", not " + Title(k, k.Value(&q))
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// harmCounts are a harm's name in a legend, what it is, and how many of something it is, in words.
var harmCounts = [...]struct{ name, meaning, of string }{
	strategy.Wrong:        {"Wrong", "The client believes a stranger: some outcomes that it holds are not so.", "wrong"},
	strategy.Unlearned:    {"Not learned", "Some outcomes are never learned by the client, or handed to a person.", "not learned"},
	strategy.MissedInput:  {"Missed input", "Some tasks fail because no answer to their question comes in time.", "missed input"},
	strategy.Duplicated:   {"Duplicates", "Some work is begun more than once.", "duplicates"},
	strategy.HandledTwice: {"Handled twice", "Some results are handled twice.", "handled twice"},
	strategy.NoHarm:       {"No harm", "Every outcome is learned and nothing is done twice or missed.", ""},
}

// HarmName names a harm, or its absence.
func HarmName(h strategy.Harm) string { return harmCounts[h].name }

// HarmWords counts a point's harms in words: 3 not learned, 1 missed input; or none.
func HarmWords(p *strategy.Point) string {
	var parts []string
	for h, n := range p.Harms {
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+harmCounts[h].of)
		}
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// LearnWords is a point's mean time to learn in words, or that it has none since some outcomes are not learned.
func LearnWords(p *strategy.Point) string {
	if p.Learned() == 0 {
		return "–"
	}
	return soon(engine.Time(p.Mean() + 0.5))
}

// Grouped writes a number with a comma after each three digits from the right: 3,412.
func Grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
