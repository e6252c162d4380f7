package sdkcheck

import (
	"context"
	"time"

	"a2alab/engine"
)

// phase is the part of a millisecond in which something acts, so that what the model orders within an instant has an order.
type phase time.Duration

const (
	failurePhase = phase(0)
	agentPhase   = phase(100 * time.Microsecond)
	pausePhase   = phase(110 * time.Microsecond) // webhook attempts that announce a pause,
	endPhase     = phase(120 * time.Microsecond) // and an end: the wait doubles, so of two at one instant the pause's was planned earlier
	clientPhase  = phase(200 * time.Microsecond)
)

// A clock counts the run's time. It goes pace times as fast as the process's, which is 1 in virtual time.
type clock struct {
	start time.Time
	pace  int64
}

// now is the instant of the run, in whole milliseconds.
func (c clock) now() engine.Time {
	return engine.Time(time.Since(c.start) * time.Duration(c.pace) / time.Millisecond)
}

// at is when the process's clock reaches the phase of an instant.
func (c clock) at(t engine.Time, p phase) time.Time {
	return c.start.Add((time.Duration(t)*time.Millisecond + time.Duration(p)) / time.Duration(c.pace))
}

// stamp is an instant as a timestamp: whole milliseconds, as A2A has them (§5.6.1).
func (c clock) stamp(t engine.Time) *time.Time {
	at := c.start.Add(time.Duration(t) * time.Millisecond).UTC()
	return &at
}

// wait sleeps until the phase of an instant and tells whether it came: it does not if the context ends first.
func (c clock) wait(ctx context.Context, t engine.Time, p phase) bool {
	timer := time.NewTimer(time.Until(c.at(t, p)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
