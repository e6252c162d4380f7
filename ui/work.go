package ui

// work is what can wait until the page shows what changed, the most urgent first: a function that does a little of it and tells
// whether there is something new to show, or nil where nothing waits.
func (l *Lab) work() func() bool {
	switch {
	case l.comparing() && !l.pin.known:
		return l.compareFates
	case l.searching():
		return l.search
	case l.unproven():
		return l.prove
	case l.sampling():
		return l.sampleDay
	case l.mapping():
		return l.tryNext
	}
	return nil
}

// Working tells whether something waits to be worked out: Work should be called soon, again and again.
func (l *Lab) Working() bool { return l.work() != nil }

// Work goes on with what waits, until there is something new to show, which it tells, or nothing left, or it has been enough. A piece is
// about as long as a run of two hours: well below a millisecond but for extreme settings.
func (l *Lab) Work(enough func() bool) (news bool) {
	for !news {
		piece := l.work()
		if piece == nil {
			break
		}
		news = piece()
		if enough() {
			break
		}
	}
	return news
}

// untilDone never has enough: for where nobody waits.
func untilDone() bool { return false }
