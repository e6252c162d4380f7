package ui

import (
	"bytes"
	"strings"
	"testing"
)

// TestShare: the link opens what is seen, files have content and names, stars come and go.
func TestShare(t *testing.T) {
	l := opened("m=2&reconcile=5m&by=list")
	l.SetAddress("https://example.org/lab/")
	l.do(Skip)
	l.settle()
	s := shown(l)
	if got := s.values[[2]string{"sharelink", "value"}]; got != "https://example.org/lab/#m=2&reconcile=5m&by=list" {
		t.Errorf("link %q", got)
	}
	if s.values[[2]string{"qr", "d"}] == "" || s.hidden("qrbox") || !s.hidden("qrproblem") {
		t.Error("there must be a QR code of the link")
	}
	for _, f := range Files {
		file, ok := l.File(f.Name)
		if !ok || len(file.Text) < 100 || file.Name != "a2a-lab-2-day50-"+f.Name {
			t.Errorf("%s: %d bytes as %q", f.Name, len(file.Text), file.Name)
		}
	}
	if _, ok := l.File("nonsense"); ok {
		t.Error("an unknown file must not be made")
	}
	svg, caption := l.Drawing()
	if !bytes.HasPrefix(svg, []byte("<svg ")) || !strings.Contains(caption[0], "m=2&reconcile=5m") || !strings.Contains(caption[1], "240 of 240 outcomes learned") {
		t.Errorf("caption %q", caption)
	}

	misled := opened("m=6")
	misled.do(Skip)
	if _, caption := misled.Drawing(); !strings.HasPrefix(caption[1], "153 of 240 outcomes learned, 73 wrong, 0 duplicates") {
		t.Errorf("caption %q", caption)
	}

	other := opened("m=1")
	other.Do(Action{Do: Import, Value: "from my laptop: " + l.Stars()})
	if best := other.progress.Best("2"); best.Stars != 3 {
		t.Errorf("%d stars were carried over: %s", best.Stars, other.imported)
	}
	if _, changed := other.Unsaved(); !changed {
		t.Error("carried stars must be saved")
	}
	other.Do(Action{Do: Import, Value: l.Stars()})
	if _, changed := other.Unsaved(); changed || !strings.HasPrefix(other.imported, "Nothing changed") {
		t.Errorf("the same stars again: %q", other.imported)
	}
	other.Do(Action{Do: Import, Value: "nonsense"})
	if !strings.HasPrefix(other.imported, "There are no stars") {
		t.Errorf("nonsense: %q", other.imported)
	}
}
