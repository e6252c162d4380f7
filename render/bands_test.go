package render

import (
	"math/rand/v2"
	"testing"

	"a2alab/engine"
)

// A label of a band or line begins, ends or lies across what it names, at any times, sizes and windows: even if the type is
// a fifth narrower than was guessed. None is left out that has room.
func TestBandLabelsTouchTheirBands(t *testing.T) {
	const near = labelSlack + 0.1
	r := rand.New(rand.NewPCG(7, 4))
	tr := traceOf(t, setting(t, "items", "1"))
	var p Picture
	var both, shortened, left int
	for range 20000 {
		s := &tr.Setting // all that the bands depend on
		s.End = [...]engine.Time{210 * engine.Minute, 6 * engine.Hour, 48 * engine.Hour}[r.IntN(3)]
		s.Outage, s.OutageAt, s.Restart = engine.Never, 0, engine.Never
		second := engine.Second * engine.Time(1+59*r.IntN(2)) // odd seconds need longer labels
		at := func() engine.Time { return engine.Time(r.Int64N(int64(s.End/second))) * second }
		if r.IntN(6) > 0 {
			s.OutageAt, s.Outage = at(), max(at()/engine.Time(1+r.IntN(20)), second)
		}
		if r.IntN(6) > 0 {
			if s.Restart = at(); s.Outage != engine.Never && r.IntN(3) == 0 { // near or in the outage
				s.Restart = min(s.OutageAt+s.Outage*engine.Time(r.IntN(3))/2, s.End-1)
			}
		}
		v := View{Width: [...]float32{320, 360, 390, 560, 820, 1040, 1920}[r.IntN(7)], Height: 500, To: s.End, Selected: None, Hovered: None}
		if r.IntN(3) == 0 {
			width := s.End/20 + engine.Time(r.Int64N(int64(s.End*9/10)))
			v.From = engine.Time(r.Int64N(int64(s.End - width + 1)))
			v.To = v.From + width
		}
		Layout(&p, tr, v)

		bands := map[Ink][2]float32{}
		for i := range p.Base {
			if b := &p.Base[i]; b.Mark == OutageBand || b.Mark == RestartLine {
				bands[b.Ink] = [2]float32{b.X, b.X + b.W}
			}
		}
		labels := 0
		for i := range p.Base {
			l := &p.Base[i]
			band, ok := bands[l.Ink]
			if l.Form != Text || !ok {
				continue
			}
			labels++
			for _, share := range [...]float32{0.8, 1} {
				w := l.W * share
				x := l.X
				if l.Align == AlignRight {
					x -= w
				}
				if x > band[1]+near || x+w < band[0]-near || x < 0 || x+w > v.Width {
					t.Fatalf("width %v, window %v to %v, outage %v at %v, restart %v: label %q from %v to %v, its band from %v to %v",
						v.Width, v.From, v.To, s.Outage, s.OutageAt, s.Restart, p.TextOf(l), x, x+w, band[0], band[1])
				}
			}
			if n := p.TextOf(l); n[0] == 'o' || n == "restart" {
				shortened++
			}
		}
		if len(bands) == 2 && labels == 2 {
			both++
		}
		if labels < len(bands) {
			left++
			if labels == 0 || fits(&p, bands[Outage], bands[Restart]) {
				t.Fatalf("width %v, outage %v at %v, restart %v: %d labels for %d bands", v.Width, s.Outage, s.OutageAt, s.Restart, labels, len(bands))
			}
		}
	}
	if both < 5000 || shortened < 100 || left > both/20 || left == 0 {
		t.Errorf("%d with two labels, %d short names, %d left out", both, shortened, left)
	}
}

// fits tries whether the shortest names have room side by side, a pixel at a time.
func fits(p *Picture, outage, restart [2]float32) bool {
	places := func(name string, band [2]float32) (w float32, list []float32) {
		w = p.width(len(name))
		for x := float32(labelEdge); x+w <= p.view.Width-labelEdge; x++ {
			if x <= band[1] && x+w >= band[0] {
				list = append(list, x)
			}
		}
		return w, list
	}
	wa, as := places("outage", outage)
	wb, bs := places("restart", restart)
	for _, a := range as {
		for _, b := range bs {
			if a+wa+labelGap <= b || b+wb+labelGap <= a {
				return true
			}
		}
	}
	return false
}
