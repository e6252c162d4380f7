package ui

import "syscall/js"

// drag is a pointer held down on the stage.
type drag struct {
	down    bool
	moved   bool
	scrub   bool // the play head moves, and not the window
	x0, x   float32
	pointer js.Value
}

// listenStage hears the pointer. A press that does not move selects; one that moves sideways pans, or moves the head where it
// began at the axis.
func (b *browser) listenStage() {
	on(b.stage, "pointerdown", b.pointerDown)
	on(b.stage, "pointermove", b.pointerMove)
	on(b.stage, "pointerup", b.pointerUp)
	on(b.stage, "pointercancel", func(js.Value) { b.drag = drag{} })
	on(b.stage, "pointerleave", func(js.Value) { // not while a drag holds the pointer: a press that ends outside is none
		b.engaged, b.drag = false, drag{}
		b.do(Action{Do: Away})
	})
	on(b.stage, "blur", func(js.Value) { b.engaged = false })
	on(b.stage, "wheel", b.wheel)
}

// at is where on the stage an event was.
func at(e js.Value) (x, y float32) {
	return float32(e.Get("offsetX").Float()), float32(e.Get("offsetY").Float())
}

// onStage tells whether an event met the stage itself and not a card on it.
func (b *browser) onStage(e js.Value) bool { return e.Get("target").Equal(b.stage) }

func (b *browser) pointerDown(e js.Value) {
	if !b.onStage(e) || e.Get("button").Int() != 0 {
		return
	}
	x, y := at(e)
	b.drag = drag{down: true, x0: x, x: x, scrub: b.lab.Scrubs(x, y), pointer: e.Get("pointerId")}
	b.engaged = true
}

func (b *browser) pointerMove(e js.Value) {
	x, y := at(e)
	if !b.drag.down {
		if b.onStage(e) {
			b.do(Action{Do: Point, X: x, Y: y})
		}
		return
	}
	const still = 5 // CSS pixels that a finger may stray
	if !b.drag.moved {
		if x-b.drag.x0 < still && b.drag.x0-x < still {
			return
		}
		b.drag.moved = true
		attempt(func() { b.stage.Call("setPointerCapture", b.drag.pointer) })
	}
	if b.drag.scrub {
		b.do(b.lab.SeekTo(x))
	} else {
		b.do(Action{Do: Pan, X: x - b.drag.x})
	}
	b.drag.x = x
}

func (b *browser) pointerUp(e js.Value) {
	d := b.drag
	b.drag = drag{}
	if d.down && !d.moved {
		x, y := at(e)
		b.do(Action{Do: Tap, X: x, Y: y})
	}
}

// wheel zooms once the reader has clicked into the stage. Until then, over a map, and with Ctrl, it is the page's.
func (b *browser) wheel(e js.Value) {
	if !b.engaged || b.lab.MapShown() || e.Get("ctrlKey").Bool() || !b.onStage(e) {
		return
	}
	e.Call("preventDefault")
	x, y := at(e)
	n := 1
	if dy := e.Get("deltaY").Float(); dy > 0 {
		n = -1
	} else if dy == 0 {
		return
	}
	b.do(Action{Do: ZoomAt, N: n, X: x, Y: y})
}
