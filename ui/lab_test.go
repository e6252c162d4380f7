package ui

import (
	"slices"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
	"a2alab/wire"
)

// opened is a lab on a stage of usual size that shows a setting.
func opened(text string) *Lab {
	l := NewLab(Progress{}, "", false)
	l.Resize(1040, 560)
	l.Open(text)
	return l
}

// do carries out verbs without arguments.
func (l *Lab) do(verbs ...Verb) {
	for _, v := range verbs {
		l.Do(Action{Do: v})
	}
}

// settle works out all that waits.
func (l *Lab) settle() {
	for l.Working() {
		l.Work(untilDone)
	}
}

func (l *Lab) setKey(key, value string) { l.Do(Action{Do: Set, Name: key, Value: value}) }

// screen is a Sink that keeps what the page would show.
type screen struct {
	values map[[2]string]string
	lists  map[string][]ListRow
	twice  []string // properties that got two values in one go: the page would flicker between them
}

func (s *screen) Set(id, property, value string) {
	key := [2]string{id, property}
	if was, ok := s.values[key]; ok && was != value {
		s.twice = append(s.twice, id+"."+property)
	}
	s.values[key] = value
}
func (s *screen) List(id string, rows []ListRow) { s.lists[id] = rows }
func (s *screen) Open(string) bool               { return true }
func (s *screen) text(id string) string          { return s.values[[2]string{id, "text"}] }
func (s *screen) hidden(id string) bool          { return s.values[[2]string{id, "hidden"}] != "" }

func shown(l *Lab) *screen {
	s := &screen{values: map[[2]string]string{}, lists: map[string][]ListRow{}}
	l.Show(s)
	if s.twice != nil {
		panic("shown with two values at once: " + strings.Join(s.twice, ", "))
	}
	return s
}

// TestPrediction: a mission begins with a question; what is to come stays hidden until it is answered or skipped.
func TestPrediction(t *testing.T) {
	l := opened("")
	s := shown(l)
	if s.hidden("predict") || !s.hidden("goals") || s.text("score-duplicates") != "?" || l.Playing() || len(s.lists["rows"]) != 0 {
		t.Error("before the answer the page must ask, and tell nothing")
	}
	if !l.Picture().View().Veiled {
		t.Error("before the answer the picture must be veiled")
	}
	l.Do(Action{Do: Seek, At: engine.Hour})
	l.do(Step, Play)
	if l.now != 0 || l.Playing() {
		t.Error("before the answer the time must stand still")
	}
	l.Do(Action{Do: Guess, N: 3})
	s = shown(l)
	if !s.hidden("predict") || s.hidden("goals") || s.text("score-duplicates") != "713" || !l.Playing() {
		t.Errorf("after the answer the mission must play: %q duplicates", s.text("score-duplicates"))
	}
	if want := "You said: about 700. Right: it was 713 duplicate tasks."; s.text("outcome") != want {
		t.Errorf("outcome %q, want %q", s.text("outcome"), want)
	}
	l.do(Reset)
	l.Open("m=2")
	l.Open("m=1")
	if shown(l).hidden("predict") == false {
		t.Error("a question that was answered must not be asked again")
	}
}

// TestChangeIsASkip: whoever changes a control before answering has begun to play.
func TestChangeIsASkip(t *testing.T) {
	l := opened("m=1")
	l.setKey("drop", "subscribe")
	if s := shown(l); !s.hidden("predict") || s.text("score-duplicates") != "0" {
		t.Error("a change must close the question and show its result")
	}
}

// TestControls: a control changes the run at once; a locked one, a wrong value and an unknown key do not.
func TestControls(t *testing.T) {
	l := opened("m=1")
	l.do(Skip)
	l.Do(Action{Do: Seek, At: 50 * engine.Minute})
	l.setKey("drop", "subscribe")
	if l.trace.Report.Duplicates != 0 || l.now != 50*engine.Minute {
		t.Errorf("%d duplicates, head at %v", l.trace.Report.Duplicates, l.now)
	}
	if l.Said() != "Outcomes learned 240, was 226; Never learned 0, was 14; Duplicates 0, was 713; Requests per task 2.35, was 4.19." {
		t.Error("the change must be told in one sentence")
	}
	before := l.setting
	for _, c := range [][2]string{{"flaps", "off"}, {"day", "7"}, {"drop", "nonsense"}, {"reconcile", "1s"}, {"reconcile", "NaN"}, {"nonsense", "1"}} {
		l.setKey(c[0], c[1])
		if l.setting != before {
			t.Fatalf("%s=%s changed the setting", c[0], c[1])
		}
	}
}

// TestFolded: the panel shows what has an effect, what is locked, and the failures of the mission alone; Reset is for what was changed.
func TestFolded(t *testing.T) {
	l := opened("m=1")
	l.do(Skip)
	check := func(state string, want map[[2]string]bool) {
		t.Helper()
		s := shown(l)
		for id, set := range want {
			if (s.values[id] != "") != set {
				t.Errorf("%s: %s of %s is %q", state, id[1], id[0], s.values[id])
			}
		}
	}
	check("mission 1", map[[2]string]bool{
		{"row-drop", "hidden"}: false, {"row-drop", "data-locked"}: false, {"key-drop", "disabled"}: false,
		{"row-flaps", "hidden"}: false, {"row-flaps", "data-locked"}: true, {"key-flaps", "disabled"}: true, {"key-hears-push", "disabled"}: true,
		{"row-outage", "hidden"}: true, {"row-retries", "hidden"}: true, {"row-by", "hidden"}: true, {"row-dedupe", "hidden"}: false,
		{"group-0", "data-locked"}: false, {"group-1", "data-locked"}: true, {"group-2", "data-locked"}: true, {"group-3", "hidden"}: true,
		{"reset", "disabled"}: true, {"undo", "disabled"}: true, {"redo", "disabled"}: true, {"settext", "hidden"}: true,
	})
	l.setKey("reconcile", "10m")
	check("with reconciliation", map[[2]string]bool{{"row-by", "hidden"}: false, {"key-by", "disabled"}: true, {"reset", "disabled"}: false, {"undo", "disabled"}: false})
	l.do(Undo)
	check("undone", map[[2]string]bool{{"reset", "disabled"}: true, {"undo", "disabled"}: true, {"redo", "disabled"}: false})
	l.Open("m=sandbox")
	check("the sandbox", map[[2]string]bool{{"row-outage", "hidden"}: false, {"key-outage", "disabled"}: false, {"group-2", "data-locked"}: false,
		{"group-3", "hidden"}: false, {"reset", "disabled"}: true, {"free", "hidden"}: true, {"settext", "hidden"}: false})
}

// TestUndo walks back and forth, across missions too.
func TestUndo(t *testing.T) {
	l := opened("m=1")
	l.do(Skip)
	l.setKey("drop", "subscribe")
	l.setKey("reconcile", "10m")
	l.Do(Action{Do: Begin, Name: "2"})
	l.do(Undo)
	if l.Fragment() != "m=1&drop=subscribe&reconcile=10m" {
		t.Errorf("after one undo: %s", l.Fragment())
	}
	l.do(Undo, Undo)
	if l.Fragment() != "m=1" {
		t.Errorf("after three: %s", l.Fragment())
	}
	l.do(Undo, Undo)
	l.do(Redo, Redo)
	if l.Fragment() != "m=1&drop=subscribe&reconcile=10m" {
		t.Errorf("after two redos: %s", l.Fragment())
	}
	l.do(Reset)
	if l.Fragment() != "m=1" {
		t.Errorf("after a reset: %s", l.Fragment())
	}
	l.do(Undo)
	if l.Fragment() != "m=1&drop=subscribe&reconcile=10m" {
		t.Errorf("a reset cannot be undone: %s", l.Fragment())
	}
}

// TestSandbox: the sandbox starts from the mission's setting and locks nothing.
func TestSandbox(t *testing.T) {
	l := opened("m=3")
	l.do(Skip, Free)
	if l.mission != nil || l.trace.Report.Unknown == 0 {
		t.Error("the sandbox must keep the setting")
	}
	l.setKey("restart", "off")
	if l.trace.Report.Unknown != 0 || !strings.HasPrefix(l.Fragment(), "m=sandbox") {
		t.Errorf("%d unknown at %s", l.trace.Report.Unknown, l.Fragment())
	}
	l.Do(Action{Do: SetText, Value: "m=sandbox&items=16&hears=poll&poll=7s"})
	if len(l.trace.Items) != 16 || len(l.shown) != 16 || l.setting.Poll != 7*engine.Second {
		t.Error("the setting's text must be read whole")
	}
	s := shown(l)
	if s.values[[2]string{"key-poll", "value"}] != "7s" || s.hidden("odd-poll") {
		t.Error("a value that the menu does not offer must be shown all the same")
	}
}

// TestStars: goals that hold on the day seen are proved on the others, and the best result is kept.
func TestStars(t *testing.T) {
	for _, m := range missions.All {
		l := opened("m=" + m.Name)
		l.do(Skip)
		if l.unproven() {
			t.Errorf("mission %s: nothing to prove at the start", m.Name)
		}
		s, _ := missions.Parse(m.Reference)
		for i := range engine.Keys {
			k := &engine.Keys[i]
			if k.Value(&s) != k.Value(&m.Start) {
				l.setKey(k.Name, k.Format(k.Value(&s)))
			}
		}
		if !l.unproven() {
			t.Fatalf("mission %s: the reference must be worth a proof", m.Name)
		}
		l.settle()
		if best := l.progress.Best(m.Name); best.Stars != missions.Stars || best.Setting != m.Reference {
			t.Errorf("mission %s: %+v", m.Name, best)
		}
		if _, changed := l.Unsaved(); !changed {
			t.Errorf("mission %s: the stars must be saved", m.Name)
		}
		page := shown(l)
		if page.text("proof") != "★★★ Held on 20 of 20 other days." || page.values[[2]string{"proofrow", "data-tone"}] != "good" || page.hidden("debriefbutton") || page.text("stars-"+m.Name) != "★★★" {
			t.Errorf("mission %s: %q", m.Name, page.text("proof"))
		}
		if len(page.lists["debriefchanges"]) == 0 || page.text("principle") == "" || !strings.HasPrefix(page.text("par"), "Par is") {
			t.Errorf("mission %s: the debrief is empty", m.Name)
		}
		l.do(Reset)
		l.settle()
		if l.progress.Best(m.Name).Stars != missions.Stars {
			t.Errorf("mission %s: stars were taken away", m.Name)
		}
	}
}

// TestNotEveryDay: what holds on the practice day alone gives no star, and the page says why.
func TestNotEveryDay(t *testing.T) {
	for text, want := range map[string]string{
		"m=2&reconcile=20m&retries=8":                    "★☆☆ Held on 20 of 20 other days. Today is not every day: “No input request is missed.” fails on 6 of 21 days.",
		"m=4&hears=block&repeats=0&reconcile=1m&by=list": "Today is not every day: “Every outcome is learned.” fails on 17 of 21 days.",
		"m=4&hears=stream&reconcile=1m&by=list":          "★☆☆ Held on 20 of 20 other days. Today is not every day: “At most 3 requests per task.” — on average over 21 days it is 3.13.",
	} {
		l := opened(text)
		l.do(Skip)
		if practice := l.practice; practice < 2 {
			t.Errorf("%s: %d stars on the day seen", text, practice)
		}
		if l.settle(); l.proof() != want {
			t.Errorf("%s: the page says\n%s, want\n%s", text, l.proof(), want)
		}
	}
}

// TestTime: play, pause, step, seek, and an absence that counts as one frame.
func TestTime(t *testing.T) {
	l := opened("m=2")
	l.do(Skip)
	l.Tick(16)
	if l.now != 16*600 {
		t.Errorf("after a frame of 16 ms at 600×: %d ms", l.now)
	}
	l.Tick(60_000)
	if l.now != (16+frameMost)*600 {
		t.Errorf("a minute's absence must count as one frame, not %v", l.now-16*600)
	}
	l.Hide()
	if l.Playing() || shown(l).text("pause") == "" {
		t.Error("a hidden tab must pause and say so")
	}
	l.do(Play)
	if !l.Playing() || shown(l).text("pause") != "" {
		t.Error("play must go on")
	}
	l.do(Step)
	at := l.now
	if l.Playing() || at <= (16+frameMost)*600 {
		t.Error("a step must pause and move on")
	}
	l.do(Step, StepBack)
	if l.now != at {
		t.Errorf("on and back: %v, want %v", l.now, at)
	}
	found := false
	for _, item := range l.shown {
		for _, e := range l.trace.EventsOf(item) {
			found = found || e.At == at
		}
	}
	if !found {
		t.Error("a step must end at an event")
	}
	l.Do(Action{Do: Seek, At: 99 * engine.Hour})
	if l.now != l.setting.End {
		t.Error("time must end with the run")
	}
	l.do(Play)
	if l.now != 0 || !l.Playing() {
		t.Error("play at the end must begin anew")
	}
}

// TestCalm: with reduced motion nothing plays by itself, and playing steps.
func TestCalm(t *testing.T) {
	l := NewLab(Progress{}, "", true)
	l.Resize(1040, 560)
	l.Open("m=1")
	l.do(Skip)
	if l.Playing() || l.now != l.setting.End {
		t.Error("with reduced motion a mission must not play by itself")
	}
	l.do(Play)
	l.Tick(16)
	first := l.now
	l.Tick(16)
	if first != calmStep || l.now != first {
		t.Errorf("steps to %v and %v, want %v at once and no more for a while", first, l.now, calmStep)
	}
}

// TestWindow: zooming keeps the instant under the pointer, panning keeps the width, and the run's ends hold.
func TestWindow(t *testing.T) {
	l := opened("m=2&reconcile=5m")
	l.do(Skip)
	const x = 700
	at := l.Picture().At(x, 100).Time
	for range 4 {
		l.Do(Action{Do: ZoomAt, N: 1, X: x, Y: 100})
	}
	if moved := l.Picture().At(x, 100).Time - at; moved > 10*engine.Second || moved < -10*engine.Second {
		t.Errorf("the instant under the pointer moved by %v", moved)
	}
	if v := l.Picture().View(); v.From != l.from || v.To != l.to || v.To-v.From >= l.setting.End/4 {
		t.Errorf("four notches closer the picture shows %v to %v", v.From, v.To)
	}
	width := l.to - l.from
	l.Do(Action{Do: Pan, X: -200})
	if l.to-l.from != width || l.from <= 0 {
		t.Errorf("panning changed the width from %v to %v", width, l.to-l.from)
	}
	for range 100 {
		l.Do(Action{Do: Pan, X: -500})
	}
	if l.to != l.setting.End {
		t.Errorf("the window ends at %v", l.to)
	}
	for range 100 {
		l.do(ZoomIn)
	}
	if l.to-l.from != windowMin {
		t.Errorf("the narrowest window is %v", l.to-l.from)
	}
	for range 100 {
		l.do(ZoomOut)
	}
	if l.from != 0 || l.to != 0 {
		t.Error("zooming out must end with the whole run")
	}
}

// TestSelection: keys walk the rows, the story and the table follow.
func TestSelection(t *testing.T) {
	l := opened("m=4&hears=push")
	l.do(Skip)
	for range 40 {
		l.do(Next)
	}
	if top := l.Picture().View().First; top != 0 {
		t.Errorf("sixteen rows fit, and yet the first shown is %d", top)
	}
	if l.selected != l.shown[15] {
		t.Errorf("the last row is %d, selected is %d", l.shown[15], l.selected)
	}
	for range 40 {
		l.do(Previous)
	}
	if l.selected != l.shown[0] {
		t.Errorf("the first row is %d, selected is %d", l.shown[0], l.selected)
	}
	s := shown(l)
	if s.hidden("inspector") || len(s.lists["story"]) == 0 || !strings.Contains(l.SelectedStory(), wire.TaskID(l.setting.Day, l.selected, 0)) {
		t.Error("the story of a selected row must be told, with its task's ID")
	}
	if s.lists["rows"][0].Tone == "" {
		t.Error("the table must show the same selection")
	}
	x, y, w, h, ok := l.Picture().ItemBox(l.shown[5])
	if !ok {
		t.Fatal("row 5 is not shown")
	}
	l.Do(Action{Do: Tap, X: x + w/2, Y: y + h/2})
	if l.selected != l.shown[5] {
		t.Error("a tap must select the row under it")
	}
	l.do(LetGo)
	if !shown(l).hidden("inspector") {
		t.Error("letting go must close the story")
	}
}

// TestTooLarge: a setting that cannot be run says so; what stood there stays.
func TestTooLarge(t *testing.T) {
	l := opened("m=sandbox")
	before := l.trace.Report.TotalRequests()
	l.Do(Action{Do: SetText, Value: "m=sandbox&items=2000&hears=poll&poll=1s&shortest=1h"})
	s := shown(l)
	if l.trace.Report.TotalRequests() != before || s.hidden("noticebox") || !strings.Contains(s.lists["notices"][0].Cells[0], "too many events") {
		t.Errorf("notices %v", s.lists["notices"])
	}
	l.do(Undo)
	if !shown(l).hidden("noticebox") {
		t.Error("the notice must go with its cause")
	}
	first := opened("m=sandbox&items=2000&hears=poll&poll=1s&span=24h&end=48h&median=12h&longest=12h")
	first.do(ZoomIn, Next, Play, Step, StepBack, Dense, ZoomOut)
	if s := shown(first); s.text("score-learned") != "240" || s.hidden("noticebox") {
		t.Error("a link that cannot be shown must leave something to look at, and say so")
	}
	later := opened("m=1")
	later.Open("m=sandbox&items=2000&hears=poll&poll=1s&end=48h&shortest=1h")
	if s := shown(later); s.text("now") != "3:30:00" || s.text("end") != "3:30:00" {
		t.Errorf("beside a setting that cannot be shown the head is at %s of %s", s.text("now"), s.text("end"))
	}
}

// TestShorterRun: what was looked at beyond the new end of a run, in time or in rows, gives way to what there is.
func TestShorterRun(t *testing.T) {
	l := opened("m=sandbox&end=12h&items=2000")
	l.do(Dense, ZoomIn, ZoomIn)
	for range 40 {
		l.Do(Action{Do: Pan, X: -500})
		l.do(RowsDown)
	}
	l.setKey("end", "3h")
	if l.from < 0 || l.to > 3*engine.Hour || l.to < 0 {
		t.Errorf("of three hours the picture shows those from %v to %v", l.from, l.to)
	}
	l.setKey("items", "1000")
	was := l.Picture().View().First
	l.do(RowsUp)
	if first := l.Picture().View().First; first >= was {
		t.Errorf("from row %d, the rows above begin at %d", was, first)
	}
}

// TestWasted: work that was wasted for less than an hour is not none.
func TestWasted(t *testing.T) {
	for length, want := range map[engine.Time]string{0: "", 900: "900 ms", 59_900: "59 s", 40*engine.Minute + 59_000: "40 min", 90 * engine.Minute: "1 h"} {
		score := &Scores[slices.IndexFunc(Scores, func(s Score) bool { return s.ID == "duplicates" })]
		note := score.Note(&engine.Report{Wasted: length})
		if strings.TrimSuffix(note, " of work wasted") != want {
			t.Errorf("%v of work: %q", length, note)
		}
	}
}

// TestProblems: what is wrong in a link stands on the page, once for each key.
func TestProblems(t *testing.T) {
	l := opened("#m=2&retries=NaN&drop=resend&x=<script>alert(1)</script>&reconcile=10m")
	s := shown(l)
	if n := len(s.lists["notices"]); n != 3 || s.hidden("noticebox") {
		t.Errorf("%d notices: %v", n, s.lists["notices"])
	}
	if l.Fragment() != "m=2&reconcile=10m" {
		t.Errorf("what was right must be kept: %s", l.Fragment())
	}
	l.do(Dismiss)
	if !shown(l).hidden("noticebox") {
		t.Error("notices can be put away")
	}
}

// TestAllTasks: the scoreboard speaks of all tasks whatever is shown, and the table can have them all. That its columns add up to the
// report is TestTableAddsUp's to see.
func TestAllTasks(t *testing.T) {
	l := opened("m=4")
	l.do(Skip, Dense)
	for _, rows := range []int{240, 16} {
		s := shown(l)
		if s.text("score-learned") != "240" || s.text("score-requests") != "39.77" || len(s.lists["rows"]) != rows {
			t.Errorf("learned %s, requests %s, %d rows, want %d", s.text("score-learned"), s.text("score-requests"), len(s.lists["rows"]), rows)
		}
		l.do(Dense)
	}
}

// TestKeys: each key that Help names does something, and no other is taken from the browser.
func TestKeys(t *testing.T) {
	for _, c := range []struct {
		code, key string
		want      Verb
	}{
		{"ArrowUp", "ArrowUp", Previous}, {"ArrowDown", "ArrowDown", Next}, {"ArrowLeft", "ArrowLeft", Nudge}, {"ArrowRight", "ArrowRight", Nudge},
		{"KeyA", "a", Nudge}, {"KeyA", "q", Nudge}, {"KeyD", "d", Nudge}, {"KeyW", "w", ZoomIn}, {"KeyS", "s", ZoomOut}, {"Equal", "+", ZoomIn}, {"NumpadSubtract", "-", ZoomOut},
		{"Space", " ", Play}, {"Comma", ",", StepBack}, {"Period", ".", Step}, {"Home", "Home", Seek}, {"End", "End", Seek}, {"Escape", "Escape", LetGo}, {"Digit0", "0", ZoomAll}, {"KeyN", "n", NextHarm}, {"KeyN", "N", LastHarm},
		{"KeyM", "m", Map}, {"Enter", "Enter", AdoptThis},
	} {
		if a, ok := KeyAction(c.code, c.key, c.key != strings.ToLower(c.key)); !ok || a.Do != c.want {
			t.Errorf("%s (%q) is %v, want %v", c.code, c.key, a.Do, c.want)
		}
	}
	for _, key := range []string{"Tab", "F5", "PageDown", "PageUp", "r", "Shift"} {
		if a, ok := KeyAction("", key, false); ok {
			t.Errorf("%s must be left to the browser, not %v", key, a.Do)
		}
	}
}

// TestPointer: the words at the pointer are those of what lies under it, and go with a change.
func TestPointer(t *testing.T) {
	l := opened("m=1&reconcile=10m")
	l.do(Skip)
	var dot render.Shape
	for _, s := range l.Picture().Base {
		if s.Mark == render.Dot {
			dot = s
		}
	}
	l.Do(Action{Do: Point, X: dot.X + dot.W/2, Y: dot.Y + dot.H/2})
	if s := shown(l); s.hidden("tip") || !strings.Contains(s.text("tip"), "learned the outcome") {
		t.Errorf("at a dot the page says %q", s.text("tip"))
	}
	l.Do(Action{Do: SetText, Value: "m=sandbox&items=1"})
	shown(l) // the former item is gone: nothing of it may be asked for
	l.do(Away)
	if !shown(l).hidden("tip") {
		t.Error("the words must go with the pointer")
	}
}

// TestRowsMove: where not all rows fit, buttons bring the others.
func TestRowsMove(t *testing.T) {
	l := opened("m=sandbox&items=2000")
	l.do(Dense)
	fit, all := l.Picture().Fit()
	if s := shown(l); s.hidden("rows-move") || fit >= all {
		t.Fatalf("%d of %d rows fit", fit, all)
	}
	l.do(RowsUp)
	if l.top != 0 {
		t.Error("above the first row there is none")
	}
	for range all {
		l.do(RowsDown)
	}
	if l.top+fit != all {
		t.Errorf("the last rows shown begin at %d", l.top)
	}
	if s := shown(l); len(s.lists["rows"]) != tableMost || s.hidden("tablenote") {
		t.Errorf("%d table rows", len(s.lists["rows"]))
	}
}

// TestSameMission: opening what is open changes nothing, and costs no undo step.
func TestSameMission(t *testing.T) {
	l := opened("m=1")
	l.do(Skip)
	l.setKey("drop", "subscribe")
	l.Do(Action{Do: Begin, Name: "1"})
	l.do(Undo)
	if l.Fragment() != "m=1&drop=subscribe" {
		t.Errorf("after an undo: %s", l.Fragment())
	}
	for range 3 {
		l.Open("m=1&drop=subscribe")
	}
	l.do(Undo)
	if l.Fragment() != "m=1" {
		t.Errorf("after another: %s", l.Fragment())
	}
}
