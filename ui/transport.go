package ui

import (
	"slices"
	"strconv"

	"a2alab/engine"
	"a2alab/render"
)

// Speeds are how much faster than life the run may be played.
var Speeds = []int{60, 300, 600, 1200, 3600}

// UsualSpeed is how fast the run is played unless the reader chooses, as an index in Speeds.
const UsualSpeed = 2

const (
	frameMost = 100               // milliseconds that one frame may stand for, however long the tab was away
	calmStep  = 5 * engine.Minute // of the head while playing with reduced motion
	calmPace  = 500               // milliseconds between such steps
)

// transport carries out what concerns the play head.
func (l *Lab) transport(a Action) {
	switch a.Do {
	case Play:
		if !l.playing && l.now >= l.trace.Setting.End {
			l.now = 0
		}
		l.playing = !l.playing && !l.asking
		l.pause, l.pace = "", calmPace
	case Step, StepBack:
		l.playing = false
		if !l.asking {
			l.seek(l.nextEvent(l.now, a.Do == Step))
		}
	case Seek:
		l.halt(a.At)
	case Nudge:
		l.halt(l.now + a.At)
	case Speed:
		l.speed = min(a.N, len(Speeds)-1)
		l.keep(l.progress.WithSpeed(Speeds[l.speed]))
	}
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

// halt moves the head by hand, which ends playing.
func (l *Lab) halt(t engine.Time) {
	if l.asking {
		return
	}
	l.playing, l.pause = false, ""
	l.seek(t)
}

// seek moves the head; the window follows while it plays.
func (l *Lab) seek(t engine.Time) {
	l.now = min(max(t, 0), l.trace.Setting.End)
	if l.now == l.trace.Setting.End {
		l.playing = false
	}
	if l.to > 0 && (l.now > l.to || l.now < l.from) {
		width := l.shownWidth()
		l.windowFrom(l.breaks().Shown(l.now)-width/10, width)
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

func (l *Lab) showTransport(s Sink) {
	end := l.trace.Setting.End
	play := "Play"
	if l.playing {
		play = "Pause"
	}
	s.Set("play", "aria-label", play)
	s.Set("play", "data-playing", yes(l.playing))
	for _, id := range [...]string{"play", "step", "back", "harmnext", "harmback", "seek"} {
		s.Set(id, "disabled", yes(l.asking || l.chart.open))
	}
	s.Set("now", "text", l.now.Clock())
	s.Set("end", "text", end.Clock())
	s.Set("seek", "max", strconv.Itoa(int(end/engine.Second)))
	s.Set("seek", "value", strconv.Itoa(int(l.now/engine.Second)))
	s.Set("seek", "aria-valuetext", l.now.Clock()+" of "+end.Clock())
	s.Set("speed", "value", strconv.Itoa(l.speed))
	s.Set("speed", "disabled", "")
	s.Set("pause", "text", l.pause)
	if l.activity == "" {
		render.Activity(l.bins[:], &l.trace)
		l.activity = render.ActivityPath(l.bins[:], ActivityHeight)
	}
	path := l.activity
	if l.asking {
		path = ""
	}
	s.Set("activity", "d", path)
}

// ActivityHeight and ActivityWidth are the box of the scrubber's histogram.
const (
	ActivityHeight = 24
	ActivityWidth  = len(Lab{}.bins)
)
