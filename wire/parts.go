package wire

import (
	"strconv"
	"strings"
	"time"

	"a2alab/engine"
)

// Where the exchanges take place. Names ending in .example belong to nobody (RFC 2606).
const (
	agentHost   = "agent.example"
	clientHost  = "client.example"
	webhookPath = "/webhooks/a2a"
	webhookURL  = "https://" + clientHost + webhookPath
	rpcPath     = "/rpc"
	version     = "1.0"                  // §3.6: major and minor only
	mediaType   = "application/a2a+json" // §11.1
	clientToken = "client-token"
)

// Epoch is the instant on which every run begins: a Monday morning.
var Epoch = time.Date(2026, time.January, 5, 9, 0, 0, 0, time.UTC)

// stamp is an instant of the run as A2A has timestamps (§5.6.1).
func stamp(at engine.Time) string {
	return Epoch.Add(time.Duration(at) * time.Millisecond).Format("2006-01-02T15:04:05.000Z")
}

func itemName(item int) string { return strconv.Itoa(item + 1) }

// call writes a request of the client in the writer's binding.
func (w *writer) call(operation, method, path, params string) Message {
	w.calls++
	return w.request(operation, method, path, params, w.calls)
}

func (w *writer) request(operation, method, path, params string, id int) Message {
	accept := mediaType
	if operation == "SendStreamingMessage" || operation == "SubscribeToTask" {
		accept = "text/event-stream"
	}
	body, contentType := params, mediaType
	if w.binding == JSONRPC {
		method, path, contentType = "POST", rpcPath, "application/json"
		if accept == mediaType {
			accept = contentType
		}
		body = object("jsonrpc", `"2.0"`, "id", text(number(id)), "method", text(operation), "params", params)
	} else if method == "GET" || operation == "SubscribeToTask" {
		body = "" // the path and the query say it all
	}
	head := method + " " + path + " HTTP/1.1\nHost: " + agentHost + "\nA2A-Version: " + version + "\nA2A-Extensions: " + Extension +
		"\nAuthorization: Bearer " + clientToken + "\nAccept: " + accept
	if body != "" {
		head += "\nContent-Type: " + contentType
	}
	return Message{Head: head, Body: body}
}

// ok is a response of the agent with a result.
func (w *writer) ok(at engine.Time, result string) Message {
	contentType := mediaType
	if w.binding == JSONRPC {
		contentType = "application/json"
	}
	return Message{At: at, Head: "HTTP/1.1 200 OK\nContent-Type: " + contentType + "\nA2A-Extensions: " + Extension, Body: w.result(result)}
}

// opened is the beginning of a stream's response.
func (w *writer) opened(at engine.Time) Message {
	return Message{At: at, Head: "HTTP/1.1 200 OK\nContent-Type: text/event-stream\nCache-Control: no-store\nA2A-Extensions: " + Extension}
}

// frame is an event of a stream: in JSON-RPC each is a whole response (§9.4.2).
func (w *writer) frame(at engine.Time, result string) Message {
	return Message{At: at, Event: true, Body: w.result(result)}
}

func (w *writer) result(result string) string {
	if w.binding == JSONRPC {
		return object("jsonrpc", `"2.0"`, "id", text(number(w.calls)), "result", result)
	}
	return result
}

// failure is an error of the protocol (§3.3.2), as release 1.0.1 maps it (§5.4).
type failure struct {
	reason, status string
	code, rpc      int
	message        string
}

var (
	notFound    = failure{"TASK_NOT_FOUND", "NOT_FOUND", 404, -32001, "There is no such task, or it is not yours."}
	unsupported = failure{"UNSUPPORTED_OPERATION", "FAILED_PRECONDITION", 400, -32004, "The task is in a terminal state."}
)

// statusTexts are the standard reasons of the status codes.
var statusTexts = map[int]string{400: "Bad Request", 404: "Not Found"}

// fail is the agent's answer to a request about a task that it refuses.
func (w *writer) fail(e *engine.Event, f failure) Message {
	detail := object("@type", `"type.googleapis.com/google.rpc.ErrorInfo"`, "reason", text(f.reason), "domain", `"a2a-protocol.org"`,
		"metadata", object("taskId", text(w.id(e.Task))))
	if w.binding == JSONRPC {
		return Message{At: e.At, Head: "HTTP/1.1 200 OK\nContent-Type: application/json", Body: object("jsonrpc", `"2.0"`, "id", text(number(w.calls)),
			"error", object("code", number(f.rpc), "message", text(f.message), "data", array(detail)))}
	}
	return Message{At: e.At, Head: "HTTP/1.1 " + strconv.Itoa(f.code) + " " + statusTexts[f.code] + "\nContent-Type: " + mediaType,
		Body: object("error", object("code", number(f.code), "status", text(f.status), "message", text(f.message), "details", array(detail)))}
}

// task is a task as the agent shows it.
func (w *writer) task(task int32, at engine.Time, state engine.State) string {
	n := w.ordinal(task)
	artifacts := ""
	if state == engine.Completed {
		artifacts = array(w.artifact(task))
	}
	return object("id", text(w.id(task)), "contextId", text(ContextID(w.s.Day, w.item, n)), "status", w.status(task, w.sinceAt(task, state, at), state),
		"artifacts", artifacts, "metadata", w.metadata(state, w.sinceAt(task, state, at)))
}

// sinceAt is when a task entered the state in which it is seen: it may have been WORKING twice.
func (w *writer) sinceAt(task int32, state engine.State, at engine.Time) engine.Time {
	t := &w.tr.Tasks[task]
	if state == engine.Working && (t.Resumed == engine.Never || t.Resumed > at) {
		return t.Born
	}
	return w.since(task, state)
}

func (w *writer) artifact(task int32) string {
	return object("artifactId", text(ArtifactID(w.s.Day, w.item, w.ordinal(task))), "name", `"result"`,
		"parts", array(object("text", text("The result of item "+itemName(w.item)+"."))))
}

// update is a StreamResponse with a change of state: an event of a stream, or the body of a notification.
func (w *writer) update(task int32, since engine.Time, state engine.State) string {
	return object("statusUpdate", object("taskId", text(w.id(task)), "contextId", text(ContextID(w.s.Day, w.item, w.ordinal(task))),
		"status", w.status(task, since, state), "metadata", w.metadata(state, since)))
}

func (w *writer) status(task int32, since engine.Time, state engine.State) string {
	words := ""
	switch state {
	case engine.InputRequired:
		words = "Input is needed to go on with item " + itemName(w.item) + "."
	case engine.Failed:
		words = "No input came in time."
	}
	message := ""
	if words != "" {
		n := w.ordinal(task)
		id := QuestionID(w.s.Day, w.item, 2*n)
		if state == engine.Failed {
			id = QuestionID(w.s.Day, w.item, 2*n+1)
		}
		message = object("messageId", text(id), "taskId", text(w.id(task)), "contextId", text(ContextID(w.s.Day, w.item, n)),
			"role", `"ROLE_AGENT"`, "parts", array(object("text", text(words))))
	}
	return object("state", text(state.String()), "message", message, "timestamp", text(stamp(since)))
}

// metadata is what the activated extension adds to a task that waits for input.
func (w *writer) metadata(state engine.State, since engine.Time) string {
	if state != engine.InputRequired {
		return ""
	}
	return object(Extension, object("deadline", text(stamp(since+w.s.InputTimeout))))
}

// Curl is the exchange's request as a shell command. Where a stranger sends it, a comment says so.
func Curl(x *Exchange) string {
	lines := strings.Split(x.Request.Head, "\n")
	first := strings.Fields(lines[0])
	host := strings.TrimPrefix(lines[1], "Host: ")
	command := "curl"
	if strings.Contains(x.Request.Head, "Accept: text/event-stream") {
		command += " --no-buffer"
	}
	if first[0] == "POST" && x.Request.Body == "" {
		command += " --request POST"
	}
	command += " " + quoted("https://"+host+first[1])
	for _, header := range lines[2:] {
		command += " \\\n  --header " + quoted(header)
	}
	if x.Request.Body != "" {
		command += " \\\n  --data " + quoted(x.Request.Body)
	}
	if x.Operation == Forgery {
		command = "# A stranger sends this to the client, not the agent.\n" + command
	}
	return command
}

// quoted is a text as a shell takes it as it is.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Times writes when an exchange took place: with two instants where it stands for several.
func Times(x *Exchange) string {
	if x.Count == 1 {
		return x.At.Clock()
	}
	return x.At.Clock() + " to " + x.Until.Clock()
}

// Text is a list of exchanges for reading on paper or in a terminal.
func Text(list []Exchange) string {
	var b strings.Builder
	for i := range list {
		x := &list[i]
		b.WriteString("── " + Times(x) + "  ")
		if x.Count > 1 {
			b.WriteString(strconv.Itoa(x.Count) + " × ")
		}
		b.WriteString(x.Line + "\n\n" + x.Text() + "\n\n")
	}
	return b.String()
}

// Text is the exchange as it goes over the wire, with the times of what came later than the request.
func (x *Exchange) Text() string {
	parts := []string{x.Request.Text()}
	for i := range x.Answers {
		m := &x.Answers[i]
		text := m.Text()
		if i > 0 || m.At > x.At {
			text = "-- " + m.At.Clock() + "\n" + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n\n")
}
