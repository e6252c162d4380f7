package ui

import (
	"fmt"
	"strconv"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
)

// A Column is a column of the table beside the canvas, which tells the same facts as the picture.
type Column uint8

// The columns, in order.
const (
	ItemColumn      Column = iota
	DelegatedColumn        // an instant
	WorkColumn             // a length
	OutcomeColumn          // an Outcome
	LearnColumn            // a length; -1 where no outcome was learned
	DuplicateColumn        // from here on counts
	ResubmitColumn
	CutColumn
	DeliveredColumn
	UndeliveredColumn
	AckLostColumn
	ForgedColumn
	MissedColumn // 0 or 1
	HandledTwiceColumn
	AbsorbedColumn
	RequestColumn // without pages of ListTasks, which no item owns
	NumColumns
)

// A Heading is what stands above a column.
type Heading struct {
	Name    string
	Meaning string // in a sentence
	Numeric bool   // set flush right
}

// Columns are the table's headings.
var Columns = [NumColumns]Heading{
	ItemColumn:         {"Task", "The delegated task, as the picture names its row.", false},
	DelegatedColumn:    {"Delegated at", "When the client sent its first message, in hours, minutes and seconds of the run.", true},
	WorkColumn:         {"Work", "Time in TASK_STATE_WORKING that it takes, uninterrupted.", true},
	OutcomeColumn:      {"Outcome", "What the client knew when the run ended.", false},
	LearnColumn:        {"Time to learn", "From the end of the agent’s task to the client’s sight of it.", true},
	DuplicateColumn:    {"Duplicates", "Tasks made by a message sent again while an earlier task existed.", true},
	ResubmitColumn:     {"Resubmitted", "Tasks made by a message sent again after the earlier ones were lost.", true},
	CutColumn:          {"Connections cut", "Open streams and calls that broke or timed out.", true},
	DeliveredColumn:    {"Webhooks delivered", "Webhook calls that the receiver handled and acknowledged.", true},
	UndeliveredColumn:  {"Webhooks failed", "Webhook calls that the receiver did not answer.", true},
	AckLostColumn:      {"Acknowledgements lost", "Webhook calls that were handled without the agent learning it.", true},
	ForgedColumn:       {"Forged webhooks", "Calls of the webhook by a stranger, whether the client believed them or refused.", true},
	MissedColumn:       {"Missed input", "Whether the task failed because no answer came in time.", true},
	HandledTwiceColumn: {"Handled twice", "How often a TASK_STATE_COMPLETED that had been handled was handled again.", true},
	AbsorbedColumn:     {"Absorbed", "How often the idempotent handler ignored a TASK_STATE_COMPLETED that had been handled.", true},
	RequestColumn:      {"Requests", "The client’s calls to the agent for this task. Pages of ListTasks serve all tasks and are counted apart.", true},
}

// Outcome is what the client knew of an item when the run ended.
type Outcome uint8

// The outcomes.
const (
	NeverLearned Outcome = iota
	LearnedCompleted
	LearnedFailed
	HandedOver
	WrongOutcome
	NumOutcomes
)

var outcomeWords = [NumOutcomes]string{"never learned", "learned COMPLETED", "learned FAILED", "handed to a person", "wrong (believed a stranger)"}

// String is the outcome in words.
func (o Outcome) String() string { return outcomeWords[o] }

// A Row is one item's cells: as text, and as the number that the text stands for, by which rows are sorted and summed.
// Instants and lengths are in milliseconds.
type Row struct {
	Item   int // its index; the page's number is one more
	Text   [NumColumns]string
	Number [NumColumns]int64
}

// Rows appends the rows of the items to dst[:0] and returns it.
func Rows(dst []Row, tr *engine.Trace, items []int) []Row {
	dst = dst[:0]
	for _, item := range items {
		r := Row{Item: item, Number: facts(tr, item)}
		for c := range NumColumns {
			r.Text[c] = cell(c, r.Number[c])
		}
		dst = append(dst, r)
	}
	return dst
}

// facts counts what happened to an item.
func facts(tr *engine.Trace, item int) [NumColumns]int64 {
	it, rep := &tr.Items[item], &tr.Report.PerItem[item]
	n := [NumColumns]int64{
		ItemColumn: int64(item), DelegatedColumn: int64(it.Created), WorkColumn: int64(it.Work),
		LearnColumn: -1, RequestColumn: int64(rep.Requests),
	}
	if rep.Fate == engine.FateEscalated {
		n[OutcomeColumn] = int64(HandedOver)
	}
	if rep.Fate == engine.FateWrong {
		n[OutcomeColumn] = int64(WrongOutcome)
	}
	if rep.Missed {
		n[MissedColumn] = 1
	}
	for _, t := range tr.TasksOf(item) {
		switch t.Kind {
		case engine.Duplicate:
			n[DuplicateColumn]++
		case engine.Resubmission, engine.WorkDoneTwice:
			n[ResubmitColumn]++
		}
	}
	for _, e := range tr.EventsOf(item) {
		switch e.Kind {
		case engine.Cut, engine.TimedOut:
			n[CutColumn]++
		case engine.Attempt:
			n[attemptColumns[e.Result]]++
		case engine.Forged:
			n[ForgedColumn]++
		case engine.Repeated:
			if e.Result == engine.Absorbed {
				n[AbsorbedColumn]++
			} else {
				n[HandledTwiceColumn]++
			}
		case engine.Learn:
			n[LearnColumn] = int64(e.At - tr.Tasks[e.Task].Ended)
			n[OutcomeColumn] = int64(LearnedCompleted)
			if e.State == engine.Failed {
				n[OutcomeColumn] = int64(LearnedFailed)
			}
		}
	}
	return n
}

var attemptColumns = [...]Column{engine.OK: DeliveredColumn, engine.Undelivered: UndeliveredColumn, engine.AckLost: AckLostColumn}

// cell writes a number of a column.
func cell(c Column, n int64) string {
	switch c {
	case ItemColumn:
		return render.ItemName(int(n))
	case DelegatedColumn:
		return engine.Time(n).Clock()
	case WorkColumn:
		return missions.Span(engine.Time(n))
	case OutcomeColumn:
		return Outcome(n).String()
	case LearnColumn:
		switch {
		case n < 0:
			return "never"
		case n == 0:
			return "at once"
		}
		return missions.Span(engine.Time(n))
	case MissedColumn:
		if n > 0 {
			return "missed"
		}
		return "no"
	}
	return strconv.FormatInt(n, 10)
}

// tableMost is how many rows the table has at most: a browser takes seconds for thousands.
const tableMost = 500

func (l *Lab) showTable(s Sink) {
	if l.asking {
		s.List("rows", nil)
		return
	}
	items := l.visible()
	s.Set("tablenote", "hidden", yes(len(items) <= tableMost))
	if len(items) > tableMost {
		s.Set("tablenote", "text", fmt.Sprintf("The table has the first %d of %d tasks.", tableMost, len(items)))
		items = items[:tableMost]
	}
	if !l.tabled { // while it plays the table stays the same: it speaks of the whole run
		l.rows, l.tabled = Rows(l.rows, &l.trace, items), true
	}
	rows := make([]ListRow, len(l.rows))
	for i := range l.rows {
		rows[i] = ListRow{Action: string(Select) + ":" + strconv.Itoa(l.rows[i].Item), Cells: l.rows[i].Text[:], Tone: yes(l.rows[i].Item == l.selected)}
	}
	s.List("rows", rows)
}
