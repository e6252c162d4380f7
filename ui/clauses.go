package ui

import (
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/wire"
)

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
	id := wire.ShortID(wire.TaskID(t.s.Day, t.item, n))
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
		if t.misled(i) {
			c += ", and the client, which takes the work for done, paid no heed"
		} else {
			c += ", nothing new to the client"
		}
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
