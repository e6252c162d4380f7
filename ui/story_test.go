package ui

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

var updateStories = flag.Bool("update", false, "rewrite the stories in testdata")

// TestStories compares stories with their golden files. Whoever changes a word or a rule reads the difference before accepting it.
func TestStories(t *testing.T) {
	for _, c := range []struct {
		name, text string
		item       int
	}{
		{"resend", "m=1", 107},
		{"subscribe", "m=1&drop=subscribe", 110},
		{"give-up", "m=1&drop=giveup", 1},
		{"silent-receiver", "m=2&reconcile=15m", 146},
		{"forgotten", "m=3&reconcile=20m", 11},
		{"resubmit", "m=3&reconcile=20m&lost=resubmit", 11},
		{"poll", "m=4", 19},
		{"push-everything", "m=4&hears=push&reconcile=10m", 0},
		{"lost-acknowledgements", "m=sandbox&pauses=0.3&reconcile=20m&idempotent=on&retries=8&outage=30m&acks=0.2", 15},
		{"list-and-escalate", "m=sandbox&hears=stream&drop=giveup&reconcile=10m&by=list&lost=escalate&flaps=8m&restart=1h", 91},
		{"block-deduplicated", "m=sandbox&pauses=1&hears=block&blocktimeout=5m&reconcile=10m&dedupe=on&flaps=5m", 2},
		{"resend-and-restart", "m=sandbox&pauses=1&hears=stream&drop=resend&flaps=5m&restart=1h", 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := traceOf(t, c.text)
			var b strings.Builder
			b.WriteString(StoryText(tr, c.item))
			b.WriteString("\nTooltips:\n")
			for i := range tr.EventsOf(c.item) {
				if e := tr.FirstEvent(c.item) + i; shownKinds[tr.Events[e].Kind] && i < 60 {
					b.WriteString(Words(tr, e) + "\n")
				}
			}
			for i := range tr.TasksOf(c.item) {
				b.WriteString(TaskWords(tr, tr.FirstTask(c.item)+i) + "\n")
			}
			golden(t, "story-"+c.name+".txt", b.String())
		})
	}
}

// shownKinds are the events that have a mark of their own in the picture, but for ticks.
var shownKinds = map[engine.Kind]bool{engine.Cut: true, engine.TimedOut: true, engine.Attempt: true, engine.Learn: true, engine.Escalate: true}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *updateStories {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v\nto write it: go test ./ui -run TestStories -update", err)
	}
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i == len(w) || g[i] != w[i] {
			t.Fatalf("%s differs at line %d:\n got %s\nwant %s\nIf the change is meant: go test ./ui -run TestStories -update", path, i+1, g[i], strings.Join(w[i:min(i+1, len(w))], ""))
		}
	}
	if len(g) != len(w) {
		t.Fatalf("%s has %d lines more. If the change is meant: go test ./ui -run TestStories -update", path, len(w)-len(g))
	}
}

// TestStoryTellsAll checks over many settings that the lines tell every event once and in order, each after its cause,
// and that their words agree with the trace.
func TestStoryTellsAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	told := map[engine.Kind]int{}
	rare := map[string]bool{
		"too late, refused with UnsupportedOperationError": false,
		"sent its answer (SendMessage for the task): Task": false,
		"tried to subscribe":                       false,
		"recognised its messageId":                 false,
		"sent the same answer again":               false,
		"again (repeat 1 of 3): TaskNotFoundError": false,
		"the work is done twice":                   false,
		"forgot tasks 1 to":                        false,
		"TaskNotFoundError each time":              false,
		"nothing new to the client":                false,
		"nothing else will tell it":                false,
		"it cannot check with GetTask":             false,
		"by reconciliation only":                   false,
		"had heard nothing for long":               false,
		"never learned that the agent had lost":    false,
		"was still waiting for a task":             false,
		"The run ended with":                       false,
	}
	for n := range 150 {
		s := randomSetting(rng)
		if n%10 == 0 { // tasks that end while the client is away for a second are rare
			s.Hears, s.Drop, s.Flaps, s.Restart = engine.Streaming, engine.SubscribeOnDrop, 30*engine.Second, engine.Never
		}
		if n%10 == 1 { // and so are answers that come too late
			s.Hears, s.Poll, s.Pauses, s.InputTimeout, s.Wait = engine.Polling, 2*engine.Minute, 1_000_000, 5*engine.Minute, 4*engine.Minute
			s.Restart, s.Persist, s.Lost = engine.Hour, engine.Off, engine.WaitOnLost
		}
		if n%10 == 2 { // and answers whose call a restart breaks
			s.Hears, s.BlockTime, s.Repeats, s.Pauses, s.Restart, s.Persist = engine.Blocking, engine.Hour, 3, 1_000_000, engine.Hour, engine.Off
			s.Median, s.Shortest, s.Longest = 40*engine.Minute, engine.Minute, 2*engine.Hour
		}
		tr := traceSetting(t, s)
		for range 12 {
			item := rng.IntN(len(tr.Items))
			lines := Story(tr, item)
			next, at := tr.FirstEvent(item), engine.Time(0)
			for i, l := range lines {
				checkWording(t, tr, l)
				for words := range rare {
					rare[words] = rare[words] || strings.Contains(l.Text, words)
				}
				if l.At < at {
					t.Errorf("%s: item %d: %q goes back in time", missions.Text(s), item, l.Text)
				}
				at = l.At
				if l.Event < 0 && i == len(lines)-1 && l.Last < 0 && l.At == s.End {
					continue
				}
				if l.Event != next || l.Last < l.Event || l.At != tr.Events[l.Event].At || l.Cause >= l.Event {
					t.Fatalf("%s: item %d: line %+v should begin with event %d", missions.Text(s), item, l, next)
				}
				next = l.Last + 1
				checkTruth(t, tr, l)
			}
			if next != tr.FirstEvent(item)+len(tr.EventsOf(item)) {
				t.Errorf("%s: item %d: the story ends before event %d", missions.Text(s), item, next)
			}
			last := lines[len(lines)-1]
			fate := tr.Report.PerItem[item].Fate
			if open := fate == engine.FateUnknown || fate == engine.FateWrong; open != (last.Event < 0) {
				t.Errorf("%s: item %d: the last line is %q", missions.Text(s), item, last.Text)
			}
			for i, e := range tr.EventsOf(item) {
				told[e.Kind]++
				words := Words(tr, tr.FirstEvent(item)+i)
				checkWording(t, tr, Line{Text: strings.TrimPrefix(words, e.At.Clock()+" ")})
			}
			for i := range tr.TasksOf(item) {
				checkWording(t, tr, Line{Text: TaskWords(tr, tr.FirstTask(item)+i)})
			}
			checkWording(t, tr, Line{Text: Headline(tr, item)})
		}
	}
	for words, said := range rare {
		if !said {
			t.Errorf("no story says %q: the test shows nothing of it", words)
		}
	}
	for k := engine.Kind(0); k <= engine.Repeated; k++ {
		if told[k] == 0 && k != engine.ListPage {
			t.Errorf("no story has an event of kind %d: the test shows nothing of it", k)
		}
	}
}

var (
	sound  = regexp.MustCompile(`^[A-Z][^%!\n]*[^ .]\.$`)
	broken = regexp.MustCompile(`  | ,|,,|;;|\.\.|\(\)|: ;| $|-\d|task 0`)
)

func checkWording(t *testing.T, tr *engine.Trace, l Line) {
	t.Helper()
	if !sound.MatchString(l.Text) || broken.MatchString(l.Text) {
		t.Errorf("%s: %q reads badly", missions.Text(tr.Setting), l.Text)
	}
}

var times = regexp.MustCompile(`(polled|checked) (\d+) times`)

// checkTruth compares what a line claims with what the trace has.
func checkTruth(t *testing.T, tr *engine.Trace, l Line) {
	t.Helper()
	s := &tr.Setting
	wrong := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s: %q: %s", missions.Text(*s), l.Text, fmt.Sprintf(format, args...))
	}
	e := tr.Events[l.Event]
	if m := times.FindStringSubmatch(l.Text); m != nil {
		if n, _ := strconv.Atoi(m[2]); n != l.Last-l.Event+1 {
			wrong("there were %d", l.Last-l.Event+1)
		}
		for _, q := range tr.Events[l.Event : l.Last+1] {
			if q.Kind != e.Kind || q.State != e.State || q.Result != e.Result {
				wrong("they are not alike")
			}
		}
	}
	says := func(words string) bool { return strings.Contains(l.Text, words) }
	item := int(e.Item)
	later := tr.Events[l.Last+1 : tr.FirstEvent(item)+len(tr.EventsOf(item))]
	if says("recognised its messageId") != (e.Result == engine.OK && s.Dedupe == engine.On && !tells(tr, l, engine.TaskCreated) &&
		(e.Kind == engine.Resend || e.Kind == engine.Repeat) && !says("same answer")) {
		wrong("deduplication is %v", s.Dedupe)
	}
	if says("same answer") && tells(tr, l, engine.TaskCreated) {
		wrong("an answer made a task")
	}
	if (says("nothing else will tell it") || says("it cannot check with GetTask")) && tr.Report.PerItem[item].Fate != engine.FateUnknown {
		wrong("but the outcome was learned")
	}
	if e.Kind != engine.Attempt {
		return
	}
	var again *engine.Event // the next attempt of the same notification
	for i := range later {
		if a := &later[i]; a.Kind == engine.Attempt && a.Task == e.Task && (a.State == engine.InputRequired) == (e.State == engine.InputRequired) {
			again = a
			break
		}
	}
	due := e.At + s.Base<<(e.Attempt-1)
	switch vanished := tr.Tasks[e.Task].Vanished; {
	case !says("next attempt"):
		if again != nil {
			wrong("there is another at %v", again.At)
		}
	case again == nil && due < s.End && (vanished == engine.Never || vanished > due):
		wrong("there is none")
	case again != nil && again.At != due:
		wrong("it comes at %v", again.At)
	}
}

// tells tells whether the line has an event of the kind.
func tells(tr *engine.Trace, l Line, k engine.Kind) bool {
	for _, e := range tr.Events[l.Event : l.Last+1] {
		if e.Kind == k {
			return true
		}
	}
	return false
}
