package render

import (
	"cmp"
	"slices"

	"a2alab/engine"
)

// A View is what of a trace is looked at, and how. Lengths are CSS pixels.
type View struct {
	Width, Height float32       // of the stage
	From, To      engine.Time   // the window; the whole run if To is not after From
	Rows          []int         // the items shown, in this order; nil shows all. Not to be changed while a Picture uses it
	First         int           // the row at the top, where not all fit: see Picture.Fit
	Dense         bool          // thin rows, to see all items at once
	Folds         Folds         // stretches shown narrow, as breaks of the axis. Not to be changed while a Picture uses it
	Veiled        bool          // hide what is to come, instead of dimming it
	Ghost         *engine.Trace // another run over the same items, drawn behind; nil for none. Needed by Layout only

	// These move often and leave the rows as they are: see Picture.Move.
	Now               engine.Time // the play head
	Selected, Hovered int         // items, or None
}

// None is no item, task, event or row.
const None = -1

// Form is how a shape is drawn.
type Form uint8

// The forms.
const (
	Fill   Form = iota // a rectangle
	Stripy             // a rectangle of diagonal lines, to lie over a Fill
	Dashed             // a rectangle's outline, dashed; a line where it has no width
	Figure             // the outline of Mark, fitted into the box
	Text               // a line of text: X, Y is the anchor, Y the middle of the digits' height; H is the type size
)

// Round says which ends of a Fill are rounded.
type Round uint8

// The ends, to be joined by |.
const (
	RoundLeft Round = 1 << iota
	RoundRight
)

// Align says where a Text's anchor is.
type Align uint8

// The alignments.
const (
	AlignLeft Align = iota
	AlignCenter
	AlignRight
)

// A Shape is one thing to draw, in CSS pixels from the stage's top left.
type Shape struct {
	X, Y, W, H  float32
	Item        int32 // whose it is, or None
	Task, Event int32 // what it stands for: indexes in Trace.Tasks and Trace.Events, or None
	Count       int32 // how many things it stands for: more than one only in "+n", none where it is another's part
	text        int32 // where a Text's bytes are
	length      int32
	Form        Form
	Ink         Ink
	Alpha       uint8
	Mark        Mark
	Round       Round
	Align       Align
	Halo        bool // a Figure with a dark edge, so that it stays legible on anything
	Bold        bool
}

// A Picture is what to draw: three layers of shapes, drawn in order. Its shapes are read-only, and valid until the next
// Layout or Move. The zero Picture is empty and ready. All its room is reused.
type Picture struct {
	Under []Shape // behind the rows: stripes, selection
	Base  []Shape // axis, rows and bands: as expensive as the trace is long
	Over  []Shape // the shade over what is to come, the play head

	Version uint64 // changes with Base

	view     View
	grounds  int // how many shapes of Under are stripes, which Move leaves
	text     []byte
	baseText int // what of text belongs to Base
	scale    scale
	rows     []row
	lanes    []lane // of the row at hand
	size     sizes
}

// A row is where one item is drawn.
type row struct {
	item     int32
	y, h     float32
	bar      float32 // the bar's middle
	from, to int32   // its shapes in Base
}

// TextOf is the text of a Text.
func (p *Picture) TextOf(s *Shape) string { return string(p.bytesOf(s)) }

func (p *Picture) bytesOf(s *Shape) []byte { return p.text[s.text : s.text+s.length] }

// View is what the picture was laid out for.
func (p *Picture) View() View { return p.view }

// Fit tells how many rows the stage has room for, and how many there are. Where not all fit, View.First scrolls.
func (p *Picture) Fit() (shown, all int) { return len(p.rows), p.size.all }

// Reveal is the View.First that brings the item into view with the least scrolling.
func (p *Picture) Reveal(item int) int {
	at := p.rowIndex(item)
	switch {
	case at == None:
		return p.view.First
	case at < p.view.First:
		return at
	case at >= p.view.First+len(p.rows):
		return at - len(p.rows) + 1
	}
	return p.view.First
}

// rowIndex is the item's place among all rows, shown or not.
func (p *Picture) rowIndex(item int) int {
	if p.view.Rows == nil {
		if item < 0 || item >= p.size.all {
			return None
		}
		return item
	}
	for i, it := range p.view.Rows {
		if it == item {
			return i
		}
	}
	return None
}

// ItemBox is where the item's row is, or false where it is not shown.
func (p *Picture) ItemBox(item int) (x, y, w, h float32, ok bool) {
	if i := p.rowIndex(item) - p.view.First; i >= 0 && i < len(p.rows) {
		return 0, p.rows[i].y, p.view.Width, p.rows[i].h, true
	}
	return 0, 0, 0, 0, false
}

// ByCreation is every item in the order in which the client delegates them: View.Rows for a picture of all.
func ByCreation(items []engine.Item) []int {
	rows := make([]int, len(items))
	for i := range rows {
		rows[i] = i
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Or(cmp.Compare(items[a].Created, items[b].Created), a-b) })
	return rows
}

// ItemName is how the page calls an item: #001 is the first.
func ItemName(item int) string { return string(appendItem(nil, item)) }

func appendItem(b []byte, item int) []byte {
	b = append(b, '#')
	n := item + 1
	for limit := 100; limit > 1 && n < limit; limit /= 10 {
		b = append(b, '0')
	}
	return appendInt(b, n)
}

func appendInt(b []byte, n int) []byte {
	if n >= 10 {
		b = appendInt(b, n/10)
	}
	return append(b, byte('0'+n%10))
}
