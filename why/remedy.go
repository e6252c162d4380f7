package why

import (
	"cmp"
	"slices"

	"a2alab/engine"
	"a2alab/missions"
)

// A Change is another value for a key.
type Change struct {
	Key   *engine.Key
	Value int64
}

// A Remedy is a change of the setting, of one key or two, with which the harm does not happen.
type Remedy struct {
	Changes []Change
	Setting engine.Setting
	Report  engine.Report // with it; without PerItem
	Breaks  int           // harms that other items have with it and not before
	steps   int           // how far it goes along the menus
}

// A Search looks for the smallest remedy of a harm: fewest keys; of those the least harm to others, the lowest cost, and the
// shortest way along the menus. It works in pieces, so that a page can go on between them.
type Search struct {
	explainer *Explainer
	setting   engine.Setting
	harm      Harm
	before    engine.Report
	options   []Change
	i, j      int // what is tried next; j is negative while one change may be enough
	best      Remedy
	done      bool
}

// Search begins to look for a remedy among the keys of client and agent that the setting's start leaves free, over the values
// that the page offers.
func (x *Explainer) Search(tr *engine.Trace, h Harm) *Search {
	s := tr.Setting
	q := &Search{explainer: x, setting: s, harm: h, before: tr.Report, j: -1}
	start, _ := missions.StartNamed(s.Start)
	for i := range engine.Keys {
		k := &engine.Keys[i]
		if k.Group != engine.ClientGroup && k.Group != engine.AgentGroup || start.Locked(k.Name) {
			continue
		}
		for _, v := range missions.Offered(k, start.Setting) {
			if v != k.Value(&s) {
				q.options = append(q.options, Change{k, v})
			}
		}
	}
	return q
}

// Step tries up to so many changes. It returns whether the search is over.
func (q *Search) Step(tries int) (done bool) {
	for ; tries > 0 && !q.done; tries-- {
		q.next()
	}
	return q.done
}

// Remedy is what was found once the search is over: no changes if nothing helps.
func (q *Search) Remedy() Remedy { return q.best }

func (q *Search) next() {
	switch {
	case q.i >= len(q.options) && (q.j >= 0 || q.best.Changes != nil || len(q.options) == 0):
		q.done = true
	case q.i >= len(q.options): // no single change is enough
		q.i, q.j = 0, 1
	case q.j < 0:
		q.try(q.options[q.i])
		q.i++
	case q.j >= len(q.options):
		q.i++
		q.j = q.i + 1
	default:
		if a, b := q.options[q.i], q.options[q.j]; a.Key != b.Key {
			q.try(a, b)
		}
		q.j++
	}
}

// try runs the setting with some changes: the item first, and only if the harm is gone everything.
func (q *Search) try(changes ...Change) {
	x, s := q.explainer, q.setting
	for _, c := range changes {
		*c.Key.Field(&s) = c.Value
	}
	if s.Validate() != nil || x.has(s, q.harm, nil) {
		return
	}
	r, err := x.runner.Report(s)
	if err != nil {
		return
	}
	r.PerItem = nil
	found := Remedy{Changes: changes, Setting: s, Report: r, Breaks: broken(&q.before, &r), steps: way(q.setting, changes)}
	if q.best.Changes == nil || compare(&found, &q.best) < 0 {
		found.Changes = slices.Clone(changes)
		q.best = found
	}
}

// compare orders remedies with as many keys: the smaller first. What compares equal stays in the order of the keys.
func compare(a, b *Remedy) int {
	return cmp.Or(cmp.Compare(a.Breaks, b.Breaks), cmp.Compare(a.Report.TotalRequests(), b.Report.TotalRequests()), cmp.Compare(a.steps, b.steps))
}

// broken counts what is worse than before: each kind of harm by itself, for one does not make up for another; but who learns that
// an outcome is unknown, and not what a stranger says, is no worse off.
func broken(before, after *engine.Report) int {
	n := 0
	for _, counts := range [...][2]int{
		{before.Wrong, after.Wrong}, {before.Wrong + before.Unknown, after.Wrong + after.Unknown}, {before.Escalated, after.Escalated}, {before.MissedInput, after.MissedInput},
		{before.Duplicates, after.Duplicates}, {before.DoneTwice, after.DoneTwice}, {before.HandledTwice, after.HandledTwice},
	} {
		n += max(counts[1]-counts[0], 0)
	}
	return n
}

// way is how far changes go along the menus: 1 for another of several choices, 2 for another way of hearing, which is another
// client, else the places between the values.
func way(s engine.Setting, changes []Change) int {
	n := 0
	for _, c := range changes {
		menu, is := missions.Offered(c.Key, s), c.Key.Value(&s)
		if c.Key.Form == engine.Choice || c.Key.Form == engine.Toggle {
			n++
			if c.Key.Name == "hears" {
				n++
			}
			continue
		}
		n += max(slices.Index(menu, c.Value)-slices.Index(menu, is), slices.Index(menu, is)-slices.Index(menu, c.Value))
	}
	return n
}
