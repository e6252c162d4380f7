package ui

import (
	"strconv"

	"a2alab/missions"
)

// GoalSlots is how many goals the page has room for.
const GoalSlots = 8

func (l *Lab) showGoals(s Sink) {
	s.Set("goals", "hidden", yes(l.mission == nil || l.asking))
	for i := range GoalSlots {
		id := strconv.Itoa(i)
		if l.mission == nil || i >= len(l.goals) || l.asking {
			s.Set("goal-"+id, "hidden", "yes")
			continue
		}
		g := &l.goals[i]
		s.Set("goal-"+id, "hidden", "")
		s.Set("goal-"+id, "data-tone", tone(g.Holds))
		s.Set("goalmark-"+id, "text", tick(g.Holds))
		s.Set("goalwords-"+id, "text", heldText(g.Holds))
		s.Set("goalstar-"+id, "text", StarText(g.Star))
		s.Set("goaltext-"+id, "text", g.Sentence)
		s.Set("goalnumber-"+id, "text", g.Text)
		s.Set("goalwhy-"+id, "hidden", yes(g.Holds))
		s.Set("goalwhy-"+id, "aria-label", "Why? "+g.Sentence)
		s.Set("goalwhy-"+id, "data-do", string(Ask)+":"+strconv.Itoa(int(l.mission.Goals[i].About)))
	}
	text := l.proof()
	s.Set("proof", "text", text)
	s.Set("proofrow", "hidden", yes(text == ""))
	won, verdict := l.verdict != nil && l.verdict.Stars > 0, ""
	if l.verdict != nil {
		verdict = tone(won)
	}
	s.Set("proofrow", "data-tone", verdict)
	s.Set("debriefbutton", "hidden", yes(!won))
	l.showStrip(s)
}

func heldText(b bool) string {
	if b {
		return "Reached: "
	}
	return "Not reached: "
}

// hintButtons are what the button says before each rung of the hints.
var hintButtons = [...]string{"Show a hint: where to look", "Next hint: which mechanism", "Show the worked answer"}

// showHints speaks of the first goal that fails: on the practice day, or else on the other days.
func (l *Lab) showHints(s Sink) {
	if l.mission == nil || l.asking {
		s.Set("hints", "hidden", "yes")
		return
	}
	failing := missions.FirstFailing(l.goals)
	if failing < 0 && l.verdict != nil {
		failing = missions.FirstFailing(l.verdict.Goals)
	}
	s.Set("hints", "hidden", yes(failing < 0))
	for rung := 1; rung <= len(hintButtons); rung++ {
		id := strconv.Itoa(rung)
		shown := rung <= l.hints && failing >= 0
		s.Set("hint-"+id, "hidden", yes(!shown))
		if shown {
			s.Set("hinttext-"+id, "text", l.mission.Hints.Rung(rung, failing))
		}
	}
	s.Set("hintbutton", "hidden", yes(l.hints == len(hintButtons)))
	if l.hints < len(hintButtons) {
		s.Set("hintbutton", "text", hintButtons[l.hints])
	}
}
