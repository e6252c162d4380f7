package ui

import (
	"fmt"
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/wire"
)

// TraceObject is the trace of some items. Causes are numbers of events within the item; times are milliseconds from the run's
// start, and null where something did not happen.
func TraceObject(tr *engine.Trace, from, to int) Object {
	var items []Object
	for i := from; i < to; i++ {
		items = append(items, itemObject(tr, i))
	}
	checks := make([]Object, 0, len(tr.Checks))
	for _, c := range tr.Checks {
		checks = append(checks, Object{"at_ms", int64(c.At), "tasks", c.Tasks, "pages", c.Pages})
	}
	return Object{"setting", missions.Text(tr.Setting), "day", tr.Setting.Day, "end_ms", int64(tr.Setting.End),
		"hash", fmt.Sprintf("%016x", tr.Hash()), "items", items, "list_tasks", checks}
}

func itemObject(tr *engine.Trace, i int) Object {
	day, it, rep := tr.Setting.Day, &tr.Items[i], tr.Report.PerItem[i]
	tasks := make([]Object, 0, 4)
	for n, k := range tr.TasksOf(i) {
		tasks = append(tasks, Object{"id", wire.TaskID(day, i, n), "context_id", wire.ContextID(day, i, n), "origin", originNames[k.Kind],
			"state", k.Final.String(), "created_ms", instant(k.Born), "paused_ms", instant(k.Paused), "resumed_ms", instant(k.Resumed),
			"ended_ms", instant(k.Ended), "lost_ms", instant(k.Vanished), "abandoned_ms", instant(k.Abandoned)})
	}
	events := make([]Object, 0, 16)
	for n, e := range tr.EventsOf(i) {
		events = append(events, eventObject(tr, i, n, &e))
	}
	return Object{"task", i + 1, "created_ms", instant(it.Created), "work_ms", instant(it.Work), "pause_after_ms", instant(it.PauseAt),
		"message_id", wire.MessageID(day, i), "outcome", fateNames[rep.Fate], "missed_input", rep.Missed, "requests", rep.Requests,
		"tasks", tasks, "events", events}
}

func eventObject(tr *engine.Trace, item, n int, e *engine.Event) Object {
	o := Object{"event", n, "at_ms", instant(e.At), "kind", kindNames[e.Kind]}
	if e.Task >= 0 {
		o = append(o, "task_id", wire.TaskID(tr.Setting.Day, item, int(e.Task)-tr.FirstTask(item)))
	}
	if e.State != engine.NoState {
		o = append(o, "state", e.State.String())
	}
	switch e.Kind {
	case engine.Learn, engine.LearnPause, engine.Notice, engine.Repeated, engine.Misled:
		o = append(o, "by", e.Via.String())
	case engine.Attempt:
		o = append(o, "attempt", e.Attempt)
	}
	if e.Kind.IsRequest() || e.Kind == engine.Attempt || e.Kind == engine.Repeated {
		o = append(o, "result", resultNames[e.Result])
	}
	if e.Kind == engine.Forged {
		result := "believed"
		if e.Result == engine.Refused {
			result = "refused"
		}
		o = append(o, "result", result)
	}
	if e.Cause >= 0 {
		o = append(o, "cause", int(e.Cause)-tr.FirstEvent(item))
	}
	if e.Failure.Kind != engine.NoFailure {
		f := Object{"kind", e.Failure.Kind.String()}
		if e.Failure.Kind.Own() {
			f = append(f, "index", e.Failure.Index)
		}
		o = append(o, "failure", f)
	}
	return o
}

// instant is a time in milliseconds, or null.
func instant(t engine.Time) any {
	if t == engine.Never {
		return nil
	}
	return int64(t)
}

// The names of the engine's kinds in JSON.
var (
	originNames = [...]string{"original", "duplicate", "resubmission", "work_done_twice"}
	fateNames   = [...]string{"unknown", "learned", "escalated", "wrong"}
	resultNames = [...]string{"ok", "TaskNotFoundError", "UnsupportedOperationError", "undelivered", "acknowledgement_lost", "handled_twice", "absorbed"}
	kindNames   = map[engine.Kind]string{
		engine.FirstSend: "send", engine.Resend: "resend", engine.Repeat: "repeat", engine.Resubmit: "resubmit",
		engine.Subscribe: "subscribe", engine.Poll: "poll", engine.ReconcileGet: "reconcile", engine.ReadAfter: "read_after_refusal",
		engine.Answer: "answer", engine.Arrival: "arrival", engine.TaskCreated: "task_created", engine.TaskPaused: "task_paused",
		engine.TaskResumed: "task_resumed", engine.TaskCompleted: "task_completed", engine.TaskFailed: "task_failed",
		engine.TaskVanished: "task_lost", engine.Attempt: "webhook_attempt", engine.Cut: "connection_cut", engine.TimedOut: "call_timed_out",
		engine.GaveUp: "gave_up", engine.Listed: "listed", engine.Learn: "outcome_learned", engine.LearnPause: "pause_learned",
		engine.Notice: "loss_noticed", engine.Escalate: "escalated", engine.Repeated: "completed_again",
		engine.Forged: "webhook_forged", engine.Misled: "forgery_believed",
	}
)

// ReportObject is a day's report: the setting, the figures, and how the mission's goals stand on that day.
func ReportObject(r *engine.Report, s *engine.Setting) Object {
	o := Object{"setting", missions.Text(*s), "day", s.Day}
	for _, f := range Figures {
		o = append(o, f.Name, OrNull(f.Of(r)))
	}
	m := missions.Find(s.Start)
	if m == nil {
		return o
	}
	verdicts, _ := m.Practice(r)
	var goals []Object
	for i := range verdicts {
		g := &verdicts[i]
		goals = append(goals, Object{"star", g.Star, "goal", g.Sentence, "number", g.Number, "text", g.Text, "held", g.Holds})
	}
	return append(o, "goals", goals)
}

// ReportCSV is the report as comma-separated values: one figure a line, times in milliseconds.
func ReportCSV(r *engine.Report, s *engine.Setting) string {
	var b strings.Builder
	b.WriteString("figure,value\nsetting," + quoted(missions.Text(*s)) + "\nday," + strconv.FormatInt(s.Day, 10) + "\n")
	for _, f := range Figures {
		b.WriteString(f.Name + ",")
		if n, ok := f.Of(r); ok {
			b.WriteString(strconv.FormatFloat(n, 'f', -1, 64))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TraceCSV is every event of the trace as comma-separated values, one a line; causes are numbers of events within the task.
func TraceCSV(tr *engine.Trace) string {
	var b strings.Builder
	b.WriteString("task,event,at_ms,kind,task_id,state,result,by,attempt,cause,failure\n")
	for item := range tr.Items {
		for n := range tr.EventsOf(item) {
			e := &tr.EventsOf(item)[n]
			o := eventObject(tr, item, n, e)
			b.WriteString(strconv.Itoa(item+1) + "," + strconv.Itoa(n))
			for _, name := range [...]string{"at_ms", "kind", "task_id", "state", "result", "by", "attempt", "cause", "failure"} {
				b.WriteByte(',')
				switch v := o.value(name).(type) {
				case nil:
				case Object:
					b.WriteString(quoted(v.value("kind").(string)))
				case string:
					b.WriteString(quoted(v))
				default:
					b.Write(appendJSON(nil, v, ""))
				}
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// value is a member's value, or nil.
func (o Object) value(name string) any {
	for i := 0; i < len(o); i += 2 {
		if o[i] == name {
			return o[i+1]
		}
	}
	return nil
}

// quoted is a field of comma-separated values.
func quoted(s string) string {
	if !strings.ContainsAny(s, ",\"\n") {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
