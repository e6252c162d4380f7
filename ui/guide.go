package ui

import (
	"fmt"
	"slices"
	"strconv"

	"a2alab/engine"
	"a2alab/missions"
)

// A Calculator is one of the guide's sums: menus go in, a sentence and a few numbers come out. The server shows the answer to
// the first choices, so nothing is blank without the program; the program answers the others.
type Calculator struct {
	ID, Title string
	Inputs    []Input
	Answer    func(in []int64) Answer
}

// An Input is one menu of a calculator. Its values read as those of a key do.
type Input struct {
	Label   string
	Key     *engine.Key
	Choices []int64
	First   int64
}

// An Answer is what a calculator says. Its numbers always have the same labels.
type Answer struct {
	Sentence string
	Numbers  []Number
}

// A Number is one of an answer, with its unit, and where it comes from.
type Number struct{ Label, Value, Note string }

// Control is the id of an input's menu in the page.
func (c *Calculator) Control(in *Input) string { return c.ID + "-" + in.Key.Name }

// First is the answer to the first choices.
func (c *Calculator) First() Answer {
	in := make([]int64, len(c.Inputs))
	for i := range c.Inputs {
		in[i] = c.Inputs[i].First
	}
	return c.Answer(in)
}

// GuideFigures are the states of the lab that the guide shows.
func GuideFigures() []PosterFile {
	return []PosterFile{
		{"guide-calls", Freed("m=5")},
		{"guide-resend", Freed("m=1")},
		{"guide-subscribe", Freed("m=1&drop=subscribe")},
		{"guide-outage", Freed("m=2&retries=8")},
		{"guide-stranger", Freed("m=6")},
		{"guide-restart", Freed("m=3")},
		{"guide-mix", Freed("m=4&hears=push&reconcile=10m&idempotent=on")},
	}
}

// Freed is a mission's setting in the sandbox: no question stands before the picture, and looking earns no star.
func Freed(text string) string {
	s, _ := missions.Parse(text)
	return missions.Text(missions.InSandbox(s))
}

// Guide is what is chosen in the calculators.
type Guide struct {
	chosen [][]int64 // by calculator and input
	stale  []bool    // by calculator: the answer that the page shows is to other choices
}

// NewGuide has the first choices, which the page shows already.
func NewGuide() *Guide {
	g := &Guide{stale: make([]bool, len(Calculators))}
	for i := range Calculators {
		var in []int64
		for _, input := range Calculators[i].Inputs {
			in = append(in, input.First)
		}
		g.chosen = append(g.chosen, in)
	}
	return g
}

// Choose takes what a menu says, as a setting's text has it. What the menu does not offer is not taken.
func (g *Guide) Choose(control, value string) bool {
	for i := range Calculators {
		c := &Calculators[i]
		for j := range c.Inputs {
			in := &c.Inputs[j]
			if c.Control(in) != control {
				continue
			}
			n := slices.IndexFunc(in.Choices, func(v int64) bool { return in.Key.Format(v) == value })
			if n < 0 {
				return false
			}
			g.stale[i] = g.stale[i] || g.chosen[i][j] != in.Choices[n]
			g.chosen[i][j] = in.Choices[n]
			return true
		}
	}
	return false
}

// Show writes the answers to what was chosen since the last time.
func (g *Guide) Show(s Sink) {
	for i := range Calculators {
		if !g.stale[i] {
			continue
		}
		g.stale[i] = false
		c := &Calculators[i]
		a := c.Answer(g.chosen[i])
		s.Set(c.ID+"-sentence", "text", a.Sentence)
		for n, number := range a.Numbers {
			s.Set(c.ID+"-value-"+strconv.Itoa(n), "text", number.Value)
			s.Set(c.ID+"-note-"+strconv.Itoa(n), "text", number.Note)
		}
	}
}

// Calculators are the guide's, in the order of its sections.
var Calculators = []Calculator{
	{ID: "drops", Title: "Will a stream last?", Answer: answerDrops, Inputs: []Input{
		menu("Task length", "median", minutes(1, 2, 5, 9, 15, 30, 60, 120), int64(9*engine.Minute)),
		menu("A break every", "flaps", minutes(1, 2, 5, 8, 15, 30, 60, 240), int64(8*engine.Minute)),
	}},
	{ID: "retries", Title: "Do the retries outlast the outage?", Answer: answerRetries, Inputs: []Input{
		menu("The receiver is out for", "outage", minutes(1, 2, 5, 8, 10, 12, 15, 20, 30, 60, 240), int64(12*engine.Minute)),
		menu("Webhook retries", "retries", []int64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 4),
		menu("First retry after", "base", []int64{int64(engine.Second), int64(5 * engine.Second), int64(15 * engine.Second), int64(engine.Minute)}, int64(5*engine.Second)),
		menu("The agent waits for input", "inputtimeout", minutes(5, 10, 15, 30, 60), int64(15*engine.Minute)),
	}},
	{ID: "polling", Title: "What does polling cost?", Answer: answerPolling, Inputs: []Input{
		menu("Poll every", "poll", append([]int64{int64(5 * engine.Second), int64(15 * engine.Second), int64(30 * engine.Second)}, minutes(1, 2, 5, 10)...), int64(2*engine.Minute)),
	}},
}

func menu(label, key string, choices []int64, first int64) Input {
	return Input{Label: label, Key: engine.KeyNamed(key), Choices: choices, First: first}
}

func minutes(n ...engine.Time) []int64 {
	list := make([]int64, len(n))
	for i := range n {
		list[i] = int64(n[i] * engine.Minute)
	}
	return list
}

func answerDrops(in []int64) Answer {
	task, every := engine.Time(in[0]), engine.Time(in[1])
	cuts, chance := engine.ExpectedCuts(task, every), engine.Survival(task, every)
	return Answer{
		Sentence: fmt.Sprintf("A task of %s, with a break every %s on average, sees %s breaks; the chance that one stream lasts to its end is %s.",
			length(task), length(every), few(cuts), share(chance)),
		Numbers: []Number{
			{"Breaks to expect", few(cuts), "task length / mean time between breaks"},
			{"Chance that one stream lasts", share(chance), "e to the power of minus those breaks"},
			{"Requests, if it subscribes", few(1 + cuts), "one to send, one for each break; answers and late results come on top"},
			{"Tasks started, if it re-sends", few(1 / chance), "until a stream lasts for a whole task"},
		},
	}
}

func answerRetries(in []int64) Answer {
	outage, retries, base, patience := engine.Time(in[0]), in[1], engine.Time(in[2]), engine.Time(in[3])
	need, span := engine.RetriesFor(base, outage), engine.RetrySpan(base, retries)
	latest, lost := engine.LatestNews(base, retries, outage), engine.Unheard(base, retries, outage)
	left := patience - engine.Defaults().Wait

	sentence := "Without retries, one attempt is all there is"
	if retries > 0 {
		sentence = "The agent tries again for " + full(span)
	}
	lostNote := "all news of the outage arrives in the end"
	if lost > 0 {
		sentence += fmt.Sprintf(": too little for an outage of %s. What happens in the outage’s first %s is never heard by webhook.", full(outage), full(lost))
		lostNote = "from the outage’s start"
	} else {
		sentence += fmt.Sprintf(" and so outlasts an outage of %s, but the news can be %s late.", full(outage), full(latest))
	}
	question, questionNote := "in time", fmt.Sprintf("there are %s: the agent’s wait, less %s to answer", full(left), full(engine.Defaults().Wait))
	if lost > 0 || latest >= left {
		question = "can be too late"
		if lost > 0 {
			question = "can be lost"
		}
		sentence += fmt.Sprintf(" A question that the agent asks meanwhile may go unanswered: check with the agent yourself, more often than every %s.", full(left))
	}
	needNote := "they cover " + full(engine.RetrySpan(base, need))
	if need > engine.KeyNamed("retries").Max {
		needNote += "; the lab’s agent has at most " + itoa(int(engine.KeyNamed("retries").Max))
	}
	return Answer{Sentence: sentence, Numbers: []Number{
		{"These retries cover", full(span), fmt.Sprintf("%s × (2^%d − 1), from the first attempt to the last", full(base), retries)},
		{"Retries that this outage needs", strconv.FormatInt(need, 10), needNote},
		{"News is lost for", full(lost), lostNote},
		{"News that arrives is late by up to", full(latest), "from its first attempt"},
		{"A question asked in the outage", question, questionNote},
	}}
}

// pollingDays is over how many days the polling calculator runs the model.
const pollingDays = 20

// answerPolling runs the model without failures and takes the requests apart, so that the parts add up to the whole.
func answerPolling(in []int64) Answer {
	s := engine.Defaults()
	s.Hears, s.Poll = engine.Polling, engine.Time(in[0])
	var r engine.Runner
	var t engine.Trace
	var work, paused, learn engine.Time
	var latest engine.Time
	var sends, answers, polls, learned int
	for day := range pollingDays {
		s.Day = int64(day + 1)
		rep, err := r.Report(s)
		if err != nil { // none of the choices makes too many events; a test tries them all
			return Answer{Sentence: err.Error()}
		}
		sends += rep.Requests[engine.FirstSend]
		answers += rep.Requests[engine.Answer]
		polls += rep.Requests[engine.Poll]
		learned += rep.Learn.Count
		learn += rep.Learn.Sum
		latest = max(latest, rep.Learn.Max)
		paused += rep.Pauses.Sum + engine.Time(rep.Pauses.Count)*s.Wait

		quiet := s
		quiet.Hears = engine.Push // the same work in a shorter trace
		if err := r.Trace(&t, quiet); err != nil {
			return Answer{Sentence: err.Error()}
		}
		for i := range t.Items {
			work += t.Items[i].Work
		}
	}
	tasks := float64(sends)
	each := func(n int) float64 { return float64(n) / tasks }
	inWork := float64(work) / float64(s.Poll) / tasks
	inPause := float64(paused) / float64(s.Poll) / tasks
	total := each(sends + answers + polls)
	mean := learn / engine.Time(learned)
	return Answer{
		Sentence: fmt.Sprintf("Polling every %s costs %s requests per task, where the rule of thumb says %s. An outcome is known %s after the work’s end on average.",
			length(s.Poll), Cost(total), Cost(inWork), soon(mean)),
		Numbers: []Number{
			{"Rule of thumb, D / P", Cost(inWork), fmt.Sprintf("mean work of %s / %s", soon(work/engine.Time(sends)), length(s.Poll))},
			{"+ the first send", Cost(each(sends)), "it makes the task"},
			{"+ answers to questions", Cost(each(answers)), "one for each task that pauses"},
			{"+ polls while a task waits for input", Cost(inPause), "until the pause is seen, and a minute to answer"},
			{"+ the last, partial interval", Cost(each(polls) - inWork - inPause), "the poll that finds the end comes after it"},
			{"= requests per task in the model", Cost(total), fmt.Sprintf("%d days of %d tasks", pollingDays, s.Items)},
			{"Known after the end, on average", soon(mean), "half an interval is " + soon(s.Poll/2)},
			{"Known after the end, at the latest", soon(latest), "the interval is " + length(s.Poll)},
		},
	}
}

// Cost writes requests per task as the scoreboard does.
func Cost(n float64) string { return fmt.Sprintf("%.2f", n) }

// soon writes a measured length: tenths of a second below ten seconds, whole seconds above.
func soon(t engine.Time) string {
	if t < 10*engine.Second {
		return missions.Span(t)
	}
	return missions.Span((t + engine.Second/2) / engine.Second * engine.Second)
}

// few writes an expected number with as many digits as are of use.
func few(n float64) string {
	switch {
	case n >= 1e6:
		return "over a million"
	case n >= 100:
		return fmt.Sprintf("%.0f", n)
	case n >= 1:
		return fmt.Sprintf("%.1f", n)
	}
	return fmt.Sprintf("%.2g", n)
}

// share writes a chance in per cent.
func share(p float64) string {
	switch {
	case p >= 0.995:
		return "over 99 %"
	case p >= 0.1:
		return fmt.Sprintf("%.0f %%", 100*p)
	case p >= 0.001:
		return fmt.Sprintf("%.1f %%", 100*p)
	}
	return "under 0.1 %"
}

// full writes a length of whole seconds without leaving a part out.
func full(t engine.Time) string {
	if seconds := t % engine.Minute; t >= engine.Hour && seconds != 0 {
		return missions.Span(t-seconds) + " " + missions.Span(seconds)
	}
	return missions.Span(t)
}
