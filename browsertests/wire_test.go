package browsertests

import (
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
)

// TestWire opens the exchanges of a task: one that is pressed takes the play head there and shows its text; the keyboard does the
// same; the binding changes what is shown.
func TestWire(t *testing.T) {
	tab := opened(t, "#m=2&retries=8", lab.Options{Width: 1440, Height: 900, ReducedMotion: true})
	if !lab.Eval[bool](tab, "document.getElementById('predict').hidden") {
		tab.Click("#predict [data-do=skip]")
	}
	tab.Click("#tasks summary")
	tab.Wait(`document.querySelectorAll('#rows button').length > 15`, 10*time.Second)
	tab.Run(`[...document.querySelectorAll('#rows button')].find(b => b.textContent === '#147').click()`)
	tab.Run(`document.querySelector('#wire summary').click()`)
	tab.Wait(`document.querySelectorAll('#exchanges li').length > 5`, 10*time.Second)
	tab.Run(`document.querySelector('#exchanges li:nth-of-type(2) button').focus()`)
	tab.Press("Enter")
	text := `document.getElementById('wiretext').textContent`
	tab.Wait(text+`.includes('POST /webhooks/a2a HTTP/1.1')`, 10*time.Second)
	if now, at := lab.Eval[string](tab, `document.getElementById('now').textContent`), lab.Eval[string](tab, `document.querySelector('#exchanges li:nth-of-type(2) button').textContent`); now != at {
		t.Errorf("the play head is at %s, the exchange at %s", now, at)
	}
	if !strings.Contains(lab.Eval[string](tab, `document.querySelector('#wiretext').textContent`), "TASK_STATE_INPUT_REQUIRED") {
		t.Error("the notification does not say what it is about")
	}
	tab.Run(`document.getElementById('binding-1').click(); document.querySelector('#exchanges li button').click()`)
	tab.Wait(text+`.includes('"method": "SendMessage"')`, 10*time.Second)
	tab.Run(`document.querySelector('[data-do=card]').click()`)
	tab.Wait(text+`.includes('supportedInterfaces')`, 10*time.Second)
}
