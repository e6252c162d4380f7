package browsertests

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// TestPresent: cues are taken from the page, a clicker's two keys step through them, answers stay hidden until they are asked for.
func TestPresent(t *testing.T) {
	tab := lab.Open(t, site.URL+"present/#m=1", lab.Options{Width: 1440, Height: 900})
	tab.Ready()
	tab.Click("#setup")
	tab.Run(`const text = document.getElementById('cuetext');
		text.value = 'm=1 @ 1:20:00 First.\nm=1&drop=subscribe @ 0:30:00 Second.\nm=9 Third.';
		text.form.requestSubmit()`)
	tab.Wait(`document.querySelectorAll('#cueproblems li').length === 1`, 10*time.Second)
	tab.Press("Escape")
	visible := func(id string) bool {
		return lab.Eval[bool](tab, `document.getElementById("`+id+`").checkVisibility({visibilityProperty: true})`)
	}
	for _, step := range []struct{ key, caption, now string }{
		{"PageDown", "First.", "1:20:00"}, {"PageDown", "Second.", "0:30:00"}, {"PageUp", "First.", "1:20:00"},
	} {
		tab.Press(step.key)
		if caption, now := tab.Text("#cuecaption"), tab.Text("#now"); caption != step.caption || now != step.now {
			t.Errorf("after %s: %q at %s, want %q at %s", step.key, caption, now, step.caption, step.now)
		}
		if visible("goals") || visible("score-duplicates") {
			t.Errorf("after %s the answers can be seen", step.key)
		}
	}
	tab.Press("h")
	if !visible("goals") || !visible("score-duplicates") || tab.Text("#score-duplicates") != "713" {
		t.Errorf("H must show the answers, and there be 713 duplicates, not %q", tab.Text("#score-duplicates"))
	}
	if lab.Eval[string](tab, `document.getElementById('corner').getAttribute('d')`) == "" {
		t.Error("the corner has no code")
	}
	tab.Wait(`document.getElementById('timer').textContent >= '0:00:02'`, 20*time.Second)
}

// TestPresentWithoutNetwork opens the presenter's page of an export with cues in a file, and gives the talk once more with
// its host gone.
func TestPresentWithoutNetwork(t *testing.T) {
	folder := exported(t, nil)
	if err := os.WriteFile(filepath.Join(folder, "present", "talk.txt"), []byte("m=1 @ 1:20:00 First.\nm=1&drop=subscribe @ 0:30:00 Second.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	h := host(t, folder)
	tab := lab.Open(t, h.URL+"present/?cues=talk.txt", lab.Options{Width: 1440, Height: 900, Expect: []string{"ERR_CONNECTION_REFUSED"}})
	tab.Ready()
	tab.Wait("document.getElementById('cuecaption').textContent === 'First.'", 10*time.Second)
	keptCopy(t, tab)
	h.Stop()
	tab.Reload()
	tab.Ready()
	tab.Wait("document.getElementById('notices').textContent.includes('this browser kept')", 10*time.Second)
	tab.Press("PageDown")
	tab.Press("PageDown")
	if caption, now := tab.Text("#cuecaption"), tab.Text("#now"); caption != "Second." || now != "0:30:00" {
		t.Errorf("without a network the second cue is %q at %s", caption, now)
	}
	if lab.Eval[string](tab, "document.getElementById('corner').getAttribute('d')") == "" {
		t.Error("without a network the corner has no code")
	}
}
