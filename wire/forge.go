package wire

import "a2alab/engine"

// Forgery is the operation of a stranger's call to the client's webhook: a push notification in all but who sends it.
const Forgery = "forged notification"

// forge writes what a stranger posts. It knows the webhook's address and a task that the client waits for, IDs and all, so a
// client that only asks whether it expects the task (§4.3.3) takes it for the agent. It has no credentials and sends none.
func (w *writer) forge(i int) {
	e := &w.events[i]
	x := w.begin(i, Forgery, Message{Head: webhookHead, Body: w.update(e.Task, e.At, engine.Completed)})
	x.Request.Words = "A stranger sends this, not the agent: it has learned the webhook’s address and which task the client waits for, but not the credentials. " + w.truth(e)
	if e.Result == engine.Refused {
		w.end(x, "401, refused", Message{At: e.At, Head: "HTTP/1.1 401 Unauthorized\n" + challenge + "\nContent-Length: 0",
			Words: "Webhook checks are on: the client looks in Authorization for the credentials that it gave the agent for this task (§13.2) and finds none. That it created the task (§4.3.3) would not be enough, for the stranger names a real one. It counts the call and does nothing else."})
		return
	}
	w.end(x, "204, believed", Message{At: e.At, Head: accepted,
		Words: "Webhook checks are off: the client does not look at Authorization. The task is one that it created, so it believes the call, takes the work for done though it is not, and asks no more."})
}

// The webhook's requests and answers.
const (
	webhookHead = "POST " + webhookPath + " HTTP/1.1\nHost: " + clientHost + "\nContent-Type: " + mediaType
	accepted    = "HTTP/1.1 204 No Content"
	// challenge says what a caller without credentials lacks: a 401 must have one (RFC 9110 §15.5.2), and no error code where
	// there were no credentials to be wrong (RFC 6750 §3.1).
	challenge = `WWW-Authenticate: Bearer realm="A2A notifications"`
)

// truth says how the task really stands at a forged post, which comes before anything else at its instant.
func (w *writer) truth(e *engine.Event) string {
	if t := &w.tr.Tasks[e.Task]; t.Vanished != engine.Never && t.Vanished <= e.At {
		return "The agent has forgotten the task."
	}
	return "At the agent the task is " + w.stateAt(e.Task, e.At-1).String() + "."
}

// received says what the client makes of a call by the agent, where a stranger has anything to do with it.
func (w *writer) received(i int) string {
	if w.s.Forged == engine.Never {
		return ""
	}
	if w.s.Verify == engine.On {
		return "Webhook checks are on: Authorization has the credentials that the client gave the agent for this task. The call is believed."
	}
	misled, made := false, "The client believed a stranger before and takes the work for done: this changes nothing."
	if w.events[i].State == engine.InputRequired {
		made = "The client believed a stranger before and takes the work for done: the question goes unanswered."
	}
	for j := range w.events {
		e := &w.events[j]
		switch {
		case e.Kind == engine.Misled && j < i:
			misled = true
		case e.Kind == engine.Repeated && int(e.Cause) == w.first+i && e.Result == engine.HandledTwice:
			made = "The client believed a stranger before, and now handles the outcome a second time."
		case e.Kind == engine.Repeated && int(e.Cause) == w.first+i:
			made = "The client believed a stranger before: its handler has handled this task already and ignores the true end."
		}
	}
	if misled {
		return made
	}
	return "Webhook checks are off: the client does not look at Authorization, though nobody but the agent has these credentials."
}
