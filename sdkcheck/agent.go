package sdkcheck

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"net/http"
	"sync"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"
	"github.com/a2aproject/a2a-go/v2/a2asrv/push"
	"github.com/a2aproject/a2a-go/v2/a2asrv/taskstore"

	"a2alab/engine"
)

// An agent is one life of the agent's process: what it knows ends with it.
type agent struct {
	*world
	handler http.Handler
	store   *memory
	configs push.ConfigStore
	sender  *sender
	life    context.Context
	kill    context.CancelFunc // ends the process: its work, its clocks and what it still meant to send

	mu       sync.Mutex
	patience map[a2a.TaskID]context.CancelFunc // of tasks that wait for input
}

var errDead = errors.New("the agent's process has ended")

// newAgent starts an agent with an empty store.
func newAgent(w *world) *agent {
	a := &agent{world: w, configs: push.NewInMemoryStore(), patience: map[a2a.TaskID]context.CancelFunc{}}
	a.life, a.kill = context.WithCancel(context.Background())
	// The store is the SDK's own. It lists nothing to nobody, so its only user has a name.
	user := func(context.Context) (string, error) { return "client", nil }
	a.store = &memory{Store: taskstore.NewInMemory(&taskstore.InMemoryStoreConfig{Authenticator: user}), agent: a, byMessage: map[string]a2a.TaskID{}}
	a.sender = &sender{agent: a, http: &http.Client{Transport: w.deliveries}}
	requests := a2asrv.NewHandler(a, a2asrv.WithTaskStore(a.store), a2asrv.WithPushNotifications(a.configs, a.sender),
		a2asrv.WithLogger(slog.New(slog.DiscardHandler)))
	if w.s.Dedupe == engine.On {
		requests = &deduping{RequestHandler: requests, store: a.store}
	}
	bindings := http.NewServeMux()
	bindings.Handle(rpcPath, a2asrv.NewJSONRPCHandler(requests))
	bindings.Handle(restPath+"/", http.StripPrefix(restPath, a2asrv.NewRESTHandler(requests)))
	a.handler = bindings
	return a
}

// Execute implements a2asrv.AgentExecutor: it does the work that a message asks for, or goes on with it.
func (a *agent) Execute(_ context.Context, x *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) {
		work := a.workOf(x)
		at := a.clock.now() // WORKING since
		left := work.Work
		switch {
		case x.StoredTask == nil:
			task := a2a.NewSubmittedTask(x, x.Message)
			task.Status = a2a.TaskStatus{State: a2a.TaskStateWorking, Timestamp: a.clock.stamp(at)}
			// A2A has no creation time. A client that got no answer needs one to tell its latest task from earlier ones.
			task.Metadata = map[string]any{createdKey: a.clock.stamp(at).Format(stampFormat)}
			if !yield(task, nil) {
				return
			}
			if work.PauseAt != engine.Never {
				at += work.PauseAt
				if !a.clock.wait(a.life, at, agentPhase) {
					yield(nil, errDead)
					return
				}
				a.await(x, at)
				question := a2a.NewMessageForTask(a2a.MessageRoleAgent, x, a2a.NewTextPart("Input is needed."))
				yield(a.update(x, a2a.TaskStateInputRequired, at, question), nil)
				return // the SDK ends an execution at INPUT_REQUIRED; the answer begins another
			}
		default:
			a.answered(x.TaskID)
			left -= work.PauseAt
			if !yield(a.update(x, a2a.TaskStateWorking, at, nil), nil) {
				return
			}
		}
		at += left
		if !a.clock.wait(a.life, at, agentPhase) {
			yield(nil, errDead)
			return
		}
		if yield(a2a.NewArtifactEvent(x, a2a.NewTextPart("The result.")), nil) {
			yield(a.update(x, a2a.TaskStateCompleted, at, nil), nil)
		}
	}
}

// Cancel implements a2asrv.AgentExecutor. The lab's clients cancel nothing.
func (a *agent) Cancel(context.Context, *a2asrv.ExecutorContext) iter.Seq2[a2a.Event, error] {
	return func(yield func(a2a.Event, error) bool) { yield(nil, a2a.ErrTaskNotCancelable) }
}

const (
	createdKey  = "created"
	stampFormat = "2006-01-02T15:04:05.000Z"
)

// workOf is the work of the item that the task is for.
func (a *agent) workOf(x *a2asrv.ExecutorContext) engine.Item {
	first := x.Message
	if x.StoredTask != nil {
		first = x.StoredTask.History[0]
	}
	return a.items[a.itemOf(first.ID)]
}

func (a *agent) update(task a2a.TaskInfoProvider, state a2a.TaskState, at engine.Time, said *a2a.Message) *a2a.TaskStatusUpdateEvent {
	u := a2a.NewStatusUpdateEvent(task, state, said)
	u.Status.Timestamp = a.clock.stamp(at)
	return u
}

// await fails a task that pauses now unless an answer comes in time. The SDK runs nothing while a task waits, so this is the
// agent's own clock, and its own write to the store.
func (a *agent) await(task a2a.TaskInfoProvider, since engine.Time) {
	info := task.TaskInfo()
	ctx, cancel := context.WithCancel(a.life)
	a.mu.Lock()
	a.patience[info.TaskID] = cancel
	a.mu.Unlock()
	go func() {
		at := since + a.s.InputTimeout
		if !a.clock.wait(ctx, at, agentPhase) {
			return
		}
		said := a2a.NewMessageForTask(a2a.MessageRoleAgent, info, a2a.NewTextPart("No input came in time."))
		failed := a.update(info, a2a.TaskStateFailed, at, said)
		stored, err := a.store.Get(ctx, info.TaskID)
		if err != nil {
			return // the process has ended
		}
		stored.Task.Status = failed.Status
		if _, err := a.store.Update(ctx, &taskstore.UpdateRequest{Task: stored.Task, Event: failed, PrevVersion: stored.Version}); err != nil {
			return
		}
		configs, err := a.configs.List(ctx, info.TaskID)
		if err != nil {
			a.fail(err)
		}
		for _, config := range configs {
			if err := a.sender.SendPush(ctx, config, failed); err != nil {
				a.fail(err)
			}
		}
	}()
}

// answered stops the clock of a task that waits.
func (a *agent) answered(task a2a.TaskID) {
	a.mu.Lock()
	cancel := a.patience[task]
	delete(a.patience, task)
	a.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// memory is the SDK's store, watched: what is written to it is what happened at the agent. A dead process writes no more.
type memory struct {
	taskstore.Store
	agent *agent

	mu        sync.Mutex
	byMessage map[string]a2a.TaskID
}

// Create implements taskstore.Store.
func (m *memory) Create(ctx context.Context, task *a2a.Task) (taskstore.TaskVersion, error) {
	if m.agent.life.Err() != nil {
		return taskstore.TaskVersionMissing, errDead
	}
	version, err := m.Store.Create(ctx, task)
	if err == nil {
		m.remember(task.History[0].ID, task.ID)
		m.agent.created(task)
	}
	return version, err
}

// Update implements taskstore.Store.
func (m *memory) Update(ctx context.Context, r *taskstore.UpdateRequest) (taskstore.TaskVersion, error) {
	if m.agent.life.Err() != nil {
		return taskstore.TaskVersionMissing, errDead
	}
	version, err := m.Store.Update(ctx, r)
	if err != nil {
		return version, err
	}
	switch e := r.Event.(type) {
	case *a2a.Message:
		m.remember(e.ID, r.Task.ID)
	case *a2a.TaskStatusUpdateEvent:
		m.agent.changed(r.Task)
	}
	return version, nil
}

func (m *memory) remember(message string, task a2a.TaskID) {
	m.mu.Lock()
	m.byMessage[message] = task
	m.mu.Unlock()
}

// madeOf is the task that a message made or was taken by.
func (m *memory) madeOf(message string) (a2a.TaskID, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, ok := m.byMessage[message]
	return id, ok
}

// deduping recognises a messageId that came before, which the SDK leaves to its user, and attaches the call to the task.
type deduping struct {
	a2asrv.RequestHandler
	store *memory
}

// SendMessage implements a2asrv.RequestHandler.
func (d *deduping) SendMessage(ctx context.Context, req *a2a.SendMessageRequest) (a2a.SendMessageResult, error) {
	id, ok := d.store.madeOf(req.Message.ID)
	if !ok {
		return d.RequestHandler.SendMessage(ctx, req)
	}
	if req.Config == nil || !req.Config.ReturnImmediately {
		for _, err := range d.RequestHandler.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: id}) {
			if err != nil {
				break // not at work
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d.RequestHandler.GetTask(ctx, &a2a.GetTaskRequest{ID: id})
}

// SendStreamingMessage implements a2asrv.RequestHandler.
func (d *deduping) SendStreamingMessage(ctx context.Context, req *a2a.SendMessageRequest) iter.Seq2[a2a.Event, error] {
	id, ok := d.store.madeOf(req.Message.ID)
	if !ok {
		return d.RequestHandler.SendStreamingMessage(ctx, req)
	}
	return func(yield func(a2a.Event, error) bool) {
		first := true
		for event, err := range d.RequestHandler.SubscribeToTask(ctx, &a2a.SubscribeToTaskRequest{ID: id}) {
			if first && err != nil { // not at work
				task, err := d.RequestHandler.GetTask(ctx, &a2a.GetTaskRequest{ID: id})
				if err != nil {
					yield(nil, err)
					return
				}
				yield(task, nil)
				return
			}
			first = false
			if !yield(event, err) {
				return
			}
		}
	}
}
