package ui

import (
	"fmt"

	"a2alab/engine"
	"a2alab/missions"
)

// Unproven tells whether the practice day looks good enough to look at the other days: Prove should be called soon.
func (l *Lab) Unproven() bool {
	return l.mission != nil && l.verdict == nil && l.tooLarge == "" && l.setting != l.mission.Start && l.practiceStars() > 0
}

func (l *Lab) practiceStars() int {
	_, stars := l.mission.Practice(&l.trace.Report)
	return stars
}

// Prove judges the setting on the other days, and keeps the stars.
func (l *Lab) Prove() {
	if !l.Unproven() {
		return
	}
	v := l.judged(l.setting)
	l.verdict = v
	if v == nil {
		return
	}
	if v.Stars > 0 {
		l.hints = 0
		l.keep(l.progress.Record(l.mission.Name, v.Stars, v.Requests, l.Fragment()))
	}
	l.said = l.proof()
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
	if len(l.verdicts) > verdictsMost {
		clear(l.verdicts)
	}
	l.verdicts[s] = &v
	return &v
}

// proof says what the other days say.
func (l *Lab) proof() string {
	switch {
	case l.mission == nil || l.asking || l.tooLarge != "":
		return ""
	case l.Unproven():
		return "Trying twenty other days…"
	case l.verdict == nil:
		return "The first star: every goal marked ★, today and on twenty other days."
	}
	v, practice := l.verdict, l.practiceStars()
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
