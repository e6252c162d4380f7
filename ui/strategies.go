package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2alab/engine"
	"a2alab/render"
	"a2alab/strategy"
)

// chart is the strategy map as the page has it: what is tried, how far, and how it is looked at.
type chart struct {
	open    bool // the stage shows it
	tried   *strategy.Map
	room    *strategy.Map // that of before, for its room
	halted  bool          // by the reader, with Cancel
	spots   []render.Spot
	best    []render.Best
	tallies []render.Tally
	picture render.Map
	laid    bool
	chosen  int // by keys or a finger: a point, or render.None
	hovered int
	rows    []ListRow // the table's; nil to be made anew
	rowsFor engine.Setting
}

// chartNews is how many times the picture follows the work while settings are tried: each time costs a frame.
const chartNews = 5

// mapping tells whether settings wait to be tried.
func (l *Lab) mapping() bool {
	c := &l.chart
	return c.tried != nil && !c.halted && !c.tried.Done()
}

// tryNext tries one more setting; it tells whether enough is new to be shown.
func (l *Lab) tryNext() bool {
	c := &l.chart
	before := c.tried.Tried()
	c.tried.Step()
	if c.tried.Done() {
		l.said = l.chartWords()
		c.rows, c.laid = nil, false
		return true
	}
	every := c.tried.Total()/chartNews + 1
	if now := c.tried.Tried(); now != before && now%every == 0 {
		c.laid = false
		return true
	}
	return false
}

// toggleMap shows the map on the stage, or the timeline again.
func (l *Lab) toggleMap() {
	c := &l.chart
	if l.asking {
		return
	}
	if c.open = !c.open; !c.open {
		l.said = "The timeline."
		return
	}
	l.playing, l.pause = false, ""
	c.hovered, c.laid = render.None, false
	if c.halted = false; !l.tryAll() {
		l.said = l.chartWords()
	}
}

// tryAll begins the map of the setting at hand, unless that is the one there is. It tells whether there is something to do.
func (l *Lab) tryAll() bool {
	c := &l.chart
	c.halted = false
	if c.tried == nil || c.tried.Frame != strategy.Frame(l.setting) {
		open, tried := c.open, c.begun()
		tried.Begin(l.setting, drawMost)
		*c = c.emptied()
		c.open, c.tried = open, tried
	}
	return !c.tried.Done()
}

// remap follows a change of the setting: only "you are here" moves where the map stays the same; else it is made anew if
// it is in sight, and let go if not.
func (l *Lab) remap() {
	c := &l.chart
	if c.tried == nil || c.tried.Frame == strategy.Frame(l.setting) {
		return
	}
	if l.asking {
		c.open = false
	}
	if c.open {
		l.tryAll()
	} else {
		*c = c.emptied()
	}
}

// begun is the map that there is or was, for its room, or a new one.
func (c *chart) begun() *strategy.Map {
	switch {
	case c.tried != nil:
		return c.tried
	case c.room != nil:
		return c.room
	}
	return &strategy.Map{}
}

// emptied is the chart without its map, but with the room that it took.
func (c *chart) emptied() chart {
	return chart{room: c.begun(), picture: c.picture, spots: c.spots[:0], best: c.best[:0], tallies: c.tallies[:0], chosen: render.None, hovered: render.None}
}

// chartDo carries out what means something else while the map is on the stage. It tells whether it did.
func (l *Lab) chartDo(a Action) bool {
	c := &l.chart
	if !c.open {
		return false
	}
	switch a.Do {
	case Next, Previous:
		l.along(a.Do == Next)
	case Nudge:
		l.along(a.At > 0)
	case Seek:
		c.chosen = render.None
		l.along(a.At == 0)
	case LetGo:
		if c.chosen == render.None {
			return false
		}
		c.chosen = render.None
	case Point:
		l.pointing, l.x, l.y = true, a.X, a.Y
		c.hovered = l.Map().At(a.X, a.Y)
	case Away:
		l.pointing, c.hovered = false, render.None
	case Tap:
		l.tapMap(l.Map().At(a.X, a.Y))
	case AdoptThis:
		if c.chosen != render.None {
			l.adopt(c.chosen)
		}
	case Ask, Harm, Moment, Select, Wire, PinStart, CueNext, CueBack: // what they lead to is on the timeline
		c.open = false
		return false
	case Play, Step, StepBack, Dense, ZoomIn, ZoomOut, ZoomAt, ZoomMiddle, ZoomAll, Pan, PanBy, MoveWindow, FoldIdle, RowsUp, RowsDown, NextHarm, LastHarm:
	default:
		return false
	}
	return true
}

// tapMap applies the setting that the pointer, whose words are there, is on. A finger cannot hover: it chooses first.
func (l *Lab) tapMap(point int) {
	c := &l.chart
	switch {
	case point == render.None:
		c.chosen = render.None
	case l.pointing && c.hovered == point || c.chosen == point:
		l.adopt(point)
	default:
		c.chosen = point
		l.said = l.spotSentences(point)
	}
}

// along chooses the next setting of the front, the dearer one or the cheaper one.
func (l *Lab) along(dearer bool) {
	c := &l.chart
	if c.tried == nil || len(c.tried.Front()) == 0 {
		return
	}
	front := c.tried.Front()
	i := slices.IndexFunc(front, func(f strategy.Choice) bool { return f.Point == c.chosen })
	switch {
	case i < 0 && dearer:
		i = 0
	case i < 0:
		i = len(front) - 1
	case dearer:
		i = min(i+1, len(front)-1)
	default:
		i = max(i-1, 0)
	}
	c.chosen = front[i].Point
	l.said = l.spotSentences(c.chosen)
}

// adopt makes a point's setting the reader's. It can be undone.
func (l *Lab) adopt(point int) {
	c := &l.chart
	if c.tried == nil || point < 0 || point >= len(c.tried.Points) || l.asking {
		return
	}
	l.change(strategy.Adopted(l.setting, c.tried.Points[point].Setting))
}

// MapShown tells whether the stage shows the strategy map.
func (l *Lab) MapShown() bool { return l.chart.open }

// Scene is what the stage shows: the timeline or the strategy map.
func (l *Lab) Scene() *render.Picture {
	if l.chart.open {
		return &l.Map().Picture
	}
	return l.Picture()
}

// Map is the strategy map as it stands, laid out for the stage.
func (l *Lab) Map() *render.Map {
	c := &l.chart
	if !c.laid {
		c.laid = true
		c.plot()
		l.layMap(&c.picture, l.width, l.height)
	}
	c.picture.Move(l.hereSpot(), c.chosen, c.hovered)
	return &c.picture
}

// layMap draws the map as it is shown now, in any size.
func (l *Lab) layMap(p *render.Map, width, height float32) {
	c := &l.chart
	p.Layout(render.MapView{Width: width, Height: height, Spots: c.spots, Front: c.best, Legend: c.tallies, Items: len(l.trace.Items),
		Here: l.hereSpot(), Chosen: c.chosen, Hovered: c.hovered})
}

func (l *Lab) hereSpot() render.Spot {
	p := strategy.Of(l.trace.Setting, &l.trace.Report)
	return spotOf(&p)
}

func spotOf(p *strategy.Point) render.Spot {
	return render.Spot{Cost: p.PerTask(), Wait: engine.Time(p.Mean() + 0.5), Never: p.Items - p.Learned(), Mark: harmMarks[p.Worst()]}
}

// harmMarks are how the map draws a setting, by its worst harm.
var harmMarks = [...]render.Mark{strategy.Wrong: render.SpotWrong, strategy.Unlearned: render.SpotUnlearned, strategy.MissedInput: render.SpotMissed, strategy.Duplicated: render.SpotDuplicate,
	strategy.HandledTwice: render.SpotTwice, strategy.NoHarm: render.SpotClean}

// plot makes spots of the points tried so far.
func (c *chart) plot() {
	for i := len(c.spots); i < len(c.tried.Points); i++ {
		c.spots = append(c.spots, spotOf(&c.tried.Points[i]))
	}
	c.best = c.best[:0]
	for _, f := range c.tried.Front() {
		name := StrategyName(c.tried.Points[f.Point].Setting)
		if f.Stars > 0 {
			name += " " + StarText(f.Stars)
		}
		if f.Par {
			name += " par"
		}
		c.best = append(c.best, render.Best{Spot: f.Point, Name: name, Today: !f.Sure(), Aside: f.Extra})
	}
	c.tallies = c.tallies[:0]
	counts := c.tried.ByWorst()
	for h := strategy.NumHarms; ; h-- { // from none to the worst, as the marks are ordered
		if h == strategy.Wrong && counts[h] == 0 { // nobody forges
			break
		}
		c.tallies = append(c.tallies, render.Tally{Mark: harmMarks[h], Text: Grouped(counts[h]) + " " + lower(HarmName(h))})
		if h == 0 {
			break
		}
	}
}

// chartWords is what the map says, in a sentence or two.
func (l *Lab) chartWords() string {
	m := l.chart.tried
	counts := m.ByWorst()
	text := fmt.Sprintf("%s settings tried: %s do no harm", Grouped(len(m.Points)), Grouped(counts[strategy.NoHarm]))
	for _, c := range m.Front() {
		if c.Sure() {
			p := &m.Points[c.Point]
			return text + fmt.Sprintf("; the cheapest that does none on %d other days either costs %s requests per task: %s.", strategy.Others, Cost(p.PerTask()), StrategyWords(p.Setting))
		}
	}
	if len(m.Front()) > 0 {
		return text + ", but each of the best does some on one of the other days."
	}
	return text + "."
}

// spotWords describes a point, in three sentences: what the client does, what that comes to, and what harm it does.
func (l *Lab) spotWords(point int) [3]string {
	m := l.chart.tried
	p := &m.Points[point]
	costs := Cost(p.PerTask()) + " requests per task"
	if p.Learned() > 0 {
		costs += "; known after " + LearnWords(p) + " on average"
	}
	harm := "Harm: " + HarmWords(p) + "."
	for _, c := range m.Front() {
		if c.Point != point {
			continue
		}
		harm = fmt.Sprintf("No harm, today and on %d of %d other days", c.Held, strategy.Others)
		if c.Stars > 0 {
			harm += "; " + counted(c.Stars, "star")
		}
		if c.Par {
			harm += ": par"
		}
		harm += "."
	}
	return [3]string{StrategyWords(p.Setting) + ".", costs + ".", harm}
}

func (l *Lab) spotSentences(point int) string {
	words := l.spotWords(point)
	return strings.Join(words[:], " ")
}

// mapTip is the words beside the pointer, or beside what was chosen.
func (l *Lab) mapTip() (text string, x, y float32) {
	c := &l.chart
	point := c.hovered
	if point == render.None {
		point = c.chosen
	}
	if point == render.None || c.tried == nil || point >= len(c.spots) {
		return "", 0, 0
	}
	words := l.spotWords(point)
	text = strings.Join(words[:], "\n")
	if n := c.picture.Beside(point); n > 0 {
		text += " " + Grouped(n) + " more here."
	}
	switch {
	case strategy.Adopted(l.setting, c.tried.Points[point].Setting) == l.setting:
		text += "\nYou are here."
	case point == c.hovered:
		text += "\nClick to apply."
	default:
		text += "\nEnter or another tap applies it."
	}
	if l.pointing {
		return text, l.x, l.y
	}
	x, y = c.picture.Place(point)
	return text, x, y
}

// showMap shows what is said of the map and how far it is; the picture itself is the stage's.
func (l *Lab) showMap(s Sink) {
	c := &l.chart
	s.Set("map", "aria-pressed", pressed(c.open))
	s.Set("map", "disabled", yes(l.asking))
	working := l.mapping()
	s.Set("mapwork", "hidden", yes(!c.open || c.tried == nil || c.tried.Done()))
	if c.tried != nil && !c.tried.Done() {
		total := strconv.Itoa(c.tried.Total())
		for _, id := range [...]string{"mapprogress", "strategyprogress"} {
			s.Set(id, "max", total)
			s.Set(id, "value", strconv.Itoa(c.tried.Tried()))
		}
		words := Grouped(c.tried.Tried()) + " of " + Grouped(c.tried.Total()) + " settings tried"
		if c.tried.Tried() == c.tried.Total() {
			words = "Trying the best on other days"
		}
		if !working {
			words += "; stopped"
		}
		s.Set("mapcount", "text", words)
		s.Set("mapcancel", "hidden", yes(!working))
		s.Set("mapgo", "hidden", yes(working))
	}
	if s.Open("strategies") {
		l.showStrategies(s)
	}
}

// strategiesMost is how many harmful settings the table shows for contrast: the cheapest.
const strategiesMost = 4

// showStrategies shows the map's text twin.
func (l *Lab) showStrategies(s Sink) {
	c := &l.chart
	working := l.mapping()
	s.Set("strategymap", "disabled", yes(l.asking))
	toggle := "Show them as a map"
	if c.open {
		toggle = "Show the timeline again"
	}
	s.Set("strategymap", "text", toggle)
	s.Set("strategytry", "disabled", yes(l.asking))
	s.Set("strategytry", "hidden", yes(c.tried != nil && (c.tried.Done() || working)))
	s.Set("strategycancel", "hidden", yes(!working))
	s.Set("strategyprogress", "hidden", yes(c.tried == nil || c.tried.Done()))
	words := "Nothing has been tried yet for this setting."
	switch {
	case l.asking:
		words = "What the settings come to is hidden until the question is answered or skipped."
	case c.tried == nil:
	case !c.tried.Done():
		words = Grouped(c.tried.Tried()) + " of " + Grouped(c.tried.Total()) + " settings tried."
	default:
		words = l.chartWords()
		if n := c.tried.Alike; n > 0 {
			words += " " + Grouped(n) + " more combinations differ from one of these only in what has no effect at present."
		}
		if n := c.tried.Refused; n > 0 {
			words += " " + Grouped(n) + " make too many requests to be tried."
		}
	}
	s.Set("strategynote", "text", words)
	done := c.tried != nil && c.tried.Done() && !l.asking
	s.Set("strategybox", "hidden", yes(!done))
	if !done {
		return
	}
	if c.rows == nil || c.rowsFor != l.setting {
		c.rows, c.rowsFor = l.strategyRows(), l.setting
	}
	s.List("strategyrows", c.rows)
}

// strategyRows are the table's rows: where the reader is, the front, and the cheapest that do harm.
func (l *Lab) strategyRows() []ListRow {
	m := l.chart.tried
	here := strategy.Of(l.trace.Setting, &l.trace.Report)
	rows := []ListRow{{Tone: "here", Cells: strategyCells("", "You are here", &here, "", "", "")}}
	before := m.Frame
	number := 0
	row := func(point int, title, held, stars, difference string) {
		number++
		p := &m.Points[point]
		tone := "harm"
		if p.Worst() == strategy.NoHarm {
			tone = "front"
		}
		button := "Apply " + strconv.Itoa(number)
		rows = append(rows, ListRow{Tone: tone, Action: string(Adopt) + ":" + strconv.Itoa(point),
			Cells: strategyCells(button, strconv.Itoa(number)+" · "+title, p, held, stars, difference)})
	}
	for i, c := range m.Front() {
		p := &m.Points[c.Point]
		difference := "The cheapest that does no harm."
		if i > 0 {
			difference = StrategyDifference(before, p.Setting)
		}
		if c.Ties > 0 {
			difference = strings.TrimSuffix(difference, ".") + ". " + counted(c.Ties, "other setting") + " cost and learn the same on this day."
			if c.Ties == 1 {
				difference = strings.Replace(difference, "cost and learn", "costs and learns", 1)
			}
		}
		stars := ""
		if l.mission != nil {
			stars = StarText(c.Stars)
			if c.Stars == 0 {
				stars = "none"
			}
			if c.Par {
				stars += " par"
			}
		}
		before = p.Setting
		row(c.Point, "", fmt.Sprintf("%d of %d", c.Held, strategy.Others), stars, difference)
	}
	for _, i := range m.CheapestHarmful(strategiesMost) {
		row(i, "", "", "", "Cheap, for contrast.")
	}
	return rows
}

func strategyCells(button, title string, p *strategy.Point, held, stars, difference string) []string {
	p95 := "–"
	if p.Learned() > 0 {
		p95 = soon(p.P95)
	}
	name := StrategyWords(p.Setting)
	if button == "" {
		name = title + ": " + name
	} else {
		name = title + name
	}
	return []string{button, name, difference, Cost(p.PerTask()), LearnWords(p), p95, HarmWords(p), held, stars}
}
