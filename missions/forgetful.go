package missions

import (
	"math"

	"a2alab/engine"
)

var forgetfulAgent = Mission{
	Name:  "3",
	Title: "The agent forgets",
	Scene: "The agent restarts at 1:00 and keeps nothing",
	Brief: "At one hour the agent restarts and forgets every task, and with it every promise to call back. The client waits for webhooks that will never come. Notice the loss, and get the work done.",
	Start: begin("3", "day=204&retries=4&restart=1h"),
	Proof: 3000,
	Free:  []string{"reconcile", "lost"},
	Goals: []Goal{
		everyOutcome(1),
		noticedWithin(2, 30*engine.Minute),
		requests(3, 1.4),
	},
	Prediction: Prediction{
		Question: "The agent restarts one hour into the day and forgets its tasks. How many of the 240 will the client wait for in vain?",
		Unit:     "tasks waited for in vain",
		Choices:  []Range{{"None", 0}, {"About 18", 40}, {"About 60", 90}, {"About 120, half of them", math.MaxInt}},
		Number:   func(r *engine.Report) int { return r.Unknown },
	},
	Hints: Hints{
		Look: []string{
			"Look at the dashed outlines behind the restart line. Nobody will ever call about them. What could the client ask, and what could it do with the answer?",
			"The time to notice runs from the restart to the TaskNotFoundError. How long may the client go without asking?",
			"The scoreboard counts requests per task. How seldom can the client ask and still notice within half an hour?",
		},
		Mechanism: "An agent that forgot a task answers GetTask with TaskNotFoundError. That is the only sign there is, and it needs a client that asks. Then the message must be sent again: here it makes no duplicate, since nothing is left to duplicate.",
		Answer:    "Set “Reconcile every” to 30 min and “On TaskNotFound” to Resubmit. Thirty minutes is the least frequent check that still notices every loss in time.",
	},
	Debrief:   "Silence looks the same whether an agent is busy or has forgotten. A task that was WORKING may stay so for ever, or be gone: A2A has no heartbeat and no deadline. Only a question tells, and TaskNotFoundError (§3.1.3) is an answer to act on: send the work again, or hand it to a person. How often you ask is how late you may notice; ask as seldom as you can bear to wait.",
	Section:   "restarts",
	Reference: "m=3&reconcile=30m&lost=resubmit",
	Par:       "m=3&reconcile=30m&lost=resubmit",
}
