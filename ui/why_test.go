package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
	"a2alab/why"
)

// TestWhyOnPage: a failed goal's "why?" selects a task with that harm and tells the chain; the remedy, applied, takes it away.
func TestWhyOnPage(t *testing.T) {
	for _, m := range missions.All {
		l := opened("m=" + m.Name)
		l.do(Skip)
		for g := range l.goals {
			if l.goals[g].Holds {
				continue
			}
			l.Do(Action{Do: Ask, N: int(m.Goals[g].About)})
			what := fmt.Sprintf("mission %s, %q", m.Name, l.goals[g].Sentence)
			s := shown(l)
			if s.hidden("whybox") || len(s.lists["why"]) < 3 || s.text("storytitle") == "" {
				t.Errorf("%s: the page shows %v", what, s.lists["why"])
				continue
			}
			if l.why.breakdown {
				if l.selected != render.None {
					t.Errorf("%s: a task is selected though the goal is about all", what)
				}
				continue
			}
			if l.selected == render.None || !strings.Contains(s.lists["why"][0].Cells[1], render.ItemName(l.selected)) {
				t.Fatalf("%s: item %d, %v", what, l.selected, s.lists["why"])
			}
			l.Work(untilDone)
			s = shown(l)
			for _, row := range s.lists["why"] {
				t.Logf("%s | %s", row.Cells[0], row.Cells[1])
				if a, ok := ParseAction(row.Action, ""); row.Action != "" && (!ok || a.At > engine.MaxRun) {
					t.Errorf("%s: %q is no action", what, row.Action)
				}
			}
			if s.hidden("apply") {
				t.Errorf("%s: no remedy", what)
				continue
			}
			harm, before := l.why.answer.Harm, l.setting
			l.do(Apply)
			r, _ := l.judge.ReportOf(l.setting, harm.Item)
			if l.setting == before || harm.In(&r) {
				t.Errorf("%s: with %s the harm is there", what, l.Fragment())
			}
			l.do(Undo)
		}
	}
}

// TestWhyGoesOn: asked again, "why?" goes on to the next task with the harm, and round.
func TestWhyGoesOn(t *testing.T) {
	l := opened("m=2")
	l.do(Skip)
	seen := map[int]int{}
	for range 3 * len(l.shown) {
		l.Do(Action{Do: Ask, N: int(missions.Learning)})
		seen[l.selected]++
	}
	for item := range seen {
		if l.trace.Report.PerItem[item].Fate != engine.FateUnknown {
			t.Errorf("item %d has learned its outcome", item)
		}
	}
	if len(seen) < 2 {
		t.Errorf("only the items %v were shown", seen)
	}
}

// TestNextHarm walks through the harms in the rows, each once, in order of time, and back.
func TestNextHarm(t *testing.T) {
	l := opened("m=2")
	l.do(Skip)
	l.Do(Action{Do: Seek})
	type stop struct {
		at   engine.Time
		item int
		kind why.Kind
	}
	var there, back []stop
	for {
		l.do(NextHarm)
		s := stop{l.now, l.selected, l.why.answer.Harm.Kind}
		if n := len(there); n > 0 && s == there[n-1] || n > 1000 {
			break
		}
		there = append(there, s)
	}
	if len(there) < 3 || !slices.IsSortedFunc(there, func(a, b stop) int { return int(a.at - b.at) }) {
		t.Fatalf("the harms are %v", there)
	}
	want := 0
	for _, item := range l.visible() {
		want += len(l.explainer.Harms(l.trace.Setting, item))
	}
	if len(there) != want {
		t.Errorf("%d stops, and there are %d harms", len(there), want)
	}
	back = append(back, there[len(there)-1])
	for range len(there) - 1 {
		l.do(LastHarm)
		back = append(back, stop{l.now, l.selected, l.why.answer.Harm.Kind})
	}
	slices.Reverse(back)
	if !slices.Equal(there, back) {
		t.Errorf("there %v, back %v", there, back)
	}
}

// TestWhyAgain: a task that was let go, or left for what makes up a number, is explained again when it is selected again; and
// nothing that was asked in one mission is told in the next, whose question comes first.
func TestWhyAgain(t *testing.T) {
	l := opened("m=2")
	l.do(Skip)
	l.Do(Action{Do: Ask, N: int(missions.Learning)})
	item, want := l.selected, fmt.Sprint(shown(l).lists["why"])
	for _, leave := range []Action{{Do: LetGo}, {Do: Ask, N: int(missions.Expense)}} {
		l.Do(leave)
		shown(l)
		l.Do(Action{Do: Select, N: item})
		if s := shown(l); s.hidden("whybox") || s.hidden("another") || fmt.Sprint(s.lists["why"]) != want {
			t.Errorf("after %v, selected again: %v, want %s", leave.Do, s.lists["why"], want)
		}
	}
	l.Do(Action{Do: Ask, N: int(missions.Expense)})
	l.Do(Action{Do: Begin, Name: "3"})
	if s := shown(l); !l.asking || !s.hidden("inspector") {
		t.Errorf("before its question is answered, mission 3 tells %q", s.text("storytitle"))
	}
}

// TestWhyTimeouts: where calls timed out the breakdown says so, with their number, and nowhere else.
func TestWhyTimeouts(t *testing.T) {
	for text, want := range map[string]bool{"m=5": true, "m=5&repeats=0&reconcile=5m&by=list": true, "m=5&hears=push": false} {
		l := opened(text)
		l.Do(Action{Do: Skip})
		l.Do(Action{Do: Ask, N: int(missions.Timeouts)})
		sentence := fmt.Sprintf("%d calls timed out after 1 min", l.trace.Report.Cuts[engine.CutByTimeout])
		said := slices.ContainsFunc(shown(l).lists["why"], func(r ListRow) bool { return strings.HasPrefix(r.Cells[1], sentence) })
		if said != want || want == strings.HasPrefix(sentence, "0 ") {
			t.Errorf("%s: %q is said: %v", text, sentence, said)
		}
	}
}

// TestWhyAnswers: of every mission's start, and of every single change of it, each goal that fails has a "why?" that leads to a row,
// to the breakdown, or at least to a word.
func TestWhyAnswers(t *testing.T) {
	asked := 0
	for _, m := range missions.All {
		for _, name := range m.Free {
			k := engine.KeyNamed(name)
			for _, v := range missions.Offered(k, m.Start) {
				s := m.Start
				*k.Field(&s) = v
				l := opened(missions.Text(s))
				l.do(Skip)
				report := l.trace.Report
				for i := range m.Goals {
					if _, holds := m.Goals[i].Measure(&report); holds {
						continue
					}
					asked++
					l.selected, l.said, l.why = render.None, "", inquiry{}
					l.Do(Action{Do: Ask, N: int(m.Goals[i].About)})
					if l.said == "" || l.selected == render.None && !l.why.breakdown {
						t.Errorf("%s: why %q is answered by %q, with row %d", missions.Text(s), m.Goals[i].Sentence, l.said, l.selected)
					}
				}
			}
		}
	}
	if asked < 100 {
		t.Errorf("only %d goals failed", asked)
	}
}

// TestWrongIsWorse: the remedy of a wrong outcome is to check who calls, and breaks nothing: an outcome that is then unknown was
// wrong before.
func TestWrongIsWorse(t *testing.T) {
	for _, text := range []string{"m=6", "m=sandbox&forged=20m", "m=sandbox&outage=12m&forged=20m"} {
		l := opened(text)
		l.do(Skip)
		l.Do(Action{Do: Ask, N: int(missions.Forgery)})
		l.settle()
		if r := l.why.remedy; len(r.Changes) != 1 || r.Changes[0].Key.Name != "verify" || r.Breaks != 0 {
			t.Errorf("%s: %s", text, l.remedyWords())
		}
	}
}

// TestMisledEndings: the story of a wrong outcome ends with what became of the work in truth.
func TestMisledEndings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"m=6", "handled the true outcome on top of the false one"},
		{"m=6", "holds an outcome that a stranger made up. In truth the task ended only at"},
		{"m=6&idempotent=on", "took the true outcome for a repetition"},
		{"m=sandbox&forged=5m&restart=1h", "In truth the agent lost the task"},
	} {
		tr := traceOf(t, c.text)
		found := false
		for item := range tr.Items {
			if tr.Report.PerItem[item].Fate != engine.FateWrong {
				continue
			}
			lines := Story(tr, item)
			last := lines[len(lines)-1].Text
			found = found || strings.Contains(last, c.want)
			if tasks := tr.TasksOf(item); tasks[len(tasks)-1].Ended != engine.Never && strings.Contains(last, "the agent lost") {
				t.Errorf("%s: of a task that ended the story says %q", c.text, last)
			}
		}
		if !found {
			t.Errorf("%s: no story ends with %q", c.text, c.want)
		}
	}
}
