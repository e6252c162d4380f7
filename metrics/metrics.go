// Package metrics tells a run as a dashboard would: gauges, counters and histograms in bins of one minute, under the names that an
// engineer would give them. It is a package of its own because the engine counts what the model defines, once for the whole run, while
// these names and bins are how a person who runs such a client would watch it: the page, the guide and the command line read them here.
package metrics

import "a2alab/engine"

// A Type says how a metric's numbers are to be read, as monitoring systems name it.
type Type uint8

// The types.
const (
	Gauge     Type = iota // how many there are; of a bin: the most at once
	Counter               // how often something happened; of a bin: how often in it
	Histogram             // how long something took; of a bin: how often, the sum, and the longest
)

var typeNames = [...]string{"gauge", "counter", "histogram"}

// String is the type's name.
func (t Type) String() string { return typeNames[t] }

// A Metric is one thing to watch.
type Metric struct {
	Name   string // as on a dashboard
	Type   Type
	Unit   string // of a value: what is counted, in the plural
	Label  string // by what it is split, as the dashboard's label; empty if it is not
	Values []Value
	Title  string // in words
	Counts string // what is counted, exactly
	Tells  string // what its course says about a client
}

// A Value is one value of a metric's label.
type Value struct {
	Name  string // as the label has it; empty for a metric that is not split
	Words string
}

// The metrics, as indexes in All.
const (
	Open = iota
	Orphaned
	InputRequired
	Requests
	TimeToLearn
	NotFound
	MessagesRepeated
	Deliveries
	Strangers
	CompletionsRepeated
	TasksCreated
	Unfollowed
	ConnectionsCut
	Settled
	InputMissed
	NumMetrics
)

// The classes of age of a task that waits for input.
const (
	oldAge  = 5 * engine.Minute
	veryOld = 10 * engine.Minute
)

// All are the metrics, the most telling first.
var All = [NumMetrics]Metric{
	Open: {
		Name: "a2a_client_tasks_open", Type: Gauge, Unit: "open tasks", Values: []Value{{"", "open"}},
		Title:  "Open tasks",
		Counts: "delegated tasks that the client waits for: it has no outcome, right or wrong, and has not handed them to a person",
		Tells:  "It must come back to zero when no work is delegated. What stays is work that was lost and about which nobody asked: never learned. Keep that at zero.",
	},
	Orphaned: {
		Name: "a2a_client_tasks_orphaned", Type: Gauge, Unit: "orphans", Values: []Value{{"", "orphaned"}},
		Title:  "Orphans",
		Counts: "open tasks older than their usual length plus ten minutes",
		Tells:  "Rises some ten minutes after an outage or a restart, before anybody complains.",
	},
	InputRequired: {
		Name: "a2a_client_tasks_input_required", Type: Gauge, Unit: "waiting tasks", Label: "age",
		Values: []Value{{"under_5m", "under 5 min"}, {"5m_to_10m", "5 to 10 min"}, {"over_10m", "10 min or more"}},
		Title:  "Tasks waiting for input, by age",
		Counts: "tasks in TASK_STATE_INPUT_REQUIRED at the agent which the client follows, by how long they have waited; ListTasks by status finds those that no news came of",
		Tells:  "Old ones were asked and not heard. The agent fails them when its patience ends.",
	},
	Requests: {
		Name: "a2a_client_requests_total", Type: Counter, Unit: "requests", Label: "kind",
		Values: []Value{engine.FirstSend: {"first_send", "first message"}, engine.Resend: {"resend", "message again after a drop"},
			engine.Repeat: {"repeat", "call repeated"}, engine.Resubmit: {"resubmit", "message again after a loss"},
			engine.Subscribe: {"subscribe", "SubscribeToTask"}, engine.Poll: {"poll", "GetTask, polling"},
			engine.ReconcileGet: {"reconcile_get", "GetTask, reconciling"}, engine.ReadAfter: {"read_after_refusal", "GetTask after a refused subscription"},
			engine.Answer: {"answer", "answer"}, engine.ListPage: {"list_page", "page of ListTasks"}},
		Title:  "Requests by kind",
		Counts: "the client’s calls to the agent, by kind",
		Tells:  "What all this safety costs. Divided by the tasks delegated, it is the lab’s requests per task.",
	},
	TimeToLearn: {
		Name: "a2a_client_time_to_learn_seconds", Type: Histogram, Unit: "outcomes", Label: "by",
		Values: []Value{engine.ByCall: {"call", "blocking call"}, engine.ByPoll: {"poll", "poll"}, engine.ByStream: {"stream", "stream"},
			engine.ByReattachment: {"reattachment", "stream or call taken up again"}, engine.ByWebhook: {"webhook", "webhook"},
			engine.ByReconcileGet: {"reconcile_get", "reconciling by GetTask"}, engine.ByList: {"list", "ListTasks"}, engine.ByAnswer: {"answer", "answer to a message"}},
		Title:  "Time to learn, by source",
		Counts: "from the task’s status timestamp to the client’s knowledge of the outcome, by the way in which it heard",
		Tells:  "A second hump at your reconciliation interval means that the first way loses news. Reconciliation should find little.",
	},
	NotFound: {
		Name: "a2a_client_task_not_found_total", Type: Counter, Unit: "answers", Label: "time",
		Values: []Value{{"first", "first for this task"}, {"again", "known already"}},
		Title:  "TaskNotFound on own tasks",
		Counts: "TaskNotFoundError in answer to a request for a task that the client itself had created",
		Tells:  "The agent has forgotten. How long after its restart the last first one comes is your time to notice; “again” means that nobody decided what follows.",
	},
	MessagesRepeated: {
		Name: "a2a_client_messages_repeated_total", Type: Counter, Unit: "messages", Label: "after",
		Values: []Value{{"drop", "after a stream dropped"}, {"timeout", "after a call was cut or timed out"}, {"loss", "after a loss"}},
		Title:  "messageIds sent again",
		Counts: "messages sent with a messageId that was sent before, by what the client took for its reason",
		Tells:  "After a loss it is meant. Otherwise a retry somewhere sends the message instead of asking for the task.",
	},
	Deliveries: {
		Name: "a2a_agent_webhook_deliveries_total", Type: Counter, Unit: "attempts", Label: "result",
		Values: []Value{{"acknowledged", "acknowledged"}, {"failed", "failed"}, {"ack_lost", "handled, acknowledgement lost"}},
		Title:  "Webhook deliveries by result",
		Counts: "the agent’s calls to the client’s webhook; the receiver sees those that arrive, the agent or a proxy the rest",
		Tells:  "A flood of failures is an outage of your receiver. Silence while tasks are open is worse.",
	},
	Strangers: {
		Name: "a2a_client_webhook_strangers_total", Type: Counter, Unit: "calls", Label: "result",
		Values: []Value{{"refused", "refused"}, {"believed", "believed"}},
		Title:  "Webhook calls by strangers",
		Counts: "calls of the client’s webhook that did not come from the agent; a receiver that checks sees those which it refuses, those believed show only in a simulation",
		Tells:  "Refused ones say that the address is known to others: change it and its token. Believed ones you would not see: each is an outcome that is not so.",
	},
	CompletionsRepeated: {
		Name: "a2a_client_completions_repeated_total", Type: Counter, Unit: "second arrivals", Label: "result",
		Values: []Value{{"handled_twice", "handled twice"}, {"absorbed", "absorbed"}},
		Title:  "Completions handled twice or absorbed",
		Counts: "arrivals of TASK_STATE_COMPLETED for work that the client has already handled",
		Tells:  "Absorbed ones are normal, one handled twice is a defect.",
	},
	TasksCreated: {
		Name: "a2a_agent_tasks_created_total", Type: Counter, Unit: "tasks", Label: "origin",
		Values: []Value{engine.Original: {"original", "first of its work"}, engine.Duplicate: {"duplicate", "duplicate"},
			engine.Resubmission: {"resubmission", "resubmitted after a loss"}, engine.WorkDoneTwice: {"done_twice", "resubmitted, and had been completed"}},
		Title:  "Tasks created, by origin",
		Counts: "tasks that the agent made of the client’s messages, by what there was of the same work before",
		Tells:  "Duplicates are work that you pay for twice; resubmissions are what the agent’s forgetting costs.",
	},
	Unfollowed: {
		Name: "a2a_agent_tasks_unfollowed", Type: Gauge, Unit: "tasks", Values: []Value{{"", "unfollowed"}},
		Title:  "Tasks at work for nobody",
		Counts: "tasks in TASK_STATE_WORKING whose client follows another task of the same work",
		Tells:  "What duplicates cost the agent: its area is the minutes wasted.",
	},
	ConnectionsCut: {
		Name: "a2a_client_connections_cut_total", Type: Counter, Unit: "cuts", Label: "cause",
		Values: []Value{engine.CutByFlap: {"network", "network"}, engine.CutByRestart: {"agent_restart", "agent’s restart"}, engine.CutByTimeout: {"timeout", "the client’s own timeout"}},
		Title:  "Connections cut, by cause",
		Counts: "streams and blocking calls that were open and broke",
		Tells:  "A proxy’s limit shows as cuts at one age.",
	},
	Settled: {
		Name: "a2a_client_tasks_settled_total", Type: Counter, Unit: "tasks", Label: "as",
		Values: []Value{{"completed", "completed"}, {"failed", "failed"}, {"escalated", "handed to a person"}, {"wrong", "wrong: a stranger was believed"}},
		Title:  "Tasks settled",
		Counts: "delegated tasks whose outcome the client learned, which it handed to a person, or of which it believed a stranger",
		Tells:  "Escalated ones are what the client could not settle. People’s time is a cost, too. Wrong ones show only in a simulation: a client that believes a stranger counts them as completed.",
	},
	InputMissed: {
		Name: "a2a_agent_tasks_input_missed_total", Type: Counter, Unit: "tasks", Values: []Value{{"", "missed"}},
		Title:  "Missed input",
		Counts: "tasks that the agent failed for want of an answer while the client still followed them",
		Tells:  "Questions are heard too late.",
	},
}
