package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// runItem runs a setting over one item given to the millisecond.
func runItem(t *testing.T, text string, it Item) *Trace {
	t.Helper()
	s := setting(t, text+"&items=1")
	var r Runner
	r.drew, r.items = s.workload(), []Item{it}
	tr := new(Trace)
	if err := r.Trace(tr, s); err != nil {
		t.Fatal(err)
	}
	return tr
}

// Two items of six minutes, created at ten minutes; the second pauses after two.
var (
	plain   = Item{Created: 10 * Minute, Work: 6 * Minute, PauseAt: Never}
	pausing = Item{Created: 10 * Minute, Work: 6 * Minute, PauseAt: 2 * Minute}
)

// kinds is the story of item 0 in the test's own short words: what happened, when it is asked for, at an instant.
func kinds(tr *Trace, at Time) string {
	names := map[Kind]string{FirstSend: "send", Resend: "resend", Repeat: "repeat", Resubmit: "resubmit", Subscribe: "subscribe",
		Poll: "poll", ReconcileGet: "get", ReadAfter: "read", Answer: "answer", Arrival: "arrival", TaskCreated: "created",
		TaskPaused: "paused", TaskResumed: "resumed", TaskCompleted: "completed", TaskFailed: "failed", TaskVanished: "vanished",
		Attempt: "attempt", Cut: "cut", TimedOut: "timeout", GaveUp: "gaveup", Listed: "listed", Learn: "learn",
		LearnPause: "learnpause", Notice: "notice", Escalate: "escalate", Repeated: "repeated"}
	results := map[Result]string{NotFound: "?", Refused: "!", Undelivered: "!", AckLost: "~"}
	var list []string
	for _, e := range tr.EventsOf(0) {
		if e.At == at {
			list = append(list, names[e.Kind]+results[e.Result])
		}
	}
	return strings.Join(list, " ")
}

// TestBoundaries are the cases of the model's last line of section 7 and its rules of one instant and of half-open windows.
func TestBoundaries(t *testing.T) {
	const end = 16 * Minute // of the plain item
	for _, c := range []struct {
		name, text string
		item       Item
		at         Time   // an instant…
		happens    string // …and all that happens then
		learned    Time   // how late, Never if not at all
		requests   int
		more       func(r *Report) bool
	}{
		{"a stream cut 500 ms before the end, subscribe", "hears=stream&persist=on&restart=15m59.5s", plain,
			end + 500, "subscribe! read learn", 500, 3, nil},
		{"a stream cut 500 ms before the end, re-send", "hears=stream&drop=resend&persist=on&restart=15m59.5s", plain,
			end + 500, "resend created", 0, 2, func(r *Report) bool { return r.Duplicates == 1 && r.Wasted == 0 }},
		{"an outage of ten minutes from the end, seven retries", "outage=10m&outageat=16m&retries=7", plain,
			end + 635*Second, "attempt learn", 635 * Second, 1, func(r *Report) bool { return r.Attempts == Attempts{1, 7, 0} }},
		{"…and six do not suffice", "outage=10m&outageat=16m&retries=6", plain,
			end + 315*Second, "attempt!", Never, 1, func(r *Report) bool { return r.Attempts == Attempts{0, 7, 0} && r.Unknown == 1 }},

		{"an outage's window is closed at its start", "outage=1m&outageat=16m", plain, end, "completed attempt!", 75 * Second, 1, nil},
		{"an outage's window is open at its end", "outage=35s&outageat=16m", plain, end + 35*Second, "attempt learn", 35 * Second, 1, nil},
		{"an outage that ends at the end", "outage=16m&outageat=0s", plain, end, "completed attempt learn", 0, 1, nil},
		{"a run that ends at the end does not see it", "span=1m&end=16m", plain, end, "", Never, 1, func(r *Report) bool { return r.Unknown == 1 && r.Attempts == Attempts{} }},
		{"a run that ends a millisecond later does", "span=1m&end=16m0.001s", plain, end, "completed attempt learn", 0, 1, nil},

		{"a finish at the instant of a drop comes after the drop", "hears=stream&persist=on&restart=16m", plain,
			end, "cut completed", Second, 3, func(r *Report) bool { return r.Cuts[CutByRestart] == 1 }},
		{"a restart at the instant of the finish loses unfinished work", "hears=poll&poll=1m&restart=16m&lost=resubmit", plain,
			end, "vanished poll? notice resubmit created", 0, 1 + 6 + 1 + 6, func(r *Report) bool { return r.Resubmitted == 1 && r.DoneTwice == 0 && r.NoticeMax == 0 }},
		{"a restart a millisecond after the finish loses finished work", "outage=1h&outageat=0s&reconcile=10m&restart=16m0.001s&lost=resubmit", plain,
			20 * Minute, "get? notice resubmit created", 4 * Minute, 4, func(r *Report) bool { return r.Resubmitted == 1 && r.DoneTwice == 1 }},
		{"a restart at the instant of creation finds nothing to lose", "restart=10m", plain, 10 * Minute, "arrival send created", 0, 1, nil},
		{"a restart at the instant of a retry comes first", "outage=1s&outageat=16m&restart=16m5s", plain,
			end + 5*Second, "vanished", Never, 1, func(r *Report) bool { return r.Attempts == Attempts{0, 1, 0} && r.Unnoticed == 1 }},
		{"persisted, the retry happens", "outage=1s&outageat=16m&restart=16m5s&persist=on", plain, end + 5*Second, "attempt learn", 5 * Second, 1, nil},

		{"a poll at the instant of a finish sees it", "hears=poll&poll=2m", plain, end, "completed poll learn", 0, 4, nil},
		{"a re-attachment at the instant of a finish sees it", "hears=stream&persist=on&restart=15m59s", plain,
			end, "completed subscribe! read learn", 0, 3, nil},
		{"a call that times out at the instant of the finish returns", "hears=block&blocktimeout=6m", plain,
			end, "completed learn", 0, 1, func(r *Report) bool { return r.TotalCuts() == 0 }},
		{"a call that times out a millisecond before does not", "hears=block&blocktimeout=5m59.999s&repeats=0", plain,
			end - 1, "timeout gaveup", Never, 1, func(r *Report) bool { return r.Cuts[CutByTimeout] == 1 }},
		{"a look at the instant of a finish shows it", "outage=24h&outageat=0s&reconcile=8m&by=list", plain,
			end, "completed attempt! listed learn", 0, 2, nil},

		{"the first look shows also what was created at the run's first instant", "hears=block&repeats=0&reconcile=2m&by=list", Item{Work: 6 * Minute, PauseAt: Never},
			2 * Minute, "listed", 0, 1 + 3, nil},

		{"an answer that arrives when the pause times out is too late", "outage=1h&outageat=12m0.001s&inputtimeout=1m&reconcile=30m", pausing,
			13 * Minute, "failed attempt! answer!", 27 * Minute, 3, func(r *Report) bool { return r.MissedInput == 1 }},
		{"…and not sent if the failure was heard at once", "inputtimeout=1m", pausing, 13 * Minute, "failed attempt learn", 0, 1, func(r *Report) bool { return r.MissedInput == 1 }},
		{"an answer a millisecond earlier is in time", "inputtimeout=1m0.001s", pausing, 13 * Minute, "answer resumed", 0, 2, func(r *Report) bool { return r.MissedInput == 0 }},
		{"a late webhook announces a pause that is over", "outage=21m&outageat=12m&retries=8", pausing,
			12*Minute + 1275*Second, "attempt learnpause", 635 * Second, 2, func(r *Report) bool { return r.Pauses.Max == 1275*Second && r.MissedInput == 1 }},
		{"…and the answer to it is refused", "outage=21m&outageat=12m&retries=8", pausing, 12*Minute + 1335*Second, "answer!", 635 * Second, 2, nil},

		{"what was scheduled first goes first: the answer, heard by reconciliation before the poll", "hears=poll&poll=1m&reconcile=2m", pausing,
			13 * Minute, "answer resumed poll", 0, 1 + 7 + 3 + 1, nil},
		{"what was scheduled first goes first: the poll, which heard of the pause", "hears=poll&poll=1m", pausing,
			13 * Minute, "poll answer resumed", 0, 1 + 7 + 1, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := runItem(t, c.text, c.item)
			rep := &tr.Report
			if got := kinds(tr, c.at); got != c.happens {
				t.Errorf("at %v happens %q, want %q", c.at, got, c.happens)
			}
			if c.requests > 0 && (rep.TotalRequests() != c.requests || (c.learned == Never) != (rep.Learned == 0) || c.learned != Never && rep.Learn.Max != c.learned) {
				t.Errorf("%d requests, learned %d after %v; want %d, after %v", rep.TotalRequests(), rep.Learned, rep.Learn.Max, c.requests, c.learned)
			}
			if c.more != nil && !c.more(rep) {
				t.Errorf("report: %s", reportText(rep))
			}
			if t.Failed() {
				for _, e := range tr.Events {
					t.Logf("%+v", e)
				}
			}
		})
	}
}

// TestLooks follows the clock of ListTasks over two items: it begins with the run, rests while nothing is open, and counts
// each change once, also one at the instant of a look.
func TestLooks(t *testing.T) {
	s := setting(t, "items=2&outage=24h&outageat=0s&reconcile=4m&by=list&retries=0")
	var r Runner
	r.drew, r.items = s.workload(), []Item{
		{Created: 8 * Minute, Work: 6 * Minute, PauseAt: Never},   // born at a look, ends between two
		{Created: 30 * Minute, Work: 8 * Minute, PauseAt: Minute}, // pauses between two looks; the answer falls between two as well
	}
	var tr Trace
	if err := r.Trace(&tr, s); err != nil {
		t.Fatal(err)
	}
	want := []Check{
		{8 * Minute, 1, 1}, {12 * Minute, 0, 1}, {16 * Minute, 1, 1}, // learned; then nothing is open until 30m
		{32 * Minute, 1, 1}, // paused at 31m: shown once, as it stands; answered at 33m
		{36 * Minute, 1, 1}, // resumed
		{40 * Minute, 1, 1}, // completed at exactly 40m
	}
	if !slices.Equal(tr.Checks, want) {
		t.Errorf("checks %v, want %v", tr.Checks, want)
	}
	if tr.Report.Requests[ListPage] != 6 || tr.Report.Learn.Max != 2*Minute {
		t.Errorf("report: %s", reportText(&tr.Report))
	}
}

// TestAnswerAfterLook: a change that the client itself brings about at the instant of a look, after it, is on no look: its
// timestamp is not later than that check, nor was it there to be shown.
func TestAnswerAfterLook(t *testing.T) {
	tr := runItem(t, "reconcile=13m&by=list&answer=1m", Item{Created: 10 * Minute, Work: 20 * Minute, PauseAt: 2 * Minute})
	if got := kinds(tr, 13*Minute); got != "listed answer resumed" {
		t.Fatalf("at 13m happens %q", got)
	}
	if want := []Check{{13 * Minute, 1, 1}, {26 * Minute, 0, 1}}; !slices.Equal(tr.Checks, want) {
		t.Errorf("checks %v, want %v", tr.Checks, want)
	}
}

// TestPages: fifty tasks make a page, fifty-one make two, and none still costs one.
func TestPages(t *testing.T) {
	for n, pages := range map[int]int{1: 1, 49: 1, 50: 1, 51: 2, 100: 2, 101: 3} {
		s := setting(t, fmt.Sprintf("items=%d&outage=24h&outageat=0s&reconcile=10m&by=list&end=2h0.001s", n))
		var r Runner
		r.drew = s.workload()
		for range n {
			r.items = append(r.items, Item{Created: Minute, Work: 12 * Minute, PauseAt: Never})
		}
		rep, err := r.Report(s)
		if err != nil || rep.Requests[ListPage] != 2*pages || rep.Learned != n {
			t.Errorf("%d tasks: %v, %d pages for two looks, want %d each", n, err, rep.Requests[ListPage], pages)
		}
	}
}

// TestSilence: a client that reconciles by ListTasks asks by GetTask when it has heard nothing for thirty minutes, and again
// after thirty more: an answer that the task is unknown is an answer.
func TestSilence(t *testing.T) {
	tr := runItem(t, "reconcile=10m&by=list&restart=11m&end=2h30m", plain)
	var asked []Time
	for _, e := range tr.Events {
		if e.Kind == ReconcileGet {
			asked = append(asked, e.At)
		}
	}
	if want := []Time{40 * Minute, 70 * Minute, 100 * Minute, 130 * Minute}; !slices.Equal(asked, want) {
		t.Errorf("GetTask at %v, want %v", asked, want)
	}
}

// TestResubmittedCall: a blocking call that resubmits a lost task does not know the new task's ID before it returns, so
// reconciliation by GetTask cannot ask about it.
func TestResubmittedCall(t *testing.T) {
	tr := runItem(t, "hears=block&blocktimeout=1h&answer=10m&reconcile=1m&restart=13m&lost=resubmit",
		Item{Created: 10 * Minute, Work: 30 * Minute, PauseAt: 2 * Minute})
	if got := kinds(tr, 13*Minute); got != "vanished get? notice resubmit created" {
		t.Fatalf("at 13m happens %q", got)
	}
	for _, e := range tr.EventsOf(0) {
		if e.Kind == ReconcileGet && e.At > 13*Minute && e.At < 15*Minute {
			t.Errorf("GetTask at %v, before the call returned at 15m", e.At)
		}
	}
}

// TestOrphanAge: an item is an orphan when it is older than its work plus ten minutes, not when it is as old.
func TestOrphanAge(t *testing.T) {
	for reconcile, want := range map[string]int{"16m": 0, "16m0.001s": 0, "16m0.002s": 1} {
		if tr := runItem(t, "outage=24h&outageat=0s&reconcile="+reconcile, plain); tr.Report.OrphansMax != want {
			t.Errorf("learned after %s: %d orphans, want %d", reconcile, tr.Report.OrphansMax, want)
		}
	}
}
