package ui

import (
	"strconv"

	"a2alab/render"
	"a2alab/wire"
)

func (l *Lab) showStory(s Sink) {
	s.Set("inspector", "hidden", yes(l.selected == render.None && !l.why.breakdown))
	s.Set("copystory", "hidden", yes(l.selected == render.None))
	s.Set("wire", "hidden", yes(l.selected == render.None))
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
	s.Set("storytitle", "text", l.headline)
	s.List("storyids", l.ids)
	rows := make([]ListRow, min(len(l.lines), storyMost), storyMost+1)
	for i, line := range l.lines[:len(rows)] {
		rows[i].Cells = []string{line.At.Clock(), line.Text}
		if line.At > l.now {
			rows[i].Tone = "later"
		}
	}
	if more := len(l.lines) - storyMost; more > 0 {
		rows = append(rows, ListRow{Cells: []string{"…", itoa(more) + " more lines are in the story as text."}})
	}
	s.List("story", rows)
	l.showWire(s)
}

// What the page shows of one task at most, in lines and in IDs: a browser takes seconds for thousands.
const (
	storyMost = 300
	idsMost   = 40
)

// tell makes the selected item's story, and begins to explain what went wrong in it.
func (l *Lab) tell() {
	if l.told == l.selected {
		return
	}
	l.told, l.lines, l.headline = l.selected, Story(&l.trace, l.selected), Headline(&l.trace, l.selected)
	day, tasks := l.trace.Setting.Day, len(l.trace.TasksOf(l.selected))
	l.ids = []ListRow{{Cells: []string{"Message", wire.MessageID(day, l.selected)}}}
	for n := range min(tasks, idsMost) {
		l.ids = append(l.ids,
			ListRow{Cells: []string{"Agent’s task " + strconv.Itoa(n+1), wire.TaskID(day, l.selected, n)}},
			ListRow{Cells: []string{"in context", wire.ContextID(day, l.selected, n)}})
	}
	if tasks > idsMost {
		l.ids = append(l.ids, ListRow{Cells: []string{"…", itoa(tasks-idsMost) + " more tasks are in the story as text."}})
	}
	l.inquire()
}

// SelectedStory is the story of the selected item as text to copy, or nothing.
func (l *Lab) SelectedStory() string {
	if l.selected == render.None {
		return ""
	}
	return StoryText(&l.trace, l.selected)
}
