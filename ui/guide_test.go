package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

func calculatorNamed(t *testing.T, id string) *Calculator {
	t.Helper()
	i := slices.IndexFunc(Calculators, func(c Calculator) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("no calculator is called %s", id)
	}
	return &Calculators[i]
}

// everyChoice calls f with each combination of a calculator's choices.
func everyChoice(c *Calculator, f func(in []int64)) {
	in := make([]int64, len(c.Inputs))
	var each func(int)
	each = func(i int) {
		if i == len(in) {
			f(in)
			return
		}
		for _, v := range c.Inputs[i].Choices {
			in[i] = v
			each(i + 1)
		}
	}
	each(0)
}

// TestCalculators: each choice is a value that its key could have, and each answer has the labels that the page prints once.
func TestCalculators(t *testing.T) {
	answers := 0
	for i := range Calculators {
		c := &Calculators[i]
		for _, in := range c.Inputs {
			if !slices.Contains(in.Choices, in.First) {
				t.Errorf("%s begins with a value that its menu does not have", c.Control(&in))
			}
			for _, v := range in.Choices {
				if v < in.Key.Min || v > in.Key.Max {
					t.Errorf("%s offers %s, which is out of the key's range", c.Control(&in), in.Key.Format(v))
				}
			}
		}
		first := c.First()
		everyChoice(c, func(in []int64) {
			answers++
			a := c.Answer(in)
			if a.Sentence == "" || len(a.Numbers) != len(first.Numbers) || len(a.Numbers) == 0 {
				t.Fatalf("%s answers %v with %+v", c.ID, in, a)
			}
			for n, number := range a.Numbers {
				if number.Label != first.Numbers[n].Label {
					t.Errorf("%s %v: the label %q is not %q, which the page prints", c.ID, in, number.Label, first.Numbers[n].Label)
				}
				if number.Value == "" || number.Note == "" || strings.Contains(number.Value, "Inf") || strings.Contains(number.Value, "-") {
					t.Errorf("%s %v: %+v", c.ID, in, number)
				}
			}
		})
	}
	if answers < 2000 {
		t.Errorf("only %d answers tried", answers)
	}
}

// TestAnswers pins some answers as they read.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		id, in string
		want   string
	}{
		{"retries", "12m 4 5s 15m", "The agent tries again for 1 min 15 s: too little for an outage of 12 min. What happens in the outage’s first 10 min 45 s is never heard by webhook. " +
			"A question that the agent asks meanwhile may go unanswered: check with the agent yourself, more often than every 14 min."},
		{"retries", "12m 8 5s 15m", "The agent tries again for 21 min 15 s and so outlasts an outage of 12 min, but the news can be 21 min 15 s late. " +
			"A question that the agent asks meanwhile may go unanswered: check with the agent yourself, more often than every 14 min."},
		{"retries", "10m 12 5s 15m", "The agent tries again for 5 h 41 min 15 s and so outlasts an outage of 10 min, but the news can be 10 min 35 s late."},
		{"retries", "1m 0 5s 15m", "Without retries, one attempt is all there is: too little for an outage of 1 min. What happens in the outage’s first 1 min is never heard by webhook. " +
			"A question that the agent asks meanwhile may go unanswered: check with the agent yourself, more often than every 14 min."},
		{"drops", "9m 8m", "A task of 9 min, with a break every 8 min on average, sees 1.1 breaks; the chance that one stream lasts to its end is 32 %."},
		{"polling", "2m", "Polling every 2 min costs 6.19 requests per task, where the rule of thumb says 4.43. An outcome is known 56 s after the work’s end on average."},
	} {
		calculator := calculatorNamed(t, c.id)
		var in []int64
		for i, word := range strings.Fields(c.in) {
			k := calculator.Inputs[i].Key
			n := slices.IndexFunc(calculator.Inputs[i].Choices, func(v int64) bool { return k.Format(v) == word })
			if n < 0 {
				t.Fatalf("%s does not offer %s", c.id, word)
			}
			in = append(in, calculator.Inputs[i].Choices[n])
		}
		if got := calculator.Answer(in).Sentence; got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.id, c.in, got, c.want)
		}
	}
}

// TestPollingAddsUp: the parts of the cost add up to what the engine counts, and the delays are the engine's.
func TestPollingAddsUp(t *testing.T) {
	c := calculatorNamed(t, "polling")
	var r engine.Runner
	for _, every := range c.Inputs[0].Choices {
		s := engine.Defaults()
		s.Hears, s.Poll = engine.Polling, engine.Time(every)
		requests, late, latest, learned := 0.0, engine.Time(0), engine.Time(0), 0
		for day := range pollingDays {
			s.Day = int64(day + 1)
			rep, err := r.Report(s)
			if err != nil {
				t.Fatal(err)
			}
			if rep.Learned != rep.Items || rep.MissedInput != 0 {
				t.Fatalf("polling every %v is not without harm, so the parts mean something else", s.Poll)
			}
			requests += rep.RequestsPerTask() / pollingDays
			late, latest, learned = late+rep.Learn.Sum, max(latest, rep.Learn.Max), learned+rep.Learned
		}
		a := c.Answer([]int64{every})
		number := func(label string) float64 {
			for _, n := range a.Numbers {
				if strings.HasPrefix(n.Label, label) {
					v, err := strconv.ParseFloat(n.Value, 64)
					if err != nil {
						t.Fatal(err)
					}
					return v
				}
			}
			t.Fatalf("no number is called %q", label)
			return 0
		}
		whole, parts := number("= "), number("Rule of thumb")
		for _, n := range a.Numbers {
			if strings.HasPrefix(n.Label, "+ ") {
				parts += number(n.Label)
			}
		}
		if math.Abs(parts-whole) > 0.026 { // five numbers, each rounded by at most half a hundredth
			t.Errorf("every %v: the parts add up to %.2f, the whole is %.2f", s.Poll, parts, whole)
		}
		if got := fmt.Sprintf("%.2f", requests); got != fmt.Sprintf("%.2f", whole) {
			t.Errorf("every %v: %.2f requests per task, the engine says %s", s.Poll, whole, got)
		}
		if last := number("+ the last"); last < 0.3 || last > 0.7 {
			t.Errorf("every %v: the last interval costs %.2f polls; the page says about half", s.Poll, last)
		}
		if got, want := a.Numbers[len(a.Numbers)-2].Value, soon(late/engine.Time(learned)); got != want {
			t.Errorf("every %v: known after %s on average, the engine says %s", s.Poll, got, want)
		}
		if got, want := a.Numbers[len(a.Numbers)-1].Value, soon(latest); got != want {
			t.Errorf("every %v: known after %s at the latest, the engine says %s", s.Poll, got, want)
		}
	}
}

// TestGuideClaims holds figures that the guide states in words against runs: the rule of thumb leaves out a tenth of the bill
// at most for polls every fifteen seconds, and two thirds for polls every ten minutes; and with the first three mixes of its
// table no work is done twice.
func TestGuideClaims(t *testing.T) {
	c := calculatorNamed(t, "polling")
	for _, claim := range []struct {
		every       engine.Time
		least, most float64 // of the bill, beside the rule of thumb
	}{{15 * engine.Second, 0, 0.1}, {10 * engine.Minute, 0.63, 0.7}} {
		numbers := c.Answer([]int64{int64(claim.every)}).Numbers
		rule, err := strconv.ParseFloat(numbers[0].Value, 64)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := strconv.ParseFloat(numbers[5].Value, 64)
		if err != nil {
			t.Fatal(err)
		}
		if rest := 1 - rule/whole; rest < claim.least || rest > claim.most {
			t.Errorf("every %v: %.0f %% of the bill are not in the rule of thumb", claim.every, 100*rest)
		}
	}
	var r engine.Runner
	resubmitted := 0
	for _, text := range []string{"m=4&hears=push&reconcile=10m&idempotent=on", "m=4&hears=push&reconcile=5m&by=list&idempotent=on", "m=4&hears=stream"} {
		s, problems := missions.Parse(text)
		if problems != nil {
			t.Fatal(problems)
		}
		for day := range int64(20) {
			s.Day = day + 1
			report, err := r.Report(s)
			if err != nil {
				t.Fatal(err)
			}
			resubmitted += report.Resubmitted
			if report.DoneTwice != 0 {
				t.Errorf("%s, day %d: %d tasks done twice", text, s.Day, report.DoneTwice)
			}
		}
	}
	if resubmitted == 0 {
		t.Error("nothing was resubmitted, so nothing could be done twice")
	}
}

// TestGuide: what is chosen is answered, once, and what no menu offers is not taken.
func TestGuide(t *testing.T) {
	g := NewGuide()
	s := &screen{values: map[[2]string]string{}, lists: map[string][]ListRow{}}
	g.Show(s)
	if len(s.values) != 0 {
		t.Errorf("the page shows the first answers already, and %d properties were written", len(s.values))
	}
	for _, c := range [][2]string{{"polling-poll", "7s"}, {"polling-poll", ""}, {"polling-retries", "1"}, {"", ""}, {"retries-retries", "13"}} {
		if g.Choose(c[0], c[1]) {
			t.Errorf("%v was taken", c)
		}
	}
	g.Choose("retries-retries", "4") // the first choice
	if g.Show(s); len(s.values) != 0 {
		t.Error("the same choice was answered again")
	}
	if !g.Choose("retries-retries", "8") {
		t.Fatal("8 retries were not taken")
	}
	g.Show(s)
	if got := s.text("retries-sentence"); !strings.HasPrefix(got, "The agent tries again for 21 min 15 s and so outlasts") {
		t.Errorf("the answer to 8 retries is %q", got)
	}
	if s.text("retries-value-1") != "8" || s.text("polling-sentence") != "" {
		t.Error("another calculator answered, or this one not in full")
	}
	clear(s.values)
	if g.Show(s); len(s.values) != 0 {
		t.Error("the same answer was written again")
	}
}
