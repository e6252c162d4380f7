package engine

// Hash sums up everything that happened in a run: the work, the tasks, the events with their causes, the checks and the
// report. Equal traces have equal hashes on every platform, so one number tells whether a browser and a terminal agree.
// The setting is left out: two texts that bring the same run have the same hash.
func (t *Trace) Hash() uint64 {
	h := hash(0)
	h.number(len(t.Items))
	for i := range t.Items {
		it := &t.Items[i]
		h.times(it.Created, it.Work, it.PauseAt)
	}
	h.number(len(t.Tasks))
	for i := range t.Tasks {
		k := &t.Tasks[i]
		h.word(uint64(uint32(k.Item)) | uint64(k.Kind)<<32 | uint64(k.Final)<<40)
		h.times(k.Born, k.Paused, k.Resumed, k.Ended, k.Vanished, k.Abandoned)
	}
	h.number(len(t.Events))
	for i := range t.Events {
		e := &t.Events[i]
		h.times(e.At)
		h.word(uint64(uint32(e.Item)) | uint64(uint32(e.Task))<<32)
		h.word(uint64(uint32(e.Cause)) | uint64(e.Kind)<<32 | uint64(e.State)<<40 | uint64(e.Result)<<48 | uint64(e.Via)<<56)
		h.word(uint64(uint32(e.Failure.Item)) | uint64(uint32(e.Failure.Index))<<32)
		h.word(uint64(e.Failure.Kind) | uint64(e.Attempt)<<8)
	}
	h.number(len(t.Checks))
	for _, c := range t.Checks {
		h.times(c.At)
		h.number(c.Tasks, c.Pages)
	}
	h.report(&t.Report)
	return uint64(h)
}

// hash is a sum in the making.
type hash uint64

func (h *hash) word(v uint64) { *h = hash(mix(uint64(*h)*0x9e3779b97f4a7c15 + v + 1)) }

func (h *hash) number(list ...int) {
	for _, v := range list {
		h.word(uint64(v))
	}
}

func (h *hash) times(list ...Time) {
	for _, v := range list {
		h.word(uint64(v))
	}
}

func (h *hash) latency(l Latency) {
	h.number(l.Count)
	h.times(l.Sum, l.Max)
}

func (h *hash) report(r *Report) {
	h.number(r.Items, r.Learned, r.Escalated, r.Wrong, r.Unknown)
	h.number(r.Requests[:]...)
	h.number(r.Attempts.Acknowledged, r.Attempts.Failed, r.Attempts.AckLost)
	h.number(r.Duplicates, r.Resubmitted, r.DoneTwice, r.MissedInput, r.HandledTwice, r.Absorbed, r.Refused)
	for _, l := range r.Learning {
		h.latency(l)
	}
	for _, d := range [...]Distribution{r.Learn, r.Pauses} {
		h.latency(d.Latency)
		h.times(d.P50, d.P95)
	}
	h.number(r.Noticed, r.Unnoticed, r.OrphansMax)
	h.times(r.NoticeMax, r.Wasted)
	h.number(r.Cuts[:]...)
	h.number(len(r.PerItem))
	for _, it := range r.PerItem {
		missed := uint64(0)
		if it.Missed {
			missed = 1
		}
		h.word(uint64(uint32(it.Requests)) | uint64(it.Fate)<<32 | missed<<40)
	}
}
