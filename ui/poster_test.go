package ui

import (
	"bytes"
	"strings"
	"testing"

	"a2alab/missions"
)

func TestPosters(t *testing.T) {
	files := PosterFiles()
	if want := len(missions.All) + 1 + len(GuideFigures()); len(files) != want {
		t.Errorf("%d posters, want %d: the missions, the sandbox and the guide's figures", len(files), want)
	}
	for _, f := range files {
		svg, err := Poster(f.Setting, 960, 480)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		if len(svg) < 5_000 || len(svg) > 60_000 {
			t.Errorf("%s: %d bytes", f.Name, len(svg))
		}
		if half := bytes.Contains(svg, []byte("Only its first half is shown")); half != !strings.HasPrefix(f.Setting, "m=sandbox") {
			t.Errorf("%s: a mission's poster must not show what its question asks; this one is cut: %v", f.Name, half)
		}
	}
	if _, err := Poster("m=1&drop=never-mind", 960, 480); err == nil || !strings.Contains(err.Error(), "drop") {
		t.Errorf("a wrong setting gives the error %v", err)
	}
}
