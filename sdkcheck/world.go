package sdkcheck

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"a2alab/engine"
)

// A Story is what became of one item, as far as the engine and the real software can both tell.
type Story struct {
	Requests     [engine.NumRequests]int // of the client, by kind; pages of the list belong to no item
	Tasks        []engine.Task           // what the agent made of the messages, with every change of state
	Attempts     engine.Attempts         // of the agent at the webhook
	PausesHeard  []engine.Time
	Noticed      []engine.Time // that the agent does not know a task
	Outcome      engine.State
	Learned      engine.Time // when the outcome was
	Wrong        engine.Time // when the client took for the outcome what is none
	Escalated    engine.Time
	Missed       bool // the followed task failed for want of an answer
	HandledTwice int
	Absorbed     int
	Refused      int // calls of the webhook that the client's checks turned away
}

// A Mutant is a harness with something about it wrong on purpose. A comparison that does not notice it proves nothing.
type Mutant struct {
	Reattach           engine.Time // a stream is taken up so long after it dropped
	Base               engine.Time // the first retry comes so long after the first attempt
	ReconcileFromStart bool        // the clock of GetTask ticks from the run's start, not the task's
	PollFromStart      bool        // the same of polling
	AnswerAtOnce       bool        // the client takes no time to answer
	TrustNotFound      bool        // a subscribe that finds no task is believed
	KeepsStore         bool        // the agent remembers across its restart
	ChecksNothing      bool        // the receiver believes every caller, whatever the setting says
	WrongHeader        bool        // the receiver looks for the credentials where the agent does not put them
	LateStranger       bool        // the stranger posts for tasks that have ended, too
}

// A world is one run: the day and its failures, the network, the agent and the client, and what is recorded.
type world struct {
	s          engine.Setting
	day        *engine.Trace // of which only the work and the luck are read
	items      []engine.Item
	messages   []*a2a.Message
	mutant     Mutant
	clock      clock
	net        *network
	deliveries *http.Transport
	agent      atomic.Pointer[agent]

	mu       sync.Mutex
	stories  []Story
	tasks    map[a2a.TaskID]place
	checks   []engine.Check
	problems []error
}

// A place is where a task stands in the stories.
type place struct{ item, ordinal int }

// A Stage is where a run takes place.
type Stage struct {
	Settle   func() // returns when everything in the process rests
	Pace     int64  // how many times as fast as the process's clock the run's goes
	Loopback bool   // over real connections instead of ones in memory
	HTTPJSON bool   // in the binding HTTP+JSON instead of JSON-RPC, which alone has a ListTasks that asks for what changed
}

// Run runs a trace's setting on the real software. Of the trace it uses the day: the work, and when which failure strikes.
func Run(day *engine.Trace, mutant Mutant, on Stage) ([]Story, []engine.Check, error) {
	w := &world{s: day.Setting, day: day, items: day.Items, mutant: mutant, clock: clock{time.Now(), on.Pace},
		net: newNetwork(), stories: make([]Story, len(day.Items)), tasks: map[a2a.TaskID]place{}}
	for i := range w.stories {
		w.stories[i].Learned, w.stories[i].Wrong, w.stories[i].Escalated = engine.Never, engine.Never, engine.Never
		m := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart(fmt.Sprintf("Do the work of item %d.", i+1)))
		m.ID = fmt.Sprintf("message-%d", i)
		w.messages = append(w.messages, m)
	}
	w.net.loopback = on.Loopback
	w.deliveries = w.net.transport(false)
	w.net.refuses = func(host string) bool { return host == clientHost && outage(&w.s, w.clock.now()) }
	w.agent.Store(newAgent(w))
	c := newClient(w)

	calls, holds := w.net.transport(true), w.net.transport(false)
	c.calls, c.holds = sdkClient(calls, on.HTTPJSON), sdkClient(holds, on.HTTPJSON)
	stop, err := w.serve(map[string]http.HandlerFunc{
		agentHost:  func(rw http.ResponseWriter, req *http.Request) { w.agent.Load().handler.ServeHTTP(rw, req) },
		clientHost: c.webhook,
	})
	if err != nil {
		return nil, nil, err
	}
	life, end := context.WithCancel(context.Background())
	posts := w.net.transport(false)
	go w.strike(life, &stranger{world: w, client: c, http: &http.Client{Transport: posts}})

	c.run(on.Settle)

	end()
	w.agent.Load().kill()
	w.net.cut(func(*link) bool { return true })
	stop()
	for _, t := range []*http.Transport{calls, holds, posts, w.deliveries} {
		t.CloseIdleConnections()
	}
	return w.result()
}

// The addresses of the agent's bindings.
const (
	rpcPath  = "/rpc"
	restPath = "/rest"
)

// sdkClient is the SDK's client over a transport, without the three minutes that it gives a request by default.
func sdkClient(t *http.Transport, rest bool) *a2aclient.Client {
	at := a2a.NewAgentInterface("http://"+agentHost+rpcPath, a2a.TransportProtocolJSONRPC)
	if rest {
		at = a2a.NewAgentInterface("http://"+agentHost+restPath, a2a.TransportProtocolHTTPJSON)
	}
	web := &http.Client{Transport: t}
	client, err := a2aclient.NewFromEndpoints(context.Background(), []*a2a.AgentInterface{at}, a2aclient.WithJSONRPCTransport(web), a2aclient.WithRESTTransport(web))
	if err != nil {
		panic(err) // the interfaces and the transports are fixed: they fit or never do
	}
	return client
}

// serve opens the hosts; the function returned closes them.
func (w *world) serve(hosts map[string]http.HandlerFunc) (stop func(), err error) {
	var servers []*http.Server
	stop = func() {
		for _, s := range servers {
			s.Close()
		}
	}
	for host, handler := range hosts {
		l, err := w.net.listen(host)
		if err != nil {
			stop()
			return nil, err
		}
		s := &http.Server{Handler: handler}
		servers = append(servers, s)
		go s.Serve(l)
	}
	return stop, nil
}

// strike lets the day's cuts, the restart and the stranger's calls happen at their instants.
func (w *world) strike(life context.Context, s *stranger) {
	type failure struct {
		at   engine.Time
		kind engine.FailureKind
		item int // whose connection is cut, or whose end is forged
	}
	var list []failure
	if w.s.Restart != engine.Never && w.s.Restart < w.s.End {
		list = append(list, failure{w.s.Restart, engine.Restart, noItem})
	}
	for item := range w.items {
		for _, at := range w.day.Flaps(item) {
			list = append(list, failure{at, engine.Flap, item})
		}
		if w.s.Hears != engine.Push {
			continue // there is no webhook to call
		}
		for _, at := range w.day.Forgeries(item) {
			list = append(list, failure{at, engine.Forgery, item})
		}
	}
	// Failures of one instant: the restart, then cuts, then forgeries.
	order := map[engine.FailureKind]int{engine.Restart: 0, engine.Flap: 1, engine.Forgery: 2}
	slices.SortFunc(list, func(a, b failure) int {
		return cmp.Or(cmp.Compare(a.at, b.at), order[a.kind]-order[b.kind], a.item-b.item)
	})
	for _, f := range list {
		if !w.clock.wait(life, f.at, failurePhase) {
			return
		}
		switch f.kind {
		case engine.Restart:
			w.restart()
		case engine.Flap:
			w.net.cut(func(k *link) bool { return k.item == f.item })
		case engine.Forgery:
			s.post(life, f.item)
		}
	}
}

// restart breaks every connection of the agent. Unless it persists its tasks, another process with an empty store takes its
// place. One that persists goes on: the SDK cannot take up work from a store, so this shows the client's side only.
func (w *world) restart() {
	w.net.cut(func(k *link) bool { return k.host == agentHost })
	if w.s.Persist == engine.On || w.mutant.KeepsStore {
		return
	}
	w.agent.Load().kill()
	w.agent.Store(newAgent(w))
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.stories {
		for j := range w.stories[i].Tasks {
			if t := &w.stories[i].Tasks[j]; t.Vanished == engine.Never {
				t.Vanished = w.clock.now()
			}
		}
	}
}

// asked records a request of the client.
func (w *world) asked(it *item, k engine.Kind) { w.stories[it.n].Requests[k]++ }

// itemOf is the item that a message asks for.
func (w *world) itemOf(messageID string) int {
	var n int
	if _, err := fmt.Sscanf(messageID, "message-%d", &n); err != nil {
		w.fail(fmt.Errorf("a task of no message of the client: %q", messageID))
	}
	return n
}

// created records a task that the agent has made.
func (w *world) created(task *a2a.Task) {
	n := w.itemOf(task.History[0].ID)
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &w.stories[n]
	now := w.clock.now()
	t := engine.Task{Item: int32(n), Final: engine.Working, Born: now, Paused: engine.Never, Resumed: engine.Never,
		Ended: engine.Never, Vanished: engine.Never, Abandoned: engine.Never}
	exists, doneLost := false, false
	for i := range s.Tasks {
		exists = exists || s.Tasks[i].Vanished == engine.Never
		doneLost = doneLost || s.Tasks[i].Vanished != engine.Never && s.Tasks[i].Final == engine.Completed
	}
	switch {
	case len(s.Tasks) == 0:
		t.Kind = engine.Original
	case exists:
		t.Kind = engine.Duplicate
	case doneLost:
		t.Kind = engine.WorkDoneTwice
	default:
		t.Kind = engine.Resubmission
	}
	if n := len(s.Tasks); n > 0 {
		s.Tasks[n-1].Abandoned = now
	}
	w.tasks[task.ID] = place{n, len(s.Tasks)}
	s.Tasks = append(s.Tasks, t)
}

var states = map[a2a.TaskState]engine.State{a2a.TaskStateWorking: engine.Working, a2a.TaskStateInputRequired: engine.InputRequired,
	a2a.TaskStateCompleted: engine.Completed, a2a.TaskStateFailed: engine.Failed}

// changed records a task's new state.
func (w *world) changed(task *a2a.Task) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := w.tasks[task.ID]
	t := &w.stories[at.item].Tasks[at.ordinal]
	t.Final = states[task.Status.State]
	switch now := w.clock.now(); t.Final {
	case engine.InputRequired:
		t.Paused = now
	case engine.Working:
		t.Resumed = now
	default:
		t.Ended = now
	}
}

// stateOf is how a task stands at the agent, or stood when it was forgotten.
func (w *world) stateOf(task a2a.TaskID) engine.State {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := w.tasks[task]
	return w.stories[at.item].Tasks[at.ordinal].Final
}

// refused records that the receiver turned a call away.
func (w *world) refused(task a2a.TaskID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stories[w.tasks[task].item].Refused++
}

// attempted records an attempt at the webhook.
func (w *world) attempted(task a2a.TaskID, count func(*engine.Attempts)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	count(&w.stories[w.tasks[task].item].Attempts)
}

// losesAck is the day's luck.
func (w *world) losesAck(task a2a.TaskID, terminal bool, attempt int) bool {
	w.mu.Lock()
	at := w.tasks[task]
	w.mu.Unlock()
	return w.day.AckLost(at.item, at.ordinal, terminal, attempt)
}

// fail records that the harness itself met something that it has no rule for.
func (w *world) fail(err error) {
	w.mu.Lock()
	w.problems = append(w.problems, fmt.Errorf("at %v: %w", w.clock.now(), err))
	w.mu.Unlock()
}

func (w *world) result() ([]Story, []engine.Check, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range w.stories {
		s := &w.stories[i]
		if n := len(s.Tasks); n > 0 {
			s.Missed = s.Tasks[n-1].Final == engine.Failed
		}
	}
	if len(w.problems) > 0 {
		return nil, nil, fmt.Errorf("%d problems; the first %w", len(w.problems), w.problems[0])
	}
	return w.stories, w.checks, nil
}
