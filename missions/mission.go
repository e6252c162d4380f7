// Package missions says what to achieve: broken clients, what may be changed about them, and how a change is judged.
//
// A mission is data over the engine's keys. Its sentences are what the player reads, its goals are what the page, the
// command line and the tests judge by, and neither knows of pixels or HTML.
package missions

import (
	"slices"

	"a2alab/engine"
)

// A Mission is a client that loses work, and the task of mending it.
type Mission struct {
	Name  string // the start's name in a setting's text
	Title string
	Scene string // what goes wrong in the world, in a few words
	Brief string // the problem in a sentence or two

	Start engine.Setting // the broken client, on the practice day
	Proof int64          // the first of the twenty other days on which a setting must prove itself
	Free  []string       // the keys that the player may change; all others are locked
	Goals []Goal         // in the order of their stars

	Prediction Prediction
	Hints      Hints
	Debrief    string // the principle, in one paragraph
	Section    string // of the guide, by its anchor, that says more
	Reference  string // a setting's text that earns three stars
	Par        string // the cheapest such text among the choices that the page offers
}

// Stars is how many stars a mission has.
const Stars = 3

// Sandbox is the name of the start in which every key is free.
const Sandbox = "sandbox"

// All are the missions in order.
var All = []*Mission{&reattach, &silentReceiver, &forgetfulAgent, &everything, &impatientCaller, &whoseWebhook}

// Find returns the mission of that name, or nil.
func Find(name string) *Mission {
	for _, m := range All {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// StartNamed is the start of that name; the empty name is the first mission.
func StartNamed(name string) (engine.Start, bool) {
	switch name {
	case "":
		return StartNamed(All[0].Name)
	case Sandbox:
		return engine.Start{Name: Sandbox, Setting: engine.Defaults()}, true
	}
	m := Find(name)
	if m == nil {
		return engine.Start{}, false
	}
	return engine.Start{Name: m.Name, Setting: m.Start, Free: m.Free}, true
}

// Parse reads a setting's text over the missions' starts.
func Parse(text string) (engine.Setting, []engine.Problem) { return engine.Parse(text, StartNamed) }

// Text is the setting as canonical text over its own start.
func Text(s engine.Setting) string {
	start, _ := StartNamed(s.Start)
	return s.Text(start)
}

// InSandbox is the same setting with every key free.
func InSandbox(s engine.Setting) engine.Setting {
	s.Start = Sandbox
	return s
}

// Locked tells whether a key must stay as the setting's start has it.
func Locked(s engine.Setting, key string) bool {
	start, _ := StartNamed(s.Start)
	return start.Locked(key)
}

// Choices calls yield with every setting of the mission's free keys over the values that the page offers. A key that has no
// effect keeps the start's value, so settings that differ only in such keys come once.
func (m *Mission) Choices(yield func(engine.Setting) bool) {
	keys := make([]*engine.Key, len(m.Free))
	for i, name := range m.Free {
		keys[i] = engine.KeyNamed(name)
	}
	s := m.Start
	var each func(i int) bool
	each = func(i int) bool {
		if i == len(keys) {
			for _, k := range keys {
				if k.Value(&s) != k.Value(&m.Start) && !k.Matters(&s) {
					return true
				}
			}
			return yield(s)
		}
		defer func(v int64) { *keys[i].Field(&s) = v }(keys[i].Value(&s))
		for _, v := range Offered(keys[i], m.Start) {
			*keys[i].Field(&s) = v
			if !each(i + 1) {
				return false
			}
		}
		return true
	}
	each(0)
}

// Offered is what the page offers for a key: its sensible values, and the one that the start has.
func Offered(k *engine.Key, start engine.Setting) []int64 {
	var list []int64
	switch k.Form {
	case engine.Choice, engine.Toggle:
		for v := range k.Max + 1 {
			list = append(list, v)
		}
		return list
	}
	list = slices.Clone(k.Offered)
	if v := k.Value(&start); !slices.Contains(list, v) {
		list = append(list, v)
		slices.Sort(list)
	}
	return list
}

// must reads a mission's own text; the tests parse every one.
func must(text string) engine.Setting {
	s, problems := engine.Parse(text, func(string) (engine.Start, bool) {
		return engine.Start{Setting: engine.Defaults()}, true
	})
	if problems != nil {
		panic("missions: " + text + ": " + problems[0].Error())
	}
	return s
}

// begin is a mission's start from its name and a text over the table's defaults.
func begin(name, text string) engine.Setting {
	s := must(text)
	s.Start = name
	return s
}

// A Prediction is a question about the broken client, answered with one click before it runs.
type Prediction struct {
	Question string
	Unit     string  // of the true number, in words
	Choices  []Range // four, from low to high; every number falls into one
	Number   func(*engine.Report) int
}

// A Range is one answer: everything up to and including Most.
type Range struct {
	Text string
	Most int
}

// Right is the index of the true answer.
func (p *Prediction) Right(r *engine.Report) int {
	n := p.Number(r)
	for i, c := range p.Choices {
		if n <= c.Most {
			return i
		}
	}
	return len(p.Choices) - 1
}

// Hints come in three rungs.
type Hints struct {
	Look      []string // where to look, one for each goal: the first that fails is shown
	Mechanism string   // which mechanism helps
	Answer    string   // the worked answer; reading it costs nothing and earns nothing
}

// Rung returns the text of a rung from 1 to 3; failing is the index of the first goal that fails, or -1.
func (h *Hints) Rung(rung, failing int) string {
	switch rung {
	case 1:
		return h.Look[max(0, failing)]
	case 2:
		return h.Mechanism
	default:
		return h.Answer
	}
}
