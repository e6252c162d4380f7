package ui

import (
	"fmt"
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
)

// A Talk is the presenter's side of a demonstration: cues, hidden answers, and a competition's results.
type Talk struct {
	text     string // the cues as written
	cues     []Cue
	problems []string
	at       int // the cue shown, -1 before the first
	answers  bool
	entries  []Entry
	ranked   bool
	qrOf, qr string // the link that the corner's code is of, and its path
	qrSize   int
}

// Present makes the lab a presenter's: nothing plays or asks by itself.
func (l *Lab) Present() {
	l.talk = &Talk{at: -1}
	l.framing.quiet = true
}

// talkDo carries out what only a presenter asks for.
func (l *Lab) talkDo(a Action) {
	t := l.talk
	if t == nil {
		return
	}
	switch a.Do {
	case CueNext:
		l.cue(t.at + 1)
	case CueBack:
		l.cue(t.at - 1)
	case CueAdd:
		c := Cue{Setting: l.setting, At: l.now, Caption: strings.Join(strings.Fields(a.Value), " ")}
		text := strings.TrimRight(t.text, "\n")
		if text != "" {
			text += "\n"
		}
		l.setCues(text + c.String() + "\n")
	case CueText:
		l.setCues(a.Value)
	case Answers:
		if t.answers = !t.answers; !t.answers {
			l.choose(Action{Do: LetGo})
		}
	case RankThese:
		t.entries, t.ranked = Rank(a.Value), true
	}
}

// setCues takes new cues. The one shown stays where it is.
func (l *Lab) setCues(text string) {
	t := l.talk
	t.cues, t.problems = ParseCues(text)
	t.text = text[:min(len(text), cueTextMost)]
	t.at = min(t.at, len(t.cues)-1)
}

// cue shows a cue: its setting, at its time, with the answers hidden again.
func (l *Lab) cue(n int) {
	t := l.talk
	if n < 0 || n >= len(t.cues) {
		return
	}
	t.at, t.answers = n, false
	c := &t.cues[n]
	if c.Setting != l.setting {
		l.remember()
		l.enter(c.Setting)
	}
	l.asking, l.playing, l.pause, l.laid = false, false, "", false
	l.choose(Action{Do: LetGo}) // a story would tell what the room is to find
	l.seek(c.At)
	l.said = c.Caption
}

// CuesKey is the key in localStorage under which a presenter's browser keeps the text of the last cues.
const CuesKey = StorageKey + "-cues"

// CueText is the cues as they were written; nothing where nobody presents.
func (l *Lab) CueText() string {
	if l.talk == nil {
		return ""
	}
	return l.talk.text
}

// Cues is the cues as text, to be kept in a file.
func (l *Lab) Cues() string {
	if l.talk == nil {
		return ""
	}
	return "# " + CueHelp + "\n" + l.talk.text
}

// Elapsed writes how long a talk has gone on.
func Elapsed(milliseconds float64) string {
	return (engine.Time(milliseconds) / engine.Second * engine.Second).Clock()
}

func (l *Lab) showTalk(s Sink) {
	t := l.talk
	if t == nil {
		return
	}
	caption, count := "A2A Task Lab", "No cues yet: “Set up” takes them."
	if len(t.cues) > 0 {
		count = fmt.Sprintf("Cues: %d. A clicker’s two keys step through them.", len(t.cues))
	}
	if t.at >= 0 {
		count = fmt.Sprintf("%d / %d", t.at+1, len(t.cues))
		if c := t.cues[t.at].Caption; c != "" { // a heading must say something
			caption = c
		}
	}
	s.Set("cuecaption", "text", caption)
	s.Set("cuecount", "text", count)
	s.Set("cueback", "disabled", yes(t.at <= 0))
	s.Set("cuenext", "disabled", yes(t.at+1 >= len(t.cues)))
	s.Set("answers", "disabled", "")
	s.Set("setup", "disabled", "")
	s.Set("answers", "aria-pressed", pressed(t.answers))
	s.Set("present", "data-answers", yes(t.answers))
	s.Set("cuetext", "value", t.text)
	problems := make([]ListRow, len(t.problems))
	for i, p := range t.problems {
		problems[i].Cells = []string{p}
	}
	s.List("cueproblems", problems)

	if link := l.roomLink(); t.qrOf != link {
		t.qrOf = link
		t.qr, t.qrSize, _ = QR(link)
	}
	s.Set("cornerbox", "hidden", yes(t.qr == ""))
	s.Set("cornerbox", "viewBox", fmt.Sprintf("0 0 %d %d", t.qrSize, t.qrSize))
	s.Set("corner", "d", t.qr)
	s.Set("rankbox", "hidden", yes(!t.ranked))
	s.List("ranking", t.ranking())
}

// roomLink is the address that the room opens: the lab itself, in the state on the wall.
func (l *Lab) roomLink() string {
	return strings.TrimSuffix(l.address, "present/") + "#" + l.Fragment()
}

func (t *Talk) ranking() []ListRow {
	rows := make([]ListRow, len(t.entries))
	for i := range t.entries {
		e := &t.entries[i]
		name := e.Mission
		if m := missions.Find(e.Mission); m != nil {
			name = m.Name + " " + m.Title
		}
		rows[i].Cells = []string{strconv.Itoa(i + 1), strconv.Itoa(e.Line), name, StarText(e.Stars), Cost(e.Cost), e.Setting}
		if e.Problem != "" {
			rows[i].Cells = []string{"–", strconv.Itoa(e.Line), name, "", "", e.Problem}
		}
	}
	return rows
}
