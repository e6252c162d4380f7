package page

import (
	"bytes"
	"strings"
	"testing"

	"a2alab/missions"
)

// TestPosters: each mission has a poster, and each good line of the file one of its own, under its own text; a broken one is
// named and costs no other its picture.
func TestPosters(t *testing.T) {
	var told []string
	posters, err := DrawPosters([]byte(`# an article

#m=2&amp;reconcile=5m
m=2&reconcile=300s
m=2&reconcile=never-mind
m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h
m=1`), func(text string) { told = append(told, text) })
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range missions.All {
		if len(posters.Files[m.Name+".svg"]) == 0 {
			t.Errorf("mission %s has no poster", m.Name)
		}
	}
	if len(told) != 2 || !strings.Contains(told[0], "line 5") || !strings.Contains(told[0], "never-mind") || !strings.Contains(told[1], "too many events") {
		t.Errorf("told %q", told)
	}
	of := func(setting string) []byte { return posters.Files[posters.Of[setting]+".svg"] }
	if a, b := of("m=2&reconcile=5m"), of("m=2&reconcile=300s"); len(a) == 0 || !bytes.Equal(a, b) || bytes.Equal(a, posters.Files["2.svg"]) {
		t.Errorf("the setting's poster is %d B, written otherwise %d B; one of them may be the mission's", len(a), len(b))
	}
	if len(posters.Of) != 3 || !bytes.Equal(of("m=1"), posters.Files["1.svg"]) {
		t.Errorf("%d posters of settings, or that of a mission's start is another than the mission's", len(posters.Of))
	}
	if _, err := DrawPosters([]byte(strings.Repeat("\n", PostersMost+1)), func(string) {}); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("too many: %v", err)
	}
}
