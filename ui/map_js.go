package ui

import "syscall/js"

// hold is a pointer held down on the map of the run.
type hold struct {
	grip  Grip
	x     float32 // where it was taken, in the browser's window
	width float32 // of the map, read once when the press begins
}

// listenMap hears the pointer on the map: it moves the window or one of its ends.
func (b *browser) listenMap() {
	strip := b.page.element("window")
	if strip.IsNull() {
		return
	}
	on(strip, "pointerdown", func(e js.Value) {
		if e.Get("button").Int() != 0 {
			return
		}
		x, _ := at(e)
		width := float32(strip.Get("clientWidth").Float())
		b.hold = hold{grip: b.lab.TakeWindow(x, width), x: float32(e.Get("clientX").Float()), width: width}
		attempt(func() { strip.Call("setPointerCapture", e.Get("pointerId")) })
		b.refresh()
	})
	on(strip, "pointermove", func(e js.Value) {
		if b.hold.grip == GripNone {
			return
		}
		b.do(b.lab.DragWindow(b.hold.grip, float32(e.Get("clientX").Float())-b.hold.x, b.hold.width))
	})
	for _, end := range [...]string{"pointerup", "pointercancel"} {
		on(strip, end, func(js.Value) { b.hold = hold{} })
	}
}
