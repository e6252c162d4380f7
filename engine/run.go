package engine

import (
	"cmp"
	"fmt"
	"slices"
)

// MaxEvents bounds a run: no setting may freeze a page. Quiet polls count, though a report-only run does not walk through them.
const MaxEvents = 2_000_000

// A Runner runs settings. It keeps its buffers and the day's work between runs, so a report-only run allocates nothing once
// warm. The zero value is ready; a Runner is not for concurrent use.
type Runner struct {
	// Without are failure instances that do not strike: "what if these had not happened?".
	Without []Failure
	// Deviations are those of an agent's software that the run is compared with; none for the model.
	Deviations Deviation
	// Most is how many events a run may make before it is refused; MaxEvents if zero.
	Most int

	s     Setting
	tr    *Trace // nil: count only
	rep   Report
	items []Item   // the day's work
	drew  workload // what it was drawn for

	story
	events int
	losses losses // see ReportLosses

	waits, pauseWaits          []Time // of outcomes and of pauses, those longer than nothing
	zeroWaits, zeroPauses      int
	orphanFrom, orphanTo       []Time
	perItem                    []ItemReport
	look                       looks
	later                      []Event // of abandoned tasks, which outlive the client's interest
	order, place               []int32 // room for weave
	woven                      []Event
	delay                      [numDue]Time // from tick to tick, of the clocks
	only                       int          // the one item that is run, or -1 for all
	sparedFlaps, sparedAcks    []int32      // Without, for the item at hand
	sparedForgeries            []int32
	restart, outage, outageEnd Time // far where they do not strike
}

// Report runs the setting and counts. Report.PerItem is valid until the Runner is used again.
func (r *Runner) Report(s Setting) (Report, error) { return r.report(s, -1) }

// ReportOf counts one item alone, as if nobody else were delegated: items do not feel each other, and only the pages of
// ListTasks, which belong to no item, are then not counted. It takes some hundredths of the time.
func (r *Runner) ReportOf(s Setting, item int) (Report, error) { return r.report(s, item) }

func (r *Runner) report(s Setting, only int) (Report, error) {
	r.tr, r.only = nil, only
	if err := r.run(s); err != nil {
		return Report{}, err
	}
	return r.rep, nil
}

// Trace runs the setting, counts, and tells everything that happened, into dst, whose room it reuses.
func (r *Runner) Trace(dst *Trace, s Setting) error { return r.trace(dst, s, -1) }

// TraceOf is Trace for one item alone; the others have no events and no tasks. See ReportOf.
func (r *Runner) TraceOf(dst *Trace, s Setting, item int) error { return r.trace(dst, s, item) }

func (r *Runner) trace(dst *Trace, s Setting, only int) error {
	r.only = only
	dst.Setting = s
	dst.Items, dst.Tasks, dst.Events, dst.Checks = dst.Items[:0], dst.Tasks[:0], dst.Events[:0], dst.Checks[:0]
	dst.events, dst.tasks = dst.events[:0], dst.tasks[:0]
	perItem := dst.Report.PerItem[:0]
	r.tr = dst
	err := r.run(s)
	r.tr = nil
	dst.Report = r.rep
	dst.Report.PerItem = append(perItem, r.rep.PerItem...)
	dst.Items = append(dst.Items, r.items...)
	dst.events = append(dst.events, int32(len(dst.Events)))
	dst.tasks = append(dst.tasks, int32(len(dst.Tasks)))
	return err
}

// run is the one implementation behind Report and Trace.
func (r *Runner) run(s Setting) error {
	r.s = s
	if err := r.s.Validate(); err != nil {
		return err
	}
	r.prepare()
	day := dayDice(uint64(s.Day))
	for i := range r.items {
		if r.only >= 0 && i != r.only {
			r.skip()
			continue
		}
		r.begin(int32(i), day.of(i))
		r.play()
		r.finish()
		if err := r.tooMany(i); err != nil {
			return err
		}
	}
	return r.sum()
}

// tooMany refuses a run once it has made too many events.
func (r *Runner) tooMany(item int) error {
	if most := cmp.Or(r.Most, MaxEvents); r.events > most {
		return fmt.Errorf("too many events: more than %d thousand after %d of %d tasks; raise the shortest interval or delegate fewer tasks", most/1000, item+1, r.s.Items)
	}
	return nil
}

// sum counts what belongs to no item, once all are told, and sums the waits up.
func (r *Runner) sum() error {
	if r.only < 0 {
		r.countLooks()
	}
	if most := cmp.Or(r.Most, MaxEvents); r.events > most {
		return fmt.Errorf("too many events: more than %d thousand; raise the shortest interval or delegate fewer tasks", most/1000)
	}
	r.rep.Learn = distribution(r.waits, r.zeroWaits)
	r.rep.Pauses = distribution(r.pauseWaits, r.zeroPauses)
	r.rep.OrphansMax = deepest(r.orphanFrom, r.orphanTo)
	r.rep.PerItem = r.perItem
	return nil
}

// prepare empties the counts and buffers and derives what the whole run shares.
func (r *Runner) prepare() {
	s := &r.s
	if w := s.workload(); w != r.drew {
		r.items, r.drew = w.draw(r.items), w
	}
	r.rep = Report{Items: int(s.Items)}
	if r.only >= 0 {
		r.rep.Items = 1
	}
	r.events = 0
	r.waits, r.pauseWaits, r.zeroWaits, r.zeroPauses = r.waits[:0], r.pauseWaits[:0], 0, 0
	r.orphanFrom, r.orphanTo, r.perItem = r.orphanFrom[:0], r.orphanTo[:0], r.perItem[:0]
	r.restart, r.outage, r.outageEnd = far, far, far
	if s.Restart != Never && !slices.Contains(r.Without, Failure{Kind: Restart}) {
		r.restart = s.Restart
	}
	if s.Outage != Never && !slices.Contains(r.Without, Failure{Kind: Outage}) {
		r.outage, r.outageEnd = s.OutageAt, s.OutageAt+s.Outage
	}
	r.delay = [numDue]Time{duePoll: s.Poll, dueGet: s.Reconcile, dueList: s.Reconcile}
	r.look.prepare(s)
}

// What can be due in an item's story, in the order in which things happen at one instant: failures, the agent, the client.
const (
	dueRestart = iota
	dueCut
	dueForgery
	dueAgent // the followed task changes by itself
	duePause // the next webhook attempt that announces the pause
	dueEnd   // the next webhook attempt that announces the end
	duePoll  // here the client begins
	dueGet
	dueList
	dueAnswer
	dueReattach
	dueTimeout
	numDue
)

// story is one item's run: the followed task at the agent, what the client knows, and when each thing is next due.
// Items meet only in the shared clock of ListTasks, so one item's story is told from beginning to end before the next.
type story struct {
	item int32
	work Item
	dice dice
	due  [numDue]Time
	cuts strikes

	forgeries strikes

	planned [numDue]int32 // when, in the order of the client's scheduling, each was planned
	plans   int32

	agentSide
	clientSide
}

// skip passes over an item that is not run.
func (r *Runner) skip() {
	r.perItem = append(r.perItem, ItemReport{})
	if r.tr != nil {
		r.tr.events = append(r.tr.events, int32(len(r.tr.Events)))
		r.tr.tasks = append(r.tr.tasks, int32(len(r.tr.Tasks)))
	}
}

// begin starts the story of an item with its first message.
func (r *Runner) begin(item int32, d dice) {
	st := &r.story
	*st = story{item: item, work: r.items[item], dice: d}
	for i := range st.due {
		st.due[i] = far
	}
	st.ordinal = -1
	st.open = true
	if r.restart > st.work.Created { // at the same instant the failure comes first and finds no task
		st.due[dueRestart] = r.restart
	}
	r.sparedFlaps, r.sparedAcks, r.sparedForgeries = r.sparedFlaps[:0], r.sparedAcks[:0], r.sparedForgeries[:0]
	for _, f := range r.Without {
		switch {
		case f.Kind == Flap && f.Item == item:
			r.sparedFlaps = append(r.sparedFlaps, f.Index)
		case f.Kind == LostAck && f.Item == item:
			r.sparedAcks = append(r.sparedAcks, f.Index)
		case f.Kind == Forgery && f.Item == item:
			r.sparedForgeries = append(r.sparedForgeries, f.Index)
		}
	}
	st.cuts.start(d, flapDraw, r.s.Flaps, st.work.Created)
	st.forgeries.start(d, forgeDraw, r.s.Forged, st.work.Created)
	if r.tr != nil {
		r.tr.events = append(r.tr.events, int32(len(r.tr.Events)))
		r.tr.tasks = append(r.tr.tasks, int32(len(r.tr.Tasks)))
	}
	r.taskIndex = -1
	arrival := r.emit(Event{Kind: Arrival, At: st.work.Created, Cause: -1})
	r.send(FirstSend, st.work.Created, arrival)
}

// play tells the story in order of time.
func (r *Runner) play() {
	for {
		src, at := r.next()
		if at >= r.s.End {
			return
		}
		switch src {
		case dueRestart:
			r.due[dueRestart] = far
			r.restarts(at)
		case dueCut:
			r.cut(at, CutByFlap, Failure{Flap, r.item, r.cuts.index})
		case dueForgery:
			r.forge(at)
		case dueAgent:
			r.advance(at)
		case duePause, dueEnd:
			r.attempt(src, at)
		case duePoll:
			r.poll(at)
		case dueGet:
			r.reconcileGet(at)
		case dueList:
			r.reconcileList(at)
		case dueAnswer:
			r.answer(at)
		case dueReattach:
			r.reattach(at)
		case dueTimeout:
			r.cut(at, CutByTimeout, Failure{})
		}
	}
}

// plan schedules something that the client does.
func (r *Runner) plan(src int, at Time) {
	r.plans++
	r.due[src], r.planned[src] = at, r.plans
}

// next is what is due first. At one instant, failures come before the agent and this before the client, each in the order in
// which they were scheduled. For failures and the agent this is the order of the list above: a notification's wait doubles, so
// what was scheduled earlier of two attempts at one instant is the pause's.
func (r *Runner) next() (src int, at Time) {
	at = r.due[0]
	for i := 1; i < numDue; i++ {
		if r.due[i] < at {
			src, at = i, r.due[i]
		}
	}
	if src >= duePoll {
		for i := src + 1; i < numDue; i++ {
			if r.due[i] == at && r.planned[i] < r.planned[src] {
				src = i
			}
		}
	}
	return src, at
}

// quiet counts the ticks of the clock src that come before anything else can happen: they change nothing but the cost.
func (r *Runner) quiet(src int, until Time) int {
	tick := r.due[src]
	r.due[src] = far
	_, other := r.next()
	r.due[src] = tick
	until = min(until, other, r.s.End)
	if tick >= until {
		return 0
	}
	return int((until-1-tick)/r.delay[src]) + 1
}

// finish counts how the item stands at the run's end.
func (r *Runner) finish() {
	st := &r.story
	if st.open {
		st.closed = r.s.End
		r.rep.Unknown++
		if st.lost && !st.noticed {
			r.rep.Unnoticed++
		}
	}
	missed := st.state == Failed
	if missed {
		r.rep.MissedInput++
	}
	if late := st.work.Created + st.work.Work + OrphanAge + 1; late < st.closed { // older than, by a millisecond
		r.orphanFrom, r.orphanTo = append(r.orphanFrom, late), append(r.orphanTo, st.closed)
	}
	if st.looked {
		r.look.close(st.lastLook)
	}
	r.perItem = append(r.perItem, ItemReport{st.requests, st.fate, missed})
	if len(r.later) > 0 {
		r.weave()
	}
}

// request counts a call of the client and tells of it.
func (r *Runner) request(k Kind, at Time, cause int32, res Result) int32 {
	r.rep.Requests[k]++
	r.requests++
	return r.emit(Event{Kind: k, At: at, Task: r.taskIndex, Cause: cause, Result: res, State: r.state, Attempt: uint8(r.repeats)})
}

// emit tells of an event in a traced run, and only counts it otherwise. It returns what a later event names as its cause.
func (r *Runner) emit(e Event) int32 {
	r.events++
	if r.tr == nil {
		return -1
	}
	return r.record(&e)
}

func (r *Runner) record(e *Event) int32 {
	e.Item = r.item
	e.Task = r.taskIndex
	r.tr.Events = append(r.tr.Events, *e)
	return int32(len(r.tr.Events) - 1)
}
