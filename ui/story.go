package ui

import (
	"strings"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
	"a2alab/wire"
)

// A Line is one line of an item's story: something that happened, with what it led to at once.
type Line struct {
	At    engine.Time
	Text  string // a sentence, without the time
	Event int    // index in Trace.Events of the first event that the line tells, -1 for the run's end
	Last  int    // of the last one
	Cause int    // index in Trace.Events of what caused it, -1 where that is an injected failure or nothing
}

// Story tells everything that happened to an item, in order. Runs of requests that brought nothing new are one line.
func Story(tr *engine.Trace, item int) []Line {
	t := tell(tr, item)
	var lines []Line
	for i := 0; i < len(t.events); {
		end := t.chain(i)
		text := t.sentence(i, end)
		if n := t.quiet(i, end); n > 1 {
			end = i + n
			text = t.polls(i, end)
		} else if n := t.lost(i); n > 1 {
			end = i + n
			text = t.losses(i, end)
		}
		lines = append(lines, Line{t.events[i].At, text, t.first + i, t.first + end - 1, int(t.events[i].Cause)})
		i = end
	}
	if text := t.ending(); text != "" {
		lines = append(lines, Line{tr.Setting.End, text, -1, -1, -1})
	}
	return lines
}

// StoryText is the story as plain text to copy: what was set, the IDs, and a line for each of Story's.
func StoryText(tr *engine.Trace, item int) string {
	var b strings.Builder
	it, s := &tr.Items[item], &tr.Setting
	row := func(name, text string) {
		b.WriteString(name + strings.Repeat(" ", max(1, 9-len(name))) + text + "\n")
	}
	b.WriteString(Headline(tr, item) + "\n\n")
	row("Setting", missions.Text(*s))
	row("Day", engine.KeyNamed("day").Format(s.Day))
	row("Work", missions.Span(it.Work)+", delegated at "+it.Created.Clock())
	row("Message", wire.MessageID(s.Day, item))
	for n := range tr.TasksOf(item) {
		row("Task "+itoa(n+1), wire.TaskID(s.Day, item, n))
		row("", "in context "+wire.ContextID(s.Day, item, n))
	}
	b.WriteString("\n")
	for _, l := range Story(tr, item) {
		b.WriteString(l.At.Clock() + "  " + l.Text + "\n")
	}
	return b.String()
}

// Headline is an item's whole story in one sentence.
func Headline(tr *engine.Trace, item int) string {
	n := facts(tr, item)
	b := "Task " + render.ItemName(item) + ", " + rough(tr.Items[item].Work) + " of work: "
	switch Outcome(n[OutcomeColumn]) {
	case LearnedCompleted, LearnedFailed:
		b += Outcome(n[OutcomeColumn]).String() + since(engine.Time(n[LearnColumn]), "it ended")
	default:
		b += Outcome(n[OutcomeColumn]).String()
	}
	if v := n[DuplicateColumn]; v > 0 {
		b += "; " + counted(int(v), "duplicate")
	}
	if v := n[ResubmitColumn]; v > 0 {
		b += "; " + counted(int(v), "resubmission")
	}
	if n[MissedColumn] > 0 {
		b += "; its input request was missed"
	}
	switch v := n[HandledTwiceColumn]; {
	case v == 1:
		b += "; handled once too often"
	case v > 1:
		b += "; handled " + itoa(int(v)) + " times too often"
	}
	return b + "."
}

// TaskWords says what one of an agent's tasks is, and which states it was in when.
func TaskWords(tr *engine.Trace, task int) string {
	k := &tr.Tasks[task]
	t := tell(tr, int(k.Item))
	n := task - t.task0
	b := "Task " + itoa(n+1) + " of " + render.ItemName(t.item) + origins[k.Kind] + " (" + wire.ShortID(wire.TaskID(t.s.Day, t.item, n)) + "): "
	segments, count := k.Segments(t.s.End)
	for _, g := range segments[:count] {
		b += g.State.String() + " from " + g.From.Clock() + ", "
	}
	switch {
	case k.Ended != engine.Never:
		b += k.Final.String() + " at " + k.Ended.Clock()
		if k.Vanished != engine.Never {
			b += ", lost at " + k.Vanished.Clock()
		}
	case k.Vanished != engine.Never:
		b += "lost at " + k.Vanished.Clock()
	default:
		b += "to the run’s end"
	}
	return b + "."
}

var origins = [...]string{
	engine.Original:      "",
	engine.Duplicate:     ", a duplicate",
	engine.Resubmission:  ", a resubmission",
	engine.WorkDoneTwice: ", a resubmission of completed work",
}

// Words says what one event was, what caused it and what it led to at once, with the time.
func Words(tr *engine.Trace, event int) string {
	t := tell(tr, int(tr.Events[event].Item))
	from := event - t.first
	for from > 0 && t.follows(from) {
		from--
	}
	return t.events[from].At.Clock() + " " + t.sentence(from, t.chain(from)) + t.because(from)
}

// A teller tells of one item.
type teller struct {
	tr     *engine.Trace
	s      *engine.Setting
	item   int
	first  int // index in Trace.Events of events[0]
	events []engine.Event
	tasks  []engine.Task
	task0  int // index in Trace.Tasks of tasks[0]
}

func tell(tr *engine.Trace, item int) *teller {
	return &teller{tr, &tr.Setting, item, tr.FirstEvent(item), tr.EventsOf(item), tr.TasksOf(item), tr.FirstTask(item)}
}

// follows tells whether an event is told in one line with the one before it: a consequence of it, at the same instant.
func (t *teller) follows(i int) bool {
	if i == 0 || int(t.events[i].Cause) != t.first+i-1 || t.events[i].At != t.events[i-1].At {
		return false
	}
	switch t.events[i].Kind {
	case engine.FirstSend, engine.TaskCreated, engine.TaskResumed, engine.ReadAfter, engine.GaveUp,
		engine.LearnPause, engine.Learn, engine.Notice, engine.Escalate, engine.Repeated, engine.Misled:
		return true
	}
	return false
}

// chain is where the line that begins with event i ends.
func (t *teller) chain(i int) int {
	for i++; i < len(t.events) && t.follows(i); i++ {
	}
	return i
}

// quiet counts the requests from event i on that all brought the same, and nothing new.
func (t *teller) quiet(i, end int) int {
	e := &t.events[i]
	if end > i+1 || e.Kind != engine.Poll && e.Kind != engine.ReconcileGet {
		return 0
	}
	n := 1
	for j := end; j < len(t.events); j++ {
		next := &t.events[j]
		if next.Kind != e.Kind || next.State != e.State || next.Result != e.Result || next.Task != e.Task || t.chain(j) > j+1 {
			break
		}
		n++
	}
	return n
}

// lost counts the tasks from event i on that one restart took.
func (t *teller) lost(i int) int {
	n := 0
	for i+n < len(t.events) && t.events[i+n].Kind == engine.TaskVanished {
		n++
	}
	return n
}
