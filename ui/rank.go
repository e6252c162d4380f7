package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
)

// An Entry is one result of a competition: a link, and what a run of it earns.
type Entry struct {
	Line    int // in the text that was pasted, from 1
	Mission string
	Stars   int
	Cost    float64 // requests per task, over the judge's days
	Setting string
	Problem string // why it does not count
}

const entriesMost = 100

// Rank runs every link again and ranks them: by mission, then by stars, then by cost. A link is its own proof. Lines without
// a setting are skipped; a line may have a name before the link.
func Rank(text string) []Entry {
	var r engine.Runner
	var list []Entry
	for i, line := range strings.Split(text, "\n") {
		link := ""
		for word := range strings.FieldsSeq(line) {
			if s := afterHash(word); strings.HasPrefix(s, engine.StartKey+"=") {
				link = s
			}
		}
		if link == "" {
			continue
		}
		if len(list) == entriesMost {
			list = append(list, Entry{Line: i + 1, Problem: "There are more than " + strconv.Itoa(entriesMost) + " links: those from here on are left out."})
			break
		}
		s, problems := missions.Parse(link)
		e := Entry{Line: i + 1, Mission: s.Start, Setting: missions.Text(s)}
		m := missions.Find(s.Start)
		switch {
		case problems != nil:
			e.Problem = problems[0].Error() + "."
		case m == nil:
			e.Problem = "The sandbox has no goals to judge by."
		default:
			v, err := m.Judge(&r, s)
			if err != nil {
				e.Problem = err.Error() + "."
			}
			e.Stars, e.Cost = v.Stars, v.Requests
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b Entry) int {
		return cmp.Or(
			cmp.Compare(min(len(a.Problem), 1), min(len(b.Problem), 1)), // what does not count comes last
			strings.Compare(a.Mission, b.Mission),
			cmp.Compare(b.Stars, a.Stars),
			cmp.Compare(a.Cost, b.Cost))
	})
	return list
}
