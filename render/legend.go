package render

// An Entry explains one mark of the picture.
type Entry struct {
	Mark    Mark
	Name    string // in a word or two
	Meaning string // in a sentence
	Icon    []Part
}

// A Part is one SVG path of an entry's icon, in a box of IconWidth by IconHeight. It is drawn in the ink's colour on the
// stage's ground: filled, or, where Stroke is set, as a line of that width with round ends.
type Part struct {
	Path   string
	Ink    Ink
	Stroke float64
	Dashed bool
}

// The size of a legend's icon: the SVG's viewBox.
const IconWidth, IconHeight = 32, 16

// Dash is the SVG stroke-dasharray of dashed parts.
const Dash = "3 2"

// Legend names every mark of the picture, in the order of Mark. LearnLine is explained with Dot, the marks of the run behind
// with GhostBar: its entry is the last.
func Legend() []Entry {
	figure := iconOf
	capOf := func(m Mark, k Ink, x float64) Part {
		fill, _, _ := m.path(x, 3, 6, 10)
		return Part{Path: fill, Ink: k}
	}
	const whole = "M4 3H28a2 2 0 0 1 2 2V11a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z"
	const diagonals = "M4 13L10 3M10 13L16 3M16 13L22 3M22 13L28 3"
	return []Entry{
		{WorkingBar, "Working", "The agent works on the task: TASK_STATE_WORKING. A task’s bar is faint from where the client no longer follows it.",
			[]Part{{Path: whole, Ink: Working}}},
		{InputBar, "Waits for input", "The task is paused until an answer comes: TASK_STATE_INPUT_REQUIRED.",
			[]Part{{Path: whole, Ink: Input}, {Path: diagonals, Ink: Stripe, Stroke: 1.6}}},
		{FailedEnd, "Failed", "No answer came in time and the agent failed the task: TASK_STATE_FAILED. Faint if the client no longer followed it: then it is no missed input.",
			[]Part{{Path: "M2 3H24V13H2z", Ink: Input}, {Path: "M4 13L10 3M10 13L16 3M16 13L22 3", Ink: Stripe, Stroke: 1.6}, capOf(FailedEnd, Failure, 24)}},
		{DuplicateBar, "Duplicate", "Another task for the same work, made by a message sent again. “+3” stands for three more than there is room for.",
			[]Part{{Path: "M2 4H24V7H2z", Ink: Duplicate}, {Path: "M8 9H30V12H8z", Ink: Duplicate}}},
		{VanishedBar, "Vanished", "The agent forgot this unfinished task when it restarted.",
			[]Part{{Path: "M2.5 3.5H29.5V12.5H2.5z", Ink: Working, Stroke: 1, Dashed: true}}},
		{ResubmitStart, "Resubmitted", "A new task for work whose task was lost. It starts with a notch.",
			[]Part{capOf(ResubmitStart, Working, 4), {Path: "M9.9 3H28V13H9.9z", Ink: Working}}},
		{Arrow, "Handed to a person", "The client found the task lost and escalated it.", figure(Arrow, White, 16, 13)},
		{Cross, "Dropped", "An open stream or call broke, or a blocking call timed out.", figure(Cross, White, 16, 11)},
		{Dot, "Learned", "The client knows the outcome. The thin line begins where the work ended: its length is the time to learn.",
			append([]Part{{Path: "M4 8H24", Ink: Learned, Stroke: 1.5}}, figure(Dot, Learned, 24, 11)...)},
		{DotFailed, "Learned: failed", "The client learned that the task failed. A late answer is no success, but it is known.",
			append(figure(DotFailed, Learned, 16, 12), Part{Path: "M14.8 5.6h2.4a1.2 1.2 0 0 1 1.2 1.2v2.4a1.2 1.2 0 0 1 -1.2 1.2h-2.4a1.2 1.2 0 0 1 -1.2 -1.2v-2.4a1.2 1.2 0 0 1 1.2 -1.2z", Ink: Failure})},
		{Question, "Never learned", "The run ended and the client did not know the outcome.", figure(Question, White, 16, 14)},
		{Delivered, "Webhook delivered", "The agent called the webhook and was acknowledged.", figure(Delivered, Webhook, 16, 11)},
		{Undelivered, "Webhook failed", "The receiver did not answer.", figure(Undelivered, Webhook, 16, 11)},
		{HalfDelivered, "Acknowledgement lost", "The webhook was handled, but the agent does not know and calls again.", figure(HalfDelivered, Webhook, 16, 11)},
		{ForgedBelieved, "Forged webhook", "A stranger called the webhook with TASK_STATE_COMPLETED, and the client believed it.", figure(ForgedBelieved, Failure, 16, 11)},
		{ForgedRefused, "Forged, refused", "A stranger called the webhook. The client checked who calls and refused.", figure(ForgedRefused, Failure, 16, 11)},
		{NotEqual, "Wrong outcome", "At this instant the client takes the task for completed, and it is not. It asks no more.", figure(NotEqual, Failure, 16, 13)},
		{PollTick, "Poll or check", "The client asked the agent how the task stands. Drawn where there is room.",
			[]Part{{Path: "M7 8V13M13 8V13M19 8V13M25 8V13", Ink: Tick, Stroke: 1.5}}},
		{OutageBand, "Receiver outage", "The client's webhook receiver answers nothing in this time.",
			[]Part{{Path: "M8 0H24V16H8z", Ink: Hover}, {Path: "M8 0V16M24 0V16", Ink: Outage, Stroke: 1}}},
		{RestartLine, "Agent restart", "All connections break. Unless it persists them, the agent forgets all tasks.",
			[]Part{{Path: "M16 1V16", Ink: Restart, Stroke: 1.5, Dashed: true}}},
		{HeadMark, "Now", "The play head. What is right of it is still to come.",
			append([]Part{{Path: "M16 4V16", Ink: Head, Stroke: 1.5}}, headIcon())},
		{GhostBar, "The pinned run", "Grey and hollow, where it differs: its tasks and duplicates as thin bars, a ring where its client learned the outcome, a thin question mark where it never did, a hollow arrow where it handed the task to a person, a thin ≠ where it held a wrong outcome.",
			append([]Part{{Path: "M2 5.5H18V10.5H2z", Ink: Ghost}, {Path: "M6 13H22V15H6z", Ink: GhostPink}}, figure(GhostDot, GhostMark, 24, 11)...)},
	}
}

// iconOf is a mark alone, as an icon.
func iconOf(m Mark, k Ink, x, size float64) []Part {
	fill, line, width := m.path(x-size/2, 8-size/2, size, size)
	var parts []Part
	if fill != "" {
		parts = append(parts, Part{Path: fill, Ink: k})
	}
	if line != "" {
		parts = append(parts, Part{Path: line, Ink: k, Stroke: width})
	}
	return parts
}

// MapLegend names every mark of the strategy map, in the order of Mark.
func MapLegend() []Entry {
	var list []Entry
	for _, e := range [...]Entry{
		{Mark: SpotClean, Name: "No harm", Meaning: "The setting learns every outcome, misses no input, makes no duplicate and handles nothing twice on this day."},
		{Mark: SpotTwice, Name: "Handled twice", Meaning: "Some results are handled twice, and nothing worse happens."},
		{Mark: SpotDuplicate, Name: "Duplicates", Meaning: "Some work is begun more than once, and nothing worse happens."},
		{Mark: SpotMissed, Name: "Missed input", Meaning: "Some tasks fail because no answer to their question comes in time, and nothing worse happens."},
		{Mark: SpotUnlearned, Name: "Not learned", Meaning: "Some outcomes are never learned by the client, or are handed to a person, and nothing worse happens. The more, the higher in the lane at the top."},
		{Mark: SpotWrong, Name: "Wrong", Meaning: "The client believes a stranger: some outcomes that it holds are not so. They stand in the lane at the top, too."},
		{Mark: FrontSpot, Name: "On the front", Meaning: "No harm, on twenty other days either, and none of those that do none is both cheaper and sooner. The line joins them."},
		{Mark: FrontToday, Name: "On the front today only", Meaning: "No harm today and nothing beats it, but on another day it does harm."},
		{Mark: HereRing, Name: "You are here", Meaning: "The setting at hand."},
	} {
		e.Icon = iconOf(e.Mark, spotInks[e.Mark], 16, 12)
		list = append(list, e)
	}
	return list
}

func headIcon() Part {
	fill, _, _ := HeadMark.path(12, 0, 8, 7)
	return Part{Path: fill, Ink: Head}
}
