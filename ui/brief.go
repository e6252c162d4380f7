package ui

import (
	"fmt"

	"a2alab/missions"
)

// showStarts shows the missions with their stars, and which of them is open.
func (l *Lab) showStarts(s Sink) {
	for _, m := range missions.All {
		best := l.progress.Best(m.Name)
		s.Set("start-"+m.Name, "aria-current", pageIf(l.mission == m))
		s.Set("stars-"+m.Name, "text", starsOfThree(best.Stars))
		s.Set("starwords-"+m.Name, "text", fmt.Sprintf(", %d of %d stars", best.Stars, missions.Stars))
	}
	s.Set("start-sandbox", "aria-current", pageIf(l.mission == nil))
	s.Set("sharebutton", "disabled", "")
}

// showBrief shows what is to be solved.
func (l *Lab) showBrief(s Sink) {
	title, scene, brief := "Sandbox", "Your own numbers", "Nothing is locked. Set the work, the failures, the agent and the client as they are where you work, and see what is lost and what it costs."
	if l.mission != nil {
		title, scene, brief = "Mission "+l.mission.Name+" · "+l.mission.Title, l.mission.Scene, l.mission.Brief
	}
	if m := l.explainer.Mission; l.visiting > 0 {
		title, scene = fmt.Sprintf("Sandbox · other day %d of mission %s", l.visiting, m.Name), m.Title
		brief = fmt.Sprintf("Your client of mission %s, on day %d, on which a goal fails. Nothing is locked here; Undo leads back to the mission.", m.Name, m.Days()[l.visiting])
	}
	s.Set("title", "text", title)
	s.Set("scene", "text", scene)
	s.Set("brief", "text", brief)
}
