package lab

import (
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// Frame is a frame of another site in the tab's page: its address must contain a text. What the browser complains about in it
// is reported as for the tab. Input goes to the tab, as a person's does: see ClickIn.
func (tab *Tab) Frame(part string) *Tab {
	tab.t.Helper()
	for until := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		targets, err := chromedp.Targets(tab.ctx)
		tab.must("listing the frames", err)
		for _, info := range targets {
			if info.Type != "iframe" || !strings.Contains(info.URL, part) {
				continue
			}
			ctx, leave := chromedp.NewContext(tab.ctx, chromedp.WithTargetID(info.TargetID))
			frame := &Tab{t: tab.t, ctx: ctx, expect: tab.expect}
			tab.t.Cleanup(func() {
				for _, c := range frame.Complaints() {
					tab.t.Errorf("the browser complained in the frame: %s", c)
				}
				leave()
			})
			tab.must("entering the frame", chromedp.Do(ctx))
			tab.must("listening to the frame", chromedp.Listen(ctx, frame.hear))
			return frame
		}
		if time.Now().After(until) {
			tab.t.Fatalf("there is no frame whose address contains %q", part)
		}
	}
}

// In is where the middle of an element of a frame is in the tab's viewport; holder is a JavaScript expression for the frame's
// element in the tab's page.
func (tab *Tab) In(frame *Tab, holder, selector string) (x, y float64) {
	tab.t.Helper()
	const middle = `(e => { const r = e.getBoundingClientRect(); return [r.left + %s, r.top + %s] })(%s)`
	inner := Eval[[2]float64](frame, fmt.Sprintf(middle, "r.width / 2", "r.height / 2", fmt.Sprintf("document.querySelector(%q)", selector)))
	outer := Eval[[2]float64](tab, fmt.Sprintf(middle, "0", "0", holder))
	return outer[0] + inner[0], outer[1] + inner[1]
}

// ClickIn scrolls the tab's page so that an element of a frame is in view, and clicks its middle once it lies still.
func (tab *Tab) ClickIn(frame *Tab, holder, selector string) {
	tab.t.Helper()
	_, y := tab.In(frame, holder, selector)
	tab.Run(fmt.Sprintf("scrollBy({ top: %g - innerHeight / 2, behavior: 'instant' })", y))
	tab.ClickAt(tab.Still(frame, holder, selector))
}

// Still is In, once the page and the frame have been drawn twice with the element in one place: what is clicked is what was last drawn.
func (tab *Tab) Still(frame *Tab, holder, selector string) (x, y float64) {
	tab.t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); {
		x0, y0 := tab.In(frame, holder, selector)
		tab.Settle()
		frame.Settle()
		if x, y = tab.In(frame, holder, selector); x == x0 && y == y0 {
			return x, y
		}
	}
	tab.t.Fatalf("%s does not lie still", selector)
	return 0, 0
}
