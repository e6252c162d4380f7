package engine

// A Key is one row of the table of settings: the only place where a setting's name, words, range and default are written.
// The text of a setting, the page, the command line, the search and the documentation read it.
type Key struct {
	Name  string // in a setting's text
	Label string // on the page
	Help  string // what it means, in a sentence or two
	Group Group
	Form  Form

	Default  int64
	Min, Max int64
	CanBeOff bool     // Never is allowed beside the range
	Names    []string // of a Choice: the values 0, 1, … in a setting's text
	Titles   []string // of a Choice: the same on the page
	Offered  []int64  // the values that the page offers; any value in range may stand in a text

	Field   func(*Setting) *int64
	matters func(*Setting) bool // nil: always
}

// Form is how a key's value is written.
type Form uint8

// The forms.
const (
	Whole    Form = iota // an integer
	Decimal              // Millionths, written with up to six decimals
	Duration             // Time, in Go's notation
	Choice               // one of Names
	Toggle               // a Switch: off or on
)

// Group is the panel's section in which a key stands.
type Group uint8

// The groups, in the panel's order.
const (
	ClientGroup Group = iota
	AgentGroup
	FailureGroup
	WorkGroup
	NumGroups
)

var groupTitles = [...]string{"How the client hears", "The agent", "Failures", "The work"}

// String is the group's heading.
func (g Group) String() string { return groupTitles[g] }

// Matters tells whether the key can have any effect while the others stand as they do.
// The page folds away what does not.
func (k *Key) Matters(s *Setting) bool { return k.matters == nil || k.matters(s) }

// Value is the key's value in s.
func (k *Key) Value(s *Setting) int64 { return *k.Field(s) }

func hears(h Hears) func(*Setting) bool { return func(s *Setting) bool { return s.Hears == h } }

func durations(d ...Time) []int64 {
	list := make([]int64, len(d))
	for i := range d {
		list[i] = int64(d[i])
	}
	return list
}

const (
	ms   = int64(Millisecond)
	sec  = int64(Second)
	mins = int64(Minute)
	hour = int64(Hour)
)

// Keys is the table of settings in the order of their text.
var Keys = []Key{
	{Name: "day", Label: "Day", Group: WorkGroup, Form: Whole, Default: 1, Max: 1 << 53,
		Help:    "Which day is simulated. The same day always brings the same work and the same luck, whatever the client does.",
		Offered: []int64{1, 2, 3, 4, 5, 6, 7, 8},
		Field:   func(s *Setting) *int64 { return &s.Day }},
	{Name: "items", Label: "Delegated tasks", Group: WorkGroup, Form: Whole, Default: 240, Min: 1, Max: 2000,
		Help:    "How many tasks the client delegates.",
		Offered: []int64{16, 60, 120, 240, 500, 1000},
		Field:   func(s *Setting) *int64 { return &s.Items }},
	{Name: "span", Label: "Delegated within", Group: WorkGroup, Form: Duration, Default: 2 * hour, Min: mins, Max: 24 * hour,
		Help:    "Tasks are delegated at random instants from the start until this time.",
		Offered: durations(30*Minute, Hour, 2*Hour, 3*Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Span) }},
	{Name: "end", Label: "Run ends at", Group: WorkGroup, Form: Duration, Default: 3*hour + 30*mins, Min: mins + 1, Max: int64(MaxRun),
		Help:    "When the run ends. What has not happened by then does not count.",
		Offered: durations(3*Hour, 3*Hour+30*Minute, 4*Hour, 6*Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.End) }},
	{Name: "median", Label: "Median work", Group: WorkGroup, Form: Duration, Default: 6 * mins, Min: sec, Max: 12 * hour,
		Help:    "Half of the tasks take less working time than this. Work is log-normal: a few tasks take very long.",
		Offered: durations(Minute, 3*Minute, 6*Minute, 10*Minute, 20*Minute),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Median) }},
	{Name: "sigma", Label: "Spread of the work", Group: WorkGroup, Form: Decimal, Default: 900_000, Max: 2 * million,
		Help:    "The standard deviation of the logarithm of the work: 0 makes all tasks alike, 0.9 makes one in six take more than 2.5 times the median.",
		Offered: []int64{0, 500_000, 900_000, 1_300_000},
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Sigma) }},
	{Name: "shortest", Label: "Shortest work", Group: WorkGroup, Form: Duration, Default: 2 * mins, Min: sec, Max: 12 * hour,
		Help:    "No task takes less working time than this.",
		Offered: durations(10*Second, Minute, 2*Minute, 5*Minute),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Shortest) }},
	{Name: "longest", Label: "Longest work", Group: WorkGroup, Form: Duration, Default: hour, Min: sec, Max: 12 * hour,
		Help:    "No task takes more working time than this.",
		Offered: durations(10*Minute, 30*Minute, Hour, 2*Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Longest) }},
	{Name: "pauses", Label: "Tasks that pause for input", Group: WorkGroup, Form: Decimal, Default: 150_000, Max: million,
		Help:    "The share of tasks that stop once in TASK_STATE_INPUT_REQUIRED and wait for an answer.",
		Offered: []int64{0, 50_000, 150_000, 300_000, 1_000_000},
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Pauses) }},
	{Name: "inputtimeout", Label: "Patience for input", Group: WorkGroup, Form: Duration, Default: 15 * mins, Min: sec, Max: 12 * hour,
		Help:    "A paused task that no answer has reached after this time is failed by the agent.",
		Offered: durations(5*Minute, 15*Minute, 30*Minute, Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.InputTimeout) }},
	{Name: "answer", Label: "Time to answer", Group: WorkGroup, Form: Duration, Default: mins, Min: sec, Max: 12 * hour,
		Help:    "How long a person or a policy takes to decide, from the moment the client learns of the pause.",
		Offered: durations(10*Second, Minute, 5*Minute, 10*Minute),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Wait) }},

	{Name: "hears", Label: "Hears by", Group: ClientGroup, Form: Choice, Default: int64(Push), Max: int64(Push),
		Help:  "How the client hears that a task has changed: a call that waits, GetTask again and again, an open stream, or a webhook that the agent calls. Poll and Push send the message with returnImmediately, so that its answer is the task’s ID and not the task’s end (§3.2.2).",
		Names: []string{"block", "poll", "stream", "push"}, Titles: []string{"Block", "Poll", "Stream", "Push"},
		Field: func(s *Setting) *int64 { return (*int64)(&s.Hears) }},
	{Name: "blocktimeout", Label: "Call times out after", Group: ClientGroup, Form: Duration, Default: mins, Min: sec, Max: hour,
		Help:    "How long the client holds a blocking SendMessage before it gives the connection up.",
		Offered: durations(30*Second, Minute, 5*Minute, 15*Minute, Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.BlockTime) }, matters: hears(Blocking)},
	{Name: "repeats", Label: "Repeats of a call", Group: ClientGroup, Form: Whole, Default: 3, Max: 10,
		Help:    "How often the client sends the same message again after a call timed out or broke.",
		Offered: []int64{0, 1, 2, 3, 5, 10},
		Field:   func(s *Setting) *int64 { return &s.Repeats }, matters: hears(Blocking)},
	{Name: "poll", Label: "Polls every", Group: ClientGroup, Form: Duration, Default: 15 * sec, Min: sec, Max: hour,
		Help:    "How often the client calls GetTask for each task it waits for.",
		Offered: durations(5*Second, 15*Second, 30*Second, Minute, 2*Minute, 5*Minute, 10*Minute),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Poll) }, matters: hears(Polling)},
	{Name: "drop", Label: "When a stream drops", Group: ClientGroup, Form: Choice, Default: int64(SubscribeOnDrop), Max: int64(GiveUpOnDrop),
		Help:  "Send the message again, subscribe to the task that already runs (SubscribeToTask, §3.1.6), or do nothing.",
		Names: []string{"resend", "subscribe", "giveup"}, Titles: []string{"Re-send", "Subscribe", "Give up"},
		Field: func(s *Setting) *int64 { return (*int64)(&s.Drop) }, matters: hears(Streaming)},
	{Name: "reconcile", Label: "Reconcile every", Group: ClientGroup, Form: Duration, Default: int64(Never), Min: 30 * sec, Max: 6 * hour, CanBeOff: true,
		Help:    "How often the client asks the agent about tasks it still believes open, whatever else it hears.",
		Offered: durations(Never, Minute, 2*Minute, 5*Minute, 10*Minute, 15*Minute, 20*Minute, 30*Minute, Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Reconcile) }},
	{Name: "by", Label: "Reconcile with", Group: ClientGroup, Form: Choice, Default: int64(WithGetTask), Max: int64(WithListTasks),
		Help:  "GetTask asks about one open task at a time. ListTasks asks once for all tasks that changed since the last look (§3.1.4), fifty to a page.",
		Names: []string{"get", "list"}, Titles: []string{"GetTask", "ListTasks"},
		Field: func(s *Setting) *int64 { return (*int64)(&s.By) }, matters: func(s *Setting) bool { return s.Reconcile != Never }},
	{Name: "lost", Label: "On TaskNotFound", Group: ClientGroup, Form: Choice, Default: int64(WaitOnLost), Max: int64(EscalateOnLost),
		Help:  "What the client does when the agent does not know a task that the client created: go on waiting, send the message again, or hand it to a person.",
		Names: []string{"wait", "resubmit", "escalate"}, Titles: []string{"Keep waiting", "Resubmit", "Escalate"},
		Field: func(s *Setting) *int64 { return (*int64)(&s.Lost) }},
	{Name: "idempotent", Label: "Idempotent handler", Group: ClientGroup, Form: Toggle, Max: 1,
		Help:  "The client records which tasks it has handled and ignores a second TASK_STATE_COMPLETED.",
		Field: func(s *Setting) *int64 { return (*int64)(&s.Idempotent) }},
	{Name: "verify", Label: "Webhook checks", Group: ClientGroup, Form: Toggle, Max: 1,
		Help:    "Before the client believes a webhook call it checks the credentials that it gave the agent, and that the task is one it created (§13.2, §4.3.3). A call that fails is refused.",
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Verify) },
		matters: func(s *Setting) bool { return s.Hears == Push && s.Forged != Never }},

	{Name: "retries", Label: "Webhook retries", Group: AgentGroup, Form: Whole, Default: 4, Max: 12,
		Help:    "How often the agent tries a failed webhook again. Each wait is twice the one before, so k retries span the first wait × (2^k − 1).",
		Offered: []int64{0, 1, 2, 4, 6, 7, 8, 10, 12},
		Field:   func(s *Setting) *int64 { return &s.Retries }, matters: hears(Push)},
	{Name: "base", Label: "First retry after", Group: AgentGroup, Form: Duration, Default: 5 * sec, Min: 100 * ms, Max: 10 * mins,
		Help:    "The wait before the first webhook retry. Each further wait is twice as long.",
		Offered: durations(Second, 5*Second, 15*Second, Minute),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Base) }, matters: func(s *Setting) bool { return s.Hears == Push && s.Retries > 0 }},
	{Name: "persist", Label: "Persists tasks", Group: AgentGroup, Form: Toggle, Max: 1,
		Help:  "Tasks, webhook registrations and pending notifications survive a restart of the agent. That takes a store for state, history, artifacts, registrations and notifications under way, and a decision at each start: what was at work goes on, or fails. The official Go SDK brings a store in memory; one that lasts is the agent’s to add.",
		Field: func(s *Setting) *int64 { return (*int64)(&s.Persist) }},
	{Name: "dedupe", Label: "Deduplicates messageId", Group: AgentGroup, Form: Toggle, Max: 1,
		Help:  "A message that comes again returns the task it already made. The specification allows this and obliges nobody (§3.3.1). It takes a list of messages and their tasks that is written together with the task and kept as long as a client may repeat.",
		Field: func(s *Setting) *int64 { return (*int64)(&s.Dedupe) },
		matters: func(s *Setting) bool {
			return s.Hears == Blocking || s.Hears == Streaming && s.Drop == ResendOnDrop
		}},

	{Name: "flaps", Label: "Network flaps", Group: FailureGroup, Form: Duration, Default: int64(Never), Min: 10 * sec, Max: 12 * hour, CanBeOff: true,
		Help:    "Each task’s open stream or call breaks at random instants; this is the mean time between breaks.",
		Offered: durations(Never, 2*Minute, 5*Minute, 8*Minute, 20*Minute, Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Flaps) }},
	{Name: "outage", Label: "Receiver outage", Group: FailureGroup, Form: Duration, Default: int64(Never), Min: sec, Max: 24 * hour, CanBeOff: true,
		Help:    "How long the client’s webhook receiver answers nothing. Every delivery attempted meanwhile fails.",
		Offered: durations(Never, Minute, 5*Minute, 12*Minute, 30*Minute, Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Outage) }},
	{Name: "outageat", Label: "Outage begins at", Group: FailureGroup, Form: Duration, Default: 80 * mins, Max: 48 * hour,
		Help:    "When the receiver’s outage begins.",
		Offered: durations(30*Minute, Hour, 80*Minute, 105*Minute),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.OutageAt) }, matters: func(s *Setting) bool { return s.Outage != Never }},
	{Name: "acks", Label: "Lost acknowledgements", Group: FailureGroup, Form: Decimal, Max: 950_000,
		Help:    "The share of webhook deliveries that the client handles but the agent never hears were received, and so sends again.",
		Offered: []int64{0, 50_000, 100_000, 200_000, 500_000},
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Acks) }},
	{Name: "restart", Label: "Agent restart", Group: FailureGroup, Form: Duration, Default: int64(Never), Max: 48 * hour, CanBeOff: true,
		Help:    "When the agent restarts. Every stream and call breaks; unless it persists them, every task is forgotten.",
		Offered: durations(Never, 30*Minute, Hour, 90*Minute),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Restart) }},
	{Name: "forged", Label: "Forged notifications", Group: FailureGroup, Form: Duration, Default: int64(Never), Min: 10 * sec, Max: 12 * hour, CanBeOff: true,
		Help:    "A stranger has learned the webhook’s address and posts TASK_STATE_COMPLETED for tasks that have not ended; this is the mean time between posts for each of them.",
		Offered: durations(Never, 5*Minute, 10*Minute, 20*Minute, Hour),
		Field:   func(s *Setting) *int64 { return (*int64)(&s.Forged) }, matters: hears(Push)},
}

// KeyNamed finds a row of the table, or nil.
func KeyNamed(name string) *Key {
	for i := range Keys {
		if Keys[i].Name == name {
			return &Keys[i]
		}
	}
	return nil
}

// Defaults is the setting in which every key has the table's default.
func Defaults() Setting {
	var s Setting
	for i := range Keys {
		k := &Keys[i]
		*k.Field(&s) = k.Default
	}
	return s
}
