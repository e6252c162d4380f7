package ui

import (
	"fmt"
	"math"
	"strings"

	"a2alab/engine"
)

// Title is how a value of the key reads in a control: 10 min, Off, 1 in 5, Subscribe.
func Title(k *engine.Key, v int64) string {
	switch {
	case k.CanBeOff && v == int64(engine.Never), k.Form == engine.Toggle && v == int64(engine.Off):
		return "Off"
	case k.Form == engine.Toggle:
		return "On"
	case k.Form == engine.Choice && v >= 0 && v < int64(len(k.Titles)):
		return k.Titles[v]
	}
	switch k.Name {
	case "restart", "outageat":
		return hourOf(engine.Time(v))
	case "acks":
		return oneIn(v, "Off")
	case "pauses":
		return percent(v)
	case "retries", "repeats":
		if v == 0 {
			return "None"
		}
	}
	if k.Form == engine.Duration {
		return length(engine.Time(v))
	}
	return k.Format(v)
}

// Note is the short line under a control: what its value comes to while the others stand as they do.
func Note(k *engine.Key, s *engine.Setting) string {
	if note := notes[k.Name]; note != nil {
		return note(s)
	}
	return ""
}

// notes has a line for every key. Where a key has no effect, the line says why.
var notes = map[string]func(*engine.Setting) string{
	"day": func(*engine.Setting) string { return "same day, same work, same luck" },
	"items": func(s *engine.Setting) string {
		return "one every " + rough(s.Span/engine.Time(s.Items)) + " on average"
	},
	"span":     func(s *engine.Setting) string { return "from 0:00 to " + hourOf(s.Span) },
	"end":      func(s *engine.Setting) string { return length(s.End-s.Span) + " after the last can be delegated" },
	"median":   func(*engine.Setting) string { return "half of the tasks take less" },
	"sigma":    noteSpread,
	"shortest": func(*engine.Setting) string { return "no task takes less" },
	"longest":  func(*engine.Setting) string { return "no task takes more" },
	"pauses": func(s *engine.Setting) string {
		return fmt.Sprintf("about %d of %d", (int64(s.Pauses)*s.Items+million/2)/million, s.Items)
	},
	"inputtimeout": func(*engine.Setting) string { return "then the agent fails the task" },
	"answer":       noteAnswer,

	"hears":        func(s *engine.Setting) string { return hearing[s.Hears] },
	"blocktimeout": noteTimeout,
	"repeats":      noteRepeats,
	"poll":         func(s *engine.Setting) string { return perHour(s.Poll) + " requests an hour for each open task" },
	"drop":         noteDrop,
	"reconcile":    noteReconcile,
	"by":           func(s *engine.Setting) string { return reconciling[s.By] },
	"lost":         func(s *engine.Setting) string { return losing[s.Lost] },
	"idempotent": func(s *engine.Setting) string {
		return either(s.Idempotent, "a second COMPLETED is ignored", "a second COMPLETED is handled again")
	},
	"verify": func(s *engine.Setting) string {
		return webhooks(s, either(s.Verify, "a stranger’s call is refused", "whoever calls is believed"))
	},

	"retries": noteRetries,
	"base":    noteBase,
	"persist": func(s *engine.Setting) string {
		return either(s.Persist, "tasks survive a restart", "a restart forgets every task")
	},
	"dedupe": func(s *engine.Setting) string {
		return either(s.Dedupe, "a repeated message returns its task", "a repeated message makes another task")
	},

	"flaps":  noteFlaps,
	"outage": noteOutage,
	"outageat": func(s *engine.Setting) string {
		if s.OutageAt >= s.End {
			return afterEnd
		}
		return "ends at " + hourOf(s.OutageAt+max(0, s.Outage))
	},
	"acks": func(s *engine.Setting) string {
		if s.Acks == 0 {
			return "every webhook reply arrives"
		}
		share := oneIn(int64(s.Acks), "")
		if strings.HasPrefix(share, "1 in ") {
			return webhooks(s, share+" webhook replies is lost")
		}
		return webhooks(s, share+" of webhook replies are lost")
	},
	"restart": func(s *engine.Setting) string {
		if s.Restart == engine.Never {
			return "the agent runs on"
		}
		if s.Restart >= s.End {
			return afterEnd
		}
		return "at " + hourOf(s.Restart) + either(s.Persist, " · tasks survive", " · tasks are forgotten")
	},
	"forged": func(s *engine.Setting) string {
		if s.Forged == engine.Never {
			return "nobody else knows the webhook’s address"
		}
		return webhooks(s, "one every "+length(s.Forged)+" per open task")
	},
}

var (
	hearing = [...]string{
		engine.Blocking:  "the call waits for the outcome",
		engine.Polling:   "the client asks again and again",
		engine.Streaming: "the agent tells on an open stream",
		engine.Push:      "the agent calls the client’s webhook",
	}
	reconciling = [...]string{
		engine.WithGetTask:   "one request for each open task",
		engine.WithListTasks: "one request for up to 50 changed tasks",
	}
	dropping = [...]string{
		engine.ResendOnDrop:    "sends the same message again",
		engine.SubscribeOnDrop: "opens a stream on the same task",
	}
	losing = [...]string{
		engine.WaitOnLost:     "as if nothing had happened",
		engine.ResubmitOnLost: "the same message, for a new task",
		engine.EscalateOnLost: "the client stops asking",
	}
)

func noteSpread(s *engine.Setting) string {
	if s.Sigma == 0 {
		return "all tasks take the same time"
	}
	// One standard deviation above the median lies 84 % of a normal distribution.
	switch t := float64(s.Median) * math.Exp(float64(s.Sigma)/million); {
	case t >= float64(s.Longest):
		return "one in six takes as long as the longest"
	case t <= float64(s.Shortest):
		return "most take as little as the shortest"
	default:
		return "one in six takes over " + rough(engine.Time(t))
	}
}

func noteAnswer(s *engine.Setting) string {
	if left := s.InputTimeout - s.Wait; left > 0 {
		return "leaves " + length(left) + " to hear of the pause"
	}
	return "no answer can be in time"
}

func noteTimeout(s *engine.Setting) string {
	if s.Repeats == 0 {
		return "then the client gives up"
	}
	return "then the same message again"
}

func noteRepeats(s *engine.Setting) string {
	return "waits " + length(engine.Time(s.Repeats+1)*s.BlockTime) + " in all" +
		either(s.Dedupe, "", " · each makes another task")
}

func noteDrop(s *engine.Setting) string {
	switch {
	case s.Drop != engine.GiveUpOnDrop:
		return dropping[s.Drop]
	case s.Reconcile == engine.Never:
		return "then the client hears nothing more"
	}
	return "then only reconciliation tells"
}

func noteReconcile(s *engine.Setting) string {
	switch {
	case s.Reconcile == engine.Never:
		return "nobody checks what was missed"
	case s.By == engine.WithListTasks:
		return "looks at all that changed"
	}
	return "checks every open task"
}

func noteRetries(s *engine.Setting) string {
	if s.Retries == 0 {
		return "one attempt and no more"
	}
	return length(s.Base) + ", doubling · covers " + length(engine.RetrySpan(s.Base, s.Retries))
}

// noteBase lists the first waits.
func noteBase(s *engine.Setting) string {
	const most = 4
	var waits []string
	for j := range min(s.Retries, most) {
		waits = append(waits, length(s.Base<<j))
	}
	if s.Retries > most {
		waits = append(waits, "…")
	}
	return strings.Join(waits, ", ")
}

func noteFlaps(s *engine.Setting) string {
	switch {
	case s.Flaps == engine.Never:
		return "connections hold"
	case s.Hears == engine.Polling || s.Hears == engine.Push:
		return "no connection stays open to break"
	}
	return "a break every " + length(s.Flaps) + " per task"
}

func noteOutage(s *engine.Setting) string {
	switch {
	case s.Outage == engine.Never:
		return "the webhook receiver answers"
	case s.OutageAt >= s.End:
		return afterEnd
	}
	return webhooks(s, window(s))
}

// afterEnd is the note on a failure that the run does not live to see.
const afterEnd = "after the run’s end: never happens"

// window is the outage as far as the run goes.
func window(s *engine.Setting) string {
	return hourOf(s.OutageAt) + " – " + hourOf(min(s.OutageAt+s.Outage, s.End))
}

// webhooks adds to a note on webhooks that there are none.
func webhooks(s *engine.Setting, note string) string {
	if s.Hears != engine.Push {
		return note + " · no webhook in use"
	}
	return note
}

func either(on engine.Switch, yes, no string) string {
	if on == engine.On {
		return yes
	}
	return no
}
