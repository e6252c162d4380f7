package missions

import (
	"math"

	"a2alab/engine"
)

// The timeout is locked: it stands for whatever on the way cuts a call short, which is not the client's to change.
var impatientCaller = Mission{
	Name:  "5",
	Title: "The impatient caller",
	Scene: "Nothing fails, and a call may take one minute",
	Brief: "SendMessage waits until the work is done, and an HTTP timeout cuts the call after a minute. The client repeats it three times and gives up. Learn every outcome, and ask for each piece of work once.",
	Start: begin("5", "day=916&hears=block"),
	Proof: 5000,
	Free:  []string{"hears", "repeats", "poll", "reconcile", "by"},
	Goals: []Goal{
		noDuplicate(1),
		everyOutcome(2),
		noMissedInput(2),
		noTimeout(3),
		knownWithin(3, 5*engine.Minute),
		requests(3, 4),
	},
	Prediction: Prediction{
		Question: "Nothing breaks on this day: no outage, no restart, no lost webhook. How many of the 240 outcomes will this client learn?",
		Unit:     "outcomes learned",
		Choices:  []Range{{"Fewer than ten", 9}, {"About 60", 90}, {"About 120", 180}, {"Nearly all", math.MaxInt}},
		Number:   func(r *engine.Report) int { return r.Learned },
	},
	Hints: Hints{
		Look: []string{
			"Select a row with pink bars and read its story. What had become of the task when its call timed out, and what does the agent make of the same message again?",
			"Look at a row that ends in a question mark. What would the client have to know to ask GetTask about it, and which question needs no ID?",
			"Find a bar that turns amber and ends red. The agent asked a question and waited fifteen minutes. How often must the client look to see it in time?",
			"White crosses are calls that were cut. No work here takes less than two minutes. Which ways of hearing do not make SendMessage wait for the end?",
			"Follow the thin line from the end of a bar to its green dot. How long does this client go from one look to the next?",
			"The scoreboard counts requests per task. How seldom can the client ask and still know every outcome within five minutes?",
		},
		Mechanism: "By default SendMessage waits until the task ends or asks for input (§3.2.2), and the task’s ID comes with its answer. With returnImmediately it answers as soon as the task exists: Poll and Push send it so, and the first event of a stream brings the ID as well.",
		Answer:    "Set “Hears by” to Push: the message goes out with returnImmediately, the task’s ID comes at once, and a webhook brings the news. Stream does as well. So does Poll with “Polls every” at 5 min: every two minutes costs six requests per task, and every ten is too late.",
	},
	Debrief:   "A timeout says that you have stopped listening, not that the agent has stopped working. SendMessage waits by default (§3.2.2), and its answer is the first that a client sees of the task’s ID. Cut before that, the call leaves a task that nobody can name: GetTask has nothing to ask for, the same message again is the same work again, and only ListTasks can still find it. So where work may outlast a connection, set returnImmediately, keep the ID, and hear by whatever suits you: a webhook, a stream, a slow poll. A longer timeout only moves the border, and each proxy on the way has one of its own.",
	Section:   "calls",
	Reference: "m=5&hears=push",
	Par:       "m=5&hears=stream",
}
