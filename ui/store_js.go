package ui

import "syscall/js"

// stored reads what this browser keeps. Where storage is forbidden, the page says so once and works without.
func (b *browser) stored() (Progress, string) {
	var text js.Value
	if !attempt(func() { text = b.storage().Call("getItem", StorageKey) }) {
		return Progress{}, notSaved
	}
	if text.IsNull() {
		return Progress{}, ""
	}
	p, err := ReadProgress(text.String())
	if err != nil {
		return p, err.Error()
	}
	return p, ""
}

// storage is the browser's, or a panic where touching it throws. Value.Get would let that exception end the program; Call turns
// it into the panic.
func (b *browser) storage() js.Value {
	return b.window.Get("Reflect").Call("get", b.window, "localStorage")
}

// cues are those that this browser kept from the last talk, or nothing.
func (b *browser) cues() (text string) {
	attempt(func() {
		if kept := b.storage().Call("getItem", CuesKey); !kept.IsNull() {
			text = kept.String()
		}
	})
	return text
}

// keepCues keeps a presenter's cues for a reload, and for a room without a network. Where that is forbidden they last for the
// visit, and the page offers them as a file.
func (b *browser) keepCues() {
	if text := b.lab.CueText(); text != b.keptCues {
		b.keptCues = text
		attempt(func() { b.storage().Call("setItem", CuesKey, text) })
	}
}

const notSaved = "Stars are not saved here: this browser does not let the page keep anything. They last until the page is closed."

// save keeps the progress, with the best of what another tab has kept meanwhile.
func (b *browser) save() {
	if _, changed := b.lab.Unsaved(); !changed {
		return
	}
	kept, _ := b.stored() // whatever could be read of it
	b.lab.Merge(kept)
	p, _ := b.lab.Unsaved()
	if !attempt(func() { b.storage().Call("setItem", StorageKey, p.Text()) }) {
		b.lab.StorageFailed(notSaved)
	}
	b.lab.Show(b.page)
}
