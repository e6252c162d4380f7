package missions

import (
	"math"

	"a2alab/engine"
)

var reattach = Mission{
	Name:  "1",
	Title: "Reattach, don’t resend",
	Scene: "Each stream drops every eight minutes, on average",
	Brief: "The client streams its tasks, and whenever a stream drops it sends the message again. The agent cannot tell that from new work. Stop the client from creating work nobody asked for.",
	Start: begin("1", "day=339&hears=stream&drop=resend&flaps=8m"),
	Proof: 1000,
	Free:  []string{"drop", "reconcile"},
	Goals: []Goal{
		noDuplicate(1),
		everyOutcome(2),
		knownWithin(3, 5*engine.Second),
		requests(3, 2.5),
	},
	Prediction: Prediction{
		Question: "240 tasks, and streams that drop every eight minutes on average. How many duplicate tasks will this client create?",
		Unit:     "duplicate tasks",
		Choices:  []Range{{"None", 0}, {"About 30", 100}, {"About 240", 450}, {"About 700", math.MaxInt}},
		Number:   func(r *engine.Report) int { return r.Duplicates },
	},
	Hints: Hints{
		Look: []string{
			"Select a row with pink bars and read its story. What does the agent make of a message that it has seen before?",
			"Look at a row that ends in a question mark. The agent has finished the task; how could this client still find out?",
			"Follow the thin line from the end of a bar to its green dot. Which mechanism brought the news, and how long did it wait?",
			"The scoreboard counts requests per task. Which of the client’s habits asks when there is nothing new to hear?",
		},
		Mechanism: "A dropped stream says nothing about the task. SubscribeToTask opens a stream on a task that already exists, and its first event is the task as it stands.",
		Answer:    "Set “When a stream drops” to “Subscribe” and leave reconciliation off. Every stream is taken up again one second after it drops; a task that ended meanwhile costs one GetTask.",
	},
	Debrief:   "A broken connection is news about the network, not about the work. The task has an ID and goes on without you: ask for it by that ID. Sending the message again is asking for the work again, since agents may recognise a repeated messageId but need not (§3.3.1). The task is the unit of truth, not the connection.",
	Section:   "streams",
	Reference: "m=1&drop=subscribe",
	Par:       "m=1&drop=subscribe",
}
