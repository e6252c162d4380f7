package render

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"a2alab/engine"
)

// elements reads a document as a browser would, and fails where it is not well formed.
func elements(t *testing.T, document []byte) (all []xml.StartElement, text string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(document))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return all, text
		}
		if err != nil {
			t.Fatalf("the document is broken: %v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			all = append(all, e.Copy())
		case xml.CharData:
			text += string(e) + "\n"
		}
	}
}

func attributeOf(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// TestSVG: the document says all that the picture shows: each ink, each label, and as many bars as there are shapes.
func TestSVG(t *testing.T) {
	s := engine.Defaults()
	s.OutageAt, s.Outage, s.Restart = 60*engine.Minute, 10*engine.Minute, 90*engine.Minute
	var r engine.Runner
	var tr engine.Trace
	if err := r.Trace(&tr, s); err != nil {
		t.Fatal(err)
	}
	var p Picture
	Layout(&p, &tr, View{Width: 900, Height: 420, Rows: engine.Shown(tr.Items), Now: 100 * engine.Minute, Selected: 3, Hovered: None})
	document := SVG(&p, `"A" & <B>`, "What it shows.")
	all, text := elements(t, document)
	if all[0].Name.Local != "svg" || attributeOf(all[0], "viewBox") != "0 0 900 420" {
		t.Errorf("the document begins with %v", all[0])
	}
	if !strings.Contains(text, "\"A\" & <B>\n") || !strings.Contains(text, "What it shows.\n") {
		t.Error("the title or the description is missing")
	}
	colors := map[string]bool{}
	bars := 0
	for _, e := range all {
		for _, a := range e.Attr {
			if a.Name.Local == "style" || a.Name.Local == "class" || strings.HasPrefix(a.Name.Local, "on") {
				t.Errorf("<%s> has %s, which a strict policy blocks", e.Name.Local, a.Name.Local)
			}
		}
		colors[attributeOf(e, "fill")], colors[attributeOf(e, "stroke")] = true, true
		if attributeOf(e, "fill") == Working.Color().Hex() {
			bars += strings.Count(attributeOf(e, "d"), "M")
		}
	}
	want := 0
	for _, layer := range [...][]Shape{p.Under, p.Base, p.Over} {
		for i := range layer {
			sh := &layer[i]
			if !colors[sh.Ink.Color().Hex()] {
				t.Fatalf("a shape's ink, %v, is missing", sh.Ink)
			}
			if sh.Form == Text && !strings.Contains(text, p.TextOf(sh)+"\n") {
				t.Errorf("the label %q is missing", p.TextOf(sh))
			}
			if sh.Ink == Working && (sh.Form == Fill || sh.Form == Figure) {
				want++
			}
		}
	}
	if bars != want || want < 10 {
		t.Errorf("%d working bars are drawn, want %d", bars, want)
	}
}

// TestBarPath follows the path of a bar: it must close, and keep within its box.
func TestBarPath(t *testing.T) {
	for _, round := range []Round{0, RoundLeft, RoundRight, RoundLeft | RoundRight} {
		path := bar(10, 20, 50, 30, round)
		var x, y float64
		in := func() {
			if x < 9.99 || x > 50.01 || y < 19.99 || y > 30.01 {
				t.Errorf("%s leaves the box at %g, %g", path, x, y)
			}
		}
		corners := 0
		for rest := strings.TrimSuffix(path, "z"); rest != ""; {
			end := strings.IndexAny(rest[1:], "MHva") + 1
			if end == 0 {
				end = len(rest)
			}
			n := make([]float64, strings.Count(rest[:end], " ")+1)
			for i, f := range strings.Fields(rest[1:end]) {
				fmt.Sscan(f, &n[i])
			}
			switch rest[0] {
			case 'M':
				x, y = n[0], n[1]
			case 'H':
				x = n[0]
			case 'v':
				y += n[0]
			case 'a':
				x, y = x+n[5], y+n[6]
				corners++
			}
			in()
			rest = rest[end:]
		}
		if math.Abs(y-20) > 0.01 {
			t.Errorf("%s does not come back to the top: %g", path, y)
		}
		if want := 2 * (int(round&1) + int(round>>1)); corners != want {
			t.Errorf("%s has %d round corners, want %d", path, corners, want)
		}
	}
}
