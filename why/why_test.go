package why

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

// harmed tells from a whole run's trace whether an item has the harm: another way of counting than Harm.In's.
func harmed(tr *engine.Trace, h Harm) bool {
	learned, escalated, lost, noticed := engine.Never, false, engine.Never, engine.Never
	var missed, duplicate, twice, misled bool
	over := engine.Never
	for _, e := range tr.EventsOf(h.Item) {
		switch {
		case e.Kind == engine.Learn:
			learned, over = e.At, ended(tr, e)
		case e.Kind == engine.Misled:
			misled = true
		case e.Kind == engine.Escalate:
			escalated = true
		case e.Kind == engine.Notice:
			noticed = e.At
		case e.Kind == engine.Repeated && e.Result == engine.HandledTwice:
			twice = true
		case e.Kind == engine.TaskCreated && tr.Tasks[e.Task].Kind == engine.Duplicate:
			duplicate = true
		case e.Kind == engine.TaskFailed && tr.Tasks[e.Task].Abandoned == engine.Never:
			missed = true
		case e.Kind == engine.TaskVanished:
			lost = e.At
		}
	}
	unknown := learned == engine.Never && !escalated && !misled
	switch h.Kind {
	case Wrong:
		return misled
	case Unlearned:
		return learned == engine.Never
	case MissedInput:
		return missed
	case Duplicated:
		return duplicate
	case HandledTwice:
		return twice
	case Late:
		return learned == engine.Never || learned-over > h.Limit
	}
	followed := false // a lost task that the client still follows
	for _, t := range tr.TasksOf(h.Item) {
		followed = followed || t.Vanished != engine.Never && t.Abandoned == engine.Never
	}
	return unknown && followed && noticed == engine.Never || noticed != engine.Never && noticed-lost > h.Limit
}

// ended is when the task of an event ended.
func ended(tr *engine.Trace, e engine.Event) engine.Time { return tr.Tasks[e.Task].Ended }

// world is a random setting of client, agent and failures over the values that the page offers.
func world(rng *rand.Rand) engine.Setting {
	for {
		s := engine.Defaults()
		s.Start = missions.Sandbox
		s.Items, s.Day = 60, rng.Int64N(1000)
		for i := range engine.Keys {
			k := &engine.Keys[i]
			if k.Group == engine.WorkGroup {
				continue
			}
			menu := missions.Offered(k, s)
			*k.Field(&s) = menu[rng.IntN(len(menu))]
		}
		if s.Validate() == nil {
			return s
		}
	}
}

// TestWhy: for the missions as they start and for a thousand random settings, without the failures that an explanation names
// its harm is gone, with any fewer of them it is there; with its remedy the harm is gone, and every single change was tried by
// another way to see whether a smaller one does.
func TestWhy(t *testing.T) {
	worlds := 1000
	if testing.Short() {
		worlds = 100
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	var settings []engine.Setting
	for _, m := range missions.All {
		settings = append(settings, m.Start)
	}
	for range worlds {
		settings = append(settings, world(rng))
	}
	for _, text := range []string{
		"m=sandbox&items=20&end=2h30m&longest=12h&median=2h&shortest=1h",                      // some work outlasts the run
		"m=sandbox&items=16&hears=stream&drop=resend&flaps=30s&median=2h&longest=12h&end=48h", // hundreds of failures for one harm
	} {
		s, problems := missions.Parse(text)
		if problems != nil {
			t.Fatal(problems)
		}
		settings = append(settings, s)
	}
	var x Explainer
	var r engine.Runner
	var tr, again engine.Trace
	explained, by, alone, several, many, pairs, hopeless := 0, map[Kind]int{}, 0, 0, 0, 0, 0
	for n, s := range settings {
		if err := r.Trace(&tr, s); err != nil {
			continue // too many events
		}
		tried := map[Kind]int{}
		for item := range tr.Items {
			for _, h := range x.Harms(s, item) {
				if !harmed(&tr, h) {
					t.Fatalf("%s: %+v is none", s.Text(engine.Start{Setting: engine.Defaults()}), h)
				}
				most := 1 // of each kind in each random world
				if n < len(missions.All) {
					most = 20
				}
				if tried[h.Kind]++; tried[h.Kind] > most {
					continue
				}
				what := fmt.Sprintf("%s: %+v", missions.Text(s), h)
				explained++
				by[h.Kind]++
				e := x.Explain(&tr, h)
				r.Without = e.Failures
				r.Trace(&again, s)
				r.Without = nil
				switch {
				case len(e.Kinds) > 0:
					many++
					quiet := s
					for _, k := range e.Kinds {
						quiet = Without(quiet, k)
					}
					if r.Trace(&again, quiet); harmed(&again, h) {
						t.Errorf("%s: without any %v it happens all the same", what, e.Kinds)
					}
				case len(e.Failures) == 0:
					alone++
					r.Trace(&again, calm(s))
					if !harmed(&again, h) {
						t.Errorf("%s: the setting alone does no such harm", what)
					}
				case harmed(&again, h):
					t.Errorf("%s: without %v it happens all the same", what, e.Failures)
				}
				if len(e.Failures) > 1 {
					several++
				}
				for i := range e.Failures {
					r.Without = slices.Delete(slices.Clone(e.Failures), i, i+1)
					r.Trace(&again, s)
					r.Without = nil
					if !harmed(&again, h) {
						t.Errorf("%s: %v without number %d is enough", what, e.Failures, i)
					}
				}
				for i, step := range e.Steps {
					if ev := tr.Events[step]; int(ev.Item) != h.Item || i > 0 && step <= e.Steps[i-1] {
						t.Errorf("%s: step %d is %+v", what, i, ev)
					}
				}
				if len(e.Steps) == 0 {
					t.Errorf("%s: no steps", what)
				}

				q := x.Search(&tr, h)
				for !q.Step(100) {
				}
				remedy := q.Remedy()
				switch len(remedy.Changes) {
				case 0:
					hopeless++
				case 2:
					pairs++
				}
				if remedy.Changes != nil {
					if r.Trace(&again, remedy.Setting); harmed(&again, h) {
						t.Errorf("%s: with %s it happens all the same", what, missions.Text(remedy.Setting))
					}
				}
				// By brute force: whole runs, judged by their traces.
				start, _ := missions.StartNamed(s.Start)
				for i := range engine.Keys {
					k := &engine.Keys[i]
					if k.Group == engine.WorkGroup || k.Group == engine.FailureGroup || start.Locked(k.Name) {
						continue
					}
					for _, v := range missions.Offered(k, start.Setting) {
						single := s
						*k.Field(&single) = v
						if v == k.Value(&s) || single.Validate() != nil || r.Trace(&again, single) != nil || harmed(&again, h) {
							continue
						}
						if len(remedy.Changes) != 1 {
							t.Errorf("%s: %d changes, and %s=%s is enough", what, len(remedy.Changes), k.Name, k.Format(v))
							continue
						}
						c := Remedy{Report: again.Report, Breaks: broken(&q.before, &again.Report), steps: way(s, []Change{{k, v}})}
						if compare(&c, &remedy) < 0 {
							t.Errorf("%s: %s=%s is smaller than %v", what, k.Name, k.Format(v), remedy.Changes)
						}
					}
				}
			}
		}
	}
	t.Logf("%d harms explained %v: %d by the setting alone, %d by several failures, %d by too many to name; %d need two changes, %d have no remedy", explained, by, alone, several, many, pairs, hopeless)
	if alone == 0 || several == 0 || many == 0 || pairs == 0 || hopeless == 0 || len(by) != 7 {
		t.Error("some kinds of explanation were not tried")
	}
}
