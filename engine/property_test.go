package engine

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// runs calls f with a thousand days of settings drawn from the table of keys, each with its trace.
func runs(t *testing.T, seed uint64, f func(rng *rand.Rand, s Setting, tr *Trace)) {
	t.Helper()
	t.Parallel()
	days := 1000
	if inBrief() {
		days = 100
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	var r Runner
	var tr Trace
	for day := range days {
		draw := anySetting
		if day%3 == 0 {
			draw = gridSetting
		}
		s := draw(rng, 120)
		s.Day = int64(day)
		if err := r.Trace(&tr, s); err != nil {
			t.Fatalf("%s: %v", text(s), err)
		}
		f(rng, s, &tr)
		if t.Failed() {
			t.Fatalf("with the setting %s", text(s))
		}
	}
}

// TestTransitions: a task's events are legal transitions, agree with what the trace says of the task, and nothing follows a
// terminal state but the loss of the task.
func TestTransitions(t *testing.T) {
	runs(t, 1, func(_ *rand.Rand, s Setting, tr *Trace) {
		state := make([]State, len(tr.Tasks))
		told := make([]Task, len(tr.Tasks))
		for i := range tr.Events {
			e := &tr.Events[i]
			switch e.Kind {
			case TaskCreated, TaskPaused, TaskResumed, TaskCompleted, TaskFailed:
				if from := state[e.Task]; !e.State.Follows(from) || told[e.Task].Vanished > 0 {
					t.Errorf("event %d takes a task from %v to %v: %+v", i, from, e.State, *e)
				}
				state[e.Task] = e.State
				k := &told[e.Task]
				if e.Kind == TaskCreated {
					*k = Task{Item: e.Item, Kind: tr.Tasks[e.Task].Kind, Final: Working, Born: e.At, Paused: Never, Resumed: Never,
						Ended: Never, Vanished: Never, Abandoned: tr.Tasks[e.Task].Abandoned}
				} else {
					k.note(e.State, e.At)
				}
			case TaskVanished:
				told[e.Task].Vanished = e.At
			}
		}
		if !slices.Equal(told, tr.Tasks) {
			t.Errorf("the events do not tell what the tasks say")
		}
		for i := range tr.Tasks {
			checkSegments(t, s, &tr.Tasks[i], tr.Items[tr.Tasks[i].Item])
		}
	})
}

// checkSegments: a task's stretches join without a gap, and one that COMPLETED has worked exactly its work.
func checkSegments(t *testing.T, s Setting, k *Task, it Item) {
	list, n := k.Segments(s.End)
	at, worked := k.Born, Time(0)
	for _, g := range list[:n] {
		if g.From != at || g.To < g.From || g.To > s.End {
			t.Errorf("segments %v of %+v", list[:n], *k)
		}
		if at = g.To; g.State == Working {
			worked += g.To - g.From
		}
	}
	if k.Final == Completed && worked != it.Work || worked > it.Work {
		t.Errorf("%v worked of %v: %+v", worked, it.Work, *k)
	}
	if k.Final == Failed && k.Ended-k.Paused != s.InputTimeout {
		t.Errorf("failed after %v of patience: %+v", k.Ended-k.Paused, *k)
	}
}

// TestCauses: time never goes back within an item, every cause is an earlier event of the same item, and every event but an
// Arrival names a cause or a failure, of a kind that the setting has.
func TestCauses(t *testing.T) {
	runs(t, 2, func(_ *rand.Rand, s Setting, tr *Trace) {
		for item := range tr.Items {
			first := int32(tr.FirstEvent(item))
			events := tr.EventsOf(item)
			now, reached := Time(0), failurePhase
			for i, e := range events {
				me := first + int32(i)
				if e.At != now {
					now, reached = e.At, failurePhase
				}
				if p := phase(&e); p != followsItsCause {
					if p < reached {
						t.Errorf("event %d comes too late in its instant: %+v", me, e)
					}
					reached = p
				}
				switch {
				case e.Item != int32(item) || e.At < 0 || e.At >= s.End:
					t.Errorf("event %d of item %d: %+v", me, item, e)
				case i > 0 && e.At < events[i-1].At:
					t.Errorf("time goes back to event %d: %+v", me, e)
				case e.Cause >= me || e.Cause >= 0 && (e.Cause < first || tr.Events[e.Cause].At > e.At):
					t.Errorf("event %d is caused by %d: %+v", me, e.Cause, e)
				case (e.Kind == Arrival) != (e.Cause < 0 && e.Failure.Kind == NoFailure):
					t.Errorf("event %d has no cause: %+v", me, e)
				case !possible(&s, e.Failure.Kind) || e.Failure.Kind.Own() && e.Failure.Item != e.Item:
					t.Errorf("event %d names a failure that cannot be: %+v", me, e)
				case e.Task >= 0 && int(tr.Tasks[e.Task].Item) != item:
					t.Errorf("event %d names another item's task: %+v", me, e)
				}
			}
		}
	})
}

// phase is when within an instant an event stands, for those that start something: a failure, the agent, the client.
// All others stand with what caused them.
func phase(e *Event) int {
	switch {
	case e.Kind == TaskPaused || e.Kind == TaskCompleted || e.Kind == TaskFailed || e.Kind == Attempt:
		return agentPhase
	case e.Kind.IsRequest() || e.Kind == Arrival || e.Kind == TimedOut:
		return clientPhase
	case e.Kind == Cut || e.Kind == TaskVanished || e.Kind == Forged:
		return failurePhase
	}
	return followsItsCause
}

const followsItsCause = -1

func possible(s *Setting, k FailureKind) bool {
	switch k {
	case Flap:
		return s.Flaps != Never
	case Outage:
		return s.Outage != Never
	case LostAck:
		return s.Acks > 0
	case Restart:
		return s.Restart != Never
	case Forgery:
		return s.Forged != Never && s.Hears == Push
	}
	return true
}

// TestReports: a run with its trace and one without count the same, the fates add up to the items, and a Report
// recounted from the events alone is the same once more.
func TestReports(t *testing.T) {
	var quiet Runner
	runs(t, 3, func(_ *rand.Rand, s Setting, tr *Trace) {
		rep, err := quiet.Report(s)
		if err != nil || !reflect.DeepEqual(rep, tr.Report) {
			t.Errorf("without a trace: %v\n%+v\nwith:\n%+v", err, rep, tr.Report)
		}
		if rep.Learned+rep.Escalated+rep.Wrong+rep.Unknown != rep.Items || rep.Learn.Count != rep.Learned {
			t.Errorf("fates do not add up: %+v", rep)
		}
		if again := recount(tr); !reflect.DeepEqual(again, tr.Report) {
			t.Errorf("recounted from the trace:\n%+v\nreported:\n%+v", again, tr.Report)
		}
	})
}

// TestReuse: a Runner and a Trace that served other settings give what fresh ones give, to the last byte.
func TestReuse(t *testing.T) {
	var used Runner
	var again Trace
	runs(t, 4, func(_ *rand.Rand, s Setting, tr *Trace) {
		if err := used.Trace(&again, s); err != nil {
			t.Fatal(err)
		}
		var r Runner
		var fresh Trace
		if err := r.Trace(&fresh, s); err != nil {
			t.Fatal(err)
		}
		if !same(tr, &fresh) || !same(&again, &fresh) {
			t.Error("a reused Runner gives another trace")
		}
	})
}

// same tells whether two traces are equal to the last number, by the plainest of comparisons.
func same(a, b *Trace) bool {
	return a.Setting == b.Setting && reportText(&a.Report) == reportText(&b.Report) && slices.Equal(a.Report.PerItem, b.Report.PerItem) &&
		slices.Equal(a.Items, b.Items) && slices.Equal(a.Tasks, b.Tasks) && slices.Equal(a.Events, b.Events) && slices.Equal(a.Checks, b.Checks) &&
		slices.Equal(a.events, b.events) && slices.Equal(a.tasks, b.tasks) && a.Hash() == b.Hash()
}

// TestSameDay: whatever the client does and whichever failures are on, a day brings the same work, the k-th cut of an item
// comes at the same instant, and the same acknowledgements are lost.
func TestSameDay(t *testing.T) {
	var r Runner
	var other Trace
	compared := 0
	runs(t, 5, func(rng *rand.Rand, s Setting, tr *Trace) {
		o := anySetting(rng, 120)
		for _, name := range []string{"day", "items", "span", "end", "median", "sigma", "shortest", "longest", "pauses"} {
			k := KeyNamed(name)
			*k.Field(&o) = k.Value(&s)
		}
		if s.Flaps != Never && o.Flaps != Never {
			o.Flaps = s.Flaps
		}
		if s.Forged != Never && o.Forged != Never {
			o.Forged = s.Forged
		}
		if o.Acks > 0 {
			o.Acks = s.Acks
		}
		if o.Validate() != nil || !affordable(&o) {
			return
		}
		if err := r.Trace(&other, o); err != nil {
			t.Fatalf("%s: %v", text(o), err)
		}
		if !slices.Equal(tr.Items, other.Items) {
			t.Errorf("%s: other work", text(o))
		}
		mine, theirs := luck(tr), luck(&other)
		for k, v := range mine {
			if w, ok := theirs[k]; ok && (k.Kind != LostAck || s.Acks == o.Acks) {
				compared++
				if v != w {
					t.Errorf("%s: %+v was %v and is %v", text(o), k, v, w)
				}
			}
		}
	})
	if compared < 300 {
		t.Errorf("only %d draws were compared", compared)
	}
}

// luck is what a trace shows of the dice: the instant of each cut seen, and for each delivered attempt whether its acknowledgement was lost.
func luck(tr *Trace) map[Failure]Time {
	seen := map[Failure]Time{}
	for i := range tr.Events {
		e := &tr.Events[i]
		switch {
		case e.Failure.Kind == Flap || e.Failure.Kind == Forgery:
			seen[e.Failure] = e.At
		case e.Kind == Attempt && e.Result != Undelivered:
			task := e.Task - int32(tr.FirstTask(int(e.Item)))
			lost := Time(0)
			if e.Result == AckLost {
				lost = 1
			}
			seen[Failure{LostAck, e.Item, ackIndex(task, e.State.Terminal(), e.Attempt)}] = lost
		}
	}
	return seen
}

// TestWithout: suppressing one failure instance removes it and nothing else: what came before is the same, other items know
// nothing of it if it was an item's own, and all other luck stays.
func TestWithout(t *testing.T) {
	var r Runner
	var after Trace
	tried := map[FailureKind]int{}
	runs(t, 6, func(rng *rand.Rand, s Setting, tr *Trace) {
		var struck []int
		for i := range tr.Events {
			if tr.Events[i].Failure.Kind != NoFailure {
				struck = append(struck, i)
			}
		}
		if len(struck) == 0 {
			return
		}
		e := tr.Events[struck[rng.IntN(len(struck))]]
		f := e.Failure
		tried[f.Kind]++
		r.Without = []Failure{f}
		if err := r.Trace(&after, s); err != nil {
			t.Fatal(err)
		}
		for i := range after.Events {
			if after.Events[i].Failure == f {
				t.Errorf("%+v still strikes: %+v", f, after.Events[i])
			}
		}
		at := struckAt(&s, e)
		for item := range tr.Items {
			until := s.End
			if !f.Kind.Own() || f.Item == int32(item) {
				until = at
			}
			a, b := upTo(tr, item, until), upTo(&after, item, until)
			if !slices.Equal(a, b) {
				t.Errorf("without %+v at %v item %d changes before it", f, at, item)
			}
		}
		was, is := luck(tr), luck(&after)
		for k, v := range was {
			if w, ok := is[k]; ok && k != f && v != w {
				t.Errorf("without %+v the luck of %+v changes from %v to %v", f, k, v, w)
			}
		}
	})
	for k := Flap; k < numFailures; k++ {
		if tried[k] == 0 {
			t.Errorf("no %v was suppressed", k)
		}
	}
}

// struckAt is when the failure instance of an event began to matter.
func struckAt(s *Setting, e Event) Time {
	switch e.Failure.Kind {
	case Outage:
		return s.OutageAt
	case Restart:
		return s.Restart
	}
	return e.At
}

// upTo is an item's events before an instant, with tasks and causes numbered within the item. Polls name what led to the
// state they see, so an event's own failure is all that may differ at the instant itself.
func upTo(tr *Trace, item int, until Time) []Event {
	var list []Event
	for _, e := range tr.EventsOf(item) {
		if e.At >= until {
			break
		}
		if e.Cause >= 0 {
			e.Cause -= int32(tr.FirstEvent(item))
		}
		if e.Task >= 0 {
			e.Task -= int32(tr.FirstTask(item))
		}
		list = append(list, e)
	}
	return list
}

// TestShown: the sixteen are spread over the day, in order, none twice, and depend on the work alone.
func TestShown(t *testing.T) {
	runs(t, 7, func(_ *rand.Rand, s Setting, tr *Trace) {
		shown := Shown(tr.Items)
		if len(shown) != min(16, len(tr.Items)) {
			t.Errorf("%d of %d items shown", len(shown), len(tr.Items))
		}
		for i := 1; i < len(shown); i++ {
			if tr.Items[shown[i]].Created < tr.Items[shown[i-1]].Created || shown[i] == shown[i-1] {
				t.Errorf("shown out of order: %v", shown)
			}
		}
		for _, i := range shown {
			longer := 0
			for _, it := range tr.Items {
				if it.Work > tr.Items[i].Work {
					longer++
				}
			}
			if longer >= 48 {
				t.Errorf("item %d is shown, though %d have longer work", i, longer)
			}
		}
	})
}

// TestMaxEvents: a setting that would make too many events stops and says so, and says it alike with and without a trace.
func TestMaxEvents(t *testing.T) {
	s := setting(t, "items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h")
	var r Runner
	_, err := r.Report(s)
	if err == nil {
		t.Fatal("two thousand tasks polled every second for hours ran")
	}
	var tr Trace
	if err := r.Trace(&tr, s); err == nil || len(tr.Events) > 2*MaxEvents {
		t.Errorf("with a trace: %v, %d events", err, len(tr.Events))
	}
}

// TestAlone: an item run alone has the story that it has among the others, event for event, and its share of the counts.
func TestAlone(t *testing.T) {
	var r Runner
	var alone Trace
	runs(t, 20, func(rng *rand.Rand, s Setting, tr *Trace) {
		item := rng.IntN(len(tr.Items))
		if err := r.TraceOf(&alone, s, item); err != nil {
			t.Fatal(err)
		}
		want, got := slices.Clone(tr.EventsOf(item)), slices.Clone(alone.EventsOf(item))
		for _, list := range []struct {
			events      []Event
			first, task int
		}{{want, tr.FirstEvent(item), tr.FirstTask(item)}, {got, alone.FirstEvent(item), alone.FirstTask(item)}} {
			for i := range list.events {
				e := &list.events[i]
				if e.Cause >= 0 {
					e.Cause -= int32(list.first)
				}
				if e.Task >= 0 {
					e.Task -= int32(list.task)
				}
			}
		}
		if !slices.Equal(want, got) || len(alone.Events) != len(got) || !slices.Equal(tr.TasksOf(item), alone.TasksOf(item)) {
			t.Errorf("%+v: item %d alone has another story", s, item)
		}
		rep, err := r.ReportOf(s, item)
		if err != nil {
			t.Fatal(err)
		}
		if rep.Items != 1 || rep.Learned+rep.Escalated+rep.Wrong+rep.Unknown != 1 || rep.PerItem[item] != tr.Report.PerItem[item] {
			t.Errorf("%+v: item %d alone counts %+v", s, item, rep)
		}
	})
}
