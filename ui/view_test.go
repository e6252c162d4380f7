package ui

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/metrics"
	"a2alab/render"
)

// TestShowHead: while it plays, what is shown of the play head alone leaves the page as if all of it had been shown.
func TestShowHead(t *testing.T) {
	l := opened("m=4&hears=push")
	l.do(Skip, Metrics, ZoomIn, ZoomIn)
	l.Do(Action{Do: Select, N: l.shown[3]})
	l.Do(Action{Do: Seek, At: 20 * engine.Minute})
	l.do(Play)
	page := shown(l)
	for range 200 {
		l.Tick(90)
		page.twice = nil
		l.ShowHead(page)
		whole := shown(l)
		for key, want := range whole.values {
			if page.values[key] != want {
				t.Fatalf("at %v: %v is %q, want %q", l.now, key, page.values[key], want)
			}
		}
		if !reflect.DeepEqual(page.lists, whole.lists) {
			t.Fatalf("at %v the lists differ", l.now)
		}
	}
	if !l.playing || l.now < engine.Hour {
		t.Errorf("it played to %v only", l.now)
	}
}

// TestFolding: the button says what is folded; a change of rows, of the selection and of the setting folds anew; before the question is
// answered nothing is.
func TestFolding(t *testing.T) {
	l := opened("m=3")
	l.do(FoldIdle)
	if s := shown(l); !l.asking || l.breaks() != nil || s.values[[2]string{"fold", "disabled"}] == "" {
		t.Error("folds before the question is answered tell what is to come")
	}
	l.do(Skip)
	l.setKey("reconcile", "30m")
	l.setKey("lost", "resubmit")
	n, length := l.Picture().Folded()
	if s := shown(l); n != 1 || s.text("foldword") != "Fold idle: "+rough(length) || s.values[[2]string{"fold", "aria-pressed"}] != "true" {
		t.Errorf("%d breaks of %v; the button says %q", n, length, s.text("foldword"))
	}
	l.Do(Action{Do: Select, N: l.shown[0]})
	if m, longer := l.Picture().Folded(); longer <= length {
		t.Errorf("around one task %d breaks of %v are folded, around all %v", m, longer, length)
	}
	l.do(LetGo)
	if _, again := l.Picture().Folded(); again != length {
		t.Errorf("let go, %v is folded, want %v", again, length)
	}
	l.do(Dense)
	all, tail := l.breaks(), engine.Time(0)
	for _, f := range all {
		tail += f.To - f.From
	}
	if tail >= length || tail == 0 {
		t.Errorf("of all tasks %v is idle, of sixteen %v", tail, length)
	}
	l.do(Dense)
	l.setKey("lost", "wait") // losses are never noticed: the client waits to the end
	if s := shown(l); s.text("foldword") != "Fold idle: nothing idle" {
		t.Errorf("where a client waits in vain the button says %q", s.text("foldword"))
	}
	l.do(FoldIdle)
	if m, _ := l.Picture().Folded(); m != 0 {
		t.Error("unfolded, there are breaks")
	}
}

// TestWindowFolded: with and without folds, after any gestures the window lies in the run, is no narrower than its least, and zooming
// keeps the instant under the pointer in place, as far as the width of a break allows.
func TestWindowFolded(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	l := opened("m=sandbox&items=6&hears=stream")
	for _, fold := range []bool{false, true} {
		if fold {
			l.do(FoldIdle)
		}
		for range 2000 {
			x := l.picture.X(0) + rng.Float32()*700
			switch rng.IntN(8) {
			case 0:
				at := l.Picture().At(x, 0).Time
				before := l.picture.X(at)
				wasFrom, wasTo := l.span()
				l.Do(Action{Do: ZoomAt, N: 1 - 2*rng.IntN(2), X: x})
				from, to := l.span()
				inside := from > 0 && to < l.trace.Setting.End && !slices.ContainsFunc(l.breaks(), func(f render.Stretch) bool { return at >= f.From && at <= f.To })
				if p := l.Picture(); inside && (p.X(at)-before > 130 || before-p.X(at) > 130) {
					t.Fatalf("%v moved from %v to %v; the window from %v–%v to %v–%v, folds %v", at, before, p.X(at), wasFrom, wasTo, from, to, l.breaks())
				}
			case 1:
				l.Do(Action{Do: Pan, X: rng.Float32()*400 - 200})
			case 2:
				l.Do(Action{Do: PanBy, N: rng.IntN(41) - 20})
			case 3:
				g := l.TakeWindow(rng.Float32()*500, 500)
				l.Do(l.DragWindow(g, rng.Float32()*800-400, 500))
			case 4:
				l.Do(Action{Do: ZoomMiddle, N: rng.IntN(5) - 2})
			case 5:
				l.Do(Action{Do: Seek, At: engine.Time(rng.Int64N(int64(l.trace.Setting.End)))})
			case 6:
				l.Do(Action{Do: Select, N: rng.IntN(6)})
			case 7:
				l.do(LetGo)
			}
			if l.from < 0 || l.to > l.trace.Setting.End || l.to != 0 && l.to-l.from < windowMin || l.to == 0 && l.from != 0 {
				t.Fatalf("fold %v: the window is %v to %v", fold, l.from, l.to)
			}
		}
	}
}

// TestGrips: the ends can be taken however narrow the window is, and the press beside it brings it there.
func TestGrips(t *testing.T) {
	l := opened("m=sandbox")
	end := l.trace.Setting.End
	const width = 420
	if g := l.GripAt(1, width); g != GripFrom {
		t.Errorf("of the whole run the left edge is grip %d", g)
	}
	if g := l.GripAt(width-1, width); g != GripTo {
		t.Errorf("of the whole run the right edge is grip %d", g)
	}
	for _, window := range []engine.Time{engine.Minute, 10 * engine.Minute, engine.Hour} {
		l.from, l.to, l.laid = end/2-window/2, end/2+window/2, false
		seen := map[Grip]int{}
		last := GripNone
		var order []Grip
		for x := range width {
			g := l.GripAt(float32(x), width)
			if seen[g]++; g != last || len(order) == 0 {
				order, last = append(order, g), g
			}
		}
		if !slices.Equal(order, []Grip{GripNone, GripFrom, GripBody, GripTo, GripNone}) || seen[GripFrom] < 23 || seen[GripBody] < 23 || seen[GripTo] < 23 {
			t.Errorf("of a window of %v, from left to right: %v, each as wide as %v", window, order, seen)
		}
		g := l.TakeWindow(0, width)
		if from, to := l.span(); g != GripBody || from != 0 || to-from != window {
			t.Errorf("a press at the beginning: grip %d, window %v to %v", g, from, to)
		}
		l.Do(l.DragWindow(g, width, width)) // far beyond, and back
		l.Do(l.DragWindow(g, 0, width))
		if from, to := l.span(); from != 0 || to != window {
			t.Errorf("dragged away and back: %v to %v", from, to)
		}
	}
}

// TestMeter: the chart shows each metric, its colours are the legend's, and what it says at the play head is the trace's.
func TestMeter(t *testing.T) {
	l := opened("m=4")
	if s := shown(l); !s.hidden("meter") {
		t.Error("the metrics are open before anybody asked")
	}
	l.do(Metrics)
	if s := shown(l); s.hidden("meter") || s.values[[2]string{"curve-0", "d"}] != "" || !strings.HasPrefix(s.text("metricnow"), "Hidden") {
		t.Errorf("before the question is answered the chart tells what is to come: %q", s.text("metricnow"))
	}
	l.do(Skip)
	l.Do(Action{Do: Seek, At: 83*engine.Minute + 20*engine.Second})
	var run metrics.Run
	run.Of(&l.trace)
	if got, want := shown(l).text("metricnow"), "at 1:23: "+counted(run.Lines[metrics.Open][0].N[83], "open task"); got != want {
		t.Errorf("at the play head: %q, want %q", got, want)
	}
	for m := range metrics.All {
		if len(curveInks[m]) != len(metrics.All[m].Values) || len(curveInks[m]) > CurveSlots {
			t.Fatalf("%s has %d values and %d colours", metrics.All[m].Name, len(metrics.All[m].Values), len(curveInks[m]))
		}
		for v, k := range curveInks[m] {
			if k == render.Ground || slices.Contains(curveInks[m][:v], k) {
				t.Errorf("%s: the colour %v comes twice or cannot be seen", metrics.All[m].Name, k)
			}
		}
		l.Do(Action{Do: Metric, N: m})
		s := shown(l)
		for v := range metrics.All[m].Values {
			there := run.Lines[m][v].Over(metrics.Gauge, 0, run.Bins) > 0
			id := &curveIDs[v]
			if drawn := s.values[[2]string{id.curve, "d"}] != ""; drawn != there || s.hidden(id.item) == there {
				t.Errorf("%s %s: there %v, drawn %v, in the legend %v", metrics.All[m].Name, metrics.All[m].Values[v].Name, there, drawn, !s.hidden(id.item))
			}
		}
	}
	before := maps.Clone(shown(l).values)
	l.do(ZoomIn)
	l.Do(Action{Do: Metric, N: metrics.Settled})
	if after := shown(l).values; after[[2]string{"curve-0", "d"}] == before[[2]string{"curve-0", "d"}] {
		t.Error("zoomed in, the curves are the same")
	}
	l.Do(Action{Do: Metric, N: -3})
	l.ShowMetric("a2a_client_requests_total")
	if l.meter.metric != metrics.Requests {
		t.Errorf("the metric named is %d", l.meter.metric)
	}
	l.ShowMetric("up")
	if l.meter.metric != metrics.Requests {
		t.Error("an unknown name changes the metric")
	}
}
