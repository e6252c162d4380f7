// Package ui is what the page says and does. Lab holds the state and carries out Actions; Lab.Show says what the page shows,
// as plain values for named elements; Lab.Picture says what the stage shows. All of that is tested natively. Only the files
// that end in _js.go know a browser: they turn its events into Actions and write the values that changed.
package ui

import (
	"slices"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
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
	unsaved      bool   // progress changed since Unsaved was called
	storage      string // why nothing is saved, if so
	unstoredSeen bool   // and whether the notice of it was put away
	notices      []string
	said         string
	rows         []Row
	lines        []Line // the story of the item told
	told         int    // or render.None
	framing      framing
}

// NewLab is a lab that shows nothing yet: Open it. progress is what was stored; storage says why storing is impossible, if so.
func NewLab(progress Progress, storage string, calm bool) *Lab {
	l := &Lab{speed: usualSpeed, progress: progress, storage: storage, calm: calm, selected: render.None, told: render.None, hit: nowhere,
		verdicts: map[engine.Setting]*missions.Verdict{}, asked: map[string]bool{}}
	l.runner.Most = drawMost
	if i := slices.Index(Speeds, progress.Page.Speed); i >= 0 {
		l.speed = i
	}
	return l
}

// Do carries out an action.
func (l *Lab) Do(a Action) {
	switch a.Do {
	case Begin:
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
		l.hints = min(l.hints+1, len(hintButtons))
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
