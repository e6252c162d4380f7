package ui

import (
	"fmt"
	"strconv"

	"a2alab/render"
)

// GuessSlots is how many answers a prediction has at most.
const GuessSlots = 4

// guess is the reader's answer, or render.None to skip the question: it is kept, for nobody is asked twice.
func (l *Lab) guess(answer int) {
	if l.asking {
		l.keep(l.progress.WithReply(l.mission.Name, max(answer, Skipped)))
		l.passOver(answer)
	}
}

// passOver closes the prediction and lets the broken client play. By itself it is for what others than the reader do, such as
// the page around an embedded lab: the reader is asked another time.
func (l *Lab) passOver(answer int) {
	if !l.asking {
		return
	}
	l.asking, l.guessed = false, answer
	l.now, l.playing, l.laid = 0, !l.calm, false
	if l.calm {
		l.now = l.setting.End
	}
	l.said = l.outcome()
}

// askAgain forgets what was answered: each mission's question is asked anew when the mission begins, and that of one that
// stands at its beginning now.
func (l *Lab) askAgain() {
	l.keep(l.progress.AskedAgain())
	l.said = "Each mission’s question will be asked again when the mission begins."
	if l.mission == nil || l.setting != l.mission.Start || l.framing.quiet {
		return
	}
	l.selected, l.told, l.why = render.None, render.None, inquiry{}
	l.from, l.to, l.now, l.guessed = 0, 0, 0, render.None
	l.begin()
}

// GuessKey is the answer that a key means while the question is open: 1 for the first, and so on, and S to skip. code is the
// key's place on the keyboard, key what it writes.
func (l *Lab) GuessKey(code, key string) (Action, bool) {
	if !l.asking {
		return Action{}, false
	}
	if code == "KeyS" || key == "s" {
		return Action{Do: Skip}, true
	}
	for i := range l.mission.Prediction.Choices {
		if digit := strconv.Itoa(i + 1); code == "Digit"+digit || code == "Numpad"+digit || key == digit {
			return Action{Do: Guess, N: i}, true
		}
	}
	return Action{}, false
}

func (l *Lab) showPrediction(s Sink) {
	s.Set("predict", "hidden", yes(!l.asking))
	if l.asking {
		p := &l.mission.Prediction
		s.Set("question", "text", p.Question)
		for i := range GuessSlots {
			s.Set("guess-"+strconv.Itoa(i), "hidden", yes(i >= len(p.Choices)))
			if i < len(p.Choices) {
				s.Set("guesstext-"+strconv.Itoa(i), "text", p.Choices[i].Text)
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
