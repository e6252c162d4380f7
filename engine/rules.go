package engine

// A Rule is one rule of the model: whose it is, and which code follows it.
type Rule struct {
	Kind    RuleKind
	Section string   // of the specification, for the protocol's rules and where it leaves something open; else empty
	Text    string   // a sentence
	In      []string // the functions that follow it
}

// RuleKind says where a rule comes from.
type RuleKind uint8

// The kinds of rule.
const (
	Specified  RuleKind = iota // the specification of A2A 1.0 demands it, or leaves no other choice
	AsFound                    // the specification leaves it open; the official Go SDK, a2a-go 2.4.0, was seen to do it
	Assumption                 // ours
	NumRuleKinds
)

// Rules are all rules that the engine follows, in the order of a task's life.
var Rules = []Rule{
	{Assumption, "", "The same day brings the same work and the same luck. What the client does, and which failures are on, changes neither.", []string{"dayDice", "exponential", "chance"}},
	{Assumption, "", "Tasks are delegated at random instants of the span. Their work is log-normal and cut off at both ends; some pause once for input, after a fifth to four fifths of it.", []string{"draw"}},
	{Assumption, "", "Time is whole milliseconds. At one instant failures come first, then the agent, then the client.", []string{"next"}},
	{Assumption, "", "Nothing at or after the run’s end happens. What the client does not know by then counts as never learned.", []string{"play", "finish"}},

	{Specified, "§3.4.1", "The agent makes the task’s ID and its context; the message’s ID is the client’s and is the same when the message is sent again.", []string{"create"}},
	{AsFound, "§3.3.1", "A message sent again starts another task, with the same work from its beginning; the first runs on. Agents may recognise a messageId, and need not: “Deduplicates messageId” switches that on.", []string{"create", "sendAgain"}},
	{Assumption, "", "A task is TASK_STATE_WORKING as soon as it exists, and works whenever it is in that state: the agent is never too busy.", []string{"create", "advance"}},
	{Specified, "§4.1.3", "A paused task is TASK_STATE_INPUT_REQUIRED and goes on when a message that names it brings the input.", []string{"advance", "answer"}},
	{Assumption, "", "A pause that nobody answers in time ends the task: TASK_STATE_FAILED.", []string{"advance"}},
	{Specified, "§3.1.1", "A task that has ended takes no more messages: an answer that comes too late is refused with UnsupportedOperationError.", []string{"answer"}},
	{AsFound, "", "The work runs on when the client’s connection breaks.", []string{"cut"}},

	{Specified, "§3.2.2", "A blocking SendMessage returns when the task has ended or waits for input, and the task’s ID comes with it.", []string{"attach", "advance"}},
	{Assumption, "", "A client repeats a blocking call at once when it is cut or takes too long, with the same message, at most so often as the setting says.", []string{"cut", "reattach"}},
	{Specified, "§3.1.2", "A stream tells each change of state at once, in order, and stays open through a pause; it closes when the task has ended.", []string{"advance", "attach"}},
	{Specified, "§3.1.6", "SubscribeToTask begins with the task as it stands. What a broken stream missed is not sent again.", []string{"attach"}},
	{Specified, "§3.1.6", "SubscribeToTask refuses a task that has ended: GetTask reads it, one request more.", []string{"reattach"}},
	{Assumption, "", "A client takes a stream that broke up again one second later.", []string{"cut", "reattach"}},
	{Specified, "§3.1.3", "GetTask tells how a task stands. A polling client asks every interval from the task’s creation, and until it knows the end.", []string{"poll", "get"}},

	{Specified, "§4.3.3", "The agent must try to call each configured webhook; it need not succeed.", []string{"attempt"}},
	{Assumption, "§4.3.3", "The agent calls when a task pauses or ends: at once, then after waits that double from the setting’s first, until it is acknowledged or out of retries. Retrying is the agent’s choice.", []string{"attempt"}},
	{Assumption, "", "A notification from the agent is believed as it comes, and answered if it tells of a pause.", []string{"attempt", "hear"}},
	{Specified, "§13.2", "A client checks by the credentials that it gave the agent who calls its webhook. “Webhook checks” switches that on; that it can be off is the mistake which the lab shows.", []string{"forge"}},
	{Specified, "§4.3.3", "A client checks that a notification names a task which it expects.", []string{"forge"}},
	{Specified, "§4.3.3", "A notification can come twice: after a lost acknowledgement the agent calls again. An idempotent handler ignores a second TASK_STATE_COMPLETED; another does its work again.", []string{"repeated"}},

	{Assumption, "", "Reconciling by GetTask, a client asks for each open task whose ID it knows, on a clock of its own from the task’s creation.", []string{"reconcileGet"}},
	{Specified, "§3.1.4", "ListTasks shows the tasks whose status timestamp is later than asked for, the newest first, fifty a page. Each page is a request.", []string{"reconcileList", "countLooks"}},
	{Assumption, "", "Reconciling by ListTasks, a client looks at a shared clock while any task is open, and asks by GetTask for what it has heard nothing of for thirty minutes.", []string{"reconcileList"}},

	{AsFound, "", "An agent without a store forgets every task and every pending notification when it restarts, and answers TaskNotFoundError from then on (§3.3.2).", []string{"restarts", "notFound"}},
	{Assumption, "", "An agent with a store goes on after its restart as if nothing had been: only connections break.", []string{"restarts"}},
	{Assumption, "", "On TaskNotFoundError for its own task a client keeps waiting, sends the message again, or hands the work to a person.", []string{"notFound"}},
	{Assumption, "", "A client answers a question one minute after it hears of it, or as the setting says; once for each task.", []string{"hear", "answer"}},
	{Assumption, "", "A client follows the task that it made last of a piece of work. Earlier ones run on, unheard and unanswered.", []string{"send", "abandon"}},

	{Assumption, "", "The network cuts each task’s stream or call at random instants of the given mean, whether or not the client has one open.", []string{"start", "after"}},
	{Assumption, "", "While the receiver is out, every call of the webhook fails.", []string{"attempt"}},
	{Assumption, "", "An acknowledgement is lost by a draw of its own: the client has handled the notification, and the agent does not know.", []string{"ackLost"}},
	{Assumption, "", "A restart takes no time, and cuts every stream and call.", []string{"restarts"}},
	{Assumption, "", "A stranger knows the webhook’s address and the tasks, not the credentials. At random instants of the given mean it posts TASK_STATE_COMPLETED for each task that has not ended and that the client waits for.", []string{"forge", "after"}},
	{Assumption, "", "The stranger’s posts name tasks that the client expects, so that only the credentials tell. A client that believes one takes the work for done though it is not, counts as having a wrong outcome, and asks no more; what the agent tells later comes to an item already handled.", []string{"forge", "close"}},
}

// LeftOut are what the model has not, each a reason why a real system can do worse.
var LeftOut = []string{
	"TASK_STATE_SUBMITTED, TASK_STATE_AUTH_REQUIRED, TASK_STATE_REJECTED and CancelTask",
	"the loss of a single request or answer, other than by the failures listed",
	"an agent that is down, busy or queueing",
	"idle limits of proxies",
	"webhooks that overtake each other, and receivers slower than the agent waits",
	"agents whose store and streams disagree",
	"clocks that disagree",
	"strangers who know the credentials, and forged notifications of other states",
	"gRPC",
}
