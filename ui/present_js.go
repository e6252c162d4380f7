package ui

import (
	"syscall/js"

	"a2alab/engine"
)

// present makes the page a presenter's: a clicker's keys, a timer, and cues from a file beside the page if the address names one.
func (b *browser) present() {
	if b.page.root.Get("dataset").Get("page").String() != "present" {
		return
	}
	b.lab.Present()
	if b.keptCues = b.cues(); b.keptCues != "" {
		b.lab.Do(Action{Do: CueText, Value: b.keptCues})
	}
	on(b.page.document, "keydown", func(e js.Value) {
		if writes(e.Get("target")) || e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool() {
			return
		}
		switch e.Get("key").String() {
		case "PageDown":
			b.do(Action{Do: CueNext})
		case "PageUp":
			b.do(Action{Do: CueBack})
		case "h", "H":
			b.do(Action{Do: Answers})
		default:
			return
		}
		e.Call("preventDefault")
	})
	b.time(b.clock())
	b.fetchCues()
}

// time shows how long the talk has gone on, every second.
func (b *browser) time(start float64) {
	b.page.Set("timer", "text", Elapsed(b.clock()-start))
	b.later(1000, func() { b.time(start) })
}

// fetchCues reads the file that ?cues= names, if it is of this site.
func (b *browser) fetchCues() {
	name := b.window.Get("URLSearchParams").New(b.window.Get("location").Get("search")).Call("get", "cues")
	if name.IsNull() {
		return
	}
	failed := func() {
		instead := "Paste them under Set up instead."
		if b.keptCues != "" {
			instead = "The cues here are those that this browser kept from the last time."
		}
		b.lab.Note("The cues at “" + engine.Brief(name.String()) + "” could not be read. " + instead)
		b.refresh()
	}
	read := func(text js.Value) {
		if cues, _ := ParseCues(text.String()); cues == nil { // a page, or nothing: no reason to give up those that are here
			failed()
			return
		}
		b.do(Action{Do: CueText, Value: text.String()})
		b.do(Action{Do: CueNext})
	}
	settle(b.window.Call("fetch", name), func(answer js.Value) {
		if !answer.Get("ok").Bool() {
			failed()
			return
		}
		settle(answer.Call("text"), read, failed)
	}, failed)
}
