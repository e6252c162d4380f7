package ui

import (
	"fmt"
	"strconv"

	"a2alab/render"
)

// GuessSlots is how many answers a prediction has at most.
const GuessSlots = 5

// guess closes the prediction and lets the broken client play.
func (l *Lab) guess(answer int) {
	if !l.asking {
		return
	}
	l.asking, l.guessed = false, answer
	l.asked[l.mission.Name] = true
	l.now, l.playing, l.laid = 0, !l.calm, false
	if l.calm {
		l.now = l.setting.End
	}
	l.said = l.outcome()
}

func (l *Lab) showPrediction(s Sink) {
	s.Set("predict", "hidden", yes(!l.asking))
	if l.asking {
		p := &l.mission.Prediction
		s.Set("question", "text", p.Question)
		for i := range GuessSlots {
			s.Set("guess-"+strconv.Itoa(i), "hidden", yes(i >= len(p.Choices)))
			if i < len(p.Choices) {
				s.Set("guess-"+strconv.Itoa(i), "text", p.Choices[i].Text)
			}
		}
	}
	s.Set("outcome", "hidden", yes(l.outcome() == ""))
	s.Set("outcome", "text", l.outcome())
}

// outcome compares the prediction with what happened.
func (l *Lab) outcome() string {
	if l.mission == nil || l.asking || l.guessed == render.None {
		return ""
	}
	p := &l.mission.Prediction
	right := p.Right(&l.first)
	verdict := "It was"
	if l.guessed == right {
		verdict = "Right: it was"
	}
	return fmt.Sprintf("You said: %s. %s %d %s.", lower(p.Choices[l.guessed].Text), verdict, p.Number(&l.first), p.Unit)
}

func lower(s string) string {
	if s != "" && s[0] >= 'A' && s[0] <= 'Z' {
		return string(s[0]+'a'-'A') + s[1:]
	}
	return s
}
