package ui

import (
	"slices"
	"strings"
	"testing"

	"a2alab/compare"
	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
)

// ghostly counts the shapes of the pinned run in the picture.
func ghostly(l *Lab) int {
	n := 0
	for _, s := range l.Picture().Base {
		if s.Mark.Ghostly() {
			n++
		}
	}
	return n
}

// pinnedBroken is the broken client of mission 1, pinned.
func pinnedBroken() *Lab {
	l := opened("m=1")
	l.do(Skip, Pin)
	return l
}

// TestPinned: what is pinned stands behind the next run, its numbers beside, and whose fate differs is told, listed and said.
func TestPinned(t *testing.T) {
	l := opened("m=1")
	l.do(Pin)
	if s := shown(l); l.pin.on || s.values[[2]string{"pin", "disabled"}] == "" {
		t.Error("before the question is answered there is nothing to pin")
	}
	l.do(Skip, Pin)
	l.Work(untilDone)
	s := shown(l)
	if s.text("pin") != "Unpin" || s.hidden("pinned") || !strings.HasPrefix(s.text("pinned"), "This run is pinned.") || ghostly(l) != 0 || !s.hidden("scorewas-duplicates") {
		t.Errorf("pinned: %q, %d shapes", s.text("pinned"), ghostly(l))
	}
	l.setKey("drop", "subscribe")
	if said := l.Said(); said != "" {
		t.Errorf("%q is said before it is known whose fate differs", said)
	}
	if !l.Working() {
		t.Fatal("whose fate differs must be worked out")
	}
	l.Work(untilDone)
	want := "132 tasks fare better, 108 as before."
	if said := l.Said(); said != "Against the pinned run: "+want+" Outcomes learned 240, was 226; Never learned 0, was 14; Duplicates 0, was 713; Requests per task 2.35, was 4.19." {
		t.Errorf("said %q", said)
	}
	s = shown(l)
	if s.text("changesum") != want || s.text("pinned") != "Grey in the picture: the pinned run, with “When a stream drops: Re-send”. "+want {
		t.Errorf("%q, %q", s.text("changesum"), s.text("pinned"))
	}
	if len(s.lists["changerows"]) != 132 || s.hidden("changes") || s.hidden("legend-pinned") || s.hidden("changesbox") {
		t.Errorf("%d rows of changes", len(s.lists["changerows"]))
	}
	for id, was := range map[string]string{"learned": "was 226", "unknown": "was 14", "duplicates": "was 713", "requests": "was 4.19"} {
		if s.hidden("scorewas-"+id) || s.text("scorewastext-"+id) != was {
			t.Errorf("%s: %q", id, s.text("scorewastext-"+id))
		}
	}
	if ghostly(l) < 20 {
		t.Errorf("%d shapes of the pinned run in the picture", ghostly(l))
	}
	if b, _ := l.Drawing(); !strings.Contains(string(b), render.GhostMark.Color().Hex()) {
		t.Error("the picture that is kept has nothing of it")
	}
	l.do(Pin)
	if s := shown(l); l.pin.on || s.text("pin") != "Pin" || !s.hidden("pinned") || !s.hidden("changes") || !s.hidden("legend-pinned") || ghostly(l) != 0 || !s.hidden("scorewas-learned") {
		t.Error("unpinned, it must be gone")
	}
}

// TestSwap: shows the one and pins the other, to and fro, and Undo and Redo do the same.
func TestSwap(t *testing.T) {
	l := pinnedBroken()
	l.do(Swap) // with itself
	if len(l.undo) != 0 {
		t.Error("there was nothing to swap")
	}
	l.setKey("drop", "subscribe")
	l.Do(Action{Do: Seek, At: 50 * engine.Minute})
	is := func(what, shown, pin string) {
		t.Helper()
		l.Work(untilDone)
		if got := l.Fragment(); got != shown || missions.Text(l.pin.trace.Setting) != pin || missions.Text(l.trace.Setting) != shown {
			t.Errorf("%s: shown %s, pinned %s, want %s and %s", what, got, missions.Text(l.pin.trace.Setting), shown, pin)
		}
		// The pinned trace is that setting's, whichever way it came there.
		var r engine.Runner
		var tr engine.Trace
		if r.Trace(&tr, l.pin.trace.Setting); tr.Hash() != l.pin.trace.Hash() {
			t.Errorf("%s: the pinned trace is another's", what)
		}
		var want compare.Comparison
		if want = compare.Fates(&tr, &l.trace); len(want.Changes) != len(l.pin.fates.Changes) || want.Better != l.pin.fates.Better {
			t.Errorf("%s: %d changes, want %d", what, len(l.pin.fates.Changes), len(want.Changes))
		}
	}
	const a, b = "m=1", "m=1&drop=subscribe"
	is("changed", b, a)
	l.do(Swap)
	is("swapped", a, b)
	if said := l.Said(); !strings.HasPrefix(said, "Against the pinned run: 132 tasks fare worse") || l.now != 50*engine.Minute {
		t.Errorf("swapped: %q, head at %v", said, l.now)
	}
	l.do(Undo)
	is("undone", b, a)
	l.do(Redo)
	is("redone", a, b)
	l.do(Swap, Swap, Swap)
	is("swapped three times", b, a)
	l.do(Undo, Undo, Undo, Undo)
	is("undone four times", b, a)
	l.do(Undo)
	is("the change undone", a, a)
	l.do(Redo, Redo)
	is("redone twice", a, b)
	l.do(Pin, Undo)
	if l.pin.on || l.Fragment() != b {
		t.Error("undo must not pin again what was unpinned")
	}
	l.setKey("drop", "giveup")
	l.do(Pin, Undo)
	is("back to what is not pinned", b, "m=1&drop=giveup")
}

// TestOtherWork: a run over other work is not compared, the page says why, and the pin comes back with the work. Another
// mission lets it go; the sandbox that a mission is opened in does not.
func TestOtherWork(t *testing.T) {
	l := opened("m=sandbox&hears=stream&drop=resend&flaps=8m")
	l.do(Pin)
	l.setKey("day", "2")
	l.setKey("drop", "subscribe")
	l.Work(untilDone)
	s := shown(l)
	if want := "The pinned run had “Day: 1”: its tasks are not these, so nothing can be compared. It comes back when the work is the same again."; s.text("pinned") != want {
		t.Errorf("%q", s.text("pinned"))
	}
	if ghostly(l) != 0 || !s.hidden("changes") || !s.hidden("legend-pinned") || !s.hidden("scorewas-learned") {
		t.Error("runs over other work are compared")
	}
	l.setKey("day", "1")
	l.Work(untilDone)
	if s := shown(l); ghostly(l) == 0 || s.hidden("changes") {
		t.Error("with the work the comparison must come back")
	}
	l.setKey("items", "16")
	l.do(Swap) // also where it cannot be compared
	if l.Fragment() != "m=sandbox&hears=stream&drop=resend&flaps=8m" || l.pin.trace.Setting.Items != 16 {
		t.Errorf("swapped: %s", l.Fragment())
	}
	l = pinnedBroken()
	l.do(Free)
	if !l.comparing() {
		t.Error("in the sandbox the mission's run must stay pinned")
	}
	l.Do(Action{Do: Begin, Name: "2"})
	if l.pin.on {
		t.Error("another mission must let the pinned run go")
	}
}

// TestPinnedSecret: while a question is open, nothing of the pinned run may answer it.
func TestPinnedSecret(t *testing.T) {
	l := opened("m=1")
	l.passOver(render.None) // by a host: the reader is asked another time
	l.do(Free, Pin)
	l.Do(Action{Do: Begin, Name: "1"})
	if !l.asking {
		t.Fatal("the question is not asked")
	}
	if s := shown(l); !s.hidden("pinned") || !s.hidden("changes") || ghostly(l) != 0 {
		t.Error("the pinned run gives the answer away")
	}
	l.do(Swap)
	l.Do(Action{Do: PinStart})
	if !l.asking || l.Working() {
		t.Error("while the question is open nothing can be compared")
	}
}

// TestPinnedTooLarge: a setting that cannot be run leaves the comparison with what is shown.
func TestPinnedTooLarge(t *testing.T) {
	l := opened("m=sandbox&items=2000&shortest=1h&hears=push")
	l.do(Pin)
	l.setKey("hears", "poll")
	l.setKey("poll", "1s")
	if l.tooLarge == "" {
		t.Fatal("it can be run: the test shows nothing")
	}
	l.Work(untilDone)
	shown(l)
	l.do(Swap)
	l.Work(untilDone)
	shown(l)
	if l.tooLarge != "" || l.setting.Hears != engine.Push {
		t.Errorf("swapped: %s, %q", l.Fragment(), l.tooLarge)
	}
	l.do(Undo)
	l.Work(untilDone)
	shown(l)
}

// TestChangesTell: each row of the list is a task whose button selects it, in the picture too; its cells say both fates, and
// the words at the pointer and for a screen reader do.
func TestChangesTell(t *testing.T) {
	l := opened("m=2")
	l.do(Skip, Pin)
	l.setKey("retries", "8")
	l.Work(untilDone)
	s := shown(l)
	rows := s.lists["changerows"]
	for _, row := range rows {
		a, ok := ParseAction(row.Action, "")
		if !ok || a.Do != Select || row.Cells[0] != render.ItemName(a.N) {
			t.Fatalf("%v is no row", row)
		}
		was, is := compare.Of(&l.pin.trace, a.N), compare.Of(&l.trace, a.N)
		if (was.Outcome != is.Outcome) != (row.Cells[1] == "never learned" && row.Cells[2] == "learned at "+is.At.Clock()) && !was.Missed {
			t.Errorf("%v: was %+v, is %+v", row, was, is)
		}
	}
	last := rows[len(rows)-1]
	a, _ := ParseAction(last.Action, "")
	l.Do(a)
	if s = shown(l); l.selected != a.N || s.lists["changerows"][len(rows)-1].Tone == "" {
		t.Error("the row's button must select its task, and the list show it")
	}
	if _, _, _, _, ok := l.Picture().ItemBox(a.N); !ok {
		t.Error("the selected task has no row in the picture")
	}
	if said := l.Said(); !strings.HasSuffix(said, " In the pinned run: "+last.Cells[1]+".") || !strings.Contains(s.text("stagewords"), last.Cells[1]) {
		t.Errorf("said %q", said)
	}
	seen := map[render.Mark]bool{}
	l.do(Dense)
	for _, shape := range slices.Clone(l.Picture().Base) {
		if shape.Mark.Ghostly() {
			l.Do(Action{Do: Point, X: shape.X + shape.W/2, Y: shape.Y + shape.H/2})
			if l.hit.Mark != shape.Mark {
				continue
			}
			seen[l.hit.Mark] = true
			if tip := shown(l).text("tip"); !strings.HasPrefix(tip, "Pinned run: ") {
				t.Errorf("at %v: %q", l.hit.Mark, tip)
			}
		}
	}
	if len(seen) == 0 {
		t.Error("nothing of the pinned run was pointed at")
	}
	for _, v := range []Verb{Swap, Undo, Pin} { // what lay under the pointer is gone, and nothing of it may be asked for
		l.do(v)
		shown(l)
	}
}

// TestTally: the sentence agrees with its numbers, and leaves out what is none.
func TestTally(t *testing.T) {
	for want, c := range map[string]compare.Comparison{
		"No task’s fate differs.":                                                                {Same: 240},
		"31 tasks fare better, 2 worse, 207 as before.":                                          {Better: 31, Worse: 2, Same: 207},
		"1 task fares worse, 239 as before.":                                                     {Worse: 1, Same: 239},
		"1 task fares better.":                                                                   {Better: 1},
		"5 tasks fare worse, 1 better in one thing and worse in another.":                        {Worse: 5, Mixed: 1},
		"2 fare better in one thing and worse in another, 3 as before.":                          {Mixed: 2, Same: 3},
		"2 tasks fare better, 1 worse, 4 better in one thing and worse in another, 1 as before.": {Better: 2, Worse: 1, Mixed: 4, Same: 1},
	} {
		c.Changes = make([]compare.Change, c.Better+c.Worse+c.Mixed)
		if got := tally(&c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestDebriefCompares: the debrief holds the last run against the mission's start, recalls the guess, and its button shows both
// in the picture.
func TestDebriefCompares(t *testing.T) {
	l := opened("m=1")
	l.Do(Action{Do: Guess, N: 1})
	l.setKey("drop", "subscribe")
	l.settle()
	s := shown(l)
	if got := s.text("debriefsum"); got != "Against the first run, on the practice day: 132 tasks fare better, 108 as before." {
		t.Errorf("%q", got)
	}
	if got := s.text("debriefguess"); s.hidden("debriefguess") || got != "You said: about 30. It was 713 duplicate tasks." {
		t.Errorf("%q", got)
	}
	l.do(PinStart)
	if s := shown(l); !l.comparing() || l.pin.trace.Setting != l.mission.Start || l.now != l.setting.End || s.text("scorewastext-duplicates") != "was 713" || ghostly(l) == 0 {
		t.Error("the button must compare in the picture")
	}
	l.setKey("drop", "giveup")
	l.setKey("reconcile", "10m")
	l.settle()
	d, err := Differ(l.mission.Start, l.setting)
	if err != nil {
		t.Fatal(err)
	}
	if got := shown(l).text("debriefsum"); !strings.HasSuffix(got, d.Sum) || d.Sum == "132 tasks fare better, 108 as before." {
		t.Errorf("%q, want %q", got, d.Sum)
	}
}

// TestAskedOnce: an answer or a skip is kept with the stars, so nobody is asked twice, and the answer is recalled; until the
// reader wants to be asked again.
func TestAskedOnce(t *testing.T) {
	l := opened("m=1")
	l.Do(Action{Do: Guess, N: 1})
	l.Open("m=2")
	l.do(Skip)
	p, changed := l.Unsaved()
	if !changed {
		t.Fatal("the answers are not saved")
	}
	read, err := ReadProgress(p.Text())
	if err != nil || !read.Equal(p) {
		t.Fatalf("%s: %v", p.Text(), err)
	}
	again := func() *Lab {
		l := NewLab(read, "", false)
		l.Resize(1040, 560)
		l.Open("m=1")
		return l
	}
	l = again()
	if s := shown(l); l.asking || s.text("outcome") != "You said: about 30. It was 713 duplicate tasks." {
		t.Errorf("after a reload: asked again: %v; recalled: %q", l.asking, s.text("outcome"))
	}
	l.Open("m=2")
	if s := shown(l); l.asking || !s.hidden("outcome") {
		t.Error("a skipped question is asked again, or recalled")
	}
	if l.Open("m=3"); !l.asking {
		t.Error("the third question was never asked")
	}
	l = again()
	l.do(AskAgain)
	if s := shown(l); !l.asking || s.hidden("predict") || l.now != 0 || l.Playing() {
		t.Error("asked to, the question must come again at once")
	}
	p, _ = l.Unsaved()
	if merged := Merge(p, read); !merged.asks(missions.Find("2")) {
		t.Errorf("what another tab has kept undoes the wish: %s", merged.Text())
	}
	l.Do(Action{Do: Guess, N: 3})
	if got := shown(l).text("outcome"); got != "You said: about 700. Right: it was 713 duplicate tasks." {
		t.Errorf("the second answer: %q", got)
	}
	// Stars answer for a question that was never asked, but not against the reader's wish.
	won := Progress{}.Record("1", 3, 2.3, "m=1&drop=subscribe")
	if m := missions.Find("1"); won.asks(m) || !won.AskedAgain().asks(m) {
		t.Error("who has the stars is asked only on demand")
	}
}

// TestNotTheReaders: a host that shows something, a link and a cue close the question for now, and the reader is asked later.
func TestNotTheReaders(t *testing.T) {
	for name, leave := range map[string]func(*Lab){
		"a link": func(l *Lab) { l.Open("m=1&drop=subscribe") },
		"a host": func(l *Lab) {
			NewDoor(l).Hear("https://a.example", map[string]any{"a2aLab": 1.0, "type": "seek", "at": 1000.0}, 0)
		},
	} {
		l := opened("m=1")
		if leave(l); l.asking {
			t.Errorf("%s: the question stays open", name)
		}
		if l.Open("m=2"); !l.progress.asks(missions.Find("1")) {
			t.Errorf("%s: the reader was never asked", name)
		}
	}
	l := opened("m=1")
	if l.setKey("drop", "subscribe"); l.progress.asks(l.mission) {
		t.Error("who changes a control has passed the question over")
	}
}

// TestGuessKeys: while the question is open, 1 to 4 answer and S skips, and at no other time.
func TestGuessKeys(t *testing.T) {
	l := opened("m=1")
	for n, code := range []string{"Digit1", "Digit2", "Numpad3", "Digit4"} {
		if a, ok := l.GuessKey(code, "&"); !ok || a.Do != Guess || a.N != n {
			t.Errorf("%s is %+v", code, a)
		}
	}
	if a, ok := l.GuessKey("Semicolon", "s"); !ok || a.Do != Skip {
		t.Errorf("s is %+v", a)
	}
	for _, key := range [][2]string{{"Digit5", "5"}, {"Digit0", "0"}, {"KeyP", "p"}, {"Space", " "}} {
		if a, ok := l.GuessKey(key[0], key[1]); ok {
			t.Errorf("%s is %+v", key[0], a)
		}
	}
	l.do(Skip)
	if a, ok := l.GuessKey("Digit1", "1"); ok {
		t.Errorf("with nothing asked, 1 is %+v", a)
	}
}

// BenchmarkCompare is a change while a run is pinned, and working out whose fate differs.
func BenchmarkCompare(b *testing.B) {
	l := pinnedBroken()
	values := [...]string{"subscribe", "resend"}
	for i := 0; b.Loop(); i++ {
		l.setKey("drop", values[i%2])
		l.Work(untilDone)
	}
}
