package ui

import (
	"strings"

	"a2alab/engine"
	"a2alab/metrics"
	"a2alab/render"
)

// meter is the chart under the picture: one metric over time, aligned with it.
type meter struct {
	on     bool
	metric int // in metrics.All

	run   metrics.Run
	known bool // run is of the trace that is shown
	table MetricTable

	drawn   bool
	of      uint64 // the picture's version that the curves were drawn for,
	metered int    // and their metric
	curves  [CurveSlots]string
	most    string // the highest, in words
	top     string // the same at the axis
}

// CurveSlots is how many curves a chart can have: as many as the metric with the most values.
const CurveSlots = int(engine.NumRequests)

// ChartHeight is the height of a chart in CSS pixels.
const ChartHeight = 92

// chartHead is the room above the highest value.
const chartHead = 6

// curveInks are the colours of each metric's values. What has a colour in the picture has it here; the legend names them all in the order
// in which they are stacked, so that nothing hangs on colour alone.
var curveInks = [metrics.NumMetrics][]render.Ink{
	metrics.Open:          {render.Working},
	metrics.Orphaned:      {render.Failure},
	metrics.InputRequired: {render.Head, render.Input, render.Failure},
	metrics.Requests: {engine.FirstSend: render.Working, engine.Resend: render.Duplicate, engine.Repeat: render.Outage, engine.Resubmit: render.Restart,
		engine.Subscribe: render.Head, engine.Poll: render.Tick, engine.ReconcileGet: render.Learned, engine.ReadAfter: render.White, engine.Answer: render.Input, engine.ListPage: render.Failure},
	metrics.TimeToLearn: {engine.ByCall: render.Working, engine.ByPoll: render.Tick, engine.ByStream: render.Head, engine.ByReattachment: render.Duplicate,
		engine.ByWebhook: render.White, engine.ByReconcileGet: render.Learned, engine.ByList: render.Input, engine.ByAnswer: render.Restart},
	metrics.NotFound:            {render.Restart, render.Tick},
	metrics.MessagesRepeated:    {render.Duplicate, render.Outage, render.Restart},
	metrics.Deliveries:          {render.Webhook, render.Failure, render.Input},
	metrics.Strangers:           {render.Learned, render.Failure},
	metrics.CompletionsRepeated: {render.Failure, render.Learned},
	metrics.TasksCreated:        {engine.Original: render.Working, engine.Duplicate: render.Duplicate, engine.Resubmission: render.Restart, engine.WorkDoneTwice: render.Failure},
	metrics.Unfollowed:          {render.Duplicate},
	metrics.ConnectionsCut:      {engine.CutByFlap: render.White, engine.CutByRestart: render.Restart, engine.CutByTimeout: render.Outage},
	metrics.Settled:             {render.Learned, render.Failure, render.White, render.Duplicate},
	metrics.InputMissed:         {render.Failure},
}

// measure shows or hides the metrics, or chooses one.
func (l *Lab) measure(a Action) {
	m := &l.meter
	switch a.Do {
	case Metrics:
		m.on = !m.on
		l.said = "The metrics are hidden."
		if m.on {
			l.said = metrics.All[m.metric].Title + " is shown under the picture."
		}
	case Metric:
		m.metric, m.on = min(max(a.N, 0), metrics.NumMetrics-1), true
	}
}

// MetricParameter is the parameter of the lab's address that names the metric to show from the start.
const MetricParameter = "metric"

// MetricPath is what follows the lab's address, before the setting, to show a metric.
func MetricPath(metric int) string { return "?" + MetricParameter + "=" + metrics.All[metric].Name }

// ShowMetric shows the metric of that name, if there is one.
func (l *Lab) ShowMetric(name string) {
	for i := range metrics.All {
		if metrics.All[i].Name == name {
			l.Do(Action{Do: Metric, N: i})
		}
	}
}

// metered works the metrics out, unless they are known.
func (l *Lab) metered() *metrics.Run {
	m := &l.meter
	if !m.known {
		m.run.Of(&l.trace)
		m.known, m.drawn, m.table.Rows = true, false, nil
	}
	return &m.run
}

// draw draws the curves for the picture as it is laid out.
func (l *Lab) draw() {
	m, p := &l.meter, l.Picture()
	run := l.metered()
	if m.drawn && m.of == p.Version && m.metered == m.metric {
		return
	}
	m.drawn, m.of, m.metered = true, p.Version, m.metric
	clear(m.curves[:])
	about, lines := &metrics.All[m.metric], run.Lines[m.metric]
	if about.Type == metrics.Histogram {
		most := engine.Time(0)
		for v := range lines {
			most = max(most, lines[v].Longest(0, run.Bins))
		}
		for v := range lines {
			m.curves[v] = p.Pins(metrics.Bin, lines[v].N, lines[v].Max, most, ChartHeight-chartHead)
		}
		m.top, m.most = rough(most), "the longest took "+length(most/engine.Second*engine.Second)
		return
	}
	low, high := make([]int, run.Bins), make([]int, run.Bins)
	most, at := 0, 0
	for i := range run.Bins {
		n := 0
		for v := range lines {
			n += lines[v].N[i]
		}
		if n > most {
			most, at = n, i
		}
	}
	for v := range lines {
		for i, n := range lines[v].N {
			high[i] = low[i] + n
		}
		m.curves[v] = p.Steps(metrics.Bin, low, high, most, ChartHeight-chartHead)
		copy(low, high)
	}
	m.top, m.most = itoa(most), "at most "+metricNumber(most, about)+", at "+hourOf(engine.Time(at)*metrics.Bin)
	if most == 0 {
		m.most = "none in this run"
	}
}

// metricNumber is a number of a metric with its unit.
func metricNumber(n int, m *metrics.Metric) string {
	words := counted(n, strings.TrimSuffix(m.Unit, "s"))
	if m.Type == metrics.Counter {
		return words + " a minute"
	}
	return words
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// showMeter shows the chart under the picture.
func (l *Lab) showMeter(s Sink) {
	m := &l.meter
	s.Set("metrics", "aria-expanded", pressed(m.on))
	s.Set("metrics", "disabled", "")
	s.Set("meter", "hidden", yes(!m.on))
	if !m.on {
		return
	}
	about := &metrics.All[m.metric]
	s.Set("metric", "value", itoa(m.metric))
	s.Set("metric", "disabled", "")
	s.Set("metricname", "text", about.Name)
	s.Set("metrictype", "text", about.Type.String())
	s.Set("metrichelp", "text", capital(about.Counts)+". "+about.Tells)
	s.Set("chart", "viewBox", "0 0 "+itoa(int(l.width))+" "+itoa(ChartHeight))
	if l.asking {
		l.showCurves(s, [CurveSlots]string{}, 0)
		s.Set("metricnow", "text", "Hidden until the question is answered.")
		s.Set("metricmost", "text", "")
		s.Set("charttop", "text", "")
		s.Set("chartshade", "d", "")
		s.Set("charthead", "d", "")
		return
	}
	l.draw()
	bin := min(int(l.now/metrics.Bin), m.run.Bins-1)
	l.showCurves(s, m.curves, bin)
	s.Set("metricnow", "text", l.metricNow(bin))
	s.Set("metricmost", "text", m.most)
	s.Set("charttop", "text", m.top)

	p := l.Picture()
	from, to, _, _ := p.Window()
	x := render.Coordinate(p.X(l.now))
	height := itoa(ChartHeight)
	shade, head := "", ""
	if l.now < to {
		shade = "M" + x + " 0H" + itoa(int(l.width)) + "V" + height + "H" + x + "z"
	}
	if l.now >= from && l.now <= to {
		head = "M" + x + " 0V" + height
	}
	s.Set("chartshade", "d", shade)
	s.Set("charthead", "d", head)
}

// curveIDs are the elements of each curve.
var curveIDs = func() (ids [CurveSlots]struct{ curve, item, swatch, name, value string }) {
	for i := range ids {
		n := itoa(i)
		ids[i].curve, ids[i].item, ids[i].swatch, ids[i].name, ids[i].value = "curve-"+n, "curveitem-"+n, "swatch-"+n, "curvename-"+n, "curvevalue-"+n
	}
	return ids
}()

// showCurves shows each curve, and in the legend those that are anywhere in the run, with their number at the play head.
func (l *Lab) showCurves(s Sink, curves [CurveSlots]string, bin int) {
	m := &l.meter
	about := &metrics.All[m.metric]
	for i := range CurveSlots {
		id := &curveIDs[i]
		s.Set(id.curve, "d", curves[i])
		there := i < len(about.Values) && !l.asking && m.run.Lines[m.metric][i].Over(metrics.Gauge, 0, m.run.Bins) > 0
		s.Set(id.item, "hidden", yes(!there))
		if !there {
			continue
		}
		ink := "ink-" + curveInks[m.metric][i].String()
		s.Set(id.curve, "class", ink)
		s.Set(id.swatch, "class", ink)
		s.Set(id.name, "text", about.Values[i].Words)
		s.Set(id.value, "text", l.valueAt(i, bin))
	}
}

// valueAt is one curve's number at a bin.
func (l *Lab) valueAt(v, bin int) string {
	line := &l.meter.run.Lines[l.meter.metric][v]
	if metrics.All[l.meter.metric].Type == metrics.Histogram && line.N[bin] > 0 {
		return itoa(line.N[bin]) + " (" + rough(line.Max[bin]) + ")"
	}
	return itoa(line.N[bin])
}

// metricNow says what the chart shows at the play head.
func (l *Lab) metricNow(bin int) string {
	m := &l.meter
	about := &metrics.All[m.metric]
	n, longest := 0, engine.Time(0)
	for v := range m.run.Lines[m.metric] {
		line := &m.run.Lines[m.metric][v]
		n += line.N[bin]
		if about.Type == metrics.Histogram {
			longest = max(longest, line.Max[bin])
		}
	}
	words := "at " + hourOf(engine.Time(bin)*metrics.Bin) + ": " + metricNumber(n, about)
	if about.Type == metrics.Histogram && n > 0 {
		words += ", the longest after " + rough(longest)
	}
	return words
}

// showMetricTable shows all metrics in a few stretches of time.
func (l *Lab) showMetricTable(s Sink) {
	m := &l.meter
	s.Set("metricrows", "hidden", yes(l.asking))
	s.Set("metricnote", "hidden", yes(!l.asking))
	if l.asking {
		return
	}
	run := l.metered()
	if m.table.Rows == nil {
		m.table = Tabulate(run)
	}
	heads := m.table.Heads(l.trace.Setting.End)
	for i := range TableColumns {
		text := ""
		if i < len(heads) {
			text = heads[i]
		}
		s.Set("metrichead-"+itoa(i), "text", text)
	}
	rows := make([]ListRow, len(m.table.Rows))
	for i := range rows {
		r := &m.table.Rows[i]
		cells := make([]string, 1+TableColumns)
		cells[0] = r.Words()
		copy(cells[1:], r.Cells)
		rows[i] = ListRow{Cells: cells}
	}
	s.List("metricrows", rows)
}
