package sdkcheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/a2aproject/a2a-go/v2/a2a"
)

// A stranger is neither the client nor its agent. It has learned the webhook's address, and of each item which task the client
// waits for, but no credentials: it sends none.
type stranger struct {
	*world
	client *client
	http   *http.Client
}

// post tells the client that the item's task is COMPLETED, if the client waits for it and it has not ended at the agent.
func (s *stranger) post(life context.Context, item int) {
	task, ok := s.client.waitsFor(life, item)
	if !ok || s.stateOf(task.TaskID).Terminal() && !s.mutant.LateStranger {
		return
	}
	forged := a2a.NewStatusUpdateEvent(task, a2a.TaskStateCompleted, nil)
	forged.Status.Timestamp = s.clock.stamp(s.clock.now())
	body, err := json.Marshal(a2a.StreamResponse{Event: forged})
	if err != nil {
		s.fail(err)
		return
	}
	req, err := http.NewRequestWithContext(life, http.MethodPost, webhookURL, bytes.NewReader(body))
	if err != nil {
		s.fail(err)
		return
	}
	req.Header.Set("Content-Type", "application/a2a+json")
	resp, err := s.http.Do(req)
	switch {
	case errors.Is(err, errRefused), life.Err() != nil: // the receiver is out, or the run is over
	case err != nil:
		s.fail(err)
	default:
		resp.Body.Close()
		refused := resp.StatusCode == http.StatusUnauthorized && resp.Header.Get("WWW-Authenticate") != ""
		if !refused && resp.StatusCode != http.StatusNoContent {
			s.fail(fmt.Errorf("the webhook answers a stranger with %s", resp.Status))
		}
	}
}

// waitsFor is the task that the client follows for an item that it holds open; its own goroutine is asked.
func (c *client) waitsFor(life context.Context, item int) (a2a.TaskInfo, bool) {
	answer := make(chan *a2a.TaskInfo, 1)
	c.post(func() {
		if it := c.list[item]; it.open && it.task != "" {
			answer <- &a2a.TaskInfo{TaskID: it.task, ContextID: it.context}
			return
		}
		answer <- nil
	})
	select {
	case task := <-answer:
		if task != nil {
			return *task, true
		}
	case <-life.Done():
	}
	return a2a.TaskInfo{}, false
}
