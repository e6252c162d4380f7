package sdkcheck

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"

	"a2alab/engine"
)

const (
	reattachDelay = engine.Second      // after a stream dropped
	silenceLimit  = 30 * engine.Minute // of a task that looks at the list do not show, before GetTask asks
	listPageSize  = 50
	webhookURL    = "http://" + clientHost + "/webhooks/a2a"
)

// A client delegates the items and follows them by the setting's policies. It knows what the SDK tells it: it reads neither the
// day's work nor its failures. All that it does happens in one goroutine, in the order in which it was planned; what it hears
// is posted to that goroutine.
type client struct {
	*world
	// recognised tells whether the agent's card promises that it recognises a messageId: what a blocking client, which is told
	// nothing before its call returns, must know to tell whose task it sees on a list.
	recognised bool

	calls *a2aclient.Client // requests that are answered at once, on connections that are kept
	holds *a2aclient.Client // streams and blocking calls, each on a connection of its own

	list   []*item
	byTask map[a2a.TaskID]*item // the followed task's
	looked engine.Time          // when ListTasks was last called; Never before

	plans agenda
	seq   int

	mu       sync.Mutex
	expected map[a2a.TaskID]string // what a notification about a followed task has to show; the receiver reads it
	news     []func()
	fresh    chan struct{} // there is news
}

// An item is one of the things that the client wants done.
type item struct {
	n       int
	message *a2a.Message
	secret  string // what a notification about it must show

	task       a2a.TaskID // which it follows; empty until it is known
	context    string
	made       string // when the agent made it
	since      string // when the message was last sent that makes it
	open       bool
	noticed    bool // that the followed task is lost
	pauseHeard bool
	handled    bool
	resting    bool // the agent closed the stream in good order because the task paused
	heard      engine.Time
	hold       *hold
	answering  bool // the blocking call carries an answer
	repeats    int64

	poll, get, answer, reattach, timeout *plan
}

// A hold is an open stream or blocking call.
type hold struct {
	kind   engine.Kind
	cancel context.CancelFunc
	last   a2a.TaskState // seen on the stream
}

func newClient(w *world) *client {
	return &client{world: w, recognised: w.s.Dedupe == engine.On, byTask: map[a2a.TaskID]*item{}, expected: map[a2a.TaskID]string{}, looked: engine.Never, fresh: make(chan struct{}, 1)}
}

// run delegates the items at their instants and follows them to the run's end. Settle returns when everything that an action
// set off has come to rest.
func (c *client) run(settle func()) {
	for n := range c.items {
		it := &item{n: n, message: c.messages[n], secret: fmt.Sprintf("secret-%d", n)}
		c.list = append(c.list, it)
		c.plan(c.items[n].Created, func() { c.begin(it) })
	}
	if c.s.Reconcile != engine.Never && c.s.By == engine.WithListTasks {
		c.plan(c.s.Reconcile, c.lookAtList)
	}
	end := c.clock.at(c.s.End, failurePhase)
	for {
		settle()
		if n := c.next(); n != nil {
			n()
			continue
		}
		due := end
		if len(c.plans) > 0 && c.plans[0].due.Before(end) {
			due = c.plans[0].due
		}
		if wait := time.Until(due); wait > 0 {
			timer := time.NewTimer(wait)
			select {
			case <-c.fresh:
			case <-timer.C:
			}
			timer.Stop()
			continue
		}
		if due == end {
			break
		}
		if p := heap.Pop(&c.plans).(*plan); !p.dropped {
			p.do()
		}
	}
	for _, it := range c.list {
		c.letGo(it)
	}
}

// post hands something heard to the client's goroutine.
func (c *client) post(f func()) {
	c.mu.Lock()
	c.news = append(c.news, f)
	c.mu.Unlock()
	select {
	case c.fresh <- struct{}{}:
	default:
	}
}

func (c *client) next() func() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.news) == 0 {
		return nil
	}
	f := c.news[0]
	c.news = c.news[1:]
	return f
}

// A plan is something that the client means to do.
type plan struct {
	due     time.Time
	seq     int
	do      func()
	dropped bool
}

func (p *plan) drop() {
	if p != nil {
		p.dropped = true
	}
}

// plan has something done at an instant, after what was planned earlier for the same one.
func (c *client) plan(at engine.Time, do func()) *plan {
	c.seq++
	p := &plan{due: c.clock.at(at, clientPhase), seq: c.seq, do: do}
	heap.Push(&c.plans, p)
	return p
}

type agenda []*plan

func (a agenda) Len() int { return len(a) }
func (a agenda) Less(i, j int) bool {
	return cmp.Or(a[i].due.Compare(a[j].due), a[i].seq-a[j].seq) < 0
}
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a *agenda) Push(x any)   { *a = append(*a, x.(*plan)) }
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// begin delegates the item.
func (c *client) begin(it *item) {
	it.open = true
	c.send(it, engine.FirstSend)
}

// send sends the item's message. What comes of it, the answer says: another task, or the one that is followed.
func (c *client) send(it *item, k engine.Kind) {
	c.asked(it, k)
	if k == engine.FirstSend || k == engine.Resubmit || k == engine.Repeat && !c.recognised {
		c.startOver(it)
		it.since = c.clock.stamp(c.clock.now()).Format(stampFormat)
	}
	req := &a2a.SendMessageRequest{Message: it.message}
	switch c.s.Hears {
	case engine.Blocking:
		if k != engine.Repeat {
			it.repeats, it.answering = 0, false
		}
		c.call(it, k, req)
	case engine.Streaming:
		c.stream(it, k, func(ctx context.Context) iter.Seq2[a2a.Event, error] { return c.holds.SendStreamingMessage(ctx, req) })
	default:
		req.Config = &a2a.SendMessageConfig{ReturnImmediately: true}
		if c.s.Hears == engine.Push {
			req.Config.PushConfig = &a2a.PushConfig{URL: webhookURL, Auth: &a2a.PushAuthInfo{Scheme: "Bearer", Credentials: it.secret}}
		}
		task, err := c.sendNow(req)
		if err != nil {
			c.fail(fmt.Errorf("item %d: %w", it.n, err))
			return
		}
		c.follow(it, task)
	}
}

// startOver forgets what was known of the task followed so far, and starts the clocks of another that begins now.
func (c *client) startOver(it *item) {
	now := c.clock.now()
	for _, p := range []*plan{it.poll, it.get, it.answer, it.reattach} {
		p.drop()
	}
	c.unfollow(it)
	it.heard = now
	it.noticed, it.pauseHeard, it.resting = false, false, false
	if c.s.Hears == engine.Polling {
		first := now + c.s.Poll
		if c.mutant.PollFromStart {
			first = (now/c.s.Poll + 1) * c.s.Poll
		}
		c.pollAt(it, first)
	}
	c.reconcileFrom(it, now)
}

// reconcileFrom starts the clock of reconciliation by GetTask, which ticks from the creation of the followed task.
func (c *client) reconcileFrom(it *item, created engine.Time) {
	if c.s.Reconcile == engine.Never || c.s.By != engine.WithGetTask {
		return
	}
	if c.mutant.ReconcileFromStart {
		created = 0
	}
	it.get.drop()
	c.getAt(it, created+((c.clock.now()-created)/c.s.Reconcile+1)*c.s.Reconcile)
}

// sendNow sends a message that is answered at once.
func (c *client) sendNow(req *a2a.SendMessageRequest) (*a2a.Task, error) {
	res, err := c.calls.SendMessage(context.Background(), req)
	if err != nil {
		return nil, err
	}
	task, ok := res.(*a2a.Task)
	if !ok {
		return nil, fmt.Errorf("the agent answers with a %T", res)
	}
	return task, nil
}

// follow keeps which task is the item's.
func (c *client) follow(it *item, task *a2a.Task) {
	c.unfollow(it)
	it.task, it.context, it.made = task.ID, task.ContextID, createdOf(task)
	c.byTask[task.ID] = it
	c.mu.Lock()
	c.expected[task.ID] = "Bearer " + it.secret
	c.mu.Unlock()
}

// unfollow forgets which task is the item's, and expects no notification about it any more.
func (c *client) unfollow(it *item) {
	delete(c.byTask, it.task)
	c.mu.Lock()
	delete(c.expected, it.task)
	c.mu.Unlock()
	it.task, it.context = "", ""
}

// call makes a blocking call.
func (c *client) call(it *item, k engine.Kind, req *a2a.SendMessageRequest) {
	ctx, h := c.take(it, k)
	go func() {
		res, err := c.holds.SendMessage(ctx, req)
		c.post(func() {
			if it.hold == h {
				c.letGo(it)
				c.returned(it, k, res, err)
			}
		})
	}()
	it.timeout = c.plan(c.clock.now()+c.s.BlockTime, func() {
		c.letGo(it)
		c.dropped(it)
	})
}

// take opens a connection of the item's own.
func (c *client) take(it *item, k engine.Kind) (context.Context, *hold) {
	ctx, cancel := context.WithCancel(forItem(context.Background(), it.n))
	it.hold = &hold{kind: k, cancel: cancel}
	return ctx, it.hold
}

// letGo closes the item's connection, if it has one.
func (c *client) letGo(it *item) {
	if it.hold != nil {
		it.hold.cancel()
		it.hold = nil
	}
	it.timeout.drop()
}

// returned takes the answer to a blocking call.
func (c *client) returned(it *item, k engine.Kind, res a2a.SendMessageResult, err error) {
	switch {
	case err == nil:
		task := res.(*a2a.Task)
		if task.ID != it.task {
			c.follow(it, task)
			c.reconcileFrom(it, c.instantOf(it.made))
		}
		c.hear(it, task.Status.State)
	case errors.Is(err, a2a.ErrTaskNotFound):
		c.notFound(it)
	case isRefused(err):
		if k == engine.Repeat {
			c.readAfter(it) // the answer may have arrived the first time: how does the task stand?
		}
	default:
		c.dropped(it)
	}
}

// stream opens a stream and reads it.
func (c *client) stream(it *item, k engine.Kind, open func(context.Context) iter.Seq2[a2a.Event, error]) {
	ctx, h := c.take(it, k)
	go func() {
		for event, err := range open(ctx) {
			if err != nil {
				c.post(func() { c.ended(it, h, err) })
				return
			}
			c.post(func() { c.told(it, h, event) })
		}
		c.post(func() { c.ended(it, h, nil) })
	}()
}

// told takes an event of the stream.
func (c *client) told(it *item, h *hold, event a2a.Event) {
	if it.hold != h {
		return
	}
	switch e := event.(type) {
	case *a2a.Task:
		if it.task != "" && e.ID != it.task {
			c.startOver(it) // the agent took the message for new work
		}
		c.follow(it, e)
		h.last = e.Status.State
	case *a2a.TaskStatusUpdateEvent:
		h.last = e.Status.State
	default:
		return
	}
	c.hear(it, h.last)
}

// ended takes the end of the stream. That it closed in good order says nothing by itself: the last state does (§3.1.2).
func (c *client) ended(it *item, h *hold, err error) {
	if it.hold != h {
		return
	}
	c.letGo(it)
	switch {
	case err == nil && h.last == a2a.TaskStateInputRequired:
		it.resting = true
	case errors.Is(err, a2a.ErrTaskNotFound):
		if h.kind == engine.Subscribe {
			c.readAfter(it) // lost, ended or paused? This agent does not say.
		} else {
			c.notFound(it)
		}
	case isRefused(err):
		c.readAfter(it)
	default:
		c.dropped(it)
	}
}

// isRefused tells whether the agent answered that it does not take the message: the task has ended, or is at work.
func isRefused(err error) bool {
	return errors.Is(err, a2a.ErrInvalidParams) || errors.Is(err, a2a.ErrUnsupportedOperation) || errors.Is(err, a2a.ErrInternalError)
}

// dropped plans what is done about a connection that broke.
func (c *client) dropped(it *item) {
	now := c.clock.now()
	switch {
	case c.s.Hears == engine.Blocking && it.repeats < c.s.Repeats:
		it.reattach = c.plan(now, func() { c.repeat(it) })
	case c.s.Hears == engine.Streaming && c.s.Drop != engine.GiveUpOnDrop:
		delay := reattachDelay
		if c.mutant.Reattach != 0 {
			delay = c.mutant.Reattach
		}
		it.reattach = c.plan(now+delay, func() { c.takeUp(it) })
	}
}

// repeat makes a blocking call again.
func (c *client) repeat(it *item) {
	it.repeats++
	if it.answering {
		c.asked(it, engine.Repeat)
		c.call(it, engine.Repeat, c.input(it))
		return
	}
	c.send(it, engine.Repeat)
}

// takeUp takes up a stream that dropped.
func (c *client) takeUp(it *item) {
	if c.s.Drop == engine.ResendOnDrop {
		c.send(it, engine.Resend)
		return
	}
	c.asked(it, engine.Subscribe)
	req := &a2a.SubscribeToTaskRequest{ID: it.task}
	c.stream(it, engine.Subscribe, func(ctx context.Context) iter.Seq2[a2a.Event, error] { return c.holds.SubscribeToTask(ctx, req) })
}

// pollAt asks by GetTask on the polling clock.
func (c *client) pollAt(it *item, at engine.Time) {
	it.poll = c.plan(at, func() {
		c.pollAt(it, at+c.s.Poll)
		c.getTask(it, engine.Poll)
	})
}

// getAt asks by GetTask on the reconciliation clock.
func (c *client) getAt(it *item, at engine.Time) {
	it.get = c.plan(at, func() {
		c.getAt(it, at+c.s.Reconcile)
		if it.task != "" {
			c.getTask(it, engine.ReconcileGet)
		}
	})
}

// readAfter asks by GetTask what a refusal did not say.
func (c *client) readAfter(it *item) {
	if c.mutant.TrustNotFound {
		c.notFound(it)
		return
	}
	if c.getTask(it, engine.ReadAfter) == a2a.TaskStateInputRequired && c.s.Hears == engine.Streaming {
		it.resting = true
	}
}

// getTask asks how the followed task stands.
func (c *client) getTask(it *item, k engine.Kind) a2a.TaskState {
	c.asked(it, k)
	it.heard = c.clock.now()
	task, err := c.calls.GetTask(context.Background(), &a2a.GetTaskRequest{ID: it.task, HistoryLength: new(int)})
	switch {
	case errors.Is(err, a2a.ErrTaskNotFound):
		c.notFound(it)
		return a2a.TaskStateUnspecified
	case err != nil:
		c.fail(fmt.Errorf("item %d: %w", it.n, err))
		return a2a.TaskStateUnspecified
	}
	c.hear(it, task.Status.State)
	return task.Status.State
}

// lookAtList looks at ListTasks, if an item is open.
func (c *client) lookAtList() {
	now := c.clock.now()
	c.plan(now+c.s.Reconcile, c.lookAtList)
	waits := false
	for _, it := range c.list {
		waits = waits || it.open
	}
	if !waits {
		return
	}
	req := &a2a.ListTasksRequest{PageSize: listPageSize}
	if c.looked != engine.Never {
		req.StatusTimestampAfter = c.clock.stamp(c.looked + 1) // inclusive, in milliseconds
	}
	c.looked = now
	latest := map[*item]*a2a.Task{}
	check := engine.Check{At: now}
	for {
		page, err := c.calls.ListTasks(context.Background(), req)
		if err != nil {
			c.fail(err)
			return
		}
		check.Pages++
		check.Tasks = page.TotalSize
		for _, task := range page.Tasks {
			// The message tells whose task it is, also to a client whose call has not returned.
			it := c.list[c.itemOf(task.History[0].ID)]
			if l := latest[it]; l == nil || createdOf(task) > createdOf(l) {
				latest[it] = task
			}
		}
		if page.NextPageToken == "" {
			break
		}
		req.PageToken = page.NextPageToken
	}
	c.checks = append(c.checks, check)
	for _, it := range c.list {
		if !it.open {
			continue
		}
		// A task made before the one that is followed is of no interest any more.
		if task := latest[it]; task != nil && createdOf(task) >= max(it.made, it.since) {
			c.follow(it, task)
			c.hear(it, task.Status.State)
		}
		if it.open && it.task != "" && now-it.heard >= silenceLimit {
			c.getTask(it, engine.ReconcileGet)
		}
	}
}

// createdOf is when the agent says it made the task; such texts compare as their instants do.
func createdOf(task *a2a.Task) string {
	s, _ := task.Metadata[createdKey].(string)
	return s
}

func (c *client) instantOf(stamp string) engine.Time {
	at, err := time.Parse(stampFormat, stamp)
	if err != nil {
		c.fail(err)
	}
	return engine.Time(at.Sub(c.clock.start) / time.Millisecond)
}

// notified takes a push notification, whoever sent it.
func (c *client) notified(u *a2a.TaskStatusUpdateEvent) {
	it := c.byTask[u.TaskID]
	if it == nil {
		c.fail(fmt.Errorf("a notification of task %s, which is not followed", u.TaskID))
		return
	}
	c.hear(it, u.Status.State)
}

// hear takes in a state of the followed task.
func (c *client) hear(it *item, state a2a.TaskState) {
	now := c.clock.now()
	it.heard = now
	switch state {
	case a2a.TaskStateInputRequired:
		if !it.open || it.pauseHeard {
			return
		}
		it.pauseHeard = true
		c.stories[it.n].PausesHeard = append(c.stories[it.n].PausesHeard, now)
		wait := c.s.Wait
		if c.mutant.AnswerAtOnce {
			wait = 0
		}
		it.answer = c.plan(now+wait, func() { c.sendAnswer(it) })
	case a2a.TaskStateCompleted:
		switch {
		case !it.handled:
			it.handled = true
			c.learn(it, engine.Completed)
		case c.s.Idempotent == engine.On:
			c.stories[it.n].Absorbed++
		default:
			c.stories[it.n].HandledTwice++
		}
	case a2a.TaskStateFailed:
		c.learn(it, engine.Failed)
	}
}

// learn closes the item with its outcome. The client cannot tell a wrong one; the record does, by what is so at the agent.
func (c *client) learn(it *item, state engine.State) {
	if !it.open {
		return
	}
	if s := &c.stories[it.n]; c.stateOf(it.task) == state {
		s.Outcome, s.Learned = state, c.clock.now()
	} else {
		s.Wrong = c.clock.now()
	}
	c.close(it)
}

// close ends the client's interest in the item.
func (c *client) close(it *item) {
	it.open = false
	c.letGo(it)
	for _, p := range []*plan{it.poll, it.get, it.answer, it.reattach} {
		p.drop()
	}
}

// input is the message that answers the followed task's question.
func (c *client) input(it *item) *a2a.SendMessageRequest {
	m := a2a.NewMessageForTask(a2a.MessageRoleUser, a2a.TaskInfo{TaskID: it.task, ContextID: it.context}, a2a.NewTextPart("Here is the input."))
	m.ID = "answer to " + string(it.task) // an answer sent again is the same message
	return &a2a.SendMessageRequest{Message: m}
}

// sendAnswer answers the question of the followed task.
func (c *client) sendAnswer(it *item) {
	c.asked(it, engine.Answer)
	req := c.input(it)
	switch {
	case c.s.Hears == engine.Blocking:
		it.answering, it.repeats = true, 0
		c.call(it, engine.Answer, req)
		return
	case it.resting:
		it.resting = false
		c.stream(it, engine.Answer, func(ctx context.Context) iter.Seq2[a2a.Event, error] { return c.holds.SendStreamingMessage(ctx, req) })
		return
	}
	req.Config = &a2a.SendMessageConfig{ReturnImmediately: true}
	switch _, err := c.sendNow(req); {
	case err == nil || isRefused(err):
	case errors.Is(err, a2a.ErrTaskNotFound):
		c.notFound(it)
	default:
		c.fail(fmt.Errorf("item %d: %w", it.n, err))
	}
}

// notFound takes in that the agent does not know the followed task.
func (c *client) notFound(it *item) {
	now := c.clock.now()
	if !it.noticed {
		it.noticed = true
		c.stories[it.n].Noticed = append(c.stories[it.n].Noticed, now)
	}
	switch c.s.Lost {
	case engine.ResubmitOnLost:
		c.send(it, engine.Resubmit)
	case engine.EscalateOnLost:
		c.stories[it.n].Escalated = now
		c.close(it)
	}
}
