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

// X is where an instant is on the stage, even outside the window.
func (p *Picture) X(t engine.Time) float32 { return p.scale.x(t) }

// Time is the instant at x, clamped to the window.
func (p *Picture) Time(x float32) engine.Time { return p.scale.time(x) }

// Window is the stretch of time that is shown, and PlotBox says where.
func (p *Picture) Window() (from, to engine.Time) { return p.scale.from, p.scale.to }

// PlotBox is the part of the stage in which time runs from left to right.
func (p *Picture) PlotBox() (x, y, w, h float32) {
	return p.scale.left, p.size.top, p.scale.right - p.scale.left, p.size.bottom - p.size.top
}

// Zoom returns the window after zooming by a factor (below 1: closer) so that the instant at stays in its place.
// It stays within the run and shows no less than ten seconds.
func Zoom(from, to, end, at engine.Time, factor float64) (engine.Time, engine.Time) {
	const closest = 10 * engine.Second
	length := engine.Time(float64(to-from)*factor + 0.5)
	length = min(max(length, closest), end)
	share := float64(at-from) / float64(max(to-from, 1))
	from = at - engine.Time(share*float64(length)+0.5)
	return Pan(from, from+length, end, 0)
}

// Pan returns the window moved by a length of time, kept within the run.
func Pan(from, to, end, by engine.Time) (engine.Time, engine.Time) {
	length := min(to-from, end)
	from = min(max(from+by, 0), end-length)
	return from, from + length
}

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
