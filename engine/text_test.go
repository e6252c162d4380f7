package engine

import (
	"slices"
	"strings"
	"testing"
)

// TestParse: what is wrong is said with its key and the range, and the start's value kept; what is right is read.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		in, text string   // text: the canonical text of what was read
		problems []string // what each problem says, in order
	}{
		{"", "m=1", nil},
		{"#m=1&drop=giveup", "m=1&drop=giveup", nil},
		{"?drop=giveup&m=1", "m=1&drop=giveup", nil},
		{"m=sandbox&restart=1h&day=7&&flaps=90s", "m=sandbox&day=7&flaps=1m30s&restart=1h", nil},
		{"m=sandbox&poll=15s&acks=0", "m=sandbox", nil},
		{"m=sandbox&acks=0.200&sigma=1.000000&restart=0s&reconcile=off", "m=sandbox&sigma=1&acks=0.2&restart=0s", nil},
		{"m=1&flaps=8m", "m=1", nil}, // locked, but no change
		{"m=1&flaps=off", "m=1", []string{"flaps: locked in mission 1; it stays 8m; open the sandbox to change it"}},
		{"m=9", "m=1", []string{`m: there is no mission called "9"; 1 is used`}},
		{"m=1&m=sandbox", "m=1", []string{"m: given 2 times; 1 is used"}},
		{"m=sandbox&poll=1s&poll=2s", "m=sandbox", []string{"poll: given 2 times; 15s is used"}},
		{"m=sandbox&poll=15", "m=sandbox", []string{`poll: "15" is not a duration from 1s to 1h such as 90s, 10m or 1h30m; 15s is used`}},
		{"m=sandbox&poll=2h", "m=sandbox", []string{"poll: 2h is out of range; it must be a duration from 1s to 1h such as 90s, 10m or 1h30m; 15s is used"}},
		{"m=sandbox&reconcile=1s", "m=sandbox", []string{"reconcile: 1s is out of range; it must be a duration from 30s to 6h such as 90s, 10m or 1h30m, or off; off is used"}},
		{"m=sandbox&acks=0.96", "m=sandbox", []string{"acks: 0.96 is out of range; it must be a number from 0 to 0.95, with a point and at most six decimals; 0 is used"}},
		{"m=sandbox&items=1e3", "m=sandbox", []string{`items: "1e3" is not a whole number from 1 to 2000; 240 is used`}},
		{"m=sandbox&hears=pigeon", "m=sandbox", []string{`hears: "pigeon" is not block, poll, stream or push; push is used`}},
		{"m=sandbox&persist=yes", "m=sandbox", []string{`persist: "yes" is not off or on; off is used`}},
		{"m=sandbox&colour=red", "m=sandbox", []string{"colour: not a key of a setting; it is ignored"}},
		{"m=sandbox&der\u202e\u200b\x9f=1", "m=sandbox", []string{"der···: not a key of a setting; it is ignored"}},
		{"m=sandbox&=red", "m=sandbox", []string{`setting: "red" is a value without a key; it is ignored`}},
		{"m=sandbox&shortest=2h", "m=sandbox", []string{"shortest, longest: the shortest work (2h) is longer than the longest (1h); the start’s values are used"}},
		{"m=sandbox&end=1h", "m=sandbox", []string{"span, end: the run (1h) must end after the last task is delegated (2h); the start’s values are used"}},
		{"m=sandbox&shortest=2h&longest=3h&span=3h&end=4h", "m=sandbox&span=3h&end=4h&shortest=2h&longest=3h", nil},
	} {
		s, problems := Parse(c.in, lockedStarts)
		var said []string
		for _, p := range problems {
			said = append(said, p.Error())
		}
		start, _ := lockedStarts(s.Start)
		if got := s.Text(start); got != c.text || !slices.Equal(said, c.problems) {
			t.Errorf("%q is read as %q with %q,\nwant %q with %q", c.in, got, said, c.text, c.problems)
		}
	}
}

// TestLongText: a text too long is cut and said to be (its last key with it), and problems are counted rather than listed without end.
func TestLongText(t *testing.T) {
	_, problems := Parse(strings.Repeat("x1=1&x2=1&x3=1&x4=1&x5=1&x6=1&x7=1&x8=1&x9=1&y1=1&y2=1&y3=1&y4=1&", 100), lockedStarts)
	last := problems[len(problems)-1].Error()
	if len(problems) != maxProblems+1 || !strings.Contains(problems[0].Error(), "only the first 4096 are read") || last != "setting: 3 further problems" {
		t.Errorf("%d problems, from %v to %v", len(problems), problems[0], last)
	}
}

// TestKeys: the table is sound: names are unique, defaults and offered values are in range, and every value is written as it is read.
func TestKeys(t *testing.T) {
	seen := map[string]bool{StartKey: true}
	fields := map[*int64]bool{}
	var s Setting
	for i := range Keys {
		k := &Keys[i]
		if seen[k.Name] || fields[k.Field(&s)] {
			t.Errorf("%s is named twice or shares its field", k.Name)
		}
		seen[k.Name], fields[k.Field(&s)] = true, true
		for _, v := range append([]int64{k.Default, k.Min, k.Max}, k.Offered...) {
			if err := k.check(v); err != nil {
				t.Errorf("%s: %v", k.Name, err)
			}
			if again, err := k.Parse(k.Format(v)); err != nil || again != v {
				t.Errorf("%s: %d is written %q and read %d, %v", k.Name, v, k.Format(v), again, err)
			}
		}
		if k.check(k.Max+1) == nil || k.Min > 0 && k.check(k.Min-1) == nil {
			t.Errorf("%s: the range is not kept", k.Name)
		}
		if k.Label == "" || k.Help == "" || k.Form == Choice && (len(k.Names) != int(k.Max)+1 || len(k.Titles) != len(k.Names)) {
			t.Errorf("%s wants words", k.Name)
		}
	}
	if d := Defaults(); d.Validate() != nil {
		t.Errorf("the defaults are not valid: %v", d.Validate())
	}
}

// TestTimes: lengths are written as Go writes them, without empty parts; instants as a stop-clock shows them.
func TestTimes(t *testing.T) {
	for at, want := range map[Time][2]string{
		0: {"0s", "0:00:00"}, 90 * Second: {"1m30s", "0:01:30"}, Hour: {"1h", "1:00:00"}, 80 * Minute: {"1h20m", "1:20:00"},
		Hour + Second: {"1h0m1s", "1:00:01"}, 1500: {"1.5s", "0:00:01"}, 48 * Hour: {"48h", "48:00:00"}, 10 * Minute: {"10m", "0:10:00"},
	} {
		if at.String() != want[0] || at.Clock() != want[1] {
			t.Errorf("%d ms is %q and %q, want %q", int64(at), at.String(), at.Clock(), want)
		}
	}
}
