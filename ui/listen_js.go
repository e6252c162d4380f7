package ui

import (
	"strings"
	"syscall/js"
)

// listen turns the browser's events into Actions.
func (b *browser) listen() {
	document := b.page.document
	on(document, "click", b.click)
	on(document, "change", b.entered)
	on(document, "input", func(e js.Value) {
		if e.Get("target").Get("type").String() == "range" {
			b.entered(e)
		}
	})
	on(document, "submit", func(e js.Value) {
		e.Call("preventDefault")
		form := e.Get("target")
		field := form.Call("querySelector", "input, textarea")
		b.page.touch(field)
		b.act(form, field.Get("value").String())
		if form.Call("getAttribute", "data-do").String() == string(CueAdd) { // the next cue has other words
			field.Set("value", "")
		}
	})
	on(document, "keydown", b.key)
	on(document, "keyup", func(e js.Value) { attribute(b.page.root, "data-quiet", "") })
	for _, id := range [...]string{"debrief", "share"} {
		if popover := b.page.element(id); !popover.IsNull() {
			on(popover, "beforetoggle", func(e js.Value) { b.fill(id, e) })
		}
	}
	for _, id := range [...]string{"tasks", "wire", "changes", "metricstable", "days", "strategies"} {
		if section := b.page.element(id); !section.IsNull() {
			on(section, "toggle", func(js.Value) { b.refresh() })
		}
	}

	b.listenStage()
	b.listenMap()
	on(b.stage, "graphicslost", func(js.Value) {
		b.lost("The graphics were lost, as after a sleep or a change of driver. Your setting is in the address and your stars are kept: reload to see the picture again.", true)
	})
	on(b.page.element("reload"), "click", func(js.Value) { b.window.Get("location").Call("reload") })

	on(b.window, "hashchange", func(js.Value) {
		if b.hash = b.fragment(); b.hash != "#"+b.address {
			b.lab.Open(b.hash)
			b.refresh()
		}
	})
	on(b.window, "storage", func(e js.Value) {
		if key := e.Get("key"); key.IsNull() || key.String() == StorageKey {
			kept, _ := b.stored()
			b.lab.Merge(kept)
			b.theme()
			b.refresh()
		}
	})
	on(document, "visibilitychange", func(js.Value) {
		if document.Get("hidden").Bool() {
			b.lab.Hide()
			b.refresh()
		}
	})
	on(b.window.Call("matchMedia", "(prefers-reduced-motion: reduce)"), "change", func(e js.Value) {
		b.lab.SetCalm(e.Get("matches").Bool())
	})
	resized := js.FuncOf(func(js.Value, []js.Value) any {
		b.resize()
		b.refresh()
		return nil
	})
	b.window.Get("ResizeObserver").New(resized).Call("observe", b.stage)
}

// fill writes what is in a popover before it is shown.
func (b *browser) fill(id string, e js.Value) {
	if e.Get("newState").String() == "open" {
		b.page.opening = id
		b.refresh()
		b.page.opening = ""
	}
}

// gone matches what is not to be seen, without a layout: to ask the browser costs one, and just after a page has come a long one.
const gone = "[hidden], [popover]:not(:popover-open)"

// act carries out what the nearest element with a data-do says.
func (b *browser) act(target js.Value, value string) bool {
	spec := target.Call("getAttribute", "data-do")
	if spec.IsNull() {
		return false
	}
	a, ok := ParseAction(spec.String(), value)
	if ok {
		b.do(a)
	}
	switch {
	case target.Get("tagName").String() != "BUTTON": // it stays; and to look for it costs a layout
	case a.Do == PinStart: // from the debrief to the picture
		b.page.element("debrief").Call("hidePopover")
		b.stage.Call("focus")
	case a.Do == OpenDay: // to its answer, from the debrief too
		if popup := target.Call("closest", "[popover]"); !popup.IsNull() {
			popup.Call("hidePopover")
		}
		b.page.element("told").Call("focus")
	case a.Do == Ask, a.Do == Harm, a.Do == Apply: // to the answer, which may be out of view
		b.page.element("told").Call("focus")
	case a.Do == ManyDays: // which went there itself
	case target.Get("disabled").Truthy(), !target.Get("isConnected").Bool(), !target.Call("closest", gone).IsNull(): // and its focus with it
		b.stage.Call("focus", map[string]any{"preventScroll": true})
	}
	return ok
}

// click finds the button or link that was clicked.
func (b *browser) click(e js.Value) {
	target := e.Get("target")
	if copies := target.Call("closest", "[data-copy]"); !copies.IsNull() {
		b.copy(copies)
		return
	}
	if saves := target.Call("closest", "[data-save]"); !saves.IsNull() {
		b.keepFile(saves.Call("getAttribute", "data-save").String())
		return
	}
	button := target.Call("closest", "button[data-do], a[data-do]")
	if button.IsNull() || e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool() || e.Get("shiftKey").Bool() {
		return
	}
	if b.act(button, "") {
		e.Call("preventDefault")
	}
}

// entered takes a control's new value. What is written into a form is the reader's own until it is submitted: a text that is
// half written must not be replaced because the lab plays meanwhile.
func (b *browser) entered(e js.Value) {
	target := e.Get("target")
	if !target.Call("closest", "form").IsNull() {
		return
	}
	b.page.touch(target)
	value := target.Get("value").String()
	if target.Get("type").String() == "checkbox" {
		value = toggled(target.Get("checked").Bool())
	}
	b.act(target, value)
}

func toggled(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// key hears keys on the stage, and undo everywhere but where text is written.
func (b *browser) key(e js.Value) {
	key := e.Get("key").String()
	target := e.Get("target")
	if key == "Escape" { // puts a hover's words away until the next key or hover
		attribute(b.page.root, "data-quiet", "yes")
	}
	ctrl := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()
	if ctrl && !e.Get("altKey").Bool() && !writes(target) {
		undo := Action{Do: Undo}
		switch {
		case key == "y", key == "Z", key == "z" && e.Get("shiftKey").Bool():
			undo.Do = Redo
		case key != "z":
			return
		}
		e.Call("preventDefault")
		b.do(undo)
		return
	}
	if ctrl || e.Get("altKey").Bool() {
		return
	}
	if a, ok := b.lab.GuessKey(e.Get("code").String(), key); ok && b.stage.Call("contains", target).Bool() { // on its card, too
		e.Call("preventDefault")
		b.do(a)
		b.stage.Call("focus", map[string]any{"preventScroll": true})
		return
	}
	if b.markKey(target, key) {
		e.Call("preventDefault")
		return
	}
	var a Action
	ok := false
	switch {
	case target.Equal(b.stage):
		a, ok = KeyAction(e.Get("code").String(), key, e.Get("shiftKey").Bool())
	case target.Equal(b.page.element("window")):
		a, ok = WindowKey(key)
	}
	if !ok {
		return
	}
	e.Call("preventDefault")
	if a.Do == LetGo {
		b.engaged = false
		if b.lab.SelectedStory() == "" {
			b.stage.Call("blur")
		}
	}
	b.do(a)
}

// markKey moves the focus from one mark of a strip to another.
func (b *browser) markKey(target js.Value, key string) bool {
	spec := target.Call("getAttribute", "data-do")
	if spec.IsNull() {
		return false
	}
	a, ok := ParseAction(spec.String(), "")
	if !ok || a.Do != OpenDay {
		return false
	}
	day, ok := b.lab.MarkKey(a.N, key)
	if ok {
		b.refresh()
		target.Call("closest", "ol").Call("querySelector", `[data-do="`+string(OpenDay)+":"+itoa(day)+`"]`).Call("focus")
	}
	return ok
}

func writes(e js.Value) bool {
	tag := e.Get("tagName").String()
	return tag == "TEXTAREA" || tag == "INPUT" && strings.Contains("text search url", e.Get("type").String())
}
