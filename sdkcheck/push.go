package sdkcheck

import (
	"bytes"
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/a2aproject/a2a-go/v2/a2a"

	"a2alab/engine"
)

// A sender implements push.Sender with the retries that the SDK's own does not make: it calls the webhook when a task pauses or
// ends, at once, and after each attempt that was not acknowledged once more, each wait twice as long.
type sender struct {
	agent *agent
	http  *http.Client
}

// SendPush implements push.Sender.
func (s *sender) SendPush(_ context.Context, config *a2a.PushConfig, event a2a.Event) error {
	u, ok := event.(*a2a.TaskStatusUpdateEvent)
	if !ok || u.Status.State == a2a.TaskStateWorking {
		return nil
	}
	body, err := json.Marshal(a2a.StreamResponse{Event: event})
	if err != nil {
		return err
	}
	if !s.attempt(config, u, body, 1) {
		go s.retry(config, u, body, s.agent.clock.now())
	}
	return nil
}

// retry goes on after a first attempt that failed.
func (s *sender) retry(config *a2a.PushConfig, u *a2a.TaskStatusUpdateEvent, body []byte, last engine.Time) {
	p := pausePhase
	if u.Status.State.Terminal() {
		p = endPhase
	}
	wait := s.agent.s.Base
	if s.agent.mutant.Base != 0 {
		wait = s.agent.mutant.Base
	}
	for n := 1; n <= int(s.agent.s.Retries); n++ {
		last += wait
		wait *= 2
		if !s.agent.clock.wait(s.agent.life, last, p) || s.attempt(config, u, body, 1+n) {
			return
		}
	}
}

// attempt calls the webhook and tells whether the call was acknowledged.
func (s *sender) attempt(config *a2a.PushConfig, u *a2a.TaskStatusUpdateEvent, body []byte, n int) bool {
	w := s.agent.world
	ctx := context.Background()
	if w.losesAck(u.TaskID, u.Status.State.Terminal(), n) {
		ctx = losingAnswer(ctx)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, config.URL, bytes.NewReader(body))
	if err != nil {
		w.fail(err)
		return true
	}
	req.Header.Set("Content-Type", "application/a2a+json")
	req.Header.Set("Authorization", config.Auth.Scheme+" "+config.Auth.Credentials)
	resp, err := s.http.Do(req)
	switch {
	case err == nil:
		resp.Body.Close()
		if resp.StatusCode != http.StatusNoContent {
			w.attempted(u.TaskID, func(a *engine.Attempts) { a.Failed++ })
			return false
		}
		w.attempted(u.TaskID, func(a *engine.Attempts) { a.Acknowledged++ })
		return true
	case errors.Is(err, errRefused):
		w.attempted(u.TaskID, func(a *engine.Attempts) { a.Failed++ })
	default:
		w.attempted(u.TaskID, func(a *engine.Attempts) { a.AckLost++ })
	}
	return false
}

// webhook is the client's receiver. With checks it takes only what shows the credentials that the client gave the agent with
// the task's configuration (§13.2); without them it takes what anybody says.
func (c *client) webhook(rw http.ResponseWriter, req *http.Request) {
	var r a2a.StreamResponse
	if err := json.NewDecoder(req.Body).Decode(&r); err != nil {
		http.Error(rw, err.Error(), http.StatusBadRequest)
		return
	}
	u, ok := r.Event.(*a2a.TaskStatusUpdateEvent)
	if !ok {
		http.Error(rw, "only changes of status are expected", http.StatusBadRequest)
		return
	}
	switch credible := c.credible(u.TaskID, req.Header); {
	case c.s.Verify == engine.On && !credible && !c.mutant.ChecksNothing:
		c.refused(u.TaskID)
		rw.Header().Set("WWW-Authenticate", `Bearer realm="A2A notifications"`)
		rw.WriteHeader(http.StatusUnauthorized)
		return
	case c.s.Forged == engine.Never && !credible:
		c.fail(fmt.Errorf("nobody forges, and a notification of task %s is not credible", u.TaskID))
	}
	c.post(func() { c.notified(u) })
	rw.WriteHeader(http.StatusNoContent)
}

// credible tells whether a call about a task shows what the client gave the agent for it. Of a task that the client does not
// expect (§4.3.3) nothing is credible.
func (c *client) credible(task a2a.TaskID, shown http.Header) bool {
	c.mu.Lock()
	want, expected := c.expected[task]
	c.mu.Unlock()
	header := "Authorization"
	if c.mutant.WrongHeader {
		header = "A2A-Notification-Token"
	}
	return expected && subtle.ConstantTimeCompare([]byte(shown.Get(header)), []byte(want)) == 1
}
