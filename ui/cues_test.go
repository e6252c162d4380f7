package ui

import (
	"strings"
	"testing"

	"a2alab/engine"
)

func TestCues(t *testing.T) {
	cues, problems := ParseCues(`# Monday's workshop
m=1 @ 0:45:00 Each dropped stream makes another task.

https://example.org/lab/#m=1&drop=subscribe @ 1:05 Half past, and none.
m=2 No time: the end of the run.
m=3&reconcile=1s @ 9:99 Two mistakes.
`)
	if len(cues) != 4 || len(problems) != 2 {
		t.Fatalf("%d cues, problems %q", len(cues), problems)
	}
	if c := cues[0]; c.At != 45*engine.Minute || c.Caption != "Each dropped stream makes another task." || c.String() != "m=1 @ 0:45:00 Each dropped stream makes another task." {
		t.Errorf("first cue %q at %v", c.Caption, c.At)
	}
	if c := cues[1]; c.Setting.Drop != engine.SubscribeOnDrop || c.At != 65*engine.Minute {
		t.Errorf("second cue %v at %v", c.Setting.Drop, c.At)
	}
	if c := cues[2]; c.At != c.Setting.End || c.Caption != "No time: the end of the run." {
		t.Errorf("third cue %q at %v", c.Caption, c.At)
	}
	if !strings.HasPrefix(problems[0], "Line 6: reconcile: ") || !strings.Contains(problems[1], `"9:99" is no time`) {
		t.Errorf("problems %q", problems)
	}
	for _, c := range cues {
		again, problems := ParseCues(c.String())
		if len(again) != 1 || again[0] != c || problems != nil {
			t.Errorf("%q reads back as %+v (%v)", c.String(), again, problems)
		}
	}
}

// TestNoCues: what is no file of cues has none, so that it replaces none.
func TestNoCues(t *testing.T) {
	for _, text := range []string{"", "# a note", "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">", "\uFFFD\uFFFD\x00\x01", "Not found"} {
		cues, problems := ParseCues(text)
		if noLine := text == "" || text[0] == '#'; cues != nil || (problems == nil) != noLine {
			t.Errorf("%q has the cues %v, problems %q", text, cues, problems)
		}
	}
}

func TestRank(t *testing.T) {
	list := Rank(`Ada https://example.org/#m=1&drop=subscribe
Ben: #m=1&drop=giveup&reconcile=10m
m=1
nothing here
Eve #m=1&flaps=off&drop=subscribe
Kim https://example.org/#m=1&drop=subscribe&reconcile=20m`)
	var order []int
	for _, e := range list {
		order = append(order, e.Line)
	}
	if len(list) != 5 || order[0] != 1 || order[1] != 6 || order[2] != 2 || order[3] != 3 || order[4] != 5 {
		t.Fatalf("order %v", order)
	}
	if list[0].Stars != 3 || list[1].Stars != 3 || list[1].Cost <= list[0].Cost || list[2].Stars != 2 || list[3].Stars != 0 {
		t.Errorf("%+v", list)
	}
	if list[4].Problem == "" {
		t.Error("a link that changes what is locked is no result")
	}
	many := Rank(strings.Repeat("#m=3\n", entriesMost+2))
	if last := many[len(many)-1]; len(many) != entriesMost+1 || last.Line != entriesMost+1 || !strings.Contains(last.Problem, "left out") {
		t.Errorf("of too many links %d are ranked, at the end %+v", len(many), last)
	}
	if _, problems := ParseCues("m=1 @ " + strings.Repeat("9", 1000)); len(problems) != 1 || len(problems[0]) > 200 {
		t.Errorf("what is no time is said in %q", problems)
	}
}
