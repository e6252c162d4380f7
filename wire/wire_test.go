package wire

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"a2alab/engine"
	"a2alab/missions"
)

var update = flag.Bool("update", false, "write the goldens anew")

func run(t testing.TB, s engine.Setting) *engine.Trace {
	t.Helper()
	var r engine.Runner
	tr := new(engine.Trace)
	if err := r.Trace(tr, s); err != nil {
		t.Fatal(err)
	}
	return tr
}

func parsed(t testing.TB, text string) engine.Setting {
	t.Helper()
	s, problems := missions.Parse(text)
	if problems != nil {
		t.Fatal(text, problems)
	}
	return s
}

// settings calls f with the missions' starts and references and with random settings of the sandbox.
func settings(t *testing.T, f func(s engine.Setting, tr *engine.Trace)) {
	t.Helper()
	each := func(s engine.Setting) {
		f(s, run(t, s))
		if t.Failed() {
			t.Fatalf("with the setting %s", missions.Text(s))
		}
	}
	for _, m := range missions.All {
		each(m.Start)
		each(parsed(t, m.Reference))
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	start, _ := missions.StartNamed(missions.Sandbox)
	for range 60 {
		s := start.Setting
		for i := range engine.Keys {
			k := &engine.Keys[i]
			if menu := missions.Offered(k, start.Setting); k.Group != engine.WorkGroup && len(menu) > 0 {
				*k.Field(&s) = menu[rng.IntN(len(menu))]
			}
		}
		s.Day = rng.Int64N(1000)
		if s.Hears == engine.Polling && s.Poll < 15*engine.Second {
			s.Poll = 15 * engine.Second // the story is the same and shorter
		}
		if s.Validate() != nil {
			continue
		}
		each(s)
	}
}

// TestEveryRequestOnce: an item's exchanges are its requests, attempts and forged posts, each once and by its own operation, in order of
// time, and both bindings have the same.
func TestEveryRequestOnce(t *testing.T) {
	operations := [...][]string{
		engine.FirstSend: {"SendMessage", "SendStreamingMessage"}, engine.Resend: {"SendStreamingMessage"}, engine.Repeat: {"SendMessage"},
		engine.Resubmit: {"SendMessage", "SendStreamingMessage"}, engine.Subscribe: {"SubscribeToTask"}, engine.Poll: {"GetTask"},
		engine.ReconcileGet: {"GetTask"}, engine.ReadAfter: {"GetTask"}, engine.Answer: {"SendMessage"},
	}
	settings(t, func(s engine.Setting, tr *engine.Trace) {
		for item := 0; item < len(tr.Items); item += 5 {
			told := map[int]*Exchange{}
			list := Exchanges(tr, item, HTTPJSON)
			n := 0
			for i := range list {
				x := &list[i]
				if i > 0 && x.At < list[i-1].At {
					t.Errorf("item %d: %s comes after %s", item, Times(x), Times(&list[i-1]))
				}
				if x.Event < 0 {
					continue
				}
				if x.Operation != "ListTasks" {
					n += x.Count
				}
				told[x.Event] = x
			}
			want := 0
			var current *Exchange
			for i := range tr.EventsOf(item) {
				e, index := &tr.EventsOf(item)[i], tr.FirstEvent(item)+i
				if !e.Kind.IsRequest() && e.Kind != engine.Attempt && e.Kind != engine.Forged {
					continue
				}
				want++
				if x := told[index]; x != nil {
					current = x
				}
				if current == nil || index > current.Last {
					t.Fatalf("item %d: event %d is in no exchange", item, index)
				}
				if e.Kind == engine.Attempt || e.Kind == engine.Forged {
					// A stranger's call is never told as one of the agent's, nor folded with one, nor the other way round.
					if want := map[engine.Kind]string{engine.Attempt: Notification, engine.Forged: Forgery}[e.Kind]; current.Operation != want || current.Count != 1 {
						t.Errorf("item %d: %d calls of the webhook are told as %s, want one as %s", item, current.Count, current.Operation, want)
					}
				} else if !strings.Contains(strings.Join(operations[e.Kind], " "), current.Operation) {
					t.Errorf("item %d: a request of kind %d is told as %s", item, e.Kind, current.Operation)
				}
			}
			if n != want {
				t.Errorf("item %d: %d requests, attempts and forged posts are told, want %d", item, n, want)
			}
			rpc := Exchanges(tr, item, JSONRPC)
			if len(rpc) != len(list) {
				t.Fatalf("item %d: %d exchanges in HTTP+JSON, %d in JSON-RPC", item, len(list), len(rpc))
			}
			for i := range rpc {
				if rpc[i].At != list[i].At || rpc[i].Count != list[i].Count || rpc[i].Operation != list[i].Operation || len(rpc[i].Answers) != len(list[i].Answers) {
					t.Errorf("item %d: %s is another exchange in JSON-RPC: %s", item, list[i].Line, rpc[i].Line)
				}
			}
		}
	})
}

// TestReal: every body is JSON, also as it is laid out, and the story can be read from the messages alone: the last state of a
// task that they show to the client, and when, is what the trace says that the client learned.
func TestReal(t *testing.T) {
	settings(t, func(s engine.Setting, tr *engine.Trace) {
		for item := 0; item < len(tr.Items); item += 7 {
			for _, binding := range []Binding{HTTPJSON, JSONRPC} {
				seen := map[string]engine.Time{} // of an ended task's ID
				for _, x := range Exchanges(tr, item, binding) {
					for _, m := range append([]Message{x.Request}, x.Answers...) {
						if m.Body == "" {
							continue
						}
						var laidOut, plain any
						if err := json.Unmarshal([]byte(m.Body), &plain); err != nil {
							t.Fatalf("item %d: %v in %s", item, err, m.Body)
						}
						if err := json.Unmarshal([]byte(Indent(m.Body)), &laidOut); err != nil {
							t.Fatalf("item %d: laid out: %v in %s", item, err, Indent(m.Body))
						}
						if a, b := asJSON(t, plain), asJSON(t, laidOut); a != b {
							t.Errorf("laid out it says something else:\n%s\n%s", a, b)
						}
					}
					heard := x.Answers
					if x.Operation == Notification {
						if x.Answers[0].Head == "" {
							continue // it did not arrive
						}
						heard = []Message{x.Request}
					}
					for _, m := range heard {
						ends(t, m.Body, func(id string) {
							if _, ok := seen[id]; !ok {
								seen[id] = m.At
							}
						})
					}
				}
				for _, e := range tr.EventsOf(item) {
					if e.Kind != engine.Learn {
						continue
					}
					id := TaskID(s.Day, item, int(e.Task)-tr.FirstTask(item))
					if at, ok := seen[id]; !ok || at != e.At {
						t.Errorf("item %d: the client learned of the end at %s, the messages say %v, %s", item, e.At.Clock(), ok, at.Clock())
					}
				}
			}
		}
	})
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// ends calls f with the ID of every task that a body shows in a terminal state.
func ends(t *testing.T, body string, f func(id string)) {
	t.Helper()
	if body == "" {
		return
	}
	var v any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Fatal(err)
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			if status, ok := v["status"].(map[string]any); ok {
				if state := status["state"]; state == "TASK_STATE_COMPLETED" || state == "TASK_STATE_FAILED" {
					id, _ := v["id"].(string)
					if id == "" {
						id, _ = v["taskId"].(string)
					}
					f(id)
				}
			}
			for _, one := range v {
				walk(one)
			}
		}
	}
	walk(v)
}

// TestListed: a look's pages hold as many tasks as the engine counted.
func TestListed(t *testing.T) {
	looks := 0
	settings(t, func(s engine.Setting, tr *engine.Trace) {
		before := engine.Time(0)
		for _, c := range tr.Checks {
			if n := len(Listed(tr, c.At, before)); n != c.Tasks {
				t.Errorf("the look at %s shows %d tasks, want %d", c.At.Clock(), n, c.Tasks)
			}
			before = c.At
			looks++
		}
	})
	t.Logf("%d looks", looks)
}

// TestGoldens compares stories of each kind with what was read and found right.
func TestGoldens(t *testing.T) {
	for _, c := range []struct {
		name, setting string
		item          int
		binding       Binding
	}{
		{"resend", "m=1", 149, HTTPJSON},
		{"subscribe", "m=1&drop=subscribe", 64, HTTPJSON},
		{"subscribe-rpc", "m=1&drop=subscribe", 64, JSONRPC},
		{"outage", "m=2&retries=8", 147, HTTPJSON},
		{"reconcile-list", "m=sandbox&items=12&span=20m&hears=push&retries=0&outage=1h&outageat=10m&reconcile=10m&by=list", 3, HTTPJSON},
		{"restart", "m=3&reconcile=30m&lost=resubmit", 146, HTTPJSON},
		{"polling", "m=4", 124, HTTPJSON},
		{"blocking", "m=sandbox&hears=block&flaps=8m&repeats=3", 64, HTTPJSON},
		{"forged-believed", "m=sandbox&outage=12m&forged=20m", 98, HTTPJSON},
		{"forged-refused", "m=sandbox&outage=12m&verify=on&forged=20m", 200, HTTPJSON},
		{"forged-refused-rpc", "m=sandbox&outage=12m&verify=on&forged=20m", 200, JSONRPC},
		{"card", "m=sandbox", 0, HTTPJSON},
	} {
		s := parsed(t, c.setting)
		list := []Exchange{Card(&s)}
		if c.name != "card" {
			list = Exchanges(run(t, s), c.item-1, c.binding)
		}
		got := Text(list)
		file := filepath.Join("testdata", c.name+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
			for i := range is {
				if i >= len(was) || was[i] != is[i] {
					t.Errorf("%s, line %d: %q (accept with go test ./wire -update)", c.name, i+1, is[i])
					break
				}
			}
		}
	}
}

// TestCurl: a shell gets the same address, headers and body.
func TestCurl(t *testing.T) {
	tr := run(t, parsed(t, "m=1"))
	x := Exchanges(tr, 0, HTTPJSON)[0]
	x.Request.Body = `{"text":"it's"}`
	got := Curl(&x)
	for _, part := range []string{"curl --no-buffer 'https://agent.example/message:stream'", "--header 'A2A-Version: 1.0'", `--data '{"text":"it'\''s"}'`} {
		if !strings.Contains(got, part) {
			t.Errorf("%s\nlacks %s", got, part)
		}
	}
}
