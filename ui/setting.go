package ui

import (
	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
)

const (
	undoMost = 200     // settings to go back to
	drawMost = 500_000 // events: a second's work in a browser
)

// A step is what Undo goes back to.
type step struct {
	setting engine.Setting
	swap    bool // left by a swap with the pinned run
}

// Open shows the setting of a text, and says what was wrong with it.
func (l *Lab) Open(text string) {
	s, problems := missions.Parse(text)
	l.notices = nil
	for _, p := range problems {
		l.notices = append(l.notices, p.Error()+".")
	}
	if s == l.setting && l.trace.Items != nil {
		return
	}
	l.remember()
	l.enter(s)
}

// Fragment is the setting as the address should have it.
func (l *Lab) Fragment() string { return missions.Text(l.setting) }

// enter goes to a setting of another start, or of the same from outside.
func (l *Lab) enter(s engine.Setting) {
	other := s.Start != l.setting.Start || l.trace.Items == nil
	l.setting = s
	if other {
		l.mission = missions.Find(s.Start)
		if l.pin.on && !l.keepPin(&s) {
			l.unpin()
		}
		l.hints, l.guessed, l.selected, l.top = 0, render.None, render.None, 0
		l.told, l.why, l.visiting, l.explainer.Mission = render.None, inquiry{}, 0, nil
		l.from, l.to, l.now = 0, 0, 0
		l.chart.open = false
		if l.mission != nil {
			l.first, _ = l.judge.Report(l.mission.Start)
			l.first.PerItem = nil
			l.guessed = l.progress.recalled(l.mission)
		}
	}
	l.run()
	if other {
		l.begin()
	} else if l.asking && s != l.mission.Start {
		l.passOver(render.None)
	}
}

// begin decides how a start begins: with the prediction, playing, or at the end of the run.
func (l *Lab) begin() {
	l.asking = l.mission != nil && !l.framing.quiet && l.setting == l.mission.Start && l.progress.asks(l.mission)
	l.playing = !l.asking && !l.calm && l.mission != nil && l.talk == nil
	if l.calm && !l.asking || l.mission == nil {
		l.now = l.trace.Setting.End // the setting's, unless that cannot be run
	}
	l.pause = ""
	l.laid = false
}

// set changes one key, unless it is locked or the value is none.
func (l *Lab) set(key, value string) {
	k := engine.KeyNamed(key)
	if k == nil || missions.Locked(l.setting, key) {
		return
	}
	v, err := k.Parse(value)
	if err != nil {
		l.notices = []string{k.Label + ": " + err.Error() + "."}
		return
	}
	s := l.setting
	*k.Field(&s) = v
	if err := s.Validate(); err != nil {
		l.notices = []string{err.Error() + "."}
		return
	}
	l.change(s)
}

// change is the player's: it can be undone, and the head stays where it is.
func (l *Lab) change(s engine.Setting) {
	if s == l.setting {
		return
	}
	if l.asking {
		l.guess(render.None)
	}
	l.notices = nil
	l.remember()
	l.setting = s
	l.run()
}

func (l *Lab) remember() {
	if l.trace.Items == nil {
		return
	}
	if len(l.undo) == undoMost {
		l.undo = l.undo[1:]
	}
	l.undo = append(l.undo, step{setting: l.setting})
	l.redo = l.redo[:0]
}

func (l *Lab) back(from, to *[]step) {
	if len(*from) == 0 {
		return
	}
	s := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	*to = append(*to, step{l.setting, s.swap})
	swapped := s.swap && l.pin.on && l.pin.trace.Setting == s.setting
	l.enter(s.setting)
	if swapped { // the pin goes back, too
		l.pinPrevious(s.setting)
	}
}

// run computes the whole two hours anew.
func (l *Lab) run() {
	before, had := l.trace.Report, l.trace.Items != nil
	l.laid = false
	l.tooLarge = ""
	if err := l.runner.Trace(&l.spare, l.setting); err != nil {
		l.tooLarge = err.Error() + ", or count them on the command line"
		l.said = "This setting cannot be shown."
		if had {
			return
		}
		start, _ := missions.StartNamed(l.setting.Start) // there must be something to look at
		l.runner.Trace(&l.spare, start.Setting)
	}
	l.trace, l.spare = l.spare, l.trace
	l.fold.known, l.meter.known = false, false
	l.now = min(l.now, l.trace.Setting.End)
	if l.to > l.trace.Setting.End {
		l.window(l.from, l.to-l.from)
	}
	l.shown = engine.Shown(l.trace.Items)
	l.all = render.ByCreation(l.trace.Items)
	if l.selected >= len(l.trace.Items) {
		l.selected = render.None
	}
	l.told, l.activity, l.why.rows, l.tabled, l.wired.of = render.None, "", nil, false, render.None
	l.point()
	l.remap()
	l.verdict, l.trial, l.untried = l.verdicts[l.setting], nil, ""
	l.goals, l.practice = nil, 0
	if l.mission != nil {
		l.goals, l.practice = l.mission.Practice(&l.trace.Report)
	}
	l.pin.known, l.pin.rows = false, nil
	if had && !l.asking {
		l.said = difference(&before, &l.trace.Report)
	}
	if l.comparing() { // it is told with whose fate changed
		l.pin.change, l.said = l.said, ""
	}
}
