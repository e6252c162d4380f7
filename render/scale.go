package render

import "a2alab/engine"

// A scale maps time to x.
type scale struct {
	from, to    engine.Time
	left, right float32
	perMs       float32
}

func newScale(from, to engine.Time, left, right float32) scale {
	right = max(right, left+1)
	return scale{from, to, left, right, (right - left) / float32(to-from)}
}

func (s *scale) x(t engine.Time) float32 { return s.left + float32(t-s.from)*s.perMs }

// clamped is x, but never outside the window.
func (s *scale) clamped(t engine.Time) float32 { return min(max(s.x(t), s.left), s.right) }

func (s *scale) time(x float32) engine.Time {
	x = min(max(x, s.left), s.right)
	return s.from + engine.Time((x-s.left)/s.perMs+0.5)
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
