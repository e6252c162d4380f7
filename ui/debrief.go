package ui

import (
	"fmt"

	"a2alab/compare"
	"a2alab/engine"
	"a2alab/missions"
)

func (l *Lab) showDebrief(s Sink) {
	if l.mission == nil || l.verdict == nil {
		return
	}
	v := l.verdict
	s.Set("debriefstars", "text", starsOfThree(v.Stars))
	s.Set("debrieftitle", "text", fmt.Sprintf("%s: %d of %d stars", l.mission.Title, v.Stars, missions.Stars))
	s.Set("debriefdays", "text", fmt.Sprintf("Held on %d of %d other days, as on the practice day: that is, the goals of harm and time for these stars. Cost is %.2f requests per task, on average over all %d days.",
		v.HeldOn(v.Stars), missions.Others, v.Requests, 1+missions.Others))
	s.Set("debriefmany", "hidden", yes(!l.full()))
	s.Set("debriefmany", "text", fmt.Sprintf("Over %d days from today: %s", Days, l.many.share))
	goals := make([]ListRow, len(v.Goals))
	for i := range v.Goals {
		g := &v.Goals[i]
		goals[i] = ListRow{Tone: tone(g.Holds), Cells: []string{StarText(g.Star), tick(g.Holds) + " " + g.Sentence, g.Text}}
	}
	s.List("debriefgoals", goals)
	var scores []ListRow
	for i := range Scores {
		c := &Scores[i]
		if c.when == nil || c.when(&l.setting) {
			scores = append(scores, ListRow{Cells: []string{c.Label, c.text(&l.first), c.text(&l.trace.Report)}})
		}
	}
	s.List("debriefscores", scores)
	var changes []ListRow
	for i := range engine.Keys {
		k := &engine.Keys[i]
		if was, is := k.Value(&l.mission.Start), k.Value(&l.setting); was != is {
			changes = append(changes, ListRow{Cells: []string{k.Label, Title(k, was), Title(k, is)}})
		}
	}
	s.List("debriefchanges", changes)
	s.Set("debriefsum", "text", "Against the first run, on the practice day: "+l.sinceStart())
	s.Set("debriefguess", "text", l.outcome())
	s.Set("debriefguess", "hidden", yes(l.outcome() == ""))
	s.Set("principle", "text", l.mission.Debrief)
	for _, m := range missions.All {
		s.Set("section-"+m.Name, "hidden", yes(m != l.mission))
	}
	s.Set("par", "text", l.par())
}

// sinceStart is how the tasks fare against the mission's start: worked out once for a setting, by one run.
func (l *Lab) sinceStart() string {
	if l.begun != l.trace.Setting {
		if err := l.runner.Trace(&l.spare, l.mission.Start); err != nil {
			return ""
		}
		c := compare.Fates(&l.spare, &l.trace)
		l.begun, l.sinceThen = l.trace.Setting, tally(&c)
	}
	return l.sinceThen
}

// par speaks of the cheapest three stars.
func (l *Lab) par() string {
	s, _ := missions.Parse(l.mission.Par)
	v := l.judged(s)
	switch {
	case v == nil:
		return ""
	case l.verdict.Stars == missions.Stars && l.verdict.Requests <= v.Requests+0.0005:
		return fmt.Sprintf("Par is %.2f requests per task, and you have reached it: nothing on this page earns three stars for less.", v.Requests)
	}
	if l.verdict.Stars < missions.Stars {
		return fmt.Sprintf("Par is %.2f requests per task: that is what the cheapest three stars cost.", v.Requests)
	}
	return fmt.Sprintf("Par is %.2f requests per task: three stars can be had for that, and yours cost %.2f.", v.Requests, l.verdict.Requests)
}
