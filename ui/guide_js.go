package ui

import "syscall/js"

// runGuide answers the guide's calculators, and never returns: that page has no stage.
func runGuide() {
	b := &browser{page: newPage(), window: js.Global()}
	guide := NewGuide()
	choose := func(menu js.Value) {
		guide.Choose(menu.Get("id").String(), menu.Get("value").String())
		guide.Show(b.page)
	}
	changed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		choose(args[0].Get("target"))
		return nil
	})
	menus := b.page.document.Call("querySelectorAll", "[data-calculate]")
	for i := range menus.Length() {
		menu := menus.Index(i)
		choose(menu) // the browser may have brought back what was chosen before a reload
		menu.Set("disabled", false)
		menu.Call("addEventListener", "change", changed)
	}
	b.page.Set("load", "hidden", "yes")
	b.page.document.Get("documentElement").Get("dataset").Set("lab", "ready")
	select {}
}
