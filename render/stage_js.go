package render

import (
	"image"
	"image/color"
	"strconv"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"
)

// A Stage shows pictures on the page's canvas. It decides nothing: it replays.
type Stage struct {
	// Tick is called before every frame, on the game's goroutine. It may call Show.
	Tick func()
	// Font is the family of labels, as a style sheet has it: one that the page itself begins with, for the first use of a
	// font costs a browser a third of a second.
	Font string

	picture *Picture
	frames  int

	atlas   Atlas
	texture *ebiten.Image
	pen     glyphPen

	base        []Quad // of the picture's Base, while baseOf, baseVersion and atlasVersion hold
	baseOf      *Picture
	baseVersion uint64
	atlasWas    uint64
	under, over []Quad
	standing    []ebiten.Vertex // of base
	vertices    []ebiten.Vertex
	indices     []uint16
	options     ebiten.DrawTrianglesOptions
	colors      [NumInks][4]float32
}

// Show makes p the picture of the next frame. The caller asks the page for that frame.
func (s *Stage) Show(p *Picture) { s.picture = p }

// Frames counts the frames drawn so far.
func (s *Stage) Frames() int { return s.frames }

// Illegible tells that the browser does not let the program read what it draws, as some do for privacy: there are no labels.
func (s *Stage) Illegible() bool { return s.pen.blocked }

// Run starts the game and returns when it ends, which it does not, or cannot start.
func (s *Stage) Run() error {
	ebiten.SetTPS(ebiten.SyncWithFPS)
	return ebiten.RunGameWithOptions(s, &ebiten.RunGameOptions{InitUnfocused: true})
}

// Update implements ebiten.Game.
func (s *Stage) Update() error {
	if s.Tick != nil {
		s.Tick()
	}
	return nil
}

// Layout implements ebiten.Game; LayoutF is what counts.
func (s *Stage) Layout(w, h int) (int, int) { return w, h }

// LayoutF makes the screen as large as the canvas in device pixels. Ebitengine's scale is the ratio at its start; the page's
// stand-in for the body reckons with that.
func (s *Stage) LayoutF(w, h float64) (float64, float64) {
	f := ebiten.Monitor().DeviceScaleFactor()
	return w * f, h * f
}

// Draw implements ebiten.Game.
func (s *Stage) Draw(screen *ebiten.Image) {
	s.frames++
	if s.texture == nil {
		s.start()
	}
	g := Ground.Color()
	screen.Fill(color.RGBA{g.R, g.G, g.B, 255})
	if s.picture == nil {
		return
	}
	if ratio := float32(js.Global().Get("devicePixelRatio").Float()); ratio != s.atlas.Ratio() {
		s.atlas.Reset(ratio)
	}
	s.quads()
	if s.atlas.Full() { // of sizes no longer in use, for the most part: begin anew
		s.atlas.Reset(s.atlas.Ratio())
		s.quads()
	}
	s.layer(screen, s.under)
	for rest := s.standing; len(rest) > 0; {
		n := min(len(rest), verticesMost)
		s.draw(screen, rest[:n])
		rest = rest[n:]
	}
	s.layer(screen, s.over)
}

// start makes what needs the graphics to run.
func (s *Stage) start() {
	s.texture = ebiten.NewImageWithOptions(image.Rect(0, 0, AtlasSize, AtlasSize), &ebiten.NewImageOptions{Unmanaged: true})
	s.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
	for k := range NumInks {
		c := k.Color()
		s.colors[k] = [4]float32{float32(c.R) / 255, float32(c.G) / 255, float32(c.B) / 255, float32(c.A) / 255}
	}
	if s.Font == "" {
		s.Font = "system-ui, sans-serif"
	}
	s.atlas.Upload = s.upload
	s.atlas.Glyph = func(r rune, size int, bold bool) Glyph { return s.pen.draw(s.Font, r, size, bold) }
}

// quads turns the picture into quads, what did not change excepted.
func (s *Stage) quads() {
	p := s.picture
	if s.baseOf != p || s.baseVersion != p.Version || s.atlasWas != s.atlas.Version() {
		s.base = s.atlas.Quads(s.base[:0], p, p.Base)
		s.baseOf, s.baseVersion, s.atlasWas = p, p.Version, s.atlas.Version()
		s.standing = s.corners(s.standing[:0], s.base)
	}
	s.under = s.atlas.Quads(s.under[:0], p, p.Under)
	s.over = s.atlas.Quads(s.over[:0], p, p.Over)
}

// upload puts coverage into the texture, as white of that opacity.
func (s *Stage) upload(x, y int, sprite Sprite) {
	pixels := make([]byte, 4*len(sprite.Alpha))
	for i, a := range sprite.Alpha {
		p := pixels[4*i : 4*i+4 : 4*i+4]
		p[0], p[1], p[2], p[3] = a, a, a, a
	}
	s.texture.SubImage(image.Rect(x, y, x+sprite.W, y+sprite.H)).(*ebiten.Image).WritePixels(pixels)
}

// verticesMost is what indices of 16 bits reach; whole quads fit.
const verticesMost = 1 << 16

// corners appends four vertices for each quad.
func (s *Stage) corners(dst []ebiten.Vertex, quads []Quad) []ebiten.Vertex {
	for i := range quads {
		q := &quads[i]
		c, a := &s.colors[q.Ink], float32(q.Alpha)/255
		v := ebiten.Vertex{ColorR: c[0] * a, ColorG: c[1] * a, ColorB: c[2] * a, ColorA: c[3] * a}
		corner := func(x, y, u, w float32) ebiten.Vertex {
			v.DstX, v.DstY, v.SrcX, v.SrcY = x, y, u, w
			return v
		}
		dst = append(dst, corner(q.X0, q.Y0, q.U0, q.V0), corner(q.X1, q.Y0, q.U1, q.V0),
			corner(q.X0, q.Y1, q.U0, q.V1), corner(q.X1, q.Y1, q.U1, q.V1))
	}
	return dst
}

// layer draws a few quads that may differ in every frame.
func (s *Stage) layer(screen *ebiten.Image, quads []Quad) {
	s.vertices = s.corners(s.vertices[:0], quads)
	s.draw(screen, s.vertices)
}

// draw draws quads by their vertices, in one call. Ebitengine joins the calls of a frame.
func (s *Stage) draw(screen *ebiten.Image, vertices []ebiten.Vertex) {
	if len(vertices) == 0 {
		return
	}
	for n := len(s.indices) / 6 * 4; n < len(vertices); n += 4 {
		i := uint16(n)
		s.indices = append(s.indices, i, i+1, i+2, i+1, i+3, i+2)
	}
	screen.DrawTriangles(vertices, s.indices[:len(vertices)/4*6], s.texture, &s.options)
}

// A glyphPen has the browser draw characters, with its own fonts, on a canvas that nobody sees.
type glyphPen struct {
	context js.Value
	width   int
	height  int
	blocked bool // the browser gives other pixels than were drawn
}

func (p *glyphPen) draw(family string, r rune, size int, bold bool) Glyph {
	const margin = 2 // for edges that are smoothed beyond the measured box
	weight := "400 "
	if bold {
		weight = "700 "
	}
	w, h := 2*size+2*margin, 2*size+2*margin
	if p.context.IsUndefined() || w > p.width || h > p.height {
		canvas := js.Global().Get("document").Call("createElement", "canvas")
		canvas.Set("width", w)
		canvas.Set("height", h)
		p.width, p.height = w, h
		p.context = canvas.Call("getContext", "2d", map[string]any{"willReadFrequently": true})
	}
	text := string(r)
	c := p.context
	c.Set("font", weight+strconv.Itoa(size)+"px "+family)
	m := c.Call("measureText", text)
	left := int(m.Get("actualBoundingBoxLeft").Float()+1) + margin
	top := int(m.Get("actualBoundingBoxAscent").Float()+1) + margin
	w = min(left+int(m.Get("actualBoundingBoxRight").Float()+1)+margin, p.width)
	h = min(top+int(m.Get("actualBoundingBoxDescent").Float()+1)+margin, p.height)
	g := Glyph{Left: -left, Top: top, Advance: m.Get("width").Float()}
	if w <= 2*margin || h <= 2*margin {
		return g
	}
	c.Call("clearRect", 0, 0, p.width, p.height)
	c.Set("fillStyle", "#fff")
	c.Call("fillText", text, left, top)
	pixels := make([]byte, 4*w*h)
	js.CopyBytesToGo(pixels, c.Call("getImageData", 0, 0, w, h).Get("data"))
	if pixels[3] > 127 { // the margin's first pixel, where nothing was drawn
		p.blocked = true
		return g
	}
	g.Sprite = Sprite{W: w, H: h, Alpha: make([]uint8, w*h)}
	for i := range g.Alpha {
		g.Alpha[i] = pixels[4*i+3]
	}
	return g.trimmed()
}
