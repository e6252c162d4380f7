package ui

import (
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/metrics"
	"a2alab/missions"
)

// MetricsCSV is a run's metrics as comma-separated values: a line for each minute, a column for each series. Of a histogram there are
// three: how many, the sum and the longest in milliseconds.
func MetricsCSV(tr *engine.Trace) string {
	var run metrics.Run
	run.Of(tr)
	var b strings.Builder
	b.WriteString("minute")
	columns(func(m, v int) {
		if metrics.All[m].Type != metrics.Histogram {
			b.WriteString("," + quoted(seriesName(m, v, "")))
			return
		}
		for _, part := range [...]string{"_count", "_sum_ms", "_max_ms"} {
			b.WriteString("," + quoted(seriesName(m, v, part)))
		}
	})
	b.WriteByte('\n')
	for bin := range run.Bins {
		b.WriteString(itoa(bin))
		columns(func(m, v int) {
			s := &run.Lines[m][v]
			b.WriteString("," + itoa(s.N[bin]))
			if metrics.All[m].Type == metrics.Histogram {
				b.WriteString("," + itoa(int(s.Sum[bin])) + "," + itoa(int(s.Max[bin])))
			}
		})
		b.WriteByte('\n')
	}
	return b.String()
}

// columns calls f with every metric and each of its values.
func columns(f func(metric, value int)) {
	for m := range metrics.All {
		for v := range metrics.All[m].Values {
			f(m, v)
		}
	}
}

// seriesName is how a monitoring system writes one series: the name, and the label with its value in braces.
func seriesName(m, v int, suffix string) string {
	metric := &metrics.All[m]
	name := metric.Name
	if suffix != "" {
		name = strings.TrimSuffix(name, "_seconds") + suffix
	}
	if metric.Label == "" {
		return name
	}
	return name + `{` + metric.Label + `="` + metric.Values[v].Name + `"}`
}

// MetricsObject is a run's metrics for JSON. Of a series, a number stands for each minute from the run's start.
func MetricsObject(tr *engine.Trace) Object {
	var run metrics.Run
	run.Of(tr)
	var list []Object
	for i := range metrics.All {
		m := &metrics.All[i]
		var series []Object
		for v := range m.Values {
			s := &run.Lines[i][v]
			o := Object{}
			if m.Label != "" {
				o = Object{m.Label, m.Values[v].Name}
			}
			if m.Type == metrics.Histogram {
				o = append(o, "count", s.N, "sum_ms", milliseconds(s.Sum), "max_ms", milliseconds(s.Max))
			} else {
				o = append(o, "value", s.N)
			}
			series = append(series, o)
		}
		list = append(list, Object{"name", m.Name, "type", m.Type.String(), "unit", m.Unit, "counts", m.Counts, "series", series})
	}
	return Object{"setting", missions.Text(tr.Setting), "day", tr.Setting.Day, "bin_ms", int64(metrics.Bin), "metrics", list}
}

func milliseconds(times []engine.Time) []int {
	n := make([]int, len(times))
	for i, t := range times {
		n[i] = int(t)
	}
	return n
}

// TableColumns is how many stretches of time the table of metrics has at most: quarters of an hour in a run of three and a half.
const TableColumns = 14

// A MetricTable is a run's metrics in a few stretches of time: those series that are not empty.
type MetricTable struct {
	Step engine.Time
	Rows []MetricRow
}

// A MetricRow is one series: of a gauge the most at once in each stretch, of a counter how often, of a histogram the longest time.
type MetricRow struct {
	Metric, Value int // in metrics.All
	Cells         []string
}

// Tabulate puts a run's metrics into a table.
func Tabulate(run *metrics.Run) MetricTable {
	t := MetricTable{Step: 15 * engine.Minute}
	for _, step := range [...]engine.Time{30 * engine.Minute, engine.Hour, 2 * engine.Hour, 3 * engine.Hour, 4 * engine.Hour} {
		if run.Bins > TableColumns*int(t.Step/metrics.Bin) {
			t.Step = step
		}
	}
	by := int(t.Step / metrics.Bin)
	columns(func(m, v int) {
		s, row, any := &run.Lines[m][v], MetricRow{Metric: m, Value: v}, false
		for from := 0; from < run.Bins; from += by {
			to := min(from+by, run.Bins)
			n := s.Over(metrics.All[m].Type, from, to)
			any = any || n > 0
			cell := itoa(n)
			switch {
			case metrics.All[m].Type != metrics.Histogram:
			case n == 0:
				cell = "–"
			default:
				cell = rough(s.Longest(from, to))
			}
			row.Cells = append(row.Cells, cell)
		}
		if any {
			t.Rows = append(t.Rows, row)
		}
	})
	return t
}

// Words names the row: the metric, and which value of its label.
func (r *MetricRow) Words() string {
	m := &metrics.All[r.Metric]
	if m.Label == "" {
		return m.Title
	}
	return m.Title + ": " + m.Values[r.Value].Words
}

// Heads are the beginnings of the table's stretches.
func (t *MetricTable) Heads(end engine.Time) []string {
	var heads []string
	for at := engine.Time(0); at < end; at += t.Step {
		heads = append(heads, hourOf(at))
	}
	return heads
}

// MetricsText is the table as plain text.
func MetricsText(tr *engine.Trace) string {
	var run metrics.Run
	run.Of(tr)
	t := Tabulate(&run)
	var b strings.Builder
	heads := t.Heads(tr.Setting.End)
	line := func(name string, cells []string) {
		b.WriteString(name + strings.Repeat(" ", max(0, 40-len([]rune(name)))))
		for _, c := range cells {
			b.WriteString(strings.Repeat(" ", max(1, 7-len([]rune(c)))) + c)
		}
		b.WriteByte('\n')
	}
	b.WriteString(missions.Text(tr.Setting) + "  day " + strconv.FormatInt(tr.Setting.Day, 10) + "  each column " + missions.Span(t.Step) + " from the time at its head\n")
	last := -1
	for i := range t.Rows {
		r := &t.Rows[i]
		m := &metrics.All[r.Metric]
		if r.Metric != last {
			b.WriteString("\n" + m.Name + "  " + tableKind(m) + "\n")
			line("", heads)
		}
		last = r.Metric
		line("  "+m.Values[r.Value].Words, r.Cells)
	}
	return b.String()
}

// tableKind says what the table's numbers are.
func tableKind(m *metrics.Metric) string {
	switch m.Type {
	case metrics.Gauge:
		return "gauge: the most " + m.Unit + " at once"
	case metrics.Counter:
		return "counter: " + m.Unit
	}
	return "histogram: the longest time of the " + m.Unit
}
