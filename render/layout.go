package render

import (
	"unicode/utf8"

	"a2alab/engine"
)

// The picture's measures in CSS pixels. Those of a row's parts are shares of the row's height between a least and a most;
// the mosts, the type and the margins grow with the stage, up to growMost, so that a projected picture is readable.
const (
	growWidth, growHeight = 1040, 600 // a stage of this size has the measures as they stand here
	growMost              = 2.4

	narrow = 560 // below this width rows are named by number alone, and bands briefly

	textSize, textLeast = 12.5, 11
	advance             = 0.62 // of a character over the type size: a generous guess, for room

	axisHeight   = 28
	axisMiddle   = 0.36 // of the labels; the play head's flag is below them
	bandStrip    = 17   // for the bands' labels, where there are bands
	bottomMargin = 6
	leftMargin   = 14 // before the rows' names
	leftNarrow   = 9  // the same where narrow
	markerLeft   = 4  // of the selected row's marker: beside the ring that the page draws along the edge of a focused stage
	markerWidth  = 3
	rightMargin  = 26 // holds the question marks
	axisRoom     = 58 // between the axis's labels, at least

	rowLeast, rowMost     = 14, 58
	denseLeast, denseMost = 1.5, 19
	tickPitch             = 14 // thinner dense rows have no ticks

	barShare, barLeast, barMost = 0.36, 6, 20
	padShare, padLeast          = 0.10, 1.5
	laneShare, laneLeast        = 0.075, 2 // of a duplicate
	lanesMost                   = 8
	laneGap                     = 2       // after a duplicate, before its lane is used again
	tickWidth, tickHeight       = 1.5, 5  // of polls
	tickShare                   = 0.36    // of a row's height, at most
	tickRoom                    = 5       // between ticks' beginnings; they are left out where they would be closer
	footShare, footLeast        = 0.06, 1 // from the row's base line, on which ticks stand, to the next row
	footMost                    = 4
	notchWidth                  = 7          // of a resubmitted task's notched start
	failedWidth                 = 12         // of a failed end: a dot at the same instant must not hide it
	barWidthLeast               = 2          // nothing that happened is invisible
	markShare, markLeast        = 0.9, 7.5   // of crosses and dots, of the bar
	coreShare                   = 0.4        // of the red in the dot of a failure
	questionShare, arrowShare   = 1.25, 1.25 // of a cross
	unequalShare                = 1.25
	lineWidth                   = 1.5 // of a LearnLine
	webhookShare, webhookLeast  = 0.29, 7
	figureLeast                 = 6  // in dense rows smaller marks are plain specks
	denseNames                  = 13 // between the names of dense rows
	headWidth                   = 11

	shadeAlpha = 150 // over what is to come
	bandAlpha  = 34
	foldAlpha  = 150 // over what crosses a fold, such as the line of an outcome that is learned late

	unfollowedAlpha = 165 // of a task from where the client follows another
	unfollowedShare = 0.6 // of the bar's height
)

// sizes are the measures of one layout.
type sizes struct {
	grow        float32
	text        float32
	narrow      bool
	dense       bool
	all         int
	top, bottom float32 // of the rows
	left        float32 // margin
	pitch       float32 // of rows
	pad         float32 // above the bar
	bar         float32
	lane, step  float32 // a duplicate's height and distance
	lanes       int
	mark        float32
	webhook     float32
	foot        float32                  // below the base line
	tick        float32                  // height
	ticks       [engine.NumRequests]bool // which are drawn
	listTicks   bool
}

// Layout lays the picture out anew. It decides everything; the stage only replays.
func Layout(p *Picture, tr *engine.Trace, v View) {
	if v.To <= v.From {
		v.From, v.To = 0, tr.Setting.End
	}
	p.view = v
	p.Under, p.Base, p.text, p.rows = p.Under[:0], p.Base[:0], p.text[:0], p.rows[:0]
	p.measure(tr)
	p.rowGrounds()
	p.axis(tr)
	p.bands(tr)
	for i := range p.rows {
		r := &p.rows[i]
		r.from = int32(len(p.Base))
		p.name(tr, i)
		p.row(tr, r)
		r.to = int32(len(p.Base))
	}
	p.breaks()
	if len(p.rows) < p.size.all {
		p.unshown()
	}
	p.baseText = len(p.text)
	p.Version++
	p.Move(v.Now, v.Selected, v.Hovered)
}

// Move moves the play head and the selection, and leaves the rows as they are.
func (p *Picture) Move(now engine.Time, selected, hovered int) {
	p.view.Now, p.view.Selected, p.view.Hovered = now, selected, hovered
	p.Under, p.Over, p.text = p.Under[:p.grounds], p.Over[:0], p.text[:p.baseText]
	p.head()
	p.highlight(hovered, Hover)
	p.highlight(selected, Select)
}

// measure decides sizes and places the rows.
func (p *Picture) measure(tr *engine.Trace) {
	v, s := &p.view, &p.size
	*s = sizes{dense: v.Dense, narrow: v.Width < narrow}
	s.grow = min(max(min(v.Width/growWidth, v.Height/growHeight), 1), growMost)
	s.text = textSize * s.grow
	s.left = leftMargin * s.grow
	if s.narrow {
		s.text, s.left = textLeast, leftNarrow
	}
	s.all = len(v.Rows)
	if v.Rows == nil {
		s.all = len(tr.Items)
	}

	s.top = axisHeight * s.grow
	if hasBands(tr) {
		s.top += bandStrip * s.grow
	}
	s.bottom = max(v.Height-bottomMargin*s.grow, s.top+1)
	least, most := float32(rowLeast), float32(rowMost)
	if s.dense {
		least, most = denseLeast, denseMost
	}
	room := s.bottom - s.top
	s.pitch = min(room/float32(max(s.all, 1)), most*s.grow)
	shown := s.all
	if s.pitch < least {
		room -= s.text * 1.5 // for the line that says so
		shown = min(max(int(room/least), 1), s.all)
		s.pitch = max(room/float32(shown), least)
	}
	v.First = min(max(v.First, 0), s.all-shown)
	s.bottom = s.top + s.pitch*float32(shown)

	names := s.text * advance * 5 // "#1234"
	if !s.narrow && !s.dense {
		names = s.text*advance*12 + s.text // "#146  54 min"
	}
	p.scale.set(v.From, v.To, s.left+names+s.text/2, v.Width-rightMargin*s.grow, v.Folds, p.foldWidth())
	p.split(tr)

	for i := range shown {
		item := v.First + i
		if v.Rows != nil {
			item = v.Rows[item]
		}
		y := s.top + s.pitch*float32(i)
		p.rows = append(p.rows, row{item: int32(item), y: y, h: s.pitch, bar: y + s.pad + s.bar/2})
	}
}

// split divides a row's height among its parts.
func (p *Picture) split(tr *engine.Trace) {
	s, set := &p.size, &tr.Setting
	room := func(every engine.Time) bool {
		return (!s.dense || s.pitch >= tickPitch) && every != engine.Never && float32(every)*p.scale.perMs >= tickRoom
	}
	s.ticks[engine.Poll] = set.Hears == engine.Polling && room(set.Poll)
	s.ticks[engine.ReconcileGet] = room(set.Reconcile)
	s.listTicks = room(set.Reconcile) && set.By == engine.WithListTasks

	s.foot = min(max(s.pitch*footShare, footLeast), footMost)
	s.tick = min(tickHeight*s.grow, s.pitch*tickShare)

	if s.dense && s.pitch < rowLeast/2 {
		s.pad = s.pitch * 0.05
		s.bar = s.pitch * 0.65
		s.lanes, s.lane, s.step = 0, s.pitch*0.35, s.pitch*0.35
		s.mark = max(s.pitch*1.2, 2.5)
		s.webhook = max(s.pitch*0.6, 1.5)
		return
	}
	s.pad = max(s.pitch*padShare, padLeast)
	s.bar = min(max(s.pitch*barShare, barLeast), barMost*s.grow)
	s.lane = max(whole(s.pitch*laneShare), laneLeast) // whole pixels, for even gaps
	s.step = s.lane + max(whole(s.lane/2), 1)
	s.lanes = min(max(int((s.pitch-s.pad-s.bar-p.tickZone()-1.5)/s.step), 1), lanesMost)
	s.mark = max(s.bar*markShare, markLeast)
	s.webhook = min(max(s.pitch*webhookShare, webhookLeast), barMost*s.grow*0.7)
}

func whole(v float32) float32 { return float32(int(v + 0.5)) }

// tickZone is the height at the foot of a row that is kept for ticks.
func (p *Picture) tickZone() float32 {
	if s := &p.size; s.ticks[engine.Poll] || s.ticks[engine.ReconcileGet] {
		return s.tick + s.foot - 1
	}
	return 0
}

func hasBands(tr *engine.Trace) bool {
	s := &tr.Setting
	return s.Outage != engine.Never && s.OutageAt < s.End || s.Restart != engine.Never && s.Restart < s.End
}

// scenery is a shape that stands for nothing that happened.
func scenery(f Form, k Ink, x, y, w, h float32) Shape {
	return Shape{Form: f, Ink: k, Alpha: 255, X: x, Y: y, W: w, H: h, Item: None, Task: None, Event: None, Count: 1}
}

func (p *Picture) base(s Shape) *Shape {
	p.Base = append(p.Base, s)
	return &p.Base[len(p.Base)-1]
}

// label adds a text to Base; write appends its bytes.
func (p *Picture) label(k Ink, a Align, x, y float32, write func(b []byte) []byte) *Shape {
	s := scenery(Text, k, x, y, 0, p.size.text)
	s.Align, s.text = a, int32(len(p.text))
	p.text = write(p.text)
	s.length = int32(len(p.text)) - s.text
	s.W = p.width(utf8.RuneCount(p.bytesOf(&s)))
	return p.base(s)
}

// width guesses how wide a text of so many characters is.
func (p *Picture) width(n int) float32 { return float32(n) * p.size.text * advance }

// rowGrounds draws what lies below even the selection, which would otherwise be hidden on every other row.
func (p *Picture) rowGrounds() {
	for i := range p.rows {
		r := &p.rows[i]
		if (p.view.First+i)%2 == 1 && (!p.size.dense || p.size.pitch >= 8) {
			p.Under = append(p.Under, scenery(Fill, Zebra, 0, r.y, p.view.Width, r.h))
		}
	}
	p.grounds = len(p.Under)
}

func (p *Picture) axis(tr *engine.Trace) {
	s := &p.size
	longest := 4 // "0:30"
	step := p.scale.step(axisRoom * s.grow)
	seconds := step < engine.Minute
	if seconds {
		longest = 7
	}
	if w := p.width(longest + 2); w > axisRoom*s.grow {
		step = p.scale.step(w)
		seconds = step < engine.Minute
	}
	for t := (p.view.From + step - 1) / step * step; t <= p.view.To; t += step {
		if p.scale.folded(t) {
			continue
		}
		x := p.scale.x(t)
		p.base(scenery(Fill, Grid, x, s.top-3*s.grow, 1, s.bottom-s.top+3*s.grow))
		if !p.clearOfBreaks(x, p.width(longest)/2) {
			continue
		}
		p.label(Label, AlignCenter, min(x, p.view.Width-p.width(longest)/2-2), axisHeight*s.grow*axisMiddle, func(b []byte) []byte {
			return appendClock(b, t, seconds)
		})
	}
	for i := range tr.Checks {
		if c := &tr.Checks[i]; s.listTicks && p.scale.shows(c.At) && !p.scale.folded(c.At) {
			k := scenery(Fill, Tick, p.scale.x(c.At)-tickWidth*s.grow/2, s.top-s.tick/2, tickWidth*s.grow, s.tick) // clear of the bands' labels
			k.Mark = PollTick
			p.base(k)
		}
	}
}

// bands draws the receiver's outage and the agent's restart, with labels that keep out of each other's way.
func (p *Picture) bands(tr *engine.Trace) {
	set, s := &tr.Setting, &p.size
	var labels [2]bandLabel
	n := 0
	if from := set.OutageAt; set.Outage != engine.Never && from < set.End {
		to := min(from+set.Outage, set.End)
		if from <= p.view.To && to >= p.view.From {
			l, r := p.scale.clamped(from), p.scale.clamped(to)
			b := scenery(Fill, Outage, l, s.top, max(r-l, barWidthLeast), s.bottom-s.top)
			b.Mark, b.Alpha = OutageBand, bandAlpha
			p.base(b)
			for _, t := range [...]engine.Time{from, to} {
				if p.scale.shows(t) {
					p.base(scenery(Fill, Outage, p.scale.x(t), s.top-2, 1, s.bottom-s.top+2))
				}
			}
			labels[n] = bandLabel{ink: Outage, names: [...]string{"receiver outage ", "outage ", "outage"}, x0: l, x1: r, from: from, to: to}
			n++
		}
	}
	if at := set.Restart; at != engine.Never && at < set.End && p.scale.shows(at) {
		x := p.scale.x(at)
		l := scenery(Dashed, Restart, x, s.top-2, 0, s.bottom-s.top+2)
		l.Mark = RestartLine
		p.base(l)
		labels[n] = bandLabel{ink: Restart, names: [...]string{"agent restart ", "restart ", "restart"}, x0: x, x1: x, from: at, to: at}
		n++
	}
	p.bandLabels(labels[:n])
}

// A bandLabel names a band, or a line, from x0 to x1. names are longer and shorter; the last has no times.
type bandLabel struct {
	ink      Ink
	names    [3]string
	x0, x1   float32
	from, to engine.Time
}

// Where labels of bands may be, in CSS pixels.
const (
	labelGap   = 6 // between two labels
	labelEdge  = 3 // to the stage's edge
	labelSlack = 3 // between a label and what it names: half a gap, so that two can meet at one instant
	unnamed    = 3 // the choice of no name
)

// A labelRoom is where a label of a width may begin: it touches its band and is within the stage. best is at the band's
// beginning, or as near to it as can be.
type labelRoom struct{ w, least, best, most float32 }

func (p *Picture) labelRoom(l *bandLabel, name int) (r labelRoom, ok bool) {
	r.w = p.width(l.length(name))
	r.least = max(l.x0-labelSlack-r.w, labelEdge)
	r.most = min(l.x1+labelSlack, p.view.Width-labelEdge-r.w)
	r.best = min(max(l.x0, r.least), r.most)
	return r, r.least <= r.most
}

// bandLabels writes the longest names that have room: all of them before the nearest places. At the worst the second has
// none, for a name away from what it names would be taken for another's.
func (p *Picture) bandLabels(labels []bandLabel) {
	var names [2]int
	var lefts [2]float32
	least := float32(1 << 30)
	for a := 0; a <= unnamed; a++ {
		for b := 0; b <= unnamed; b++ {
			if b < unnamed && len(labels) < 2 || a < unnamed && len(labels) < 1 {
				continue
			}
			cost := nameCost[a] + nameCost[b]
			if cost >= least { // wherever they were
				continue
			}
			if la, lb, shift, ok := p.placeLabels(labels, a, b); ok && cost+shift < least {
				least, names, lefts = cost+shift, [2]int{a, b}, [2]float32{la, lb}
			}
		}
	}
	for i := range labels {
		if names[i] != unnamed {
			p.bandLabel(&labels[i], names[i], lefts[i])
		}
	}
}

// nameCost is what a shorter name costs, and none, in pixels of shift: a shorter name is worse than any shift.
var nameCost = [...]float32{0, 1e4, 2e4, unnamed: 1e6}

// placeLabels finds places for two labels with these names, and how far these are in all from where the labels are best.
func (p *Picture) placeLabels(labels []bandLabel, nameA, nameB int) (leftA, leftB, shift float32, ok bool) {
	var a, b labelRoom
	for i, name := range [...]int{nameA, nameB} {
		if name == unnamed {
			continue
		}
		room, ok := p.labelRoom(&labels[i], name)
		if !ok {
			return 0, 0, 0, false
		}
		if i == 0 {
			a = room
		} else {
			b = room
		}
	}
	if nameA == unnamed || nameB == unnamed {
		return a.best, b.best, 0, true
	}
	least := float32(1 << 30)
	for _, try := range [...]struct {
		first, second labelRoom
		swapped, push bool // push the second to the right, instead of pulling the first to the left
	}{{a, b, false, false}, {a, b, false, true}, {b, a, true, false}, {b, a, true, true}} {
		x, y := try.first, try.second
		l := min(x.best, y.best-labelGap-x.w)
		if try.push {
			l = min(x.best, y.most-labelGap-x.w)
		}
		l = max(l, x.least)
		r := max(y.best, l+x.w+labelGap)
		if d := x.best - l + r - y.best; r <= y.most && d < least {
			least = d
			if leftA, leftB = l, r; try.swapped {
				leftA, leftB = r, l
			}
		}
	}
	return leftA, leftB, least, least < 1<<30
}

func (l *bandLabel) seconds() bool { return (l.from%engine.Minute + l.to%engine.Minute) != 0 }

// length is how many characters the label has with its long, short or shortest name.
func (l *bandLabel) length(name int) int {
	n := len(l.names[name])
	if name < 2 {
		clock := 4
		if l.seconds() {
			clock = 7
		}
		if l.from >= 10*engine.Hour || l.to >= 10*engine.Hour {
			clock++
		}
		n += clock
		if l.to > l.from {
			n += 1 + clock
		}
	}
	return n
}

// bandLabel writes a label at its place. As widths are guesses, it is aligned to the side that has to touch the band.
func (p *Picture) bandLabel(l *bandLabel, name int, left float32) {
	align, w := AlignLeft, p.width(l.length(name))
	if left < l.x0 && left+w/2 < (l.x0+l.x1)/2 {
		align, left = AlignRight, left+w
	}
	p.label(l.ink, align, left, p.size.top-bandStrip*p.size.grow/2-1, func(b []byte) []byte {
		b = append(b, l.names[name]...)
		if name == 2 {
			return b
		}
		b = appendClock(b, l.from, l.seconds())
		if l.to > l.from {
			b = append(b, "–"...)
			b = appendClock(b, l.to, l.seconds())
		}
		return b
	})
}

// name writes the row's item and how long its work takes.
func (p *Picture) name(tr *engine.Trace, i int) {
	s, r := &p.size, &p.rows[i]
	middle := r.bar
	if s.dense {
		every := 1
		for _, n := range [...]int{1, 2, 5, 10, 20, 50, 100, 200, 500} {
			if every = n; s.pitch*float32(n) >= denseNames*s.grow {
				break
			}
		}
		if (p.view.First+i)%every != 0 {
			return
		}
		middle = max(r.y+r.h/2, s.top+s.text/2-2)
	}
	n := p.label(Label, AlignLeft, s.left, middle, func(b []byte) []byte { return appendItem(b, int(r.item)) })
	n.Item = r.item
	if s.narrow || s.dense {
		return
	}
	n = p.label(Faint, AlignRight, p.scale.left-s.text, middle, func(b []byte) []byte {
		return appendRough(b, tr.Items[r.item].Work)
	})
	n.Item = r.item
}

// appendRough writes a length in its most fitting unit.
func appendRough(b []byte, t engine.Time) []byte {
	if t < 100*engine.Second {
		return append(appendInt(b, int((t+engine.Second/2)/engine.Second)), " s"...)
	}
	return append(appendInt(b, int((t+engine.Minute/2)/engine.Minute)), " min"...)
}

// unshown says that not all rows fit.
func (p *Picture) unshown() {
	p.label(Label, AlignRight, p.view.Width-rightMargin/2, p.size.bottom+p.size.text*0.8, func(b []byte) []byte {
		b = append(b, "rows "...)
		b = appendInt(b, p.view.First+1)
		b = append(b, "–"...)
		b = appendInt(b, p.view.First+len(p.rows))
		b = append(b, " of "...)
		return appendInt(b, p.size.all)
	})
}

// head draws the shade over what is to come, and the play head.
func (p *Picture) head() {
	s, now := &p.size, p.view.Now
	x := p.scale.clamped(now)
	if now < p.scale.to {
		k := scenery(Fill, Shade, x, s.top, p.view.Width-x, s.bottom-s.top)
		k.Alpha = shadeAlpha
		if p.view.Veiled {
			k.Alpha = 255
		}
		p.Over = append(p.Over, k)
	}
	if p.scale.shows(now) {
		w := headWidth * s.grow
		l := scenery(Fill, Head, x-0.75*s.grow, s.top-5*s.grow, 1.5*s.grow, s.bottom-s.top+5*s.grow)
		f := scenery(Figure, Head, x-w/2, axisHeight*s.grow-w, w, w)
		if hasStrip := s.top > axisHeight*s.grow; hasStrip {
			l.Y, l.H = axisHeight*s.grow-5, s.bottom-axisHeight*s.grow+5
		}
		l.Mark, f.Mark = HeadMark, HeadMark
		p.Over = append(p.Over, l, f)
	}
}

// highlight lights the item's row up, and names it where dense rows are too thin to have names.
func (p *Picture) highlight(item int, k Ink) {
	if item == None {
		return
	}
	_, y, w, h, ok := p.ItemBox(item)
	if !ok {
		return
	}
	s := &p.size
	if h < 4 { // too thin to see
		y, h = y-(4-h)/2, 4
	}
	u := scenery(Fill, k, 0, y, w, h)
	u.Item = int32(item)
	p.Under = append(p.Under, u)
	if k == Select {
		u.Ink, u.X, u.W = Head, markerLeft, markerWidth*s.grow
		p.Under = append(p.Under, u)
	}
	if s.dense && h < denseNames {
		name := scenery(Text, Head, s.left, y+h/2, p.width(5), s.text)
		name.Item, name.Bold = int32(item), true
		name.text = int32(len(p.text))
		p.text = appendItem(p.text, item)
		name.length = int32(len(p.text)) - name.text
		back := scenery(Fill, k, s.left-2, y+h/2-s.text*0.7, p.width(5)+4, s.text*1.4)
		p.Over = append(p.Over, back, name)
	}
}
