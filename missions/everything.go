package missions

import (
	"math"

	"a2alab/engine"
)

var everything = Mission{
	Name:  "4",
	Title: "Everything at once",
	Scene: "Flaps, an outage, lost acknowledgements and a restart",
	Brief: "Four failures strike on one day. The client polls every fifteen seconds and loses nothing, at a price. Find a client that is as safe for a twentieth of it.",
	Start: begin("4", "day=7677&hears=poll&poll=15s&lost=resubmit&retries=8&flaps=8m&outage=12m&outageat=1h45m&acks=0.2&restart=1h"),
	Proof: 4000,
	Free:  []string{"hears", "blocktimeout", "repeats", "poll", "drop", "reconcile", "by", "lost", "idempotent"},
	Goals: []Goal{
		everyOutcome(1),
		noMissedInput(1),
		noDuplicate(1),
		handledOnce(1),
		requests(1, 6),
		requests(2, 3),
		requests(3, 2),
		knownOnAverage(3, engine.Minute),
	},
	Prediction: Prediction{
		Question: "Polling every 15 seconds sees everything. What does it cost, in requests for each task?",
		Unit:     "requests per task",
		Choices:  []Range{{"About 4", 8}, {"About 10", 20}, {"About 40", 70}, {"More than 70", math.MaxInt}},
		Number:   func(r *engine.Report) int { return r.TotalRequests() / r.Items },
	},
	Hints: Hints{
		Look: []string{
			"Look at the rows that end in a question mark. Which failure took the news, and what would have asked again?",
			"Find a bar that ends red: the agent’s question went unheard for fifteen minutes. How often does the client look?",
			"Pink bars are work that was asked for twice. Which reaction of the client sends the message again?",
			"A triangle that is half filled was handled, and then sent again because its acknowledgement was lost. Who could recognise that?",
			"Most polls find that nothing has changed. Which ways of hearing cost nothing while nothing happens?",
			"The scoreboard counts requests per task. Which way of hearing costs nothing while nothing happens, and what must stand behind it?",
			"A check that is more frequent than it needs to be costs a request for each open task.",
			"The average wait comes from the news that only the next check brings. How much of the news should come by itself?",
		},
		Mechanism: "Push costs no request, but an outage loses it, a lost acknowledgement doubles it, and a restart forgets it. Each has its own remedy: reconciliation, an idempotent handler, and resubmitting on TaskNotFound.",
		Answer:    "Set “Hears by” to Push, reconcile every 10 min with GetTask, keep Resubmit, and switch the idempotent handler on. Fifteen minutes would be a little too seldom: the agent’s patience of fifteen minutes, less the minute that an answer takes, leaves fourteen.",
	},
	Debrief:   "No single way of hearing survives every failure, and none needs to. Let the cheap one carry the news, let a slow question to the agent catch what it drops, and make handling a result twice harmless. Ten minutes is not a matter of taste: an input request lives fifteen, an answer takes one, so a check must come within fourteen, and fifteen minutes misses one on about one day in twenty. Streams with SubscribeToTask are safe as well, at about half a request more; a poll every ten minutes is safe and late.",
	Section:   "mix",
	Reference: "m=4&hears=push&reconcile=10m&idempotent=on",
	Par:       "m=4&hears=push&reconcile=10m&by=list&idempotent=on",
}
