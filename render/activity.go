package render

import (
	"strconv"

	"a2alab/engine"
)

// Activity counts the events of a run in bins of equal length, for the scrubber. dst gives the number of bins.
func Activity(dst []int, tr *engine.Trace) {
	clear(dst)
	n, end := engine.Time(len(dst)), tr.Setting.End
	for i := range tr.Events {
		if at := tr.Events[i].At; at < end {
			dst[at*n/end]++
		}
	}
	for i := range tr.Checks {
		if at := tr.Checks[i].At; at < end {
			dst[at*n/end]++
		}
	}
}

// ActivityPath is the bins as SVG path data: bars with a gap between them, in a box one wide for each bin and height high.
// The fullest bin is as high as the box, and no bin with an event is invisible.
func ActivityPath(bins []int, height int) string {
	most := 1
	for _, n := range bins {
		most = max(most, n)
	}
	var b []byte
	for i, n := range bins {
		if n == 0 {
			continue
		}
		h := max(float64(n)/float64(most)*float64(height), 0.5)
		b = append(b, 'M')
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, ' ')
		b = strconv.AppendInt(b, int64(height), 10)
		b = append(b, "h.75v-"...)
		b = strconv.AppendFloat(b, h, 'f', 2, 64)
		b = append(b, "h-.75z"...)
	}
	return string(b)
}
