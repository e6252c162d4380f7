// Package wire turns a run into the HTTP exchanges that its story implies, as A2A 1.0 has them: requests, answers, events of
// streams and webhook calls, with the run's own IDs and times. It decides nothing about what happens; it only writes it down.
// Sections in comments are those of the specification, release 1.0.1.
package wire

import (
	"slices"
	"strings"

	"a2alab/engine"
)

// Binding is how A2A's operations are carried.
type Binding uint8

// The bindings that the agent offers (§9, §11).
const (
	HTTPJSON Binding = iota
	JSONRPC
)

// Bindings are their names, as an agent's card has them (§4.4.6).
var Bindings = [...]string{HTTPJSON: "HTTP+JSON", JSONRPC: "JSONRPC"}

// An Exchange is a request and what came of it, or several alike that brought nothing new.
type Exchange struct {
	At, Until   engine.Time // of the first request and of the last
	Count       int         // of requests
	Event, Last int         // first and last event of the trace that it tells of, or -1: a look at ListTasks belongs to no event
	Operation   string      // A2A's name of it, Notification or Forgery
	Line        string      // all of it in a line
	Request     Message
	Answers     []Message // the response, and what followed it on a stream

	key    string         // equal for exchanges alike
	answer func() Message // writes the one answer, where most of the exchanges alike are folded away; nil where it is there
}

// Notification is the operation of a call of the agent to the client's webhook (§4.3.3), which has no name of its own.
const Notification = "push notification"

// A Message is one part of an exchange.
type Message struct {
	At    engine.Time
	Head  string // the request's or status line and the headers, without an empty line; empty in an event of a stream
	Body  string // JSON; empty where there is none
	Event bool   // of a stream (§11.7)
	Words string // what a person has to be told: a connection that broke, an answer that was lost
}

// Text is the message as it goes over the wire, its JSON laid out for reading but for a stream's events, which are lines.
func (m *Message) Text() string {
	var parts []string
	if m.Head != "" {
		parts = append(parts, m.Head+"\n")
	}
	switch {
	case m.Event:
		parts = append(parts, "data: "+m.Body)
	case m.Body != "":
		parts = append(parts, Indent(m.Body))
	}
	if m.Words != "" {
		parts = append(parts, "("+m.Words+")")
	}
	return strings.TrimSuffix(strings.Join(parts, "\n"), "\n")
}

// Exchanges are all that an item's story implies, in order. Looks at ListTasks are those made while the item was open.
func Exchanges(tr *engine.Trace, item int, b Binding) []Exchange {
	w := writer{tr: tr, s: &tr.Setting, item: item, first: tr.FirstEvent(item), events: tr.EventsOf(item), task0: tr.FirstTask(item), binding: b}
	w.news = make([]bool, len(w.events))
	for _, e := range w.events {
		switch e.Kind {
		case engine.Learn, engine.LearnPause, engine.Notice, engine.Repeated, engine.Escalate:
			w.news[int(e.Cause)-w.first] = true
		}
	}
	for i := range w.events {
		w.event(i)
	}
	w.looks()
	slices.SortStableFunc(w.list, func(a, b Exchange) int { return int(a.At - b.At) })
	list := folded(w.list)
	for i := range list {
		if x := &list[i]; x.answer != nil {
			x.Answers, x.answer = []Message{x.answer()}, nil
		}
	}
	return list
}

// folded joins neighbours that are alike and brought nothing new.
func folded(list []Exchange) []Exchange {
	out := list[:0]
	for _, x := range list {
		if n := len(out); n > 0 && x.key != "" && out[n-1].key == x.key {
			out[n-1].Count += x.Count
			out[n-1].Until, out[n-1].Last = x.Until, x.Last
			continue
		}
		out = append(out, x)
	}
	return out
}

// A writer writes one item's exchanges.
type writer struct {
	tr        *engine.Trace
	s         *engine.Setting
	item      int
	first     int // index in Trace.Events of events[0]
	events    []engine.Event
	news      []bool // which of events brought the client something new
	task0     int    // index in Trace.Tasks of the item's first task
	binding   Binding
	list      []Exchange
	answering bool // the client's blocking call carries an answer
	calls     int  // JSON-RPC requests so far
}

// event writes the exchange that an event begins, if it does.
func (w *writer) event(i int) {
	e := &w.events[i]
	switch e.Kind {
	case engine.FirstSend, engine.Resend, engine.Resubmit, engine.Repeat:
		if e.Kind == engine.Repeat && w.answering {
			w.answer(i)
			return
		}
		w.answering = false
		w.send(i)
	case engine.Answer:
		w.answering = w.s.Hears == engine.Blocking && e.Result == engine.OK
		w.answer(i)
	case engine.Subscribe:
		w.subscribe(i)
	case engine.Poll, engine.ReconcileGet, engine.ReadAfter:
		w.get(i)
	case engine.Attempt:
		w.notify(i)
	case engine.Forged:
		w.forge(i)
	}
}

// ordinal is a task's place among the item's.
func (w *writer) ordinal(task int32) int { return int(task) - w.task0 }

func (w *writer) id(task int32) string { return TaskID(w.s.Day, w.item, w.ordinal(task)) }

// begin makes an exchange of event i.
func (w *writer) begin(i int, operation string, request Message) Exchange {
	at := w.events[i].At
	request.At = at
	return Exchange{At: at, Until: at, Count: 1, Event: w.first + i, Last: w.first + i, Operation: operation, Request: request}
}

// end completes it: what came of it goes into its line.
func (w *writer) end(x Exchange, came string, answers ...Message) {
	line, _, _ := strings.Cut(x.Request.Head, "\n")
	line, _, _ = strings.Cut(strings.TrimSuffix(line, " HTTP/1.1"), "?")
	for n := range w.tr.TasksOf(w.item) {
		id := TaskID(w.s.Day, w.item, n)
		line = strings.ReplaceAll(line, id, ShortID(id))
	}
	switch {
	case x.Operation == Forgery:
		line = "a stranger: " + line
	case w.binding == JSONRPC && x.Operation != Notification:
		line = x.Operation
	}
	x.Line = line + " → " + came
	x.Answers = answers
	w.list = append(w.list, x)
}

// send writes the message that asks for the work. It is the same whenever it is sent: what the agent makes of it differs.
func (w *writer) send(i int) {
	task := w.events[i].Task // which the client follows; of an agent that recognises the messageId also the one it answers with
	if j := i + 1; j < len(w.events) && w.events[j].Kind == engine.TaskCreated && int(w.events[j].Cause) == w.first+i {
		task = w.events[j].Task
	}
	message := object("messageId", text(MessageID(w.s.Day, w.item)), "role", `"ROLE_USER"`, "parts", array(object("text", text("Do the work of item "+itemName(w.item)+"."))))
	configuration := ""
	switch w.s.Hears {
	case engine.Polling:
		configuration = object("returnImmediately", "true", "historyLength", "0")
	case engine.Push:
		// One token for each configuration (§13.2).
		hook := object("url", text(webhookURL), "authentication", object("scheme", `"Bearer"`, "credentials", text(credential(w.s.Day, w.item, 0))))
		configuration = object("returnImmediately", "true", "historyLength", "0", "taskPushNotificationConfig", hook)
	}
	params := object("message", message, "configuration", configuration)
	if w.s.Hears == engine.Streaming {
		w.follow(w.begin(i, "SendStreamingMessage", w.call("SendStreamingMessage", "POST", "/message:stream", params)), i, task)
		return
	}
	x := w.begin(i, "SendMessage", w.call("SendMessage", "POST", "/message:send", params))
	if w.s.Hears == engine.Blocking {
		w.wait(x, i, task)
		return
	}
	at := w.events[i].At
	w.end(x, w.stateAt(task, at).String(), w.ok(at, object("task", w.task(task, at, w.stateAt(task, at)))))
}

// answer writes the message that gives a paused task its input.
func (w *writer) answer(i int) {
	e := &w.events[i]
	n := w.ordinal(e.Task)
	configuration := object("returnImmediately", "true", "historyLength", "0")
	if w.s.Hears == engine.Blocking {
		configuration = ""
	}
	message := object("messageId", text(AnswerID(w.s.Day, w.item, n)), "taskId", text(w.id(e.Task)), "contextId", text(ContextID(w.s.Day, w.item, n)),
		"role", `"ROLE_USER"`, "parts", array(object("text", text("Here is the input for item "+itemName(w.item)+"."))))
	x := w.begin(i, "SendMessage", w.call("SendMessage", "POST", "/message:send", object("message", message, "configuration", configuration)))
	switch {
	case e.Result == engine.NotFound:
		w.end(x, "TaskNotFoundError", w.fail(e, notFound))
	case e.Result == engine.Refused:
		w.end(x, "UnsupportedOperationError", w.fail(e, unsupported))
	case w.s.Hears == engine.Blocking:
		w.wait(x, i, e.Task)
	default:
		w.end(x, engine.Working.String(), w.ok(e.At, object("task", w.task(e.Task, e.At, engine.Working))))
	}
}

// subscribe writes an attempt to follow a task again.
func (w *writer) subscribe(i int) {
	e := &w.events[i]
	x := w.begin(i, "SubscribeToTask", w.call("SubscribeToTask", "POST", "/tasks/"+w.id(e.Task)+":subscribe", object("id", text(w.id(e.Task)))))
	switch e.Result {
	case engine.NotFound:
		w.end(x, "TaskNotFoundError", w.fail(e, notFound))
	case engine.Refused:
		w.end(x, "UnsupportedOperationError", w.fail(e, unsupported))
	default:
		w.follow(x, i, e.Task)
	}
}

// get writes a GetTask.
func (w *writer) get(i int) {
	e := &w.events[i]
	key := ""
	if !w.news[i] {
		key = "get " + number(int(e.Task)) + e.State.String() + number(int(e.Result))
		if n := len(w.list); n > 0 && w.list[n-1].key == key { // there may be thousands
			x := &w.list[n-1]
			w.calls++
			x.Count++
			x.Until, x.Last = e.At, w.first+i
			return
		}
	}
	x := w.begin(i, "GetTask", w.call("GetTask", "GET", "/tasks/"+w.id(e.Task)+"?historyLength=0", object("id", text(w.id(e.Task)), "historyLength", "0")))
	x.key = key
	if e.Result == engine.NotFound {
		w.end(x, "TaskNotFoundError", w.fail(e, notFound))
		return
	}
	w.end(x, e.State.String(), w.ok(e.At, w.task(e.Task, e.At, e.State)))
}

// notify writes a call of the agent to the client's webhook.
func (w *writer) notify(i int) {
	e := &w.events[i]
	head := webhookHead + "\nAuthorization: Bearer " + credential(w.s.Day, w.item, 0)
	x := w.begin(i, Notification, Message{Head: head, Body: w.update(e.Task, w.since(e.Task, e.State), e.State)})
	answer := Message{At: e.At, Head: accepted, Words: w.received(i)}
	switch e.Result {
	case engine.Undelivered:
		w.end(x, "no connection", Message{At: e.At, Words: "The receiver is out: the agent gets no connection."})
	case engine.AckLost:
		answer.Words = strings.TrimSpace(answer.Words + " The client has handled it, but this answer does not reach the agent.")
		w.end(x, "204, lost on its way", answer)
	default:
		w.end(x, "204", answer)
	}
}

// follow writes what came on a stream of a task that event i opened, until it closed, broke, or the run ended.
func (w *writer) follow(x Exchange, i int, task int32) {
	at := w.events[i].At
	state := w.stateAt(task, at)
	if w.events[i].Kind == engine.Subscribe {
		state = w.events[i].State
	}
	answers := []Message{w.opened(at), w.frame(at, object("task", w.task(task, at, state)))}
	if state.Terminal() {
		answers[1].Words = "The stream closes: the task has ended."
		w.end(x, state.String(), answers...)
		return
	}
	for j := i + 1; j < len(w.events); j++ {
		e := &w.events[j]
		switch {
		case e.Kind == engine.Cut:
			w.end(x, "stream, broken after "+state.String(), append(answers, Message{At: e.At, Words: cutWords(e)})...)
			return
		case e.Task != task:
		case e.Kind == engine.TaskPaused || e.Kind == engine.TaskResumed || e.Kind == engine.TaskFailed || e.Kind == engine.TaskCompleted:
			if e.Kind == engine.TaskResumed && e.At == at && j < i+1 {
				continue
			}
			state = e.State
			if state == engine.Completed {
				answers = append(answers, w.frame(e.At, object("artifactUpdate", object("taskId", text(w.id(task)), "contextId", text(ContextID(w.s.Day, w.item, w.ordinal(task))),
					"artifact", w.artifact(task), "append", "false", "lastChunk", "true"))))
			}
			answers = append(answers, w.frame(e.At, w.update(task, e.At, state)))
			if state.Terminal() {
				answers[len(answers)-1].Words = "The stream closes: the task has ended."
				w.end(x, "stream, "+state.String(), answers...)
				return
			}
		}
	}
	w.end(x, "stream, still open", append(answers, Message{At: w.s.End, Words: "The stream is still open at the run’s end."})...)
}

// wait writes what a blocking call on a task came to (§3.2.2): it returns when the task has ended or waits for input.
func (w *writer) wait(x Exchange, i int, task int32) {
	at := w.events[i].At
	if state := w.events[i].State; w.events[i].Kind == engine.Repeat && state != engine.Working && w.events[i].Task == task {
		w.end(x, state.String(), w.ok(at, object("task", w.task(task, at, state)))) // the agent has the answer at once
		return
	}
	for j := i + 1; j < len(w.events); j++ {
		e := &w.events[j]
		switch {
		case e.Kind == engine.Cut:
			w.end(x, "broken, no answer", Message{At: e.At, Words: cutWords(e)})
			return
		case e.Kind == engine.TimedOut:
			w.end(x, "no answer in time", Message{At: e.At, Words: "The client stops waiting: no answer came within its own limit."})
			return
		case e.Task != task:
		case e.Kind == engine.TaskPaused || e.Kind == engine.TaskFailed || e.Kind == engine.TaskCompleted:
			w.end(x, e.State.String(), w.ok(e.At, object("task", w.task(task, e.At, e.State))))
			return
		}
	}
	w.end(x, "no answer yet", Message{At: w.s.End, Words: "The call still waits at the run’s end."})
}

func cutWords(e *engine.Event) string {
	if e.Failure.Kind == engine.Restart {
		return "The connection breaks: the agent restarts."
	}
	return "The connection breaks. The client sees an end that says nothing about the task."
}

// stateAt is a task's state at an instant, after what happens at it.
func (w *writer) stateAt(task int32, at engine.Time) engine.State {
	t := &w.tr.Tasks[task]
	switch {
	case t.Ended != engine.Never && t.Ended <= at:
		return t.Final
	case t.Resumed != engine.Never && t.Resumed <= at:
		return engine.Working
	case t.Paused != engine.Never && t.Paused <= at:
		return engine.InputRequired
	}
	return engine.Working
}

// since is when a task entered a state.
func (w *writer) since(task int32, state engine.State) engine.Time {
	t := &w.tr.Tasks[task]
	switch {
	case state.Terminal():
		return t.Ended
	case state == engine.InputRequired:
		return t.Paused
	case t.Resumed != engine.Never:
		return t.Resumed
	}
	return t.Born
}
