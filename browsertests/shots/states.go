package main

import (
	"fmt"
	"time"

	"a2alab/browsertests/lab"
)

// state is one situation to take pictures of.
type state struct {
	name    string
	path    string // what follows the site's address: a path, a fragment or both
	options lab.Options
	steps   func(*lab.Tab) // what to do before the picture, if anything
	plain   bool           // a page without the lab's program
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

// strange shows a stranger's call of task 200 on the wire.
func strange(tab *lab.Tab) {
	played(tab)
	tab.Run(`document.getElementById('tasks').open = true`)
	tab.Wait(`[...document.querySelectorAll('#rows button')].some(b => b.textContent === '#200')`, 10*time.Second)
	tab.Run(`[...document.querySelectorAll('#rows button')].find(b => b.textContent === '#200').click()`)
	tab.Run(`document.querySelector('#wire summary').click()`)
	tab.Wait(`document.querySelectorAll('#exchanges [data-tone]').length > 0`, 10*time.Second)
	tab.Run(`document.querySelector('#exchanges [data-tone] button').click(); document.getElementById('wiredetail').scrollIntoView({block: 'end'})`)
}

// debriefed waits for the stars and opens the debrief.
func debriefed(tab *lab.Tab) {
	played(tab)
	tab.Wait(`!document.getElementById('debriefbutton').hidden`, 20*time.Second)
	tab.Click("#debriefbutton")
}

// compared pins the broken client of mission 1 and mends it.
func compared(tab *lab.Tab) {
	played(tab)
	tab.Run(`document.getElementById('pin').click()`)
	tab.Choose("#key-drop", "subscribe")
}

// mapped shows the strategy map and chooses the third setting of its front.
func mapped(tab *lab.Tab) {
	played(tab)
	tab.Click("#map")
	tab.Wait(`document.getElementById('mapwork').hidden`, 20*time.Second)
	tab.Run(`const stage = document.getElementById('stage'); for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) stage.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}))`)
}

// proved waits until the other days have been tried.
func proved(tab *lab.Tab) {
	played(tab)
	tab.Wait(`document.querySelectorAll('#strip [data-tone]').length === 20`, 20*time.Second)
}

// manyDays opens the section of many days and waits until they have been run.
func manyDays(tab *lab.Tab) {
	played(tab)
	tab.Run(`document.getElementById('daysbutton').click()`)
	tab.Wait(`document.getElementById('daysshare').textContent && !document.getElementById('days').dataset.stale`, 20*time.Second)
}

// zoomed looks at an hour around the middle.
func zoomed(tab *lab.Tab) {
	half(tab)
	tab.Run(`for (let i = 0; i < 3; i++) document.getElementById('zoomin').click(); if (innerWidth < 1021) document.getElementById('metrics').scrollIntoView({block: 'end'})`)
}

// metered shows a metric under the picture.
func metered(n int) string {
	return fmt.Sprintf(`document.getElementById('metrics').click(); const m = document.getElementById('metric'); m.value = %d; m.dispatchEvent(new Event('change', {bubbles: true})); if (innerWidth < 1021) document.getElementById('metrics').scrollIntoView({block: 'end'})`, n)
}

var states = []state{
	{name: "start"},
	{name: "start-whole", whole: true, steps: played},
	{name: "mission-1-broken", path: "#m=1", steps: played},
	{name: "mission-1-half", path: "#m=1", steps: half},
	{name: "mission-1-solved", path: "#m=1&drop=subscribe", steps: played},
	{name: "mission-2-broken", path: "#m=2", steps: played},
	{name: "mission-2-solved", path: "#m=2&reconcile=5m&by=list", steps: played},
	{name: "mission-3-broken", path: "#m=3", steps: played},
	{name: "mission-3-solved", path: "#m=3&reconcile=30m&lost=resubmit", steps: played},
	{name: "mission-4-broken", path: "#m=4", steps: played},
	{name: "mission-4-solved", path: "#m=4&hears=push&reconcile=10m&idempotent=on", steps: played},
	{name: "mission-6-broken", path: "#m=6", steps: played},
	{name: "mission-6-checked", path: "#m=6&verify=on", steps: played},
	{name: "mission-6-solved", path: "#m=6&reconcile=10m&by=list&idempotent=on&verify=on", steps: played},
	{name: "mission-6-start", path: "#m=6"},
	{name: "sandbox", path: "#m=sandbox&flaps=8m&hears=stream", steps: played},
	{name: "forged", path: "#m=sandbox&day=448&forged=20m&outage=12m&outageat=1h28m&retries=6", steps: played},
	{name: "forged-refused", path: "#m=sandbox&day=448&forged=20m&outage=12m&outageat=1h28m&retries=6&verify=on", steps: played},
	{name: "forged-why", path: "#m=sandbox&day=448&forged=20m&outage=12m&outageat=1h28m&retries=6", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Run(`document.getElementById('scorewhy-wrong').click()`)
		tab.Wait(`!document.getElementById('apply').hidden`, 20*time.Second)
	}},
	{name: "forged-all", path: "#m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h&forged=20m&lost=resubmit&reconcile=10m&idempotent=on", steps: played},
	{name: "map-forged", path: "#m=sandbox&forged=20m&outage=12m", steps: mapped},
	{name: "all-rows", path: "#m=4", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Click("#dense")
	}},
	{name: "zoomed", path: "#m=2", steps: zoomed},
	{name: "zoomed-all", path: "#m=4&hears=push", steps: func(tab *lab.Tab) {
		zoomed(tab)
		tab.Run(`document.getElementById('dense').click()`)
	}},
	{name: "folded", path: "#m=3&reconcile=30m&lost=resubmit", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Run(`document.getElementById('fold').click()`)
	}},
	{name: "folded-selected", path: "#m=4&hears=push", steps: func(tab *lab.Tab) {
		selected(tab)
		tab.Run(`document.getElementById('fold').click()`)
	}},
	{name: "metrics", path: "#m=4&hears=push&reconcile=10m", steps: func(tab *lab.Tab) {
		half(tab)
		tab.Run(metered(0))
	}},
	{name: "metrics-requests", path: "#m=sandbox&flaps=8m&restart=1h&hears=stream&reconcile=10m&lost=resubmit", steps: func(tab *lab.Tab) {
		half(tab)
		tab.Run(metered(3))
	}},
	{name: "metrics-learn", path: "#m=4&hears=push&reconcile=10m", steps: func(tab *lab.Tab) {
		half(tab)
		tab.Run(metered(4))
	}},
	{name: "metrics-table", path: "#m=4&hears=push&reconcile=10m", steps: func(tab *lab.Tab) {
		half(tab)
		tab.Run(`document.getElementById('metricstable').open = true; document.getElementById('metricstable').scrollIntoView()`)
	}},
	{name: "selected", path: "#m=4&hears=push", steps: selected},
	{name: "why", path: "#m=2", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Run(`document.getElementById('goalwhy-2').click()`)
		tab.Wait(`!document.getElementById('apply').hidden`, 20*time.Second)
	}},
	{name: "wire", path: "#m=2&retries=8", steps: func(tab *lab.Tab) {
		selected(tab)
		tab.Click("#wire summary")
		tab.Click("#exchanges li:nth-child(3) button")
		tab.Run("document.getElementById('wire').scrollIntoView()")
	}},
	{name: "wire-believed", path: "#m=sandbox&outage=12m&forged=20m", steps: strange},
	{name: "wire-refused", path: "#m=sandbox&outage=12m&verify=on&forged=20m", steps: strange},
	{name: "breakdown", path: "#m=4", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Run(`document.getElementById('scorewhy-requests').click()`)
	}},
	{name: "pointed", path: "#m=1", steps: func(tab *lab.Tab) {
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
	{name: "map", path: "#m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h", steps: mapped},
	{name: "map-mission", path: "#m=4", steps: mapped},
	{name: "map-table", path: "#m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h", steps: func(tab *lab.Tab) {
		mapped(tab)
		tab.Run(`document.getElementById('strategies').open = true`)
		tab.Wait(`!document.getElementById('strategybox').hidden`, 10*time.Second)
		tab.Run(`document.getElementById('strategies').scrollIntoView()`)
	}},
	{name: "rules", steps: func(tab *lab.Tab) {
		tab.Run(`document.getElementById('rules').open = true; document.getElementById('rules').scrollIntoView()`)
	}},
	{name: "known", steps: func(tab *lab.Tab) {
		tab.Run(`document.getElementById('known').open = true; document.getElementById('known').scrollIntoView()`)
	}},
	{name: "share", path: "#m=1&drop=subscribe", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Click("[popovertarget=share]")
	}},
	{name: "hints", path: "#m=2", steps: func(tab *lab.Tab) {
		played(tab)
		for range 3 {
			tab.Run(`document.getElementById('hintbutton').click()`)
		}
		tab.Run(`document.getElementById('hints').scrollIntoView()`)
	}},
	{name: "compare", path: "#m=1", steps: compared},
	{name: "compare-2", path: "#m=2", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Run(`document.getElementById('pin').click()`)
		tab.Choose("#key-retries", "8")
	}},
	{name: "compare-dense", path: "#m=1", steps: func(tab *lab.Tab) {
		compared(tab)
		tab.Run(`document.getElementById('dense').click()`)
	}},
	{name: "compare-swapped", path: "#m=1", steps: func(tab *lab.Tab) {
		compared(tab)
		tab.Run(`document.getElementById('swap').click()`)
	}},
	{name: "compare-panel", path: "#m=1", steps: func(tab *lab.Tab) {
		compared(tab)
		tab.Run(`document.getElementById('pin').scrollIntoView({block: 'center'})`)
	}},
	{name: "compare-table", path: "#m=2", steps: func(tab *lab.Tab) {
		played(tab)
		tab.Run(`document.getElementById('pin').click()`)
		tab.Choose("#key-retries", "8")
		tab.Run(`document.getElementById('changes').open = true; document.getElementById('changes').scrollIntoView()`)
	}},
	{name: "proof", path: "#m=2&retries=8", steps: proved},
	{name: "proof-fails", path: "#m=4&hears=block&repeats=0&reconcile=1m&by=list", steps: proved},
	{name: "day-opened", path: "#m=2&retries=8", steps: func(tab *lab.Tab) {
		proved(tab)
		tab.Click("#strip [data-do]")
		tab.Wait(`!document.getElementById('apply').hidden`, 20*time.Second)
	}},
	{name: "days", path: "#m=2&retries=8", steps: manyDays},
	{name: "days-sandbox", path: "#m=sandbox&flaps=8m&restart=1h&lost=resubmit&reconcile=30m&hears=stream&drop=resend", steps: manyDays},
	{name: "debrief", path: "#m=2&reconcile=5m&by=list", steps: debriefed},
	{name: "impatient-question", path: "#m=5"},
	{name: "impatient", path: "#m=5", steps: selected},
	{name: "impatient-debrief", path: "#m=5&hears=push", steps: debriefed},
	{name: "help", path: "#m=1", steps: func(tab *lab.Tab) { tab.Click("[popovertarget=help]") }},
	{name: "present", path: "present/#m=1", steps: func(tab *lab.Tab) {
		tab.Click("#setup")
		tab.Run(`const text = document.getElementById('cuetext'); text.value = 'm=1 @ 1:20:00 A dropped stream is news about the network. The client takes it for news about the work.\nm=1&drop=subscribe @ 1:20:00 The same drops, and no duplicate.'; text.form.requestSubmit(); document.getElementById('cuesetup').hidePopover()`)
		tab.Press("PageDown")
	}},
	{name: "guide", path: "guide/", whole: true},
	{name: "embed", path: "embed/#m=2", steps: played},
	{name: "embed-whole", path: "embed/#m=2", whole: true, steps: played},
	{name: "embed-bare", path: "embed/?hide=brief,panel,scores#m=4&hears=push", steps: played},
	{name: "hub", path: "hub/", plain: true, options: lab.Options{Before: `localStorage.setItem('a2a-task-lab', '{"version":1,"missions":{"1":{"stars":3,"cost":2.287,"setting":"m=1&drop=subscribe"},"2":{"stars":1,"cost":1.2,"setting":"m=2&retries=8"}}}')`}},
	{name: "hub-no-script", path: "hub/", plain: true, options: lab.Options{NoScript: true}},
	{name: "bad-link", path: "#m=2&drop=never&retries=99&poll=1h30&nonsense=1", steps: played},
	{name: "no-webgl", options: lab.Options{NoWebGL: true}},
	{name: "no-script", plain: true, options: lab.Options{NoScript: true}},
	{name: "not-found", path: "no/such/page", plain: true, options: lab.Options{Expect: []string{"404"}}},
}
