package ui

import (
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
)

// Every event is one clause about the client, the agent or the task. Clauses of one line are joined by semicolons.

func itoa(n int) string { return strconv.Itoa(n) }

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
	case engine.Repeated:
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

// sentAgain tells of a message sent again, whatever the agent made of it.
func (t *teller) sentAgain(i int) string {
	e := &t.events[i]
	what, how := "the same message", sending[t.s.Hears]
	if e.Kind == engine.Repeat {
		task := &t.tr.Tasks[e.Task]
		if task.Resumed != engine.Never && task.Resumed <= e.At {
			what = "the same answer"
		}
		how = "repeat " + itoa(int(e.Attempt)) + " of " + strconv.FormatInt(t.s.Repeats, 10)
	}
	c := "The client sent " + what + " again (" + how + ")"
	switch made := i+1 < len(t.events) && t.events[i+1].Kind == engine.TaskCreated && t.follows(i+1); {
	case made:
		return c
	case e.Result == engine.NotFound:
		return c + ": TaskNotFoundError"
	case what == "the same message":
		return c + "; the agent recognised its messageId and made no other task: " + t.name(e, "task") + " was in " + e.State.String()
	}
	return c + "; " + t.name(e, "task") + " was in " + e.State.String()
}

// created tells what the agent made of a message.
func (t *teller) created(e *engine.Event) string {
	n := t.ordinal(e)
	id := brief(TaskID(t.s.Day, t.item, n))
	if len(t.tasks) > 1 {
		id = "task " + itoa(n+1) + ", " + id
	}
	switch t.tr.Tasks[e.Task].Kind {
	case engine.Duplicate:
		return "The agent made another task of it (" + id + ")"
	case engine.Resubmission:
		return "The agent, which had lost the earlier work, made a new task of it (" + id + ")"
	case engine.WorkDoneTwice:
		return "The agent, which had completed the work and lost it, made a new task of it (" + id + "): the work is done twice"
	}
	return "The agent made a task of it (" + id + "), in TASK_STATE_WORKING"
}

// asked tells of a request that only asks.
func (t *teller) asked(e *engine.Event) string {
	var c, found string
	switch e.Kind {
	case engine.Subscribe:
		c = "The client subscribed to " + t.name(e, "task") + " (SubscribeToTask)"
		if e.Result != engine.OK {
			c = "The client tried to subscribe to " + t.name(e, "task") + " (SubscribeToTask)"
		}
		found = "; the first event showed " + e.State.String()
	case engine.Poll:
		c = "The client polled (GetTask)"
	case engine.ReconcileGet:
		c = "The client checked (GetTask)"
		if t.s.By == engine.WithListTasks {
			c = "The client had heard nothing for long and asked (GetTask)"
		}
	case engine.ReadAfter:
		c = "The client read " + t.name(e, "task") + " (GetTask)"
	}
	switch e.Result {
	case engine.NotFound:
		return c + ": TaskNotFoundError"
	case engine.Refused:
		return c + ": refused with UnsupportedOperationError, because the task had ended (§3.1.6)"
	}
	if found == "" {
		found = ": " + e.State.String()
	}
	return c + found
}

// answered tells of an answer to a pause.
func (t *teller) answered(e *engine.Event) string {
	c := "The client sent its answer (SendMessage for " + t.name(e, "task") + ")"
	switch e.Result {
	case engine.NotFound:
		return c + ": TaskNotFoundError"
	case engine.Refused:
		return c + ": too late, refused with UnsupportedOperationError, because the task had ended (§3.1.1)"
	}
	return c
}

// changed tells of what became of a task.
func (t *teller) changed(e *engine.Event) string {
	name := t.name(e, "task")
	if t.left(e) {
		name += ", no longer followed,"
	}
	the := strings.ToUpper(name[:1]) + name[1:]
	switch e.Kind {
	case engine.TaskPaused:
		return the + " paused for input: TASK_STATE_INPUT_REQUIRED"
	case engine.TaskResumed:
		return the + " went on: TASK_STATE_WORKING"
	case engine.TaskCompleted:
		return the + " ended: TASK_STATE_COMPLETED"
	case engine.TaskFailed:
		return "The agent had no answer for " + length(t.s.InputTimeout) + " and failed " + strings.TrimSuffix(name, ",") + ": TASK_STATE_FAILED"
	}
	return "The agent restarted and forgot " + strings.TrimSuffix(name, ",") + ", in " + e.State.String()
}

// webhook tells of one attempt to notify.
func (t *teller) webhook(i int) string {
	e := &t.events[i]
	c := "The agent called the webhook with " + e.State.String()
	if t.s.Retries > 0 {
		c += " (attempt " + itoa(int(e.Attempt)) + " of " + strconv.FormatInt(t.s.Retries+1, 10) + ")"
	}
	switch e.Result {
	case engine.Undelivered:
		c += ": the receiver was out"
	case engine.AckLost:
		c += ": delivered, but the acknowledgement was lost"
	default:
		c += ": delivered"
	}
	if e.Result != engine.Undelivered && t.chain(i) == i+1 {
		c += ", nothing new to the client"
	}
	return c
}

// plan says when an attempt that was not acknowledged will be repeated.
func (t *teller) plan(e *engine.Event) string {
	switch {
	case e.Result == engine.OK:
		return ""
	case int64(e.Attempt) <= t.s.Retries:
		return "; the next attempt is due in " + length(t.s.Base<<(e.Attempt-1))
	}
	return "; the agent makes no further attempt"
}

// gaveUp tells that the client leaves a connection broken, and what is left to it.
func (t *teller) gaveUp(i int) string {
	e := &t.events[i]
	c := "The client does not take it up again"
	if t.s.Hears == engine.Blocking {
		c = "The client has no repeat left and gives up the call"
	}
	switch {
	case t.s.Reconcile == engine.Never:
		return c + ", and nothing else will tell it the outcome"
	case t.s.Hears == engine.Blocking && t.s.By == engine.WithGetTask && !t.knows(i):
		return c + ", and without the task’s ID it cannot check with GetTask"
	}
	return c + ", and will hear of " + t.name(e, "task") + " by reconciliation only"
}

// knows tells whether a blocking client has learned the ID of the task that event i is about.
func (t *teller) knows(i int) bool {
	for _, e := range t.events[:i] {
		if e.Task == t.events[i].Task && (e.Kind == engine.LearnPause || e.Kind == engine.Listed) {
			return true
		}
	}
	return false
}

// learned tells that news reached the client, and how old it was. The way is said where the line has not said it.
func (t *teller) learned(i int, joined bool) string {
	e := &t.events[i]
	task := &t.tr.Tasks[e.Task]
	way := ""
	if !joined || e.Via == engine.ByStream || e.Via == engine.ByCall {
		way = " " + heardBy[e.Via]
	}
	if e.Kind == engine.Learn {
		if !joined {
			way += " (" + e.State.String() + ")"
		}
		return "The client learned the outcome" + way + since(e.At-task.Ended, t.name(e, "task")+" had ended")
	}
	way += since(e.At-task.Paused, t.name(e, "task")+" had paused")
	if e.At > task.Paused {
		way += ","
	}
	return "The client learned" + way + " that input is required, and its answer is due in " + length(t.s.Wait)
}

// since says how long after something the client came to know.
func since(wait engine.Time, what string) string {
	if wait == 0 {
		return " at once"
	}
	return ", " + missions.Span(wait) + " after " + what
}

// noticed tells that the client found out about a lost task, and what it thinks of that.
func (t *teller) noticed(e *engine.Event) string {
	c := "The client noticed that the agent had lost the task" + since(e.At-t.s.Restart, "the restart")
	if t.s.Lost == engine.WaitOnLost {
		c += ", and keeps waiting"
	}
	return c
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

// ending says how an item stands whose outcome is unknown when the run ends.
func (t *teller) ending() string {
	if t.tr.Report.PerItem[t.item].Fate != engine.FateUnknown {
		return ""
	}
	task := &t.tasks[len(t.tasks)-1]
	e := engine.Event{Task: int32(t.task0 + len(t.tasks) - 1)}
	name := t.name(&e, "task")
	switch {
	case task.Vanished != engine.Never && t.sawLoss(&e):
		return "The run ended; the client was still waiting for a task that the agent had lost."
	case task.Vanished != engine.Never:
		return "The run ended; the client never learned that the agent had lost " + name + "."
	case task.Ended != engine.Never:
		return "The run ended; the client never learned that " + name + " had ended at " + task.Ended.Clock() + ", in " + task.Final.String() + "."
	}
	return "The run ended with " + name + " in " + task.Final.String() + "."
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
