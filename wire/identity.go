package wire

import (
	"strconv"

	"github.com/google/uuid"
)

// namespace is the lab's own; every ID is a version 5 UUID of a name in it, so the same day always shows the same IDs.
var namespace = uuid.MustParse("5d7c1f0e-6a43-4c0b-9a3e-27b1f6d2a0c4")

// TaskID is the ID that the agent gives to the task of an item, ordinal counting the item's tasks from 0.
func TaskID(day int64, item, ordinal int) string { return identity("task", day, item, ordinal) }

// ContextID is the context that the agent makes with that task: the client's message names none, and then the agent
// generates one (§3.4.1). A message sent again is new to an agent that does not deduplicate, and so is its context.
func ContextID(day int64, item, ordinal int) string { return identity("context", day, item, ordinal) }

// MessageID is the ID of the message that asks for the item's work. Sending it again repeats the ID: that is the point.
func MessageID(day int64, item int) string { return identity("message", day, item, 0) }

// AnswerID is the ID of the message that answers a pause of the task: another message, of the same task and context.
func AnswerID(day int64, item, ordinal int) string { return identity("message", day, item, 1+ordinal) }

// ArtifactID is the ID of what the task makes.
func ArtifactID(day int64, item, ordinal int) string { return identity("artifact", day, item, ordinal) }

// QuestionID is the ID of the agent's message that asks for input.
func QuestionID(day int64, item, ordinal int) string { return identity("question", day, item, ordinal) }

// credential is what the agent has to show at the webhook: one for each message, so that it is of no use for any other task.
func credential(day int64, item, ordinal int) string { return identity("webhook", day, item, ordinal) }

func identity(what string, day int64, item, number int) string {
	b := append([]byte(what), ' ')
	b = append(strconv.AppendInt(b, day, 10), ' ')
	b = append(strconv.AppendInt(b, int64(item), 10), ' ')
	return uuid.NewSHA1(namespace, strconv.AppendInt(b, int64(number), 10)).String()
}

// ShortID is the beginning of an ID, enough to tell it from others by eye.
func ShortID(id string) string { return id[:8] + "…" }
