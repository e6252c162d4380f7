package ui

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
	"a2alab/why"
)

// inquiry is why the selected task came to harm, as far as it is known.
type inquiry struct {
	harms     []why.Harm // of the item, worst first
	answer    why.Explanation
	search    *why.Search
	remedy    why.Remedy
	known     bool      // the search for the remedy is over
	breakdown bool      // instead: where all requests went, and what was slow
	rows      []ListRow // what the page shows of it; nil to be made anew
	steps     []ListRow // how it came about
}

// anyHarm stands for the worst of an item's harms.
const anyHarm = ^why.Kind(0)

// topics are the harms that a goal's topic is about, and what else breaks such a goal where there are none.
var topics = map[missions.Topic][]why.Kind{
	missions.Learning: {why.Unlearned, why.Wrong}, missions.Input: {why.MissedInput}, missions.Duplicates: {why.Duplicated},
	missions.Handling: {why.HandledTwice}, missions.Longest: {why.Late, why.Unlearned, why.Wrong}, missions.Noticing: {why.Unnoticed}, missions.Forgery: {why.Wrong},
}

// topicOf is the topic that is about a harm.
func topicOf(kind why.Kind) missions.Topic {
	for topic, kinds := range topics {
		if kinds[0] == kind {
			return topic
		}
	}
	return missions.Learning
}

// ask answers a goal's or a number's "why?": by the next task that has the harm, or where a number is about all tasks by what
// makes it up.
func (l *Lab) ask(topic missions.Topic) {
	if l.asking {
		return
	}
	kinds, one := topics[topic]
	if !one {
		l.selected, l.told, l.why = render.None, render.None, inquiry{breakdown: true}
		l.said = l.breakdownTitle() + "."
		return
	}
	for _, kind := range kinds {
		item := l.harmed(l.visible(), kind)
		if item == render.None { // none has a row of its own
			item = l.harmed(l.all, kind)
		}
		if item == render.None {
			continue
		}
		if !slices.Contains(l.visible(), item) {
			l.showAll(true)
		}
		l.pick(item)
		l.wanted, l.told = kind, render.None
		l.tell()
		l.said = harmWords(&l.trace, &l.why.answer)
		return
	}
	l.said = "No task shows it on this day."
}

// harmed is the next of the items, after the selected one, that has a harm of that kind.
func (l *Lab) harmed(items []int, kind why.Kind) int {
	from := slices.Index(items, l.selected) + 1
	for i := range items {
		item := items[(from+i)%len(items)]
		if slices.ContainsFunc(l.explainer.Harms(l.trace.Setting, item), func(h why.Harm) bool { return h.Kind == kind }) {
			return item
		}
	}
	return render.None
}

// nextHarm goes to the next harm in the rows, by time and then by row, or to the one before.
func (l *Lab) nextHarm(forward bool) {
	if l.asking {
		return
	}
	type place struct {
		at   engine.Time
		row  int
		harm why.Harm
	}
	compare := func(a, b place) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.row, b.row), cmp.Compare(a.harm.Kind, b.harm.Kind))
	}
	rows := l.visible()
	here := place{l.now, slices.Index(rows, l.selected), why.Harm{Kind: l.wanted}}
	var best *place
	for row, item := range rows {
		for _, h := range l.explainer.Harms(l.trace.Setting, item) {
			p := place{why.When(&l.trace, h), row, h}
			if order := compare(p, here); order != 0 && order > 0 == forward && (best == nil || compare(p, *best) < 0 == forward) {
				best = &p
			}
		}
	}
	if best == nil {
		l.said = "No further harm in these rows."
		return
	}
	l.pick(best.harm.Item)
	l.halt(best.at)
	l.wanted, l.told = best.harm.Kind, render.None
	l.tell()
	l.said = harmWords(&l.trace, &l.why.answer)
}

// inquire begins to explain what happened to the selected item: the harm that was asked about, else its worst.
func (l *Lab) inquire() {
	l.why = inquiry{harms: l.explainer.Harms(l.trace.Setting, l.selected)}
	if len(l.why.harms) == 0 {
		return
	}
	h := l.why.harms[max(0, slices.IndexFunc(l.why.harms, func(h why.Harm) bool { return h.Kind == l.wanted }))]
	l.why.answer = l.explainer.Explain(&l.trace, h)
	l.why.search = l.explainer.Search(&l.trace, h)
}

// searching tells whether a remedy is being looked for.
func (l *Lab) searching() bool { return l.why.search != nil && !l.why.known }

// search tries one more change; it tells whether the remedy is known now.
func (l *Lab) search() bool {
	if !l.why.search.Step(1) {
		return false
	}
	l.why.known, l.why.remedy, l.why.rows = true, l.why.search.Remedy(), nil
	l.said = l.remedyWords()
	return true
}

// apply changes the setting as the remedy has it.
func (l *Lab) apply() {
	if !l.why.known || l.why.remedy.Changes == nil {
		return
	}
	if s := l.why.remedy.Setting; s.Start == l.setting.Start {
		l.change(s)
	} else { // what is set cannot be run, and the answer is about what was shown before
		l.remember()
		l.enter(s)
	}
}

func (l *Lab) showWhy(s Sink) {
	w := &l.why
	s.Set("whybox", "hidden", yes(len(w.harms) == 0 && !w.breakdown))
	s.Set("harms", "hidden", yes(len(w.harms) < 2))
	s.Set("apply", "hidden", yes(!w.known || w.remedy.Changes == nil))
	s.Set("another", "hidden", yes(len(w.harms) == 0))
	if len(w.harms) > 0 {
		s.Set("another", "data-do", string(Ask)+":"+strconv.Itoa(int(topicOf(w.answer.Harm.Kind))))
	}
	if w.rows == nil && w.breakdown {
		w.rows = l.breakdown()
	} else if w.rows == nil && len(w.harms) > 0 {
		w.rows, w.steps = l.explanation(), l.steps()
	}
	s.List("why", w.rows)
	s.Set("chaintitle", "hidden", yes(len(w.steps) == 0))
	s.List("chain", w.steps)
	harms := make([]ListRow, len(w.harms))
	for i, h := range w.harms {
		harms[i] = ListRow{Action: string(Harm) + ":" + strconv.Itoa(int(h.Kind)), Cells: []string{harmNames[h.Kind]}, Tone: yes(h == w.answer.Harm)}
	}
	s.List("harms", harms)
}

// explanation is the harm, what it took, and what would have avoided it.
func (l *Lab) explanation() []ListRow {
	e := &l.why.answer
	return []ListRow{{Action: moment(e.At), Tone: "harm", Cells: []string{e.At.Clock(), harmWords(&l.trace, e)}},
		{Tone: "cause", Cells: []string{"", causeWords(&l.trace, e)}},
		{Tone: "remedy", Cells: []string{"", l.remedyWords()}}}
}

// steps is how the harm came about, line by line.
func (l *Lab) steps() []ListRow {
	var rows []ListRow
	for _, line := range l.chain(&l.why.answer) {
		rows = append(rows, ListRow{Action: moment(line.At), Cells: []string{line.At.Clock(), line.Text}})
	}
	return rows
}

func moment(at engine.Time) string { return string(Moment) + ":" + strconv.Itoa(int(at)) }

// chain are the lines of the item's story in which a step of the explanation stands.
func (l *Lab) chain(e *why.Explanation) []Line {
	var lines []Line
	for _, line := range l.lines {
		if slices.ContainsFunc(e.Steps, func(step int32) bool { return line.Event <= int(step) && int(step) <= line.Last }) {
			lines = append(lines, line)
		}
	}
	return lines
}

var harmNames = [...]string{
	why.Wrong: "Wrong outcome", why.Unlearned: "Outcome not learned", why.MissedInput: "Missed input", why.Duplicated: "Duplicate task",
	why.HandledTwice: "Handled twice", why.Late: "Learned late", why.Unnoticed: "Loss not noticed in time",
}

// harmWords says what went wrong, in a sentence.
func harmWords(tr *engine.Trace, e *why.Explanation) string {
	name := render.ItemName(e.Harm.Item)
	switch e.Harm.Kind {
	case why.Wrong:
		return "The client takes task " + name + " for completed, and it was not."
	case why.MissedInput:
		return "Task " + name + " failed because no answer to its question came in time."
	case why.Duplicated:
		n := 0
		for _, t := range tr.TasksOf(e.Harm.Item) {
			if t.Kind == engine.Duplicate {
				n++
			}
		}
		if n > 1 {
			return fmt.Sprintf("The work of task %s was begun %d times too often, here for the first time.", name, n)
		}
		return "The work of task " + name + " was begun once too often."
	case why.HandledTwice:
		return "The result of task " + name + " was handled twice."
	case why.Late:
		return fmt.Sprintf("The outcome of task %s was known only now, and not within %s.", name, missions.Span(e.Harm.Limit))
	case why.Unnoticed:
		if e.At == tr.Setting.End {
			return "The client never noticed that task " + name + " is lost."
		}
		return fmt.Sprintf("The client noticed only now that task %s is lost, and not within %s.", name, missions.Span(e.Harm.Limit))
	}
	if tr.Report.PerItem[e.Harm.Item].Fate == engine.FateEscalated {
		return "Task " + name + " is in a person’s hands: the client itself never learned its outcome."
	}
	return "The client never learned the outcome of task " + name + "."
}

// causeWords names the failures that it took.
func causeWords(tr *engine.Trace, e *why.Explanation) string {
	if len(e.Kinds) > 0 {
		var names []string
		for _, k := range e.Kinds {
			names = append(names, kindWords[k])
		}
		return "Without " + joined(names) + " it would not have happened. There were too many to name them one by one."
	}
	if len(e.Failures) == 0 {
		return "No failure did this. The setting alone does it, also on a day on which nothing breaks."
	}
	var names []string
	counts := map[engine.FailureKind]int{}
	for _, f := range e.Failures {
		counts[f.Kind]++
	}
	for _, f := range e.Failures {
		if counts[f.Kind] == 0 {
			continue // named already, with its like
		}
		names = append(names, failureWords(tr, f, counts[f.Kind]))
		counts[f.Kind] = 0
	}
	switch n := len(e.Failures); n {
	case 1:
		return "Without " + names[0] + " it would not have happened."
	case 2:
		return "Without " + joined(names) + " it would not have happened: without both, that is; one of them is enough to do it."
	default:
		return fmt.Sprintf("Without %s it would not have happened: without all %d, that is; fewer are enough to do it.", joined(names), n)
	}
}

// kindWords are all failures of a kind.
var kindWords = [...]string{engine.NoFailure: "failures", engine.Flap: "network flaps", engine.Outage: "the receiver’s outage", engine.LostAck: "lost acknowledgements", engine.Restart: "the agent’s restart",
	engine.Forgery: "forged notifications"}

// failureWords names a failure, or the first of several alike.
func failureWords(tr *engine.Trace, f engine.Failure, n int) string {
	s := &tr.Setting
	at := engine.Never
	for _, e := range tr.EventsOf(int(f.Item)) {
		if e.Failure == f {
			at = e.At
			break
		}
	}
	switch f.Kind {
	case engine.Outage:
		return "the receiver’s outage from " + s.OutageAt.Clock() + " to " + (s.OutageAt + s.Outage).Clock()
	case engine.Restart:
		return "the agent’s restart at " + s.Restart.Clock()
	}
	one, many := "the network flap", kindWords[f.Kind]
	switch f.Kind {
	case engine.LostAck:
		one = "the lost acknowledgement"
	case engine.Forgery:
		one = "the forged notification"
	}
	when := ""
	if at != engine.Never {
		when = " at " + at.Clock()
	}
	if n == 1 {
		return one + when
	}
	if when != "" {
		when = ", the first" + when
	}
	return strconv.Itoa(n) + " " + many + when
}

// joined are several names in a sentence.
func joined(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// remedyWords says what would have avoided it, what that costs, and what let it through as things are.
func (l *Lab) remedyWords() string {
	w := &l.why
	switch {
	case !w.known:
		return "Looking for the smallest change that would have avoided it…"
	case w.remedy.Changes == nil && l.mission != nil:
		return "No change of what is free in this mission would have avoided it, and no two together."
	case w.remedy.Changes == nil:
		return "No change of client or agent would have avoided it, and no two together."
	}
	var was, is []string
	for _, c := range w.remedy.Changes {
		was = append(was, c.Key.Label+": "+Title(c.Key, c.Key.Value(&l.trace.Setting)))
		is = append(is, c.Key.Label+": "+Title(c.Key, c.Value))
	}
	text := "Let through by “" + strings.Join(was, "” and “") + "”. The smallest change that avoids it, tried: “" + strings.Join(is, "” and “") + "”. "
	if len(is) > 1 {
		text = "Let through by “" + strings.Join(was, "” and “") + "”. No single change avoids it; these two do, tried: “" + strings.Join(is, "” and “") + "”. "
	}
	before, after := l.trace.Report.RequestsPerTask(), w.remedy.Report.RequestsPerTask()
	text += fmt.Sprintf("It costs %s requests per task instead of %s. ", Cost(after), Cost(before))
	switch n := w.remedy.Breaks; n {
	case 0:
		return text + "Nothing else is worse."
	case 1:
		return text + "One other harm is new."
	default:
		return fmt.Sprintf("%s%d other harms are new.", text, n)
	}
}

func (l *Lab) breakdownTitle() string {
	r := &l.trace.Report
	known := "outcomes known"
	if r.Learned < r.Items {
		known = fmt.Sprintf("%d of %d outcomes known, these", r.Learned, r.Items)
	}
	return fmt.Sprintf("%s requests per task, %d in all; %s after %s on average", Cost(r.RequestsPerTask()), r.TotalRequests(), known, missions.Span(engine.Time(r.Learn.Mean())))
}

// slowMost is how many slow tasks a breakdown names.
const slowMost = 5

// breakdown tells where the requests went, by kind, and which outcomes took longest to learn.
func (l *Lab) breakdown() []ListRow {
	r := &l.trace.Report
	var rows []ListRow
	if n := r.Cuts[engine.CutByTimeout]; n > 0 {
		rows = append(rows, ListRow{Cells: []string{"", fmt.Sprintf("%s timed out after %s: the agent goes on with the work, and the client knows no more than before.", counted(n, "call"), length(l.trace.Setting.BlockTime))}})
	}
	type part struct{ kind, n int }
	var parts []part
	for k, n := range r.Requests {
		if n > 0 {
			parts = append(parts, part{k, n})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return b.n - a.n })
	for _, p := range parts {
		rows = append(rows, ListRow{Cells: []string{"", fmt.Sprintf("%s per task: %s (%d, %.1f %% of all).", Cost(float64(p.n)/float64(r.Items)), requestNames[p.kind], p.n, 100*float64(p.n)/float64(r.TotalRequests()))}})
	}
	type wait struct {
		event int
		of    engine.Time
	}
	var waits []wait
	for i := range l.trace.Events {
		if e := &l.trace.Events[i]; e.Kind == engine.Learn && e.At > l.trace.Tasks[e.Task].Ended {
			waits = append(waits, wait{i, e.At - l.trace.Tasks[e.Task].Ended})
		}
	}
	slices.SortStableFunc(waits, func(a, b wait) int { return int(b.of - a.of) })
	for _, w := range waits[:min(slowMost, len(waits))] {
		e := &l.trace.Events[w.event]
		rows = append(rows, ListRow{Action: string(Select) + ":" + strconv.Itoa(int(e.Item)), Tone: "slow",
			Cells: []string{render.ItemName(int(e.Item)), fmt.Sprintf("known %s after its end, %s.", missions.Span(w.of), heardBy[e.Via])}})
	}
	return rows
}

// requestNames are the client's calls in words, by kind.
var requestNames = [engine.NumRequests]string{
	engine.FirstSend: "the first message of each task", engine.Resend: "messages sent again after a stream dropped",
	engine.Repeat: "messages sent again after a call timed out or broke", engine.Resubmit: "messages sent again because the task was lost",
	engine.Subscribe: "SubscribeToTask", engine.Poll: "GetTask by polling", engine.ReconcileGet: "GetTask by reconciliation",
	engine.ReadAfter: "GetTask after a refused subscription", engine.Answer: "answers to questions", engine.ListPage: "pages of ListTasks",
}

// WhyText explains the harms of some items of a setting, from one index to another, as plain text: for each what happened,
// what it took, what would have avoided it, and the steps. It is empty where nothing went wrong.
func WhyText(s engine.Setting, from, to int) (string, error) {
	l := NewLab(Progress{}, "", true)
	l.framing.quiet = true
	l.Open(missions.Text(s))
	if l.tooLarge != "" {
		return "", errors.New(l.tooLarge)
	}
	var b strings.Builder
	for item := from; item < to; item++ {
		for _, h := range l.explainer.Harms(s, item) {
			l.selected, l.wanted, l.told = item, h.Kind, render.None
			l.tell()
			l.Work(untilDone)
			if b.Len() > 0 {
				b.WriteString("\n")
			}
			for _, row := range l.explanation() {
				b.WriteString(strings.TrimLeft(row.Cells[0]+"  "+row.Cells[1], " ") + "\n")
			}
			for _, row := range l.steps() {
				b.WriteString("  " + row.Cells[0] + "  " + row.Cells[1] + "\n")
			}
		}
	}
	return b.String(), nil
}
