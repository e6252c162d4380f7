package sdkcheck

import (
	"fmt"
	"reflect"

	"a2alab/engine"
)

// Told is the same account of an item from a run of the engine.
func Told(tr *engine.Trace, item int) Story {
	s := Story{Learned: engine.Never, Wrong: engine.Never, Escalated: engine.Never, Missed: tr.Report.PerItem[item].Missed}
	s.Tasks = append(s.Tasks, tr.TasksOf(item)...)
	for _, e := range tr.EventsOf(item) {
		switch {
		case e.Kind.IsRequest():
			s.Requests[e.Kind]++
		case e.Kind == engine.Attempt:
			switch e.Result {
			case engine.Undelivered:
				s.Attempts.Failed++
			case engine.AckLost:
				s.Attempts.AckLost++
			default:
				s.Attempts.Acknowledged++
			}
		case e.Kind == engine.LearnPause:
			s.PausesHeard = append(s.PausesHeard, e.At)
		case e.Kind == engine.Notice:
			s.Noticed = append(s.Noticed, e.At)
		case e.Kind == engine.Learn:
			s.Outcome, s.Learned = e.State, e.At
		case e.Kind == engine.Misled:
			s.Wrong = e.At
		case e.Kind == engine.Forged && e.Result == engine.Refused:
			s.Refused++
		case e.Kind == engine.Escalate:
			s.Escalated = e.At
		case e.Kind == engine.Repeated && e.Result == engine.Absorbed:
			s.Absorbed++
		case e.Kind == engine.Repeated:
			s.HandledTwice++
		}
	}
	return s
}

// Differences says in what two accounts differ, field by field.
func Differences(simulated, real *Story) []string {
	var list []string
	a, b := reflect.ValueOf(*simulated), reflect.ValueOf(*real)
	for i := range a.NumField() {
		if x, y := a.Field(i).Interface(), b.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			list = append(list, fmt.Sprintf("%s: simulated %v, real %v", a.Type().Field(i).Name, x, y))
		}
	}
	return list
}

// Compare says in what a run of the engine and one of the real software differ, item by item and look by look.
func Compare(tr *engine.Trace, stories []Story, checks []engine.Check) []string {
	var list []string
	for item := range stories {
		told := Told(tr, item)
		for _, d := range Differences(&told, &stories[item]) {
			list = append(list, fmt.Sprintf("item %d (created %v): %s", item, tr.Items[item].Created, d))
		}
	}
	for i := range max(len(tr.Checks), len(checks)) {
		var a, b engine.Check
		if i < len(tr.Checks) {
			a = tr.Checks[i]
		}
		if i < len(checks) {
			b = checks[i]
		}
		if a != b {
			list = append(list, fmt.Sprintf("look %d: simulated %+v, real %+v", i, a, b))
		}
	}
	return list
}
