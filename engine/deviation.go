package engine

// A Deviation is a way in which an agent's software answers otherwise than the model, which follows the specification. No
// setting has one: Runner.Deviations takes those of the software that a run is compared with, so that each difference is
// computed, item by item, and not allowed for. Those below were found in a2a-go 2.4.0 in its default, single-process mode.
type Deviation uint8

// The deviations.
const (
	// SubscribeNeedsWork: SubscribeToTask answers "not found" whenever the task is not at work, be it paused, ended or lost.
	// The client asks by GetTask which it is.
	SubscribeNeedsWork Deviation = 1 << iota
	// StreamEndsAtPause: a task's stream closes when the task pauses (§11.7 has it so, §3.1.2 does not). What breaks meanwhile
	// strikes nothing. The answer opens the next stream; if it comes too late, GetTask tells.
	StreamEndsAtPause
	// AnswerNeedsPause: an answer sent again is an error unless the task is still paused: a blocking client cannot take up its
	// call again. It asks once by GetTask how the task stands.
	AnswerNeedsPause
	// AllDeviations are all of these.
	AllDeviations = SubscribeNeedsWork | StreamEndsAtPause | AnswerNeedsPause
)

// reattachAsFound is what reattach does where an agent's software deviates; false if it does not deviate here.
func (r *Runner) reattachAsFound(at Time) bool {
	subscribes := r.s.Hears == Streaming && r.s.Drop == SubscribeOnDrop && r.Deviations&SubscribeNeedsWork != 0
	answers := r.s.Hears == Blocking && r.answering && r.s.Dedupe == Off && r.Deviations&AnswerNeedsPause != 0
	switch {
	case subscribes && (r.lost || r.state == InputRequired):
		refused := r.request(Subscribe, at, r.dropEvent, NotFound)
		r.readAfter(at, refused)
	case answers && !r.lost && r.state != InputRequired:
		r.repeats++
		refused := r.request(Repeat, at, r.dropEvent, Refused)
		r.readAfter(at, refused)
		if r.open {
			r.emit(Event{Kind: GaveUp, At: at, Cause: refused})
		}
	default:
		return false
	}
	return true
}

// readAfter asks by GetTask what a refusal did not say.
func (r *Runner) readAfter(at Time, refused int32) {
	r.heard = at
	if r.lost {
		r.notFound(at, ByReattachment, r.request(ReadAfter, at, refused, NotFound))
		return
	}
	r.known = true
	r.resting = r.s.Hears == Streaming && r.state == InputRequired
	r.hear(at, ByReattachment, r.state, r.since, r.request(ReadAfter, at, refused, OK))
}
