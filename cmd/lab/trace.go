package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/ui"
)

// traceSetting is lab trace.
func traceSetting(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("trace", flag.ContinueOnError)
	task := flags.Int("task", 0, "tell of task `K` only, counted from 1")
	asJSON := flags.Bool("json", false, "print JSON")
	s, err := parseSetting(flags, args)
	if err != nil {
		return err
	}
	given := false
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == "task" })
	if given && (*task < 1 || int64(*task) > s.Items) {
		return mistakef("-task %d is out of range: this setting delegates tasks 1 to %d", *task, s.Items)
	}
	var r engine.Runner
	var tr engine.Trace
	if err := r.Trace(&tr, s); err != nil {
		return err
	}
	from, to := 0, len(tr.Items)
	if given {
		from, to = *task-1, *task
	}
	w := bufio.NewWriter(out)
	if *asJSON {
		err = writeJSON(w, traceObject(&tr, from, to))
	} else {
		for i := from; i < to; i++ {
			if i > from {
				fmt.Fprintln(w)
			}
			fmt.Fprint(w, ui.StoryText(&tr, i))
		}
	}
	if err != nil {
		return err
	}
	return w.Flush()
}

// traceObject is the trace of some items. Causes are numbers of events within the item; times are milliseconds from the run's
// start, and null where something did not happen.
func traceObject(tr *engine.Trace, from, to int) object {
	var items []object
	for i := from; i < to; i++ {
		items = append(items, itemObject(tr, i))
	}
	checks := make([]object, 0, len(tr.Checks))
	for _, c := range tr.Checks {
		checks = append(checks, object{{"at_ms", int64(c.At)}, {"tasks", c.Tasks}, {"pages", c.Pages}})
	}
	return object{{"setting", missions.Text(tr.Setting)}, {"day", tr.Setting.Day}, {"end_ms", int64(tr.Setting.End)},
		{"hash", fmt.Sprintf("%016x", tr.Hash())}, {"items", items}, {"list_tasks", checks}}
}

func itemObject(tr *engine.Trace, i int) object {
	day, it, rep := tr.Setting.Day, &tr.Items[i], tr.Report.PerItem[i]
	tasks := make([]object, 0, 4)
	for n, k := range tr.TasksOf(i) {
		tasks = append(tasks, object{{"id", ui.TaskID(day, i, n)}, {"context_id", ui.ContextID(day, i, n)}, {"origin", originNames[k.Kind]},
			{"state", k.Final.String()}, {"created_ms", instant(k.Born)}, {"paused_ms", instant(k.Paused)}, {"resumed_ms", instant(k.Resumed)},
			{"ended_ms", instant(k.Ended)}, {"lost_ms", instant(k.Vanished)}, {"abandoned_ms", instant(k.Abandoned)}})
	}
	events := make([]object, 0, 16)
	for n, e := range tr.EventsOf(i) {
		events = append(events, eventObject(tr, i, n, &e))
	}
	return object{{"task", i + 1}, {"created_ms", instant(it.Created)}, {"work_ms", instant(it.Work)}, {"pause_after_ms", instant(it.PauseAt)},
		{"message_id", ui.MessageID(day, i)}, {"outcome", fateNames[rep.Fate]}, {"missed_input", rep.Missed}, {"requests", rep.Requests},
		{"tasks", tasks}, {"events", events}}
}

func eventObject(tr *engine.Trace, item, n int, e *engine.Event) object {
	o := object{{"event", n}, {"at_ms", instant(e.At)}, {"kind", kindNames[e.Kind]}}
	if e.Task >= 0 {
		o = append(o, member{"task_id", ui.TaskID(tr.Setting.Day, item, int(e.Task)-tr.FirstTask(item))})
	}
	if e.State != engine.NoState {
		o = append(o, member{"state", e.State.String()})
	}
	switch e.Kind {
	case engine.Learn, engine.LearnPause, engine.Notice, engine.Repeated:
		o = append(o, member{"by", e.Via.String()})
	case engine.Attempt:
		o = append(o, member{"attempt", e.Attempt})
	}
	if e.Kind.IsRequest() || e.Kind == engine.Attempt || e.Kind == engine.Repeated {
		o = append(o, member{"result", resultNames[e.Result]})
	}
	if e.Cause >= 0 {
		o = append(o, member{"cause", int(e.Cause) - tr.FirstEvent(item)})
	}
	if e.Failure.Kind != engine.NoFailure {
		f := object{{"kind", e.Failure.Kind.String()}}
		if e.Failure.Kind == engine.Flap || e.Failure.Kind == engine.LostAck {
			f = append(f, member{"index", e.Failure.Index})
		}
		o = append(o, member{"failure", f})
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
	fateNames   = [...]string{"unknown", "learned", "escalated"}
	resultNames = [...]string{"ok", "TaskNotFoundError", "UnsupportedOperationError", "undelivered", "acknowledgement_lost", "handled_twice", "absorbed"}
	kindNames   = map[engine.Kind]string{
		engine.FirstSend: "send", engine.Resend: "resend", engine.Repeat: "repeat", engine.Resubmit: "resubmit",
		engine.Subscribe: "subscribe", engine.Poll: "poll", engine.ReconcileGet: "reconcile", engine.ReadAfter: "read_after_refusal",
		engine.Answer: "answer", engine.Arrival: "arrival", engine.TaskCreated: "task_created", engine.TaskPaused: "task_paused",
		engine.TaskResumed: "task_resumed", engine.TaskCompleted: "task_completed", engine.TaskFailed: "task_failed",
		engine.TaskVanished: "task_lost", engine.Attempt: "webhook_attempt", engine.Cut: "connection_cut", engine.TimedOut: "call_timed_out",
		engine.GaveUp: "gave_up", engine.Listed: "listed", engine.Learn: "outcome_learned", engine.LearnPause: "pause_learned",
		engine.Notice: "loss_noticed", engine.Escalate: "escalated", engine.Repeated: "completed_again",
	}
)
