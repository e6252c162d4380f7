package ui

import (
	"fmt"
	"strconv"

	"a2alab/missions"
)

func (l *Lab) showStart(s Sink) {
	for _, m := range missions.All {
		best := l.progress.Best(m.Name)
		s.Set("start-"+m.Name, "aria-current", pageIf(l.mission == m))
		s.Set("stars-"+m.Name, "text", starText(best.Stars))
		s.Set("starwords-"+m.Name, "text", fmt.Sprintf(", %d of %d stars", best.Stars, missions.Stars))
	}
	s.Set("start-sandbox", "aria-current", pageIf(l.mission == nil))
	title, scene, brief := "Sandbox", "Your own numbers", "Nothing is locked. Set the work, the failures, the agent and the client as they are where you work, and see what is lost and what it costs."
	if l.mission != nil {
		title, scene, brief = "Mission "+l.mission.Name+" · "+l.mission.Title, l.mission.Scene, l.mission.Brief
	}
	s.Set("title", "text", title)
	s.Set("scene", "text", scene)
	s.Set("brief", "text", brief)
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
