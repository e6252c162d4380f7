// Package ui is what the page says and does. Lab holds the state and carries out Actions; Lab.Show says what the page shows,
// as plain values for named elements; Lab.Picture says what the stage shows. All of that is tested natively. Only the files
// that end in _js.go know a browser: they turn its events into Actions and write the values that changed.
package ui

import (
	"cmp"
	"slices"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
)

// Speeds are how much faster than life the run may be played.
var Speeds = []int{60, 300, 600, 1200, 3600}

const (
	usualSpeed   = 2       // in Speeds
	undoMost     = 200     // settings to go back to
	verdictsMost = 500     // kept, of settings tried
	drawMost     = 500_000 // events: a second's work in a browser
	frameMost    = 100     // milliseconds that one frame may stand for, however long the tab was away
	windowMin    = engine.Minute
	calmStep     = 5 * engine.Minute // of the head while playing with reduced motion
	calmPace     = 500               // milliseconds between such steps
)

// A Lab is the state of the page. Its methods are for one goroutine: the browser calls in one at a time.
type Lab struct {
	setting    engine.Setting
	mission    *missions.Mission // nil in the sandbox
	undo, redo []engine.Setting

	runner, judge engine.Runner
	trace, spare  engine.Trace // the trace shown; room for the next
	tooLarge      string       // why the setting cannot be run, if so
	first         engine.Report
	goals         []missions.GoalVerdict
	verdict       *missions.Verdict
	verdicts      map[engine.Setting]*missions.Verdict

	asking  bool // the prediction is open: what is to come is hidden
	guessed int  // the answer given, or render.None
	asked   map[string]bool
	hints   int // rungs open

	now      engine.Time
	playing  bool
	pause    string // why it does not play, if the lab itself paused it
	speed    int
	pace     float64 // milliseconds gathered towards the next calm step
	from, to engine.Time
	dense    bool
	calm     bool  // reduced motion
	shown    []int // the sixteen, in order of creation
	all      []int // all items, likewise
	top      int   // the first row shown, where not all fit
	selected int
	hit      render.Hit
	x, y     float32
	pointing bool

	width, height float32
	picture       render.Picture
	laid          bool // the picture's rows are up to date
	bins          [120]int
	activity      string

	address      string // of the page, without the fragment
	imported     string // what came of an import
	talk         *Talk  // nil but for a presenter
	progress     Progress
	unsaved      bool   // progress changed since Saved was called
	storage      string // why nothing is saved, if so
	unstoredSeen bool   // and whether the notice of it was put away
	notices      []string
	said         string
	rows         []Row
	lines        []Line
	lineOf       lineOf
	framing      framing
}

// lineOf is what lines was made for.
type lineOf struct {
	item int
	made bool
}

// NewLab is a lab that shows nothing yet: Open it. progress is what was stored; storage says why storing is impossible, if so.
func NewLab(progress Progress, storage string, calm bool) *Lab {
	l := &Lab{speed: usualSpeed, progress: progress, storage: storage, calm: calm, selected: render.None,
		verdicts: map[engine.Setting]*missions.Verdict{}, asked: map[string]bool{}}
	l.hit = nowhere
	l.runner.Most = drawMost
	if i := slices.Index(Speeds, progress.Page.Speed); i >= 0 {
		l.speed = i
	}
	return l
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

// Do carries out an action.
func (l *Lab) Do(a Action) {
	switch a.Do {
	case Begin:
		l.notices = nil
		l.Open("m=" + a.Name)
	case Set:
		l.set(a.Name, a.Value)
	case SetText:
		l.Open(a.Value)
	case Undo:
		l.back(&l.undo, &l.redo)
	case Redo:
		l.back(&l.redo, &l.undo)
	case Reset:
		start, _ := missions.StartNamed(l.setting.Start)
		s := start.Setting
		s.Start = start.Name
		l.change(s)
	case Free:
		l.remember()
		l.enter(missions.InSandbox(l.setting))
	case Guess:
		l.guess(a.N)
	case Skip:
		l.guess(render.None)
	case Hint:
		l.hints = min(l.hints+1, 3)
	case Dismiss:
		l.notices, l.unstoredSeen = nil, true
	case CueNext, CueBack, CueAdd, CueText, Answers, RankThese:
		l.talkDo(a)
	case Import:
		l.importStars(a.Value)
	case Theme:
		l.framing.theme = ""
		l.keep(l.progress.WithTheme(a.Value))
	case Speed:
		l.speed = min(a.N, len(Speeds)-1)
		l.keep(l.progress.WithSpeed(Speeds[l.speed]))
	default:
		l.move(a)
	}
}

// enter goes to a setting of another start, or of the same from outside.
func (l *Lab) enter(s engine.Setting) {
	other := s.Start != l.setting.Start || l.trace.Items == nil
	l.setting = s
	if other {
		l.mission = missions.Find(s.Start)
		l.hints, l.guessed, l.selected, l.top = 0, render.None, render.None, 0
		l.from, l.to, l.now = 0, 0, 0
		if l.mission != nil {
			l.first, _ = l.judge.Report(l.mission.Start)
			l.first.PerItem = nil
		}
	}
	l.run()
	if other {
		l.open()
	} else if l.asking && s != l.mission.Start {
		l.guess(render.None)
	}
}

// open decides how a start begins: with the prediction, playing, or at the end of the run.
func (l *Lab) open() {
	l.asking = l.mission != nil && !l.framing.quiet && l.setting == l.mission.Start && !l.asked[l.mission.Name] && l.progress.Best(l.mission.Name).Stars == 0
	l.playing = !l.asking && !l.calm && l.mission != nil && l.talk == nil
	if l.calm && !l.asking || l.mission == nil {
		l.now = l.setting.End
	}
	l.pause = ""
	l.laid = false
}

// guess closes the prediction and lets the broken client play.
func (l *Lab) guess(answer int) {
	if !l.asking {
		return
	}
	l.asking, l.guessed = false, answer
	l.asked[l.mission.Name] = true
	l.now, l.playing, l.laid = 0, !l.calm, false
	if l.calm {
		l.now = l.setting.End
	}
	l.said = l.outcome()
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
	l.undo = append(l.undo, l.setting)
	l.redo = l.redo[:0]
}

func (l *Lab) back(from, to *[]engine.Setting) {
	if len(*from) == 0 {
		return
	}
	s := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	*to = append(*to, l.setting)
	l.enter(s)
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
	l.now = min(l.now, l.trace.Setting.End)
	l.shown = engine.Shown(l.trace.Items)
	l.all = render.ByCreation(l.trace.Items)
	if l.selected >= len(l.trace.Items) {
		l.selected = render.None
	}
	l.lineOf, l.activity = lineOf{}, ""
	l.point()
	l.verdict = l.verdicts[l.setting]
	if l.mission != nil {
		l.goals, _ = l.mission.Practice(&l.trace.Report)
	}
	if had && !l.asking {
		l.said = difference(&before, &l.trace.Report)
	}
}

// Unproven tells whether the practice day looks good enough to look at the other days: Prove should be called soon.
func (l *Lab) Unproven() bool {
	return l.mission != nil && l.verdict == nil && l.tooLarge == "" && l.setting != l.mission.Start && l.practiceStars() > 0
}

func (l *Lab) practiceStars() int {
	_, stars := l.mission.Practice(&l.trace.Report)
	return stars
}

// Prove judges the setting on the other days, and keeps the stars.
func (l *Lab) Prove() {
	if !l.Unproven() {
		return
	}
	v := l.judged(l.setting)
	l.verdict = v
	if v == nil {
		return
	}
	if v.Stars > 0 {
		l.hints = 0
		l.keep(l.progress.Record(l.mission.Name, v.Stars, v.Requests, l.Fragment()))
	}
	l.said = l.proof()
}

// judged is the judge's verdict on a setting of the mission, which is kept, or nil where there can be none.
func (l *Lab) judged(s engine.Setting) *missions.Verdict {
	if v := l.verdicts[s]; v != nil {
		return v
	}
	v, err := l.mission.Judge(&l.judge, s)
	if err != nil {
		return nil
	}
	if len(l.verdicts) > verdictsMost {
		clear(l.verdicts)
	}
	l.verdicts[s] = &v
	return &v
}

// keep takes in new progress, to be stored if it differs.
func (l *Lab) keep(p Progress) {
	if !p.Equal(l.progress) {
		l.progress, l.unsaved = p, true
	}
}

// Theme is the host's or the reader's choice: dark, light, or nothing for the system's.
func (l *Lab) Theme() string { return cmp.Or(l.framing.theme, l.progress.Page.Theme) }

// Merge takes in what another tab stored.
func (l *Lab) Merge(p Progress) { l.progress = Merge(l.progress, p) }

// Unsaved returns the progress if it changed since the last call.
func (l *Lab) Unsaved() (Progress, bool) {
	changed := l.unsaved
	l.unsaved = false
	return l.progress, changed
}

// StorageFailed tells the lab why nothing can be kept.
func (l *Lab) StorageFailed(why string) {
	if l.storage != why && !l.framing.kept {
		l.storage, l.unstoredSeen = why, false
	}
}

// Title names what is open, for the window.
func (l *Lab) Title() string {
	const lab = "A2A Task Lab"
	if l.mission == nil {
		return "Sandbox · " + lab
	}
	return l.mission.Name + " " + l.mission.Title + " · " + lab
}

// Said returns the sentence that a screen reader should hear next, if there is one.
func (l *Lab) Said() string {
	s := l.said
	l.said = ""
	return s
}

// Playing tells whether frames should follow one another.
func (l *Lab) Playing() bool { return l.playing && !l.framing.unseen }

// Hide pauses: the tab went out of sight.
func (l *Lab) Hide() {
	if l.playing {
		l.playing, l.pause = false, "Paused while this tab was hidden."
	}
}

// SetCalm follows the reader's wish for reduced motion.
func (l *Lab) SetCalm(calm bool) { l.calm = calm }

// Tick lets the time since the last frame pass, in milliseconds. A long absence counts as one frame.
func (l *Lab) Tick(elapsed float64) {
	if !l.Playing() {
		return
	}
	elapsed = min(max(elapsed, 0), frameMost)
	if l.calm {
		if l.pace += elapsed; l.pace < calmPace {
			return
		}
		l.pace = 0
		l.seek(l.now + calmStep)
		return
	}
	l.seek(l.now + engine.Time(elapsed*float64(Speeds[l.speed])))
}

// seek moves the head; the window follows while it plays.
func (l *Lab) seek(t engine.Time) {
	l.now = min(max(t, 0), l.trace.Setting.End)
	if l.now == l.trace.Setting.End {
		l.playing = false
	}
	if l.to > 0 && (l.now > l.to || l.now < l.from) {
		width := l.to - l.from
		l.window(l.now-width/10, width)
	}
}

// visible are the items of the picture and the table, in order.
func (l *Lab) visible() []int {
	if l.dense {
		return l.all
	}
	return l.shown
}

// Picture is what the stage shows now.
func (l *Lab) Picture() *render.Picture {
	if !l.laid {
		l.laid = true
		render.Layout(&l.picture, &l.trace, render.View{Width: l.width, Height: l.height, From: l.from, To: l.to,
			Rows: l.visible(), First: l.top, Dense: l.dense, Veiled: l.asking, Now: l.now, Selected: l.selected, Hovered: l.hit.Item})
	}
	l.picture.Move(l.now, l.selected, l.hit.Item)
	return &l.picture
}

// Resize says how large the stage is, in CSS pixels.
func (l *Lab) Resize(width, height float32) {
	if width != l.width || height != l.height {
		l.width, l.height, l.laid = width, height, false
	}
}

// nextEvent is the first instant after t at which something happens to the items in view, or to the selected one.
func (l *Lab) nextEvent(t engine.Time, forward bool) engine.Time {
	best := engine.Time(0)
	if forward {
		best = l.trace.Setting.End
	}
	items := l.visible()
	if l.selected != render.None {
		items = []int{l.selected}
	}
	for _, item := range items {
		events := l.trace.EventsOf(item)
		i, _ := slices.BinarySearchFunc(events, t, func(e engine.Event, t engine.Time) int {
			if forward && e.At <= t || !forward && e.At < t {
				return -1
			}
			return 1
		})
		if forward && i < len(events) {
			best = min(best, events[i].At)
		}
		if !forward && i > 0 {
			best = max(best, events[i-1].At)
		}
	}
	return best
}
