package missions

import (
	"math"

	"a2alab/engine"
)

var whoseWebhook = Mission{
	Name:  "6",
	Title: "Whose webhook is it?",
	Scene: "A stranger posts, and the receiver fails",
	Brief: "Whoever calls the webhook is believed. A stranger posts COMPLETED for unfinished work; from 1:28 the receiver is out for twelve minutes. Lose no outcome, and hold none that is wrong.",
	Start: begin("6", "day=448&retries=6&outage=12m&outageat=1h28m&forged=20m"),
	Proof: 6000,
	Free:  []string{"verify", "reconcile", "by", "idempotent"},
	Goals: []Goal{
		noWrongOutcome(1),
		everyOutcome(2),
		noMissedInput(2),
		handledOnce(3),
		knownWithin(3, 10*engine.Minute),
		requests(3, 2),
	},
	Prediction: Prediction{
		Question: "For each unfinished task the stranger posts TASK_STATE_COMPLETED every twenty minutes on average, and the client believes it. How many of the 240 outcomes will be wrong?",
		Unit:     "wrong outcomes",
		Choices:  []Range{{"None", 0}, {"About 5", 15}, {"About 25", 45}, {"About 70", math.MaxInt}},
		Number:   func(r *engine.Report) int { return r.Wrong },
	},
	Hints: Hints{
		Look: []string{
			"Find a red ≠ on a bar that is still blue. Which triangle stands below it, and who sent it?",
			"A bar that ends in the outage band, and a question mark: the agent called and nobody heard. Who asks afterwards?",
			"Find a bar that turns amber and ends red. Did the client take the work for done, or did it not hear the question?",
			"Two triangles after one end: the agent could not know that a check had brought the news already. What should the second one do?",
			"The longest thin lines show the latest news. How often does the client ask for itself?",
			"The scoreboard counts requests per task. How many tasks can one ListTasks bring news of?",
		},
		Mechanism: "The agent puts the credentials of the push configuration on each of its calls; a stranger who has only the address cannot. Checks keep the false out, but bring back nothing that is lost: reconciliation does. And what is heard in two ways comes twice, unless the handler knows what it has handled.",
		Answer:    "Switch on “Webhook checks” and “Idempotent handler”, and set “Reconcile every” to 10 min with ListTasks.",
	},
	Debrief:   "A webhook’s address is no secret, and a post to it proves nothing. The specification has the client check by the configured credentials who calls (§13.2), and that the task is one which it expects (§4.3.3); the second alone would not help against one who knows the tasks. A wrong outcome is worse than an unknown one: nobody asks any more, the question that comes later goes unanswered, and an idempotent handler takes the truth for a repetition. So believe only what you can check, or take each notification for a hint and read the task: the task is the unit of truth, not the message about it.",
	Section:   "door",
	Reference: "m=6&reconcile=10m&by=list&idempotent=on&verify=on",
	Par:       "m=6&reconcile=10m&by=list&idempotent=on&verify=on",
}
