package browsertests

import (
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// TestStranger asks in mission 6 why an outcome is wrong, applies the remedy, and finds the same call refused; and its keys alone
// lead there.
func TestStranger(t *testing.T) {
	tab := opened(t, "#m=6", lab.Options{Width: 1440, Height: 900, ReducedMotion: true})
	tab.Run("document.getElementById('stage').focus()")
	tab.Press("s") // the question is skipped
	tab.Wait("document.getElementById('predict').hidden", 5*time.Second)
	tab.Run("document.getElementById('goalwhy-0').focus()")
	tab.Press("Enter")
	tab.Wait("!document.getElementById('apply').hidden", 20*time.Second)
	said := tab.Text("#why") + tab.Text("#chain")
	for _, want := range []string{"for completed, and it was not", "forged notification", "Webhook checks: On", "does not check who calls"} {
		if !strings.Contains(said, want) {
			t.Errorf("the explanation does not say %q:\n%s", want, said)
		}
	}
	if title := tab.Text("#storytitle"); !strings.Contains(title, "wrong (believed a stranger)") {
		t.Errorf("the story is headed %q", title)
	}
	if n := tab.Text("#score-wrong"); n == "0" || lab.Eval[string](tab, "document.getElementById('card-wrong').dataset.tone") != "bad" {
		t.Errorf("%s wrong outcomes are no harm", n)
	}
	tab.Run("document.getElementById('apply').focus()")
	tab.Press("Enter")
	tab.Wait("location.hash === '#m=6&verify=on'", 10*time.Second)
	if n := tab.Text("#score-wrong"); n != "0" {
		t.Errorf("with the remedy %s outcomes are wrong", n)
	}
	if note := tab.Text("#scorenote-wrong"); !strings.HasSuffix(note, " refused") {
		t.Errorf("beside it stands %q", note)
	}
	if told := tab.Text("#told"); !strings.Contains(told, "without the credentials that the agent has: the client refused") {
		t.Errorf("the story does not tell of the refusal:\n%s", told)
	}
}
