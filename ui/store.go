package ui

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"a2alab/missions"
)

// StorageKey is the one key in localStorage under which the lab keeps a reader's progress, as the JSON text that
// Progress.Text writes:
//
//	{"version":1,"missions":{"1":{"stars":3,"cost":2.287,"setting":"m=1&drop=subscribe"}},"page":{"theme":"dark","speed":600,"changed":4},"replies":{"1":{"answer":3,"changed":1}}}
//
// A change to its shape raises the version. An older lab then leaves the text alone. What is only added, as replies were, does
// not: an older lab reads past it.
const StorageKey = "a2a-task-lab"

const (
	progressVersion = 1
	textMost        = 128 << 10 // bytes of a stored text
	missionsMost    = 64        // later labs have more missions; their stars are kept
	nameMost        = 32        // bytes of a mission's name
	settingMost     = 1024      // bytes of a setting's text; with every key given it has some 600
	costMost        = 1e6       // requests per task
	speedMost       = 100_000
)

// Text is the progress as it is stored.
func (p Progress) Text() string {
	if p.newer != "" {
		return p.newer
	}
	b := []byte(`{"version":` + strconv.Itoa(progressVersion) + `,"missions":{`)
	for i, m := range p.Missions {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `"`+m.Mission+`":{"stars":`+strconv.Itoa(m.Stars)...)
		if m.Cost > 0 {
			b = strconv.AppendFloat(append(b, `,"cost":`...), m.Cost, 'f', -1, 64)
		}
		if m.Setting != "" {
			b = append(b, `,"setting":"`+m.Setting+`"`...)
		}
		b = append(b, '}')
	}
	b = append(b, '}')
	if p.Page != (Page{}) {
		b = append(b, `,"page":{"theme":"`+p.Page.Theme+`","speed":`+strconv.Itoa(p.Page.Speed)+`,"changed":`...)
		b = append(strconv.AppendInt(b, p.Page.Changed, 10), '}')
	}
	return string(append(appendReplies(b, p.Replies), '}'))
}

// ReadProgress reads a stored text; the empty text is no progress yet. Whatever is wrong with it, the error says so in a
// sentence, and the Progress holds what could be saved.
func ReadProgress(text string) (Progress, error) {
	if text == "" {
		return Progress{}, nil
	}
	if len(text) > textMost {
		return Progress{}, errors.New("The saved stars cannot be read: the stored text is too long to be the lab's. New stars will replace it.")
	}
	v, err := readJSON(text)
	if err != nil {
		return Progress{}, errors.New("The saved stars cannot be read: " + err.Error() + ". New stars will replace them.")
	}
	top, ok := v.(map[string]any)
	version, isNumber := whole64(top["version"])
	if !ok || !isNumber || version < 1 {
		return Progress{}, errors.New("The saved stars cannot be read: the stored text is not the lab's. New stars will replace it.")
	}
	p, odd := salvage(top)
	if version > progressVersion {
		p.newer = text
		return p, errors.New("The stars were saved by a newer version of the lab. They are left as they are, and nothing is saved here; reload the page to get the newer version.")
	}
	if odd != nil {
		return p, errors.New("Some of the saved progress made no sense and was dropped: " + strings.Join(odd, ", ") + ". The rest is kept.")
	}
	return p, nil
}

// salvage takes from a stored object what makes sense, and names what does not.
func salvage(top map[string]any) (p Progress, odd []string) {
	stored, ok := top["missions"].(map[string]any)
	if !ok && top["missions"] != nil {
		odd = append(odd, "the missions")
	}
	names := make([]string, 0, len(stored))
	for name := range stored {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		if i == missionsMost {
			odd = append(odd, strconv.Itoa(len(names)-i)+" missions too many")
			break
		}
		b, what := readBest(name, stored[name])
		if what != "" {
			odd = append(odd, what)
		}
		if b.Stars > 0 {
			p.Missions = append(p.Missions, b)
		}
	}
	replies, what := readReplies(top["replies"])
	if p.Replies = replies; what != "" {
		odd = append(odd, what)
	}
	if page, what := readPage(top["page"]); what == "" {
		p.Page = page
	} else {
		odd = append(odd, what)
	}
	return p, odd
}

// readBest reads a mission's result. The stars outlive a cost or setting that makes no sense.
func readBest(name string, v any) (b Best, odd string) {
	if !plain(name, nameMost) || name == "" {
		return b, "a mission without a proper name"
	}
	m, ok := v.(map[string]any)
	stars, isNumber := whole64(m["stars"])
	if !ok || !isNumber || stars < 1 || stars > missions.Stars {
		return b, "the stars of mission " + name
	}
	b = Best{Mission: name, Stars: int(stars)}
	if cost, ok := m["cost"].(float64); ok && cost > 0 && cost <= costMost {
		b.Cost = thousandths(cost)
	} else if m["cost"] != nil {
		odd = "the cost of mission " + name
	}
	if text, ok := m["setting"].(string); ok && plain(text, settingMost) {
		b.Setting = text
	} else if m["setting"] != nil {
		odd = "the setting of mission " + name
	}
	return b, odd
}

func readPage(v any) (p Page, odd string) {
	if v == nil {
		return p, ""
	}
	const wrong = "the page's preferences"
	m, ok := v.(map[string]any)
	theme, isText := m["theme"].(string)
	speed, isNumber := whole64(m["speed"])
	changed, isCount := whole64(m["changed"])
	p = Page{Theme: theme, Speed: int(speed), Changed: changed}
	if !ok || !isText || !isNumber || !isCount || speed < 0 || speed > speedMost || changed < 0 || !p.sane() {
		return Page{}, wrong
	}
	return p, ""
}

// whole64 takes an integer that a float64 holds exactly.
func whole64(v any) (int64, bool) {
	f, ok := v.(float64)
	if !ok || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

// Theme is the host's or the reader's choice: dark, light, or nothing for the system's.
func (l *Lab) Theme() string { return cmp.Or(l.framing.theme, l.progress.Page.Theme) }

// keep takes in new progress, to be stored if it differs.
func (l *Lab) keep(p Progress) {
	if !p.Equal(l.progress) {
		l.progress, l.unsaved = p, true
	}
}

// Merge takes in what another tab stored.
func (l *Lab) Merge(p Progress) { l.progress = Merge(l.progress, p) }

// Unsaved returns the progress if it changed since the last call.
func (l *Lab) Unsaved() (Progress, bool) {
	changed := l.unsaved
	l.unsaved = false
	return l.progress, changed
}

// StorageFailed tells the lab why nothing can be kept.
func (l *Lab) StorageFailed(why string) {
	if l.storage != why && !l.framing.kept {
		l.storage, l.unstoredSeen = why, false
	}
}
