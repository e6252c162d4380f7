package engine

import (
	"container/heap"
	"slices"
)

// The oracle is a second implementation of the model, written from its description and as naive as can be: one queue of
// events for all items, one closure for each thing that is due, nothing skipped and nothing shared with the engine but the
// setting and the dice. It counts a Report and keeps the tasks and the checks.
type oracle struct {
	s     Setting
	queue oracleQueue
	seq   int
	now   Time
	items []*oracleItem
	all   []*oracleTask

	rep       Report
	checks    []Check
	lastCheck Time
	waits     []Time
	pauses    []Time
}

// At one instant failures come first, then the agent, then the client, each in the order of scheduling.
const (
	failurePhase = iota
	agentPhase
	clientPhase
)

type oracleEvent struct {
	at    Time
	phase int
	seq   int
	do    func()
}

type oracleQueue []oracleEvent

func (q oracleQueue) Len() int { return len(q) }
func (q oracleQueue) Less(a, b int) bool {
	x, y := q[a], q[b]
	if x.at != y.at {
		return x.at < y.at
	}
	if x.phase != y.phase {
		return x.phase < y.phase
	}
	return x.seq < y.seq
}
func (q oracleQueue) Swap(a, b int) { q[a], q[b] = q[b], q[a] }
func (q *oracleQueue) Push(e any)   { *q = append(*q, e.(oracleEvent)) }
func (q *oracleQueue) Pop() any {
	e := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return e
}

type oracleItem struct {
	id   int
	work Item
	dice dice

	tasks      []*oracleTask
	follows    *oracleTask
	conn       *oracleConn // open, or nil
	known      bool        // the followed task's ID
	open       bool
	handled    bool
	repeats    int64 // made of the present call
	answerCall bool  // the present call carries an answer
	heard      Time
	closed     Time
	requests   int32
	fate       Fate
}

type oracleTask struct {
	Task
	item    *oracleItem
	ordinal int32
	gone    bool // lost at the restart
	paused  bool // has paused once
	heard   bool // its pause is known to the client
	noticed bool // its loss is known to the client
	since   Time
	working [][2]Time // stretches WORKING
}

type oracleConn struct{ task *oracleTask }

func (o *oracle) at(t Time, phase int, do func()) {
	o.seq++
	heap.Push(&o.queue, oracleEvent{t, phase, o.seq, do})
}

// ask runs the model over the items given.
func ask(s Setting, items []Item) *oracle {
	o := &oracle{s: s, lastCheck: -1}
	o.rep.Items = len(items)
	day := dayDice(uint64(s.Day))
	if s.Restart != Never {
		o.at(s.Restart, failurePhase, o.restart)
	}
	for i, work := range items {
		it := &oracleItem{id: i, work: work, dice: day.of(i), open: true}
		o.items = append(o.items, it)
		o.at(work.Created, clientPhase, func() { o.send(it, FirstSend) })
		if s.Flaps != Never {
			at := work.Created
			for n := uint64(0); at < s.End; n++ {
				at += it.dice.exponential(flapDraw, n, s.Flaps)
				o.at(at, failurePhase, func() { o.cut(it, CutByFlap) })
			}
		}
	}
	for _, it := range o.items {
		at := it.work.Created
		for n := uint64(0); s.Forged != Never && s.Hears == Push && at < s.End; n++ {
			at += it.dice.exponential(forgeDraw, n, s.Forged)
			o.at(at, failurePhase, func() { o.forge(it) })
		}
	}
	if s.Reconcile != Never && s.By == WithListTasks {
		o.at(s.Reconcile, clientPhase, o.list)
	}
	for len(o.queue) > 0 {
		e := heap.Pop(&o.queue).(oracleEvent)
		if e.at >= s.End {
			break
		}
		o.now = e.at
		e.do()
	}
	o.count()
	return o
}

func (o *oracle) restart() {
	for _, it := range o.items {
		if o.s.Persist == Off {
			for _, t := range it.tasks {
				t.gone, t.Vanished = true, o.now
				if t.Final == Working {
					t.working[len(t.working)-1][1] = o.now
				}
			}
		}
		o.cut(it, CutByRestart)
	}
}

// The agent.

func (o *oracle) create(it *oracleItem) *oracleTask {
	t := &oracleTask{item: it, ordinal: int32(len(it.tasks)), since: o.now}
	t.Task = Task{Item: int32(it.id), Final: Working, Born: o.now, Paused: Never, Resumed: Never, Ended: Never, Vanished: Never, Abandoned: Never}
	exists, done := false, false
	for _, other := range it.tasks {
		exists = exists || !other.gone
		done = done || other.gone && other.Final == Completed
	}
	switch {
	case len(it.tasks) == 0:
	case exists:
		t.Kind = Duplicate
		o.rep.Duplicates++
	case done:
		t.Kind = WorkDoneTwice
		o.rep.Resubmitted++
		o.rep.DoneTwice++
	default:
		t.Kind = Resubmission
		o.rep.Resubmitted++
	}
	it.tasks = append(it.tasks, t)
	o.all = append(o.all, t)
	t.working = append(t.working, [2]Time{o.now, Never})
	if it.work.PauseAt != Never {
		o.at(o.now+it.work.PauseAt, agentPhase, func() { o.pause(t) })
	} else {
		o.at(o.now+it.work.Work, agentPhase, func() { o.change(t, Completed) })
	}
	return t
}

func (o *oracle) pause(t *oracleTask) {
	if t.gone {
		return
	}
	o.at(o.now+o.s.InputTimeout, agentPhase, func() {
		if t.Final == InputRequired {
			o.change(t, Failed)
		}
	})
	o.change(t, InputRequired)
}

func (o *oracle) resume(t *oracleTask) {
	o.at(o.now+t.item.work.Work-t.item.work.PauseAt, agentPhase, func() { o.change(t, Completed) })
	o.change(t, Working)
}

// change moves a task to a state and tells whoever is connected or registered.
func (o *oracle) change(t *oracleTask, s State) {
	if t.gone {
		return
	}
	if t.Final == Working {
		t.working[len(t.working)-1][1] = o.now
	}
	t.Final, t.since = s, o.now
	switch s {
	case InputRequired:
		t.Paused = o.now
	case Working:
		t.Resumed = o.now
		t.working = append(t.working, [2]Time{o.now, Never})
	default:
		t.Ended = o.now
	}
	it := t.item
	if it.conn != nil && it.conn.task == t {
		switch {
		case o.s.Hears == Streaming:
			o.hear(t, s, o.now, ByStream)
		case s != Working:
			it.conn = nil
			it.known = true
			o.hear(t, s, o.now, ByCall)
		}
	}
	if o.s.Hears == Push && s != Working {
		o.attempt(t, s, o.now, 1)
	}
}

func (o *oracle) attempt(t *oracleTask, s State, since Time, n int64) {
	if t.gone {
		return
	}
	delivered := o.receives()
	lost := t.item.dice.chance(ackDraw, uint64(ackIndex(t.ordinal, s.Terminal(), uint8(n))), o.s.Acks)
	switch {
	case !delivered:
		o.rep.Attempts.Failed++
	case lost:
		o.rep.Attempts.AckLost++
	default:
		o.rep.Attempts.Acknowledged++
	}
	if (!delivered || lost) && n <= o.s.Retries {
		wait := o.s.Base
		for range n - 1 {
			wait *= 2
		}
		o.at(o.now+wait, agentPhase, func() { o.attempt(t, s, since, n+1) })
	}
	if delivered {
		o.hear(t, s, since, ByWebhook)
	}
}

func (o *oracle) receives() bool {
	return o.s.Outage == Never || o.now < o.s.OutageAt || o.now >= o.s.OutageAt+o.s.Outage
}

// A stranger, who knows of each open item which task is followed and whether it has ended.

func (o *oracle) forge(it *oracleItem) {
	ended := it.follows.Final == Completed || it.follows.Final == Failed
	switch {
	case !it.open || ended || !o.receives():
	case o.s.Verify == On:
		o.rep.Refused++
	default:
		o.rep.Wrong++
		it.handled = true
		o.close(it, FateWrong)
	}
}

// The client.

func (o *oracle) request(it *oracleItem, k Kind) {
	o.rep.Requests[k]++
	it.requests++
}

// stillOpen tells whether the client still waits for news of this task.
func (it *oracleItem) stillOpen(t *oracleTask) bool { return it.open && it.follows == t }

func (o *oracle) send(it *oracleItem, k Kind) {
	o.request(it, k)
	t := o.create(it)
	if it.follows != nil {
		it.follows.Abandoned = o.now
	}
	it.follows = t
	it.conn = nil
	it.known = o.s.Hears != Blocking
	it.heard = o.now
	if k != Repeat {
		it.repeats = 0
	}
	it.answerCall = false
	if o.s.Hears == Polling {
		o.clock(t, o.s.Poll, func() { o.get(t, Poll, ByPoll) })
	}
	if o.s.Reconcile != Never && o.s.By == WithGetTask {
		o.clock(t, o.s.Reconcile, func() {
			if it.known {
				o.get(t, ReconcileGet, ByReconcileGet)
			}
		})
	}
	if o.s.Hears == Streaming || o.s.Hears == Blocking {
		o.connect(t)
	}
}

// clock ticks for as long as the item is open and the task followed.
func (o *oracle) clock(t *oracleTask, period Time, tick func()) {
	o.at(o.now+period, clientPhase, func() {
		if t.item.stillOpen(t) {
			o.clock(t, period, tick)
			tick()
		}
	})
}

func (o *oracle) connect(t *oracleTask) {
	c := &oracleConn{t}
	t.item.conn = c
	if o.s.Hears == Blocking {
		o.at(o.now+o.s.BlockTime, clientPhase, func() {
			if t.item.conn == c {
				o.cut(t.item, CutByTimeout)
			}
		})
	}
}

func (o *oracle) cut(it *oracleItem, cause CutCause) {
	if it.conn == nil {
		return
	}
	t := it.conn.task
	it.conn = nil
	o.rep.Cuts[cause]++
	wait := ReattachDelay
	if o.s.Hears == Blocking {
		wait = 0
	}
	o.at(o.now+wait, clientPhase, func() {
		if it.stillOpen(t) && it.conn == nil {
			o.reattach(t)
		}
	})
}

func (o *oracle) reattach(t *oracleTask) {
	it := t.item
	switch {
	case o.s.Hears == Blocking:
		if it.repeats == o.s.Repeats {
			return
		}
		it.repeats++
		if !it.answerCall {
			o.sendAgain(t, Repeat)
			return
		}
		o.request(it, Repeat)
		if t.gone {
			o.notFound(t)
			return
		}
		o.attach(t)
	case o.s.Drop == ResendOnDrop:
		o.sendAgain(t, Resend)
	case o.s.Drop == SubscribeOnDrop:
		o.request(it, Subscribe)
		switch {
		case t.gone:
			o.notFound(t)
		case t.Final.Terminal():
			o.request(it, ReadAfter)
			o.hear(t, t.Final, t.since, ByReattachment)
		default:
			o.attach(t)
		}
	}
}

func (o *oracle) sendAgain(t *oracleTask, k Kind) {
	if o.s.Dedupe == Off || t.gone {
		o.send(t.item, k)
		return
	}
	o.request(t.item, k)
	o.attach(t)
}

// attach joins the task as it stands. A stream tells its state at once; a blocking call only if it is not WORKING.
func (o *oracle) attach(t *oracleTask) {
	switch {
	case o.s.Hears == Streaming:
		if !t.Final.Terminal() {
			o.connect(t)
		}
		o.hear(t, t.Final, t.since, ByReattachment)
	case t.Final == Working:
		o.connect(t)
	default:
		t.item.known = true
		o.hear(t, t.Final, t.since, ByReattachment)
	}
}

func (o *oracle) get(t *oracleTask, k Kind, via Mechanism) {
	o.request(t.item, k)
	if t.gone {
		t.item.heard = o.now // any answer to GetTask is news
		o.notFound(t)
		return
	}
	o.hear(t, t.Final, t.since, via)
}

func (o *oracle) list() {
	o.at(o.now+o.s.Reconcile, clientPhase, o.list)
	if !slices.ContainsFunc(o.items, func(it *oracleItem) bool { return it.follows != nil && it.open }) {
		return
	}
	n := 0
	for _, t := range o.all {
		if !t.gone && t.since > o.lastCheck {
			n++
		}
	}
	pages := max(1, (n+49)/50)
	o.rep.Requests[ListPage] += pages
	o.checks = append(o.checks, Check{o.now, n, pages})
	for _, it := range o.items {
		if t := it.follows; t != nil && it.open && !t.gone && t.since > o.lastCheck {
			it.known = true
			o.hear(t, t.Final, t.since, ByList)
		}
	}
	for _, it := range o.items {
		if it.follows != nil && it.open && it.known && o.now-it.heard >= 30*Minute {
			o.get(it.follows, ReconcileGet, ByReconcileGet)
		}
	}
	o.lastCheck = o.now
}

func (o *oracle) hear(t *oracleTask, s State, since Time, via Mechanism) {
	it := t.item
	if it.follows != t {
		return
	}
	it.heard = o.now
	if s == Completed && it.handled && via != ByList {
		if o.s.Idempotent == On {
			o.rep.Absorbed++
		} else {
			o.rep.HandledTwice++
		}
	}
	if !it.open {
		return
	}
	switch {
	case s == InputRequired && !t.heard:
		t.heard = true
		o.pauses = append(o.pauses, o.now-since)
		o.at(o.now+o.s.Wait, clientPhase, func() { o.answer(t) })
	case s.Terminal():
		it.handled = s == Completed
		o.rep.Learned++
		o.rep.Learning[via].add(o.now - since)
		o.waits = append(o.waits, o.now-since)
		o.close(it, FateLearned)
	}
}

func (o *oracle) answer(t *oracleTask) {
	it := t.item
	if !it.stillOpen(t) {
		return
	}
	o.request(it, Answer)
	switch {
	case t.gone:
		o.notFound(t)
	case t.Final == InputRequired:
		if o.s.Hears == Blocking {
			it.repeats, it.answerCall = 0, true
			o.connect(t)
		}
		o.resume(t)
	}
}

func (o *oracle) notFound(t *oracleTask) {
	if !t.noticed {
		t.noticed = true
		o.rep.Noticed++
		o.rep.NoticeMax = max(o.rep.NoticeMax, o.now-o.s.Restart)
	}
	switch o.s.Lost {
	case ResubmitOnLost:
		o.send(t.item, Resubmit)
	case EscalateOnLost:
		o.rep.Escalated++
		o.close(t.item, FateEscalated)
	}
}

func (o *oracle) close(it *oracleItem, fate Fate) {
	it.open, it.closed, it.fate, it.conn = false, o.now, fate, nil
}

// count adds up what only the end of the run can tell.
func (o *oracle) count() {
	for _, it := range o.items {
		if it.open {
			it.closed = o.s.End
			o.rep.Unknown++
			if it.follows.gone && !it.follows.noticed {
				o.rep.Unnoticed++
			}
		}
		missed := it.follows.Final == Failed
		if missed {
			o.rep.MissedInput++
		}
		for _, t := range it.tasks {
			for _, stretch := range t.working {
				if stretch[1] == Never {
					stretch[1] = o.s.End
				}
				if t.Abandoned != Never && stretch[1] > t.Abandoned {
					o.rep.Wasted += stretch[1] - max(stretch[0], t.Abandoned)
				}
			}
		}
		o.rep.PerItem = append(o.rep.PerItem, ItemReport{it.requests, it.fate, missed})
	}
	o.rep.OrphansMax = mostOrphans(o.items)
	o.rep.Learn = naiveDistribution(o.waits)
	o.rep.Pauses = naiveDistribution(o.pauses)
}

// mostOrphans looks at every instant at which an item becomes an orphan: a millisecond after its work and ten minutes.
func mostOrphans(items []*oracleItem) int {
	most := 0
	for _, a := range items {
		now, n := a.work.Created+a.work.Work+10*Minute+1, 0
		for _, b := range items {
			if now < b.closed && now-b.work.Created > b.work.Work+10*Minute {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// naiveDistribution takes quantiles by nearest rank: the least wait that at least so many percent do not exceed.
func naiveDistribution(waits []Time) Distribution {
	var d Distribution
	for _, w := range waits {
		d.add(w)
	}
	quantile := func(percent int) Time {
		best := Time(-1)
		for _, w := range waits {
			n := 0
			for _, v := range waits {
				if v <= w {
					n++
				}
			}
			if n*100 >= percent*len(waits) && (best < 0 || w < best) {
				best = w
			}
		}
		return max(best, 0)
	}
	d.P50, d.P95 = quantile(50), quantile(95)
	return d
}
