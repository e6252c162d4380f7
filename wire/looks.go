package wire

import (
	"cmp"
	"slices"
	"strings"

	"a2alab/engine"
)

// looks writes the looks at ListTasks that were made while the item was open. Those that did not show its task are alike.
func (w *writer) looks() {
	closed := w.tr.Closed(w.item)
	listed := map[engine.Time]int{} // the event, by instant
	for i := range w.events {
		if e := &w.events[i]; e.Kind == engine.Listed {
			listed[e.At] = i
		}
	}
	before := engine.Time(0)
	for c := range w.tr.Checks {
		check := &w.tr.Checks[c]
		if check.At >= w.tr.Items[w.item].Created && check.At <= closed {
			w.look(check, before, listed)
		}
		before = check.At
	}
}

// look writes the pages of one look: all of them where one shows the item's task, else the first.
func (w *writer) look(check *engine.Check, before engine.Time, listed map[engine.Time]int) {
	i, shows := listed[check.At]
	var rows []Row
	pages := 1
	if shows {
		rows, pages = Listed(w.tr, check.At, before), check.Pages
	}
	for page := range pages {
		from, to := page*engine.PageSize, min((page+1)*engine.PageSize, len(rows))
		own := shows && slices.ContainsFunc(rows[from:to], func(r Row) bool { return int(w.tr.Tasks[r.Task].Item) == w.item })
		if page > 0 && !own {
			continue
		}
		query, params := []string{}, []string{}
		if before > 0 {
			after := stamp(before + 1) // inclusive, in milliseconds
			query = append(query, "statusTimestampAfter="+strings.ReplaceAll(after, ":", "%3A"))
			params = append(params, "statusTimestampAfter", text(after))
		}
		query = append(query, "pageSize="+number(engine.PageSize))
		params = append(params, "pageSize", number(engine.PageSize))
		if page > 0 {
			query = append(query, "pageToken="+pageToken(page))
			params = append(params, "pageToken", text(pageToken(page)))
		}
		request := w.call("ListTasks", "GET", "/tasks?"+strings.Join(query, "&"), object(params...))
		request.At = check.At
		x := Exchange{At: check.At, Until: check.At, Count: 1, Event: -1, Last: -1, Operation: "ListTasks", Request: request}
		came := "this task is not among " + number(check.Tasks)
		if own {
			x.Event, x.Last = w.first+i, w.first+i
			came = w.events[i].State.String()
		} else {
			x.key = "list"
		}
		next := ""
		if page+1 < check.Pages {
			next = pageToken(page + 1)
		}
		answer := *w // as the binding numbers this call
		x.answer = func() Message {
			rows := rows
			if rows == nil {
				rows = Listed(w.tr, check.At, before)
			}
			var tasks []string
			for _, r := range rows[from:min(from+engine.PageSize, len(rows))] {
				tasks = append(tasks, answer.other(r).task(r.Task, check.At, r.State))
			}
			return answer.ok(check.At, object("tasks", array(tasks...), "nextPageToken", text(next), "pageSize", number(engine.PageSize), "totalSize", number(check.Tasks)))
		}
		w.end(x, came)
	}
}

// pageToken means something to the agent only.
func pageToken(page int) string { return "page-" + number(page+1) }

// other is a writer for the item of another task.
func (w *writer) other(r Row) *writer {
	o := *w
	o.item = int(w.tr.Tasks[r.Task].Item)
	o.task0 = w.tr.FirstTask(o.item)
	return &o
}

// A Row is a task on a look at ListTasks.
type Row struct {
	Task  int32
	State engine.State
	Since engine.Time // its status timestamp
}

// Listed are the tasks that a look at an instant shows, the newest status timestamp first (§3.1.4): those that the agent has
// whose status changed after the look before, at which the first has none.
func Listed(tr *engine.Trace, at, before engine.Time) []Row {
	var rows []Row
	for i := range tr.Tasks {
		t := &tr.Tasks[i]
		if t.Born > at || t.Vanished != engine.Never && t.Vanished <= at {
			continue
		}
		w := writer{tr: tr, s: &tr.Setting}
		r := Row{Task: int32(i), State: w.stateAt(int32(i), at)}
		r.Since = w.sinceAt(r.Task, r.State, at)
		// At one instant a look comes before what the client does on other grounds: MODEL section 5.
		switch {
		case t.Born == at && t.Kind != engine.Original:
			continue
		case t.Resumed == at:
			r.State, r.Since = engine.InputRequired, t.Paused
		}
		if r.Since > before || before == 0 {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Since, a.Since) })
	return rows
}
