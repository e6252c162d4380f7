package missions

import (
	"math"

	"a2alab/engine"
)

var silentReceiver = Mission{
	Name:  "2",
	Title: "The silent receiver",
	Scene: "The webhook receiver is out for twelve minutes",
	Brief: "The client waits for webhooks. From 1:45 its receiver is out for twelve minutes, and the agent tries each notification only twice. Lose no outcome and no question.",
	Start: begin("2", "day=50&retries=1&outage=12m&outageat=1h45m"),
	Proof: 2000,
	Free:  []string{"retries", "reconcile", "by"},
	Goals: []Goal{
		everyOutcome(1),
		requests(1, 2),
		noMissedInput(2),
		knownWithin(3, 5*engine.Minute),
	},
	Prediction: Prediction{
		Question: "The receiver is out for 12 of 210 minutes, and each notification is retried once. How many of the 240 outcomes will the client never learn?",
		Unit:     "outcomes never learned",
		Choices:  []Range{{"None", 0}, {"Two or three", 8}, {"About 20", 60}, {"More than 60", math.MaxInt}},
		Number:   func(r *engine.Report) int { return r.Unknown },
	},
	Hints: Hints{
		Look: []string{
			"Look at the hollow triangles in the outage band. What does the client do when no webhook ever comes?",
			"The scoreboard counts requests per task. A check that finds nothing new costs as much as one that does.",
			"Find a bar that turns amber in the band and ends red. The agent asked a question and waited fifteen minutes. When did the client hear of it?",
			"The longest thin lines show the latest news. A check every R minutes can be up to R minutes late; what would make frequent checks cheap?",
		},
		Mechanism: "Retries reach as far as their doubling waits: k retries span 5 × (2^k − 1) seconds. Reconciliation asks the agent itself, so it does not depend on the receiver. ListTasks asks once for all tasks that changed, instead of once for each open task.",
		Answer:    "Set “Reconcile every” to 5 min and “Reconcile with” to ListTasks. The retries may stay as they are: whatever the webhook loses, the next look at the list brings back.",
	},
	Debrief:   "A webhook is a hint: the specification asks the agent to attempt delivery at least once, not to succeed (§4.3.3). Retries only cover outages shorter than they span, and a question that waits fifteen minutes cannot wait for the twentieth. So whoever waits for pushes must also ask, more often than the agent is patient: fifteen minutes less the minute it takes to answer. One ListTasks for everything that changed (§3.1.4) makes asking cheap enough to do it often.",
	Section:   "push",
	Reference: "m=2&reconcile=5m&by=list",
	Par:       "m=2&reconcile=5m&by=list",
}
