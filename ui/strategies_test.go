package ui

import (
	"slices"
	"strings"
	"testing"

	"a2alab/missions"
	"a2alab/render"
	"a2alab/strategy"
)

const everyFailure = "m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h"

// mapped is a lab that shows the finished map of a setting.
func mapped(t *testing.T, text string) *Lab {
	t.Helper()
	l := opened(text)
	l.do(Skip, Map)
	l.finish(t)
	return l
}

// finish works until nothing waits, as the browser does.
func (l *Lab) finish(t *testing.T) {
	t.Helper()
	for rounds := 0; l.Working(); rounds++ {
		if rounds > 1000 {
			t.Fatal("the work never ends")
		}
		l.Work(untilDone)
	}
}

// spotAt is where a point of the map is on the stage.
func (l *Lab) spotAt(point int) Action {
	x, y := l.Map().Place(point)
	return Action{X: x, Y: y}
}

// TestMap opens the map, follows it to its end, and finds the same front in picture, table and words.
func TestMap(t *testing.T) {
	l := opened(everyFailure)
	if l.Working() || l.chart.tried != nil {
		t.Fatal("settings are tried before anybody asks")
	}
	l.do(Map)
	s := shownBut(l, "days")
	if !l.Working() || s.hidden("mapwork") || s.values[[2]string{"map", "aria-pressed"}] != "true" || s.values[[2]string{"play", "disabled"}] == "" {
		t.Error("the map opens with its progress and without the run's time")
	}
	pictures := 0
	for l.Working() {
		spots := len(l.Map().Picture.Base)
		if l.Work(untilDone) {
			pictures++
		}
		if now := len(l.Map().Picture.Base); now < spots {
			t.Errorf("the picture went from %d to %d shapes", spots, now)
		}
	}
	if pictures < 4 || pictures > 12 {
		t.Errorf("the picture followed in %d steps", pictures)
	}
	s = shownBut(l, "days")
	m := l.chart.tried
	want := Grouped(len(m.Points)) + " settings tried: " + Grouped(m.ByWorst()[strategy.NoHarm]) + " do no harm; the cheapest that does none on 20 other days either costs 1.35 requests per task: Push, 6 webhook retries; reconcile every 30 min with ListTasks; resubmit lost tasks; idempotent handler."
	if said := l.Said(); said != want {
		t.Errorf("said %q, want %q", said, want)
	}
	if !s.hidden("mapwork") || s.hidden("strategybox") || !strings.HasPrefix(s.text("strategynote"), want) {
		t.Errorf("the table says %q", s.text("strategynote"))
	}
	rows := s.lists["strategyrows"]
	if len(rows) != 1+len(m.Front())+strategiesMost {
		t.Fatalf("%d rows for a front of %d", len(rows), len(m.Front()))
	}
	if !strings.HasPrefix(rows[0].Cells[1], "You are here: Push, 4 webhook retries") || rows[0].Action != "" || !strings.Contains(rows[0].Cells[6], "36 not learned") {
		t.Errorf("the first row is %v", rows[0])
	}
	for i, c := range m.Front() {
		row, p := rows[1+i], &m.Points[c.Point]
		if row.Cells[3] != Cost(p.PerTask()) || row.Cells[6] != "none" || !strings.HasSuffix(row.Cells[7], " of 20") {
			t.Errorf("row %d is %v", i, row)
		}
		a, ok := ParseAction(row.Action, "")
		if !ok {
			t.Fatalf("%q is no action", row.Action)
		}
		l.Do(a)
		if strategy.Plain(l.setting) != p.Setting {
			t.Errorf("row %d applies %s", i, l.Fragment())
		}
	}
	for _, row := range rows[1+len(m.Front()):] {
		if row.Cells[6] == "none" {
			t.Errorf("of the contrast %v does no harm", row)
		}
	}
	if l.chart.tried != m {
		t.Error("applying a point made the map anew")
	}
}

// TestMapHover: words at the pointer, a click applies, undo takes it back, and "you are here" follows.
func TestMapHover(t *testing.T) {
	l := mapped(t, "m=4")
	m := l.chart.tried
	par := m.Front()[slices.IndexFunc(m.Front(), func(c strategy.Choice) bool { return c.Par })].Point
	at := l.spotAt(par)
	l.Do(Action{Do: Point, X: at.X, Y: at.Y})
	s := shownBut(l, "days")
	for _, want := range []string{"Push; reconcile every 10 min with ListTasks; resubmit lost tasks; idempotent handler.", "1.37 requests per task; known after 31 s on average.", "20 of 20 other days; 3 stars: par.", "Click to apply."} {
		if !strings.Contains(s.text("tip"), want) {
			t.Errorf("the tip does not say %q: %q", want, s.text("tip"))
		}
	}
	before := l.Map().Picture.Over[len(l.Map().Picture.Over)-1]
	l.Do(Action{Do: Tap, X: at.X, Y: at.Y})
	if text := l.Fragment(); text != missions.All[3].Par {
		t.Errorf("the click applied %s", text)
	}
	if tip := shownBut(l, "days").text("tip"); !strings.Contains(tip, "You are here.") {
		t.Errorf("the tip says %q", tip)
	}
	if after := l.Map().Picture.Over[len(l.Map().Picture.Over)-1]; before.X == after.X {
		t.Error("“you are here” did not move")
	}
	l.do(Undo)
	if text := l.Fragment(); text != "m=4" || !l.chart.open {
		t.Errorf("undone: %s", text)
	}
	l.do(Away)
	if !shownBut(l, "days").hidden("tip") {
		t.Error("the tip stays")
	}
	l.Do(Action{Do: Tap, X: at.X, Y: at.Y}) // a finger chooses
	if l.Fragment() != "m=4" || l.chart.chosen != par || shownBut(l, "days").hidden("tip") {
		t.Error("a finger's first tap must choose and tell")
	}
	l.Do(Action{Do: Tap, X: at.X, Y: at.Y})
	if l.Fragment() != missions.All[3].Par {
		t.Error("a finger's second tap must apply")
	}
}

// TestMapKeys: along the front with the arrows, Enter applies, Escape lets go, M leads back.
func TestMapKeys(t *testing.T) {
	l := mapped(t, "m=4")
	front := l.chart.tried.Front()
	press := func(code, key string) {
		t.Helper()
		a, ok := KeyAction(code, key, false)
		if !ok {
			t.Fatalf("%s does nothing", key)
		}
		l.Do(a)
	}
	for i, c := range front {
		press("", "ArrowRight")
		if l.chart.chosen != c.Point || !strings.Contains(shownBut(l, "days").text("stagewords"), Cost(l.chart.tried.Points[c.Point].PerTask())) {
			t.Fatalf("step %d chooses point %d: %s", i, l.chart.chosen, shownBut(l, "days").text("stagewords"))
		}
	}
	press("", "ArrowRight")
	press("", "ArrowUp")
	if l.chart.chosen != front[len(front)-2].Point {
		t.Error("up must be cheaper")
	}
	press("", "Home")
	if l.chart.chosen != front[0].Point {
		t.Error("Home must be the cheapest")
	}
	press("", "End")
	if l.chart.chosen != front[len(front)-1].Point {
		t.Error("End must be the dearest")
	}
	now := l.now
	press("Space", " ")
	if l.Playing() || l.now != now {
		t.Error("the run plays behind the map")
	}
	press("Enter", "Enter")
	if l.Fragment() != "m=4&hears=stream" {
		t.Errorf("Enter applied %s", l.Fragment())
	}
	press("", "Escape")
	if l.chart.chosen != render.None {
		t.Error("Escape must let go")
	}
	press("KeyM", "m")
	if l.chart.open || l.Scene() != &l.picture {
		t.Error("M must lead back to the timeline")
	}
	press("", "ArrowRight")
	if l.now == now {
		t.Error("on the timeline the arrow must move the time")
	}
}

// TestMapYields: what leads to an instant or to a task leads to the timeline.
func TestMapYields(t *testing.T) {
	l := mapped(t, "m=2")
	for _, a := range []Action{{Do: Ask, N: int(missions.Learning)}, {Do: Select, N: 3}, {Do: Moment, At: 5000}} {
		l.chart.open = true
		l.Do(a)
		if l.chart.open {
			t.Errorf("%v leaves the map on the stage", a)
		}
	}
}

// TestMapFollows: a key of the map moves "you are here" only; any other makes the map anew, or lets it go where it is not in sight.
func TestMapFollows(t *testing.T) {
	l := mapped(t, everyFailure)
	m := l.chart.tried
	l.setKey("retries", "8")
	if l.chart.tried != m || l.Working() {
		t.Error("a key of the map made it anew")
	}
	l.setKey("flaps", "20m")
	if l.chart.tried.Tried() != 0 || !l.Working() || !l.chart.open {
		t.Error("another failure must make the map anew")
	}
	l.finish(t)
	l.do(Map)
	l.setKey("flaps", "8m")
	if l.chart.tried != nil || l.Working() {
		t.Error("a map that nobody sees must go")
	}
	if s := shownBut(l, "days"); !s.hidden("strategybox") || s.hidden("strategytry") {
		t.Error("the table must offer to try again")
	}
	l.do(TryAll)
	l.finish(t)
	if s := shownBut(l, "days"); s.hidden("strategybox") || l.chart.open {
		t.Error("the table must stand without the map on the stage")
	}
	l.do(Map)
	l.Do(Action{Do: Begin, Name: "2"})
	if l.chart.open || !l.asking {
		t.Error("a mission begins with its question and the timeline")
	}
	l.do(Map)
	if l.chart.open || l.Working() {
		t.Error("before the answer there is no map")
	}
}

// TestMapCancel: Cancel stops the work, and the button goes on with it.
func TestMapCancel(t *testing.T) {
	l := opened(everyFailure)
	l.do(Map)
	l.Work(func() bool { return l.chart.tried.Tried() == 100 })
	l.do(TryNoMore)
	s := shownBut(l, "days")
	if l.Working() || s.hidden("mapgo") || !s.hidden("mapcancel") || s.text("mapcount") != "100 of 2,907 settings tried; stopped" {
		t.Errorf("after Cancel: %q", s.text("mapcount"))
	}
	l.do(TryAll)
	if !l.Working() || l.chart.tried.Tried() != 100 {
		t.Error("Go on must go on from there")
	}
	l.finish(t)
	if !l.chart.tried.Done() {
		t.Error("the map is not done")
	}
}

// TestStrategyWords: settings and differences in words.
func TestStrategyWords(t *testing.T) {
	for _, c := range []struct{ text, words, name string }{
		{"m=sandbox", "Push; no reconciliation", "Push"},
		{"m=sandbox&hears=block&blocktimeout=5m&repeats=1", "Block for 5 min, 1 repeat; no reconciliation", "Block 5 min"},
		{"m=sandbox&hears=block&blocktimeout=1h", "Block for 1 h; no reconciliation", "Block 1 h"},
		{"m=sandbox&hears=poll&poll=2m&reconcile=10m", "Poll every 2 min; reconcile every 10 min with GetTask", "Poll 2 min, GetTask 10 min"},
		{"m=sandbox&hears=stream&drop=resend", "Stream; no reconciliation", "Stream"},
		{"m=1", "Stream, re-send after a drop; no reconciliation", "Stream, re-send"},
		{"m=2&retries=0", "Push, no webhook retry; no reconciliation", "Push"},
		{everyFailure + "&lost=escalate&idempotent=on", "Push, 4 webhook retries; no reconciliation; hand lost tasks to a person; idempotent handler", "Push"},
	} {
		s, _ := missions.Parse(c.text)
		if words := StrategyWords(s); words != c.words {
			t.Errorf("%s is %q", c.text, words)
		}
		if name := StrategyName(s); name != c.name {
			t.Errorf("%s is named %q", c.text, name)
		}
	}
	q, _ := missions.Parse("m=4&hears=push&reconcile=5m")
	p, _ := missions.Parse("m=4&hears=stream&reconcile=10m&idempotent=on")
	if d := StrategyDifference(q, p); d != "Hears by: Stream, not Push; When a stream drops: Subscribe; Reconcile every: 10 min, not 5 min" {
		t.Errorf("the difference is %q", d)
	}
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 3412: "3,412", 1234567: "1,234,567"} {
		if got := Grouped(n); got != want {
			t.Errorf("%d is %s", n, got)
		}
	}
}

// TestWordsTellApart: no two settings of a map are described in the same words.
func TestWordsTellApart(t *testing.T) {
	texts := []string{everyFailure, "m=sandbox&outage=12m&forged=20m"}
	for _, m := range missions.All {
		texts = append(texts, "m="+m.Name)
	}
	for _, text := range texts {
		s, problems := missions.Parse(text)
		if problems != nil {
			t.Fatal(problems)
		}
		m := strategy.New(s, 0)
		for !m.Done() {
			m.Step()
		}
		said := map[string]string{}
		for i := range m.Points {
			p := m.Points[i].Setting
			words := StrategyWords(p)
			if other := said[words]; other != "" {
				t.Fatalf("%s and %s are both %q", missions.Text(p), other, words)
			}
			said[words] = missions.Text(p)
		}
	}
}

// TestMapGivesWay: what leads to the timeline shows it, and what moves the timeline's window does nothing while the map is there.
func TestMapGivesWay(t *testing.T) {
	for _, c := range []struct {
		action Action
		open   bool
	}{
		{Action{Do: Wire}, false}, {Action{Do: PinStart}, false}, {Action{Do: Select, N: 3}, false},
		{Action{Do: PanBy, N: 1}, true}, {Action{Do: ZoomMiddle, N: 1}, true}, {Action{Do: FoldIdle}, true}, {Action{Do: ZoomIn}, true},
	} {
		l := opened("m=2&retries=8")
		l.Do(Action{Do: Skip})
		l.Do(Action{Do: Select, N: 146})
		l.do(ZoomIn, Map)
		from, to, fold := l.from, l.to, l.fold.on
		l.Do(c.action)
		if l.chart.open != c.open || c.open && (l.from != from || l.to != to || l.fold.on != fold) {
			t.Errorf("%s: the map is shown: %v; the window went from %v–%v to %v–%v", c.action.Do, l.chart.open, from, to, l.from, l.to)
		}
	}
}
