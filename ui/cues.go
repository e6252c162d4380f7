package ui

import (
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
)

// A Cue is one step of a demonstration: what is shown, at which instant, and what is said about it.
type Cue struct {
	Setting engine.Setting
	At      engine.Time
	Caption string
}

// CueHelp says how cues are written.
const CueHelp = "One cue a line: the setting, @ and the time in the run, then the caption. Lines that begin with # are notes."

// CueExample is a cue.
const CueExample = "m=1 @ 0:45:00 Each dropped stream makes another task."

const (
	cuesMost    = 200
	cueTextMost = 64 << 10 // bytes
)

// ParseCues reads cues, one a line:
//
//	m=1 @ 0:45:00 Each dropped stream makes another task.
//
// The time may be left out; it is then the run's end. Empty lines and lines that begin with # are skipped. What is wrong is
// said with its line's number, and the line is used as far as it can be; without a setting it is no cue.
func ParseCues(text string) (cues []Cue, problems []string) {
	if len(text) > cueTextMost {
		text = text[:cueTextMost]
		problems = append(problems, "The text is too long; its end is left out.")
	}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if len(cues) == cuesMost {
			return cues, append(problems, "There are more than "+strconv.Itoa(cuesMost)+" cues; the rest is left out.")
		}
		setting, rest, _ := strings.Cut(line, " ")
		if !strings.Contains(setting, "=") { // a web page taken for a file of cues is none
			problems = append(problems, "Line "+strconv.Itoa(i+1)+": "+strconv.Quote(engine.Brief(setting))+" is no setting; begin the line with one such as m=1. The line is left out.")
			continue
		}
		var c Cue
		var wrong []engine.Problem
		c.Setting, wrong = missions.Parse(afterHash(setting))
		for _, p := range wrong {
			problems = append(problems, "Line "+strconv.Itoa(i+1)+": "+p.Error()+".")
		}
		c.At, c.Caption = c.Setting.End, strings.TrimSpace(rest)
		if at, ok := strings.CutPrefix(c.Caption, "@"); ok {
			clock, caption, _ := strings.Cut(strings.TrimSpace(at), " ")
			t, ok := readClock(clock)
			if ok && t <= c.Setting.End {
				c.At = t
			} else {
				problems = append(problems, "Line "+strconv.Itoa(i+1)+": "+strconv.Quote(engine.Brief(clock))+" is no time in the run; write hours, minutes and seconds such as 1:05:00, up to "+c.Setting.End.Clock()+".")
			}
			c.Caption = strings.TrimSpace(caption)
		}
		cues = append(cues, c)
	}
	return cues, problems
}

// String is the cue as a line.
func (c *Cue) String() string {
	return missions.Text(c.Setting) + " @ " + c.At.Clock() + " " + c.Caption
}

// afterHash is a setting's text, also where a whole address was written.
func afterHash(s string) string {
	if i := strings.IndexByte(s, '#'); i >= 0 {
		return s[i+1:]
	}
	return s
}

// readClock reads hours, minutes and seconds as Time.Clock writes them; hours and minutes alone will do.
func readClock(s string) (engine.Time, bool) {
	parts := strings.Split(s, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	t := engine.Time(0)
	units := [...]engine.Time{engine.Hour, engine.Minute, engine.Second}
	for i, part := range parts {
		n, ok := number(part)
		if !ok || i > 0 && (n > 59 || len(part) != 2) {
			return 0, false
		}
		t += engine.Time(n) * units[i]
	}
	return t, t <= engine.MaxRun
}
