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
//	{"version":1,"missions":{"1":{"stars":3,"cost":2.287,"setting":"m=1&drop=subscribe"}},"page":{"theme":"dark","speed":600,"changed":4}}
//
// A change to its shape raises the version. An older lab then leaves the text alone.
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

// Progress is what is kept of a reader's play. Values are not changed in place: each method returns another Progress.
type Progress struct {
	Missions []Best // in order of the missions' names, each once
	Page     Page
	newer    string // the stored text, where a newer lab wrote it
}

// Best is the best result in a mission.
type Best struct {
	Mission string
	Stars   int     // from 1 to 3
	Cost    float64 // requests per task, in thousandths, the least at these stars; 0 if it was lost
	Setting string  // the setting's text that earned it, "" if it was lost
}

// Page holds small preferences.
type Page struct {
	Theme   string // dark, light, or "" for the system's
	Speed   int    // of play, times life; 0 for the usual
	Changed int64  // counts the changes, so that of two tabs' preferences the later one wins
}

// Best is the best result in the mission; its Stars are 0 where there is none.
func (p Progress) Best(mission string) Best {
	if i, ok := p.find(mission); ok {
		return p.Missions[i]
	}
	return Best{Mission: mission}
}

func (p Progress) find(mission string) (int, bool) {
	return slices.BinarySearchFunc(p.Missions, mission, func(b Best, name string) int { return strings.Compare(b.Mission, name) })
}

// Newer tells whether the stored text is a newer lab's: Text returns it as it was, so nothing of this lab is saved.
func (p Progress) Newer() bool { return p.newer != "" }

// Equal tells whether two progresses are the same, also where a newer lab's text hides the difference from Text.
func (p Progress) Equal(q Progress) bool {
	return slices.Equal(p.Missions, q.Missions) && p.Page == q.Page && p.newer == q.newer
}

// Record takes in a result: the better one stays. No stars are no result.
func (p Progress) Record(mission string, stars int, cost float64, setting string) Progress {
	b := Best{mission, stars, thousandths(cost), setting}
	if !b.sane() {
		return p
	}
	return Merge(p, Progress{Missions: []Best{b}})
}

// WithTheme is the progress with another theme.
func (p Progress) WithTheme(theme string) Progress {
	return p.withPage(Page{Theme: theme, Speed: p.Page.Speed})
}

// WithSpeed is the progress with another speed of play.
func (p Progress) WithSpeed(speed int) Progress {
	return p.withPage(Page{Theme: p.Page.Theme, Speed: speed})
}

func (p Progress) withPage(page Page) Progress {
	if page.Changed = p.Page.Changed; page != p.Page && page.sane() {
		page.Changed++
		p.Page = page
	}
	return p
}

// Merge takes the best of both: in each mission the better result, and the preferences that were changed last.
// The order of merging does not matter, and merging twice changes nothing, so no tab and no import loses a star.
func Merge(a, b Progress) Progress {
	m := Progress{Page: a.Page, newer: a.newer}
	if b.Page.compare(a.Page) > 0 {
		m.Page = b.Page
	}
	// Of two newer texts the longer is kept; this lab can read neither for sure.
	if cmp.Or(cmp.Compare(len(b.newer), len(a.newer)), strings.Compare(b.newer, a.newer)) > 0 {
		m.newer = b.newer
	}
	m.Missions = slices.Concat(a.Missions, b.Missions)
	slices.SortFunc(m.Missions, func(x, y Best) int {
		return cmp.Or(strings.Compare(x.Mission, y.Mission), y.compare(x))
	})
	m.Missions = slices.CompactFunc(m.Missions, func(x, y Best) bool { return x.Mission == y.Mission })
	return m
}

// compare orders results of one mission: more stars are better, then less cost, then a shorter setting. It tells all apart.
func (b Best) compare(c Best) int {
	known := func(cost float64) float64 { // an unknown cost is worse than any
		if cost == 0 {
			return math.Inf(1)
		}
		return cost
	}
	return cmp.Or(
		cmp.Compare(b.Stars, c.Stars),
		cmp.Compare(known(c.Cost), known(b.Cost)),
		cmp.Compare(min(len(b.Setting), 1), min(len(c.Setting), 1)),
		cmp.Compare(len(c.Setting), len(b.Setting)),
		strings.Compare(c.Setting, b.Setting))
}

func (p Page) compare(q Page) int {
	return cmp.Or(cmp.Compare(p.Changed, q.Changed), strings.Compare(p.Theme, q.Theme), cmp.Compare(p.Speed, q.Speed))
}

// sane tells whether the result can be kept as it is.
func (b Best) sane() bool {
	return plain(b.Mission, nameMost) && b.Mission != "" && b.Stars >= 1 && b.Stars <= missions.Stars &&
		b.Cost >= 0 && b.Cost <= costMost && plain(b.Setting, settingMost)
}

func (p Page) sane() bool {
	return (p.Theme == "" || p.Theme == "dark" || p.Theme == "light") && p.Speed >= 0 && p.Speed <= speedMost
}

// plain tells whether a text is printable ASCII that JSON writes as it is, and not too long.
func plain(s string, most int) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return len(s) <= most
}

func thousandths(cost float64) float64 { return math.Round(cost*1000) / 1000 }

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
	return string(append(b, '}'))
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
