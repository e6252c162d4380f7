package ui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"a2alab/engine"
	"a2alab/missions"
)

// A Score is one number of the scoreboard. It speaks of the whole run.
type Score struct {
	ID    string
	About missions.Topic // what its "why?" asks about
	Label string
	Help  string
	text  func(*engine.Report) string
	note  func(*engine.Report) string
	bad   func(*engine.Report) bool
	when  func(*engine.Setting) bool // nil: always shown
}

// Scores is the scoreboard, in order.
var Scores = []Score{
	{ID: "learned", About: missions.Learning, Label: "Outcomes learned", Help: "Tasks whose end the client has seen: TASK_STATE_COMPLETED or TASK_STATE_FAILED of the task that it follows.",
		text: func(r *engine.Report) string { return itoa(r.Learned) },
		note: func(r *engine.Report) string {
			if r.Escalated > 0 {
				return fmt.Sprintf("of %d; %d to a person", r.Items, r.Escalated)
			}
			return fmt.Sprintf("of %d", r.Items)
		},
		bad: func(r *engine.Report) bool { return r.Learned+r.Escalated < r.Items }},
	{ID: "wrong", About: missions.Forgery, Label: "Wrong outcomes", Help: "Tasks of which the client believed a stranger: it takes them for completed, and they were not. Worse than not to know, for nobody asks any more.",
		text: func(r *engine.Report) string { return itoa(r.Wrong) },
		note: func(r *engine.Report) string {
			if r.Refused == 0 {
				return ""
			}
			return fmt.Sprintf("%d refused", r.Refused)
		},
		bad:  func(r *engine.Report) bool { return r.Wrong > 0 },
		when: func(s *engine.Setting) bool { return s.Forged != engine.Never }},
	{ID: "unknown", About: missions.Learning, Label: "Never learned", Help: "Tasks that the client still waits for when the run ends.",
		text: func(r *engine.Report) string { return itoa(r.Unknown) },
		bad:  func(r *engine.Report) bool { return r.Unknown > 0 }},
	{ID: "duplicates", About: missions.Duplicates, Label: "Duplicates", Help: "Tasks that the agent started for a message that came again while an earlier task of the same work existed. Each does the work once more.",
		text: func(r *engine.Report) string { return itoa(r.Duplicates) },
		note: func(r *engine.Report) string {
			if r.Wasted == 0 {
				return ""
			}
			return missions.Span(roundedDown(r.Wasted)) + " of work wasted"
		},
		bad: func(r *engine.Report) bool { return r.Duplicates > 0 }},
	{ID: "twice", About: missions.Handling, Label: "Handled twice", Help: "Completions that arrived again and were handled again. An idempotent handler absorbs them.",
		text: func(r *engine.Report) string { return itoa(r.HandledTwice) },
		note: func(r *engine.Report) string {
			if r.Absorbed == 0 {
				return ""
			}
			return fmt.Sprintf("%d absorbed", r.Absorbed)
		},
		bad: func(r *engine.Report) bool { return r.HandledTwice > 0 }},
	{ID: "missed", About: missions.Input, Label: "Missed input", Help: "Tasks that the client follows and the agent failed, because no answer to its question came in time. Failed duplicates that nobody follows any more do not count.",
		text: func(r *engine.Report) string { return itoa(r.MissedInput) },
		bad:  func(r *engine.Report) bool { return r.MissedInput > 0 }},
	{ID: "requests", About: missions.Expense, Label: "Requests per task", Help: "All calls of the client to the agent, divided by the tasks delegated. Webhooks go the other way and do not count.",
		text: func(r *engine.Report) string { return Cost(r.RequestsPerTask()) },
		note: func(r *engine.Report) string { return itoa(r.TotalRequests()) + " in all" }},
	{ID: "p95", About: missions.Average, Label: "Time to learn, p95", Help: "From the end of the task that the client follows until the client knows: 95 of 100 outcomes that it learns are known within this time. After a re-send it follows the newest task.",
		text: func(r *engine.Report) string {
			if r.Learned == 0 {
				return "–"
			}
			return missions.Span(r.Learn.P95)
		},
		note: func(r *engine.Report) string {
			if r.Learned == 0 {
				return ""
			}
			return "at most " + missions.Span(inBrief(r.Learn.Max))
		}},
	{ID: "notice", About: missions.Noticing, Label: "Time to notice", Help: "From the agent’s restart until a TaskNotFoundError told the client of the last task that was lost.",
		text: func(r *engine.Report) string {
			switch {
			case r.Unnoticed > 0:
				return "never"
			case r.Noticed == 0:
				return "none"
			}
			return missions.Span(r.NoticeMax)
		},
		note: func(r *engine.Report) string {
			if r.Unnoticed > 0 {
				return fmt.Sprintf("for %d losses", r.Unnoticed)
			}
			if r.Noticed == 0 {
				return "no loss"
			}
			return fmt.Sprintf("%d lost, %d resubmitted", r.Noticed, r.Resubmitted)
		},
		bad:  func(r *engine.Report) bool { return r.Unnoticed > 0 },
		when: func(s *engine.Setting) bool { return s.Restart != engine.Never && s.Restart < s.End }},
}

// inBrief leaves out the seconds of what takes longer than ten minutes, for a note of two lines: what is at most is rounded up.
func inBrief(t engine.Time) engine.Time {
	if t <= 10*engine.Minute {
		return t
	}
	return (t + engine.Minute - 1) / engine.Minute * engine.Minute
}

// roundedDown leaves of a length its hours, or if it has none its minutes: the rest is of no interest.
func roundedDown(t engine.Time) engine.Time {
	for _, unit := range [...]engine.Time{engine.Hour, engine.Minute, engine.Second} {
		if t >= unit {
			return t / unit * unit
		}
	}
	return t
}

// Note is what stands small beside the value.
func (s *Score) Note(r *engine.Report) string {
	if s.note == nil {
		return ""
	}
	return s.note(r)
}

// Tone is bad or good where the value is either, and nothing where it is neither.
func (s *Score) Tone(r *engine.Report) string {
	switch {
	case s.bad == nil:
		return ""
	case s.bad(r):
		return "bad"
	}
	return "good"
}

// difference says in one sentence what a change did to the scoreboard.
func difference(before, after *engine.Report) string {
	var parts []string
	for i := range Scores {
		s := &Scores[i]
		if was, is := s.text(before), s.text(after); was != is {
			parts = append(parts, s.Label+" "+is+", was "+was)
		}
	}
	if parts == nil {
		return "No score changed."
	}
	return strings.Join(parts, "; ") + "."
}

// noteBeside is how long a note may be, in characters, to stand in one line of the narrowest card, beside its “why?”: the other
// line is the pinned run's number's, and with a third the picture above would move.
const noteBeside = 8

func (l *Lab) showScores(s Sink) {
	comparing := l.comparing() && l.pin.trace.Setting != l.trace.Setting
	for i := range Scores {
		c := &Scores[i]
		hidden := c.when != nil && !c.when(&l.setting)
		s.Set("card-"+c.ID, "hidden", yes(hidden))
		if hidden {
			continue
		}
		if l.asking {
			s.Set("score-"+c.ID, "text", "?")
			s.Set("scorenote-"+c.ID, "text", "")
			s.Set("scorewas-"+c.ID, "hidden", "yes")
			s.Set("card-"+c.ID, "data-tone", "")
			s.Set("scorewhy-"+c.ID, "hidden", "yes")
			continue
		}
		r := &l.trace.Report
		s.Set("score-"+c.ID, "text", c.text(r))
		note := c.Note(r)
		s.Set("scorewas-"+c.ID, "hidden", yes(!comparing))
		if comparing {
			s.Set("scorewastext-"+c.ID, "text", "was "+c.text(&l.pin.trace.Report))
			if utf8.RuneCountInString(note) > noteBeside {
				note = ""
			}
		}
		s.Set("scorenote-"+c.ID, "text", note)
		s.Set("card-"+c.ID, "data-tone", c.Tone(r))
		s.Set("scorewhy-"+c.ID, "hidden", yes(c.bad != nil && !c.bad(r)))
	}
}
