package ui

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

const stored = `{"version":1,"missions":{"1":{"stars":3,"cost":2.287,"setting":"m=1&drop=subscribe"},"2":{"stars":1}},"page":{"theme":"dark","speed":600,"changed":2}}`

func TestProgressText(t *testing.T) {
	p, err := ReadProgress("")
	if err != nil || !p.Equal(Progress{}) {
		t.Fatalf("nothing stored: %v %v", p, err)
	}
	p = p.Record("2", 1, 0, "").Record("1", 3, 2.28695, "m=1&drop=subscribe").WithTheme("dark").WithSpeed(600)
	if got := p.Text(); got != stored {
		t.Fatalf(" got %s\nwant %s", got, stored)
	}
	q, err := ReadProgress(stored)
	if err != nil || !q.Equal(p) {
		t.Fatalf("%+v is read back as %+v, %v", p, q, err)
	}
	if b := q.Best("1"); b != (Best{"1", 3, 2.287, "m=1&drop=subscribe"}) {
		t.Errorf("mission 1: %+v", b)
	}
	if b := q.Best("3"); b != (Best{Mission: "3"}) {
		t.Errorf("mission 3, not played: %+v", b)
	}
}

func TestRecordKeepsTheBest(t *testing.T) {
	p := Progress{}.Record("1", 2, 2.5, "m=1&drop=subscribe&reconcile=1h")
	for _, c := range []struct {
		stars   int
		cost    float64
		setting string
		kept    bool // the result before
	}{
		{1, 1.1, "m=1", true},
		{2, 2.6, "m=1", true},
		{2, 2.4, "m=1&a=b", false},
		{2, 2.4, "m=1&c=d", true},
		{3, 9, "m=1&drop=subscribe", false},
		{0, 1, "m=1", true},
		{4, 1, "m=1", true},
		{3, math.NaN(), "m=1", true},
		{3, math.Inf(-1), "m=1", true},
		{3, 1, "m=1\"", true},
	} {
		was := p.Best("1")
		p = p.Record("1", c.stars, c.cost, c.setting)
		if kept := p.Best("1") == was; kept != c.kept {
			t.Errorf("%+v after %+v: %+v", c, was, p.Best("1"))
		}
	}
}

// TestReadProgress reads what may stand under the key, and compares what is saved of it and how the error reads.
func TestReadProgress(t *testing.T) {
	long := strings.Repeat("x", settingMost+1)
	for _, c := range []struct{ text, want, says string }{
		{`{`, `{"version":1,"missions":{}}`, "the text is broken at character 2"},
		{`{"version":1,"missions":{"1":{"stars":3}}} true`, `{"version":1,"missions":{}}`, "something follows its end at character 44"},
		{`null`, `{"version":1,"missions":{}}`, "not the lab's"},
		{`[1]`, `{"version":1,"missions":{}}`, "not the lab's"},
		{`{"version":"1"}`, `{"version":1,"missions":{}}`, "not the lab's"},
		{`{"version":1.5}`, `{"version":1,"missions":{}}`, "not the lab's"},
		{`{"version":0}`, `{"version":1,"missions":{}}`, "not the lab's"},
		{`{"version":1}`, `{"version":1,"missions":{}}`, ""},
		{`{"version":1,"missions":null}`, `{"version":1,"missions":{}}`, ""},
		{`{"version":1,"missions":[]}`, `{"version":1,"missions":{}}`, "the missions"},
		{`{"version":1,"missions":{"1":{"stars":4},"2":{"stars":2}}}`, `{"version":1,"missions":{"2":{"stars":2}}}`, "the stars of mission 1."},
		{`{"version":1,"missions":{"1":3,"2":{"stars":2.5},"3":{"stars":"3"},"4":{"stars":-1}}}`, `{"version":1,"missions":{}}`, "the stars of mission 1, the stars of mission 2, the stars of mission 3, the stars of mission 4."},
		{`{"version":1,"missions":{"1":{"stars":3,"cost":-2,"setting":"m=1"}}}`, `{"version":1,"missions":{"1":{"stars":3,"setting":"m=1"}}}`, "the cost of mission 1"},
		{`{"version":1,"missions":{"1":{"stars":3,"cost":1e300}}}`, `{"version":1,"missions":{"1":{"stars":3}}}`, "the cost of mission 1"},
		{`{"version":1,"missions":{"1":{"stars":3,"setting":"` + long + `"}}}`, `{"version":1,"missions":{"1":{"stars":3}}}`, "the setting of mission 1"},
		{`{"version":1,"missions":{"1":{"stars":3,"setting":"<b>\u0000"}}}`, `{"version":1,"missions":{"1":{"stars":3}}}`, "the setting of mission 1"},
		{`{"version":1,"missions":{"` + long + `":{"stars":3}}}`, `{"version":1,"missions":{}}`, "without a proper name"},
		{`{"version":1,"missions":{"later":{"stars":3}}}`, `{"version":1,"missions":{"later":{"stars":3}}}`, ""},
		{`{"version":1,"missions":{"1":{"stars":1}},"page":{"theme":"pink","speed":1,"changed":1}}`, `{"version":1,"missions":{"1":{"stars":1}}}`, "preferences"},
		{`{"version":1,"missions":{},"page":7}`, `{"version":1,"missions":{}}`, "preferences"},
		{`{"version":1,"missions":{},"page":{"theme":"","speed":1e300,"changed":1}}`, `{"version":1,"missions":{}}`, "preferences"},
		{`{"version":1,"missions":{},"replies":[3]}`, `{"version":1,"missions":{}}`, "the answers to questions"},
		{`{"version":1,"missions":{},"replies":{"1":{"answer":-2,"changed":1},"2":{"answer":1.5,"changed":1},"3":{"answer":1},"4":{"answer":1e15,"changed":2},"5":3,"6":{"changed":7}}}`,
			`{"version":1,"missions":{},"replies":{"6":{"changed":7}}}`, "the answer to a question"},
		{`{"version":1,"missions":{},"replies":{"2":{"answer":-1,"changed":1},"1":{"answer":3,"changed":2}}}`,
			`{"version":1,"missions":{},"replies":{"1":{"answer":3,"changed":2},"2":{"answer":-1,"changed":1}}}`, ""},
		{strings.Repeat("[", 1000), `{"version":1,"missions":{}}`, "nested too deeply"},
		{strings.Repeat(" ", textMost+1), `{"version":1,"missions":{}}`, "too long"},
	} {
		p, err := ReadProgress(c.text)
		if got := p.Text(); got != c.want {
			t.Errorf("%.80s: %s is kept, want %s", c.text, got, c.want)
		}
		switch {
		case err == nil && c.says != "", err != nil && (c.says == "" || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%.80s: the error is %v, want something with %q", c.text, err, c.says)
		}
	}
}

// TestNewerVersion must not lose what a newer lab stored, whatever happens after.
func TestNewerVersion(t *testing.T) {
	const newer = `{"version":2,"missions":{"1":{"stars":2,"medal":"gold"}},"friends":[1,2]}`
	p, err := ReadProgress(newer)
	if err == nil || !strings.Contains(err.Error(), "newer version") {
		t.Errorf("the error is %v", err)
	}
	if p.newer == "" || p.Best("1").Stars != 2 {
		t.Errorf("read as %+v", p)
	}
	now := Progress{}.Record("2", 3, 1.2, "m=2")
	for _, q := range []Progress{p, p.Record("1", 3, 2, "m=1"), p.WithTheme("dark"), Merge(p, now), Merge(now, p)} {
		if q.Text() != newer {
			t.Errorf("%s would be stored over it", q.Text())
		}
	}
	if q := Merge(now, p); q.Best("2").Stars != 3 || q.Best("1").Stars != 2 {
		t.Errorf("the page would show %+v", q)
	}
}

func TestPreferences(t *testing.T) {
	p := Progress{}.WithTheme("dark")
	q := p.WithTheme("light").WithTheme("") // in another tab, later
	if m := Merge(p, q); m.Page.Theme != "" || m.Page.Changed != 3 {
		t.Errorf("the tab's later choice is lost: %+v", m.Page)
	}
	if !p.WithTheme("dark").Equal(p) || !p.WithTheme("blue").Equal(p) || !p.WithSpeed(-1).Equal(p) {
		t.Error("a choice that changes nothing, or is none, counts")
	}
}

// TestMerge checks over random progress that merging is commutative, associative and idempotent, and loses no star.
func TestMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		a, b, c := anyProgress(rng), anyProgress(rng), anyProgress(rng)
		ab := Merge(a, b)
		if !ab.Equal(Merge(b, a)) {
			t.Fatalf("not commutative:\n%+v\n%+v", a, b)
		}
		if !Merge(ab, c).Equal(Merge(a, Merge(b, c))) {
			t.Fatalf("not associative:\n%+v\n%+v\n%+v", a, b, c)
		}
		if !Merge(a, a).Equal(a) || !Merge(ab, a).Equal(ab) || !Merge(b, ab).Equal(ab) {
			t.Fatalf("not idempotent:\n%+v\n%+v", a, b)
		}
		for _, m := range append(a.Missions, b.Missions...) {
			if ab.Best(m.Mission).Stars < m.Stars {
				t.Fatalf("mission %s loses stars:\n%+v\n%+v", m.Mission, a, b)
			}
		}
		if r, err := ReadProgress(ab.Text()); ab.newer == "" && (err != nil || !r.Equal(ab)) {
			t.Fatalf("%+v is read back as %+v, %v", ab, r, err)
		}
	}
}

// anyProgress draws from few values, so that ties are frequent.
func anyProgress(rng *rand.Rand) Progress {
	p := Progress{Page: Page{Theme: []string{"", "dark", "light"}[rng.IntN(3)], Speed: rng.IntN(3), Changed: rng.Int64N(3)}}
	for _, name := range []string{"1", "2", "30", "later"} {
		if rng.IntN(3) > 0 {
			p = Merge(p, Progress{Missions: []Best{{name, 1 + rng.IntN(3), []float64{0, 1.234, 2}[rng.IntN(3)], []string{"", "m=1", "m=2", "m=1&drop=giveup"}[rng.IntN(4)]}}})
		}
	}
	for _, name := range []string{"1", "later"} {
		if rng.IntN(2) > 0 {
			p.Replies = mergeReplies(p.Replies, []Reply{{name, AskAnew + rng.IntN(4), rng.Int64N(3)}})
		}
	}
	if rng.IntN(6) == 0 {
		p.newer = []string{`{"version":2}`, `{"version":3}`, `{"version":12}`}[rng.IntN(3)]
	}
	return p
}

// TestLargestProgress: whatever Record accepts for as many missions as are kept fits into what ReadProgress reads.
func TestLargestProgress(t *testing.T) {
	var p Progress
	for i := range missionsMost {
		name := strings.Repeat("m", nameMost-3) + string(rune('a'+i/26)) + string(rune('a'+i%26))
		p = p.Record(name, 3, 999_999.999, strings.Repeat("x", settingMost))
	}
	if q, err := ReadProgress(p.Text()); err != nil || !q.Equal(p) || len(q.Missions) != missionsMost {
		t.Errorf("%d bytes of progress are not read back: %v", len(p.Text()), err)
	}
}

// TestMissionsThatNobodyHas: a page around the lab that makes missions up does not push out the lab's own stars.
func TestMissionsThatNobodyHas(t *testing.T) {
	p := Progress{}.Record("3", 2, 1.35, "m=3&reconcile=30m&lost=resubmit")
	for i := range 10 * missionsMost {
		p = Merge(p, Progress{Missions: []Best{{Mission: "!" + strconv.Itoa(i), Stars: 3, Setting: strings.Repeat("x", settingMost)}}})
	}
	q, err := ReadProgress(p.Text())
	if err != nil || !q.Equal(p) || len(p.Missions) != missionsMost {
		t.Errorf("%d missions in %d bytes: %v", len(p.Missions), len(p.Text()), err)
	}
	if q.Best("3").Stars != 2 {
		t.Error("the lab's own stars are lost")
	}
}

// FuzzProgress: no text may make it panic, what is kept survives being stored, and the reader of JSON agrees with encoding/json.
func FuzzProgress(f *testing.F) {
	for _, seed := range []string{stored, "", "{}", `{"version":2}`, `{"a":[1,-0.5e+3,true,false,null,"\u00e9\ud83d\ude00\ud83d\n\/"]}`, `01`, `1.`, `-`, `"\x"`, "\"\x01\"", `[1,]`, `{"a":1,}`, `"\ud800\ud800"`, `[[[[]]]]`, `1e999`, "\"\xff\""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, _ := ReadProgress(text)
		if q, err := ReadProgress(p.Text()); p.newer == "" && (err != nil || !q.Equal(p)) {
			t.Errorf("%+v is read back as %+v, %v", p, q, err)
		}
		got, err := readJSON(text)
		var want any
		wantErr := json.Unmarshal([]byte(text), &want)
		if err == nil && wantErr != nil || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("read as %#v, encoding/json has %#v, %v", got, want, wantErr)
		}
		if err != nil && wantErr == nil && utf8.ValidString(text) && !strings.Contains(err.Error(), "nested too deeply") {
			t.Errorf("encoding/json reads %#v, but: %v", want, err)
		}
	})
}
