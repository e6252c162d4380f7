package ui

import (
	"strings"
	"testing"

	"a2alab/engine"
)

// TestTalk: cues step through settings and times, nothing plays or asks by itself, answers hide again at each cue.
func TestTalk(t *testing.T) {
	l := NewLab(Progress{}, "", false)
	l.Resize(1040, 560)
	l.SetAddress("https://example.org/lab/present/")
	l.Present()
	l.Open("m=1")
	if l.asking || l.Playing() {
		t.Error("a presenter's lab must neither ask nor play by itself")
	}
	l.do(CueNext)
	l.Do(Action{Do: CueText, Value: "m=1 @ 0:45:00 Each drop makes another task.\nm=1&drop=subscribe @ 1:00:00 None.\nm=2&x=1 Nonsense in the link.\n"})
	l.do(CueNext)
	if l.now != 45*engine.Minute || l.Fragment() != "m=1" {
		t.Errorf("first cue: %s at %v", l.Fragment(), l.now)
	}
	l.do(Answers)
	s := shown(l)
	if s.text("cuecaption") != "Each drop makes another task." || s.text("cuecount") != "1 / 3" || s.values[[2]string{"present", "data-answers"}] == "" {
		t.Errorf("caption %q, count %q", s.text("cuecaption"), s.text("cuecount"))
	}
	if len(s.lists["cueproblems"]) != 1 || s.values[[2]string{"corner", "d"}] == "" || s.hidden("cornerbox") {
		t.Error("problems must be listed, and the corner hold a code")
	}
	if l.roomLink() != "https://example.org/lab/#m=1" {
		t.Errorf("the room opens %s", l.roomLink())
	}
	l.do(CueNext)
	if s := shown(l); l.Fragment() != "m=1&drop=subscribe" || l.now != engine.Hour || s.values[[2]string{"present", "data-answers"}] != "" {
		t.Errorf("second cue: %s at %v", l.Fragment(), l.now)
	}
	l.do(CueNext, CueNext, CueNext)
	if l.talk.at != 2 || l.now != l.setting.End {
		t.Errorf("after the last cue: %d", l.talk.at)
	}
	l.do(CueBack, CueBack, CueBack)
	if l.talk.at != 0 {
		t.Errorf("before the first cue: %d", l.talk.at)
	}
	l.Do(Action{Do: Seek, At: 30 * engine.Minute})
	l.Do(Action{Do: CueAdd, Value: "  By  hand.\n"})
	if n := len(l.talk.cues); n != 4 || l.talk.cues[3].Caption != "By hand." || l.talk.cues[3].At != 30*engine.Minute {
		t.Errorf("%d cues: %q", n, l.talk.text)
	}
	if f, ok := l.File(CuesName); !ok || !strings.Contains(string(f.Text), "m=1 @ 0:30:00 By hand.") {
		t.Errorf("the file of cues: %q", f.Text)
	}
	l.Do(Action{Do: RankThese, Value: "Ada #m=1&drop=subscribe\nm=1"})
	if rows := shown(l).lists["ranking"]; len(rows) != 2 || rows[0].Cells[3] != "★★★" {
		t.Errorf("ranking %v", rows)
	}
	if Elapsed(3_725_900) != "1:02:05" {
		t.Errorf("elapsed %s", Elapsed(3_725_900))
	}
}
