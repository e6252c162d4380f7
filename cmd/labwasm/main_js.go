// Command labwasm is the lab's program in the browser. A placeholder.
package main

import (
	"image/color"
	"log"
	"syscall/js"

	"github.com/hajimehoshi/ebiten/v2"
)

// placeholder paints the stage so that the build and the loader have something to run.
type placeholder struct{ started bool }

func (p *placeholder) Update() error { return nil }

func (p *placeholder) Draw(screen *ebiten.Image) {
	screen.Fill(color.RGBA{0x12, 0x1a, 0x2a, 0xff})
	if !p.started {
		p.started = true
		ready()
	}
}

func (p *placeholder) Layout(w, h int) (int, int) { return w, h }

// ready tells the page that the program runs.
func ready() {
	document := js.Global().Get("document")
	document.Call("getElementById", "load").Set("hidden", true)
	document.Get("documentElement").Get("dataset").Set("lab", "ready")
	js.Global().Get("labHost").Call("run", false)
}

func main() {
	if !js.Global().Get("labHost").Get("webgl").Bool() {
		ready()
		select {}
	}
	ebiten.SetTPS(ebiten.SyncWithFPS)
	if err := ebiten.RunGameWithOptions(&placeholder{}, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		log.Fatal(err)
	}
}
