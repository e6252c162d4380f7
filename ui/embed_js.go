package ui

import (
	"strconv"
	"strings"
	"syscall/js"
)

// frame joins a Door to the window that the page is framed by. Where the page is no embedded lab there is none, and nil does
// nothing.
type frame struct {
	*Door
	b       *browser
	parent  js.Value // null where the page stands by itself
	whole   string   // the address of the lab with everything, without a setting
	telling bool
	height  float64
}

// tellPause is how long news gathers before the host is told, in milliseconds.
const tellPause = 100

// seenLeast is the share of the stage that must be in view for time to pass.
const seenLeast = 0.25

// newFrame takes in what the address asks for. It returns what was wrong with it.
func newFrame(b *browser) (*frame, []string) {
	dataset := b.page.document.Get("documentElement").Get("dataset")
	if dataset.Get("page").String() != "embed" {
		return nil, nil
	}
	f := &frame{Door: NewDoor(b.lab), b: b, parent: b.window.Get("parent")}
	if f.parent.Equal(b.window) {
		f.parent = js.Null()
	}
	var pairs []string
	entries := b.window.Get("Array").Call("from", b.window.Get("URLSearchParams").New(b.window.Get("location").Get("search")))
	for i := range min(entries.Length(), pairsMost+1) {
		for j := range 2 {
			pairs = append(pairs, entries.Index(i).Index(j).String())
		}
	}
	e, problems := ReadEmbed(pairs...)
	b.lab.Embed(e)
	dataset.Set("hide", strings.Join(e.Hide, " "))
	b.lab.InView(false) // until the browser has looked
	return f, problems
}

// open begins to listen and to watch, and tells the host that the lab is ready.
func (f *frame) open() {
	if f == nil {
		return
	}
	b := f.b
	if whole := b.page.element("whole"); !whole.IsNull() {
		f.whole = whole.Get("href").String()
	}
	watch := func(observer string, options map[string]any, target js.Value, see func(last js.Value)) {
		b.window.Get(observer).New(js.FuncOf(func(_ js.Value, args []js.Value) any {
			see(args[0].Index(args[0].Length() - 1))
			return nil
		}), options).Call("observe", target)
	}
	watch("IntersectionObserver", map[string]any{"threshold": []any{0, seenLeast}}, b.stage, func(last js.Value) {
		b.lab.InView(last.Get("intersectionRatio").Float() >= seenLeast)
		b.refresh()
	})
	if f.parent.IsNull() {
		return
	}
	b.window.Call("addEventListener", "message", js.FuncOf(func(_ js.Value, args []js.Value) any {
		f.message(args[0])
		return nil
	}))
	watch("ResizeObserver", nil, b.host.Get("body"), func(last js.Value) {
		if h := b.host.Get("body").Call("getBoundingClientRect").Get("height").Float(); h != f.height {
			f.height = h
			f.post(f.Height(h))
		}
		f.pin()
	})
	f.post(f.Ready())
}

// post says something to the host: to its origin once that is known. What comes before is no secret (see Door.Host), and an
// origin that has no name cannot be written to by name; the parent that holds this frame is the only one to hear it.
func (f *frame) post(m Message) {
	origin, spoken := f.Host()
	if !spoken || origin == "null" {
		origin = "*"
	}
	f.parent.Call("postMessage", map[string]any(m), origin)
}

// message hears the parent, and nobody else.
func (f *frame) message(e js.Value) {
	if !e.Get("source").Equal(f.parent) {
		return
	}
	fields := map[string]any{}
	attempt(func() { // syscall/js panics at what is no object, and at big integers
		data := e.Get("data")
		for _, name := range HeardFields {
			fields[name] = Odd{}
			attempt(func() { fields[name] = plainOf(data.Get(name)) })
		}
	})
	answers, heard := f.Hear(e.Get("origin").String(), fields, f.b.clock())
	for _, m := range answers {
		f.post(m)
	}
	if heard {
		f.b.theme()
		f.b.refresh()
		f.pin()
	}
}

// pin moves the picture to where the reader looks. Its own place is the one without that: offsets ignore translations.
func (f *frame) pin() {
	picture := f.b.page.element("picture")
	lab := picture.Call("closest", ".lab")
	length := func(e js.Value, name string) float64 { return e.Get(name).Float() }
	by := f.Pin(length(picture, "offsetTop"), length(picture, "offsetHeight"), length(lab, "offsetTop")+length(lab, "offsetHeight"))
	f.b.page.Set("picture", "style.translate", "0 "+strconv.Itoa(int(by))+"px")
}

// plainOf is a field's value as Door.Hear takes it: nil where there is none.
func plainOf(v js.Value) any {
	switch v.Type() {
	case js.TypeUndefined, js.TypeNull:
		return nil
	case js.TypeBoolean:
		return v.Bool()
	case js.TypeNumber:
		return v.Float()
	case js.TypeString:
		if js.Global().Get("Object").Invoke(v).Get("length").Int() <= HeardMost { // a text by itself has no properties here
			return v.String()
		}
	}
	return Odd{}
}

// tell passes on what changed, a little later: a control that is dragged changes much.
func (f *frame) tell() {
	if f == nil {
		return
	}
	if f.whole != "" {
		f.b.page.Set("whole", "href", f.whole+"#"+f.b.lab.Fragment())
	}
	if f.parent.IsNull() || f.telling {
		return
	}
	f.telling = true
	f.b.later(tellPause, func() {
		f.telling = false
		for _, m := range f.Changed() {
			f.post(m)
		}
	})
}

// failed tells the host that the picture is gone.
func (f *frame) failed(why string) {
	if f != nil && !f.parent.IsNull() {
		f.post(f.Failed(why))
	}
}
