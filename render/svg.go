package render

import (
	"math"
	"strings"
)

// SVG is the picture as a document of its own, for where no program runs: the same shapes in the same order, in the same inks,
// with its title and description for those who do not see it. It has no style sheet and no script, so every policy allows it.
func SVG(p *Picture, title, description string) []byte {
	w := svgWriter{picture: p}
	v := p.View()
	w.text(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0`)
	w.number(v.Width)
	w.number(v.Height)
	w.text(`" role="img" font-family="system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"><title>` + escape(title) +
		`</title><desc>` + escape(description) + `</desc>`)
	ground := scenery(Fill, Ground, 0, 0, v.Width, v.Height)
	w.shape(&ground)
	for _, layer := range [...][]Shape{p.Under, p.Base, p.Over} {
		w.layer(layer)
	}
	w.flush()
	w.text("</svg>\n")
	return w.out
}

// svgWriter joins neighbours of one look into one path.
type svgWriter struct {
	picture *Picture
	out     []byte
	path    []byte // of what follows look; empty if nothing does
	look    string // its attributes
}

func (w *svgWriter) text(s string) { w.out = append(w.out, s...) }

// number appends a blank and a number, to a hundredth.
func (w *svgWriter) number(v float32) {
	w.out = append(w.out, command(nil, ' ', float64(v))...)
}

func (w *svgWriter) flush() {
	if len(w.path) > 0 {
		w.text("<path " + w.look + ` d="` + string(w.path) + `"/>`)
		w.path = w.path[:0]
	}
}

// draw adds path data of a look.
func (w *svgWriter) draw(look, path string) {
	if look != w.look {
		w.flush()
		w.look = look
	}
	w.path = append(w.path, path...)
}

func (w *svgWriter) layer(shapes []Shape) {
	haloed := 0
	for i := range shapes {
		if shapes[i].Halo && i >= haloed { // all halos of neighbours below all of their marks, as the stage has it
			for haloed = i; haloed < len(shapes) && shapes[haloed].Halo; haloed++ {
				w.figure(&shapes[haloed], Ground, 2*haloWidth)
			}
		}
		w.shape(&shapes[i])
	}
}

func filled(k Ink, alpha uint8) string { return paint("fill", k, alpha) }

func stroked(k Ink, alpha uint8, width float64, more string) string {
	return `fill="none" ` + paint("stroke", k, alpha) + ` stroke-width="` + decimal(width) + `"` + more
}

// paint is a fill or stroke of an ink.
func paint(what string, k Ink, alpha uint8) string {
	s := what + `="` + k.Color().Hex() + `"`
	if alpha != 255 {
		s += " " + what + `-opacity="` + decimal(float64(alpha)/255) + `"`
	}
	return s
}

func decimal(v float64) string { return string(command(nil, ' ', v)[1:]) }

func (w *svgWriter) shape(s *Shape) {
	x, y, x1, y1 := float64(s.X), float64(s.Y), float64(s.X+s.W), float64(s.Y+s.H)
	switch s.Form {
	case Fill:
		w.draw(filled(s.Ink, s.Alpha), bar(x, y, x1, y1, s.Round))
	case Stripy:
		period := max(math.Round((y1-y)*0.55), 3)
		w.draw(stroked(s.Ink, s.Alpha, 0.38*period/math.Hypot(1, 0.6), ""), slants(x, y, x1, y1, period))
	case Dashed:
		dashes := ` stroke-dasharray="` + decimal(dashOn) + " " + decimal(dashOff) + `"`
		if s.W == 0 {
			w.draw(stroked(s.Ink, s.Alpha, lineThick, dashes), string(command(command(nil, 'M', x, y), 'V', y1)))
			return
		}
		const in = dashThick / 2.0
		w.draw(stroked(s.Ink, s.Alpha, dashThick, dashes), bar(x+in, y+in, x1-in, y1-in, 0))
	case Figure:
		w.figure(s, s.Ink, 0)
	case Text:
		w.flush()
		anchor := [...]string{AlignLeft: "", AlignCenter: ` text-anchor="middle"`, AlignRight: ` text-anchor="end"`}[s.Align]
		if s.Bold {
			anchor += ` font-weight="700"`
		}
		const middle = 0.36 // of the type size: half a digit's height above the base line
		w.text(`<text x="` + decimal(x) + `" y="` + decimal(y+middle*float64(s.H)) + `" font-size="` + decimal(float64(s.H)) + `"` + anchor +
			" " + filled(s.Ink, s.Alpha) + ">" + escape(w.picture.TextOf(s)) + "</text>")
	}
}

// figure draws a mark, fattened by an edge of that width in all.
func (w *svgWriter) figure(s *Shape, k Ink, edge float64) {
	fill, line, width := s.Mark.path(float64(s.X), float64(s.Y), float64(s.W), float64(s.H))
	const round = ` stroke-linecap="round" stroke-linejoin="round"`
	if fill != "" {
		look := filled(k, s.Alpha)
		if edge > 0 {
			look += " " + paint("stroke", k, s.Alpha) + ` stroke-width="` + decimal(edge) + `"` + round
		}
		w.draw(look, fill)
	}
	if line != "" {
		w.draw(stroked(k, s.Alpha, width+edge, round), line)
	}
}

// bar is a rectangle whose ends may be rounded.
func bar(x, y, x1, y1 float64, round Round) string {
	r := min((y1-y)*0.28, 4)
	if x1-x < 2*r {
		round = 0
	}
	end := func(b []byte, right bool) []byte {
		h, out := y1-y, 1.0
		if !right {
			h, out = -h, -1
		}
		if right && round&RoundRight == 0 || !right && round&RoundLeft == 0 {
			return command(b, 'v', h)
		}
		b = command(b, 'a', r, r, 0, 0, 1, out*r, out*r)
		b = command(b, 'v', h-out*2*r)
		return command(b, 'a', r, r, 0, 0, 1, -out*r, out*r)
	}
	left, right := x, x1
	if round&RoundLeft != 0 {
		left += r
	}
	if round&RoundRight != 0 {
		right -= r
	}
	b := command(nil, 'M', left, y)
	b = end(command(b, 'H', right), true)
	b = end(command(b, 'H', left), false)
	return string(append(b, 'z'))
}

// slants are the diagonals over a rectangle, cut at its sides.
func slants(x, y, x1, y1, period float64) string {
	const slope = 0.6 // to the right for each pixel up
	run := slope * (y1 - y)
	var b []byte
	for foot := x - run + period/2; foot < x1; foot += period {
		from, to := max(foot, x), min(foot+run, x1)
		if to > from {
			b = command(b, 'M', from, y1-(from-foot)/slope)
			b = command(b, 'L', to, y1-(to-foot)/slope)
		}
	}
	return string(b)
}

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return markup.Replace(s) }
