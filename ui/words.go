package ui

import (
	"strings"

	"a2alab/engine"
	"a2alab/missions"
)

// Every event is one clause about the client, the agent or the task. Clauses of one line are joined by semicolons.

// sentence joins the clauses of the events from i to end.
func (t *teller) sentence(i, end int) string {
	var b strings.Builder
	client := false // the clause before was about the client
	for j := i; j < end; j++ {
		c := t.clause(j, j > i)
		if c == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
			if rest, ok := strings.CutPrefix(c, "The client "); ok && client {
				c = "it " + rest
			} else {
				c = strings.ToLower(c[:1]) + c[1:]
			}
		}
		client = strings.HasPrefix(c, "The client ") || strings.HasPrefix(c, "it ")
		b.WriteString(c)
	}
	if e := &t.events[i]; e.Kind == engine.Attempt {
		b.WriteString(t.plan(e))
	}
	return b.String() + "."
}

// clause says what the event is. In a line with its cause it need not say again what that said.
func (t *teller) clause(i int, joined bool) string {
	e := &t.events[i]
	switch e.Kind {
	case engine.Arrival:
		if i+1 < len(t.events) && t.follows(i+1) {
			return ""
		}
		return "The client wants the work done"
	case engine.FirstSend:
		return "The client sent the message (" + sending[t.s.Hears] + ")"
	case engine.Resend, engine.Repeat, engine.Resubmit:
		return t.sentAgain(i)
	case engine.Subscribe, engine.Poll, engine.ReconcileGet, engine.ReadAfter:
		return t.asked(e)
	case engine.Answer:
		return t.answered(e)
	case engine.TaskCreated:
		return t.created(e)
	case engine.TaskPaused, engine.TaskResumed, engine.TaskCompleted, engine.TaskFailed, engine.TaskVanished:
		return t.changed(e)
	case engine.Attempt:
		return t.webhook(i)
	case engine.Cut:
		return "The " + t.connection() + failedBy[e.Failure.Kind]
	case engine.TimedOut:
		return "The call timed out after " + length(t.s.BlockTime) + " with the task in " + e.State.String()
	case engine.GaveUp:
		return t.gaveUp(i)
	case engine.Listed:
		return "The client looked at ListTasks and found " + t.name(e, "task") + " in " + e.State.String()
	case engine.Learn, engine.LearnPause:
		return t.learned(i, joined)
	case engine.Notice:
		return t.noticed(e)
	case engine.Escalate:
		return "The client handed the work to a person and stopped asking"
	case engine.Forged:
		c := "A stranger called the webhook with TASK_STATE_COMPLETED"
		if e.Result == engine.Refused {
			c += ", without the credentials that the agent has: the client refused"
		}
		return c
	case engine.Misled:
		return "The client does not check who calls, took the work for done, and asks no more"
	case engine.Repeated:
		if t.misled(i) {
			if e.Result == engine.Absorbed {
				return "The client had handled the stranger’s TASK_STATE_COMPLETED before, and its idempotent handler ignored the true one"
			}
			return "The client had handled the stranger’s TASK_STATE_COMPLETED before, and handled the true one as well"
		}
		if e.Result == engine.Absorbed {
			return "The client had handled TASK_STATE_COMPLETED before, and its idempotent handler ignored it"
		}
		return "The client had handled TASK_STATE_COMPLETED before, and handled it again"
	}
	return ""
}

var (
	sending = [...]string{
		engine.Blocking:  "SendMessage, holding the call",
		engine.Polling:   "SendMessage with returnImmediately",
		engine.Streaming: "SendStreamingMessage",
		engine.Push:      "SendMessage with returnImmediately and a webhook",
	}
	failedBy = [...]string{
		engine.NoFailure: "",
		engine.Flap:      ": a network flap",
		engine.Outage:    ": the receiver was out",
		engine.LostAck:   ": the acknowledgement was lost",
		engine.Restart:   ": the agent restarted",
		engine.Forgery:   "", // breaks nothing
	}
	heardBy = [engine.NumMechanisms]string{
		engine.ByCall:         "from the call’s return",
		engine.ByPoll:         "by polling with GetTask",
		engine.ByStream:       "from the open stream",
		engine.ByReattachment: "when it took the connection up again",
		engine.ByWebhook:      "from the webhook",
		engine.ByReconcileGet: "by checking with GetTask",
		engine.ByList:         "from ListTasks",
		engine.ByAnswer:       "from the reply to its answer",
	}
)

// connection is what broke.
func (t *teller) connection() string {
	if t.s.Hears == engine.Blocking {
		return "call broke"
	}
	return "stream dropped"
}

// name is how an item's task is called: plainly where it is the only one. noun stands in the plain name.
func (t *teller) name(e *engine.Event, noun string) string {
	if len(t.tasks) == 1 || e.Task < 0 {
		return "the " + noun
	}
	return "task " + itoa(t.ordinal(e)+1)
}

func (t *teller) ordinal(e *engine.Event) int { return int(e.Task) - t.task0 }

// left tells whether the client has stopped following the event's task.
func (t *teller) left(e *engine.Event) bool {
	a := t.tr.Tasks[e.Task].Abandoned
	return a != engine.Never && a <= e.At
}

// losses tells of many tasks that a restart took at once.
func (t *teller) losses(i, end int) string {
	low, high, followed := len(t.tasks), 0, false
	for j := i; j < end; j++ {
		n := t.ordinal(&t.events[j]) + 1
		low, high = min(low, n), max(high, n)
		followed = followed || !t.left(&t.events[j])
	}
	c := "The agent restarted and forgot tasks " + itoa(low) + " to " + itoa(high)
	if !followed {
		c += ", no longer followed"
	}
	return c + "."
}

// polls tells of many requests that brought nothing new.
func (t *teller) polls(i, end int) string {
	e, last := &t.events[i], &t.events[end-1]
	n := end - i
	c := "The client polled "
	if e.Kind == engine.ReconcileGet {
		c = "The client checked "
	}
	c += itoa(n) + " times with GetTask"
	every := t.events[i+1].At - e.At
	for j := i + 1; j < end && every > 0; j++ {
		if t.events[j].At-t.events[j-1].At != every {
			every = 0
		}
	}
	if every > 0 {
		c += ", every " + length(every)
	}
	c += ", until " + last.At.Clock() + ": "
	if e.Result == engine.NotFound {
		return c + "TaskNotFoundError each time."
	}
	return c + "still " + e.State.String() + "."
}

// misled tells whether the client believed a stranger before event i.
func (t *teller) misled(i int) bool {
	for j := range i {
		if t.events[j].Kind == engine.Misled {
			return true
		}
	}
	return false
}

// ending says how an item stands whose outcome is unknown, or wrong, when the run ends.
func (t *teller) ending() string {
	task := &t.tasks[len(t.tasks)-1]
	e := engine.Event{Task: int32(t.task0 + len(t.tasks) - 1)}
	name := t.name(&e, "task")
	switch fate := t.tr.Report.PerItem[t.item].Fate; {
	case fate == engine.FateWrong:
		return "The run ended; " + t.misledEnding(task, name) + "."
	case fate != engine.FateUnknown:
		return ""
	case task.Vanished != engine.Never && t.sawLoss(&e):
		return "The run ended; the client was still waiting for a task that the agent had lost."
	case task.Vanished != engine.Never:
		return "The run ended; the client never learned that the agent had lost " + name + "."
	case task.Ended != engine.Never:
		return "The run ended; the client never learned that " + name + " had ended at " + task.Ended.Clock() + ", in " + task.Final.String() + "."
	}
	return "The run ended with " + name + " in " + task.Final.String() + "."
}

// misledEnding is what became of an item of which the client believed a stranger.
func (t *teller) misledEnding(task *engine.Task, name string) string {
	var at engine.Time
	for i := range t.events {
		switch e := &t.events[i]; {
		case e.Kind == engine.Misled:
			at = e.At
		case e.Kind == engine.Repeated && e.Result == engine.HandledTwice:
			return "the client had taken the work for done " + missions.Span(task.Ended-at) + " too early, and handled the true outcome on top of the false one"
		case e.Kind == engine.Repeated:
			return "the client had taken the work for done " + missions.Span(task.Ended-at) + " too early, and its handler took the true outcome for a repetition"
		}
	}
	holds := "the client holds an outcome that a stranger made up. In truth "
	switch {
	case task.Ended != engine.Never:
		return holds + name + " ended only at " + task.Ended.Clock() + ", in " + task.Final.String()
	case task.Vanished != engine.Never:
		return holds + "the agent lost " + name
	}
	return holds + name + " is in " + task.Final.String()
}

func (t *teller) sawLoss(of *engine.Event) bool {
	for _, e := range t.events {
		if e.Kind == engine.Notice && e.Task == of.Task {
			return true
		}
	}
	return false
}

// because names the cause of what a line begins with, where it is another event worth naming.
func (t *teller) because(i int) string {
	switch t.events[i].Kind {
	case engine.Resend, engine.Repeat, engine.Resubmit, engine.Subscribe, engine.Answer, engine.Attempt, engine.TaskFailed:
	default:
		return ""
	}
	e := &t.tr.Events[t.events[i].Cause]
	var what string
	switch e.Kind {
	case engine.Cut:
		what = "the " + t.connection()
	case engine.TimedOut:
		what = "the call timed out"
	case engine.Notice:
		what = "the task was not found"
	case engine.LearnPause:
		what = "the client learned of the pause"
	case engine.Attempt:
		return " Cause: attempt " + itoa(int(e.Attempt)) + ", at " + e.At.Clock() + ", was not acknowledged."
	case engine.TaskPaused:
		what = t.name(e, "task") + " paused"
	case engine.TaskCompleted, engine.TaskFailed:
		what = t.name(e, "task") + " ended"
	}
	return " Cause: " + what + " at " + e.At.Clock() + "."
}
