package engine

import (
	"cmp"
	"slices"
)

// agentSide is what the agent holds for the item at hand: the followed task in full, and of earlier ones only what still matters.
type agentSide struct {
	ordinal    int32 // of the followed task among the item's tasks, from 0
	taskIndex  int32 // in the trace, -1 without one
	state      State
	since      Time // its status timestamp
	bornAt     Time
	pausedAt   Time
	resumed    bool
	lost       bool // the agent restarted and forgot it
	exists     bool // the agent has some task of the item
	doneLost   bool // a lost task of the item had COMPLETED
	doneOther  bool // an abandoned task COMPLETES before the restart
	tries      [2]uint8
	stateEvent int32 // what led to the current state, or took the task
	tryEvent   [2]int32
}

// create starts a task from a message; req is the request that brought it.
func (r *Runner) create(at Time, req int32) {
	origin := Original
	if r.ordinal >= 0 {
		origin = r.origin()
		r.abandon(at)
	}
	r.ordinal++
	r.state, r.since, r.bornAt, r.resumed, r.lost, r.exists = Working, at, at, false, false, true
	r.due[dueAgent] = at + r.work.Work
	if r.work.PauseAt != Never {
		r.due[dueAgent] = at + r.work.PauseAt
	}
	if r.tr != nil {
		r.taskIndex = int32(len(r.tr.Tasks))
		r.tr.Tasks = append(r.tr.Tasks, Task{Item: r.item, Kind: origin, Final: Working, Born: at,
			Paused: Never, Resumed: Never, Ended: Never, Vanished: Never, Abandoned: Never})
	}
	r.stateEvent = r.emit(Event{Kind: TaskCreated, At: at, Cause: req, State: Working})
	r.look.changed(at, Never, r.survives(at), r.lookedAt(at))
}

// origin says what a task is that comes after others, and counts it.
func (r *Runner) origin() Origin {
	switch {
	case r.exists:
		r.rep.Duplicates++
		return Duplicate
	case r.doneLost:
		r.rep.Resubmitted++
		r.rep.DoneTwice++
		return WorkDoneTwice
	default:
		r.rep.Resubmitted++
		return Resubmission
	}
}

// survives tells whether a task created at the instant outlives the agent's restart, if there is one.
func (r *Runner) survives(born Time) bool { return r.s.Persist == On || born >= r.restart }

// enter moves the followed task to a state and tells of it.
func (r *Runner) enter(k Kind, s State, at Time, cause int32) int32 {
	r.look.changed(at, r.since, r.survives(r.bornAt), r.lookedAt(at))
	r.state, r.since = s, at
	r.stateEvent = r.emit(Event{Kind: k, At: at, Cause: cause, State: s})
	if r.tr != nil {
		r.tr.Tasks[r.taskIndex].note(s, at)
	}
	return r.stateEvent
}

// note keeps the instant of a change of state.
func (t *Task) note(s State, at Time) {
	t.Final = s
	switch s {
	case InputRequired:
		t.Paused = at
	case Working:
		t.Resumed = at
	default:
		t.Ended = at
	}
}

// advance lets the followed task change by itself: it pauses, ends, or loses its patience. The change goes out at once.
func (r *Runner) advance(at Time) {
	r.due[dueAgent] = far
	notification := dueEnd
	var ev int32
	switch {
	case r.state == InputRequired:
		ev = r.enter(TaskFailed, Failed, at, r.stateEvent)
	case r.work.PauseAt != Never && !r.resumed:
		ev = r.enter(TaskPaused, InputRequired, at, r.stateEvent)
		r.pausedAt = at
		r.due[dueAgent] = at + r.s.InputTimeout
		notification = duePause
	default:
		ev = r.enter(TaskCompleted, Completed, at, r.stateEvent)
	}
	switch {
	case r.s.Hears == Push:
		r.tries[notification-duePause] = 0
		r.tryEvent[notification-duePause] = ev
		r.attempt(notification, at)
	case r.connected && r.s.Hears == Streaming:
		if r.resting = r.state == InputRequired && r.Deviations&StreamEndsAtPause != 0; r.resting {
			r.disconnect()
		}
		r.hear(at, ByStream, r.state, at, ev)
	case r.connected:
		r.disconnect()
		r.known = true
		r.hear(at, ByCall, r.state, at, ev)
	}
}

// attempt calls the webhook, and plans the next attempt unless this one was acknowledged. Retry j comes base × 2^(j−1) later.
func (r *Runner) attempt(notification int, at Time) {
	n := notification - duePause
	terminal := notification == dueEnd
	r.tries[n]++
	try := r.tries[n]
	e := Event{Kind: Attempt, At: at, Cause: r.tryEvent[n], State: InputRequired, Attempt: try}
	since := r.pausedAt
	if terminal {
		e.State, since = r.state, r.since
	}
	switch {
	case r.receiverOut(at):
		r.rep.Attempts.Failed++
		e.Result, e.Failure = Undelivered, Failure{Kind: Outage}
	case r.ackLost(terminal, try):
		r.rep.Attempts.AckLost++
		e.Result, e.Failure = AckLost, Failure{LostAck, r.item, ackIndex(r.ordinal, terminal, try)}
	default:
		r.rep.Attempts.Acknowledged++
	}
	ev := r.emit(e)
	r.tryEvent[n] = ev
	r.due[notification] = far
	if e.Result != OK && int64(try) <= r.s.Retries {
		r.due[notification] = at + r.s.Base<<(try-1)
	}
	if e.Result != Undelivered {
		r.hear(at, ByWebhook, e.State, since, ev)
	}
}

// receiverOut tells whether no call reaches the webhook.
func (r *Runner) receiverOut(at Time) bool { return at >= r.outage && at < r.outageEnd }

// ackLost tells whether the acknowledgement of an attempt is lost.
func (r *Runner) ackLost(terminal bool, try uint8) bool {
	i := ackIndex(r.ordinal, terminal, try)
	return r.dice.losesAck(i, r.s.Acks) && !slices.Contains(r.sparedAcks, i)
}

// restarts breaks what is open and, without persistence, forgets every task and every pending notification.
func (r *Runner) restarts(at Time) {
	failure := Failure{Kind: Restart}
	if r.s.Persist == Off {
		r.lost, r.exists = true, false
		r.doneLost = r.state == Completed || r.doneOther
		r.due[dueAgent], r.due[duePause], r.due[dueEnd] = far, far, far
		r.stateEvent = r.emit(Event{Kind: TaskVanished, At: at, Cause: -1, Failure: failure, State: r.state})
		if r.tr != nil {
			r.tr.Tasks[r.taskIndex].Vanished = at
		}
	}
	if r.connected {
		r.cut(at, CutByRestart, failure)
	}
}

// abandon tells the rest of the followed task, which the client stops following: it runs on, unanswered and unheard,
// and commits its own side effects. Such a task has no webhook: only a task that was lost is ever abandoned under push.
func (r *Runner) abandon(at Time) {
	if r.tr != nil {
		r.tr.Tasks[r.taskIndex].Abandoned = at
	}
	if r.lost {
		return
	}
	limit := r.s.End
	vanishes := !r.survives(r.bornAt) && r.restart < limit
	if vanishes {
		limit = r.restart
	}
	next := r.due[dueAgent]
	if r.state == Working {
		r.rep.Wasted += min(next, limit) - at
	}
	state, since, cause := r.state, r.since, r.stateEvent
	change := func(k Kind, s State) {
		r.look.changed(next, since, !vanishes, false)
		cause = r.emitLater(Event{Kind: k, At: next, Cause: cause, State: s})
		if r.tr != nil {
			r.tr.Tasks[r.taskIndex].note(s, next)
		}
		state, since = s, next
	}
	if state == Working && next < limit {
		if r.work.PauseAt != Never && !r.resumed {
			change(TaskPaused, InputRequired)
			next += r.s.InputTimeout
		} else {
			change(TaskCompleted, Completed)
		}
	}
	if state == InputRequired && next < limit {
		change(TaskFailed, Failed)
	}
	if vanishes {
		r.doneOther = r.doneOther || state == Completed
		r.emitLater(Event{Kind: TaskVanished, At: r.restart, Cause: -1, Failure: Failure{Kind: Restart}, State: state})
		if r.tr != nil {
			r.tr.Tasks[r.taskIndex].Vanished = r.restart
		}
	}
}

// emitLater tells of an event of an abandoned task, at an instant that the item's story has not reached yet. Its number as a
// cause counts from -2 downwards, until weave puts it in its place.
func (r *Runner) emitLater(e Event) int32 {
	r.events++
	if r.tr == nil {
		return -1
	}
	e.Item, e.Task = r.item, r.taskIndex
	r.later = append(r.later, e)
	return -1 - int32(len(r.later))
}

// weave sorts the events of abandoned tasks into the item's story and renumbers the causes.
func (r *Runner) weave() {
	first := int(r.tr.events[len(r.tr.events)-1])
	told := len(r.tr.Events) - first
	r.tr.Events = append(r.tr.Events, r.later...)
	r.later = r.later[:0]
	list := r.tr.Events[first:]
	order := r.order[:0]
	for i := range list {
		order = append(order, int32(i))
	}
	rank := func(i int32) int { // at one instant: failures, then these events of the agent, then what followed in the story
		switch {
		case list[i].Kind == Cut || list[i].Kind == TaskVanished:
			return 0
		case int(i) >= told:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(order, func(a, b int32) int {
		if list[a].At != list[b].At {
			return cmp.Compare(list[a].At, list[b].At)
		}
		return rank(a) - rank(b)
	})
	woven := append(r.woven[:0], list...)
	place := append(r.place[:0], order...)
	for to, from := range order {
		place[from] = int32(to)
		list[to] = woven[from]
	}
	for i := range list {
		c := list[i].Cause
		if c <= -2 {
			c = int32(first+told) + -2 - c
		}
		if c >= 0 {
			list[i].Cause = int32(first) + place[int(c)-first]
		}
	}
	r.order, r.woven, r.place = order, woven, place
}
