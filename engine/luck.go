package engine

// What the day holds in store can be asked for without a run, so that another implementation meets the same failures at the
// same instants. None of it depends on what a client does, nor on Runner.Without.

// Flaps returns the instants before the run's end at which the network cuts whatever connection the item has open.
func (t *Trace) Flaps(item int) []Time {
	return t.strikes(item, flapDraw, t.Setting.Flaps)
}

// Forgeries returns the instants before the run's end at which a stranger would post for the item.
func (t *Trace) Forgeries(item int) []Time {
	return t.strikes(item, forgeDraw, t.Setting.Forged)
}

func (t *Trace) strikes(item int, of purpose, mean Time) []Time {
	var c strikes
	created := t.Items[item].Created
	c.start(dayDice(uint64(t.Setting.Day)).of(item), of, mean, created)
	return c.instants(created, t.Setting.End)
}

// AckLost tells whether the acknowledgement of a webhook attempt is lost, provided that it reaches the receiver. Ordinal counts
// the item's tasks from 0, attempt the calls of one notification from 1; terminal is that of the end, not of the pause.
func (t *Trace) AckLost(item, ordinal int, terminal bool, attempt int) bool {
	d := dayDice(uint64(t.Setting.Day)).of(item)
	return d.losesAck(ackIndex(int32(ordinal), terminal, uint8(attempt)), t.Setting.Acks)
}

// losesAck draws whether the acknowledgement of that number is lost.
func (d dice) losesAck(index int32, share Millionths) bool {
	return share != 0 && d.chance(ackDraw, uint64(index), share)
}
