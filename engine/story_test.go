package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStories tells each file of testdata/*.txt again: a comment that says what is shown, a setting, and everything that happens
// to its first item, in words, with causes. After a change of the model, go test ./engine -update rewrites them.
func TestStories(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d stories, %v", len(files), err)
	}
	for _, file := range files {
		if file == hashFile {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			was, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var head, text string
			for line := range strings.Lines(string(was)) {
				head += line
				if !strings.HasPrefix(line, "#") {
					text = strings.TrimSpace(line)
					break
				}
			}
			var r Runner
			var tr Trace
			told := setting(t, text)
			if err := r.Trace(&tr, told); err != nil {
				t.Fatal(err)
			}
			if canonical := told.Text(Start{"sandbox", Defaults(), nil}); canonical != text {
				t.Errorf("the setting's text is not canonical; write %s", canonical)
			}
			now := head + "\n" + narrate(&tr)
			if *update {
				if err := os.WriteFile(file, []byte(now), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if now != string(was) {
				t.Errorf("%s\nRead it; if the change is meant: go test ./engine -update", firstDifference(string(was), now))
			}
			if n := strings.Count(now, "\n"); n > 60 || !strings.HasPrefix(head, "# ") {
				t.Errorf("%d lines; a story has one idea, said in a comment, and fewer than sixty lines", n)
			}
		})
	}
}

func firstDifference(was, now string) string {
	a, b := strings.Split(was, "\n"), strings.Split(now, "\n")
	for i := 0; ; i++ {
		switch {
		case i == len(a) || i == len(b) || a[i] != b[i]:
			a, b = append(a, "(nothing)"), append(b, "(nothing)")
			return fmt.Sprintf("line %d is\n%s\nand was\n%s", i+1, b[min(i, len(b)-1)], a[min(i, len(a)-1)])
		}
	}
}

// narrate tells the first item's story. Lines are numbered, so that each can name the line that caused it.
func narrate(tr *Trace) string {
	var b strings.Builder
	it := tr.Items[0]
	fmt.Fprintf(&b, "The task takes %v of work", it.Work)
	if it.PauseAt != Never {
		fmt.Fprintf(&b, " and pauses for input after %v", it.PauseAt)
	}
	b.WriteString(".\n\n")
	first := int32(tr.FirstEvent(0))
	for i, e := range tr.EventsOf(0) {
		fmt.Fprintf(&b, "%3d  %-14v %s", i, e.At, words(tr, e))
		var because []string
		if e.Cause >= 0 {
			because = append(because, fmt.Sprintf("of %d", e.Cause-first))
		}
		if e.Failure.Kind != NoFailure {
			because = append(because, "of "+theFailure(e.Failure))
		}
		if because != nil {
			b.WriteString(", because " + strings.Join(because, " and "))
		}
		b.WriteString("\n")
	}
	fate := [...]string{"the client does not know what became of it", "the client has learned the outcome", "a person has it", "the client holds a wrong outcome"}
	fmt.Fprintf(&b, "end  %-14v %s; %d requests\n", tr.Setting.End, fate[tr.Report.PerItem[0].Fate], tr.Report.PerItem[0].Requests)
	for _, c := range tr.Checks {
		fmt.Fprintf(&b, "ListTasks at %v shows %d tasks\n", c.At, c.Tasks)
	}
	return b.String()
}

func theFailure(f Failure) string {
	switch f.Kind {
	case Flap, LostAck, Forgery:
		return fmt.Sprintf("%v %d", f.Kind, f.Index)
	}
	return "the " + f.Kind.String()
}

func words(tr *Trace, e Event) string {
	task := "no task"
	if e.Task >= 0 {
		task = fmt.Sprintf("task %d", e.Task-int32(tr.FirstTask(0))+1)
	}
	state := strings.TrimPrefix(e.State.String(), "TASK_STATE_")
	send := "SendMessage"
	if tr.Setting.Hears == Streaming {
		send = "SendStreamingMessage"
	}
	answered := map[Result]string{OK: state, NotFound: "TaskNotFoundError", Refused: "UnsupportedOperationError"}[e.Result]
	switch e.Kind {
	case Arrival:
		return "the client wants it done"
	case FirstSend:
		return send
	case Resend, Repeat:
		if e.Result == NotFound {
			return send + " again: " + answered
		}
		return send + " again"
	case Resubmit:
		return send + " anew"
	case Subscribe:
		return "SubscribeToTask: " + answered
	case Poll:
		return "GetTask by polling: " + answered
	case ReconcileGet:
		return "GetTask by reconciliation: " + answered
	case ReadAfter:
		return "GetTask, to read what has ended: " + answered
	case Answer:
		if e.Result == OK {
			return "SendMessage with the answer"
		}
		return "SendMessage with the answer: " + answered
	case TaskCreated:
		kinds := [...]string{"", ", a duplicate", ", a resubmission", ", which does finished work again"}
		return task + " is " + state + kinds[tr.Tasks[e.Task].Kind]
	case TaskPaused, TaskResumed, TaskCompleted, TaskFailed:
		return task + " is " + state
	case TaskVanished:
		return task + " is forgotten, " + state
	case Attempt:
		results := map[Result]string{OK: "acknowledged", Undelivered: "not delivered", AckLost: "delivered, not acknowledged"}
		return fmt.Sprintf("webhook of %s, attempt %d: %s", state, e.Attempt, results[e.Result])
	case Cut:
		return "the connection breaks"
	case TimedOut:
		return "the call times out"
	case GaveUp:
		return "the client gives the connection up"
	case Listed:
		return "ListTasks shows " + state
	case Learn:
		return fmt.Sprintf("the client learns of %s by %v", state, e.Via)
	case LearnPause:
		return fmt.Sprintf("the client learns of %s by %v", state, e.Via)
	case Notice:
		return fmt.Sprintf("the client notices the loss by %v", e.Via)
	case Forged:
		if e.Result == Refused {
			return "a stranger calls the webhook with COMPLETED: refused"
		}
		return "a stranger calls the webhook with COMPLETED"
	case Misled:
		return "the client believes COMPLETED"
	case Escalate:
		return "the client hands it to a person"
	case Repeated:
		if e.Result == Absorbed {
			return "COMPLETED arrives once more and is ignored"
		}
		return "COMPLETED is handled again"
	}
	return fmt.Sprintf("event of unknown kind %d", e.Kind)
}
