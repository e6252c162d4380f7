package engine

// NumOnLost is the number of reactions to a lost task.
const NumOnLost = int(EscalateOnLost) + 1

// kept is what a run has counted so far, so that it can go on from there more than once.
type kept struct {
	rep                                   Report
	events, zeroWaits, zeroPauses         int
	waits, pauseWaits, orphanFrom, orphan []Time
	opened                                []int32
	changes                               int
}

// losses is what ReportLosses keeps between runs.
type losses struct {
	mark, base kept
	noticed    []int32 // the items that noticed a loss
}

// ReportLosses is Report of the setting with each reaction to a lost task, whatever its own is, in little more time than one Report:
// only the items that notice a loss are told again. PerItem is nil. An error means that one of the settings is refused.
func (r *Runner) ReportLosses(s Setting) (reports [NumOnLost]Report, err error) {
	l := &r.losses
	r.tr, r.only, r.s = nil, -1, s
	r.s.Lost = WaitOnLost
	if err := r.s.Validate(); err != nil {
		return reports, err
	}
	r.prepare()
	day := dayDice(uint64(s.Day))
	tell := func(i int32) error {
		r.begin(i, day.of(int(i)))
		r.play()
		r.finish()
		return r.tooMany(int(i))
	}
	l.noticed = l.noticed[:0]
	for i := range r.items {
		mayLose := s.Persist == Off && r.items[i].Created < r.restart
		if mayLose {
			l.mark.mark(r)
		}
		if err := tell(int32(i)); err != nil {
			return reports, err
		}
		if mayLose && r.rep.Noticed > l.mark.rep.Noticed {
			l.noticed = append(l.noticed, int32(i))
			l.mark.untell(r)
		}
	}
	l.base.keep(r)
	for lost := range reports {
		if lost > 0 {
			l.base.restore(r)
		}
		r.s.Lost = OnLost(lost)
		for _, i := range l.noticed {
			if err := tell(i); err != nil {
				return reports, err
			}
		}
		if err := r.sum(); err != nil {
			return reports, err
		}
		reports[lost] = r.rep
		reports[lost].PerItem = nil
		if len(l.noticed) == 0 { // and so it is with every reaction
			for other := range reports {
				reports[other] = reports[lost]
			}
			break
		}
	}
	return reports, nil
}

// mark notes how far the counts are, for untell.
func (k *kept) mark(r *Runner) {
	k.rep, k.events, k.zeroWaits, k.zeroPauses = r.rep, r.events, r.zeroWaits, r.zeroPauses
	k.waits, k.pauseWaits, k.orphanFrom, k.orphan = r.waits, r.pauseWaits, r.orphanFrom, r.orphanTo
	k.changes = len(r.look.changes)
}

// untell takes back what the item at hand, the only one since the mark, has counted.
func (k *kept) untell(r *Runner) {
	r.rep, r.events, r.zeroWaits, r.zeroPauses = k.rep, k.events, k.zeroWaits, k.zeroPauses
	r.waits, r.pauseWaits, r.orphanFrom, r.orphanTo = r.waits[:len(k.waits)], r.pauseWaits[:len(k.pauseWaits)], r.orphanFrom[:len(k.orphanFrom)], r.orphanTo[:len(k.orphan)]
	r.look.changes = r.look.changes[:k.changes]
	if r.looked {
		r.look.unopen(r.lastLook)
	}
}

// keep copies the counts: to sum them up sorts them.
func (k *kept) keep(r *Runner) {
	k.rep, k.events, k.zeroWaits, k.zeroPauses = r.rep, r.events, r.zeroWaits, r.zeroPauses
	k.waits, k.pauseWaits = append(k.waits[:0], r.waits...), append(k.pauseWaits[:0], r.pauseWaits...)
	k.orphanFrom, k.orphan = append(k.orphanFrom[:0], r.orphanFrom...), append(k.orphan[:0], r.orphanTo...)
	k.opened, k.changes = append(k.opened[:0], r.look.opened...), len(r.look.changes)
}

// restore undoes all since keep.
func (k *kept) restore(r *Runner) {
	r.rep, r.events, r.zeroWaits, r.zeroPauses = k.rep, k.events, k.zeroWaits, k.zeroPauses
	r.waits, r.pauseWaits = append(r.waits[:0], k.waits...), append(r.pauseWaits[:0], k.pauseWaits...)
	r.orphanFrom, r.orphanTo = append(r.orphanFrom[:0], k.orphanFrom...), append(r.orphanTo[:0], k.orphan...)
	copy(r.look.opened, k.opened)
	clear(r.look.shown)
	r.look.changes = r.look.changes[:k.changes]
}
