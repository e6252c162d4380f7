package ui

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"a2alab/missions"
)

// Progress is what is kept of a reader's play. Values are not changed in place: each method returns another Progress.
type Progress struct {
	Missions []Best  // in order of the missions' names, each once
	Replies  []Reply // in order of the missions' names, each once
	Page     Page
	newer    string // the stored text, where a newer lab wrote it: Text returns it as it was
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

// Equal tells whether two progresses are the same, also where a newer lab's text hides the difference from Text.
func (p Progress) Equal(q Progress) bool {
	return slices.Equal(p.Missions, q.Missions) && slices.Equal(p.Replies, q.Replies) && p.Page == q.Page && p.newer == q.newer
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
	m := Progress{Page: a.Page, Replies: mergeReplies(a.Replies, b.Replies), newer: a.newer}
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
	// Whatever is told to a lab must not make its text too long to be read: of too many, those go that this lab does not have.
	for i := len(m.Missions) - 1; len(m.Missions) > missionsMost && i >= 0; i-- {
		if missions.Find(m.Missions[i].Mission) == nil {
			m.Missions = slices.Delete(m.Missions, i, i+1)
		}
	}
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

const fullStars, emptyStars = "★★★", "☆☆☆"

// starsOfThree draws n stars, and outlines of those that are missing, for the eye; words stand beside it.
func starsOfThree(n int) string { return StarText(n) + emptyStars[len("☆")*n:] }

// StarText draws n stars.
func StarText(n int) string { return fullStars[:len("★")*n] }
