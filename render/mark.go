package render

import (
	"math"
	"strconv"
)

// A Mark is a thing that the picture shows, in the order of the legend.
type Mark uint8

// The marks.
const (
	NoMark         Mark = iota // scenery: rows, axis, labels
	WorkingBar                 // a task works
	InputBar                   // a task waits for input
	FailedEnd                  // a task failed for want of an answer
	DuplicateBar               // a duplicate task, or "+n" for those without room
	VanishedBar                // an unfinished task that the agent forgot
	ResubmitStart              // where a resubmitted task begins
	Arrow                      // handed to a person
	Cross                      // a stream or call that broke or timed out
	Dot                        // the client learned the outcome
	DotFailed                  // the outcome that it learned is a failure
	LearnLine                  // from the end of the work to the Dot
	Question                   // never learned
	Delivered                  // a webhook delivered and acknowledged
	Undelivered                // a webhook that failed
	HalfDelivered              // a webhook delivered whose acknowledgement was lost
	ForgedBelieved             // a stranger's call of the webhook that the client believed
	ForgedRefused              // one that its checks refused
	NotEqual                   // the client believes an outcome that is not so
	PollTick                   // a poll or a reconciliation
	OutageBand                 // the receiver's outage
	RestartLine                // the agent's restart
	HeadMark                   // now
	GhostBar                   // of the run behind: a task
	GhostDuplicate             // of the run behind: a duplicate
	GhostDot                   // of the run behind: its client learned the outcome
	GhostQuestion              // of the run behind: never learned
	GhostArrow                 // of the run behind: handed to a person
	GhostUnequal               // of the run behind: a wrong outcome
	SpotClean                  // of the strategy map: a setting that does no harm
	SpotTwice                  // one that handles results twice
	SpotDuplicate              // one that makes duplicates
	SpotMissed                 // one that misses input
	SpotUnlearned              // one that leaves outcomes unlearned
	SpotWrong                  // one that believes what is not so
	FrontSpot                  // one that does no harm and that no other beats
	FrontToday                 // the same, but on another day it does harm
	HereRing                   // the setting at hand
	NumMarks
)

var markNames = [NumMarks]string{"", "working", "waits for input", "failed end", "duplicate", "vanished", "resubmitted start", "arrow", "cross", "dot",
	"dot of a failure", "learn line", "question mark", "webhook delivered", "webhook failed", "webhook unacknowledged", "forged webhook believed", "forged webhook refused", "wrong outcome", "tick", "outage", "restart", "head",
	"ghost", "ghost of a duplicate", "ghost of a dot", "ghost of a question mark", "ghost of an arrow", "ghost of a wrong outcome",
	"harmless", "handles twice", "duplicates", "misses input", "leaves unlearned", "believes what is not so", "front", "front today", "here"}

// String is the mark's name in words.
func (m Mark) String() string { return markNames[m] }

// A point lies in a mark's box, from -1 to 1 in both directions, y downwards.
type point struct{ x, y float64 }

// A stroke is a line of round ends. Its width is in halves of the box's shorter side.
type stroke struct {
	points []point
	width  float64
	closed bool
}

// A disc is a filled circle. Its radius is in halves of the box's shorter side.
type disc struct {
	center point
	radius float64
}

// An outline is what a mark covers: the union of its parts. Both the canvas's sprites and the page's SVG come from it.
type outline struct {
	fills   [][]point
	strokes []stroke
	discs   []disc
}

var (
	triangle   = []point{{0, -0.82}, {0.86, 0.74}, {-0.86, 0.74}}
	triangleIn = []point{{0, -0.61}, {0.69, 0.64}, {-0.69, 0.64}} // for the pen's middle
	hollow     = stroke{points: triangleIn, width: 0.2, closed: true}
)

var outlines = [NumMarks]outline{
	FailedEnd:     {fills: [][]point{{{-1, -1}, {1, -1}, {-0.1, 0}, {1, 1}, {-1, 1}}}},
	ResubmitStart: {fills: [][]point{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0.3, 0}}}},
	Arrow: {fills: [][]point{{{0, -0.98}, {0.8, -0.02}, {0.28, -0.02}, {0.28, 0.95}, {-0.28, 0.95}, {-0.28, -0.02},
		{-0.8, -0.02}}}},
	Cross: {strokes: []stroke{
		{points: []point{{-0.72, -0.72}, {0.72, 0.72}}, width: 0.38},
		{points: []point{{-0.72, 0.72}, {0.72, -0.72}}, width: 0.38}}},
	Dot:       {discs: []disc{{radius: 0.9}}},
	DotFailed: {strokes: []stroke{{points: circle(0.72), width: 0.36, closed: true}}},
	Question: {
		strokes: []stroke{{points: hook(), width: 0.32}},
		discs:   []disc{{center: point{0, 0.83}, radius: 0.2}}},
	Delivered:      {fills: [][]point{triangle}},
	Undelivered:    {strokes: []stroke{hollow}},
	HalfDelivered:  {strokes: []stroke{hollow}, fills: [][]point{{{0, -0.82}, {0, 0.74}, {-0.86, 0.74}}}},
	ForgedBelieved: {fills: [][]point{upsideDown(triangle)}},
	ForgedRefused:  {strokes: []stroke{{points: upsideDown(triangleIn), width: 0.3, closed: true}}}, // thicker than the hollow ones: its colour is darker
	NotEqual:       {strokes: unequal(0.3)},
	HeadMark:       {fills: [][]point{{{-1, -1}, {1, -1}, {1, -0.35}, {0, 1}, {-1, -0.35}}}},
	GhostDot:       {strokes: []stroke{{points: circle(0.78), width: 0.22, closed: true}}},
	GhostQuestion: {
		strokes: []stroke{{points: hook(), width: 0.18}},
		discs:   []disc{{center: point{0, 0.83}, radius: 0.14}}},
	GhostArrow: {strokes: []stroke{{width: 0.18, closed: true, points: []point{{0, -0.86}, {0.68, -0.1}, {0.24, -0.1}, {0.24, 0.86}, {-0.24, 0.86},
		{-0.24, -0.1}, {-0.68, -0.1}}}}},
	GhostUnequal:  {strokes: unequal(0.18)},
	SpotClean:     {discs: []disc{{radius: 0.84}}},
	SpotTwice:     {fills: [][]point{triangle}},
	SpotDuplicate: {fills: [][]point{{{-0.74, -0.74}, {0.74, -0.74}, {0.74, 0.74}, {-0.74, 0.74}}}},
	SpotMissed:    {fills: [][]point{{{0, -0.95}, {0.72, 0}, {0, 0.95}, {-0.72, 0}}}},
	SpotUnlearned: {strokes: []stroke{
		{points: []point{{-0.7, -0.7}, {0.7, 0.7}}, width: 0.34},
		{points: []point{{-0.7, 0.7}, {0.7, -0.7}}, width: 0.34}}},
	SpotWrong:  {strokes: unequal(0.34)},
	FrontSpot:  {discs: []disc{{radius: 0.46}}, strokes: []stroke{{points: circle(0.8), width: 0.2, closed: true}}},
	FrontToday: {strokes: []stroke{{points: circle(0.74), width: 0.28, closed: true}}},
	HereRing:   {strokes: []stroke{{points: circle(0.88), width: 0.17, closed: true}}},
}

// upsideDown is a figure that stands on its head: what comes from elsewhere.
func upsideDown(points []point) []point {
	turned := make([]point, len(points))
	for i, p := range points {
		turned[i] = point{p.x, -p.y}
	}
	return turned
}

// unequal is the sign for what is not equal: what the client believes, and what is so.
func unequal(width float64) []stroke {
	return []stroke{
		{points: []point{{-0.78, -0.32}, {0.78, -0.32}}, width: width},
		{points: []point{{-0.78, 0.32}, {0.78, 0.32}}, width: width},
		{points: []point{{0.44, -0.76}, {-0.44, 0.76}}, width: width},
	}
}

// circle is a ring's middle, of as many corners as it takes to look round.
func circle(radius float64) []point {
	line := make([]point, 24)
	for i := range line {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(len(line)))
		line[i] = point{radius * c, radius * s}
	}
	return line
}

// hook is the bow of the question mark.
func hook() []point {
	var line []point
	for a := -170.0; a <= 62; a += 14.5 {
		s, c := math.Sincos(a * math.Pi / 180)
		line = append(line, point{0.6 * c, -0.36 + 0.46*s})
	}
	return append(line, point{0, 0.22}, point{0, 0.42})
}

// A Sprite is a mark's coverage in device pixels, row by row, from 0 to 255.
type Sprite struct {
	W, H  int
	Alpha []uint8
}

// Rasterize draws the mark into a box of w by h device pixels, anti-aliased. With grow it is fattened by that many pixels
// all round, and the sprite is larger than the box by the next whole number of pixels on each side: a halo.
func (m Mark) Rasterize(w, h int, grow float64) Sprite {
	pad := int(math.Ceil(grow))
	s := Sprite{W: w + 2*pad, H: h + 2*pad}
	s.Alpha = make([]uint8, s.W*s.H)
	f := figure{w: float64(w), h: float64(h), outline: &outlines[m]}
	for y := range s.H {
		for x := range s.W {
			d := f.distance(point{float64(x-pad) + 0.5, float64(y-pad) + 0.5}) - grow
			s.Alpha[y*s.W+x] = uint8(255*min(max(0.5-d, 0), 1) + 0.5)
		}
	}
	return s
}

// corner draws the rounded left end of a bar, h pixels high and r wide. The right end is its mirror image.
func corner(h, r int) Sprite {
	s := Sprite{W: r, H: h, Alpha: make([]uint8, r*h)}
	for y := range h {
		for x := range r {
			dx := float64(r) - (float64(x) + 0.5)
			dy := math.Abs(float64(y)+0.5-float64(h)/2) - (float64(h)/2 - float64(r))
			d := math.Hypot(dx, max(dy, 0)) - float64(r)
			s.Alpha[y*r+x] = uint8(255*min(max(0.5-d, 0), 1) + 0.5)
		}
	}
	return s
}

// A figure is an outline fitted into a box of pixels.
type figure struct {
	w, h float64
	*outline
}

func (f *figure) at(p point) point { return point{(p.x + 1) / 2 * f.w, (p.y + 1) / 2 * f.h} }

func (f *figure) unit() float64 { return min(f.w, f.h) / 2 }

// distance is how far the pixel lies outside the figure, negative inside.
func (f *figure) distance(p point) float64 {
	d := math.Inf(1)
	for _, c := range f.discs {
		at := f.at(c.center)
		d = min(d, math.Hypot(p.x-at.x, p.y-at.y)-c.radius*f.unit())
	}
	for _, s := range f.strokes {
		last := len(s.points) - 1
		for i := range s.points {
			if i < last || s.closed {
				d = min(d, toSegment(p, f.at(s.points[i]), f.at(s.points[(i+1)%(last+1)]))-s.width/2*f.unit())
			}
		}
	}
	for _, poly := range f.fills {
		edge, inside := math.Inf(1), false
		for i := range poly {
			a, b := f.at(poly[i]), f.at(poly[(i+1)%len(poly)])
			edge = min(edge, toSegment(p, a, b))
			if (a.y > p.y) != (b.y > p.y) && p.x < a.x+(p.y-a.y)/(b.y-a.y)*(b.x-a.x) {
				inside = !inside
			}
		}
		if inside {
			edge = -edge
		}
		d = min(d, edge)
	}
	return d
}

// toSegment is the distance from p to the line from a to b.
func toSegment(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = min(max(((p.x-a.x)*dx+(p.y-a.y)*dy)/l, 0), 1)
	}
	return math.Hypot(p.x-a.x-t*dx, p.y-a.y-t*dy)
}

// path appends the mark's filled parts and its strokes as SVG path data, fitted into a box, and the strokes' width.
func (m Mark) path(x, y, w, h float64) (fill, line string, width float64) {
	f := figure{w: w, h: h, outline: &outlines[m]}
	place := func(p point) point { q := f.at(p); return point{x + q.x, y + q.y} }
	var fb, lb []byte
	for _, poly := range f.fills {
		fb = polyline(fb, poly, true, place)
	}
	for _, d := range f.discs {
		c, r := place(d.center), d.radius*f.unit()
		fb = command(fb, 'M', c.x-r, c.y)
		for _, side := range [...]float64{2 * r, -2 * r} {
			fb = command(fb, 'a', r, r, 0, 0, 1, side, 0)
		}
		fb = append(fb, 'z')
	}
	for _, s := range f.strokes {
		lb = polyline(lb, s.points, s.closed, place)
		width = s.width * f.unit()
	}
	return string(fb), string(lb), width
}

func polyline(b []byte, points []point, closed bool, place func(point) point) []byte {
	for i, p := range points {
		p = place(p)
		c := byte('L')
		if i == 0 {
			c = 'M'
		}
		b = command(b, c, p.x, p.y)
	}
	if closed {
		b = append(b, 'z')
	}
	return b
}

// command appends one command of SVG path data, its numbers to a hundredth.
func command(b []byte, c byte, numbers ...float64) []byte {
	b = append(b, c)
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendFloat(b, math.Round(n*100)/100, 'f', -1, 64)
	}
	return b
}
