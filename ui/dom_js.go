package ui

import (
	"strings"
	"syscall/js"
)

// page is the browser's document, as a Sink: it remembers what it wrote and writes only what differs.
type page struct {
	document js.Value
	root     js.Value // the html element
	elements map[string]js.Value
	written  map[property]string
	touched  map[string]bool // elements that a person has changed since the last refresh
	opening  string          // the popover that the next instant shows
	lists    map[string]*list
}

type property struct{ id, name string }

func newPage() *page {
	document := js.Global().Get("document")
	return &page{
		document: document, root: document.Get("documentElement"),
		elements: map[string]js.Value{}, written: map[property]string{}, touched: map[string]bool{}, lists: map[string]*list{},
	}
}

// element finds an element once. Pages that show less than the whole lab lack some: those are null.
func (p *page) element(id string) js.Value {
	e, ok := p.elements[id]
	if !ok {
		e = p.document.Call("getElementById", id)
		p.elements[id] = e
	}
	return e
}

// Set implements Sink.
func (p *page) Set(id, name, value string) {
	key := property{id, name}
	if was, ok := p.written[key]; ok && was == value && !(entered(name) && p.touched[id]) {
		return
	}
	e := p.element(id)
	p.written[key] = value
	if e.IsNull() {
		return
	}
	switch name {
	case "text":
		e.Set("textContent", value)
	case "hidden", "disabled", "checked":
		on := value != ""
		if was := e.Get(name); was.Type() != js.TypeBoolean { // SVG has the attribute only
			attribute(e, name, value)
		} else if was.Bool() != on {
			e.Set(name, on)
		}
	case "value":
		if e.Get("value").String() != value {
			e.Set("value", value)
		}
	default:
		if style, ok := strings.CutPrefix(name, "style."); ok {
			e.Get("style").Set(style, value)
		} else if value == "" {
			e.Call("removeAttribute", name)
		} else {
			e.Call("setAttribute", name, value)
		}
	}
}

// entered tells whether a person can change the property too, so that what was written last need not be what stands there.
func entered(name string) bool { return name == "value" || name == "checked" }

// touch notes that a person changed a control, and with a radio button its group: what stands there must be compared anew.
// All other controls stand as they were last written, and need not be read.
func (p *page) touch(control js.Value) {
	p.touched[control.Get("id").String()] = true
	if control.Get("type").String() == "radio" {
		group := p.document.Call("getElementsByName", control.Get("name"))
		for i := range group.Length() {
			p.touched[group.Index(i).Get("id").String()] = true
		}
	}
}

// Open implements Sink. A popover about to be shown counts as open: it must not be seen without its words.
func (p *page) Open(id string) bool {
	if id == p.opening {
		return true
	}
	e := p.element(id)
	if e.IsNull() {
		return false
	}
	if open := e.Get("open"); open.Type() == js.TypeBoolean {
		return open.Bool()
	}
	return e.Call("matches", ":popover-open").Bool()
}

// list is a list of the page with the rows it has.
type list struct {
	parent, template js.Value
	rows             []*listRow
}

type listRow struct {
	row   js.Value
	cells []js.Value
	was   ListRow
}

// List implements Sink. Rows are kept and their texts replaced, so nothing that has the focus goes away.
func (p *page) List(id string, rows []ListRow) {
	l := p.lists[id]
	if l == nil {
		if p.element(id).IsNull() {
			return
		}
		l = &list{parent: p.element(id), template: p.element(id + "-row").Get("content").Get("firstElementChild")}
		p.lists[id] = l
	}
	for len(l.rows) > len(rows) {
		last := len(l.rows) - 1
		l.rows[last].row.Call("remove")
		l.rows = l.rows[:last]
	}
	for len(l.rows) < len(rows) {
		l.rows = append(l.rows, l.add())
	}
	for i := range rows {
		l.rows[i].fill(&rows[i])
	}
}

func (l *list) add() *listRow {
	r := &listRow{row: l.template.Call("cloneNode", true)}
	cells := r.row.Call("querySelectorAll", "[data-cell]")
	for i := range cells.Length() {
		r.cells = append(r.cells, cells.Index(i))
	}
	r.was.Cells = make([]string, len(r.cells))
	l.parent.Call("appendChild", r.row)
	return r
}

func (r *listRow) fill(row *ListRow) {
	for i, text := range row.Cells {
		if r.was.Cells[i] != text {
			r.cells[i].Set("textContent", text)
			r.was.Cells[i] = text
		}
	}
	if r.was.Tone != row.Tone {
		r.was.Tone = row.Tone
		attribute(r.row, "data-tone", row.Tone)
	}
	if r.was.Stop != row.Stop {
		r.was.Stop = row.Stop
		tab := "-1"
		if row.Stop {
			tab = "0"
		}
		attribute(r.cells[0], "tabindex", tab)
	}
	if r.was.Action != row.Action {
		r.was.Action = row.Action
		attribute(r.cells[0], "data-do", row.Action)
	}
}

func attribute(e js.Value, name, value string) {
	if value == "" {
		e.Call("removeAttribute", name)
	} else {
		e.Call("setAttribute", name, value)
	}
}
