package render

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"a2alab/engine"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// Each golden is a little story: what is to be seen, then the setting, the view, and the shapes of the rows and of the layer
// over them. go test ./render -update rewrites the shapes.
func TestGoldens(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d goldens, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, was, _ := strings.Cut(string(data), "\n-- shapes --\n")
			got := shapesOf(t, head)
			if *update {
				if err := os.WriteFile(file, []byte(head+"\n-- shapes --\n"+got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != was {
				g, w := strings.Split(got, "\n"), strings.Split(was, "\n")
				for i := range g {
					if i >= len(w) || g[i] != w[i] {
						t.Fatalf("line %d of the shapes is\n\t%s\nwant\n\t%s\nIf that is right: go test ./render -update", i+1, g[i], append(w, "nothing")[min(i, len(w))])
					}
				}
				t.Fatalf("%d lines of shapes, want %d", len(g), len(w))
			}
		})
	}
}

// shapesOf reads the story's head, whose lines "setting:", "ghost:" (what the run behind sets otherwise) and "view:" hold
// key=value pairs, and lays it out.
func shapesOf(t *testing.T, head string) string {
	var pairs, ghost []string
	v := View{Selected: None, Hovered: None}
	for line := range strings.Lines(head) {
		if rest, ok := strings.CutPrefix(line, "setting:"); ok {
			for _, f := range strings.Fields(rest) {
				k, val, _ := strings.Cut(f, "=")
				pairs = append(pairs, k, val)
			}
		}
		if rest, ok := strings.CutPrefix(line, "ghost:"); ok {
			for _, f := range strings.Fields(rest) {
				k, val, _ := strings.Cut(f, "=")
				ghost = append(ghost, k, val)
			}
		}
		if rest, ok := strings.CutPrefix(line, "view:"); ok {
			for _, f := range strings.Fields(rest) {
				k, val, _ := strings.Cut(f, "=")
				n, err := strconv.Atoi(val)
				if err != nil {
					t.Fatal(err)
				}
				switch k {
				case "width":
					v.Width = float32(n)
				case "height":
					v.Height = float32(n)
				case "now":
					v.Now = engine.Time(n) * engine.Minute
				case "selected":
					v.Selected = n
				case "dense":
					v.Dense = n == 1
				default:
					t.Fatalf("a view has no %q", k)
				}
			}
		}
	}
	if ghost != nil {
		v.Ghost = traceOf(t, setting(t, append(pairs[:len(pairs):len(pairs)], ghost...)...))
	}
	var p Picture
	Layout(&p, traceOf(t, setting(t, pairs...)), v)
	var b strings.Builder
	for _, layer := range []struct {
		name   string
		shapes []Shape
	}{{"under", p.Under}, {"base", p.Base}, {"over", p.Over}} {
		for i := range layer.shapes {
			s := &layer.shapes[i]
			if s.Ink == Grid || s.Ink == Zebra || s.Form == Text && s.Item == None && s.Ink == Label {
				continue // the axis is the same in every story
			}
			b.WriteString(layer.name + " " + describe(&p, s) + "\n")
		}
	}
	return b.String()
}

var forms = [...]string{Fill: "fill", Stripy: "stripes", Dashed: "dashes", Figure: "figure", Text: "text"}

// describe writes a shape so that a person can see it: what, ink, where, whose.
func describe(p *Picture, s *Shape) string {
	n := func(v float32) string { return strconv.FormatFloat(float64(v), 'f', 1, 32) }
	d := forms[s.Form] + " " + s.Ink.String()
	if s.Mark != NoMark {
		d += " (" + s.Mark.String() + ")"
	}
	if s.Form == Text {
		d += " " + strconv.Quote(p.TextOf(s)) + " at " + n(s.X) + "," + n(s.Y)
	} else {
		d += " x " + n(s.X) + " to " + n(s.X+s.W) + ", y " + n(s.Y) + " to " + n(s.Y+s.H)
	}
	if s.Round == RoundLeft {
		d += ", left end round"
	}
	if s.Round == RoundRight {
		d += ", right end round"
	}
	if s.Round == RoundLeft|RoundRight {
		d += ", both ends round"
	}
	if s.Alpha < 255 && s.Item != None {
		d += ", faint"
	}
	if s.Item != None {
		d += ", " + ItemName(int(s.Item))
	}
	if s.Task != None {
		d += ", task " + strconv.Itoa(int(s.Task))
	}
	return d
}
