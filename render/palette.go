// Package render decides what the lab's picture looks like. Layout turns a trace and a view into plain shapes in CSS
// pixels, Picture.At goes from a point back to what lies there, and the palette, the marks and the legend are written
// once for the canvas, the style sheet and the page.
//
// All of it is plain Go and tested natively, except stage_js.go, which replays a Picture with Ebitengine.
package render

// An Ink is a colour of the stage by the name of its meaning. The stage is dark in every theme.
type Ink uint8

// The inks of the stage.
const (
	Ground    Ink = iota // the stage itself, and the halo around marks
	Zebra                // every other row
	Grid                 // the time axis's lines
	Rule                 // the edge of a region
	Label                // text that names
	Faint                // text that adds, such as how long the work takes
	Working              // TASK_STATE_WORKING
	Input                // TASK_STATE_INPUT_REQUIRED
	Stripe               // the diagonals on Input
	Failure              // a task failed for want of an answer
	Duplicate            // a task made by a message sent again
	White                // cross, question mark and arrow
	Learned              // an outcome learned by the client
	Webhook              // a webhook attempt
	Tick                 // a poll or a reconciliation
	Outage               // the receiver's outage
	Restart              // the agent's restart
	Head                 // now
	Shade                // over what is still to come
	Hover                // behind the row under the pointer
	Select               // behind the selected row
	Ghost                // a task of the pinned run
	GhostPink            // a duplicate of the pinned run
	GhostMark            // what the pinned run's client came to know
	NumInks
)

// RGBA is a colour with straight alpha.
type RGBA struct{ R, G, B, A uint8 }

var inks = [NumInks]struct {
	name  string
	color RGBA
}{
	Ground:    {"ground", rgb(0x0b0e17)},
	Zebra:     {"zebra", rgb(0x111728)},
	Grid:      {"grid", rgb(0x252e45)},
	Rule:      {"rule", rgb(0x37435f)},
	Label:     {"label", rgb(0xb4c0d9)},
	Faint:     {"faint", rgb(0x8d9ab6)},
	Working:   {"working", rgb(0x4f8ff7)},
	Input:     {"input", rgb(0xffb224)},
	Stripe:    {"stripe", rgb(0x6b4300)},
	Failure:   {"failure", rgb(0xff6b5e)},
	Duplicate: {"duplicate", rgb(0xff6aa8)},
	White:     {"white", rgb(0xffffff)},
	Learned:   {"learned", rgb(0x3ddc84)},
	Webhook:   {"webhook", rgb(0xc9d4f2)},
	Tick:      {"tick", rgb(0x94a2c2)},
	Outage:    {"outage", rgb(0xff9b8f)},
	Restart:   {"restart", rgb(0xd9b3ff)},
	Head:      {"head", rgb(0xa9c8ff)},
	Shade:     {"shade", rgb(0x0b0e17)},
	Hover:     {"hover", rgb(0x1a2338)},
	Select:    {"select", rgb(0x1d2c52)},
	Ghost:     {"ghost", rgb(0x7d8494)},
	GhostPink: {"ghost-pink", rgb(0xa56d8b)},
	GhostMark: {"ghost-mark", rgb(0xd3d7e0)},
}

// String is the ink's name, as the style sheet's custom property has it without the dashes.
func (k Ink) String() string { return inks[k].name }

// Color is the ink's colour.
func (k Ink) Color() RGBA { return inks[k].color }

// Hex writes the colour as a style sheet does.
func (c RGBA) Hex() string {
	const digits = "0123456789abcdef"
	b := []byte{'#'}
	for _, v := range [...]uint8{c.R, c.G, c.B} {
		b = append(b, digits[v>>4], digits[v&15])
	}
	return string(b)
}

func rgb(hex uint32) RGBA { return RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255} }

// A PageColor is a colour of the page around the stage, for both themes.
type PageColor struct {
	Name        string // of the custom property, without the dashes
	Dark, Light RGBA
}

// PageColors are all colours of the page.
var PageColors = []PageColor{
	{"bg", rgb(0x0b0e17), rgb(0xf3f5fa)},
	{"panel", rgb(0x121829), rgb(0xffffff)},
	{"panel-raised", rgb(0x1a2238), rgb(0xe9edf6)},
	{"line", rgb(0x27304a), rgb(0xd5dbe8)},
	{"text", rgb(0xe8edf9), rgb(0x131a2b)},
	{"muted", rgb(0x9aa6c2), rgb(0x525d78)},
	{"accent", rgb(0x2f6bdf), rgb(0x1d5bd0)}, // filled: the chosen segment, a switch that is on
	{"on-accent", rgb(0xffffff), rgb(0xffffff)},
	{"link", rgb(0x8ab6ff), rgb(0x1a54c4)},
	{"good", rgb(0x7ee2a8), rgb(0x0a6237)},
	{"good-bg", rgb(0x0e2a1d), rgb(0xdff5e8)},
	{"bad", rgb(0xff9a90), rgb(0xa8211a)},
	{"bad-bg", rgb(0x361519), rgb(0xfde7e4)},
	{"warn", rgb(0xffb224), rgb(0x8f5a00)}, // a star that is earned
	{"warn-bg", rgb(0x33260d), rgb(0xfdf0d5)},
	{"focus", rgb(0x8ab6ff), rgb(0x1d5bd0)},
	{"button", rgb(0x1a2238), rgb(0xffffff)},
	{"button-hover", rgb(0x232d49), rgb(0xe9edf6)},
	{"button-border", rgb(0x66759a), rgb(0x77839e)},
}

// CSS is the palette as a style sheet's custom properties: the stage's inks, which no theme changes, and the page's colours,
// dark unless the reader or the system asks for light. The class ink-NAME sets the text colour to an ink.
func CSS() string {
	b := []byte(":root {\n  color-scheme: dark;\n")
	for k := range NumInks {
		b = property(b, k.String(), k.Color())
	}
	for _, c := range PageColors {
		b = property(b, c.Name, c.Dark)
	}
	b = append(b, "}\n:root[data-theme=light] {\n"...)
	b = light(b)
	b = append(b, "}\n@media (prefers-color-scheme: light) {\n:root:not([data-theme=dark]) {\n"...)
	b = light(b)
	b = append(b, "}\n}\n"...)
	for k := range NumInks {
		b = append(b, ".ink-"+k.String()+" { color: var(--"+k.String()+"); }\n"...)
	}
	return string(b)
}

func light(b []byte) []byte {
	b = append(b, "  color-scheme: light;\n"...)
	for _, c := range PageColors {
		b = property(b, c.Name, c.Light)
	}
	return b
}

func property(b []byte, name string, c RGBA) []byte {
	return append(b, "  --"+name+": "+c.Hex()+";\n"...)
}
