package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/why"
)

// TestStrip: the strip fills while the days are tried, says what the judge says of each, and only days that fail can be opened.
func TestStrip(t *testing.T) {
	for _, text := range []string{"m=2&retries=8", "m=2&reconcile=20m&retries=8", "m=2&reconcile=5m&by=list", "m=4&hears=block&repeats=0&reconcile=1m&by=list", "m=1&drop=giveup&reconcile=10m"} {
		l := opened(text)
		l.do(Skip)
		if l.practice == 0 {
			t.Fatalf("%s: nothing to prove", text)
		}
		want, err := l.mission.Judge(&engine.Runner{}, l.setting)
		if err != nil {
			t.Fatal(err)
		}
		looks := 0
		for l.unproven() {
			rows := shown(l).lists["strip"]
			tried := len(l.others())
			for i, row := range rows {
				if (row.Tone != "") != (i < tried) {
					t.Fatalf("%s: %d days are tried and day %d looks %q", text, tried, i+1, row.Tone)
				}
			}
			l.Work(untilDone)
			looks++
		}
		if looks < 3 {
			t.Errorf("%s: the strip is filled at once, not day by day", text)
		}
		s := shown(l)
		rows := s.lists["strip"]
		if len(rows) != missions.Others || len(s.lists["debriefstrip"]) != missions.Others || s.hidden("strip") {
			t.Fatalf("%s: %d marks", text, len(rows))
		}
		words := s.values[[2]string{"strip", "aria-label"}]
		for i, row := range rows {
			mark := want.Marks[1+i]
			tone := fmt.Sprint("held-", mark)
			if mark < want.Marks[0] {
				tone = fmt.Sprint("fails-", mark)
			}
			if row.Tone != tone || (row.Action != "") != (mark < missions.Stars) || (row.Cells[0] != "") != (mark < missions.Stars) || row.Cells[1] == "" {
				t.Errorf("%s: day %d has mark %d of %d and looks %+v", text, i+1, mark, want.Marks[0], row)
			}
			if mark < want.Marks[0] && !strings.Contains(words, fmt.Sprint(i+1)) {
				t.Errorf("%s: the words do not name day %d: %s", text, i+1, words)
			}
		}
		if said := l.Said(); !strings.Contains(said, words) {
			t.Errorf("%s: said is %q", text, said)
		}
	}
	l := opened("m=2&reconcile=20m&retries=8")
	l.do(Skip)
	l.settle()
	if got, want := l.stripWords(), "For star 2 it holds on 14 of 20 other days; days "; !strings.HasPrefix(got, want) || !strings.Contains(got, "For star 3 it holds on none of the other days.") {
		t.Errorf("the strip in words: %s", got)
	}
	if got := shown(opened("m=sandbox")); !got.hidden("strip") {
		t.Error("the sandbox has a strip")
	}
}

// TestTrialAbandoned: a change in the middle of a trial leaves it behind, and what comes is the verdict on what is set then.
func TestTrialAbandoned(t *testing.T) {
	l := opened("m=2&retries=8")
	l.do(Skip)
	l.Work(untilDone)
	if n := len(l.others()); n == 0 || n >= missions.Others {
		t.Fatalf("%d days tried in the first go", n)
	}
	l.setKey("reconcile", "10m")
	if len(l.others()) != 0 || shown(l).lists["strip"][0].Tone != "" {
		t.Error("the marks of the setting before still stand")
	}
	l.settle()
	want, _ := l.mission.Judge(&engine.Runner{}, l.setting)
	if l.verdict == nil || l.verdict.Marks != want.Marks || l.verdict.Requests != want.Requests || l.verdict.Stars != want.Stars {
		t.Errorf("the verdict is %+v, want %+v", l.verdict, want)
	}
	l.do(Undo)
	l.settle()
	if want, _ := l.mission.Judge(&engine.Runner{}, l.setting); l.verdict.Marks != want.Marks {
		t.Error("back, the marks are another setting's")
	}
}

// TestOpenDay: a day that fails opens in the sandbox, the same client on that day, with the harm that its goal speaks of asked about;
// undo returns to the mission and its strip.
func TestOpenDay(t *testing.T) {
	late := false
	for text, kinds := range map[string][]why.Kind{
		"m=2&retries=8":     {why.MissedInput, why.Late},
		"m=3&reconcile=10m": {why.Unlearned},
		"m=4&hears=block&repeats=0&reconcile=1m&by=list": {why.Unlearned},
		"m=1&drop=giveup&reconcile=10m":                  {why.Late},
	} {
		for n := range missions.Others {
			l := opened(text)
			l.do(Skip)
			l.settle()
			if l.others() == nil {
				break // it fails today: there is no trial
			}
			m, mark := l.mission, l.others()[n]
			before := l.setting
			l.Do(Action{Do: OpenDay, N: n + 1})
			if mark == missions.Stars {
				if l.setting != before {
					t.Errorf("%s: day %d holds and opens", text, n+1)
				}
				continue
			}
			want := missions.InSandbox(before)
			want.Day = m.Days()[1+n]
			if l.setting != want || l.mission != nil {
				t.Fatalf("%s: day %d opens %s", text, n+1, l.Fragment())
			}
			s := shown(l)
			harm := l.why.answer.Harm
			if s.hidden("whybox") || s.hidden("inspector") || l.selected != harm.Item {
				t.Fatalf("%s: day %d opens without a why", text, n+1)
			}
			kind := false
			for _, k := range kinds {
				kind = kind || harm.Kind == k
			}
			goal := m.FirstBroken(&l.trace.Report)
			if !kind || goal.Star != mark+1 || topicOf(harm.Kind) != goal.About {
				t.Errorf("%s: day %d, on which %q fails, asks about %v", text, n+1, goal.Sentence, harm.Kind)
			}
			if harm.Kind == why.Late {
				late = true
				if harm.Limit != engine.Time(goal.Limit) {
					t.Errorf("%s: late is after %v, the goal says %v", text, harm.Limit, goal.Limit)
				}
			}
			if !strings.Contains(s.text("title"), fmt.Sprintf("other day %d of mission %s", n+1, m.Name)) || !strings.HasPrefix(l.said, fmt.Sprintf("Day %d of twenty", n+1)) {
				t.Errorf("%s: day %d is called %q and said is %q", text, n+1, s.text("title"), l.said)
			}
			l.do(Undo)
			if l.setting != before || l.mission != m || l.visiting != 0 || l.explainer.Mission != nil || len(l.others()) != missions.Others {
				t.Errorf("%s: undo leads to %s", text, l.Fragment())
			}
		}
	}
	if !late {
		t.Error("no day was late by its mission's limit: too little to tell")
	}
	l := opened("m=2&retries=8")
	l.do(Skip)
	for _, n := range []int{0, 1, 21, 1000} { // nothing is tried yet
		if l.Do(Action{Do: OpenDay, N: n}); l.mission == nil {
			t.Fatalf("day %d opens before it is tried", n)
		}
	}
}

// TestMarkKeys: the strip is one stop of Tab, and the arrows, Home and End lead through the days that can be opened.
func TestMarkKeys(t *testing.T) {
	l := opened("m=2&retries=8&reconcile=20m")
	l.do(Skip)
	l.settle()
	stops := func() (list []int) {
		for _, id := range []string{"strip", "debriefstrip"} {
			for i, row := range shown(l).lists[id] {
				if row.Stop {
					list = append(list, i+1)
					if row.Action == "" {
						t.Errorf("Tab comes to day %d, which does not open", i+1)
					}
				}
			}
		}
		return list
	}
	open := l.openDays()
	first, last := open[0], open[len(open)-1]
	if len(open) < 3 {
		t.Fatalf("only days %v open", open)
	}
	at := first
	for _, step := range []struct {
		key string
		to  int
	}{{"ArrowLeft", first}, {"ArrowRight", open[1]}, {"ArrowRight", open[2]}, {"ArrowLeft", open[1]}, {"End", last}, {"ArrowRight", last}, {"Home", first}, {"ArrowRight", open[1]}} {
		to, ok := l.MarkKey(at, step.key)
		if got := stops(); !ok || to != step.to || len(got) != 2 || got[0] != to || got[1] != to {
			t.Fatalf("%s leads from day %d to %d, want %d; Tab comes to %v", step.key, at, to, step.to, got)
		}
		at = to
	}
	if _, ok := l.MarkKey(at, "a"); ok {
		t.Error("any key moves through the strip")
	}
	for day := range missions.Others + 2 {
		if _, ok := l.MarkKey(day, "Home"); ok != slices.Contains(open, day) {
			t.Errorf("Home on day %d: %v", day, ok)
		}
	}
	l.setKey("retries", "0") // other days fail, or none: Tab comes to one that does
	l.settle()
	if got := stops(); len(got) != 0 && len(got) != 2 {
		t.Errorf("after a change Tab comes to %v", got)
	}
}

// TestUntried: where the other days cannot be run, the page says why, and does not try for ever.
func TestUntried(t *testing.T) {
	l := opened("m=2&retries=8")
	l.do(Skip)
	l.judge.Most = 10
	l.settle()
	if l.Working() {
		t.Error("the trial does not end")
	}
	if said := shown(l).text("proof"); !strings.HasPrefix(said, "The other days cannot be tried: ") {
		t.Errorf("the page says %q", said)
	}
}
