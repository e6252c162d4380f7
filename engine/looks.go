package engine

// PageSize is how many tasks a page of ListTasks holds (§3.1.4: the default).
const PageSize = 50

// looks is the shared clock of ListTasks: the one thing that a run's items have in common. Look number n is made at n × R if
// an item is open then; it costs a page for every fifty surviving tasks whose status changed since the last look made.
// Whether a look is made, and what it shows of an item, depends on that item alone: an open item makes every look of its
// time happen. So items are told one after the other, and only the pages are counted at the end.
type looks struct {
	on      bool
	period  Time
	opened  []int32 // how many items begin to be open at each look, less how many ended before it
	changes []statusChange
	due     []int32 // for each look, the first one at or after it that is made
	shown   []int32 // tasks that each look shows
	latest  int32   // the look that was opened last
}

// statusChange is one change of a task's status, as the looks see it.
type statusChange struct {
	look, before int32 // the looks at or after this change and the task's change before it; before is 0 for a new task
	survives     bool  // the agent's restart does not take the task
}

func (l *looks) prepare(s *Setting) {
	l.on = s.Reconcile != Never && s.By == WithListTasks
	if !l.on {
		return
	}
	l.period = s.Reconcile
	n := int(s.End/s.Reconcile) + 3
	if cap(l.opened) < n {
		l.opened, l.due, l.shown = make([]int32, n), make([]int32, n), make([]int32, n)
	}
	l.opened, l.due, l.shown = l.opened[:n], l.due[:n], l.shown[:n]
	clear(l.opened)
	clear(l.shown)
	l.changes = l.changes[:0]
}

// open says that an item was open at look n, close that n was the last such look.
func (l *looks) open(n int32) {
	l.opened[n]++
	l.latest = n
}

func (l *looks) close(n int32) { l.opened[n+1]-- }

// unopen takes back the latest open and its close.
func (l *looks) unopen(closed int32) {
	l.opened[l.latest]--
	l.opened[closed+1]++
}

// number is the look at or after an instant.
func (l *looks) number(at Time) int32 { return int32((at + l.period - 1) / l.period) }

// changed keeps a change of a task's status; before is the instant of its change before that, or Never. A change at the
// instant of a look but after it (over) is on neither that look nor, being no later, on the next.
func (l *looks) changed(at, before Time, survives, over bool) {
	if !l.on || over {
		return
	}
	c := statusChange{look: l.number(at), survives: survives}
	if before != Never {
		c.before = max(1, l.number(before))
	}
	l.changes = append(l.changes, c)
}

// countLooks counts the pages of all looks made.
func (r *Runner) countLooks() {
	l := &r.look
	if !l.on {
		return
	}
	last := int32((r.s.End - 1) / l.period) // nothing happens at the run's end
	open := int32(0)
	for n := int32(0); n <= last; n++ {
		open += l.opened[n]
		l.opened[n] = open
	}
	next := last + 1
	for n := last; n >= 0; n-- {
		if n > 0 && l.opened[n] > 0 {
			next = n
		}
		l.due[n] = next
	}
	for _, c := range l.changes {
		if c.look > last {
			continue
		}
		n := l.due[c.look]
		if n > last || c.before > 0 && l.due[c.before] == n || !c.survives && Time(n)*l.period >= r.restart {
			continue
		}
		l.shown[n]++
	}
	for n := int32(1); n <= last; n++ {
		if l.opened[n] == 0 {
			continue
		}
		pages := max(1, int(l.shown[n]+PageSize-1)/PageSize)
		r.rep.Requests[ListPage] += pages
		r.events++
		if r.tr != nil {
			r.tr.Checks = append(r.tr.Checks, Check{At: Time(n) * l.period, Tasks: int(l.shown[n]), Pages: pages})
		}
	}
}
