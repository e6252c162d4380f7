package browsertests

import (
	"fmt"
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

// TestWireStranger: a stranger's call of the webhook is seen at a glance, and laid out as refused where the client checks and as
// believed where it does not. The agent's own call of the same task is neither.
func TestWireStranger(t *testing.T) {
	for _, c := range []struct {
		fragment, line, tone string
		says                 []string
	}{
		{"#m=sandbox&outage=12m&verify=on&forged=20m", "a stranger: POST /webhooks/a2a → 401, refused", "refused", []string{"HTTP/1.1 401 Unauthorized", "WWW-Authenticate: Bearer", "Webhook checks are on"}},
		{"#m=sandbox&outage=12m&forged=20m", "a stranger: POST /webhooks/a2a → 204, believed", "believed", []string{"HTTP/1.1 204 No Content", "Webhook checks are off"}},
	} {
		tab := opened(t, c.fragment, lab.Options{Width: 390, Height: 844, Mobile: true, ReducedMotion: true})
		tab.Run(`if (!document.getElementById('predict').hidden) document.querySelector('#predict [data-do=skip]').click()`)
		tab.Run(`document.getElementById('tasks').open = true`)
		tab.Wait(`[...document.querySelectorAll('#rows button')].some(b => b.textContent === '#200')`, 10*time.Second)
		tab.Run(`[...document.querySelectorAll('#rows button')].find(b => b.textContent === '#200').click()`)
		tab.Run(`document.querySelector('#wire summary').click()`)
		tab.Wait(`document.querySelectorAll('#exchanges li').length > 3`, 10*time.Second)
		// The stranger's row has another colour and weight than the agent's, and says in words whose it is.
		marked := lab.Eval[[][]string](tab, `[...document.querySelectorAll('#exchanges li')].filter(e => e.textContent.includes('POST /webhooks/a2a')).map(e => {
			const style = getComputedStyle(e.lastElementChild);
			return [e.dataset.tone ?? '', e.lastElementChild.textContent, style.color + ' ' + style.fontWeight];
		})`)
		own, strange := "", ""
		for _, row := range marked {
			switch {
			case row[0] == "" && !strings.Contains(row[1], "stranger"):
				own = row[2]
			case row[0] == c.tone && row[1] == c.line:
				strange = row[2]
			default:
				t.Errorf("%s: a call of the webhook is listed as %q", c.fragment, row)
			}
		}
		if own == "" || strange == "" || own == strange {
			t.Errorf("%s: the agent's calls look like %q, the stranger's like %q", c.fragment, own, strange)
		}
		tab.Run(fmt.Sprintf(`document.querySelector('#exchanges li[data-tone=%s] button').focus()`, c.tone))
		tab.Press("Enter")
		tab.Wait(fmt.Sprintf(`document.getElementById('wiretitle').textContent === %q`, c.line), 10*time.Second)
		text := tab.Text("#wiretext")
		for _, want := range append(c.says, "TASK_STATE_COMPLETED", "A stranger sends this") {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the exchange lacks %q:\n%s", c.fragment, want, text)
			}
		}
		if strings.Contains(text, "\nAuthorization:") {
			t.Errorf("%s: the stranger has credentials:\n%s", c.fragment, text)
		}
		tab.Wait(fmt.Sprintf(`document.getElementById('say').textContent.trim() === %q`, c.line), 10*time.Second) // screen readers are told
		tab.Run(`document.getElementById('binding-1').click()`)
		tab.Settle()
		if title := tab.Text("#wiretitle"); title != c.line {
			t.Errorf("%s: in JSON-RPC the exchange is %q", c.fragment, title)
		}
		fits(t, tab, 390, c.fragment)
	}
}
