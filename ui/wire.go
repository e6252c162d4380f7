package ui

import (
	"strconv"

	"a2alab/engine"
	"a2alab/render"
	"a2alab/wire"
)

// wiring is what the page shows of the selected task's exchanges.
type wiring struct {
	of      int // the item, or render.None where the list is to be made anew
	binding wire.Binding
	list    []wire.Exchange
	rows    []ListRow
	open    bool // somebody can see it
	shown   int  // the exchange that is laid out, or the agent's card, or render.None
}

// agentCard stands for the exchange that is the same for all tasks.
const agentCard = 1 << 20

// exchangesMost is how many exchanges the page lists at most; a browser takes seconds for thousands.
const exchangesMost = 200

// strangers are the tones of a stranger's calls, by what came of them; their lines say it in words.
var strangers = map[engine.Result]string{engine.OK: "believed", engine.Refused: "refused"}

// wires makes the list of the selected item's exchanges, if it is not there.
func (l *Lab) wires() *wiring {
	w := &l.wired
	if w.of == l.selected {
		return w
	}
	w.of, w.shown, w.rows, w.list = l.selected, render.None, nil, nil
	if l.selected == render.None {
		return w
	}
	w.list = wire.Exchanges(&l.trace, l.selected, w.binding)
	for i := range w.list[:min(len(w.list), exchangesMost)] {
		x := &w.list[i]
		line := x.Line
		if x.Count > 1 {
			line = itoa(x.Count) + " × " + line
		}
		row := ListRow{Action: string(Wire) + ":" + strconv.Itoa(i), Cells: []string{wire.Times(x), line}}
		if x.Operation == wire.Forgery {
			row.Tone = strangers[l.trace.Events[x.Event].Result]
		}
		w.rows = append(w.rows, row)
	}
	if more := len(w.list) - exchangesMost; more > 0 {
		w.rows = append(w.rows, ListRow{Cells: []string{"…", itoa(more) + " more exchanges are in the text that can be copied."}})
	}
	return w
}

// wire carries out what concerns the exchanges.
func (l *Lab) wire(a Action) {
	w := l.wires()
	switch {
	case a.Do == Card:
		w.shown = agentCard
	case a.Do == Bind:
		shown := w.shown
		w.binding, w.of = wire.Binding(a.N), render.None
		l.wires().shown = shown
	case a.N < len(w.list):
		w.shown = a.N
		l.halt(w.list[a.N].At)
	}
	if x := l.exchange(); x != nil && a.Do != Bind {
		l.said = x.Line
	}
}

// exchange is the one that is laid out, or nil.
func (l *Lab) exchange() *wire.Exchange {
	switch w := l.wires(); {
	case w.shown == agentCard:
		x := wire.Card(&l.trace.Setting)
		return &x
	case w.shown >= 0 && w.shown < len(w.list):
		return &w.list[w.shown]
	}
	return nil
}

// wireTo lays out the exchange that an event belongs to or came of, or that made a task.
func (l *Lab) wireTo(event, task int) {
	if !l.wired.open {
		return
	}
	w := l.wires()
	if event == render.None && task != render.None {
		for i, e := range l.trace.EventsOf(l.selected) {
			if e.Kind == engine.TaskCreated && int(e.Task) == task {
				event = l.trace.FirstEvent(l.selected) + i
			}
		}
	}
	for event >= 0 {
		for i := range w.list {
			if x := &w.list[i]; x.Event >= 0 && x.Event <= event && event <= x.Last {
				w.shown = i
				return
			}
		}
		event = int(l.trace.Events[event].Cause)
	}
}

func (l *Lab) showWire(s Sink) {
	if l.wired.open = s.Open("wire"); !l.wired.open {
		return
	}
	w := l.wires()
	s.List("exchanges", w.rows)
	for b := range 2 {
		s.Set("binding-"+itoa(b), "aria-pressed", pressed(int(w.binding) == b))
	}
	x := l.exchange()
	s.Set("wiredetail", "hidden", yes(x == nil))
	if x == nil {
		return
	}
	s.Set("wiretitle", "text", x.Line)
	s.Set("wiretext", "text", x.Text())
}

// ShownCurl is the exchange that is laid out as a shell command.
func (l *Lab) ShownCurl() string {
	if x := l.exchange(); x != nil {
		return wire.Curl(x)
	}
	return ""
}

// WireText is all exchanges of the selected task, to copy.
func (l *Lab) WireText() string { return wire.Text(l.wires().list) }
