package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"a2alab/missions"
	"a2alab/render"
)

// A Reply is what a reader answered to a mission's question, so that nobody is asked twice and the answer can be recalled.
type Reply struct {
	Mission string
	Answer  int   // index among the mission's choices, or one of the below
	Changed int64 // counts the changes, so that of two tabs' answers the later one wins
}

// Answers that are none.
const (
	Skipped = -1
	AskAnew = -2 // the reader wants to be asked anew
)

const answerMost = 15 // index of a choice; later labs may offer more than this one

// Reply is the reader's last word on the mission's question, and whether there is one.
func (p Progress) Reply(mission string) (answer int, given bool) {
	for _, g := range p.Replies {
		if g.Mission == mission {
			return g.Answer, true
		}
	}
	return Skipped, false
}

// WithReply is the progress with another answer.
func (p Progress) WithReply(mission string, answer int) Progress {
	g := Reply{Mission: mission, Answer: answer, Changed: 1}
	for _, was := range p.Replies {
		if was.Mission == mission {
			g.Changed = was.Changed + 1
		}
	}
	if was, given := p.Reply(mission); given && was == answer || !g.sane() {
		return p
	}
	p.Replies = mergeReplies(p.Replies, []Reply{g})
	return p
}

// AskedAgain is the progress of one who wants to be asked anew before each mission.
func (p Progress) AskedAgain() Progress {
	for _, m := range missions.All {
		p = p.WithReply(m.Name, AskAnew)
	}
	return p
}

func (g Reply) sane() bool {
	return plain(g.Mission, nameMost) && g.Mission != "" && g.Answer >= AskAnew && g.Answer <= answerMost && g.Changed >= 0 && g.Changed <= 1<<53
}

// mergeReplies takes of each mission's answers the one that was changed last.
func mergeReplies(a, b []Reply) []Reply {
	m := slices.Concat(a, b)
	slices.SortFunc(m, func(x, y Reply) int {
		return cmp.Or(strings.Compare(x.Mission, y.Mission), cmp.Compare(y.Changed, x.Changed), cmp.Compare(y.Answer, x.Answer))
	})
	m = slices.CompactFunc(m, func(x, y Reply) bool { return x.Mission == y.Mission })
	for i := len(m) - 1; len(m) > missionsMost && i >= 0; i-- { // see Merge
		if missions.Find(m[i].Mission) == nil {
			m = slices.Delete(m, i, i+1)
		}
	}
	return m
}

// appendReplies writes the answers as Progress.Text has them; one who wants to be asked anew has no answer.
func appendReplies(b []byte, replies []Reply) []byte {
	if len(replies) == 0 {
		return b
	}
	b = append(b, `,"replies":{`...)
	for i, g := range replies {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `"`+g.Mission+`":{`...)
		if g.Answer != AskAnew {
			b = append(b, `"answer":`+strconv.Itoa(g.Answer)+`,`...)
		}
		b = append(strconv.AppendInt(append(b, `"changed":`...), g.Changed, 10), '}')
	}
	return append(b, '}')
}

// readReplies reads what appendReplies wrote; odd names what made no sense.
func readReplies(v any) (replies []Reply, odd string) {
	stored, ok := v.(map[string]any)
	if !ok && v != nil {
		return nil, "the answers to questions"
	}
	for name, v := range stored {
		m, ok := v.(map[string]any)
		answer, isNumber := int64(AskAnew), true
		if m["answer"] != nil {
			answer, isNumber = whole64(m["answer"])
			isNumber = isNumber && answer >= Skipped
		}
		changed, isCount := whole64(m["changed"])
		g := Reply{Mission: name, Answer: int(min(answer, answerMost+1)), Changed: changed}
		if !ok || !isNumber || !isCount || !g.sane() {
			odd = "the answer to a question"
			continue
		}
		replies = append(replies, g)
	}
	return mergeReplies(replies, nil), odd // sorted, and not too many
}

// recalled is the answer that the reader once gave to a mission's question, or render.None.
func (p Progress) recalled(m *missions.Mission) int {
	if answer, given := p.Reply(m.Name); given && answer >= 0 && answer < len(m.Prediction.Choices) {
		return answer
	}
	return render.None
}

// asks tells whether a mission's question is still to be asked: of whoever has neither answered, nor skipped it, nor earned a
// star, and of whoever wants to be asked anew.
func (p Progress) asks(m *missions.Mission) bool {
	answer, given := p.Reply(m.Name)
	if given {
		return answer == AskAnew
	}
	return p.Best(m.Name).Stars == 0
}
