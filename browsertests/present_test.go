package browsertests

import (
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
