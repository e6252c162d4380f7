// Package ui is what the page says and does. Lab holds the state and carries out Actions; Lab.Show says what the page shows,
// as plain values for named elements; Lab.Picture says what the stage shows. All of that is tested natively. Only the files
// that end in _js.go know a browser: they turn its events into Actions and write the values that changed.
package ui

import (
	"slices"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
	"a2alab/why"
)

// A Lab is the state of the page. Its methods are for one goroutine: the browser calls in one at a time.
type Lab struct {
	// What is simulated.
	setting    engine.Setting
	mission    *missions.Mission // nil in the sandbox
	undo, redo []step
	talk       *Talk   // nil but for a presenter
	framing    framing // what the page around an embedded lab decides

	// What came of it.
	runner, judge engine.Runner
	trace, spare  engine.Trace           // the trace shown; room for the next
	tooLarge      string                 // why the setting cannot be run, if so
	first         engine.Report          // of the mission's start
	goals         []missions.GoalVerdict // on the practice day
	practice      int                    // the stars that the practice day alone would give
	trial         *missions.Trial        // of the other days, while they are being tried
	untried       string                 // why they cannot be, if so
	verdict       *missions.Verdict      // over all days, once proven
	strip         strip                  // of the other days, as shown
	mark          int                    // of the strip: the day, from 1, that its keys came to last
	visiting      int                    // which other day of explainer.Mission was opened in the sandbox, from 1, or 0
	many          manyDays
	verdicts      map[engine.Setting]*missions.Verdict

	// How far the mission is.
	asking  bool // the prediction is open: what is to come is hidden
	guessed int  // the answer given, now or once, or render.None
	hints   int  // rungs open

	// The play head.
	now     engine.Time
	playing bool
	pause   string  // why it does not play, if the lab itself paused it
	speed   int     // in Speeds
	calm    bool    // reduced motion
	pace    float64 // milliseconds gathered towards the next calm step

	// The picture.
	width, height float32     // of the stage, in CSS pixels
	from, to      engine.Time // the window, or 0 and 0 for the whole run
	heldFrom      engine.Time // the window when it was taken, to be dragged
	heldTo        engine.Time
	fold          folding // of idle stretches
	dense         bool    // all items, and not the sixteen
	shown, all    []int   // the sixteen and all items, in order of creation
	top           int     // the first row shown, where not all fit
	selected      int     // item, or render.None
	pointing      bool    // the pointer is on the stage, at x and y
	x, y          float32
	hit           render.Hit // what lies under it
	picture       render.Picture
	laid          bool     // the picture's rows are up to date
	bins          [120]int // of the scrubber's histogram
	activity      string   // its path, or "" where it is to be made anew

	meter meter // the metrics under it

	// What it is compared with.
	pin       pinned
	begun     engine.Setting // a setting of the mission,
	sinceThen string         // and how its tasks fare against the mission's start

	// Why the selected item came to harm.
	explainer why.Explainer
	why       inquiry
	wanted    why.Kind // the harm that was asked about, or anyHarm

	chart chart  // the strategy map
	wired wiring // what goes over the wire for the selected item

	// What is kept and what is said.
	address      string // of the page, without the fragment
	progress     Progress
	unsaved      bool   // progress changed since Unsaved was called
	storage      string // why nothing is saved, if so
	unstoredSeen bool   // and whether the notice of it was put away
	imported     string // what came of an import
	notices      []string
	said         string // what a screen reader should hear next
	rows         []Row  // the table's
	tabled       bool   // and whether they are up to date
	lines        []Line // the story of the item told
	headline     string // in one sentence
	ids          []ListRow
	told         int // or render.None
}

// NewLab is a lab that shows nothing yet: Open it. progress is what was stored; storage says why storing is impossible, if so.
func NewLab(progress Progress, storage string, calm bool) *Lab {
	l := &Lab{speed: UsualSpeed, progress: progress, storage: storage, calm: calm, selected: render.None, told: render.None, hit: nowhere, wanted: anyHarm, wired: wiring{of: render.None},
		verdicts: map[engine.Setting]*missions.Verdict{}}
	l.runner.Most = drawMost
	if i := slices.Index(Speeds, progress.Page.Speed); i >= 0 {
		l.speed = i
	}
	return l
}

// Do carries out an action.
func (l *Lab) Do(a Action) {
	if l.chartDo(a) {
		return
	}
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
	case AskAgain:
		l.askAgain()
	case Pin:
		l.togglePin()
	case Swap:
		l.swap()
	case PinStart:
		l.pinStart()
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
	case Play, Step, StepBack, Seek, Nudge, Speed:
		l.transport(a)
	case Dense, ZoomIn, ZoomOut, ZoomAt, ZoomMiddle, ZoomAll, Pan, PanBy, MoveWindow, FoldIdle, RowsUp, RowsDown:
		l.look(a)
	case Metrics, Metric:
		l.measure(a)
	case Select, Next, Previous, LetGo, Point, Away, Tap:
		l.choose(a)
	case Ask:
		l.ask(missions.Topic(a.N))
	case Harm:
		l.wanted, l.told = why.Kind(a.N), render.None
	case NextHarm, LastHarm:
		l.nextHarm(a.Do == NextHarm)
	case Moment:
		l.halt(a.At)
	case Apply:
		l.apply()
	case Map:
		l.toggleMap()
	case TryAll:
		l.tryAll()
	case TryNoMore:
		l.chart.halted = true
	case Adopt:
		l.adopt(a.N)
	case OpenDay:
		l.openDay(a.N)
	case Wire, Card, Bind:
		l.wire(a)
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
