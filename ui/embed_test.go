package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"a2alab/missions"
	"a2alab/render"
)

func TestReadEmbed(t *testing.T) {
	for _, test := range []struct {
		pairs    []string
		hide     string
		theme    string
		problems int
	}{
		{nil, "", "", 0},
		{[]string{"hide", "brief,panel"}, "brief panel", "", 0},
		{[]string{"hide", " table , table,", "hide", "scores", "theme", "dark"}, "table scores", "dark", 0},
		{[]string{"hide", "brief,stage,<b>", "theme", "blue"}, "brief", "", 3},
		{[]string{"theme", "light", "theme", "pink"}, "", "light", 1},
		{[]string{"hide", ""}, "", "", 0},
		{[]string{"__proto__", "1", "hide", strings.Repeat("x", 1<<20)}, "", "", 2},
		{[]string{"hide", strings.Repeat("a,", 1000)}, "", "", pairsMost + 1},
		{slices.Repeat([]string{"q", "1"}, 100), "", "", pairsMost + 1},
	} {
		e, problems := ReadEmbed(test.pairs...)
		if strings.Join(e.Hide, " ") != test.hide || e.Theme != test.theme || len(problems) != test.problems {
			t.Errorf("%.60q gives %v and %q", test.pairs, e, problems)
		}
		for _, p := range problems {
			if len(p) > 200 {
				t.Errorf("a problem of %d bytes: %.80s", len(p), p)
			}
		}
	}
}

// framed is a lab in a frame, with a door.
func framed(setting string) (*Lab, *Door) {
	l := NewLab(Progress{}, "", false)
	l.Embed(Embed{})
	l.Resize(800, 400)
	l.Open(setting)
	return l, NewDoor(l)
}

const host = "https://articles.example"

// said hears one message, and returns the types of all that the host is told thereupon, and the last of them.
func said(t *testing.T, d *Door, pairs ...any) (kinds string, last Message) {
	t.Helper()
	fields := map[string]any{"a2aLab": 1.0}
	for i := 0; i < len(pairs); i += 2 {
		fields[pairs[i].(string)] = pairs[i+1]
	}
	d.second = math.Inf(-1)
	answers, _ := d.Hear(host, fields, 0)
	d.lab.Show(discard{})
	for i, m := range append(answers, d.Changed()...) {
		if m["a2aLab"] != ContractVersion {
			t.Errorf("a message without the version: %v", m)
		}
		if i > 0 {
			kinds += " "
		}
		kinds += m["type"].(string)
		last = m
	}
	return kinds, last
}

type discard struct{}

func (discard) Set(string, string, string) {}
func (discard) List(string, []ListRow)     {}
func (discard) Open(string) bool           { return true }

func TestDoorSpeaksWhenSpokenTo(t *testing.T) {
	l, d := framed("m=1&drop=subscribe")
	l.settle()
	if news := d.Changed(); news != nil {
		t.Fatalf("before the host has spoken it is told %v", news)
	}
	for _, fields := range []map[string]any{
		{}, {"type": "stars"}, {"a2aLab": "1", "type": "stars"}, {"a2aLab": true}, {"a2aLab": Odd{}, "type": "hello"}, {"a2aLab": 2.0, "type": "hello"},
		{"a2aLab": math.NaN(), "type": "hello"},
	} {
		if answers, heard := d.Hear(host, fields, 0); answers != nil || heard {
			t.Errorf("%v is answered: %v", fields, answers)
		}
	}
	kinds, last := said(t, d, "type", "hello")
	if kinds != "ready progress result stars" {
		t.Errorf("after hello come %q", kinds)
	}
	if text := last["text"].(string); !strings.Contains(text, `"1":{"stars":3`) || last["seen"] != "" {
		t.Errorf("the stars are %v", last)
	}
	if kinds, _ := said(t, d, "type", "hello"); kinds != "ready" {
		t.Errorf("after hello once more come %q", kinds)
	}
	if answers, heard := d.Hear("https://else.example", map[string]any{"a2aLab": 1.0, "type": "stars"}, 5000); answers != nil || heard {
		t.Errorf("another origin is answered: %v", answers)
	}
	if origin, spoken := d.Host(); origin != host || !spoken {
		t.Errorf("the host is %q", origin)
	}
	if answers, _ := d.Hear(host, map[string]any{"a2aLab": 2.0}, 9000); len(answers) != 1 || answers[0]["type"] != "error" {
		t.Errorf("version 2 is answered by %v", answers)
	}
}

func TestDoorOrders(t *testing.T) {
	l, d := framed("m=1")
	said(t, d, "type", "hello")
	if !l.asking {
		t.Fatal("mission 1 does not ask its question")
	}
	kinds, p := said(t, d, "type", "load", "setting", "m=2&reconcile=5m&by=list")
	if kinds != "progress" || p["setting"] != "m=2&reconcile=5m&by=list" || p["asking"] != false || p["playing"] != true {
		t.Errorf("load: %q, %v", kinds, p)
	}
	l.settle()
	if kinds, r := said(t, d, "type", "load", "setting", "m=2&reconcile=5m&by=list"); kinds != "result stars" {
		t.Errorf("a verdict: %q, %v", kinds, r)
	}
	said(t, d, "type", "load", "setting", "m=4&hears=block&repeats=0&reconcile=1m&by=list")
	if l.settle(); l.verdict == nil || l.verdict.Stars != 0 {
		t.Fatal("this is to earn nothing")
	}
	if kinds, _ := said(t, d, "type", "hello"); kinds != "ready" {
		t.Errorf("what earns nothing is told as %q", kinds)
	}
	said(t, d, "type", "load", "setting", "m=2&reconcile=5m&by=list")
	_, p = said(t, d, "type", "seek", "at", 3_600_000.0)
	if p["at"] != 3_600_000 || p["playing"] != false {
		t.Errorf("seek: %v", p)
	}
	for at, want := range map[any]int{-1.0: 0, 1e300: int(l.setting.End), math.Inf(-1): 0, 1.5: 1, "1h45m": 6_300_000, "-3s": 0, "9999h": int(l.setting.End)} {
		if said(t, d, "type", "seek", "at", at); int(l.now) != want {
			t.Errorf("seek to %v goes to %d", at, l.now)
		}
	}
	hidden := slices.IndexFunc(l.all, func(i int) bool { return !slices.Contains(l.shown, i) })
	item := l.all[hidden]
	said(t, d, "type", "select", "task", float64(l.shown[3]+1))
	if l.selected != l.shown[3] || l.dense {
		t.Errorf("select: item %d", l.selected)
	}
	if said(t, d, "type", "select", "task", float64(item+1)); l.selected != item || !l.dense {
		t.Errorf("select of a task without a row: item %d, all shown: %v", l.selected, l.dense)
	}
	if said(t, d, "type", "select", "task", 0.0); l.selected != render.None {
		t.Error("select of none leaves a task selected")
	}
	said(t, d, "type", "theme", "theme", "light")
	if l.Theme() != "light" || l.progress.Page.Theme != "" {
		t.Errorf("theme: %q, stored %q", l.Theme(), l.progress.Page.Theme)
	}
	if l.Do(Action{Do: Theme, Value: "dark"}); l.Theme() != "dark" {
		t.Error("the reader's own choice does not outrank the host's")
	}

	// The open question gives way to a host that shows something.
	l, d = framed("m=1")
	if _, p := said(t, d, "type", "seek", "at", 60_000.0); l.asking || p["at"] != 60_000 {
		t.Errorf("seek while the question is open: %v", p)
	}
}

func TestDoorRefuses(t *testing.T) {
	l, d := framed("m=1&drop=subscribe")
	said(t, d, "type", "hello")
	before := l.Fragment()
	for _, pairs := range [][]any{
		{}, {"type", 7.0}, {"type", "explode"}, {"type", strings.Repeat("y", 100_000)}, {"type", Odd{}},
		{"type", "load"}, {"type", "load", "setting", 5.0}, {"type", "load", "setting", Odd{}},
		{"type", "seek"}, {"type", "seek", "at", "60"}, {"type", "seek", "at", math.NaN()}, {"type", "seek", "at", Odd{}},
		{"type", "select"}, {"type", "select", "task", -1.0}, {"type", "select", "task", 1.5}, {"type", "select", "task", 1e9},
		{"type", "select", "task", math.NaN()}, {"type", "select", "task", math.Inf(1)}, {"type", "select", "task", "1"},
		{"type", "view"}, {"type", "view", "top", 1.0}, {"type", "view", "top", "1", "height", 2.0}, {"type", "view", "top", math.NaN(), "height", 2.0},
		{"type", "theme"}, {"type", "theme", "theme", "blue"}, {"type", "theme", "theme", 1.0},
		{"type", "stars", "text", Odd{}}, {"type", "stars", "text", 3.0}, {"type", "stars", "text", "{"}, {"type", "stars", "text", `{"version":"x"}`},
	} {
		kinds, last := said(t, d, pairs...)
		if !strings.Contains(kinds, "error") {
			t.Errorf("%.60v gives %q", pairs, kinds)
		}
		if m, ok := last["message"].(string); ok && len(m) > 300 {
			t.Errorf("%.60v gives an error of %d bytes", pairs, len(m))
		}
	}
	if l.Fragment() != before {
		t.Errorf("the setting became %s", l.Fragment())
	}
	if kinds, _ := said(t, d, "type", "load", "setting", "m=1&drop=perhaps&<b>=1"); kinds != "error" && kinds != "error progress" && kinds != "progress error" {
		t.Errorf("a setting with problems gives %q", kinds)
	}

	heard := 0
	for range 1000 {
		if _, ok := d.Hear(host, map[string]any{"a2aLab": 1.0, "type": "hello"}, 1e6); ok {
			heard++
		}
	}
	if heard != heardMost {
		t.Errorf("%d of 1000 messages in one instant are heard, want %d", heard, heardMost)
	}
	if _, ok := d.Hear(host, map[string]any{"a2aLab": 1.0, "type": "hello"}, 1e6+1000); !ok {
		t.Error("a second later nothing is heard")
	}
}

// TestPin: the picture follows what can be seen of the frame, from its own place to the lab's end, if there is room for it
// and a control.
func TestPin(t *testing.T) {
	_, d := framed("m=1")
	const own, high, end = 200, 300, 1500
	if by := d.Pin(own, high, end); by != 0 {
		t.Errorf("before the host has said what can be seen, the picture moves by %g", by)
	}
	for _, test := range []struct{ top, height, want float64 }{
		{0, 800, 0}, {150, 800, 0}, {250, 800, 50}, {1000, 800, 800}, {1400, 800, 1000}, {1e300, 800, 1000}, {-50, 800, 0}, {1000, 400, 0},
	} {
		said(t, d, "type", "view", "top", test.top, "height", test.height)
		if by := d.Pin(own, high, end); by != test.want {
			t.Errorf("from %g on, %g high: the picture moves by %g, want %g", test.top, test.height, by, test.want)
		}
	}
}

// shelf is what embed.js does with stars, so that the rule can be tried here: it stores a text only if the frame has seen what
// stands there, and otherwise gives that to the frame.
type shelf struct {
	text  string
	doors []*Door
}

func (s *shelf) take(t *testing.T, from *Door, messages []Message) {
	for _, m := range messages {
		if m["type"] != "stars" || m["text"] == s.text {
			continue
		}
		if m["seen"] != s.text {
			s.give(t, from)
			continue
		}
		s.text = m["text"].(string)
		for _, d := range s.doors {
			if d != from {
				s.give(t, d)
			}
		}
	}
}

func (s *shelf) give(t *testing.T, d *Door) {
	d.second = math.Inf(-1)
	answers, _ := d.Hear(host, map[string]any{"a2aLab": 1.0, "type": "stars", "text": s.text, "kept": true}, 0)
	s.take(t, d, answers)
}

// TestStarsOfTwoFrames: of two labs on one page none overwrites the other's stars, whatever order messages come in.
func TestStarsOfTwoFrames(t *testing.T) {
	l1, d1 := framed("m=1&drop=subscribe")
	l2, d2 := framed("m=2&reconcile=5m&by=list")
	s := &shelf{doors: []*Door{d1, d2}}
	for _, d := range s.doors {
		s.give(t, d)
	}
	if s.text != "" {
		t.Errorf("nothing is earned, and there is stored %s", s.text)
	}
	l1.settle()
	l2.settle()
	late := d2.Changed() // made before the other's stars were stored
	s.take(t, d1, d1.Changed())
	s.take(t, d2, late)
	p, err := ReadProgress(s.text)
	if err != nil || p.Best("1").Stars != 3 || p.Best("2").Stars != 3 {
		t.Errorf("stored is %s", s.text)
	}
	if l1.progress.Best("2").Stars != 3 || l2.progress.Best("1").Stars != 3 {
		t.Error("a frame does not know of the other's stars")
	}
	if m := append(d1.Changed(), d2.Changed()...); slices.ContainsFunc(m, func(m Message) bool { return m["type"] == "stars" }) {
		t.Errorf("there is still talk of stars: %v", m)
	}

	const newer = `{"version":9,"missions":{"1":{"stars":2}},"more":1}`
	s.text = newer
	s.give(t, d1)
	if s.text != newer {
		t.Errorf("a newer lab's text was replaced by %s", s.text)
	}
	if text := l1.progress.Text(); !strings.Contains(text, `"1":{"stars":3`) {
		t.Errorf("for a newer lab's text the frame gives up its own stars, and stores %s", text)
	}
	l3, d3 := framed("m=1&drop=subscribe")
	l3.progress, _ = ReadProgress(newer)
	s.text = `{"version":1,"missions":{"2":{"stars":3}}}`
	was := s.text
	if s.give(t, d3); s.text != was || l3.progress.Text() != newer {
		t.Errorf("a frame whose browser has a newer lab's text: the host stores %s, the frame %s", s.text, l3.progress.Text())
	}
}

// TestKeptByHost: what the browser does not store in the frame is not lost where the host keeps it, and the page does not say so.
func TestKeptByHost(t *testing.T) {
	l := NewLab(Progress{}, "Stars are not saved here.", false)
	l.Open("m=1")
	d := NewDoor(l)
	said(t, d, "type", "stars", "text", "", "kept", false)
	if l.storage == "" {
		t.Error("the host does not keep the stars, and the page does not say that they are lost")
	}
	said(t, d, "type", "stars", "text", "", "kept", true)
	l.StorageFailed("Stars are not saved here.")
	if l.storage != "" {
		t.Errorf("the host keeps the stars, and the page says %q", l.storage)
	}
}

func TestInView(t *testing.T) {
	l, _ := framed("m=1&drop=subscribe")
	l.InView(false)
	l.Tick(50)
	if l.Playing() || l.now != 0 {
		t.Errorf("out of view it plays on, to %v", l.now)
	}
	l.InView(true)
	if l.Tick(50); !l.Playing() || l.now == 0 {
		t.Error("in view it does not play")
	}
}

// TestNoQuestionWithoutBrief: a figure shows; it does not ask.
func TestNoQuestionWithoutBrief(t *testing.T) {
	l := NewLab(Progress{}, "", false)
	l.Embed(Embed{Hide: []string{"panel", "brief"}})
	l.Open("m=1")
	if l.asking {
		t.Error("the question is asked though the brief is hidden")
	}
}

// FuzzDoor: whatever comes, the lab goes on, and answers are small.
func FuzzDoor(f *testing.F) {
	for _, m := range missions.All {
		f.Add("load", m.Reference, 1.0, "dark")
	}
	f.Add("seek", "", math.Inf(1), "")
	f.Add("select", "", 7.0, "")
	f.Add("stars", `{"version":1,"missions":{"1":{"stars":3}}}`, 0.0, "")
	f.Add("theme", "", 0.0, "\x00")
	l, d := framed("m=1")
	f.Fuzz(func(t *testing.T, kind, text string, n float64, theme string) {
		d.second = math.Inf(-1)
		answers, _ := d.Hear(host, map[string]any{"a2aLab": 1.0, "type": kind, "setting": text, "text": text, "at": n, "task": n, "theme": theme}, 0)
		for _, m := range append(answers, d.Changed()...) {
			if size := len(fmt.Sprint(m)); size > 8_000+3*textMost {
				t.Errorf("a message of %d bytes", size)
			}
		}
		l.Picture()
		if l.now < 0 || l.now > l.trace.Setting.End || l.selected >= len(l.trace.Items) {
			t.Errorf("at %v, item %d", l.now, l.selected)
		}
	})
}
