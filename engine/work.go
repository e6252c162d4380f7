package engine

// workload is what the day's work depends on; nothing else of a setting may change it.
type workload struct {
	day               int64
	items             int64
	span              Time
	median            Time
	sigma             Millionths
	shortest, longest Time
	pauses            Millionths
}

func (s *Setting) workload() workload {
	return workload{s.Day, s.Items, s.Span, s.Median, s.Sigma, s.Shortest, s.Longest, s.Pauses}
}

// Pauses come after a share of the work between these, in millionths.
const pauseFrom, pauseTo = 200_000, 800_000

// draw fills items with the day's work, reusing its room.
func (w workload) draw(items []Item) []Item {
	if cap(items) < int(w.items) {
		items = make([]Item, w.items)
	}
	items = items[:w.items]
	day := dayDice(uint64(w.day))
	sigma := float64(w.sigma) / million
	for i := range items {
		d := day.of(i)
		work := float64(w.median) * exp(sigma*d.normal(workDraw))
		work = min(max(work, float64(w.shortest)), float64(w.longest))
		it := &items[i]
		it.Created = Time(d.below(createdDraw, 0, uint64(w.span)))
		it.Work = Time(work + 0.5)
		it.PauseAt = Never
		if d.chance(pauseDraw, 0, w.pauses) {
			share := Time(pauseFrom + d.below(pauseAtDraw, 0, pauseTo-pauseFrom+1))
			it.PauseAt = it.Work * share / million
		}
	}
	return items
}
