package ui

import (
	"strconv"

	"a2alab/render"
)

func (l *Lab) showStory(s Sink) {
	s.Set("inspector", "hidden", yes(l.selected == render.None && !l.why.breakdown))
	s.Set("copystory", "hidden", yes(l.selected == render.None))
	if l.selected == render.None {
		if l.why.breakdown {
			s.Set("storytitle", "text", l.breakdownTitle())
			s.List("storyids", nil)
			s.List("story", nil)
			l.showWhy(s)
		}
		return
	}
	l.tell()
	l.showWhy(s)
	s.Set("storytitle", "text", Headline(&l.trace, l.selected))
	day := l.trace.Setting.Day
	ids := []ListRow{{Cells: []string{"Message", MessageID(day, l.selected)}}}
	for n := range l.trace.TasksOf(l.selected) {
		ids = append(ids,
			ListRow{Cells: []string{"Agent’s task " + strconv.Itoa(n+1), TaskID(day, l.selected, n)}},
			ListRow{Cells: []string{"in context", ContextID(day, l.selected, n)}})
	}
	s.List("storyids", ids)
	rows := make([]ListRow, len(l.lines))
	for i, line := range l.lines {
		rows[i].Cells = []string{line.At.Clock(), line.Text}
		if line.At > l.now {
			rows[i].Tone = "later"
		}
	}
	s.List("story", rows)
}

// tell makes the selected item's story, and begins to explain what went wrong in it.
func (l *Lab) tell() {
	if l.told != l.selected {
		l.told, l.lines = l.selected, Story(&l.trace, l.selected)
		l.inquire()
	}
}

// SelectedStory is the story of the selected item as text to copy, or nothing.
func (l *Lab) SelectedStory() string {
	if l.selected == render.None {
		return ""
	}
	return StoryText(&l.trace, l.selected)
}
