package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2alab/missions"
)

// strip is what the page shows of the twenty other days, and what it was made of.
type strip struct {
	trial   *missions.Trial
	verdict *missions.Verdict
	tried   int
	mark    int
	rows    []ListRow
	words   string
}

// The tones of a mark say what it looks like: for how many stars the day holds, and whether that is fewer than today.
const (
	markHeld  = "held-"
	markFails = "fails-"
)

// marks are for each day tried so far how many stars' goals of harm and time hold on it; today's come first.
func (l *Lab) marks() []int {
	switch {
	case l.verdict != nil:
		return l.verdict.Marks[:]
	case l.trial != nil:
		return l.trial.Marks()
	}
	return nil
}

// others are the marks of the other days, as far as they have been tried.
func (l *Lab) others() []int { return l.marks()[min(1, len(l.marks())):] }

// openDay shows another day on which the setting fails, in the sandbox, and asks why its first goal does. Undo leads back.
func (l *Lab) openDay(n int) {
	others := l.others()
	if l.mission == nil || l.asking || n < 1 || n > len(others) || others[n-1] == missions.Stars {
		return
	}
	m := l.mission
	s := missions.InSandbox(m.Bound(l.setting))
	s.Day = m.Days()[n]
	l.notices = nil
	l.remember()
	l.enter(s)
	l.visiting, l.explainer.Mission = n, m
	if g := m.FirstBroken(&l.trace.Report); g != nil && l.tooLarge == "" {
		l.ask(g.About)
	}
	l.said = fmt.Sprintf("Day %d of twenty, in the sandbox. %s", n, l.said)
}

// showStrip shows the twenty other days in the proof's row and in the debrief.
func (l *Lab) showStrip(s Sink) {
	shown := l.mission != nil && !l.asking
	s.Set("strip", "hidden", yes(!shown))
	if !shown {
		return
	}
	l.stripRows()
	s.Set("strip", "aria-label", l.strip.words)
	s.List("strip", l.strip.rows)
	if s.Open("debrief") {
		s.Set("debriefstrip", "aria-label", l.strip.words)
		s.List("debriefstrip", l.strip.rows)
	}
}

func (l *Lab) stripRows() {
	marks := l.marks()
	if p := &l.strip; p.rows != nil && p.trial == l.trial && p.verdict == l.verdict && p.tried == len(marks) && p.mark == l.mark {
		return
	}
	l.strip = strip{l.trial, l.verdict, len(marks), l.mark, make([]ListRow, missions.Others), l.stripWords()}
	others := l.others()
	for i := range l.strip.rows {
		row := &l.strip.rows[i]
		if i >= len(others) {
			row.Cells = []string{"", fmt.Sprintf("Day %d of %d: not tried yet.", i+1, missions.Others)}
			continue
		}
		stars, words := others[i], ""
		row.Tone = markHeld + strconv.Itoa(stars)
		if stars < marks[0] {
			row.Tone = markFails + strconv.Itoa(stars)
		}
		if stars == missions.Stars {
			row.Cells = []string{"", fmt.Sprintf("Day %d of %d: all goals of harm and time hold.", i+1, missions.Others)}
			continue
		}
		words = fmt.Sprintf("Day %d of %d: a goal of star %d fails. Open it in the sandbox, and see why.", i+1, missions.Others, stars+1)
		row.Action, row.Cells = string(OpenDay)+":"+strconv.Itoa(i+1), []string{words, words}
	}
	if open := l.openDays(); len(open) > 0 {
		stop := open[0]
		if slices.Contains(open, l.mark) {
			stop = l.mark
		}
		l.strip.rows[stop-1].Stop = true
	}
}

// openDays are the days of the strip, from 1, that can be opened.
func (l *Lab) openDays() (days []int) {
	for i, stars := range l.others() {
		if stars < missions.Stars {
			days = append(days, i+1)
		}
	}
	return days
}

// MarkKey is the day of the strip, from 1, that a key leads to from another one of those that can be opened: the arrows to the
// neighbour, Home and End to the first and the last. ok is false where the key does nothing. Tab comes back to where it led.
func (l *Lab) MarkKey(day int, key string) (to int, ok bool) {
	open := l.openDays()
	at := slices.Index(open, day)
	if at < 0 {
		return 0, false
	}
	switch key {
	case "ArrowRight":
		at++
	case "ArrowLeft":
		at--
	case "Home":
		at = 0
	case "End":
		at = len(open) - 1
	default:
		return 0, false
	}
	l.mark = open[min(max(at, 0), len(open)-1)]
	return l.mark, true
}

// stripWords says what the strip shows: star by star, on which days its goals fail.
func (l *Lab) stripWords() string {
	others := l.others()
	if len(others) < missions.Others {
		return fmt.Sprintf("Twenty other days: %d tried.", len(others))
	}
	least := slices.Min(others)
	if least == missions.Stars {
		return "All goals of harm and time hold on each of the twenty other days."
	}
	var parts []string
	for star := least + 1; star <= missions.Stars; star++ {
		var days []string
		for i, mark := range others {
			if mark < star {
				days = append(days, strconv.Itoa(i+1))
			}
		}
		what := fmt.Sprintf("For star %d it holds on %d of %d other days; ", star, missions.Others-len(days), missions.Others)
		switch len(days) {
		case missions.Others:
			what = fmt.Sprintf("For star %d it holds on none of the other days.", star)
		case 1:
			what += "day " + days[0] + " fails."
		default:
			what += "days " + joined(days) + " fail."
		}
		parts = append(parts, what)
	}
	return strings.Join(parts, " ")
}
