package ui

import (
	"fmt"
	"strconv"
	"strings"

	"a2alab/days"
	"a2alab/engine"
	"a2alab/missions"
)

// Days is how many days the page's section of many days speaks of.
const Days = 200

// The box of a histogram, in CSS pixels: today's pointer above the bars, the line from the 5th to the 95th percentile below.
const (
	SpreadWidth  = 240
	SpreadHeight = 54

	barsTop, barsEnd = 8, 44
	barsMost         = 24 // bars
	barWidest        = 26
)

// A Spread is one score of the section of many days.
type Spread struct {
	ID    string
	Label string
	Unit  string // of its numbers, where they do not bear it themselves
	Help  string
	of    days.Score
	text  func(float64) string
	lacks string // why a day may have no such number
	when  func(*engine.Setting) bool
}

// Spreads are the scores of the section of many days, in order.
var Spreads = []Spread{
	ofCount("learned", "tasks", func(r *engine.Report) int { return r.Learned }),
	ofCount("wrong", "tasks", func(r *engine.Report) int { return r.Wrong }),
	ofCount("unknown", "tasks", func(r *engine.Report) int { return r.Unknown }),
	ofCount("duplicates", "tasks", func(r *engine.Report) int { return r.Duplicates }),
	ofCount("twice", "results", func(r *engine.Report) int { return r.HandledTwice }),
	ofCount("missed", "tasks", func(r *engine.Report) int { return r.MissedInput }),
	scored("requests", Spread{text: Cost, of: func(r *engine.Report) (float64, bool) { return r.RequestsPerTask(), true }}),
	scored("p95", Spread{text: spanOf, lacks: "no outcome is learned", of: func(r *engine.Report) (float64, bool) { return float64(r.Learn.P95), r.Learned > 0 }}),
	{ID: "mean", Label: "Time to learn, mean", Help: "From the end of the task that the client follows until the client knows: the average over the outcomes that it learns.",
		text: spanOf, lacks: "no outcome is learned", of: func(r *engine.Report) (float64, bool) { return r.Learn.Mean(), r.Learned > 0 }},
	scored("notice", Spread{text: spanOf, lacks: "nothing is lost, or a loss is never noticed",
		of: func(r *engine.Report) (float64, bool) { return float64(r.NoticeMax), r.Noticed > 0 && r.Unnoticed == 0 }}),
}

// scored takes a spread's words from the scoreboard.
func scored(id string, p Spread) Spread {
	for i := range Scores {
		if c := &Scores[i]; c.ID == id {
			p.ID, p.Label, p.Help, p.when = id, c.Label, c.Help, c.when
			return p
		}
	}
	panic("ui: the scoreboard has no " + id)
}

func ofCount(id, unit string, n func(*engine.Report) int) Spread {
	return scored(id, Spread{Unit: unit, text: countText, of: func(r *engine.Report) (float64, bool) { return float64(n(r)), true }})
}

// countText writes a count, or a mean of counts with as many digits as tell it from nothing.
func countText(n float64) string {
	switch {
	case n == float64(int(n)):
		return itoa(int(n))
	case n < 0.1:
		return fmt.Sprintf("%.3f", n)
	case n < 10:
		return fmt.Sprintf("%.2f", n)
	}
	return fmt.Sprintf("%.1f", n)
}

func spanOf(n float64) string { return missions.Span(engine.Time(n)) }

// manyDays is the section of many days: what is being run, and what was shown last when all was.
type manyDays struct {
	open    bool // somebody can see it
	sample  *days.Sample
	of      engine.Setting // the sample's
	run     int            // days of it
	problem string         // why no more can be, if so
	views   []spreadView
	share   string
	which   string // days
}

// spreadView is what the page shows of one score.
type spreadView struct {
	shown                        bool
	bars, span, now              string // path data
	picture                      string // the histogram in words
	least, most                  string
	today, mean, low, high, note string
}

// full tells whether what is shown in the section is of the present setting, and whole.
func (l *Lab) full() bool {
	m := &l.many
	return m.sample != nil && m.of == l.setting && m.problem == "" && m.run == Days
}

// sampling tells whether days are to be run: the section is seen, and not all of the present setting's were.
func (l *Lab) sampling() bool {
	m := &l.many
	if !m.open || l.asking || l.tooLarge != "" || l.trace.Items == nil {
		return false
	}
	return m.sample == nil || m.of != l.setting || m.problem == "" && m.run < Days
}

// sampleNews is how many days are run between two looks at the progress.
const sampleNews = 25

// sampleDay runs one more day; it tells whether the progress, or what came of it all, is to be shown. A setting that changed
// meanwhile leaves its days behind.
func (l *Lab) sampleDay() bool {
	m := &l.many
	if m.sample == nil || m.of != l.setting {
		scores := make([]days.Score, len(Spreads))
		for i := range Spreads {
			scores[i] = Spreads[i].of
		}
		m.sample, m.of, m.run, m.problem = days.New(l.setting, Days, scores), l.setting, 0, ""
	}
	if err := m.sample.Run(&l.judge, m.run); err != nil {
		m.problem = fmt.Sprintf("Day %d cannot be run: %v.", m.sample.Day(m.run), err)
		return true
	}
	m.run++
	if m.run == Days {
		l.view()
	}
	return m.run%sampleNews == 0
}

// view makes what the page shows of the days, all of which have been run.
func (l *Lab) view() {
	m := &l.many
	m.share = l.share()
	m.which = fmt.Sprintf("This setting on days %d to %d; today, which the picture shows, is day %d.", m.sample.Day(0), m.sample.Day(Days-1), l.setting.Day)
	m.views = make([]spreadView, len(Spreads))
	for i := range Spreads {
		c := &Spreads[i]
		if c.when != nil && !c.when(&l.setting) {
			continue
		}
		p := m.sample.Spread(i)
		today, hasToday := m.sample.Of(i, int(l.setting.Day-m.sample.Day(0)))
		v := spreadView{shown: true, today: "–", mean: "–", low: "–", high: "–"}
		if hasToday {
			v.today = c.text(today)
		}
		if p.Days < Days {
			v.note = fmt.Sprintf("%d of %d days have one; on the others %s.", p.Days, Days, c.lacks)
		}
		if p.Days > 0 {
			v.mean, v.low, v.high = c.text(p.Mean), c.text(p.P5), c.text(p.P95)
			v.least, v.most = c.text(p.Least), c.text(p.Most)
			if p.Least == p.Most {
				v.least, v.most = v.least+" on every day", ""
			}
			b := p.Bins(barsMost)
			v.bars, v.picture = barsPath(b), c.inWords(&p, b)
			at := axis(&p, b)
			v.span = spanPath(at(p.P5), at(p.P95), at(p.Mean))
			if hasToday {
				v.now = nowPath(at(today))
			}
		}
		m.views[i] = v
	}
}

// share says on how many days all is well.
func (l *Lab) share() string {
	x := l.many.sample
	if l.mission == nil {
		n := x.Unharmed()
		return fmt.Sprintf("Nothing is harmed on %d of %d days (%s): no outcome is unknown or wrong at the end, no input missed, no task duplicated, no result handled twice.", n, Days, percentOf(n))
	}
	n := x.Held(missions.Stars)
	return fmt.Sprintf("Every goal holds on %d of %d days (%s): those of ★ on %d, up to ★★ on %d, up to ★★★ on %d. Here a cost counts by the day’s own number.",
		n, Days, percentOf(n), x.Held(1), x.Held(2), n)
}

func percentOf(n int) string {
	return strconv.FormatFloat(100*float64(n)/Days, 'f', -1, 64) + " %"
}

// inWords is a histogram for those who do not see it.
func (c *Spread) inWords(p *days.Spread, b days.Bins) string {
	unit := ""
	if c.Unit != "" {
		unit = " " + c.Unit
	}
	if p.Least == p.Most {
		return fmt.Sprintf("Histogram: %s%s on every day.", c.text(p.Least), unit)
	}
	fullest := 0
	for i, n := range b.Counts {
		if n > b.Counts[fullest] {
			fullest = i
		}
	}
	from := b.From + float64(fullest)*b.Width
	where := c.text(from)
	switch {
	case !p.Whole():
		where += " to " + c.text(from+b.Width)
	case b.Width > 1:
		where += " to " + c.text(from+b.Width-1)
	}
	return fmt.Sprintf("Histogram: from %s to %s%s; most often %s, on %d days.", c.text(p.Least), c.text(p.Most), unit, where, b.Counts[fullest])
}

// barsPath is a histogram's bars as SVG path data. The fullest is as high as there is room, and none that holds a day is invisible.
func barsPath(b days.Bins) string {
	most := 1
	for _, n := range b.Counts {
		most = max(most, n)
	}
	pitch := float64(SpreadWidth) / float64(len(b.Counts))
	width := min(pitch-min(2, pitch/4), barWidest)
	var path strings.Builder
	for i, n := range b.Counts {
		if n == 0 {
			continue
		}
		height := max(float64(n)/float64(most)*(barsEnd-barsTop), 1)
		fmt.Fprintf(&path, "M%.1f %dv-%.1fh%.1fv%.1fz", (float64(i)+.5)*pitch-width/2, barsEnd, height, width, height)
	}
	return path.String()
}

// axis tells where a value stands in the histogram's box. A whole number stands in the middle of its own share of the bin.
func axis(p *days.Spread, b days.Bins) func(v float64) float64 {
	half := 0.0
	if p.Whole() || p.Least == p.Most {
		half = .5
	}
	return func(v float64) float64 {
		return (v + half - b.From) / (b.Width * float64(len(b.Counts))) * SpreadWidth
	}
}

// spanPath is the line from the 5th to the 95th percentile with a tick at the mean. Where both are one, it still is a mark.
func spanPath(low, high, mean float64) string {
	const least = 4
	if high-low < least {
		middle := (low + high) / 2
		low, high = middle-least/2, middle+least/2
	}
	return fmt.Sprintf("M%.1f %dh%.1fv2h%.1fzM%.1f %dh2v8h-2z", low, barsEnd+5, high-low, low-high, mean-1, barsEnd+2)
}

// nowPath is a pointer from above to where today stands.
func nowPath(x float64) string {
	return fmt.Sprintf("M%.1f 0h8l-3.5 6v%dh-1v-%dz", x-4, barsEnd-6, barsEnd-6)
}

// showDays shows the section of many days. What was shown of another setting stays, dimmed, until this one's days are run.
func (l *Lab) showDays(s Sink) {
	m := &l.many
	m.open = s.Open("days")
	s.Set("daysbutton", "disabled", yes(l.asking))
	if !m.open {
		return
	}
	full := l.full()
	run := 0
	if m.of == l.setting {
		run = m.run
	}
	state, which, share := "", m.which, m.share
	switch {
	case l.asking:
		state, which, share = "Answer the question in the picture first, or skip it.", "", ""
	case l.tooLarge != "":
		state = "This setting cannot be run."
	case m.of == l.setting && m.problem != "":
		state = m.problem
	case !full:
		state = fmt.Sprintf("%d of %d days run", run, Days)
	}
	s.Set("days", "data-stale", yes(!full))
	s.Set("daysstate", "text", state)
	s.Set("daysprogress", "value", strconv.Itoa(run))
	s.Set("daysprogress", "hidden", yes(!l.sampling()))
	s.Set("dayswhich", "text", which)
	s.Set("daysshare", "text", share)
	for i := range Spreads {
		id := Spreads[i].ID
		if l.asking || i >= len(m.views) || !m.views[i].shown {
			s.Set("spread-"+id, "hidden", "yes")
			continue
		}
		v := &m.views[i]
		s.Set("spread-"+id, "hidden", "")
		s.Set("spreadbars-"+id, "d", v.bars)
		s.Set("spreadspan-"+id, "d", v.span)
		s.Set("spreadnow-"+id, "d", v.now)
		s.Set("spreadpicture-"+id, "aria-label", v.picture)
		s.Set("spreadleast-"+id, "text", v.least)
		s.Set("spreadmost-"+id, "text", v.most)
		s.Set("spreadtoday-"+id, "text", v.today)
		s.Set("spreadmean-"+id, "text", v.mean)
		s.Set("spreadlow-"+id, "text", v.low)
		s.Set("spreadhigh-"+id, "text", v.high)
		s.Set("spreadnote-"+id, "text", v.note)
	}
}
