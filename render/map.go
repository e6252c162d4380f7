package render

import (
	"math"
	"slices"
	"strconv"

	"a2alab/engine"
)

// A Spot is a setting's place on the strategy map, and its look.
type Spot struct {
	Cost  float64     // requests per task, at least 1
	Wait  engine.Time // the mean time to learn
	Never int         // outcomes not learned: with any, the spot stands in a lane of its own, above all that learn
	Mark  Mark        // by its worst harm: SpotClean to SpotWrong
}

// A Best is a spot of the front.
type Best struct {
	Spot  int    // in MapView.Spots
	Name  string // what distinguishes it, in a few words
	Today bool   // it does harm on another day
	Aside bool   // it is marked though another beats it: no part of the line
}

// A Tally is how many spots there are of a mark: a line of the map's legend.
type Tally struct {
	Mark Mark
	Text string
}

// A MapView is what the strategy map shows. Lengths are CSS pixels.
type MapView struct {
	Width, Height float32
	Spots         []Spot  // not to be changed while a Map uses them
	Front         []Best  // the cheapest first
	Legend        []Tally // written along the upper edge
	Items         int     // how many outcomes there are

	// These move often and leave the spots as they are: see Map.Move.
	Here            Spot // the setting at hand
	Chosen, Hovered int  // spots, or None
}

// A Map is the picture of many settings: requests per task to the right, time to learn upwards. The zero Map is empty.
type Map struct {
	Picture Picture

	view     MapView
	places   []place // of the spots
	across   axis
	up       axis
	lane     float32 // the upper edge of the lane for what is never learned
	floor    float32 // its lower edge
	size     float32 // of a spot
	cells    map[cell]int32
	labels   []box // that are taken
	baseSize int   // how many of labels are the front's
}

// place is a spot's middle.
type place struct{ x, y float32 }

// cell is a small square of the stage with one look: what falls into it is one shape.
type cell struct {
	x, y int16
	mark Mark
}

// box is a rectangle that a label takes.
type box struct{ x, y, w, h float32 }

func (b box) over(c box) bool {
	return b.x < c.x+c.w && c.x < b.x+b.w && b.y < c.y+c.h && c.y < b.y+b.h
}

// axis maps a value to a place by the logarithm of how far it is above least, in units of grain: what is near to the least
// has room too.
type axis struct {
	least, most, grain float64
	from, to           float32
}

func (a *axis) at(v float64) float32 {
	f := func(v float64) float64 { return math.Log1p(max(v-a.least, 0) / a.grain) }
	return a.from + (a.to-a.from)*float32(f(v)/f(a.most))
}

// The map's measures in CSS pixels; type and spots grow with the stage as the timeline's do.
const (
	spotSize, spotSmall   = 6.5, 5 // of a spot, and of one that does harm
	spotTwice             = 9.5    // of one that handles results twice
	frontSize             = 13
	hereSize              = 20
	focusSize             = 18
	mergeWithin           = 2.5 // spots of one look within such a square are drawn once
	harmAlpha             = 175
	lineAlpha             = 190 // of the front's line
	crossAlpha            = 130
	backAlpha             = 205      // behind a label
	neverShare, neverMost = 0.17, 90 // of the lane for what is never learned
	axisGap               = 7        // from the axes to the least of the spots
	spotReach             = 9        // how far from a spot a point may be and still mean it
	costGrain             = 0.1      // requests per task beyond the first that every task takes
	waitGrain             = 1000
	waitLeast             = 60_000 // milliseconds that the upward axis shows at least
	costLeast             = 3      // requests per task that the other shows at least
)

var (
	costTicks = []float64{1, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}
	waitTicks = []engine.Time{0, engine.Second, 5 * engine.Second, 10 * engine.Second, 30 * engine.Second, engine.Minute, 2 * engine.Minute, 5 * engine.Minute,
		10 * engine.Minute, 30 * engine.Minute, engine.Hour, 2 * engine.Hour, 6 * engine.Hour, 12 * engine.Hour, 24 * engine.Hour}
)

// Layout lays the map out anew.
func (m *Map) Layout(v MapView) {
	m.view = v
	p := &m.Picture
	p.view = View{Width: v.Width, Height: v.Height}
	p.Under, p.Base, p.text, p.rows = p.Under[:0], p.Base[:0], p.text[:0], p.rows[:0]
	m.labels = m.labels[:0]
	m.measure()
	m.axes()
	m.spots()
	m.front()
	m.baseSize = len(m.labels)
	p.baseText = len(p.text)
	p.Version++
	m.Move(v.Here, v.Chosen, v.Hovered)
}

// measure decides sizes, and writes the legend, whose lines decide where the rest begins.
func (m *Map) measure() {
	v, p := &m.view, &m.Picture
	s := &p.size
	*s = sizes{narrow: v.Width < narrow}
	s.grow = min(max(min(v.Width/growWidth, v.Height/growHeight), 1), growMost)
	s.text = textSize * s.grow
	if s.narrow {
		s.text = textLeast
	}
	m.size = spotSize * s.grow
	line := s.text * 1.5
	left := s.text*advance*7 + leftMargin/2 // "30 min" and a gap
	top := m.legend(line) + line*1.3
	s.bottom = max(v.Height-line*2.3, top+1)
	m.lane = top
	m.floor = top + min((s.bottom-top)*neverShare, neverMost*s.grow)
	most, longest := float64(costLeast), float64(waitLeast)
	for i := range v.Spots {
		most = max(most, v.Spots[i].Cost)
		if v.Spots[i].Never == 0 {
			longest = max(longest, float64(v.Spots[i].Wait))
		}
	}
	if v.Here.Cost > 0 {
		most = max(most, v.Here.Cost)
		if v.Here.Never == 0 {
			longest = max(longest, float64(v.Here.Wait))
		}
	}
	gap := axisGap * s.grow
	m.across = axis{1, most, costGrain, left + gap, max(v.Width-rightMargin*s.grow, left+gap+1)}
	m.up = axis{0, longest, waitGrain, s.bottom - gap, m.floor + 2*gap}
	m.places = m.places[:0]
	for i := range v.Spots {
		m.places = append(m.places, m.place(&v.Spots[i]))
	}
}

// place is where a spot lies. In the lane, more is higher.
func (m *Map) place(s *Spot) place {
	x := m.across.at(s.Cost)
	if s.Never == 0 {
		return place{x, m.up.at(float64(s.Wait))}
	}
	room := m.floor - m.lane
	share := math.Log(float64(s.Never)) / math.Log(float64(max(m.view.Items, 2)))
	return place{x, m.floor - room*(0.14+0.72*float32(share))}
}

// legend writes the marks and their numbers along the upper edge, in as many lines as it takes, and returns where it ends.
func (m *Map) legend(line float32) float32 {
	p := &m.Picture
	s := &p.size
	x, y := float32(leftMargin), line*0.75
	for _, t := range m.view.Legend {
		w := s.text*1.3 + p.width(len(t.Text))
		if x+w > m.view.Width-leftMargin && x > leftMargin {
			x, y = leftMargin, y+line
		}
		d := m.size + 1.5
		f := m.figure(t.Mark, place{x + d/2, y}, d)
		p.base(f)
		p.label(Label, AlignLeft, x+s.text, y, func(b []byte) []byte { return append(b, t.Text...) })
		x += w + s.text*0.9
	}
	return y + line*0.6
}

var spotInks = map[Mark]Ink{SpotClean: Learned, SpotTwice: Webhook, SpotDuplicate: Duplicate, SpotMissed: Failure, SpotUnlearned: Label, SpotWrong: Outage,
	FrontSpot: Learned, FrontToday: Learned, HereRing: White}

func (m *Map) figure(k Mark, at place, size float32) Shape {
	f := scenery(Figure, spotInks[k], at.x-size/2, at.y-size/2, size, size)
	f.Mark = k
	return f
}

// axes draws the frame, its scales with their units, and the lane above.
func (m *Map) axes() {
	v, p := &m.view, &m.Picture
	s := &p.size
	left, right := m.across.from-axisGap*s.grow, v.Width-leftMargin*s.grow/2
	p.Under = append(p.Under, scenery(Fill, Zebra, left, m.lane, right-left, m.floor-m.lane))
	p.grounds = len(p.Under)
	line := s.text * 1.5
	for i, last := 0, float32(-1e6); i < len(costTicks); i++ {
		c := costTicks[i]
		x := m.across.at(c)
		if c > m.across.most || x-last < s.text*advance*5 {
			continue
		}
		last = x
		p.base(scenery(Fill, Grid, x, m.lane, 1, s.bottom-m.lane+3))
		p.label(Label, AlignCenter, x, s.bottom+line*0.6, func(b []byte) []byte { return strconv.AppendFloat(b, c, 'f', -1, 64) })
	}
	for i, last := 0, float32(1e6); i < len(waitTicks); i++ {
		t := waitTicks[i]
		y := m.up.at(float64(t))
		if float64(t) > m.up.most || last-y < s.text*1.25 {
			continue
		}
		last = y
		p.base(scenery(Fill, Grid, left-3, y, right-left+3, 1))
		p.label(Label, AlignRight, left-6, y, func(b []byte) []byte { return appendTick(b, t) })
	}
	p.base(scenery(Fill, Rule, left, m.lane, 1, s.bottom-m.lane))
	p.base(scenery(Fill, Rule, left, s.bottom, right-left, 1))
	p.base(scenery(Fill, Rule, left, m.floor, right-left, 1))
	for _, n := range [...]int{1, m.view.Items} {
		if n == 1 || m.floor-m.lane > 3*s.text {
			at := m.place(&Spot{Cost: 1, Never: max(n, 1)})
			p.label(Faint, AlignRight, left-6, at.y, func(b []byte) []byte { return appendInt(b, n) })
		}
	}
	p.label(Faint, AlignRight, right-4, s.bottom+line*1.6, func(b []byte) []byte { return append(b, "requests per task: cheaper to the left"...) })
	p.label(Faint, AlignLeft, leftMargin/2, m.lane-line*0.55, func(b []byte) []byte { return append(b, "mean time to learn: sooner below"...) })
	n := p.label(Faint, AlignRight, right-4, m.lane-line*0.55, func(b []byte) []byte { return append(b, "outcomes not learned"...) })
	if n.X-n.W < leftMargin/2+p.width(34) { // no room for both
		n.text, n.length = n.text+int32(len("outcomes ")), n.length-int32(len("outcomes "))
	}
}

// appendTick writes a length of the upward axis: 0 s, 30 s, 10 min, 2 h.
func appendTick(b []byte, t engine.Time) []byte {
	switch {
	case t < engine.Minute:
		return append(appendInt(b, int(t/engine.Second)), " s"...)
	case t < engine.Hour:
		return append(appendInt(b, int(t/engine.Minute)), " min"...)
	}
	return append(appendInt(b, int(t/engine.Hour)), " h"...)
}

// spots draws every setting, those that do the worst harm below.
func (m *Map) spots() {
	if m.cells == nil {
		m.cells = map[cell]int32{}
	}
	clear(m.cells)
	p := &m.Picture
	for k := SpotWrong; k >= SpotClean; k-- {
		for i := range m.view.Spots {
			if m.view.Spots[i].Mark != k {
				continue
			}
			at := m.places[i]
			c := cell{int16(at.x / mergeWithin), int16(at.y / mergeWithin), k}
			if j, ok := m.cells[c]; ok {
				p.Base[j].Count++
				continue
			}
			m.cells[c] = int32(len(p.Base))
			f := m.figure(k, at, m.size)
			if k != SpotClean {
				f = m.figure(k, at, spotSmall*p.size.grow)
				if k == SpotTwice { // most lie below a harmless one that has an idempotent handler
					f = m.figure(k, at, spotTwice*p.size.grow)
				}
				f.Alpha = harmAlpha
			}
			p.base(f)
		}
	}
}

// front draws the line that no harmless setting is below or left of, and on it the settings that reach it, by name.
func (m *Map) front() {
	p := &m.Picture
	s := &p.size
	from, w := place{-1, m.floor}, 1.5*s.grow
	line := func(x, y, w, h float32) {
		f := scenery(Fill, Learned, x, y, w, h)
		f.Alpha = lineAlpha
		p.base(f)
		m.labels = append(m.labels, box{x, y, w, h})
	}
	for _, b := range m.view.Front {
		if b.Today || b.Aside {
			continue
		}
		at := m.places[b.Spot]
		if from.x >= 0 {
			line(from.x, from.y-w/2, at.x-from.x, w)
		}
		line(at.x-w/2, from.y, w, at.y-from.y)
		from = at
	}
	if from.x >= 0 {
		line(from.x, from.y-w/2, m.view.Width-leftMargin*s.grow/2-from.x, w)
	}
	for _, b := range m.view.Front {
		at := m.places[b.Spot]
		size := frontSize * s.grow
		m.labels = append(m.labels, box{at.x - size/2, at.y - size/2, size, size})
	}
	for _, b := range m.view.Front {
		m.name(b)
	}
	for _, b := range m.view.Front {
		k := FrontSpot
		if b.Today {
			k = FrontToday
		}
		f := m.figure(k, m.places[b.Spot], frontSize*s.grow)
		f.Halo = true
		p.base(f)
	}
}

// name writes a name beside its spot, where no other is; if there is no such place, nowhere: the table has it.
func (m *Map) name(b Best) {
	p := &m.Picture
	s := &p.size
	k := Label
	if b.Today {
		k = Faint
	}
	at, ok := m.room(m.places[b.Spot], p.width(len([]rune(b.Name))), frontSize*s.grow)
	if !ok {
		return
	}
	m.labels = append(m.labels, at)
	back := scenery(Fill, Ground, at.x, at.y, at.w, at.h)
	back.Alpha = backAlpha
	p.base(back)
	p.label(k, AlignLeft, at.x+3, at.y+at.h/2, func(t []byte) []byte { return append(t, b.Name...) })
}

// room finds a place for a label of a width beside something of a size: above to the right first, where it covers only what is
// worse.
func (m *Map) room(at place, w, size float32) (box, bool) {
	h := m.Picture.size.text * 1.3
	w += 6
	gap := size/2 + 2
	for _, b := range [...]box{
		{at.x + gap, at.y - gap - h*0.6, w, h}, {at.x - gap - w, at.y + gap - h*0.4, w, h}, {at.x + gap, at.y - h/2, w, h}, {at.x + gap, at.y + gap - h*0.4, w, h},
		{at.x - gap - w, at.y - h/2, w, h}, {at.x - w/2, at.y - gap - h, w, h}, {at.x - w/2, at.y + gap, w, h}, {at.x + gap, at.y - gap - 1.7*h, w, h},
		{at.x - gap - w, at.y - gap - h*0.6, w, h},
	} {
		within := b.x >= m.across.from-axisGap && b.x+b.w <= m.view.Width-2 && b.y >= m.lane && b.y+b.h <= m.Picture.size.bottom
		if within && !slices.ContainsFunc(m.labels, b.over) {
			return b, true
		}
	}
	return box{}, false
}

// Move moves what changes while the settings stay: where the reader is, and what is chosen.
func (m *Map) Move(here Spot, chosen, hovered int) {
	p := &m.Picture
	m.view.Here, m.view.Chosen, m.view.Hovered = here, chosen, hovered
	p.Over, p.text, m.labels = p.Over[:0], p.text[:p.baseText], m.labels[:m.baseSize]
	s := &p.size
	for _, i := range [...]int{hovered, chosen} {
		if i < 0 || i >= len(m.places) || i == hovered && i == chosen && len(p.Over) > 0 {
			continue
		}
		at := m.places[i]
		left := m.across.from - axisGap*s.grow
		for _, f := range [...]Shape{scenery(Fill, Head, left, at.y, at.x-left, 1), scenery(Fill, Head, at.x, at.y, 1, s.bottom-at.y)} {
			f.Alpha = crossAlpha
			p.Over = append(p.Over, f)
		}
		f := m.figure(HereRing, at, focusSize*s.grow)
		f.Ink, f.Halo = Head, true
		p.Over = append(p.Over, f)
	}
	if here.Cost == 0 {
		return
	}
	at := m.place(&here)
	f := m.figure(HereRing, at, hereSize*s.grow)
	f.Halo = true
	p.Over = append(p.Over, f)
	const words = "you are here"
	b, ok := m.room(at, p.width(len(words)), hereSize*s.grow)
	if !ok { // over another label, but within the stage
		b = box{min(at.x+hereSize*s.grow/2+2, m.view.Width-p.width(len(words))-8), at.y - s.text*0.65, p.width(len(words)) + 6, s.text * 1.3}
	}
	back := scenery(Fill, Ground, b.x, b.y, b.w, b.h)
	back.Alpha = backAlpha
	p.Over = append(p.Over, back)
	t := scenery(Text, White, b.x+3, b.y+b.h/2, b.w, s.text)
	t.Bold = true
	t.text = int32(len(p.text))
	p.text = append(p.text, words...)
	t.length = int32(len(words))
	p.Over = append(p.Over, t)
}

// At is the spot that a point means, or None: the nearest within reach, and of those that are about equally near one of the
// front, or else the one that does the least harm.
func (m *Map) At(x, y float32) int {
	best, rank := None, float32(0)
	for i, at := range m.places {
		dx, dy := at.x-x, at.y-y
		d := dx*dx + dy*dy
		if d > spotReach*spotReach {
			continue
		}
		r := d + float32(m.view.Spots[i].Mark-SpotClean)*4
		if slices.ContainsFunc(m.view.Front, func(b Best) bool { return b.Spot == i }) {
			r -= spotReach * spotReach
		}
		if best == None || r < rank {
			best, rank = i, r
		}
	}
	return best
}

// Beside counts the other spots that are drawn where a spot is.
func (m *Map) Beside(spot int) int {
	n := 0
	for i, at := range m.places {
		if d := m.places[spot]; i != spot && int(at.x) == int(d.x) && int(at.y) == int(d.y) {
			n++
		}
	}
	return n
}

// Place is where a spot's middle is.
func (m *Map) Place(spot int) (x, y float32) { return m.places[spot].x, m.places[spot].y }
