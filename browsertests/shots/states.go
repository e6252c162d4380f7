package main

import (
	"time"

	"a2alab/browsertests/lab"
)

// state is one situation to take pictures of.
type state struct {
	name    string
	path    string // what follows the site's address: a path, a fragment or both
	options lab.Options
	steps   func(*lab.Tab) // what to do before the picture, if anything
	whole   bool           // the whole length of the page, not only what is in view
}

// played answers nothing and goes to the end of the run.
func played(tab *lab.Tab) {
	tab.Run(`if (!document.getElementById('predict').hidden) document.querySelector('[data-do=skip]').click()`)
	tab.Run(`const seek = document.getElementById('seek'); seek.value = seek.max; seek.dispatchEvent(new Event('input', {bubbles: true}))`)
}

// half goes to the middle of the run and selects a row.
func half(tab *lab.Tab) {
	played(tab)
	tab.Run(`const seek = document.getElementById('seek'); seek.value = seek.max * .62; seek.dispatchEvent(new Event('input', {bubbles: true}))`)
}

func selected(tab *lab.Tab) {
	played(tab)
	tab.Run(`const stage = document.getElementById('stage'); for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) stage.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}))`)
}

// debriefed waits for the stars and opens the debrief.
func debriefed(tab *lab.Tab) {
	played(tab)
	tab.Wait(`!document.getElementById('debriefbutton').hidden`, 20*time.Second)
	tab.Click("#debriefbutton")
}

var states = []state{
	{name: "start"},
	{name: "start-whole", whole: true, steps: played},
	{name: "mission-1-broken", path: "#m=1", steps: played, options: lab.Options{Dark: true}},
	{name: "mission-1-half", path: "#m=1", steps: half, options: lab.Options{Dark: true}},
	{name: "mission-1-solved", path: "#m=1&drop=subscribe", steps: played, options: lab.Options{Dark: true}},
	{name: "mission-2-broken", path: "#m=2", steps: played, options: lab.Options{Dark: true}},
	{name: "mission-2-solved", path: "#m=2&reconcile=5m&by=list", steps: played},
	{name: "mission-3-broken", path: "#m=3", steps: played, options: lab.Options{Dark: true}},
	{name: "mission-3-solved", path: "#m=3&reconcile=30m&lost=resubmit", steps: played},
	{name: "mission-4-broken", path: "#m=4", steps: played, options: lab.Options{Dark: true}},
	{name: "mission-4-solved", path: "#m=4&hears=push&reconcile=10m&idempotent=on", steps: played},
	{name: "sandbox", path: "#m=sandbox&flaps=8m&hears=stream", steps: played, options: lab.Options{Dark: true}},
	{name: "all-rows", path: "#m=4", options: lab.Options{Dark: true}, steps: func(tab *lab.Tab) {
		played(tab)
		tab.Click("#dense")
	}},
	{name: "selected", path: "#m=4&hears=push", steps: selected, options: lab.Options{Dark: true}},
	{name: "pointed", path: "#m=1", options: lab.Options{Dark: true}, steps: func(tab *lab.Tab) {
		played(tab)
		tab.Run(`const stage = document.getElementById('stage'); stage.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX: stage.getBoundingClientRect().left + 160, clientY: stage.getBoundingClientRect().top + 38}))`)
	}},
	{name: "meaning", path: "#m=sandbox", steps: func(tab *lab.Tab) {
		tab.Run(`document.getElementById('key-reconcile').focus()`)
		tab.Run(`new Promise(done => setTimeout(done, 600))`)
	}},
	{name: "table", path: "#m=1", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Run(`document.getElementById('tasks').open = true; document.getElementById('tasks').scrollIntoView()`)
	}},
	{name: "share", path: "#m=1&drop=subscribe", options: lab.Options{Dark: true}, steps: func(tab *lab.Tab) {
		played(tab)
		tab.Click("[popovertarget=share]")
	}},
	{name: "hints", path: "#m=2", options: lab.Options{Dark: true}, steps: func(tab *lab.Tab) {
		played(tab)
		for range 3 {
			tab.Run(`document.getElementById('hintbutton').click()`)
		}
		tab.Run(`document.getElementById('hints').scrollIntoView()`)
	}},
	{name: "debrief", path: "#m=2&reconcile=5m&by=list", steps: debriefed, options: lab.Options{Dark: true}},
	{name: "help", path: "#m=1", steps: func(tab *lab.Tab) { tab.Click("[popovertarget=help]") }},
	{name: "present", path: "present/#m=1", options: lab.Options{Dark: true}, steps: func(tab *lab.Tab) {
		tab.Click("#setup")
		tab.Run(`const text = document.getElementById('cuetext'); text.value = 'm=1 @ 1:20:00 A dropped stream is news about the network. The client takes it for news about the work.\nm=1&drop=subscribe @ 1:20:00 The same drops, and no duplicate.'; text.form.requestSubmit(); document.getElementById('cuesetup').hidePopover()`)
		tab.Press("PageDown")
	}},
	{name: "guide", path: "guide/", whole: true},
	{name: "guide-dark", path: "guide/", options: lab.Options{Dark: true}},
	{name: "embed", path: "embed/#m=2", steps: played},
	{name: "hub", path: "hub/", options: lab.Options{NoScript: true}},
	{name: "bad-link", path: "#m=2&drop=never&retries=99&poll=1h30&nonsense=1", steps: played},
	{name: "no-webgl", options: lab.Options{NoWebGL: true}},
	{name: "no-script", options: lab.Options{NoScript: true}},
	{name: "not-found", path: "no/such/page", options: lab.Options{NoScript: true, Expect: []string{"404"}}},
}
