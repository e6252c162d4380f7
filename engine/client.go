package engine

// ReattachDelay is how long after a drop a streaming client takes the stream up again.
const ReattachDelay = Second

// silence is how long a client that reconciles by ListTasks hears nothing of a task before it asks by GetTask.
const silence = 30 * Minute

// clientSide is what the client knows about the item at hand, and what it has open.
type clientSide struct {
	open       bool // no terminal state of the followed task seen, and not handed to a person
	known      bool // the followed task's ID
	noticed    bool // that the followed task is lost
	pauseHeard bool // of the followed task: it is answered once
	handled    bool // COMPLETED has arrived once
	connected  bool // a stream or a blocking call is open
	answering  bool // the blocking call carries an answer, not the first message
	looked     bool // a ListTasks check was made while the item was open
	resting    bool // the agent closed the stream because the task paused: see StreamEndsAtPause
	fate       Fate
	repeats    int64 // of the call so far
	requests   int32
	lastLook   int32 // number of the last such check
	heard      Time  // when the client last heard anything about the followed task, be it that there is none
	closed     Time  // when the item stopped being open
	pauseEvent int32 // causes of what is due
	dropEvent  int32
}

// send sends the item's message and follows the task that the agent makes of it.
func (r *Runner) send(k Kind, at Time, cause int32) {
	req := r.request(k, at, cause, OK)
	r.create(at, req)
	for _, src := range [...]int{duePoll, dueGet, dueAnswer, dueReattach, dueTimeout} {
		r.due[src] = far
	}
	r.heard, r.noticed, r.pauseHeard, r.answering, r.resting = at, false, false, false, false
	r.known = r.s.Hears != Blocking
	if r.s.Hears == Push {
		r.due[dueForgery] = r.forgeries.after(at, r.sparedForgeries)
	}
	switch r.s.Hears {
	case Blocking:
		if k != Repeat {
			r.repeats = 0
		}
		r.connect(at)
	case Streaming:
		r.connect(at)
	case Polling:
		r.plan(duePoll, at+r.s.Poll)
	}
	switch {
	case r.s.Reconcile == Never:
	case r.s.By == WithGetTask:
		r.plan(dueGet, at+r.s.Reconcile)
	case r.due[dueList] == far: // the clock ticks since the run's start: its next tick was scheduled before anything of this item
		r.due[dueList] = max(1, (at+r.s.Reconcile-1)/r.s.Reconcile) * r.s.Reconcile
	}
}

// connect opens a stream or a blocking call.
func (r *Runner) connect(at Time) {
	r.connected = true
	r.due[dueCut] = r.cuts.after(at, r.sparedFlaps)
	if r.s.Hears == Blocking {
		r.plan(dueTimeout, at+r.s.BlockTime)
	}
}

// disconnect ends a stream or call in good order.
func (r *Runner) disconnect() {
	r.connected = false
	r.due[dueCut], r.due[dueTimeout] = far, far
}

// cut breaks what is open and plans what the client does about it.
func (r *Runner) cut(at Time, cause CutCause, failure Failure) {
	r.disconnect()
	r.rep.Cuts[cause]++
	e := Event{Kind: Cut, At: at, Cause: -1, Failure: failure, State: r.state}
	if cause == CutByTimeout {
		e.Kind, e.Cause = TimedOut, r.stateEvent
	}
	r.dropEvent = r.emit(e)
	switch {
	case r.s.Hears == Streaming && r.s.Drop != GiveUpOnDrop:
		r.plan(dueReattach, at+ReattachDelay)
	case r.s.Hears == Blocking && r.repeats < r.s.Repeats:
		r.plan(dueReattach, at)
	default:
		r.emit(Event{Kind: GaveUp, At: at, Cause: r.dropEvent})
	}
}

// reattach takes up a dropped stream or repeats a call.
func (r *Runner) reattach(at Time) {
	r.due[dueReattach] = far
	if r.Deviations != 0 && r.reattachAsFound(at) {
		return
	}
	switch {
	case r.s.Hears == Blocking:
		r.repeats++
		if r.answering {
			r.again(Repeat, at)
		} else {
			r.sendAgain(Repeat, at)
		}
	case r.s.Drop == ResendOnDrop:
		r.sendAgain(Resend, at)
	case !r.lost && r.state.Terminal():
		// The call is refused: only GetTask can read a task that has ended (§3.1.6).
		refused := r.request(Subscribe, at, r.dropEvent, Refused)
		r.attach(at, r.request(ReadAfter, at, refused, OK))
	default:
		r.again(Subscribe, at)
	}
}

// sendAgain repeats the message that started the task. An agent that deduplicates messageId returns the task it already made.
func (r *Runner) sendAgain(k Kind, at Time) {
	if r.s.Dedupe == On && !r.lost {
		r.attach(at, r.request(k, at, r.dropEvent, OK))
		return
	}
	r.send(k, at, r.dropEvent)
}

// again makes a call that names the followed task.
func (r *Runner) again(k Kind, at Time) {
	if r.lost {
		r.notFound(at, ByReattachment, r.request(k, at, r.dropEvent, NotFound))
		return
	}
	r.attach(at, r.request(k, at, r.dropEvent, OK))
}

// attach takes the answer to a call that names or returns the followed task: the task as it stands, and if it is still at
// work an open connection. A stream tells how the task stands and stays open through a pause; a blocking call tells
// nothing before it returns, which it does at once from a paused task.
func (r *Runner) attach(at Time, cause int32) {
	switch {
	case r.s.Hears == Blocking && r.state == Working:
		r.connect(at)
		return
	case r.s.Hears == Streaming && r.state == InputRequired && r.Deviations&StreamEndsAtPause != 0:
		r.resting = true
	case r.s.Hears == Streaming && !r.state.Terminal():
		r.connect(at)
	default:
		r.known = true
	}
	r.hear(at, ByReattachment, r.state, r.since, cause)
}

// poll asks by GetTask on the polling clock.
func (r *Runner) poll(at Time) { r.getOnClock(at, duePoll, Poll, ByPoll) }

// reconcileGet asks by GetTask on the reconciliation clock. A client that does not know the task's ID cannot.
func (r *Runner) reconcileGet(at Time) {
	if !r.known {
		r.plan(dueGet, at+r.s.Reconcile)
		r.plan(dueGet, r.due[dueGet]+Time(r.quiet(dueGet, far))*r.s.Reconcile)
		return
	}
	r.getOnClock(at, dueGet, ReconcileGet, ByReconcileGet)
}

// getOnClock calls GetTask and all the further times on the same clock that can bring nothing new.
func (r *Runner) getOnClock(at Time, src int, k Kind, via Mechanism) {
	r.plan(src, at+r.delay[src])
	r.get(at, k, via, r.stateEvent)
	if !r.open || !r.known || r.due[src] != at+r.delay[src] { // a task resubmitted by a blocking call has no ID yet
		return
	}
	n := r.quiet(src, far)
	if n == 0 {
		return
	}
	if r.tr == nil {
		r.rep.Requests[k] += n
		r.requests += int32(n)
		r.events += n
		r.plan(src, r.due[src]+Time(n)*r.delay[src])
	} else {
		res := OK
		if r.lost {
			res = NotFound
		}
		for range n {
			r.request(k, r.due[src], r.stateEvent, res)
			r.plan(src, r.due[src]+r.delay[src])
		}
	}
	r.heard = r.due[src] - r.delay[src]
}

// get calls GetTask. Whatever it answers, TaskNotFoundError too, the client has heard of the task.
func (r *Runner) get(at Time, k Kind, via Mechanism, cause int32) {
	r.heard = at
	if r.lost {
		r.notFound(at, via, r.request(k, at, cause, NotFound))
		return
	}
	r.known = true
	r.hear(at, via, r.state, r.since, r.request(k, at, cause, OK))
}

// reconcileList takes part in a look at ListTasks, and asks by GetTask about a task of which nothing was heard for long.
func (r *Runner) reconcileList(at Time) {
	period := r.s.Reconcile
	r.plan(dueList, at+period)
	r.sawLook(at)
	if !r.lost && (r.since > at-period || at == period) { // the first look shows all there is
		r.known = true
		r.hear(at, ByList, r.state, r.since, r.emit(Event{Kind: Listed, At: at, Cause: r.stateEvent, State: r.state}))
	}
	if r.open && r.known && at-r.heard >= silence {
		r.get(at, ReconcileGet, ByReconcileGet, r.stateEvent)
	}
	if !r.open {
		return
	}
	// The looks before anything else can happen show nothing new of this item.
	until := far
	if r.known {
		until = r.heard + silence
	}
	if n := r.quiet(dueList, until); n > 0 {
		r.plan(dueList, r.due[dueList]+Time(n)*period)
		r.sawLook(r.due[dueList] - period)
	}
}

// sawLook keeps that the item was open at a look, which was therefore made.
func (r *Runner) sawLook(at Time) {
	n := int32(at / r.s.Reconcile)
	if !r.looked {
		r.looked = true
		r.look.open(n)
	}
	r.lastLook = n
}

// lookedAt tells whether this instant's look is over: what changes now was not on it, nor will be on the next.
func (r *Runner) lookedAt(at Time) bool {
	return r.looked && Time(r.lastLook)*r.s.Reconcile == at
}

// answer sends the input that the followed task waits for. It opens a new call for a blocking client, and nothing else.
func (r *Runner) answer(at Time) {
	r.due[dueAnswer] = far
	switch {
	case r.lost:
		r.notFound(at, ByAnswer, r.request(Answer, at, r.pauseEvent, NotFound))
	case r.state != InputRequired:
		if refused := r.request(Answer, at, r.pauseEvent, Refused); r.resting {
			r.readAfter(at, refused)
		}
	default:
		ev := r.request(Answer, at, r.pauseEvent, OK)
		r.enter(TaskResumed, Working, at, ev)
		r.resumed = true
		r.due[dueAgent] = at + r.work.Work - r.work.PauseAt
		switch {
		case r.s.Hears == Blocking:
			r.answering, r.repeats = true, 0
			r.connect(at)
		case r.resting:
			r.resting = false
			r.connect(at)
			r.heard = at
		case r.connected:
			r.heard = at
		}
	}
}

// hear takes in a state of the followed task: it plans an answer, or learns the outcome.
func (r *Runner) hear(at Time, via Mechanism, state State, since Time, cause int32) {
	r.heard = at
	switch state {
	case InputRequired:
		if r.pauseHeard || !r.open {
			return
		}
		r.pauseHeard = true
		if wait := at - since; wait > 0 {
			r.pauseWaits = append(r.pauseWaits, wait)
		} else {
			r.zeroPauses++
		}
		r.pauseEvent = r.emit(Event{Kind: LearnPause, At: at, Cause: cause, State: state, Via: via})
		r.plan(dueAnswer, at+r.s.Wait)
	case Completed:
		if r.handled {
			r.repeated(at, via, cause)
			return
		}
		r.handled = true
		r.learn(at, via, state, since, cause)
	case Failed:
		r.learn(at, via, state, since, cause)
	}
}

// repeated counts a COMPLETED that arrives for an item already handled.
func (r *Runner) repeated(at Time, via Mechanism, cause int32) {
	e := Event{Kind: Repeated, At: at, Cause: cause, State: Completed, Result: HandledTwice, Via: via}
	if r.s.Idempotent == On {
		e.Result = Absorbed
		r.rep.Absorbed++
	} else {
		r.rep.HandledTwice++
	}
	r.emit(e)
}

// learn closes the item with the outcome of the followed task.
func (r *Runner) learn(at Time, via Mechanism, state State, since Time, cause int32) {
	if !r.open {
		return
	}
	wait := at - since
	if wait > 0 {
		r.waits = append(r.waits, wait)
	} else {
		r.zeroWaits++
	}
	r.rep.Learning[via].add(wait)
	r.rep.Learned++
	r.emit(Event{Kind: Learn, At: at, Cause: cause, State: state, Via: via})
	r.close(at, FateLearned)
}

// close ends the client's interest in the item.
func (r *Runner) close(at Time, fate Fate) {
	r.open, r.closed, r.fate = false, at, fate
	r.disconnect()
	r.due[dueForgery] = far
	for src := duePoll; src < numDue; src++ {
		r.due[src] = far
	}
}

// forge is a stranger's call of the webhook: COMPLETED for the followed task, if that has not ended and the receiver is not
// out. A client that does not check who calls believes it, takes an outcome for true that is none, and asks no more.
func (r *Runner) forge(at Time) {
	if r.state.Terminal() {
		r.due[dueForgery] = far // until the client follows another task
		return
	}
	failure := Failure{Forgery, r.item, r.forgeries.index}
	r.due[dueForgery] = r.forgeries.after(at, r.sparedForgeries)
	if r.receiverOut(at) {
		r.events++ // so that a run of nothing else is refused, too
		return
	}
	post := Event{Kind: Forged, At: at, Cause: -1, Failure: failure, State: Completed}
	if r.s.Verify == On {
		r.rep.Refused++
		post.Result = Refused
		r.emit(post)
		return
	}
	ev := r.emit(post)
	r.heard, r.handled = at, true
	r.rep.Wrong++
	r.emit(Event{Kind: Misled, At: at, Cause: ev, State: Completed, Via: ByWebhook})
	r.close(at, FateWrong)
}

// notFound takes in a TaskNotFoundError for the followed task.
func (r *Runner) notFound(at Time, via Mechanism, cause int32) {
	if !r.noticed {
		r.noticed = true
		r.rep.Noticed++
		r.rep.NoticeMax = max(r.rep.NoticeMax, at-r.restart)
		cause = r.emit(Event{Kind: Notice, At: at, Cause: cause, Failure: Failure{Kind: Restart}, Via: via, State: r.state})
	}
	switch r.s.Lost {
	case ResubmitOnLost:
		r.send(Resubmit, at, cause)
	case EscalateOnLost:
		r.emit(Event{Kind: Escalate, At: at, Cause: cause})
		r.rep.Escalated++
		r.close(at, FateEscalated)
	}
}
