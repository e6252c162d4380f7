package browsertests

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"a2alab/browsertests/lab"
	"a2alab/missions"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// attribute is an attribute of the element with that id.
func attribute(tab *lab.Tab, id, name string) string {
	return lab.Eval[string](tab, fmt.Sprintf("document.getElementById(%q).getAttribute(%q) ?? ''", id, name))
}

// stagePicture is a picture of the stage alone.
func stagePicture(tab *lab.Tab) image.Image {
	b := lab.Eval[[]int](tab, "(b => [b.left, b.top, b.right, b.bottom].map(Math.ceil))(document.getElementById('stage').getBoundingClientRect())")
	return tab.Picture().(interface {
		SubImage(r image.Rectangle) image.Image
	}).SubImage(image.Rect(b[0], b[1], b[2], b[3]-1))
}

// same tells whether two pictures are the same in every pixel.
func same(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if color.RGBAModel.Convert(a.At(x, y)) != color.RGBAModel.Convert(b.At(x, y)) {
				return false
			}
		}
	}
	return true
}

// TestSixteenRows: the stage has room for the sixteen rows on usual screens, with all the bars around it.
func TestSixteenRows(t *testing.T) {
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}, {1100, 800}} {
		for _, mission := range append(names(), missions.Sandbox) {
			tab := opened(t, "#m="+mission, lab.Options{Width: size[0], Height: size[1], ReducedMotion: true})
			tab.Run(`document.querySelector('#predict [data-do=skip]').click()`)
			tab.Settle()
			if !lab.Eval[bool](tab, "document.getElementById('rows-move').hidden") {
				t.Errorf("%d by %d, m=%s: not all sixteen rows fit into a stage %v high", size[0], size[1], mission,
					lab.Eval[float64](tab, "document.getElementById('stage').clientHeight"))
			}
		}
	}
}

// TestFold folds the idle end of a run away and back, and again around a selected task.
func TestFold(t *testing.T) {
	tab := opened(t, "#m=3&reconcile=30m&lost=resubmit", lab.Options{Width: 1280, Height: 800, ReducedMotion: true})
	tab.Settle()
	plain := stagePicture(tab)
	tab.Click("#fold")
	tab.Settle()
	if word := tab.Text("#fold"); !strings.HasPrefix(word, "Fold idle: ") || !strings.HasSuffix(word, " min") || attribute(tab, "fold", "aria-pressed") != "true" {
		t.Errorf("the button says %q", word)
	}
	folded := stagePicture(tab)
	if same(plain, folded) {
		t.Error("nothing was folded in the picture")
	}
	tab.Run("document.getElementById('stage').focus()")
	tab.Press("ArrowDown")
	tab.Settle()
	if word := tab.Text("#fold"); !strings.Contains(word, " in ") && !strings.HasSuffix(word, " min") {
		t.Errorf("with a task selected the button says %q", word)
	}
	tab.Press("Escape")
	tab.Run("document.activeElement.blur()")
	tab.Click("#fold")
	tab.Settle()
	tab.Run("document.activeElement.blur()")
	tab.Settle()
	if back := stagePicture(tab); !same(plain, back) || tab.Text("#fold") != "Fold idle" {
		t.Error("unfolded, the picture is not what it was before")
	}
}

// TestWindowDrag drags the bracket over the scrubber, its ends and beside it, with the mouse and with a finger, and moves it by keys.
func TestWindowDrag(t *testing.T) {
	for _, phone := range []bool{false, true} {
		o := lab.Options{Width: 1440, Height: 900, ReducedMotion: true}
		if phone {
			o = lab.Options{Width: 390, Height: 844, Mobile: true, ReducedMotion: true}
		}
		tab := opened(t, "#m=1&drop=subscribe", o)
		tab.Run("document.getElementById('play').scrollIntoView({block: 'center', behavior: 'instant'})")
		tab.Settle()
		window := func() string { return attribute(tab, "window", "aria-valuetext") }
		box := lab.Eval[[]float64](tab, "(b => [b.x, b.y, b.width, b.height])(document.getElementById('window').getBoundingClientRect())")
		x, y, width := box[0], box[1]+box[3]/2, box[2]
		if box[3] < 24 {
			t.Errorf("the bracket is %v high: too small for a finger", box[3])
		}
		now := second(tab)
		if window() != "the whole run" {
			t.Fatalf("the window is %q", window())
		}
		tab.Drag(x+width-2, y, -width/2, 0, phone)
		if got := window(); !strings.HasPrefix(got, "0:00:00 to 1:4") {
			t.Errorf("the end dragged to the middle: %q", got)
		}
		tab.Drag(x+width/4, y, width/4, 0, phone)
		if got := window(); !strings.HasPrefix(got, "0:5") || !strings.Contains(got, "to 2:3") {
			t.Errorf("the window dragged on by a quarter: %q", got)
		}
		tab.Drag(x+width/4+1, y, width/8, 0, phone)
		if got := window(); !strings.HasPrefix(got, "1:1") || !strings.Contains(got, "to 2:3") {
			t.Errorf("the beginning dragged on by an eighth: %q", got)
		}
		before := window()
		tab.ClickAt(x+10, y)
		if got := window(); got == before || !strings.HasPrefix(got, "0:00:00") {
			t.Errorf("a press beside the window: %q", got)
		}
		if second(tab) != now {
			t.Errorf("the play head moved with the window, from second %d to %d", now, second(tab))
		}
		if phone {
			continue
		}
		tab.Run("document.getElementById('window').focus()")
		at := window()
		tab.Press("ArrowRight")
		if window() == at {
			t.Error("the right arrow does not move the window")
		}
		tab.Press("ArrowLeft")
		if window() != at {
			t.Errorf("right and left lead from %q to %q", at, window())
		}
		tab.Press("End")
		if got := window(); !strings.HasSuffix(got, "3:30:00") {
			t.Errorf("End: %q", got)
		}
		tab.Press("ArrowUp")
		if got := window(); got == at || !strings.Contains(tab.Focused(), "#window") {
			t.Errorf("the up arrow: %q, the focus on %s", got, tab.Focused())
		}
		tab.Press("0")
		if window() != "the whole run" {
			t.Errorf("0: %q", window())
		}
	}
}

// TestMetricsShown: the chart lies under the picture and in line with it, the play head runs through it, each metric can be chosen by
// keys, and the table says the same.
func TestMetricsShown(t *testing.T) {
	tab := opened(t, "#m=4&hears=push&reconcile=10m", lab.Options{Width: 1440, Height: 900, ReducedMotion: true})
	tab.Settle()
	place := func(id string) []float64 {
		return lab.Eval[[]float64](tab, fmt.Sprintf("(b => [b.x, b.y, b.width, b.height])(document.getElementById(%q).getBoundingClientRect())", id))
	}
	stage := place("stage")
	tab.Click("#metrics")
	tab.Settle()
	if now := place("stage"); fmt.Sprint(now) != fmt.Sprint(stage) {
		t.Errorf("the picture was %v and is %v", stage, now)
	}
	if chart := place("chart"); chart[0] != stage[0] || chart[2] != stage[2] || chart[1] < stage[1]+stage[3] {
		t.Errorf("the chart at %v is not in line with the picture at %v", chart, stage)
	}
	seek := func(seconds int) {
		tab.Run(fmt.Sprintf("const seek = document.getElementById('seek'); seek.value = %d; seek.dispatchEvent(new Event('input', {bubbles: true}))", seconds))
		tab.Settle()
	}
	headAt := func() float64 {
		return lab.Eval[float64](tab, "parseFloat(document.getElementById('charthead').getAttribute('d').slice(1))")
	}
	seek(5000)
	if words := tab.Text("#metricnow"); !strings.HasPrefix(words, "at 1:23: ") || !strings.HasSuffix(words, " open tasks") {
		t.Errorf("at 1:23 the chart says %q", words)
	}
	// A line's middle is a pixel of the play head's colour in the picture too.
	if x := headAt(); !headIn(stagePicture(tab), int(x+0.5)) {
		t.Errorf("the chart has the play head at %v, where the picture has none", x)
	}
	before := headAt()
	seek(9000)
	if headAt() <= before {
		t.Errorf("the head went on from %v to %v", before, headAt())
	}
	tab.Run("document.getElementById('metric').focus()")
	seen := map[string]bool{}
	options := lab.Eval[int](tab, "document.getElementById('metric').options.length")
	for range options {
		name := tab.Text("#metricname")
		if seen[name] || !strings.HasPrefix(name, "a2a_") {
			t.Errorf("the name %q comes twice, or is none", name)
		}
		seen[name] = true
		if drawn := lab.Eval[bool](tab, "[...document.querySelectorAll('#chart [id^=curve]')].some(p => p.getAttribute('d'))"); drawn == strings.Contains(tab.Text("#metricmost"), "none") {
			t.Errorf("%s: curves are drawn: %v, %q", name, drawn, tab.Text("#metricmost"))
		}
		tab.Press("ArrowDown")
		tab.Settle()
	}
	if len(seen) != options {
		t.Errorf("%d metrics by keys, want %d", len(seen), options)
	}
	tab.Run("document.getElementById('metricstable').open = true")
	tab.Wait("document.querySelectorAll('#metricrows tr').length > 10", 5*time.Second)
	if n := lab.Eval[int](tab, `[...document.querySelectorAll('#metricrows tr')].filter(r => r.cells[0].textContent.startsWith('Requests by kind')).flatMap(r => [...r.cells].slice(1)).reduce((sum, c) => sum + Number(c.textContent), 0)`); n != traced(t, "m=4&hears=push&reconcile=10m").Report.TotalRequests() {
		t.Errorf("the table has %d requests, want %d", n, traced(t, "m=4&hears=push&reconcile=10m").Report.TotalRequests())
	}
}

// headIn tells whether the picture has the play head at x or in a column beside it: its colour in most of the height.
func headIn(p image.Image, x int) bool {
	b := p.Bounds()
	for at := x - 1; at <= x+1; at++ {
		count := 0
		for y := b.Min.Y; y < b.Max.Y; y++ {
			if c := color.RGBAModel.Convert(p.At(b.Min.X+at, y)).(color.RGBA); c.R > 0x80 && c.G > 0xa0 && c.B > 0xd0 {
				count++
			}
		}
		if count > b.Dy()/2 {
			return true
		}
	}
	return false
}

// TestKeyboardLayouts presses the keys of the stage where they lie, on keyboards that write something else there.
func TestKeyboardLayouts(t *testing.T) {
	tab := opened(t, "#m=1&drop=subscribe", lab.Options{ReducedMotion: true})
	tab.Run("document.getElementById('stage').focus()")
	press := func(code, key string) {
		t.Helper()
		for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeKeyUp} {
			if _, err := chromedp.Call(tab.Context(), input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Code: code, Key: key}); err != nil {
				t.Fatal(err)
			}
		}
	}
	window := func() string { return attribute(tab, "window", "aria-valuetext") }
	for layout, writes := range map[string]map[string]string{
		"AZERTY": {"KeyW": "z", "KeyS": "s", "KeyA": "q", "KeyD": "d", "Comma": ";", "Period": ":", "KeyN": "n", "BracketLeft": "Dead", "BracketRight": "$", "Digit0": "à"},
		"Dvorak": {"KeyW": ",", "KeyS": "o", "KeyA": "a", "KeyD": "e", "Comma": "w", "Period": "v", "KeyN": "b", "BracketLeft": "/", "BracketRight": "=", "Digit0": "0"},
	} {
		key := func(code string) { t.Helper(); press(code, writes[code]) }
		key("Digit0")
		press("Home", "Home")
		key("KeyD")
		key("KeyD")
		if second(tab) != 120 {
			t.Errorf("%s: D, D lead to second %d", layout, second(tab))
		}
		key("KeyA")
		if second(tab) != 60 {
			t.Errorf("%s: then A to second %d", layout, second(tab))
		}
		key("Period")
		at := second(tab)
		key("Period")
		key("Comma")
		if second(tab) != at || at <= 60 {
			t.Errorf("%s: full stop, full stop, comma lead to second %d, want %d", layout, second(tab), at)
		}
		key("KeyW")
		key("KeyW")
		zoomed := window()
		if zoomed == "the whole run" {
			t.Errorf("%s: W does not zoom", layout)
		}
		key("BracketRight")
		if window() == zoomed {
			t.Errorf("%s: ] does not move the window", layout)
		}
		key("BracketLeft")
		if window() != zoomed {
			t.Errorf("%s: ] and [ lead from %q to %q", layout, zoomed, window())
		}
		key("KeyS")
		key("KeyS")
		if window() != "the whole run" {
			t.Errorf("%s: S, S leave the window at %q", layout, window())
		}
		key("KeyW")
		key("Digit0")
		if window() != "the whole run" {
			t.Errorf("%s: 0 leaves the window at %q", layout, window())
		}
	}
}
