package engine

import (
	"cmp"
	"slices"
)

// A Trace is everything that happened in one run. The picture, the table, the stories and the explanations all read it.
// Events are grouped by item, and in order of time within an item; at one instant failures stand before the agent's doings and these before the client's.
type Trace struct {
	Setting Setting
	Report  Report
	Items   []Item // the day's work, by item
	Tasks   []Task // what the agent made of the messages, grouped by item, in order of creation
	Events  []Event
	Checks  []Check // the calls of ListTasks, which belong to no single item

	events, tasks []int32 // where each item's events and tasks begin; one longer than Items
}

// An Item is one of the things the client wants done.
type Item struct {
	Created Time // when the client sends the first message
	Work    Time // minutes WORKING that it takes, uninterrupted
	PauseAt Time // WORKING time done when it pauses for input; Never if it does not
}

// A Task is what the agent makes of a message that starts work. Instants that did not come within the run are Never.
type Task struct {
	Item      int32
	Kind      Origin
	Final     State // its last state, or the one it vanished in
	Born      Time  // created, WORKING
	Paused    Time  // INPUT_REQUIRED
	Resumed   Time  // WORKING again
	Ended     Time  // COMPLETED or FAILED
	Vanished  Time  // lost at the agent's restart
	Abandoned Time  // when the client began to follow another task of the item
}

// Origin says why the agent has a task.
type Origin uint8

// The origins of a task.
const (
	Original      Origin = iota // the item's first task
	Duplicate                   // a message sent again while an earlier task of the item exists
	Resubmission                // a message sent again after all earlier tasks were lost
	WorkDoneTwice               // a Resubmission of which a lost task had already COMPLETED
)

// A Segment is a stretch of one state.
type Segment struct {
	State    State
	From, To Time // half-open; To is the run's end for what was still going on
}

// Segments returns the stretches in which the task was WORKING or INPUT_REQUIRED, in order, up to end.
func (t *Task) Segments(end Time) (list [3]Segment, n int) {
	stop := end
	if t.Ended != Never {
		stop = t.Ended
	} else if t.Vanished != Never {
		stop = t.Vanished
	}
	if t.Paused == Never {
		return [3]Segment{{Working, t.Born, stop}}, 1
	}
	list[0] = Segment{Working, t.Born, t.Paused}
	if t.Resumed == Never {
		list[1] = Segment{InputRequired, t.Paused, stop}
		return list, 2
	}
	list[1] = Segment{InputRequired, t.Paused, t.Resumed}
	list[2] = Segment{Working, t.Resumed, stop}
	return list, 3
}

// An Event is one thing that happened to one item, with what caused it.
// Either Cause names an earlier event of the trace, or Failure the injected failure that struck; an Arrival has neither.
// A failed or unacknowledged Attempt has both: the event that made the agent try, and the failure that spoiled it.
type Event struct {
	At      Time
	Item    int32
	Task    int32 // index in Trace.Tasks, -1 where no task is concerned
	Cause   int32 // index in Trace.Events, -1 for none
	Failure Failure
	Kind    Kind
	State   State // the state entered, reported or seen
	Result  Result
	Via     Mechanism // how the client heard, for Learn, LearnPause, Notice, Repeated and Misled
	Attempt uint8     // the webhook attempt's number from 1, and which repeat of a call
}

// Kind is what an event is.
type Kind uint8

// The kinds of event. Those up to Answer are requests of the client and count as Request of the same name.
const (
	FirstSend     Kind = iota     // SendMessage or SendStreamingMessage for a new item
	Resend                        // the same message again after a stream dropped
	Repeat                        // the same message again after a blocking call timed out or broke
	Resubmit                      // the message again because the task was not found
	Subscribe                     // SubscribeToTask
	Poll                          // GetTask, by the polling client
	ReconcileGet                  // GetTask, by reconciliation
	ReadAfter                     // GetTask, after SubscribeToTask was refused because the task had ended
	Answer                        // SendMessage with the input that a paused task waits for
	ListPage                      // a page of ListTasks; never an Event: see Trace.Checks
	NumRequests                   // how many kinds of request there are
	Arrival       Kind = iota - 1 // the client wants the item done
	TaskCreated                   // the agent starts a task, WORKING
	TaskPaused                    // INPUT_REQUIRED
	TaskResumed                   // WORKING again
	TaskCompleted                 // COMPLETED
	TaskFailed                    // FAILED: no answer came in time
	TaskVanished                  // lost at the agent's restart
	Attempt                       // the agent calls the webhook
	Cut                           // an open stream or call broke
	TimedOut                      // a blocking call ended without an answer
	GaveUp                        // the client will not try this call or stream again
	Listed                        // ListTasks showed the item's task
	Learn                         // the client sees a terminal state of the followed task for the first time
	LearnPause                    // the client sees that the followed task waits for input
	Notice                        // the client learns that the followed task is lost
	Escalate                      // the item is handed to a person
	Repeated                      // COMPLETED arrives for an item already handled
	Forged                        // a stranger calls the webhook with COMPLETED
	Misled                        // the client believes that, and holds a wrong outcome
	numKinds
)

// IsRequest tells whether the event is a request of the client to the agent.
func (k Kind) IsRequest() bool { return k < ListPage }

// Result is what came of a request or an attempt.
type Result uint8

// The results.
const (
	OK           Result = iota // answered; a webhook delivered and acknowledged
	NotFound                   // TaskNotFoundError: the agent knows no such task
	Refused                    // UnsupportedOperationError: the task has ended, or waits for nothing; of Forged: by the client's checks
	Undelivered                // the webhook's receiver was out
	AckLost                    // the receiver handled the notification, the agent does not know
	HandledTwice               // of Repeated: the handler did its work again
	Absorbed                   // of Repeated: the handler is idempotent and ignored it
)

// Mechanism is a way in which the client hears about a task.
type Mechanism uint8

// The mechanisms.
const (
	ByCall         Mechanism = iota // a blocking call returned
	ByPoll                          // GetTask on the polling clock
	ByStream                        // an event on an open stream
	ByReattachment                  // the first answer after a stream or call was taken up again
	ByWebhook                       // a push notification
	ByReconcileGet                  // GetTask on the reconciliation clock
	ByList                          // ListTasks
	ByAnswer                        // the agent's reply to a message naming the task
	NumMechanisms
)

var mechanismNames = [...]string{"call", "poll", "stream", "reattachment", "webhook", "get", "list", "answer"}

// String is the mechanism's short name, as reports print it.
func (m Mechanism) String() string { return mechanismNames[m] }

// A Check is one look at ListTasks.
type Check struct {
	At    Time
	Tasks int // surviving tasks whose status changed since the check before
	Pages int // requests it cost
}

// EventsOf returns the item's events in order.
func (t *Trace) EventsOf(item int) []Event { return t.Events[t.events[item]:t.events[item+1]] }

// FirstEvent is the index in Events of the item's first event.
func (t *Trace) FirstEvent(item int) int { return int(t.events[item]) }

// TasksOf returns the item's tasks in order of creation.
func (t *Trace) TasksOf(item int) []Task { return t.Tasks[t.tasks[item]:t.tasks[item+1]] }

// FirstTask is the index in Tasks of the item's first task.
func (t *Trace) FirstTask(item int) int { return int(t.tasks[item]) }

// Closed is when the client stopped believing the item open: it learned its outcome, believed a
// wrong one or handed it to a person; or the run ended.
func (t *Trace) Closed(item int) Time {
	for _, e := range t.EventsOf(item) {
		if e.Kind == Learn || e.Kind == Escalate || e.Kind == Misled {
			return e.At
		}
	}
	return t.Setting.End
}

// Shown returns the sixteen items that the lab draws: of the 48 with the longest work, evenly spread by creation time,
// in order of creation. They depend on the day's work alone, so a change of the client never changes the cast.
func Shown(items []Item) []int {
	const cast, pool = 16, 48
	all := make([]int, len(items))
	for i := range all {
		all[i] = i
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(items[b].Work, items[a].Work), a-b) })
	all = all[:min(pool, len(all))]
	slices.SortFunc(all, func(a, b int) int {
		return cmp.Or(cmp.Compare(items[a].Created, items[b].Created), cmp.Compare(items[b].Work, items[a].Work), a-b)
	})
	if len(all) <= cast {
		return all
	}
	shown := make([]int, cast)
	for i := range shown {
		shown[i] = all[(2*i+1)*len(all)/(2*cast)]
	}
	return shown
}
