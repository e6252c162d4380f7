package ui

import (
	"fmt"

	"a2alab/engine"
	"a2alab/missions"
)

// unproven tells whether the practice day looks good enough to try the other days, and that has not been done.
func (l *Lab) unproven() bool {
	return l.mission != nil && l.verdict == nil && l.untried == "" && l.tooLarge == "" && l.setting != l.mission.Start && l.practice > 0
}

// stripPace is how many days are tried between two looks at the strip.
const stripPace = 5

// prove tries one more of the other days; it tells whether the strip or the stars are to be shown anew. A setting that changed
// meanwhile has left its trial behind (Lab.run).
func (l *Lab) prove() bool {
	if l.trial == nil {
		l.trial = l.mission.Try(l.setting)
	}
	if err := l.trial.Step(&l.judge); err != nil {
		l.trial, l.untried = nil, "The other days cannot be tried: "+err.Error()+"."
		return true
	}
	if !l.trial.Over() {
		return len(l.trial.Marks())%stripPace == 0
	}
	v := l.trial.Verdict()
	l.trial = nil
	l.verdict = l.keepVerdict(l.setting, &v)
	if v.Stars > 0 {
		l.hints = 0
		l.keep(l.progress.Record(l.mission.Name, v.Stars, v.Requests, l.Fragment()))
	}
	l.said = l.proof() + " " + l.stripWords()
	return true
}

const verdictsMost = 500 // kept, of settings tried

// judged is the judge's verdict on a setting of the mission, which is kept, or nil where there can be none.
func (l *Lab) judged(s engine.Setting) *missions.Verdict {
	if v := l.verdicts[s]; v != nil {
		return v
	}
	v, err := l.mission.Judge(&l.judge, s)
	if err != nil {
		return nil
	}
	return l.keepVerdict(s, &v)
}

func (l *Lab) keepVerdict(s engine.Setting, v *missions.Verdict) *missions.Verdict {
	if len(l.verdicts) > verdictsMost {
		clear(l.verdicts)
	}
	l.verdicts[s] = v
	return v
}

// proof says what the other days say.
func (l *Lab) proof() string {
	switch {
	case l.mission == nil || l.asking || l.tooLarge != "":
		return ""
	case l.unproven():
		return "Trying twenty other days…"
	case l.untried != "":
		return l.untried
	case l.verdict == nil:
		return "The first star: every goal marked ★, today and on twenty other days."
	}
	v, practice := l.verdict, l.practice
	text := ""
	if v.Stars > 0 {
		text = fmt.Sprintf("%s Held on %d of %d other days.", starsOfThree(v.Stars), v.HeldOn(v.Stars), missions.Others)
	}
	if v.Stars == practice {
		return text
	}
	for i := range v.Goals {
		g := &v.Goals[i]
		if g.Holds || g.Star > practice {
			continue
		}
		why := fmt.Sprintf("Today is not every day: “%s” fails on %d of %d days.", g.Sentence, 1+missions.Others-g.Days, 1+missions.Others)
		if l.mission.Goals[i].Kind == missions.Cost {
			why = fmt.Sprintf("Today is not every day: “%s” — on average over %d days it is %s.", g.Sentence, 1+missions.Others, g.Text)
		}
		if text == "" {
			return why
		}
		return text + " " + why
	}
	return text
}
