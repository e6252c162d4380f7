package ui

import "syscall/js"

// on calls f at every such event. passive is off so that f may prevent what the browser would do, as the wheel's scrolling.
func on(target js.Value, event string, f func(e js.Value)) {
	target.Call("addEventListener", event, js.FuncOf(func(_ js.Value, args []js.Value) any {
		f(args[0])
		return nil
	}), map[string]any{"passive": false})
}

// later calls f once after a while.
func (b *browser) later(milliseconds int, f func()) {
	b.window.Call("setTimeout", once(func([]js.Value) { f() }), milliseconds)
}

// next makes a function that has f called in the browser's next task: after what waits already, as input and frames, and unlike a
// timer, which browsers hold back for four milliseconds, no later than that.
func next(f func()) func() {
	channel := js.Global().Get("MessageChannel").New()
	from, to := channel.Get("port1"), channel.Get("port2")
	on(to, "message", func(js.Value) { f() })
	to.Call("start")
	return func() { from.Call("postMessage", js.Null()) }
}

// once is a function for the browser to call one time; it is let go of then.
func once(f func(args []js.Value)) js.Func {
	var call js.Func
	call = js.FuncOf(func(_ js.Value, args []js.Value) any {
		call.Release()
		f(args)
		return nil
	})
	return call
}

// oneOf are two functions of which the browser calls one, one time; both are let go of then.
func oneOf(f func(js.Value), g func()) (js.Func, js.Func) {
	var yes, no js.Func
	release := func() {
		yes.Release()
		no.Release()
	}
	yes = js.FuncOf(func(_ js.Value, args []js.Value) any {
		release()
		f(args[0])
		return nil
	})
	no = js.FuncOf(func(js.Value, []js.Value) any {
		release()
		g()
		return nil
	})
	return yes, no
}

// settle calls one of the two once a promise is kept or broken.
func settle(promise js.Value, kept func(js.Value), broken func()) {
	yes, no := oneOf(kept, broken)
	promise.Call("then", yes, no)
}

// attempt reports whether f ran without the browser throwing.
func attempt(f func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	f()
	return
}
