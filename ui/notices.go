package ui

import "a2alab/missions"

func (l *Lab) showNotices(s Sink) {
	rows := make([]ListRow, 0, len(l.notices)+2)
	for _, n := range l.notices {
		rows = append(rows, ListRow{Cells: []string{n}})
	}
	if l.tooLarge != "" {
		rows = append(rows, ListRow{Cells: []string{"This setting cannot be shown: " + l.tooLarge + ". The picture and the numbers are those of " + missions.Text(l.trace.Setting) + "."}})
	}
	if l.storage != "" && !l.unstoredSeen {
		rows = append(rows, ListRow{Cells: []string{l.storage}})
	}
	s.Set("noticebox", "hidden", yes(len(rows) == 0))
	s.List("notices", rows)
	s.Set("storage", "hidden", yes(l.storage == ""))
	s.Set("storage", "text", l.storage)
}
