package ui

import (
	"strings"

	"a2alab/engine"
	"a2alab/metrics"
	"a2alab/missions"
)

// An Action is one thing that a person asks of the lab. Buttons, controls, keys and gestures all become Actions, and
// Lab.Do is the only function that carries them out.
type Action struct {
	Do    Verb
	Name  string      // of a start or a key
	Value string      // of a key, as a setting's text has it; a whole setting's text
	N     int         // of an answer, an item, a speed
	At    engine.Time // an instant, or a step in time
	X, Y  float32     // a point of the stage, in CSS pixels
}

// Verb is what an Action does. Its text stands in the page's data-do attributes.
type Verb string

// The verbs. Those with an argument are written verb:argument in the page.
const (
	Begin      Verb = "start"   // open a mission or the sandbox, as Name
	Set        Verb = "set"     // change the key Name to Value
	SetText    Verb = "settext" // replace the whole setting by Value
	Undo       Verb = "undo"
	Redo       Verb = "redo"
	Reset      Verb = "reset"    // back to the start's setting
	Free       Verb = "sandbox"  // the same setting with nothing locked
	Guess      Verb = "guess"    // answer N to the prediction
	Skip       Verb = "skip"     // no prediction
	AskAgain   Verb = "again"    // forget the predictions
	Pin        Verb = "pin"      // compare the next runs with this one, or no longer
	Swap       Verb = "swap"     // show the pinned run, and pin the one shown
	PinStart   Verb = "pinfirst" // pin the mission's start
	Hint       Verb = "hint"     // the next rung
	Dismiss    Verb = "dismiss"  // put the notices away
	Play       Verb = "play"     // or pause
	Step       Verb = "step"     // to the next event
	StepBack   Verb = "back"     // to the event before
	Seek       Verb = "seek"     // move the head to At
	Nudge      Verb = "nudge"    // move the head by At
	Speed      Verb = "speed"    // play at Speeds[N]
	Dense      Verb = "dense"    // sixteen items, or all
	ZoomIn     Verb = "zoomin"
	ZoomOut    Verb = "zoomout"
	ZoomAll    Verb = "fit"
	ZoomAt     Verb = "zoomat"     // by N notches of a wheel, at X
	Pan        Verb = "pan"        // drag the window by X pixels
	ZoomMiddle Verb = "zoommiddle" // by N notches, at the window's middle
	PanBy      Verb = "panby"      // move the window by N tenths of its width
	MoveWindow Verb = "window"     // move the Grip N by At from where it was taken
	FoldIdle   Verb = "fold"       // show idle stretches narrow, or in full
	Metrics    Verb = "metrics"    // show or hide the metrics under the picture
	Metric     Verb = "metric"     // show the metric N
	Select     Verb = "select"     // the item N
	Next       Verb = "next"       // select the row below
	Previous   Verb = "previous"
	RowsUp     Verb = "rowsup" // where not all rows fit
	RowsDown   Verb = "rowsdown"
	LetGo      Verb = "letgo"   // of the selection
	Point      Verb = "point"   // at X, Y, without pressing
	Away       Verb = "away"    // the pointer left the stage
	Tap        Verb = "tap"     // at X, Y
	Ask        Verb = "why"     // about the next harm, or the sum, of a goal's topic N
	Harm       Verb = "harm"    // explain the selected item's harm of kind N
	Moment     Verb = "moment"  // stop at At, in milliseconds
	Apply      Verb = "apply"   // the remedy that was found
	OpenDay    Verb = "openday" // other day N, from 1, in the sandbox with its why
	ManyDays   Verb = "days"    // open the section of 200 days: the browser does it
	Wire       Verb = "wire"    // lay out exchange N of the selected task
	Card       Verb = "card"    // or the agent's card
	Bind       Verb = "binding" // show exchanges in the binding N
	NextHarm   Verb = "harmnext"
	LastHarm   Verb = "harmback"
	Map        Verb = "map"       // the strategy map on the stage, or the timeline again
	TryAll     Verb = "try"       // every setting, or go on with it
	TryNoMore  Verb = "trynomore" // for the time being
	Adopt      Verb = "adopt"     // the setting of the map's point N
	AdoptThis  Verb = "adoptthis" // the one that is chosen on the map
	CueNext    Verb = "cuenext"   // the presenter's
	CueBack    Verb = "cueback"
	CueAdd     Verb = "cueadd"  // what is shown now, with the caption Value
	CueText    Verb = "cuetext" // all cues, as Value
	Answers    Verb = "answers" // show or hide what the room is to find
	RankThese  Verb = "rank"    // the links in Value
	Import     Verb = "import"  // the stars that Value carries
	Theme      Verb = "theme"   // Value: dark, light or nothing for the system's
)

// ParseAction reads a data-do attribute and the value of the control that bears it.
func ParseAction(spec, value string) (Action, bool) {
	verb, argument, _ := strings.Cut(spec, ":")
	a := Action{Do: Verb(verb), Value: value}
	switch a.Do {
	case Begin:
		a.Name = argument
		_, ok := missions.StartNamed(argument)
		return a, ok && argument != ""
	case Set:
		a.Name = argument
		return a, engine.KeyNamed(argument) != nil
	case Moment:
		n, ok := number(argument)
		a.At = engine.Time(n)
		return a, ok
	case Guess, Select, Ask, Harm, Adopt, OpenDay, Wire, Bind:
		n, ok := number(argument)
		a.N = n
		return a, ok
	case Speed:
		n, ok := number(value)
		a.N = n
		return a, ok && n < len(Speeds)
	case Metric:
		n, ok := number(value)
		a.N = n
		return a, ok && n < metrics.NumMetrics
	case Seek:
		n, ok := number(value)
		a.At = engine.Time(n) * engine.Second
		return a, ok
	case AskAgain, Card, ManyDays, Map, TryAll, TryNoMore, AdoptThis, Pin, Swap, PinStart, Apply, NextHarm, LastHarm, SetText, Import, CueNext, CueBack, CueAdd, CueText, Answers, RankThese, Undo, Redo, Reset, Free, Skip, Hint, Dismiss, Play, Step, StepBack, Dense, FoldIdle, Metrics, ZoomIn, ZoomOut, ZoomAll,
		Next, Previous, RowsUp, RowsDown, LetGo, Theme:
		return a, argument == ""
	}
	return Action{}, false
}

// number reads a small whole number.
func number(s string) (int, bool) {
	if s == "" || len(s) > 9 {
		return 0, false
	}
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}

// KeyAction is what a key pressed on the stage means: code is the key's place on the keyboard (KeyboardEvent.code), key what
// it writes; shift, whether Shift is held. Keys with Ctrl, Alt or Meta are the browser's and must not come here.
func KeyAction(code, key string, shift bool) (Action, bool) {
	const minute = engine.Minute
	switch key {
	case "ArrowUp":
		return Action{Do: Previous}, true
	case "ArrowDown":
		return Action{Do: Next}, true
	case "ArrowLeft":
		return Action{Do: Nudge, At: -minute}, true
	case "ArrowRight":
		return Action{Do: Nudge, At: minute}, true
	case "Home":
		return Action{Do: Seek}, true
	case "End":
		return Action{Do: Seek, At: engine.MaxRun}, true
	case "+":
		return Action{Do: ZoomIn}, true
	case "-":
		return Action{Do: ZoomOut}, true
	case "0":
		return Action{Do: ZoomAll}, true
	case " ":
		return Action{Do: Play}, true
	case "Escape":
		return Action{Do: LetGo}, true
	case "Enter":
		return Action{Do: AdoptThis}, true
	}
	switch code {
	case "BracketLeft":
		return Action{Do: PanBy, N: -2}, true
	case "BracketRight":
		return Action{Do: PanBy, N: 2}, true
	case "Digit0": // some keyboards write it with Shift only
		return Action{Do: ZoomAll}, true
	case "KeyN":
		if shift {
			return Action{Do: LastHarm}, true
		}
		return Action{Do: NextHarm}, true
	case "KeyP":
		if shift {
			return Action{Do: Swap}, true
		}
		return Action{Do: Pin}, true
	case "KeyM":
		return Action{Do: Map}, true
	case "KeyV":
		return Action{Do: ManyDays}, true
	case "KeyA":
		return Action{Do: Nudge, At: -minute}, true
	case "KeyD":
		return Action{Do: Nudge, At: minute}, true
	case "KeyW":
		return Action{Do: ZoomIn}, true
	case "KeyS":
		return Action{Do: ZoomOut}, true
	case "Comma":
		return Action{Do: StepBack}, true
	case "Period":
		return Action{Do: Step}, true
	}
	return Action{}, false
}
