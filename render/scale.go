package render

import "a2alab/engine"

// A scale maps time to x: evenly, but for folds, in which it is even too and narrow.
type scale struct {
	from, to    engine.Time
	left, right float32
	perMs       float32 // beside the folds
	folds       []fold
}

// A fold is what the window shows of a Stretch.
type fold struct {
	Stretch
	x0, x1 float32
	saved  float32     // pixels less than it would take unfolded
	whole  engine.Time // the length of all of it
}

const (
	foldGain  = 1.2 // a stretch that is wider than a fold by less is left as it is
	foldShare = 0.5 // of the width, at most, for all folds together: where there are many each is narrower
)

// set fits the window between left and right. Folds are as wide as width, those that are in the window in part in proportion.
func (s *scale) set(from, to engine.Time, left, right float32, folds Folds, width float32) {
	right = max(right, left+1)
	*s = scale{from: from, to: to, left: left, right: right, perMs: (right - left) / float32(to-from), folds: s.folds[:0]}
	// Each fold leaves the others more room, in which a stretch may come to be worth one that was not.
	var rest engine.Time
	for n := -1; n != len(s.folds); {
		n = len(s.folds)
		perMs, narrow := s.perMs, min(width, foldShare*(right-left)/float32(max(n, 1)))
		s.folds = s.folds[:0]
		room := right - left
		rest = to - from
		for _, f := range folds {
			k := fold{Stretch: Stretch{max(f.From, from), min(f.To, to)}, whole: f.To - f.From}
			if d := k.To - k.From; d > 0 && float32(k.whole)*perMs > foldGain*width {
				k.x1 = narrow * float32(d) / float32(k.whole) // for now only how wide it is
				s.folds = append(s.folds, k)
				rest, room = rest-d, room-k.x1
			}
		}
		if rest > 0 {
			s.perMs = max(s.perMs, room/float32(rest))
		}
	}
	if len(s.folds) == 0 || rest <= 0 { // all of the window is in one fold
		s.folds = s.folds[:0]
		s.perMs = (right - left) / float32(to-from)
		return
	}
	saved := float32(0)
	for i := range s.folds {
		f := &s.folds[i]
		f.x0 = left + float32(f.From-from)*s.perMs - saved
		f.saved = float32(f.To-f.From)*s.perMs - f.x1
		f.x1 += f.x0
		saved += f.saved
	}
}

func (s *scale) x(t engine.Time) float32 {
	x := s.left + float32(t-s.from)*s.perMs
	for i := range s.folds {
		f := &s.folds[i]
		if t <= f.From {
			break
		}
		if t < f.To {
			return f.x0 + (f.x1-f.x0)*float32(t-f.From)/float32(f.To-f.From)
		}
		x -= f.saved
	}
	return x
}

// clamped is x, but never outside the window.
func (s *scale) clamped(t engine.Time) float32 { return min(max(s.x(t), s.left), s.right) }

func (s *scale) time(x float32) engine.Time {
	x = min(max(x, s.left), s.right)
	saved := float32(0)
	for i := range s.folds {
		f := &s.folds[i]
		if x <= f.x0 {
			break
		}
		if x < f.x1 {
			return f.From + engine.Time((x-f.x0)/(f.x1-f.x0)*float32(f.To-f.From)+0.5)
		}
		saved += f.saved
	}
	return min(s.from+engine.Time((x+saved-s.left)/s.perMs+0.5), s.to)
}

// folded tells whether an instant lies in a fold.
func (s *scale) folded(t engine.Time) bool {
	for i := range s.folds {
		if t > s.folds[i].From && t < s.folds[i].To {
			return true
		}
	}
	return false
}

// shows tells whether an instant lies in the window. The last window of a run includes its end.
func (s *scale) shows(t engine.Time) bool { return t >= s.from && t <= s.to }

// steps are the distances of the time axis's ticks.
var steps = [...]engine.Time{engine.Second, 5 * engine.Second, 10 * engine.Second, 30 * engine.Second, engine.Minute, 2 * engine.Minute,
	5 * engine.Minute, 10 * engine.Minute, 15 * engine.Minute, 30 * engine.Minute, engine.Hour, 2 * engine.Hour, 3 * engine.Hour, 6 * engine.Hour,
	12 * engine.Hour}

// step is the smallest distance of ticks whose labels leave room between them.
func (s *scale) step(room float32) engine.Time {
	for _, t := range steps {
		if float32(t)*s.perMs >= room {
			return t
		}
	}
	return steps[len(steps)-1]
}

// appendClock writes an instant as the axis does: 1:30, and 1:30:05 where seconds matter.
func appendClock(b []byte, t engine.Time, seconds bool) []byte {
	s := int(t / engine.Second)
	b = appendInt(b, s/3600)
	b = append(b, ':', byte('0'+s/600%6), byte('0'+s/60%10))
	if seconds {
		b = append(b, ':', byte('0'+s/10%6), byte('0'+s%10))
	}
	return b
}
