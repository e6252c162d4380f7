package render

import (
	"math/rand/v2"
	"slices"
	"testing"

	"a2alab/engine"
)

// testAtlas draws characters as blocks and keeps what is uploaded.
func testAtlas(ratio float32) (*Atlas, []uint8) {
	texture := make([]uint8, AtlasSize*AtlasSize)
	a := &Atlas{
		Upload: func(x, y int, s Sprite) {
			for j := range s.H {
				copy(texture[(y+j)*AtlasSize+x:][:s.W], s.Alpha[j*s.W:][:s.W])
			}
		},
		Glyph: func(r rune, size int, bold bool) Glyph {
			if r == ' ' {
				return Glyph{Advance: float64(size) / 3}
			}
			s := Sprite{W: (size + 1) / 2, H: (size*3 + 3) / 4}
			s.Alpha = slices.Repeat([]uint8{255}, s.W*s.H)
			return Glyph{Sprite: s, Top: s.H, Advance: float64(size) * 0.6}
		},
	}
	a.Reset(ratio)
	return a, texture
}

func TestShelves(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	p := shelves{size: 512}
	type rect struct{ x, y, w, h int }
	var placed []rect
	area := 0
	for range 10_000 {
		w, h := 1+r.IntN(40), 1+r.IntN(30)
		x, y, ok := p.place(w, h)
		if !ok {
			break
		}
		b := rect{x, y, w, h}
		if x < 0 || y < 0 || x+w > 512 || y+h > 512 {
			t.Fatalf("%v is outside", b)
		}
		for _, o := range placed {
			if x < o.x+o.w+gutter && o.x < x+w+gutter && y < o.y+o.h+gutter && o.y < y+h+gutter {
				t.Fatalf("%v touches %v", b, o)
			}
		}
		placed = append(placed, b)
		area += w * h
	}
	if share := float64(area) / 512 / 512; share < 0.6 {
		t.Errorf("full at %.0f %%", share*100)
	}
	if _, _, ok := p.place(513, 1); ok {
		t.Error("placed what is wider than the texture")
	}
}

// One atlas holds all that the lab draws at once, at any ratio in use, and half as much again.
func TestAtlasHasRoom(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "push", "outage", "12m", "restart", "1h", "acks", "0.3", "lost", "resubmit", "reconcile", "10m", "pauses", "0.5"))
	var p Picture
	for _, ratio := range []float32{1, 1.25, 1.5, 2, 3} {
		a, _ := testAtlas(ratio)
		for _, v := range []View{
			{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), Selected: 3, Hovered: None},
			{Width: 1040, Height: 615, Dense: true, Selected: 3, Hovered: None},
		} {
			Layout(&p, tr, v)
			a.Quads(nil, &p, p.Under)
			a.Quads(nil, &p, p.Base)
			a.Quads(nil, &p, p.Over)
		}
		if a.Full() {
			t.Errorf("full at ratio %v", ratio)
		}
		if a.shelves.below > AtlasSize*2/3 {
			t.Errorf("at ratio %v %d of %d lines are used", ratio, a.shelves.below, AtlasSize)
		}
	}
}

// A full atlas says so, draws the rest, and works again after a Reset.
func TestFullAtlas(t *testing.T) {
	a, _ := testAtlas(1)
	var p Picture
	p.text = []byte("0")
	s := scenery(Text, Label, 10, 10, 0, 0)
	s.length = 1
	for size := float32(8); !a.Full(); size++ {
		if size > 2000 {
			t.Fatal("never full")
		}
		s.H = size
		a.Quads(nil, &p, []Shape{s})
	}
	if n := len(a.Quads(nil, &p, []Shape{scenery(Fill, Label, 0, 0, 5, 5)})); n != 1 {
		t.Errorf("%d quads for a rectangle when full", n)
	}
	before := a.Version()
	a.Reset(2)
	if a.Full() || a.Version() == before || a.Ratio() != 2 {
		t.Error("Reset did not reset")
	}
	if s.H = 12; len(a.Quads(nil, &p, []Shape{s})) != 1 {
		t.Error("nothing is drawn after Reset")
	}
}

// All edges lie on whole device pixels, at odd ratios too: nothing is blurred. All texture places hold something.
func TestQuadsAreCrisp(t *testing.T) {
	tr := traceOf(t, setting(t, "hears", "stream", "drop", "resend", "flaps", "8m", "restart", "1h", "outage", "12m", "pauses", "0.5"))
	var p Picture
	for _, ratio := range []float32{1, 1.1, 1.25, 1.5, 1.75, 2, 2.625, 3} {
		a, texture := testAtlas(ratio)
		Layout(&p, tr, View{Width: 820, Height: 481, Rows: engine.Shown(tr.Items), Now: 100*engine.Minute + 7, Selected: 3, Hovered: None})
		for _, layer := range [][]Shape{p.Under, p.Base, p.Over} {
			for _, q := range a.Quads(nil, &p, layer) {
				for _, v := range [...]float32{q.X0, q.Y0, q.X1, q.Y1} {
					if v != float32(int(v)) {
						t.Fatalf("ratio %v: %+v is not on whole pixels", ratio, q)
					}
				}
				if q.X1 <= q.X0 || q.Y1 <= q.Y0 {
					t.Fatalf("ratio %v: %+v is empty", ratio, q)
				}
				if w := max(q.U1, q.U0) - min(q.U1, q.U0); w != 0 && (w != q.X1-q.X0 || q.V1-q.V0 != q.Y1-q.Y0) {
					t.Fatalf("ratio %v: %+v is scaled", ratio, q)
				}
				if texture[int((q.V0+q.V1)/2)*AtlasSize+int((q.U0+q.U1)/2)] == 0 && q.U0 == q.U1 {
					t.Fatalf("ratio %v: %+v shows nothing", ratio, q)
				}
			}
		}
	}
}

// Stripes cover their bar to the pixel, and tile without a seam.
func TestStripes(t *testing.T) {
	a, _ := testAtlas(1)
	s := scenery(Stripy, Stripe, 10, 20, 700, 13)
	quads := a.Quads(nil, new(Picture), []Shape{s})
	x := float32(10)
	for _, q := range quads {
		if q.X0 != x || q.Y0 != 20 || q.Y1 != 33 {
			t.Fatalf("a gap before %+v", q)
		}
		x = q.X1
	}
	if x != 710 || len(quads) < 2 {
		t.Errorf("stripes end at %v in %d tiles", x, len(quads))
	}
	tile := diagonals(13)
	period := 7
	if tile.W%period != 0 {
		t.Fatalf("a tile of %d is no multiple of %d", tile.W, period)
	}
	for y := range tile.H {
		for x := range tile.W {
			if d := int(tile.Alpha[y*tile.W+x]) - int(tile.Alpha[y*tile.W+(x+period)%tile.W]); d > 1 || d < -1 {
				t.Fatal("the stripes do not repeat")
			}
		}
	}
	if share := covered(tile); share < 0.3 || share > 0.46 {
		t.Errorf("stripes cover %.2f", share)
	}
}

func TestTextAlignment(t *testing.T) {
	a, _ := testAtlas(1)
	var p Picture
	p.text = []byte("1:30")
	for align, want := range map[Align]float32{AlignLeft: 100, AlignCenter: 88, AlignRight: 76} {
		s := scenery(Text, Label, 100, 50, 0, 10)
		s.Align, s.length = align, 4
		q := a.Quads(nil, &p, []Shape{s})
		if len(q) != 4 || q[0].X0 != want {
			t.Errorf("alignment %d begins at %v, want %v", align, q[0].X0, want)
		}
		if middle := (q[0].Y0 + q[0].Y1) / 2; middle < 49 || middle > 51 {
			t.Errorf("the middle is at %v, want 50", middle)
		}
	}
}

func TestGlyphIsTrimmed(t *testing.T) {
	g := Glyph{Sprite: Sprite{W: 5, H: 4, Alpha: make([]uint8, 20)}, Left: -2, Top: 3, Advance: 4}
	g.Alpha[1*5+2], g.Alpha[2*5+3] = 9, 8
	got := g.trimmed()
	if got.W != 2 || got.H != 2 || got.Left != 0 || got.Top != 2 || !slices.Equal(got.Alpha, []uint8{9, 0, 0, 8}) {
		t.Errorf("trimmed to %+v", got)
	}
	g.Alpha[7], g.Alpha[13] = 0, 0
	if got := g.trimmed(); got.W != 0 || got.Advance != 4 {
		t.Errorf("a blank is %+v", got)
	}
}

func BenchmarkQuads(b *testing.B) {
	tr := traceOf(b, setting(b, "hears", "stream", "drop", "resend", "flaps", "8m"))
	var p Picture
	Layout(&p, tr, View{Width: 1040, Height: 615, Rows: engine.Shown(tr.Items), Now: engine.Hour, Selected: None, Hovered: None})
	a, _ := testAtlas(1)
	quads := a.Quads(nil, &p, p.Base)
	b.ReportAllocs()
	for b.Loop() {
		quads = a.Quads(quads[:0], &p, p.Base)
	}
	b.ReportMetric(float64(len(quads)), "quads")
}
