package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a page may take for anything before a test gives up. It is long
// because the machine may be slow and draws WebGL in software.
const patience = 60 * time.Second

// T is what the harness needs of a test; testing.T and testing.B have it.
type T interface {
	Helper()
	Cleanup(func())
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Options say what kind of browser and screen to open. The zero value is a desktop of
// 1440 by 900 with WebGL and a light theme.
type Options struct {
	Width, Height int64
	Scale         float64 // device pixel ratio, 1 if zero
	Mobile        bool    // a touch screen, and the viewport of a phone
	Dark          bool    // prefers-color-scheme: dark
	ReducedMotion bool
	ForcedColors  bool
	NoWebGL       bool
	NoScript      bool
	Before        string   // JavaScript to run in every page before its own
	Expect        []string // parts of complaints that are no failure
	Flags         []string // more of Chromium's flags, without the dashes: name or name=value
}

// Tab is one open page.
type Tab struct {
	t        T
	ctx      context.Context
	expect   []string
	noScript bool

	mu         sync.Mutex
	complaints []string
	dying      int // lines of a panic still to come
}

// browsers are the running browsers, by their flags: tests share them, because starting one
// takes seconds. Each Open gets a profile of its own in it, as a private window would.
var browsers = struct {
	sync.Mutex
	running map[string]context.Context
	close   []func()
}{running: make(map[string]context.Context)}

// CloseBrowsers ends all browsers. Call it once, after the last test.
func CloseBrowsers() {
	browsers.Lock()
	defer browsers.Unlock()
	for _, end := range browsers.close {
		end()
	}
	browsers.running, browsers.close = make(map[string]context.Context), nil
}

// Open opens the address in a fresh profile: no cache, no storage. When the test ends the
// page is closed, and what the browser complained about is reported.
func Open(t T, url string, o Options) *Tab {
	t.Helper()
	browser, err := browserFor(o)
	if err != nil {
		t.Fatalf("starting Chromium: %v", err)
	}
	return open(t, browser, url, o, chromedp.WithNewBrowserContext())
}

// browserFor returns a running browser with the flags that the options ask for.
func browserFor(o Options) (context.Context, error) {
	browsers.Lock()
	defer browsers.Unlock()
	key := fmt.Sprint(o.NoWebGL, o.Flags)
	if browser, ok := browsers.running[key]; ok {
		return browser, nil
	}
	// A folder of our own rather than chromedp's: removed only after the browser is gone.
	profile, err := os.MkdirTemp("", "lab-profile-")
	if err != nil {
		return nil, err
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox,
		chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.WindowSize(1440, 900),
	)
	if o.NoWebGL {
		flags = append(flags, chromedp.Flag("disable-3d-apis", true))
	} else {
		flags = append(flags, chromedp.Flag("use-gl", "angle"),
			chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true))
	}
	for _, f := range o.Flags {
		name, value, ok := strings.Cut(f, "=")
		if ok {
			flags = append(flags, chromedp.Flag(name, value))
		} else {
			flags = append(flags, chromedp.Flag(name, true))
		}
	}
	allocated, closeBrowser := chromedp.NewExecAllocator(context.Background(), flags...)
	browsers.close = append(browsers.close, func() {
		closeBrowser()
		os.RemoveAll(profile)
	})
	browser, _ := chromedp.NewContext(allocated) // ends with the browser
	if err := chromedp.Do(browser); err != nil { // starts it; without a time limit, which would end it
		return nil, err
	}
	browsers.running[key] = browser
	return browser, nil
}

// Open opens another tab of the same profile, in front of this one, which is then hidden.
func (tab *Tab) Open(url string, o Options) *Tab {
	tab.t.Helper()
	return open(tab.t, tab.ctx, url, o, chromedp.WithNewWindow(false))
}

func open(t T, parent context.Context, url string, o Options, how ...chromedp.ContextOption) *Tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(parent, how...)
	tab := &Tab{t: t, ctx: ctx, expect: o.Expect, noScript: o.NoScript}
	t.Cleanup(func() {
		closeTab()
		for _, c := range tab.Complaints() {
			t.Errorf("the browser complained: %s", c)
		}
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("opening a page: %v", err)
	}
	if err := chromedp.Listen(ctx, tab.hear); err != nil {
		t.Fatalf("listening to the page: %v", err)
	}
	tab.Emulate(o)
	if o.Before != "" {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: o.Before})
		tab.must("preparing the page", err)
	}
	tab.Navigate(url)
	return tab
}

// Emulate changes the screen, the theme and the reader's preferences to those of the options, in mid-visit too.
func (tab *Tab) Emulate(o Options) {
	tab.t.Helper()
	width, height, scale := o.Width, o.Height, o.Scale
	if width == 0 {
		width, height = 1440, 900
	}
	if scale == 0 {
		scale = 1
	}
	tab.Resize(width, height, scale, o.Mobile)
	theme := map[bool]string{false: "light", true: "dark"}[o.Dark]
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}
	if o.ReducedMotion {
		features = append(features, &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	}
	if o.ForcedColors {
		features = append(features, &emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	}
	_, err := chromedp.Call(tab.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	tab.must("setting the theme", err)
	if o.NoScript {
		_, err := chromedp.Call(tab.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		tab.must("switching scripts off", err)
	}
}

// hear collects complaints. It runs in the loop that reads the browser's messages.
func (tab *Tab) hear(event any) {
	var text string
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		d := e.ExceptionDetails
		text = d.Text
		if d.Exception != nil {
			text += " " + d.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeLog {
			tab.hearLog(e)
			return
		}
		if e.Type != runtime.ConsoleAPICalledTypeError && e.Type != runtime.ConsoleAPICalledTypeWarning &&
			e.Type != runtime.ConsoleAPICalledTypeAssert {
			return
		}
		text = "console." + string(e.Type) + ":"
		for _, a := range e.Args {
			text += " " + string(a.Value) + a.Description
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level != cdplog.EntryLevelError && e.Entry.Level != cdplog.EntryLevelWarning {
			return
		}
		text = fmt.Sprintf("%s %s: %s (%s)", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL)
	default:
		return
	}
	for _, part := range tab.expect {
		if strings.Contains(text, part) {
			return
		}
	}
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.complaints = append(tab.complaints, text)
}

// hearLog looks for what a Go program that panics prints, line by line and without calling it an error.
func (tab *Tab) hearLog(e *runtime.EventConsoleAPICalled) {
	const lines = 14
	tab.mu.Lock()
	defer tab.mu.Unlock()
	for _, a := range e.Args {
		var line string
		if json.Unmarshal(a.Value, &line) != nil {
			continue
		}
		if tab.dying > 0 {
			tab.dying--
			tab.complaints[len(tab.complaints)-1] += "\n\t" + line
		} else if strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") {
			if !slices.ContainsFunc(tab.expect, func(part string) bool { return strings.Contains(line, part) }) {
				tab.dying = lines
				tab.complaints = append(tab.complaints, line)
			}
		}
	}
}

// Complaints are the unexpected console errors and warnings, exceptions and breaches of
// policy so far. Open reports them when the test ends.
func (tab *Tab) Complaints() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return append([]string(nil), tab.complaints...)
}

func (tab *Tab) must(doing string, err error) {
	tab.t.Helper()
	if err != nil {
		tab.t.Fatalf("%s: %v", doing, err)
	}
}

// Do runs actions of chromedp that have no result, within the harness's time limit.
func (tab *Tab) Do(doing string, steps ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	tab.must(doing, chromedp.Do(ctx, steps...))
}

// Context is the tab's context, for what the harness has no method for.
func (tab *Tab) Context() context.Context { return tab.ctx }

// Navigate goes to an address and waits for its load event.
func (tab *Tab) Navigate(url string) {
	tab.t.Helper()
	tab.Do("opening "+url, chromedp.Navigate(url))
}

// Front brings the tab to the front.
func (tab *Tab) Front() {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, page.BringToFront, cdp.Empty{})
	tab.must("bringing the tab to the front", err)
}

// Reload loads the page again.
func (tab *Tab) Reload() {
	tab.t.Helper()
	tab.Do("reloading", chromedp.Reload())
}

// Resize changes the viewport, the device pixel ratio and the kind of device.
func (tab *Tab) Resize(width, height int64, scale float64, mobile bool) {
	tab.t.Helper()
	how := []chromedp.EmulateViewportOption{chromedp.EmulateScale(scale)}
	if mobile {
		how = append(how, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	tab.Do("setting the size", chromedp.EmulateViewport(width, height, how...))
}

// Eval returns the value of a JavaScript expression; it waits for a promise.
func Eval[V any](tab *Tab, expression string) V {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[V](expression, chromedp.EvalAwaitPromise))
	tab.must(expression, err)
	return v
}

// Run executes JavaScript statements.
func (tab *Tab) Run(statements string) {
	tab.t.Helper()
	Eval[bool](tab, "(() => {"+statements+"\n})(), true")
}

// Wait waits until a JavaScript condition holds; the test fails after the limit. An error
// counts as no: the page may be on its way to another.
func (tab *Tab) Wait(condition string, limit time.Duration) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, limit)
	defer cancel()
	for {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+condition+")"))
		if err == nil && holds {
			return
		}
		select {
		case <-ctx.Done():
			state := Eval[string](tab, `'data-lab=' + document.documentElement.dataset.lab + ', status: ' + document.getElementById('load-status')?.textContent`)
			tab.t.Fatalf("after %v this does not hold: %s\n%s (%v)", limit, condition, state, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Ready waits until the lab's program has started.
func (tab *Tab) Ready() {
	tab.t.Helper()
	tab.Wait("document.documentElement.dataset.lab === 'ready'", patience)
}

// Click clicks the middle of the first element that the CSS selector finds, once it is visible.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	tab.Do("clicking "+selector, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// ClickAt clicks a point of the viewport, in CSS pixels.
func (tab *Tab) ClickAt(x, y float64) {
	tab.t.Helper()
	tab.Do("clicking", chromedp.MouseClickXY(x, y))
}

// Press presses and releases a key by its name in KeyboardEvent.key, such as Tab, ArrowLeft,
// Escape, a or Enter; space is " ". Shift may be held: Shift+Tab.
func (tab *Tab) Press(key string, modifiers ...chromedp.Modifier) {
	tab.t.Helper()
	if rest, ok := strings.CutPrefix(key, "Shift+"); ok {
		key, modifiers = rest, append(modifiers, chromedp.ModifierShift)
	}
	keys := key
	for r, k := range kb.Keys {
		if k.Key == key && len(key) > 1 {
			keys = string(r)
		}
	}
	if len([]rune(keys)) > 1 {
		tab.t.Fatalf("no key is called %q", key)
	}
	tab.Do("pressing "+key, chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// Wheel turns the mouse's wheel at a point of the viewport, by so many CSS pixels downwards.
func (tab *Tab) Wheel(x, y, by float64) {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 0.01, DeltaY: by, // a zero would be left out, and both are wanted
	})
	tab.must("turning the wheel", err)
}

// Drag presses at a point of the viewport, moves by dx and dy in ten steps, and releases: with the mouse, or with a finger.
func (tab *Tab) Drag(x, y, dx, dy float64, finger bool) {
	tab.t.Helper()
	const steps = 10
	for i := 0; i <= steps+1; i++ {
		f := float64(min(i, steps)) / steps
		var err error
		if finger {
			kind, points := input.DispatchTouchEventTypeTouchMove, []*input.TouchPoint{{X: x + f*dx, Y: y + f*dy}}
			switch i {
			case 0:
				kind = input.DispatchTouchEventTypeTouchStart
			case steps + 1:
				kind, points = input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}
			}
			_, err = chromedp.Call(tab.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		} else {
			p := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: x + f*dx, Y: y + f*dy, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}
			switch i {
			case 0:
				p.Type = input.DispatchMouseEventTypeMousePressed
			case steps + 1:
				p.Type, p.Buttons = input.DispatchMouseEventTypeMouseReleased, 0
			}
			_, err = chromedp.Call(tab.ctx, input.DispatchMouseEvent, p)
		}
		tab.must("dragging", err)
		time.Sleep(20 * time.Millisecond)
	}
}

// Spread puts two fingers on the viewport, around a point, and draws them apart.
func (tab *Tab) Spread(x, y float64) {
	tab.t.Helper()
	const steps = 10
	ids := [2]float64{0, 1}
	for i := 0; i <= steps+1; i++ {
		apart := 20 + 8*float64(i)
		kind, points := input.DispatchTouchEventTypeTouchMove, []*input.TouchPoint{{X: x - apart, Y: y, ID: &ids[0]}, {X: x + apart, Y: y, ID: &ids[1]}}
		switch i {
		case 0:
			kind = input.DispatchTouchEventTypeTouchStart
		case steps + 1:
			kind, points = input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}
		}
		_, err := chromedp.Call(tab.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
		tab.must("spreading two fingers", err)
		time.Sleep(20 * time.Millisecond)
	}
}

// Offline cuts the page off from the network, or connects it again.
func (tab *Tab) Offline(is bool) {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{
		Offline: is, DownloadThroughput: -1, UploadThroughput: -1,
	})
	tab.must("telling the page whether it is online", err)
	_, err = chromedp.Call(tab.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Offline: is, DownloadThroughput: -1, UploadThroughput: -1}},
	})
	tab.must("switching the network", err)
}

// Text is the text of the first element that the CSS selector finds, as it is shown.
func (tab *Tab) Text(selector string) string {
	tab.t.Helper()
	return Eval[string](tab, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// Focused names the element that has the focus: its tag, id and label or text.
func (tab *Tab) Focused() string {
	tab.t.Helper()
	return Eval[string](tab, `(e => e ? e.tagName.toLowerCase() + (e.id && '#' + e.id) + ' ' +
		(e.getAttribute('aria-label') || e.innerText || '').slice(0, 40) : 'nothing')(document.activeElement)`)
}

// Settle waits until the page has drawn what it has to draw: fonts, and a few frames.
func (tab *Tab) Settle() {
	tab.t.Helper()
	if tab.noScript { // timers of the page do not run
		time.Sleep(500 * time.Millisecond)
		return
	}
	tab.Do("waiting for the page to be drawn", chromedp.Evaluate[chromedp.Void](
		`document.fonts.ready.then(() => new Promise(done => setTimeout(done, 150)))`, chromedp.EvalAwaitPromise))
}

// Screenshot is a PNG of the viewport.
func (tab *Tab) Screenshot() []byte {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	tab.must("taking a screenshot", err)
	return picture
}

// FullScreenshot is a PNG of the whole page, however long: taken in pieces, since a drawing surface has an end.
func (tab *Tab) FullScreenshot() []byte {
	tab.t.Helper()
	const piece = 2000 // CSS pixels
	size := Eval[[3]float64](tab, "[document.documentElement.scrollWidth, document.documentElement.scrollHeight, devicePixelRatio]")
	width, height, ratio := size[0], size[1], size[2]
	whole := image.NewRGBA(image.Rect(0, 0, int(width*ratio), int(height*ratio)))
	yes := true
	for y := 0.0; y < height; y += piece {
		got, err := chromedp.Call(tab.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: &yes,
			Clip: &page.Viewport{Y: y, Width: width, Height: min(piece, height-y), Scale: 1}})
		tab.must("taking a screenshot", err)
		part, err := png.Decode(bytes.NewReader(got.Data))
		tab.must("reading a screenshot", err)
		draw.Draw(whole, part.Bounds().Add(image.Pt(0, int(y*ratio))), part, image.Point{}, draw.Src)
	}
	var out bytes.Buffer
	tab.must("writing a screenshot", png.Encode(&out, whole))
	return out.Bytes()
}

// Picture is the viewport as an image whose pixels can be looked at.
func (tab *Tab) Picture() image.Image {
	tab.t.Helper()
	picture, err := png.Decode(bytes.NewReader(tab.Screenshot()))
	tab.must("reading the screenshot", err)
	return picture
}

// Choose sets a menu to the option with that value as a person does: a click to open it, arrow keys, Enter.
func (tab *Tab) Choose(selector, value string) {
	tab.t.Helper()
	tab.Click(selector)
	key, n := "ArrowDown", Eval[int](tab, fmt.Sprintf(`(s => {
		const usable = [...s.options].filter(o => !o.disabled && !o.hidden);
		return usable.findIndex(o => o.value === %q) - usable.indexOf(s.selectedOptions[0]);
	})(document.querySelector(%q))`, value, selector))
	if n < 0 {
		key, n = "ArrowUp", -n
	}
	for range n {
		tab.Press(key)
	}
	tab.Press("Enter")
	tab.Wait(fmt.Sprintf("document.querySelector(%q).value === %q", selector, value), 5*time.Second)
}
