package ui

import (
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/render"
	"a2alab/wire"
)

// TestWire: the exchanges of the selected task are listed; one that is chosen takes the play head to it and is laid out, in
// either binding; a mark in the picture leads to its exchange, and so does a bar; a change of the setting makes the list anew.
func TestWire(t *testing.T) {
	l := opened("m=2&retries=8")
	l.Do(Action{Do: Skip})
	s := shown(l)
	if !s.hidden("wire") {
		t.Error("no task is selected, and there are exchanges")
	}
	l.Do(Action{Do: Select, N: 146})
	s = shown(l)
	rows := s.lists["exchanges"]
	if s.hidden("wire") || len(rows) < 4 || !strings.Contains(rows[0].Cells[1], "POST /message:send → TASK_STATE_WORKING") || !s.hidden("wiredetail") {
		t.Fatalf("the exchanges are %v", rows)
	}
	a, ok := ParseAction(rows[2].Action, "")
	if !ok {
		t.Fatal(rows[2].Action)
	}
	l.Do(a)
	s = shown(l)
	if l.now.Clock() != rows[2].Cells[0] || s.hidden("wiredetail") || !strings.Contains(s.text("wiretext"), "POST /webhooks/a2a HTTP/1.1") || !strings.HasPrefix(l.ShownCurl(), "curl 'https://client.example") {
		t.Errorf("at %s: %s\n%s", l.now.Clock(), s.text("wiretext"), l.ShownCurl())
	}
	l.Do(Action{Do: Wire})
	l.Do(Action{Do: Bind, N: int(wire.JSONRPC)})
	if s = shown(l); !strings.Contains(s.text("wiretext"), `"method": "SendMessage"`) || s.values[[2]string{"binding-1", "aria-pressed"}] != "true" {
		t.Errorf("in JSON-RPC it is %s", s.text("wiretext"))
	}
	l.Do(Action{Do: Card})
	if s = shown(l); !strings.Contains(s.text("wiretext"), "/.well-known/agent-card.json") {
		t.Errorf("the card is %s", s.text("wiretext"))
	}
	for i, e := range l.trace.EventsOf(146) {
		l.wireTo(l.trace.FirstEvent(146)+i, render.None)
		x := l.exchange()
		if x == nil && e.Kind != engine.Arrival || x != nil && x.At > e.At {
			t.Errorf("event %d of kind %d leads to %+v", i, e.Kind, x)
		}
	}
	l.wireTo(render.None, l.trace.FirstTask(146))
	if x := l.exchange(); x == nil || x.Operation != "SendMessage" {
		t.Errorf("the bar leads to %+v", x)
	}
	for _, shape := range l.Picture().Base {
		if int(shape.Task) == l.trace.FirstTask(146) && shape.Form == render.Fill {
			l.Do(Action{Do: LetGo})
			l.Do(Action{Do: Tap, X: shape.X + 3, Y: shape.Y + shape.H/2})
			break
		}
	}
	if x := l.exchange(); l.selected != 146 || x == nil || x.Event > l.trace.FirstEvent(146)+1 {
		t.Errorf("a click on the bar leads to item %d, %+v", l.selected, x)
	}
	if text := l.WireText(); strings.Count(text, "── ") != len(rows) {
		t.Errorf("%d exchanges in the text, want %d", strings.Count(text, "── "), len(rows))
	}
	l.Do(Action{Do: Set, Name: "reconcile", Value: "5m"})
	if s = shown(l); len(s.lists["exchanges"]) <= len(rows) || !s.hidden("wiredetail") {
		t.Errorf("with reconciliation there are %d exchanges, and %d without", len(s.lists["exchanges"]), len(rows))
	}
	l.Do(Action{Do: LetGo})
	if s = shown(l); !s.hidden("wire") {
		t.Error("there are exchanges of no task")
	}
}

// TestWireStranger: a stranger's call is told apart from the agent's in the list, in its text and in what is copied, and it says what
// the client made of it.
func TestWireStranger(t *testing.T) {
	for setting, want := range map[string]struct{ line, tone, says string }{
		"m=sandbox&outage=12m&forged=20m":           {" → 204, believed", "believed", "Webhook checks are off"},
		"m=sandbox&outage=12m&verify=on&forged=20m": {" → 401, refused", "refused", "WWW-Authenticate: Bearer"},
	} {
		l := opened(setting)
		l.Do(Action{Do: Skip})
		l.Do(Action{Do: Select, N: 97})
		rows, found := shown(l).lists["exchanges"], 0
		for _, row := range rows {
			if row.Tone == "" {
				if strings.Contains(row.Cells[1], "stranger") {
					t.Errorf("not marked: %v", row)
				}
				continue
			}
			found++
			a, _ := ParseAction(row.Action, "")
			l.Do(a)
			s := shown(l)
			if row.Cells[1] != "a stranger: POST /webhooks/a2a"+want.line || row.Tone != want.tone || s.text("wiretitle") != row.Cells[1] || l.said != row.Cells[1] {
				t.Errorf("%v, titled %q, said %q", row, s.text("wiretitle"), l.said)
			}
			if text := s.text("wiretext"); !strings.Contains(text, "A stranger sends this") || !strings.Contains(text, want.says) || strings.Contains(text, "\nAuthorization:") {
				t.Errorf("it is laid out as %s", text)
			}
			if curl := l.ShownCurl(); !strings.HasPrefix(curl, "# A stranger sends this to the client, not the agent.\ncurl 'https://client.example/webhooks/a2a'") {
				t.Errorf("copied is %s", curl)
			}
		}
		if found == 0 {
			t.Errorf("with %s no stranger calls for task 98: %v", setting, rows)
		}
	}
}
