package ui

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"a2alab/engine"
	"a2alab/render"
)

// browser joins a Lab to the page it runs in: events become Actions, and what the Lab shows is written. It decides nothing.
type browser struct {
	lab    *Lab
	page   *page
	frame  *frame // nil but in an embedded lab
	stage  js.Value
	window js.Value
	host   js.Value // what the loader offers: frames, and whether there is WebGL
	webgl  bool
	game   *render.Stage

	last     float64 // when the last frame was drawn, in milliseconds
	engaged  bool    // the reader clicked into the stage: the wheel is the lab's
	drag     drag
	hold     hold
	address  string // what the address says, or will once it is written
	hash     string // what stands in it, when it was last read or written
	writing  bool
	drawn    drawn
	working  bool    // a piece of work is to come
	worker   func()  // asks for it
	waits    float64 // until when it waits for the frame that shows a change, in milliseconds
	speaking bool
	waiting  string // what is to be said next
	adding   bool   // what is said now belongs to that, and does not replace it
	spoken   string // what was said last
	title    string // of the window
	keptCues string // as the browser stores them
	running  bool
	timing   bool // a call of timer is to come
}

// garbage lets the heap grow fivefold before it is swept, since a sweep can cost a frame: some tens of megabytes for a page
// that does not stutter.
const garbage = 400

// Times between writes, in milliseconds. Browsers limit how often the address may change, and listeners how often they want to be spoken to.
const (
	addressPause = 400
	speechPause  = 2000
)

// Run starts the lab in the page and returns only if the picture's game ends.
func Run() {
	if js.Global().Get("document").Get("documentElement").Get("dataset").Get("page").String() == "guide" {
		runGuide()
	}
	debug.SetGCPercent(garbage)
	b := &browser{page: newPage(), window: js.Global(), host: js.Global().Get("labHost")}
	b.worker = next(b.workOn)
	b.stage = b.page.element("stage")
	b.webgl = b.host.Get("webgl").Bool()
	progress, why := b.stored()
	b.lab = NewLab(progress, why, b.media("(prefers-reduced-motion: reduce)"))
	var problems []string
	b.frame, problems = newFrame(b)
	b.theme()
	b.resize()
	location := b.window.Get("location")
	b.lab.SetAddress(location.Get("origin").String() + location.Get("pathname").String())
	b.present()
	b.hash = b.fragment()
	b.lab.Open(b.hash)
	b.lab.Note(problems...)
	if name := b.window.Get("URLSearchParams").New(location.Get("search")).Call("get", MetricParameter); !name.IsNull() {
		b.lab.ShowMetric(name.String())
	}
	b.address = b.lab.Fragment()
	b.listen()
	b.frame.open()
	b.page.element("load").Set("hidden", true)
	b.page.root.Get("dataset").Set("lab", "ready")
	b.publish()
	if !b.webgl {
		b.lost("This browser gives the page no WebGL 2, so the picture cannot be drawn. Everything else works: the table of tasks tells the same.", false)
		b.withoutPicture()
		select {}
	}
	b.game = &render.Stage{Tick: b.tick}
	b.refresh()
	err := b.game.Run()
	b.lost("The picture cannot be drawn: "+err.Error()+". Everything else works: the table of tasks tells the same.", true)
	b.webgl = false
	b.withoutPicture()
	select {}
}

// withoutPicture puts the table where the picture would be.
func (b *browser) withoutPicture() {
	b.page.root.Get("dataset").Set("picture", "none")
	tasks := b.page.element("tasks")
	b.page.element("picture").Call("appendChild", tasks)
	tasks.Set("open", true)
	b.refresh()
}

// refresh shows the state: words at once, the picture in the next frame.
func (b *browser) refresh() {
	b.lab.Show(b.page)
	clear(b.page.touched)
	if title := b.lab.Title(); b.title != title {
		b.title = title
		b.page.document.Set("title", title)
	}
	b.frames()
	b.save()
	b.keepCues()
	b.speak(b.lab.Said())
	b.writeAddress()
	b.work()
	b.frame.tell()
}

// do carries out an action and shows what came of it.
func (b *browser) do(a Action) {
	b.lab.Do(a)
	switch a.Do {
	case Theme:
		b.theme()
	case ManyDays:
		b.openDays()
	}
	b.waits = b.clock() + frameMost
	b.refresh()
}

// openDays opens the section of many days and goes there.
func (b *browser) openDays() {
	if days := b.page.element("days"); !days.IsNull() {
		days.Set("open", true)
		days.Call("querySelector", "summary").Call("focus")
		days.Call("scrollIntoView")
	}
}

// frames asks for one frame, or for frames one after the other while the lab plays.
func (b *browser) frames() {
	playing := b.lab.Playing()
	if playing && !b.running {
		b.last = b.clock()
	}
	b.running = playing
	if b.webgl {
		fresh := true
		if b.game != nil {
			scene := b.lab.Scene()
			b.game.Show(scene)
			fresh = b.drawn.differs(scene)
		}
		b.host.Call("run", playing)
		if fresh {
			b.host.Call("wake")
		}
		return
	}
	if playing && !b.timing {
		b.timing = true
		b.later(frameMost/2, b.timer)
	}
}

// A drawn is a picture that a frame was asked for.
type drawn struct {
	picture           *render.Picture
	version           uint64
	now               engine.Time
	selected, hovered int
}

// differs keeps what the picture is now, and tells whether it was something else.
func (d *drawn) differs(p *render.Picture) bool {
	v := p.View()
	is := drawn{p, p.Version, v.Now, v.Selected, v.Hovered}
	was := *d
	*d = is
	return was != is
}

// tick comes before every frame of the picture.
func (b *browser) tick() {
	b.waits = 0
	if !b.lab.Playing() {
		return
	}
	b.advance()
	b.game.Show(b.lab.Scene())
	if !b.lab.Playing() {
		b.refresh()
	}
}

// timer does without frames what tick does with them.
func (b *browser) timer() {
	b.timing = false
	if b.lab.Playing() {
		b.advance()
		b.frames()
	}
}

// advance lets the time since the last frame pass.
func (b *browser) advance() {
	now := b.clock()
	b.lab.Tick(now - b.last)
	b.last = now
	b.lab.ShowHead(b.page)
}

// workMost is how long the page is kept from its reader by work that can wait, in milliseconds: less than half a frame.
const workMost = 7

// work does what can wait, piece by piece, so that the page stays at hand, and after the frame that shows what changed.
func (b *browser) work() {
	if b.working || !b.lab.Working() {
		return
	}
	b.working = true
	if b.clock() < b.waits {
		b.later(workMost, b.workOn)
		return
	}
	b.worker()
}

func (b *browser) workOn() {
	from := time.Now() // to ask the browser for its clock takes longer than many a piece
	if b.clock() >= b.waits && b.lab.Work(func() bool { return time.Since(from) >= workMost*time.Millisecond }) {
		b.adding = true
		b.refresh()
		b.adding = false
	}
	b.working = false
	b.work()
}

// speak tells screen readers, at most once in a while.
func (b *browser) speak(text string) {
	if text == "" {
		return
	}
	if b.adding && b.waiting != "" {
		text = b.waiting + " " + text
	}
	b.waiting = text
	if b.speaking {
		return
	}
	b.speaking = true
	if b.spoken == b.waiting { // said again it must differ, or nobody hears it
		b.waiting += "\u00a0"
	}
	b.page.Set("say", "text", b.waiting)
	b.spoken, b.waiting = b.waiting, ""
	b.later(speechPause, func() {
		b.speaking = false
		b.speak(b.waiting)
	})
}

// lost shows words in place of the picture.
func (b *browser) lost(why string, reload bool) {
	b.frame.failed(why)
	b.page.Set("nopicturewords", "text", why)
	b.page.Set("reload", "hidden", yes(!reload))
	b.page.Set("nopicture", "hidden", "")
}

// resize tells the lab how large the stage is.
func (b *browser) resize() {
	box := b.stage.Call("getBoundingClientRect")
	b.lab.Resize(float32(box.Get("width").Float()), float32(box.Get("height").Float()))
}

// theme sets the reader's choice of theme, if there is one.
func (b *browser) theme() {
	attribute(b.page.root, "data-theme", b.lab.Theme())
	b.page.Set("theme", "value", b.lab.Theme())
}

// fragment is the setting's text in the address. Mail programs escape what need not be escaped.
func (b *browser) fragment() string {
	hash := b.window.Get("location").Get("hash").String()
	attempt(func() { hash = b.window.Call("decodeURIComponent", hash).String() })
	return hash
}

// writeAddress puts the setting into the address, a while after the last change, in place of what stood there.
func (b *browser) writeAddress() {
	b.address = b.lab.Fragment()
	if b.writing {
		return
	}
	b.writing = true
	b.later(addressPause, func() {
		b.writing = false
		// An address that the reader has just written must stay: its event is on the way, and will bring its setting.
		if now := b.fragment(); now == "#"+b.address || now != b.hash {
			return
		}
		attempt(func() { b.window.Get("history").Call("replaceState", nil, "", "#"+b.address) })
		b.hash = b.fragment()
	})
}

// clock is the browser's steady clock in milliseconds.
func (b *browser) clock() float64 { return b.window.Get("performance").Call("now").Float() }

func (b *browser) media(query string) bool {
	return b.window.Call("matchMedia", query).Get("matches").Bool()
}
