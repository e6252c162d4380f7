package render

import "math"

// An Atlas holds all that is drawn, as coverage in one square texture: a white pixel, the marks, stripes and glyphs at the
// sizes in use. It turns shapes into quads of device pixels. It knows neither the graphics nor where glyphs come from.
type Atlas struct {
	// Upload copies coverage into the texture.
	Upload func(x, y int, s Sprite)
	// Glyph draws one character at a size in device pixels.
	Glyph func(r rune, size int, bold bool) Glyph

	ratio   float32
	shelves shelves
	sprites map[spriteKey]spot
	glyphs  map[glyphKey]placedGlyph
	full    bool
	version uint64 // changes when the places of all change
}

// AtlasSize is the side of the texture in pixels.
const AtlasSize = 1024

// A Glyph is a character's coverage, and where it lies around the pen.
type Glyph struct {
	Sprite
	Left, Top int     // of the sprite, from the pen on the base line; Top is upwards
	Advance   float64 // to the next pen
}

// A Quad is a rectangle of the screen, in device pixels, and of the texture.
type Quad struct {
	X0, Y0, X1, Y1 float32
	U0, V0, U1, V1 float32
	Ink            Ink
	Alpha          uint8
}

type spot struct{ x, y, w, h int }

type spriteKey struct {
	kind    spriteKind
	mark    Mark
	w, h    int
	grow256 int
}

type spriteKind uint8

const (
	whiteSprite spriteKind = iota
	markSprite
	cornerSprite
	stripeSprite
)

type glyphKey struct {
	r    rune
	size int
	bold bool
}

type placedGlyph struct {
	spot
	left, top int
	advance   float64
}

// Reset empties the atlas for a device pixel ratio.
func (a *Atlas) Reset(ratio float32) {
	a.ratio = ratio
	a.shelves = shelves{size: AtlasSize}
	a.sprites = make(map[spriteKey]spot)
	a.glyphs = make(map[glyphKey]placedGlyph)
	a.full = false
	a.version++
	a.sprite(spriteKey{kind: whiteSprite})
}

// Version changes when quads made before are void.
func (a *Atlas) Version() uint64 { return a.version }

// Full tells that something had no room and was left out since the last Reset.
func (a *Atlas) Full() bool { return a.full }

// Ratio is the device pixel ratio of the last Reset.
func (a *Atlas) Ratio() float32 { return a.ratio }

// Quads appends what draws the shapes of p.
func (a *Atlas) Quads(dst []Quad, p *Picture, shapes []Shape) []Quad {
	haloed := 0 // up to which shape the halos are drawn
	for i := range shapes {
		s := &shapes[i]
		if s.Halo && i >= haloed { // those of neighbours lie below all of them, so that no mark cuts another
			for haloed = i; haloed < len(shapes) && shapes[haloed].Halo; haloed++ {
				dst = a.halo(dst, &shapes[haloed])
			}
		}
		switch s.Form {
		case Fill:
			dst = a.fill(dst, s)
		case Stripy:
			dst = a.stripes(dst, s)
		case Dashed:
			dst = a.dashes(dst, s)
		case Figure:
			dst = a.figure(dst, s)
		case Text:
			dst = a.text(dst, s, p.bytesOf(s))
		}
	}
	return dst
}

// snap rounds to a whole device pixel.
func (a *Atlas) snap(v float32) float32 { return float32(math.Floor(float64(v*a.ratio) + 0.5)) }

// box is the shape's rectangle in whole device pixels, at least one each way. Edges are rounded, so that what touches
// still touches; but hairlines, and what belongs
// to a row, are equally thick wherever they lie.
func (a *Atlas) box(s *Shape) (x0, y0, x1, y1 float32) {
	x0, y0 = a.snap(s.X), a.snap(s.Y)
	x1, y1 = max(a.snap(s.X+s.W), x0+1), max(a.snap(s.Y+s.H), y0+1)
	if s.Item != None {
		y1 = y0 + max(a.snap(s.H), 1)
	}
	if s.W < hairline {
		x1 = x0 + max(a.snap(s.W), 1)
	}
	return x0, y0, x1, y1
}

// hairline is the width in CSS pixels below which a line is only a line.
const hairline = 2.5

// plain appends a rectangle of one colour.
func (a *Atlas) plain(dst []Quad, x0, y0, x1, y1 float32, k Ink, alpha uint8) []Quad {
	if x1 <= x0 || y1 <= y0 {
		return dst
	}
	w := a.sprites[spriteKey{kind: whiteSprite}]
	u, v := float32(w.x)+float32(w.w)/2, float32(w.y)+float32(w.h)/2 // the middle of white, whatever the rectangle's size
	return append(dst, Quad{x0, y0, x1, y1, u, v, u, v, k, alpha})
}

// part appends a piece of the texture, w by h pixels from its top left corner.
func part(dst []Quad, at spot, w, h int, x, y float32, k Ink, alpha uint8) []Quad {
	return append(dst, Quad{x, y, x + float32(w), y + float32(h),
		float32(at.x), float32(at.y), float32(at.x + w), float32(at.y + h), k, alpha})
}

func (a *Atlas) fill(dst []Quad, s *Shape) []Quad {
	x0, y0, x1, y1 := a.box(s)
	h := int(y1 - y0)
	r := int(min(float32(h)*0.28, 4*a.ratio))
	if s.Round != 0 && r >= 1 && int(x1-x0) >= 2*r {
		if at, ok := a.sprite(spriteKey{kind: cornerSprite, w: r, h: h}); ok {
			if s.Round&RoundLeft != 0 {
				dst = part(dst, at, r, h, x0, y0, s.Ink, s.Alpha)
				x0 += float32(r)
			}
			if s.Round&RoundRight != 0 {
				x1 -= float32(r)
				dst = part(dst, at, r, h, x1, y0, s.Ink, s.Alpha)
				q := &dst[len(dst)-1]
				q.U0, q.U1 = q.U1, q.U0
			}
		}
	}
	return a.plain(dst, x0, y0, x1, y1, s.Ink, s.Alpha)
}

// stripes covers the box with as many tiles as it takes.
func (a *Atlas) stripes(dst []Quad, s *Shape) []Quad {
	x0, y0, x1, y1 := a.box(s)
	h := int(y1 - y0)
	at, ok := a.sprite(spriteKey{kind: stripeSprite, h: h})
	if !ok {
		return dst
	}
	for ; x0 < x1; x0 += float32(at.w) {
		dst = part(dst, at, min(at.w, int(x1-x0)), h, x0, y0, s.Ink, s.Alpha)
	}
	return dst
}

// The dashes of outlines and lines, in CSS pixels.
const dashOn, dashOff, dashThick, lineThick = 4, 3, 1.5, 1.5

func (a *Atlas) dashes(dst []Quad, s *Shape) []Quad {
	on, off := max(a.snap(dashOn), 1), max(a.snap(dashOff), 1)
	if s.W == 0 {
		x0, y0, _, y1 := a.box(s)
		w := max(a.snap(lineThick), 1)
		for y := y0; y < y1; y += on + off {
			dst = a.plain(dst, x0, y, x0+w, min(y+on, y1), s.Ink, s.Alpha)
		}
		return dst
	}
	x0, y0, x1, y1 := a.box(s)
	w := min(max(a.snap(dashThick), 1), max(float32(math.Floor(float64(y1-y0)/3)), 1))
	for x := x0; x < x1; x += on + off {
		dst = a.plain(dst, x, y0, min(x+on, x1), y0+w, s.Ink, s.Alpha)
		dst = a.plain(dst, x, y1-w, min(x+on, x1), y1, s.Ink, s.Alpha)
	}
	dst = a.plain(dst, x0, y0+w, x0+w, y1-w, s.Ink, s.Alpha)
	return a.plain(dst, x1-w, y0+w, x1, y1-w, s.Ink, s.Alpha)
}

// haloWidth is the dark edge around marks, in CSS pixels.
const haloWidth = 1

// figureKey names the sprite of a Figure, and where it goes.
func (a *Atlas) figureKey(s *Shape) (k spriteKey, x, y float32) {
	x0, y0, x1, y1 := a.box(s)
	k = spriteKey{kind: markSprite, mark: s.Mark, w: int(x1 - x0), h: int(y1 - y0)}
	if s.Halo { // a mark of its own, not the end of a bar: its size must not depend on where it lies
		k.w, k.h = int(max(a.snap(s.W), 1)), int(max(a.snap(s.H), 1))
	}
	return k, x0, y0
}

func (a *Atlas) figure(dst []Quad, s *Shape) []Quad {
	k, x, y := a.figureKey(s)
	if at, ok := a.sprite(k); ok {
		dst = part(dst, at, at.w, at.h, x, y, s.Ink, s.Alpha)
	}
	return dst
}

func (a *Atlas) halo(dst []Quad, s *Shape) []Quad {
	k, x, y := a.figureKey(s)
	inner := k.w
	k.grow256 = int(haloWidth * a.ratio * 256)
	if at, ok := a.sprite(k); ok {
		pad := float32(at.w-inner) / 2
		dst = part(dst, at, at.w, at.h, x-pad, y-pad, Ground, s.Alpha)
	}
	return dst
}

func (a *Atlas) text(dst []Quad, s *Shape, text []byte) []Quad {
	size := max(int(a.snap(s.H)), 1)
	width := 0.0
	for _, r := range string(text) {
		width += a.glyph(r, size, s.Bold).advance
	}
	pen := float64(s.X * a.ratio)
	switch s.Align {
	case AlignCenter:
		pen -= width / 2
	case AlignRight:
		pen -= width
	}
	base := a.snap(s.Y) + float32((a.glyph('0', size, s.Bold).top+1)/2)
	for _, r := range string(text) {
		g := a.glyph(r, size, s.Bold)
		if g.w > 0 {
			dst = part(dst, g.spot, g.w, g.h, float32(math.Floor(pen+0.5))+float32(g.left), base-float32(g.top), s.Ink, s.Alpha)
		}
		pen += g.advance
	}
	return dst
}

// sprite finds a sprite, or makes it.
func (a *Atlas) sprite(k spriteKey) (spot, bool) {
	if at, ok := a.sprites[k]; ok {
		return at, at.w > 0
	}
	at := a.place(k.draw())
	a.sprites[k] = at
	return at, at.w > 0
}

func (k spriteKey) draw() Sprite {
	switch k.kind {
	case markSprite:
		return k.mark.Rasterize(k.w, k.h, float64(k.grow256)/256)
	case cornerSprite:
		return corner(k.h, k.w)
	case stripeSprite:
		return diagonals(k.h)
	}
	white := Sprite{W: 3, H: 3, Alpha: make([]uint8, 9)}
	for i := range white.Alpha {
		white.Alpha[i] = 255
	}
	return white
}

func (a *Atlas) glyph(r rune, size int, bold bool) placedGlyph {
	k := glyphKey{r, size, bold}
	g, ok := a.glyphs[k]
	if !ok {
		drawn := a.Glyph(r, size, bold)
		g = placedGlyph{left: drawn.Left, top: drawn.Top, advance: drawn.Advance}
		if drawn.W > 0 && drawn.H > 0 {
			g.spot = a.place(drawn.Sprite)
		}
		a.glyphs[k] = g
	}
	return g
}

// place finds room for a sprite and uploads it; a spot of no size if there is none.
func (a *Atlas) place(s Sprite) spot {
	x, y, ok := a.shelves.place(s.W, s.H)
	if !ok {
		a.full = true
		return spot{}
	}
	a.Upload(x, y, s)
	return spot{x, y, s.W, s.H}
}

// diagonals draws a tile of stripes, which repeats from left to right.
func diagonals(h int) Sprite {
	period := max(int(float64(h)*0.55+0.5), 3)
	const slope = 0.6 // to the left for each pixel down
	s := Sprite{W: period * max(128/period, 1), H: h}
	s.Alpha = make([]uint8, s.W*s.H)
	for y := range h {
		for x := range s.W {
			u := math.Mod(float64(x)+0.5+slope*(float64(y)+0.5), float64(period))
			d := (math.Abs(u-float64(period)/2) - 0.19*float64(period)) / math.Hypot(1, slope)
			s.Alpha[y*s.W+x] = uint8(255*min(max(0.5-d, 0), 1) + 0.5)
		}
	}
	return s
}

// shelves pack rectangles into a square, in rows of about the same height.
type shelves struct {
	size  int
	below int // where the next shelf begins
	rows  []shelf
}

type shelf struct{ y, h, used int }

// gutter keeps rectangles apart.
const gutter = 1

func (p *shelves) place(w, h int) (x, y int, ok bool) {
	w, h = w+gutter, h+gutter
	best := None
	for i, s := range p.rows {
		// A shelf more than a half too high is a waste, unless there is no room for another.
		fits := s.h >= h && s.used+w <= p.size
		if fits && (s.h <= h+h/2 || p.below+h > p.size) && (best == None || s.h < p.rows[best].h) {
			best = i
		}
	}
	if best == None {
		if w > p.size || p.below+h > p.size {
			return 0, 0, false
		}
		p.rows = append(p.rows, shelf{y: p.below, h: h})
		p.below += h
		best = len(p.rows) - 1
	}
	s := &p.rows[best]
	x, y = s.used, s.y
	s.used += w
	return x, y, true
}

// trimmed cuts the empty rows and columns off, so that measures are exact and the atlas holds no air.
func (g Glyph) trimmed() Glyph {
	x0, y0, x1, y1 := g.W, g.H, 0, 0
	for y := range g.H {
		for x := range g.W {
			if g.Alpha[y*g.W+x] > 0 {
				x0, x1, y0, y1 = min(x0, x), max(x1, x+1), min(y0, y), max(y1, y+1)
			}
		}
	}
	if x1 <= x0 {
		g.Sprite = Sprite{}
		return g
	}
	cut := Sprite{W: x1 - x0, H: y1 - y0}
	for y := y0; y < y1; y++ {
		cut.Alpha = append(cut.Alpha, g.Alpha[y*g.W+x0:y*g.W+x1]...)
	}
	g.Sprite = cut
	g.Left += x0
	g.Top -= y0
	return g
}
