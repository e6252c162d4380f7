package ui

import (
	"errors"
	"strconv"
	"strings"

	"a2alab/engine"
)

// shortMark begins the short text that carries stars from one browser to another.
const shortMark = "a2a-stars"

// Short is the stars as a short text: a2a-stars 1=3@2.29 2=2@1.70, which is mission, stars and requests per task.
// Settings, preferences and answers to questions stay behind.
func (p Progress) Short() string {
	b := shortMark
	for _, m := range p.Missions {
		b += " " + m.Mission + "=" + strconv.Itoa(m.Stars)
		if m.Cost > 0 {
			b += "@" + strconv.FormatFloat(m.Cost, 'f', -1, 64)
		}
	}
	return b
}

// ReadShort reads what Short wrote, or a stored text, wherever it stands in what was pasted. Merge it to take the best of both.
func ReadShort(text string) (Progress, error) {
	const nothing = "There are no stars in this text. It should look like this: " + shortMark + " 1=3@2.29 2=2@1.70."
	if text = strings.TrimSpace(text); strings.HasPrefix(text, "{") {
		p, err := ReadProgress(text)
		p.Page, p.Replies, p.newer = Page{}, nil, ""
		if len(p.Missions) == 0 && err == nil {
			err = errors.New(nothing)
		}
		return p, err
	}
	_, list, found := strings.Cut(text, shortMark)
	if !found || len(list) > textMost {
		return Progress{}, errors.New(nothing)
	}
	var p Progress
	for word := range strings.FieldsSeq(list) {
		mission, result, ok := strings.Cut(word, "=")
		if !ok {
			break // the words after it are the sender's
		}
		stars, cost, hasCost := strings.Cut(result, "@")
		n, isNumber := number(stars)
		b := Best{Mission: mission, Stars: n}
		if hasCost {
			c, isCost := plainNumber(cost)
			if !isCost {
				isNumber = false
			}
			b.Cost = thousandths(c)
		}
		if !isNumber || !b.sane() {
			return Progress{}, errors.New("“" + engine.Brief(word) + "” is no result: write the mission, =, one to three stars, and perhaps @ and the requests per task, as in 1=3@2.29.")
		}
		p = Merge(p, Progress{Missions: []Best{b}})
	}
	if len(p.Missions) == 0 {
		return p, errors.New(nothing)
	}
	return p, nil
}

// plainNumber reads a plain decimal number: digits, perhaps a point and digits.
func plainNumber(s string) (float64, bool) {
	if s == "" || len(s) > 16 || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}
