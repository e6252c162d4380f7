package wire

import (
	"bufio"
	"encoding/json"
	"net/textproto"
	"strings"
	"testing"

	"a2alab/engine"
)

// headers reads a message's head as a web server or client would.
func headers(t *testing.T, head string) (first string, h textproto.MIMEHeader) {
	t.Helper()
	r := textproto.NewReader(bufio.NewReader(strings.NewReader(strings.ReplaceAll(head, "\n", "\r\n") + "\r\n\r\n")))
	first, err := r.ReadLine()
	if err != nil {
		t.Fatal(err)
	}
	if h, err = r.ReadMIMEHeader(); err != nil && len(h) > 0 {
		t.Fatal(err)
	}
	return first, h
}

// TestForgedOnTheWire: what a stranger posts is what the agent would, but for the credentials, and comes when the trace says; who
// knows only the messages and the credentials tells each from each, and what is believed is what nobody checks.
func TestForgedOnTheWire(t *testing.T) {
	counts := map[string]int{}
	for _, text := range []string{
		"m=sandbox&outage=12m&forged=5m&pauses=0.5", "m=sandbox&outage=12m&forged=5m&pauses=0.5&idempotent=on", "m=sandbox&outage=12m&verify=on&forged=5m&pauses=0.5",
		"m=sandbox&acks=0.5&forged=20m&restart=1h&lost=resubmit&reconcile=10m", "m=sandbox&acks=0.5&forged=20m&restart=1h&lost=resubmit&reconcile=10m&verify=on",
	} {
		s := parsed(t, text)
		tr := run(t, s)
		for item := range tr.Items {
			ids := map[string]engine.Time{} // the item's tasks, with the end of each
			for n, task := range tr.TasksOf(item) {
				ids[TaskID(s.Day, item, n)] = task.Ended
			}
			secret := ""
			misled := engine.Never
			for _, x := range Exchanges(tr, item, HTTPJSON) {
				if x.Operation == "SendMessage" && secret == "" {
					var send struct {
						Configuration struct {
							TaskPushNotificationConfig struct {
								Authentication struct{ Scheme, Credentials string }
							}
						}
					}
					if err := json.Unmarshal([]byte(x.Request.Body), &send); err != nil {
						t.Fatal(err)
					}
					a := send.Configuration.TaskPushNotificationConfig.Authentication
					secret = a.Scheme + " " + a.Credentials
				}
				if x.Operation != Notification && x.Operation != Forgery {
					continue
				}
				line, h := headers(t, x.Request.Head)
				if line != "POST /webhooks/a2a HTTP/1.1" || h.Get("Host") != clientHost || h.Get("Content-Type") != mediaType {
					t.Fatalf("the request is %s, %v", line, h)
				}
				own := len(secret) > 40 && h.Get("Authorization") == secret
				if own != (x.Operation == Notification) || own == strings.HasPrefix(x.Line, "a stranger: ") || own == strings.Contains(x.Text(), "A stranger sends this") || own == strings.HasPrefix(Curl(&x), "# A stranger") {
					t.Errorf("item %d: %s shows %q, and the client expects %q", item, x.Line, h.Get("Authorization"), secret)
				}
				words := x.Answers[0].Words
				if own {
					switch {
					case x.Answers[0].Head == "":
					case s.Verify == engine.On && !strings.Contains(words, "has the credentials"), s.Verify == engine.Off && misled == engine.Never && !strings.Contains(words, "does not look at Authorization"):
						t.Errorf("item %d: of the check it says %q", item, words)
					case misled != engine.Never:
						again := engine.OK
						for i := range tr.EventsOf(item) {
							if e := &tr.EventsOf(item)[i]; e.Kind == engine.Repeated && int(e.Cause) == x.Event {
								again = e.Result
							}
						}
						want := map[engine.Result]string{engine.OK: "changes nothing", engine.HandledTwice: "a second time", engine.Absorbed: "ignores the true end"}[again]
						if tr.Events[x.Event].State == engine.InputRequired {
							want = "goes unanswered"
						}
						if !strings.Contains(words, want) {
							t.Errorf("item %d: after a forgery that was believed it says %q, want %q", item, words, want)
						}
						counts[want]++
					}
					continue
				}
				if h["Authorization"] != nil {
					t.Errorf("item %d: the stranger sends %v", item, h)
				}
				var post struct {
					StatusUpdate struct {
						TaskID, ContextID string
						Status            struct{ State, Timestamp string }
					}
				}
				if err := json.Unmarshal([]byte(x.Request.Body), &post); err != nil {
					t.Fatal(err)
				}
				u := post.StatusUpdate
				ended, known := ids[u.TaskID]
				if !known || u.Status.State != "TASK_STATE_COMPLETED" || u.Status.Timestamp != stamp(x.At) || u.ContextID == "" || ended != engine.Never && ended < x.At {
					t.Errorf("item %d: it says %+v of a task that ends at %v", item, u, ended)
				}
				switch status, h := headers(t, x.Answers[0].Head); status {
				case "HTTP/1.1 401 Unauthorized":
					if s.Verify == engine.Off || !strings.HasPrefix(h.Get("WWW-Authenticate"), "Bearer realm=") {
						t.Errorf("item %d: it is refused with %v", item, h)
					}
					counts["refused"]++
				case "HTTP/1.1 204 No Content":
					if s.Verify == engine.On || tr.Closed(item) != x.At || tr.Report.PerItem[item].Fate != engine.FateWrong {
						t.Errorf("item %d: it is believed, and its fate is %d at %v", item, tr.Report.PerItem[item].Fate, tr.Closed(item))
					}
					misled = x.At
					counts["believed"]++
					if strings.Contains(x.Request.Words, "forgotten") {
						counts["forgotten"]++
					}
				default:
					t.Errorf("item %d: the answer is %s", item, status)
				}
			}
		}
	}
	t.Log(counts)
	for _, kind := range []string{"refused", "believed", "forgotten", "changes nothing", "goes unanswered", "a second time", "ignores the true end"} {
		if counts[kind] == 0 {
			t.Errorf("no call was %s", kind)
		}
	}
}
