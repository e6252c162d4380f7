package render

import (
	"os"
	"strings"
	"testing"

	"a2alab/engine"
)

// aMap is a small strategy map with a spot of every look.
func aMap() MapView {
	return MapView{Width: 900, Height: 420, Items: 240, Chosen: None, Hovered: None,
		Spots: []Spot{
			{Cost: 1.3, Wait: 40 * engine.Second, Mark: SpotClean},
			{Cost: 2.4, Wait: 0, Mark: SpotClean},
			{Cost: 3, Wait: 50 * engine.Second, Mark: SpotClean},
			{Cost: 1.3, Wait: 40 * engine.Second, Mark: SpotTwice},
			{Cost: 4, Wait: 10 * engine.Second, Mark: SpotDuplicate},
			{Cost: 1.2, Wait: 3 * engine.Minute, Mark: SpotMissed},
			{Cost: 1.1, Wait: 0, Never: 30, Mark: SpotUnlearned},
			{Cost: 1.1, Wait: 0, Never: 30, Mark: SpotUnlearned},
			{Cost: 120, Wait: 2 * engine.Second, Mark: SpotClean},
			{Cost: 1.25, Wait: 45 * engine.Second, Mark: SpotClean},
		},
		Front:  []Best{{Spot: 9, Name: "Push", Today: true}, {Spot: 0, Name: "Push, ListTasks 10 min"}, {Spot: 1, Name: "Stream, subscribe"}},
		Legend: []Tally{{SpotClean, "5 no harm"}, {SpotTwice, "1 handled twice"}, {SpotDuplicate, "1 duplicates"}, {SpotMissed, "1 missed input"}, {SpotUnlearned, "2 not learned"}},
		Here:   Spot{Cost: 1.1, Never: 30, Mark: SpotUnlearned},
	}
}

// TestMapGolden writes the map as the other goldens do. go test ./render -update rewrites it; the axes are in it.
func TestMapGolden(t *testing.T) {
	const file = "testdata/strategies.golden"
	var m Map
	v := aMap()
	v.Chosen = 1
	m.Layout(v)
	var b strings.Builder
	for _, layer := range []struct {
		name   string
		shapes []Shape
	}{{"under", m.Picture.Under}, {"base", m.Picture.Base}, {"over", m.Picture.Over}} {
		for i := range layer.shapes {
			b.WriteString(layer.name + " " + describe(&m.Picture, &layer.shapes[i]) + "\n")
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(b.String(), "\n"), strings.Split(string(was), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("the map differs from line %d of %s on:\n\t%s\nIf that is right: go test ./render -update", i+1, file, append(g, "nothing more")[min(i, len(g))])
		}
	}
}

// count is how many shapes of a mark there are, and how many things they stand for.
func count(shapes []Shape, k Mark) (n, things int) {
	for i := range shapes {
		if shapes[i].Mark == k {
			n++
			things += int(shapes[i].Count)
		}
	}
	return n, things
}

// TestMapSpots: every setting is drawn, those of one look at one place once; cheaper is to the left, sooner below, and what is
// never learned above all.
func TestMapSpots(t *testing.T) {
	var m Map
	v := aMap()
	v.Legend = nil
	m.Layout(v)
	for _, c := range []struct {
		mark      Mark
		n, things int
	}{{SpotClean, 5, 5}, {SpotTwice, 1, 1}, {SpotUnlearned, 1, 2}, {FrontSpot, 2, 2}, {FrontToday, 1, 1}} {
		if n, things := count(m.Picture.Base, c.mark); n != c.n || things != c.things {
			t.Errorf("%d shapes of %v for %d settings, want %d for %d", n, c.mark, things, c.n, c.things)
		}
	}
	for i := range v.Spots {
		for j := range v.Spots {
			a, b := &v.Spots[i], &v.Spots[j]
			ax, ay := m.Place(i)
			bx, by := m.Place(j)
			if a.Cost < b.Cost && ax >= bx {
				t.Errorf("%v is cheaper than %v and not left of it", a, b)
			}
			if a.Never == 0 && b.Never == 0 && a.Wait < b.Wait && ay <= by || a.Never > 0 && b.Never == 0 && ay >= by {
				t.Errorf("%v is sooner than %v and not below it", b, a)
			}
		}
	}
	for _, s := range m.Picture.Base {
		if s.Form != Text && (s.X < 0 || s.Y < 0 || s.X+s.W > v.Width || s.Y+s.H > v.Height) {
			t.Errorf("%s lies outside the stage", describe(&m.Picture, &s))
		}
	}
}

// TestMapAt: a point means the nearest setting within reach, at one place that of the front; in empty space it means none.
func TestMapAt(t *testing.T) {
	var m Map
	v := aMap()
	for _, width := range []float32{320, 390, 900, 2400} {
		v.Width = width
		m.Layout(v)
		for i := range v.Spots {
			x, y := m.Place(i)
			got := m.At(x, y)
			gx, gy := m.Place(max(got, 0))
			if dx, dy := gx-x, gy-y; got == None || dx*dx+dy*dy > spotReach*spotReach {
				t.Errorf("at %v wide the place of spot %d means %d", width, i, got)
			}
		}
		x, y := m.Place(3)
		if got := m.At(x, y); got != 0 {
			t.Errorf("where two settings are, %d is meant and not that of the front", got)
		}
		if n := m.Beside(0); n != 1 {
			t.Errorf("%d others are beside spot 0", n)
		}
		if got := m.At(width-3, m.floor+20); got != None {
			t.Errorf("empty space means %d", got)
		}
	}
}

// TestMapLabels: names lie within the stage and over no other name, in any size; "you are here" is always written.
func TestMapLabels(t *testing.T) {
	v := aMap()
	for _, size := range [][2]float32{{320, 300}, {390, 340}, {820, 440}, {1400, 520}, {2800, 1500}} {
		v.Width, v.Height = size[0], size[1]
		var m Map
		m.Layout(v)
		here := false
		for i := range m.Picture.Over {
			s := &m.Picture.Over[i]
			here = here || s.Form == Text && m.Picture.TextOf(s) == "you are here" && s.X >= 0 && s.X+s.W <= v.Width && s.Y >= 0 && s.Y <= v.Height
		}
		if !here {
			t.Errorf("%v: nobody is told where they are", size)
		}
		for i, b := range m.labels[:m.baseSize] {
			if b.w < 60 || b.h < 5 {
				continue // a spot or a line
			}
			if b.x < 0 || b.x+b.w > v.Width || b.y < 0 || b.y+b.h > v.Height {
				t.Errorf("%v: a name at %v is cut off", size, b)
			}
			for j, c := range m.labels[:m.baseSize] {
				if i != j && b.over(c) {
					t.Errorf("%v: a name at %v lies over what is at %v", size, b, c)
				}
			}
		}
	}
}

// TestMapMove: to move what is chosen leaves the spots as they are, and costs no new base.
func TestMapMove(t *testing.T) {
	var m Map
	v := aMap()
	m.Layout(v)
	version, shapes, over := m.Picture.Version, len(m.Picture.Base), len(m.Picture.Over)
	m.Move(v.Here, 1, 4)
	if m.Picture.Version != version || len(m.Picture.Base) != shapes || len(m.Picture.Over) <= over {
		t.Error("a move must change what lies over the spots, and nothing else")
	}
	m.Move(v.Here, None, None)
	if len(m.Picture.Over) != over {
		t.Errorf("%d shapes lie over the spots after the way back, %d before", len(m.Picture.Over), over)
	}
	m.Move(Spot{Cost: 2.4, Mark: SpotClean}, None, None)
	x, y := m.Place(1)
	if ring := m.Picture.Over[0]; ring.Mark != HereRing || ring.X+ring.W/2 != x || ring.Y+ring.H/2 != y {
		t.Errorf("the ring is at %v, %v and not around the setting at hand", ring.X, ring.Y)
	}
	v.Spots, v.Front = nil, nil
	m.Layout(v)                                           // nothing is tried yet
	if n, _ := count(m.Picture.Base, SpotClean); n != 1 { // the legend's
		t.Errorf("%d spots of nothing", n)
	}
}
