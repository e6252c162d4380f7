package render

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"a2alab/engine"
)

// setting is the defaults with some keys set, as "hears=stream drop=resend".
func setting(t testing.TB, pairs ...string) engine.Setting {
	t.Helper()
	s := engine.Defaults()
	for i := 0; i < len(pairs); i += 2 {
		k := engine.KeyNamed(pairs[i])
		if k == nil {
			t.Fatalf("no key %q", pairs[i])
		}
		v, err := k.Parse(pairs[i+1])
		if err != nil {
			t.Fatal(err)
		}
		*k.Field(&s) = v
	}
	return s
}

func traceOf(t testing.TB, s engine.Setting) *engine.Trace {
	t.Helper()
	var r engine.Runner
	tr := new(engine.Trace)
	if err := r.Trace(tr, s); err != nil {
		t.Fatal(err)
	}
	return tr
}

// randomSetting draws each key from the page's choices. The work stays the default in most.
func randomSetting(r *rand.Rand) engine.Setting {
	s := engine.Defaults()
	for i := range engine.Keys {
		k := &engine.Keys[i]
		switch {
		case k.Group == engine.WorkGroup && k.Name != "pauses" && k.Name != "day" && r.IntN(8) > 0:
		case k.Name == "items":
			*k.Field(&s) = int64(1 + r.IntN(300))
		case k.Form == engine.Choice:
			*k.Field(&s) = r.Int64N(int64(len(k.Names)))
		case k.Form == engine.Toggle:
			*k.Field(&s) = r.Int64N(2)
		default:
			*k.Field(&s) = k.Offered[r.IntN(len(k.Offered))]
		}
	}
	return s
}

// tally counts the things that a picture shows, by mark.
type tally [NumMarks]int

func (c *tally) add(p *Picture) {
	for i := range p.Base {
		if s := &p.Base[i]; s.Item != None { // what stands on the axis belongs to no row
			c[s.Mark] += int(s.Count)
		}
	}
}

// want is what the report and the trace say must be shown. Bars are counted by the trace's segments.
func want(tr *engine.Trace, p *Picture) tally {
	var c tally
	r := &tr.Report
	c[Cross] = r.TotalCuts()
	for i := range tr.Events {
		if e := &tr.Events[i]; e.Kind == engine.Learn && e.State == engine.Failed {
			c[DotFailed]++
		}
	}
	c[Dot] = r.Learned - c[DotFailed]
	c[Question] = r.Unknown
	c[Arrow] = r.Escalated
	c[DuplicateBar] = r.Duplicates
	c[Delivered] = r.Attempts.Acknowledged
	c[Undelivered] = r.Attempts.Failed
	c[HalfDelivered] = r.Attempts.AckLost
	c[ForgedBelieved], c[ForgedRefused], c[NotEqual] = r.Wrong, r.Refused, r.Wrong
	c[ResubmitStart] = r.Resubmitted
	perMs := p.scale.perMs
	if !p.size.dense || p.size.pitch >= tickPitch {
		if float32(tr.Setting.Poll)*perMs >= tickRoom {
			c[PollTick] += r.Requests[engine.Poll]
		}
		if tr.Setting.Reconcile != engine.Never && float32(tr.Setting.Reconcile)*perMs >= tickRoom {
			c[PollTick] += r.Requests[engine.ReconcileGet]
			for i := range tr.Events {
				if tr.Events[i].Kind == engine.Listed {
					c[PollTick]++
				}
			}
		}
	}
	return c
}

// The picture, the report and so the table say the same: over all rows, the marks add up to the report's counts.
// So it is for all items as thin rows, and for the sum of all pages of sixteen thick rows, at any size.
func TestMarksAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 26))
	compared := []Mark{Cross, Dot, DotFailed, Question, Arrow, DuplicateBar, Delivered, Undelivered, HalfDelivered, ForgedBelieved, ForgedRefused, NotEqual, ResubmitStart, PollTick}
	var seen tally
	var run engine.Runner
	var tr engine.Trace
	var p Picture
	for n := 0; n < 200; n++ {
		s := randomSetting(r)
		if s.Validate() != nil {
			n--
			continue
		}
		if err := run.Trace(&tr, s); err != nil {
			t.Fatal(err)
		}
		size := [][2]float32{{1040, 615}, {390, 420}, {320, 420}, {1920, 1080}}[n%4]
		check := func(kind string, got, want tally) {
			t.Helper()
			for _, m := range compared {
				if got[m] != want[m] {
					t.Errorf("setting %d, %s at %v: %d marks of kind %d, want %d\n%+v", n, kind, size, got[m], m, want[m], s)
				}
				seen[m] += got[m]
			}
		}

		v := View{Width: size[0], Height: size[1], Dense: true, Now: s.End / 2, Selected: None, Hovered: None}
		var got tally
		ticks := 0 // pages with room for ticks: the last, of few rows, can be the only one
		pages := 0
		for {
			Layout(&p, &tr, v)
			pages++
			ticks += toInt(p.size.pitch >= tickPitch)
			got.add(&p)
			shown, all := p.Fit()
			if v.First += shown; v.First >= all {
				break
			}
			if v.First+shown > all { // the last page would begin earlier: cut it to what is new
				v.Rows = rows(v.First, all)
				v.First = 0
				Layout(&p, &tr, v)
				got.add(&p)
				pages++
				ticks += toInt(p.size.pitch >= tickPitch)
				break
			}
		}
		all := want(&tr, &p)
		if ticks != 0 && ticks != pages {
			got[PollTick], all[PollTick] = 0, 0
		}
		check("dense", got, all)

		got = tally{}
		v.Dense, v.First = false, 0
		for from := 0; from < len(tr.Items); from += 16 {
			v.Rows = rows(from, min(from+16, len(tr.Items)))
			Layout(&p, &tr, v)
			if shown, all := p.Fit(); shown != all {
				t.Fatalf("%d of %d rows fit at %v", shown, all, size)
			}
			got.add(&p)
		}
		check("rows", got, want(&tr, &p))
		if t.Failed() {
			return
		}
	}
	for _, m := range compared {
		if seen[m] == 0 {
			t.Errorf("no mark of kind %d was ever to be seen: the test shows nothing about it", m)
		}
	}
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func rows(from, to int) []int {
	var list []int
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// Each look by ListTasks is a tick on the axis, and each item that it showed has one in its row.
func TestListTicks(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "push", "retries", "1", "reconcile", "10m", "by", "list", "outage", "12m"))
	var p Picture
	Layout(&p, tr, View{Width: 1040, Height: 8000, Selected: None, Hovered: None})
	axis, inRows, listed := 0, 0, 0
	for i := range p.Base {
		if s := &p.Base[i]; s.Mark == PollTick && s.Item == None {
			axis++
		} else if s.Mark == PollTick && tr.Events[s.Event].Kind == engine.Listed {
			inRows++
		}
	}
	for i := range tr.Events {
		if tr.Events[i].Kind == engine.Listed {
			listed++
		}
	}
	if axis != len(tr.Checks) || inRows != listed || axis == 0 || listed == 0 {
		t.Errorf("%d ticks on the axis for %d looks, %d in rows for %d sightings", axis, len(tr.Checks), inRows, listed)
	}
}

// Ticks stand on their own row's base line: all in the row, clear of the next one, and below the bar; and they can be seen.
func TestTicksStandInTheirRow(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "push", "retries", "1", "reconcile", "10m", "outage", "12m"))
	var p Picture
	for _, size := range [][2]float32{{320, 300}, {390, 420}, {1040, 615}, {1920, 1080}} {
		Layout(&p, tr, View{Width: size[0], Height: size[1], Rows: engine.Shown(tr.Items), Selected: None, Hovered: None})
		ticks := 0
		for _, r := range p.rows {
			for i := r.from; i < r.to; i++ {
				s := &p.Base[i]
				if s.Mark != PollTick {
					continue
				}
				ticks++
				if s.Y < r.bar+p.size.bar/2 || s.Y+s.H > r.y+r.h-1 {
					t.Fatalf("%v: a tick from %v to %v in a row from %v to %v, whose bar ends at %v", size, s.Y, s.Y+s.H, r.y, r.y+r.h, r.bar+p.size.bar/2)
				}
				if at := p.scale.x(tr.Events[s.Event].At); s.W < 1.5 || s.H < 5 || abs(s.X+s.W/2-at) > 0.01 {
					t.Fatalf("%v: a tick of %v by %v at %v, want it at %v", size, s.W, s.H, s.X+s.W/2, at)
				}
			}
		}
		if ticks < 16 {
			t.Errorf("%v: %d ticks: the test shows little", size, ticks)
		}
	}
}

// Every state a task was in is a bar of its ink, from its beginning to its end.
func TestBarsShowStates(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "poll", "poll", "10m", "restart", "1h", "lost", "resubmit", "pauses", "0.5", "inputtimeout", "5m"))
	var p Picture
	Layout(&p, tr, View{Width: 1400, Height: 240 * 40, Selected: None, Hovered: None})
	type span struct{ from, to float32 }
	seen := map[[2]int32]span{} // by task and ink
	marks := map[Mark]int{}
	for i := range p.Base {
		s := &p.Base[i]
		if s.Task == None || s.Event != None || s.Form == Stripy {
			continue
		}
		marks[s.Mark]++
		k := [2]int32{s.Task, 0}
		had, ok := seen[k]
		if !ok {
			had = span{s.X, s.X + s.W}
		}
		seen[k] = span{min(had.from, s.X), max(had.to, s.X+s.W)}
	}
	for i := range tr.Tasks {
		task := &tr.Tasks[i]
		list, n := task.Segments(tr.Setting.End)
		got := seen[[2]int32{int32(i), 0}]
		from, to := p.scale.x(task.Born), p.scale.x(list[n-1].To)
		if abs(got.from-from) > 0.01 || abs(got.to-max(to, from+barWidthLeast)) > 0.01+failedWidth && to-from > failedWidth {
			t.Errorf("task %d is drawn from %v to %v, want %v to %v", i, got.from, got.to, from, to)
		}
	}
	failed := 0
	vanished := 0
	for i := range tr.Tasks {
		if tr.Tasks[i].Final == engine.Failed && tr.Tasks[i].Ended != engine.Never {
			failed++
		}
		if tr.Tasks[i].Vanished != engine.Never && tr.Tasks[i].Ended == engine.Never {
			vanished++
		}
	}
	if marks[FailedEnd] != failed || failed == 0 {
		t.Errorf("%d failed ends, want %d", marks[FailedEnd], failed)
	}
	if marks[VanishedBar] < vanished || vanished == 0 {
		t.Errorf("%d outlines for %d vanished tasks", marks[VanishedBar], vanished)
	}
	if marks[WorkingBar] == 0 || marks[InputBar] == 0 {
		t.Error("bars of a state are missing")
	}
}

// Duplicates share a lane only one after the other, and no lane leaves its row.
func TestLanes(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "stream", "drop", "resend", "flaps", "5m"))
	var p Picture
	bars := 0
	for _, height := range []float32{380, 615, 1080} {
		Layout(&p, tr, View{Width: 1040, Height: height, Rows: engine.Shown(tr.Items), Selected: None, Hovered: None})
		for _, r := range p.rows {
			ends := map[float32]float32{}
			for i := r.from; i < r.to; i++ {
				s := &p.Base[i]
				if s.Mark != DuplicateBar || s.Form == Text {
					continue
				}
				if s.Count == 0 { // the rest of a duplicate
					ends[s.Y] = s.X + s.W
					continue
				}
				bars++
				if end, ok := ends[s.Y]; ok && s.X < end+1 {
					t.Errorf("at height %v a duplicate begins at %v in a lane that is taken up to %v", height, s.X, end)
				}
				ends[s.Y] = s.X + s.W
				if s.Y < r.bar || s.Y+s.H > r.y+r.h {
					t.Errorf("at height %v a lane from %v to %v leaves its row from %v to %v", height, s.Y, s.Y+s.H, r.y, r.y+r.h)
				}
			}
			if len(ends) > p.size.lanes {
				t.Errorf("%d lanes, want at most %d", len(ends), p.size.lanes)
			}
		}
	}
	if bars < 100 {
		t.Errorf("%d duplicates: the test shows little", bars)
	}
}

func abs(v float32) float32 { return max(v, -v) }

// Nothing is drawn outside the stage, no label is cut, and no name runs into the plot.
func TestNothingIsClipped(t *testing.T) {
	settings := []engine.Setting{
		setting(t, "hears", "stream", "drop", "resend", "flaps", "2m", "restart", "1h", "outage", "1h", "outageat", "1h"),
		setting(t, "hears", "push", "outage", "12m", "outageat", "3h25m", "restart", "3h20m", "acks", "0.5", "reconcile", "5m"),
		setting(t, "hears", "push", "outage", "30m", "outageat", "0s", "restart", "0s", "items", "2000", "reconcile", "5m"),
	}
	var p Picture
	for _, s := range settings {
		tr := traceOf(t, s)
		for _, size := range [][2]float32{{320, 200}, {320, 480}, {390, 420}, {820, 480}, {1040, 615}, {1920, 1080}, {3840, 2160}} {
			for _, dense := range []bool{false, true} {
				for _, to := range []engine.Time{s.End, engine.Minute, 90 * engine.Minute} {
					v := View{Width: size[0], Height: size[1], To: to, Now: s.End / 2, Selected: 3, Hovered: 5, Dense: dense}
					if !dense {
						v.Rows = engine.Shown(tr.Items)
						v.Selected = v.Rows[0]
					}
					Layout(&p, tr, v)
					for _, layer := range [][]Shape{p.Under, p.Base, p.Over} {
						for i := range layer {
							sh := &layer[i]
							x := sh.X
							half := float32(0)
							switch {
							case sh.Form == Text && sh.Align == AlignCenter:
								x -= sh.W / 2
							case sh.Form == Text && sh.Align == AlignRight:
								x -= sh.W
							}
							if sh.Form == Text {
								half = sh.H / 2
							}
							slack := float32(0)
							if sh.Form == Figure || sh.Item != None && sh.Form == Fill {
								slack = p.size.mark // a mark at the very edge of a row may reach over
							}
							if x < -slack || x+sh.W > size[0]+slack+0.01 || sh.Y-half < -slack-0.01 || sh.Form == Text && sh.Y+half > size[1]+0.01 {
								t.Fatalf("%v dense %v to %v: shape %+v %q is outside", size, dense, to, *sh, p.TextOf(sh))
							}
						}
					}
				}
			}
		}
	}
}

// The labels of bands and of the axis keep out of each other's way.
func TestLabelsDoNotOverlap(t *testing.T) {
	var p Picture
	for _, width := range []float32{320, 390, 560, 820, 1040, 1920} {
		for restart := range 41 {
			for _, at := range []int{0, 50, 105, 200} {
				s := setting(t, "hears", "push", "outage", "12m", "outageat", fmt.Sprint(at, "m"), "restart", fmt.Sprint(restart*5, "m"), "items", "1")
				tr := traceOf(t, s)
				Layout(&p, tr, View{Width: width, Height: 300, Selected: None, Hovered: None})
				var boxes [][4]float32
				for i := range p.Base {
					if sh := &p.Base[i]; sh.Form == Text && sh.Item == None {
						x := sh.X
						switch sh.Align {
						case AlignCenter:
							x -= sh.W / 2
						case AlignRight:
							x -= sh.W
						}
						boxes = append(boxes, [4]float32{x, sh.Y - sh.H/2, x + sh.W, sh.Y + sh.H/2})
					}
				}
				for i, a := range boxes {
					for _, b := range boxes[:i] {
						if a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3] {
							t.Errorf("at %v, outage at %d min, restart at %d min: labels %v and %v overlap", width, at, restart*5, a, b)
						}
					}
				}
			}
		}
	}
}

func TestMoveLeavesTheRows(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "stream", "drop", "resend", "flaps", "8m"))
	var p Picture
	v := View{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), Now: engine.Hour, Selected: None, Hovered: None}
	Layout(&p, tr, v)
	before := slices.Clone(p.Base)
	version := p.Version
	p.Move(2*engine.Hour, v.Rows[4], v.Rows[5])
	if !slices.Equal(before, p.Base) || p.Version != version {
		t.Error("Move changed the rows")
	}
	under, over := slices.Clone(p.Under), slices.Clone(p.Over)
	v.Now, v.Selected, v.Hovered = 2*engine.Hour, v.Rows[4], v.Rows[5]
	Layout(&p, tr, v)
	if !slices.Equal(under, p.Under) || !slices.Equal(over, p.Over) || !slices.Equal(before, p.Base) {
		t.Error("Move and Layout differ")
	}
	if p.Version == version {
		t.Error("Layout must change the version")
	}
}

// The veil is opaque from the play head to the stage's edge and over all rows.
func TestVeil(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "stream", "drop", "resend", "flaps", "8m"))
	var p Picture
	Layout(&p, tr, View{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), Now: engine.Hour, Veiled: true, Selected: None, Hovered: None})
	veil := p.Over[0]
	if veil.Form != Fill || veil.Alpha != 255 || veil.X > p.scale.x(engine.Hour) || veil.X+veil.W < 1040 {
		t.Fatalf("the veil is %+v", veil)
	}
	hidden := 0
	for i := range p.Base {
		s := &p.Base[i]
		if s.Mark == NoMark {
			continue
		}
		if s.Y < veil.Y || s.Y+s.H > veil.Y+veil.H {
			t.Errorf("%+v shows above or below the veil", *s)
		}
		if s.Form == Figure && s.X > veil.X {
			hidden++
			if h := p.At(s.X+s.W/2, s.Y+s.H/2); h.Event != None || h.Mark != NoMark || h.Task != None {
				t.Errorf("the veil is no secret to the pointer: %+v", h)
			}
		}
	}
	if hidden == 0 {
		t.Error("nothing to hide: the test shows nothing")
	}
}

func TestLayoutAllocatesNothing(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "push", "retries", "8", "reconcile", "10m", "outage", "12m", "restart", "1h", "acks", "0.2"))
	var p Picture
	for _, v := range []View{
		{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), Now: engine.Hour, Selected: 3, Hovered: 4},
		{Width: 1040, Height: 615, Dense: true, Now: engine.Hour, Selected: 3, Hovered: 4},
	} {
		Layout(&p, tr, v)
		if n := testing.AllocsPerRun(10, func() { Layout(&p, tr, v) }); n != 0 {
			t.Errorf("dense %v: %v allocations", v.Dense, n)
		}
	}
}

func TestReveal(t *testing.T) {
	tr := traceOf(t, setting(t, "items", "100"))
	var p Picture
	v := View{Width: 320, Height: 300, Selected: None, Hovered: None}
	Layout(&p, tr, v)
	shown, all := p.Fit()
	if all != 100 || shown >= all || shown < 5 {
		t.Fatalf("%d of %d rows fit", shown, all)
	}
	for _, item := range []int{99, 50, 0, 51} {
		v.First = p.Reveal(item)
		Layout(&p, tr, v)
		x, y, w, h, ok := p.ItemBox(item)
		if !ok {
			t.Fatalf("item %d is not revealed", item)
		}
		if hit := p.At(x+w/2, y+h/2); hit.Item != item {
			t.Errorf("at item %d is %d", item, hit.Item)
		}
	}
}

func TestNames(t *testing.T) {
	for item, want := range map[int]string{0: "#001", 9: "#010", 98: "#099", 99: "#100", 1999: "#2000"} {
		if got := ItemName(item); got != want {
			t.Errorf("item %d is %s, want %s", item, got, want)
		}
	}
}

func BenchmarkLayout(b *testing.B) {
	resend := setting(b, "hears", "stream", "drop", "resend", "flaps", "8m")
	push := setting(b, "hears", "push", "retries", "8", "reconcile", "10m", "outage", "12m", "restart", "1h", "acks", "0.2")
	poll := setting(b, "hears", "poll", "poll", "15s")
	for _, c := range []struct {
		name  string
		s     engine.Setting
		dense bool
	}{{"resend16", resend, false}, {"resend240", resend, true}, {"push16", push, false}, {"push240", push, true}, {"poll15s16", poll, false}} {
		b.Run(c.name, func(b *testing.B) {
			tr := traceOf(b, c.s)
			v := View{Width: 1040, Height: 615, Dense: c.dense, Now: engine.Hour, Selected: None, Hovered: None}
			if !c.dense {
				v.Rows = engine.Shown(tr.Items)
			}
			var p Picture
			Layout(&p, tr, v)
			b.ReportAllocs()
			for b.Loop() {
				Layout(&p, tr, v)
			}
		})
	}
}
