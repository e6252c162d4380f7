package page

import (
	"fmt"
	"slices"

	"a2alab/engine"
	"a2alab/metrics"
	"a2alab/missions"
	"a2alab/ui"
)

// source is on whose word a statement of the guide stands.
type source string

const (
	bySpec source = "Rule"   // the specification's, with its section
	bySDK  source = "Go SDK" // how one implementation was seen to behave
	byLab  source = "Lab"    // what our simulation assumes
)

// state is one row of the guide's table of states.
type state struct {
	name, class, means string
	stalls             string // how a task can stay in it, or nothing
}

var states = []state{
	{"SUBMITTED", "active", "accepted, not begun", "Yes. Nothing says when it will begin."},
	{"WORKING", "active", "being worked on", "Yes, for ever. There is no heartbeat and no deadline."},
	{"INPUT_REQUIRED", "interrupted", "waits for a message from the client", "Yes, until a message that names the task arrives, or the agent gives up."},
	{"AUTH_REQUIRED", "interrupted", "waits for an authorisation", "Yes. It may go on without a message from the client (§7.6.1)."},
	{"COMPLETED", "terminal", "done", ""},
	{"FAILED", "terminal", "ended by an error", ""},
	{"CANCELED", "terminal", "called off", ""},
	{"REJECTED", "terminal", "declined by the agent", ""},
}

// figure is the lab in the state that the text speaks of: one of ui.GuideFigures, what it is called, and what it shows.
type figure struct {
	name, title string
	says        func(*engine.Report) string
}

// setting is the figure's setting as text.
func (f *figure) setting() string {
	files := ui.GuideFigures()
	return files[slices.IndexFunc(files, func(p ui.PosterFile) bool { return p.Name == f.name })].Setting
}

// poster is the picture's address below the site's first page.
func (f *figure) poster() string { return "posters/" + f.name + ".svg" }

// caption counts what the figure shows, by running it.
func (f *figure) caption() string {
	s, _ := missions.Parse(f.setting())
	var r engine.Runner
	report, err := r.Report(s)
	if err != nil {
		return err.Error()
	}
	return f.says(&report)
}

var (
	callsFigure = figure{"guide-calls", "calls that wait, and are cut after a minute", func(r *engine.Report) string {
		return fmt.Sprintf("Nothing fails, and each call is cut after a minute and repeated three times: %d calls time out, %d duplicate tasks (pink) for %d pieces of work, and %d outcomes never learned.", r.Cuts[engine.CutByTimeout], r.Duplicates, r.Items, r.Unknown)
	}}
	resendFigure = figure{"guide-resend", "streams that drop, and a client that sends again", func(r *engine.Report) string {
		return fmt.Sprintf("Streams drop every eight minutes and the client sends its message again: %d duplicate tasks (pink) for %d pieces of work, and %d outcomes never learned.", r.Duplicates, r.Items, r.Unknown)
	}}
	subscribeFigure = figure{"guide-subscribe", "streams that drop, and a client that subscribes", func(r *engine.Report) string {
		return fmt.Sprintf("The same day with SubscribeToTask: %s, every outcome known within a second, at %.2f requests per task.", noneOr(r.Duplicates, "duplicate"), r.RequestsPerTask())
	}}
	outageFigure = figure{"guide-outage", "a receiver outage, and eight webhook retries", func(r *engine.Report) string {
		return fmt.Sprintf("Twelve minutes without a receiver, and eight retries: every outcome arrives, some of them %s late. %s.", missions.Span(r.Learn.Max), inputMissed(r))
	}}
	strangerFigure = figure{"guide-stranger", "a stranger who posts to the webhook, and a client that believes it", func(r *engine.Report) string {
		return fmt.Sprintf("A stranger posts TASK_STATE_COMPLETED, and the client believes it: %d of %d outcomes are wrong (red ≠), %d results are handled a second time when the true one comes, and %s.", r.Wrong, r.Items, r.HandledTwice, lowerFirst(inputMissed(r)))
	}}
	restartFigure = figure{"guide-restart", "an agent’s restart, and a client that waits", func(r *engine.Report) string {
		return fmt.Sprintf("The agent restarts at 1:00 and forgets. The client waits for %d webhooks that nobody will send.", r.Unknown)
	}}
	mixFigure = figure{"guide-mix", "all failures, and push with a check every ten minutes", func(r *engine.Report) string {
		return fmt.Sprintf("Dropped streams, an outage, lost acknowledgements and a restart on one day, against push with a check every ten minutes: %d of %d outcomes learned, %s, %d second deliveries absorbed, %.2f requests per task.",
			r.Learned, r.Items, lowerFirst(inputMissed(r)), r.Absorbed, r.RequestsPerTask())
	}}
)

func inputMissed(r *engine.Report) string {
	switch r.MissedInput {
	case 0:
		return "No input request is missed"
	case 1:
		return "One input request is missed"
	}
	return fmt.Sprintf("%d input requests are missed", r.MissedInput)
}

func noneOr(n int, what string) string {
	if n == 0 {
		return "no " + what
	}
	return many(n, what)
}

func lowerFirst(s string) string { return string(s[0]|0x20) + s[1:] }

// choice is one row of the guide's table of mixes: what fits a situation, and what the model says it costs.
// The four failures of mission 4 strike in all of them.
type choice struct {
	situation, mix, because string
	setting                 string // as text
}

var choices = []choice{
	{"You can receive webhooks", "Push; GetTask for each open task every ten minutes; an idempotent handler; resubmit",
		"Nothing is asked while nothing happens; the check finds what webhooks lose.", "m=4&hears=push&reconcile=10m&idempotent=on"},
	{"… and the agent has many of your tasks and offers ListTasks", "The same, but ListTasks, here every five minutes",
		"One request looks at fifty changes, so you can afford to look more often.", "m=4&hears=push&reconcile=5m&by=list&idempotent=on"},
	{"A person watches, or seconds count", "Stream; SubscribeToTask after a drop; resubmit",
		"News comes at once. Each drop costs a request.", "m=4&hears=stream"},
	{"Streams, but you are billed by the request", "Stream, not taken up again; ListTasks every ten minutes; resubmit",
		"Cheap; what a drop hides comes up to ten minutes late.", "m=4&hears=stream&drop=giveup&reconcile=10m&by=list"},
	{"No webhook and no long connection: a job, a command line", "Poll as seldom as you can bear, here every five minutes; resubmit",
		"Nothing to set up, nothing to lose. You pay for asking.", "m=4&poll=5m"},
	{"The first idea", "Poll every fifteen seconds; resubmit",
		"Safe, and twenty times as dear.", "m=4"},
	{"Not advisable", "Stream; send the message again after a drop; resubmit",
		"Every drop asks for the work once more.", "m=4&hears=stream&drop=resend"},
}

// measured is what a choice comes to over some days.
type measured struct {
	requests float64
	known    engine.Time // from the end to the client's knowledge, on average
	harm     string
}

// measuredDays is over how many days the table of mixes runs the model.
const measuredDays = 20

func (c *choice) measure() measured {
	s, _ := missions.Parse(c.setting)
	var r engine.Runner
	var m measured
	var learn engine.Latency
	var unknown, missed, duplicates, twice int
	for day := range measuredDays {
		s.Day = int64(day + 1)
		report, err := r.Report(s)
		if err != nil {
			return measured{harm: err.Error()}
		}
		m.requests += report.RequestsPerTask() / measuredDays
		learn.Count += report.Learn.Count
		learn.Sum += report.Learn.Sum
		unknown += report.Unknown
		missed += report.MissedInput
		duplicates += report.Duplicates
		twice += report.HandledTwice
	}
	m.known = learn.Sum / engine.Time(max(1, learn.Count))
	for _, h := range []struct {
		n    int
		what string
	}{{unknown, "never learned"}, {missed, "missed input"}, {duplicates, "duplicates"}, {twice, "handled twice"}} {
		if h.n > 0 {
			if m.harm != "" {
				m.harm += ", "
			}
			m.harm += fmt.Sprintf("%s %s", perDay(h.n), h.what)
		}
	}
	if m.harm == "" {
		m.harm = "none"
	}
	return m
}

// Known writes how late news is.
func (m *measured) Known() string {
	if m.known < engine.Second {
		return "at once"
	}
	return missions.Span(m.known)
}

// perDay writes a count over the measured days as a number a day.
func perDay(n int) string {
	mean := float64(n) / measuredDays
	if mean < 10 {
		return fmt.Sprintf("%.1f", mean)
	}
	return fmt.Sprintf("%.0f", mean)
}

// watched are the states of the lab in which the guide shows each metric at work: it says most there.
var watched = [metrics.NumMetrics]string{
	metrics.Open:                "m=2",
	metrics.Orphaned:            "m=2",
	metrics.InputRequired:       "m=2",
	metrics.Requests:            "m=4",
	metrics.TimeToLearn:         "m=4&hears=push&reconcile=10m&idempotent=on",
	metrics.NotFound:            "m=3&reconcile=10m",
	metrics.MessagesRepeated:    "m=1",
	metrics.Deliveries:          "m=2&retries=8",
	metrics.Strangers:           "m=sandbox&verify=on&forged=20m",
	metrics.CompletionsRepeated: "m=4&hears=push&reconcile=10m&idempotent=on",
	metrics.TasksCreated:        "m=1",
	metrics.Unfollowed:          "m=1",
	metrics.ConnectionsCut:      "m=1&drop=subscribe",
	metrics.Settled:             "m=3&reconcile=10m&lost=escalate",
	metrics.InputMissed:         "m=2",
}

// unitOf is what a metric's values are in.
func unitOf(m *metrics.Metric) string {
	if m.Type == metrics.Histogram {
		return "seconds"
	}
	return m.Unit
}

// calculator finds one by its id; the guide's own texts name them, and a test renders all.
func calculator(id string) *ui.Calculator {
	return &ui.Calculators[slices.IndexFunc(ui.Calculators, func(c ui.Calculator) bool { return c.ID == id })]
}

// heading is one section of the guide: its anchor, which mission's debrief may name, its title, and the mission in which it is practised.
type heading struct{ anchor, title, mission string }

var sections = []heading{
	{"truth", "The task is the unit of truth", "1"},
	{"states", "States, and which can stall", "2"},
	{"calls", "Calls that wait", "5"},
	{"streams", "Streams", "1"},
	{"push", "Push", "2"},
	{"door", "A webhook is an open door", "6"},
	{"polling", "Polling and reconciliation", "2"},
	{"restarts", "Restarts", "3"},
	{"mix", "Choosing the mix", "4"},
	{"detect", "Detecting failures in production", missions.Sandbox},
	{"checklist", "A checklist for your client", missions.Sandbox},
}

func headed(anchor string) heading {
	return sections[slices.IndexFunc(sections, func(h heading) bool { return h.anchor == anchor })]
}

func titleOf(anchor string) string     { return headed(anchor).title }
func practisedIn(anchor string) string { return headed(anchor).mission }

var checks = []string{
	"The task’s ID is stored durably, beside the work it stands for, before anything else happens.",
	"Work counts as open until its task was seen in a terminal state. Nothing else closes it.",
	"A dropped stream leads to SubscribeToTask, never to the same message again.",
	"When subscribing is refused, or says “not found”, GetTask decides.",
	"The end of a stream is judged by the last state seen on it.",
	"Every open task is asked for at a fixed interval, whatever else tells of it.",
	"That interval is shorter than the time for which the agent waits for input, less your time to answer.",
	"Questions (INPUT_REQUIRED) have an owner, an alarm and a time limit, as failures have.",
	"A completion that arrives twice is handled once, also after your own restart.",
	"The webhook checks who calls and for which task, and acknowledges only what is safely stored.",
	"TaskNotFoundError leads to resubmitting or to a person, by a decision made beforehand.",
	"Errors are told apart by their reason, not by the HTTP status.",
	"WORKING has a time limit of your own, for each kind of work.",
	"Orphans, time to learn and requests per task are on a dashboard, and one of them rings.",
}

// duties are what the specification asks around a webhook, of each side.
var duties = []struct{ side, duty, level, section string }{
	{"Agent", "tries each configured webhook at least once", "must", "§4.3.3"},
	{"Agent", "puts the configured credentials on each call", "must", "§4.3"},
	{"Agent", "refuses addresses in private, loopback and link-local ranges", "should", "§13.2"},
	{"Client", "answers 2xx to acknowledge", "must", "§4.3.3"},
	{"Client", "checks that the task is one that it expects", "must", "§4.3.3"},
	{"Client", "checks by the configured credentials who calls", "must", "§13.2"},
	{"Client", "handles repeats without harm", "should", "§4.3.3"},
	{"Both", "HTTPS, one token for each configuration, a limit on the rate", "should", "§13.2"},
}

// by leads over to a metric's label, where it has one.
func by(m *metrics.Metric) string {
	if m.Label == "" {
		return ""
	}
	return ", by "
}
