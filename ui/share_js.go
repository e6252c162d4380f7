package ui

import "syscall/js"

// copy puts the link, the stars, the story or an exchange on the clipboard, and says so on the button.
func (b *browser) copy(button js.Value) {
	text := b.lab.SelectedStory()
	switch button.Call("getAttribute", "data-copy").String() {
	case "link":
		text = b.lab.Link()
	case "stars":
		text = b.lab.Stars()
	case "curl":
		text = b.lab.ShownCurl()
	case "wire":
		text = b.lab.WireText()
	}
	if !button.Call("getAttribute", "data-was").IsNull() {
		return // it still tells how the last copy went
	}
	was := button.Get("textContent").String()
	say := func(words string) {
		attribute(button, "data-was", was)
		button.Set("textContent", words)
		b.speak(words)
		b.later(speechPause, func() {
			attribute(button, "data-was", "")
			button.Set("textContent", was)
		})
	}
	clipboard := b.window.Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() {
		say("Not allowed here")
		return
	}
	settle(clipboard.Call("writeText", text), func(js.Value) { say("Copied") }, func() { say("Not allowed here") })
}

// keepFile gives the reader a file to keep.
func (b *browser) keepFile(name string) {
	if name == PictureName {
		b.keepPicture()
		return
	}
	if f, ok := b.lab.File(name); ok {
		b.download(b.blob(f.Text, f.Type), f.Name)
	}
}

// blob is bytes as the browser's Blob.
func (b *browser) blob(content []byte, kind string) js.Value {
	array := b.window.Get("Uint8Array").New(len(content))
	js.CopyBytesToJS(array, content)
	return b.window.Get("Blob").New([]any{array}, map[string]any{"type": kind})
}

// download has the browser keep a Blob under a name.
func (b *browser) download(blob js.Value, name string) {
	address := b.window.Get("URL").Call("createObjectURL", blob)
	link := b.page.document.Call("createElement", "a")
	link.Set("href", address)
	link.Set("download", name)
	link.Call("click")
	b.later(60_000, func() { b.window.Get("URL").Call("revokeObjectURL", address) }) // a slow disk may still read it
}

// keepPicture draws the picture and its caption on a canvas that nobody sees, at twice the size, and keeps it as PNG.
func (b *browser) keepPicture() {
	const scale = 2
	svg, caption := b.lab.Drawing()
	address := b.window.Get("URL").Call("createObjectURL", b.blob(svg, "image/svg+xml"))
	image := b.window.Get("Image").New(DrawingWidth, DrawingHeight)
	done := func() { b.window.Get("URL").Call("revokeObjectURL", address) }
	loaded, failed := oneOf(func(js.Value) {
		canvas := b.page.document.Call("createElement", "canvas")
		canvas.Set("width", scale*DrawingWidth)
		canvas.Set("height", scale*(DrawingHeight+CaptionHeight))
		c := canvas.Call("getContext", "2d")
		c.Call("scale", scale, scale)
		style := b.window.Call("getComputedStyle", b.stage)
		c.Set("fillStyle", style.Get("backgroundColor"))
		c.Call("fillRect", 0, 0, DrawingWidth, DrawingHeight+CaptionHeight)
		c.Call("drawImage", image, 0, 0, DrawingWidth, DrawingHeight)
		c.Set("fillStyle", style.Get("color"))
		c.Set("font", "15px system-ui, sans-serif")
		for i, line := range caption {
			c.Call("fillText", line, 16, DrawingHeight+20+22*i)
		}
		done()
		canvas.Call("toBlob", once(func(args []js.Value) {
			if args[0].IsNull() {
				b.speak("The browser did not let the picture be kept.")
				return
			}
			b.download(args[0], b.lab.fileName(PictureName))
		}), "image/png")
	}, func() {
		done()
		b.speak("The picture could not be drawn as a file.")
	})
	image.Set("onload", loaded)
	image.Set("onerror", failed)
	image.Set("src", address)
}
