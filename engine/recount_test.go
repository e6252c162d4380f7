package engine

import "slices"

// recount counts a Report from a trace's events alone, by other means than the engine's own counting: it does not believe
// a task's Origin, an event's Repeated or a Learn's delay, but derives each from what happened before.
func recount(tr *Trace) Report {
	rep := Report{Items: len(tr.Items)}
	var waits, pauses []Time
	type stretch struct{ from, to Time }
	var orphans []stretch
	for i, work := range tr.Items {
		it := recountItem(tr, i, &rep)
		waits, pauses = append(waits, it.waits...), append(pauses, it.pauses...)
		rep.PerItem = append(rep.PerItem, it.ItemReport)
		if late := work.Created + work.Work + 10*Minute; late+1 < it.closed {
			orphans = append(orphans, stretch{late + 1, it.closed})
		}
	}
	for _, c := range tr.Checks {
		rep.Requests[ListPage] += c.Pages
	}
	for _, a := range orphans {
		n := 0
		for _, b := range orphans {
			if b.from <= a.from && a.from < b.to {
				n++
			}
		}
		rep.OrphansMax = max(rep.OrphansMax, n)
	}
	rep.Learn, rep.Pauses = quantiles(waits), quantiles(pauses)
	return rep
}

type recounted struct {
	ItemReport
	waits, pauses []Time
	closed        Time
}

// recountedTask is what the events tell of a task.
type recountedTask struct {
	state         State
	gone, noticed bool
	since         map[State]Time
	worked        [][2]Time
	left          Time // when the client went on to another; Never if it did not
}

func recountItem(tr *Trace, item int, rep *Report) recounted {
	it := recounted{closed: tr.Setting.End}
	var tasks []*recountedTask
	first := int32(tr.FirstTask(item))
	handled, open := false, true
	stop := func(t *recountedTask, at Time) {
		if n := len(t.worked); n > 0 && t.worked[n-1][1] == Never {
			t.worked[n-1][1] = at
		}
	}
	for _, e := range tr.EventsOf(item) {
		var t *recountedTask
		if n := int(e.Task - first); e.Task >= 0 && n < len(tasks) {
			t = tasks[n]
		}
		followed := len(tasks) > 0 && t == tasks[len(tasks)-1]
		switch {
		case e.Kind.IsRequest():
			rep.Requests[e.Kind]++
			it.Requests++
		case e.Kind == TaskCreated:
			alive, lostDone := 0, 0
			for _, t := range tasks {
				if !t.gone {
					alive++
				} else if t.state == Completed {
					lostDone++
				}
			}
			if n := len(tasks); n > 0 {
				tasks[n-1].left = e.At
				switch {
				case alive > 0:
					rep.Duplicates++
				case lostDone > 0:
					rep.DoneTwice++
					rep.Resubmitted++
				default:
					rep.Resubmitted++
				}
			}
			tasks = append(tasks, &recountedTask{state: Working, since: map[State]Time{Working: e.At}, worked: [][2]Time{{e.At, Never}}, left: Never})
		case e.Kind == TaskPaused || e.Kind == TaskResumed || e.Kind == TaskCompleted || e.Kind == TaskFailed:
			stop(t, e.At)
			t.state = e.State
			t.since[e.State] = e.At
			if e.State == Working {
				t.worked = append(t.worked, [2]Time{e.At, Never})
			}
		case e.Kind == TaskVanished:
			stop(t, e.At)
			t.gone = true
		case e.Kind == Attempt && e.Result == Undelivered:
			rep.Attempts.Failed++
		case e.Kind == Attempt && e.Result == AckLost:
			rep.Attempts.AckLost++
		case e.Kind == Attempt:
			rep.Attempts.Acknowledged++
		case e.Kind == Cut && e.Failure.Kind == Flap:
			rep.Cuts[CutByFlap]++
		case e.Kind == Cut:
			rep.Cuts[CutByRestart]++
		case e.Kind == TimedOut:
			rep.Cuts[CutByTimeout]++
		case e.Kind == LearnPause:
			it.pauses = append(it.pauses, e.At-t.since[InputRequired])
		case e.Kind == Learn:
			wait := e.At - t.since[t.state]
			it.waits = append(it.waits, wait)
			rep.Learning[e.Via].add(wait)
			rep.Learned++
			it.Fate, open, it.closed = FateLearned, false, e.At
		case e.Kind == Forged && e.Result == Refused:
			rep.Refused++
		case e.Kind == Misled:
			rep.Wrong++
			it.Fate, open, it.closed = FateWrong, false, e.At
		case e.Kind == Escalate:
			rep.Escalated++
			it.Fate, open, it.closed = FateEscalated, false, e.At
		case e.Kind == Notice:
			t.noticed = true
			rep.Noticed++
			rep.NoticeMax = max(rep.NoticeMax, e.At-tr.Setting.Restart)
		}
		// A delivered COMPLETED is handled the first time it is seen and is one too many after that.
		if e.Kind == Attempt && e.Result != Undelivered && e.State == Completed && followed && handled {
			if tr.Setting.Idempotent == On {
				rep.Absorbed++
			} else {
				rep.HandledTwice++
			}
		}
		handled = handled || (e.Kind == Learn || e.Kind == Misled) && e.State == Completed
	}
	last := tasks[len(tasks)-1]
	if it.Missed = last.state == Failed; it.Missed {
		rep.MissedInput++
	}
	if open {
		rep.Unknown++
		if last.gone && !last.noticed {
			rep.Unnoticed++
		}
	}
	for _, t := range tasks {
		stop(t, tr.Setting.End)
		for _, w := range t.worked {
			if t.left != Never && w[1] > t.left {
				rep.Wasted += w[1] - max(w[0], t.left)
			}
		}
	}
	return it
}

// quantiles sorts, and takes the nearest rank.
func quantiles(waits []Time) Distribution {
	var d Distribution
	for _, w := range waits {
		d.add(w)
	}
	if n := len(waits); n > 0 {
		slices.Sort(waits)
		d.P50, d.P95 = waits[(n+1)/2-1], waits[(n*19+19)/20-1]
	}
	return d
}
