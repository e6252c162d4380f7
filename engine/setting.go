package engine

// A Setting is all that a run depends on. Settings are compared with ==; the same setting gives the same trace, bit for bit.
// The table Keys says of each field what it means, its range and its default.
type Setting struct {
	Start string // the name of the start that its text differs from; the run does not depend on it

	Day int64

	Items              int64
	Span, End          Time
	Median             Time
	Sigma              Millionths
	Shortest, Longest  Time
	Pauses             Millionths
	InputTimeout, Wait Time // Wait: from learning of a pause to answering

	Hears      Hears
	BlockTime  Time
	Repeats    int64
	Poll       Time
	Drop       OnDrop
	Reconcile  Time
	By         Reconciliation
	Lost       OnLost
	Idempotent Switch
	Verify     Switch // of webhook calls

	Retries         int64
	Base            Time
	Persist, Dedupe Switch

	Flaps            Time // mean time between cuts
	Outage, OutageAt Time
	Acks             Millionths
	Restart          Time
	Forged           Time // mean time between a stranger's webhook calls
}

// Millionths is a share or a number with six decimals, as an integer: settings hold no floats.
type Millionths int64

// Switch is a key with the values off and on.
type Switch int64

// The positions of a Switch.
const (
	Off Switch = iota
	On
)

// Hears is how the client hears about its tasks.
type Hears int64

// The ways of hearing.
const (
	Blocking  Hears = iota // SendMessage holds until the task is terminal or paused
	Polling                // GetTask at an interval
	Streaming              // SendStreamingMessage
	Push                   // a webhook registered with the message
)

// OnDrop is what a streaming client does one second after its stream dropped.
type OnDrop int64

// The reactions to a dropped stream.
const (
	ResendOnDrop    OnDrop = iota // SendStreamingMessage with the same message
	SubscribeOnDrop               // SubscribeToTask
	GiveUpOnDrop                  // nothing: hear by reconciliation only
)

// Reconciliation is the operation that reconciliation uses.
type Reconciliation int64

// The ways of reconciling.
const (
	WithGetTask Reconciliation = iota
	WithListTasks
)

// OnLost is what the client does when a task it created is not found.
type OnLost int64

// The reactions to TaskNotFoundError.
const (
	WaitOnLost OnLost = iota
	ResubmitOnLost
	EscalateOnLost
)
