// Package strategy tries every combination of a client's settings on one day: what each costs, how soon it learns outcomes and
// what harm it does; which harmless ones no other beats on both counts; and whether these hold on other days.
package strategy

import (
	"cmp"
	"slices"

	"a2alab/engine"
	"a2alab/missions"
)

// A Harm is a kind of harm that a client does or suffers.
type Harm uint8

// The harms, the worst first.
const (
	Wrong     Harm = iota // outcomes that the client believes and that are not so
	Unlearned             // outcomes that the client does not learn, those handed to a person too
	MissedInput
	Duplicated
	HandledTwice
	NumHarms
	NoHarm = NumHarms
)

// A Point is a setting and what came of it on the map's day.
type Point struct {
	Setting  engine.Setting
	Items    int
	Requests int         // in all
	Wait     engine.Time // from the end of the work to the client's sight of it, summed over the outcomes learned
	P95      engine.Time // of the same
	Harms    [NumHarms]int
}

// PerTask is the requests per task.
func (p *Point) PerTask() float64 { return float64(p.Requests) / float64(p.Items) }

// Mean is the mean time to learn, in milliseconds: of the outcomes that were learned.
func (p *Point) Mean() float64 {
	return engine.Latency{Count: p.Learned(), Sum: p.Wait}.Mean()
}

// Learned is how many outcomes the client learned.
func (p *Point) Learned() int { return p.Items - p.Harms[Unlearned] - p.Harms[Wrong] }

// Worst is the worst harm, or NoHarm.
func (p *Point) Worst() Harm {
	for h, n := range p.Harms {
		if n > 0 {
			return Harm(h)
		}
	}
	return NoHarm
}

// Of takes a point from a report of the setting.
func Of(s engine.Setting, r *engine.Report) Point {
	return Point{Setting: s, Items: r.Items, Requests: r.TotalRequests(), Wait: r.Learn.Sum, P95: r.Learn.P95,
		Harms: [NumHarms]int{r.Wrong, r.Items - r.Learned - r.Wrong, r.MissedInput, r.Duplicates, r.HandledTwice}}
}

// Others is on how many other days a setting that may be of the front is tried.
const Others = missions.Others

// A Choice is a setting of the front: harmless, and no other harmless one is both as cheap and as soon to learn.
type Choice struct {
	Point int     // its index in Map.Points
	Held  int     // on how many of Others days it does no harm either
	Stars int     // that it earns in a mission
	Cost  float64 // requests per task, the mean over the map's day and the others
	Ties  int     // how many other settings cost and learn exactly the same on the map's day, do no harm, and are not listed
	Par   bool    // the mission's par
	Extra bool    // listed as the mission's par only: another setting beats it on the map's day
}

// Sure tells whether the setting does no harm on any of the days tried.
func (c *Choice) Sure() bool { return c.Held == Others }

// A Map is made step by step, so that a page can go on between the steps. New begins it.
type Map struct {
	Frame   engine.Setting // what all points have in common: see the function of that name
	Points  []Point        // those tried so far
	Alike   int            // combinations left out since they behave as another one does: their keys have no effect
	Refused int            // combinations that make too many events to be run

	mission *missions.Mission
	runner  engine.Runner
	keys    []*engine.Key
	offered [][]int64 // of the keys

	branches []branch // still to be listed
	branch   branch   // that is being listed
	todo     []uint8  // the settings to try: of each its keys' values, as places in offered
	setting  engine.Setting
	total    int // of settings to try
	next     int // of these

	groups [2]group // of the last runs: two, since another key may come between lost and idempotent
	oldest int      // of groups

	days   [Others]int64
	order  []int         // the harmless points, the cheapest first, and of these the soonest
	trials map[int]trial // of points on the front, by index
	queue  []int         // points that are on trial
	round  int           // of trials
	day    int           // the other day that is tried, and the place in the queue
	at     int

	par     int // the point of the mission's par, or -1
	choices []Choice
	judged  int // of choices
	done    bool
}

// trial is how a point does on other days.
type trial struct{ days, held, requests int }

func (t trial) failed() bool { return t.held < t.days }

// New begins the map of a setting. Runs of more than most events are refused; engine.MaxEvents if zero.
func New(s engine.Setting, most int) *Map {
	m := &Map{}
	m.Begin(s, most)
	return m
}

// Begin begins the map of a setting anew, as New does, in the room of the map that m was: garbage would be swept in the middle of
// some later step. Nothing taken from m before stays valid.
func (m *Map) Begin(s engine.Setting, most int) {
	*m = Map{Frame: Frame(s), mission: missions.Find(s.Start), par: -1, runner: m.runner, trials: m.trials,
		Points: m.Points[:0], branches: m.branches[:0], todo: m.todo[:0], order: m.order[:0], queue: m.queue[:0], choices: m.choices[:0]}
	if m.trials == nil {
		m.trials = map[int]trial{}
	}
	clear(m.trials)
	m.runner.Most = most
	m.days = otherDays(m.mission, s.Day)
	m.keys = Keys(s)
	m.offered = make([][]int64, len(m.keys))
	start, _ := missions.StartNamed(s.Start)
	for i, k := range m.keys {
		m.offered[i] = missions.Offered(k, start.Setting)
	}
	m.branches = append(m.branches, branch{0, 1, m.Frame})
}

// otherDays are a mission's own, on which its stars are proved, and else those that follow.
func otherDays(m *missions.Mission, day int64) (days [Others]int64) {
	if m != nil {
		all := m.Days()
		copy(days[:], all[1:])
		return days
	}
	most := engine.KeyNamed("day").Max
	for i := range days {
		if days[i] = day + 1 + int64(i); days[i] > most {
			days[i] -= most + 1
		}
	}
	return days
}

// branch is a part of all combinations: the keys before depth are set.
type branch struct {
	depth   int
	alike   int // for how many combinations each of its settings stands
	setting engine.Setting
}

// listedAtOnce is how many branches a step follows.
const listedAtOnce = 100

// list goes on listing the settings to try: every combination of what the page offers, those excepted that differ from another
// in nothing that has an effect.
func (m *Map) list() {
	b := &m.branch // of the map, so that no branch escapes to the heap
	for n := 0; n < listedAtOnce && len(m.branches) > 0; n++ {
		last := len(m.branches) - 1
		*b = m.branches[last]
		m.branches = m.branches[:last]
		if b.depth == len(m.keys) {
			for i, k := range m.keys {
				m.todo = append(m.todo, uint8(slices.Index(m.offered[i], k.Value(&b.setting))))
			}
			m.total++
			m.Alike += b.alike - 1
			continue
		}
		k, offered := m.keys[b.depth], m.offered[b.depth]
		b.depth++
		switch {
		case !k.Matters(&b.setting): // the page folds it away
			m.branches = append(m.branches, *b)
		case !Matters(k, &b.setting):
			b.alike *= len(offered)
			m.branches = append(m.branches, *b)
		default:
			for _, v := range slices.Backward(offered) {
				*k.Field(&b.setting) = v
				m.branches = append(m.branches, *b)
			}
		}
	}
}

// listed is a setting to try, by its number.
func (m *Map) listed(n int) engine.Setting {
	s := &m.setting // of the map, so that it does not escape to the heap
	*s = m.Frame
	for i, place := range m.todo[n*len(m.keys) : (n+1)*len(m.keys)] {
		*m.keys[i].Field(s) = m.offered[i][place]
	}
	return *s
}

// Total is how many settings there are to try, as far as they are listed.
func (m *Map) Total() int { return m.total }

// Tried is how many of them have been tried.
func (m *Map) Tried() int { return m.next }

// Done tells whether everything is known, the other days too.
func (m *Map) Done() bool { return m.done }

// Front is the settings of the front, the cheapest first: those that hold on all other days, and those that no other beats on
// the map's day though they fail on another. It is empty until the map is done.
func (m *Map) Front() []Choice {
	if !m.done {
		return nil
	}
	return m.choices
}

// ByWorst counts the points tried so far by their worst harm, those without last.
func (m *Map) ByWorst() (counts [NumHarms + 1]int) {
	for i := range m.Points {
		counts[m.Points[i].Worst()]++
	}
	return counts
}

// CheapestHarmful is up to n points that do harm, the cheapest first, and no two that cost and learn the same.
func (m *Map) CheapestHarmful(n int) []int {
	var list []int
	for i := range m.Points {
		if m.Points[i].Worst() != NoHarm {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		p, q := &m.Points[a], &m.Points[b]
		return cmp.Or(cmp.Compare(p.Requests, q.Requests), cmp.Compare(p.Wait, q.Wait))
	})
	list = slices.CompactFunc(list, func(a, b int) bool {
		p, q := &m.Points[a], &m.Points[b]
		return p.Requests == q.Requests && p.Wait == q.Wait
	})
	return list[:min(n, len(list))]
}

// Step does the next piece: about one run, or the judge's one and twenty for a setting of the front.
func (m *Map) Step() {
	switch {
	case m.done:
	case len(m.branches) > 0:
		if m.list(); len(m.branches) == 0 {
			m.Points = slices.Grow(m.Points, m.total)
		}
	case m.next < m.total:
		m.try()
		if m.next == m.total {
			m.rank()
			m.enlist()
		}
	case len(m.queue) > 0:
		m.check()
	case m.judged < len(m.choices) && m.mission != nil:
		c := &m.choices[m.judged]
		m.judged++
		if v, err := m.mission.Judge(&m.runner, m.Points[c.Point].Setting); err == nil {
			c.Stars, c.Cost = v.Stars, v.Requests
		}
	default:
		m.done = true
	}
}

// A group is settings that differ in nothing but what is done about lost tasks and whether the handler is idempotent: few items of
// their runs differ, see engine.ReportLosses, and they are run at once.
type group struct {
	common  engine.Setting
	reports [engine.NumOnLost]engine.Report
	known   bool
	refused bool // one of them is: each is run alone
}

// try takes the next setting's report, of a run of its own only where its group has not been run. An idempotent handler changes neither
// what is sent nor what is learned, only what a second completion does.
func (m *Map) try() {
	s := m.listed(m.next)
	m.next++
	common := s
	common.Lost, common.Idempotent = engine.WaitOnLost, engine.Off
	at := slices.IndexFunc(m.groups[:], func(g group) bool { return g.known && g.common == common })
	if at < 0 {
		at = m.oldest
		m.oldest = (at + 1) % len(m.groups)
		reports, err := m.runner.ReportLosses(common)
		m.groups[at] = group{common, reports, true, err != nil}
	}
	g := &m.groups[at]
	report := &g.reports[s.Lost]
	if g.refused {
		r, err := m.runner.Report(s)
		if err != nil {
			m.Refused++
			return
		}
		report = &r
	}
	p := Of(s, report)
	if s.Idempotent == engine.On {
		p.Harms[HandledTwice] = 0
	}
	m.Points = append(m.Points, p)
}

// rank puts the harmless points in order, and finds par.
func (m *Map) rank() {
	var par engine.Setting
	if m.mission != nil {
		par, _ = missions.Parse(m.mission.Par)
		par = Plain(par)
	}
	for i := range m.Points {
		if m.Points[i].Setting == par {
			m.par = i
		}
		if m.Points[i].Worst() == NoHarm {
			m.order = append(m.order, i)
		}
	}
	slices.SortStableFunc(m.order, func(a, b int) int {
		p, q := &m.Points[a], &m.Points[b]
		return cmp.Or(cmp.Compare(p.Requests, q.Requests), cmp.Compare(p.Wait, q.Wait))
	})
}

// front calls group with the points, of those that keep lets through, that no other beats: all that cost and learn the same
// at once.
func (m *Map) front(keep func(i int) bool, group func(points []int)) {
	best := engine.MaxRun * engine.Time(m.Frame.Items)
	var points []int
	for _, i := range m.order {
		p := &m.Points[i]
		switch {
		case !keep(i):
		case points != nil && p.Requests == m.Points[points[0]].Requests && p.Wait == best:
			points = append(points, i)
		case p.Wait < best:
			if points != nil {
				group(points)
			}
			best, points = p.Wait, []int{i}
		}
	}
	if points != nil {
		group(points)
	}
}

// enlist puts on trial what is on the front and has not been tried. What fails on another day leaves the front, and lets
// others onto it; once nothing is left to try, the front is known.
func (m *Map) enlist() {
	m.queue, m.day, m.at = m.queue[:0], 0, 0
	m.front(func(i int) bool { return !m.trials[i].failed() }, func(points []int) {
		for _, i := range points {
			if _, tried := m.trials[i]; !tried {
				m.queue = append(m.queue, i)
			}
		}
	})
	if m.round == 0 && m.par >= 0 && !slices.Contains(m.queue, m.par) {
		m.queue = append(m.queue, m.par)
	}
	if len(m.queue) == 0 {
		m.choose()
	}
}

// check runs one setting on trial on one other day. Day comes after day, since a Runner keeps a day's work. The front of the
// map's own day is tried on all days, since it is shown whatever comes of it; what comes after, until it fails.
func (m *Map) check() {
	i := m.queue[m.at]
	t := m.trials[i]
	if m.round == 0 || !t.failed() {
		s := m.Points[i].Setting
		s.Day = m.days[m.day]
		t.days++
		if r, err := m.runner.Report(s); err == nil {
			p := Of(s, &r)
			t.requests += p.Requests
			if p.Worst() == NoHarm {
				t.held++
			}
		}
		m.trials[i] = t
	}
	if m.at++; m.at < len(m.queue) {
		return
	}
	m.at = 0
	if m.day++; m.day < Others {
		return
	}
	m.round++
	m.enlist()
}

// choose lists the front: of what is equal today, that which holds on most days; then the cheapest over all days; then the
// one nearest to the start.
func (m *Map) choose() {
	listed := map[int]bool{}
	add := func(points []int) {
		best := slices.MinFunc(points, func(a, b int) int {
			s, t := m.trials[a], m.trials[b]
			if a == m.par || b == m.par {
				return cmp.Compare(away(a, m.par), away(b, m.par))
			}
			return cmp.Or(cmp.Compare(t.held, s.held), cmp.Compare(s.requests, t.requests), cmp.Compare(m.changes(a), m.changes(b)))
		})
		t, p := m.trials[best], &m.Points[best]
		if !listed[best] {
			listed[best] = true
			m.choices = append(m.choices, Choice{Point: best, Held: t.held, Ties: len(points) - 1,
				Cost: float64(p.Requests+t.requests) / float64(p.Items*(1+t.days))})
		}
	}
	m.front(func(i int) bool { return !m.trials[i].failed() }, add)
	m.front(func(int) bool { return true }, func(points []int) {
		if !slices.ContainsFunc(points, func(i int) bool { return !m.trials[i].failed() }) {
			add(points)
		}
	})
	if m.par >= 0 {
		at := slices.IndexFunc(m.choices, func(c Choice) bool { return c.Point == m.par })
		if at < 0 {
			add([]int{m.par})
			at = len(m.choices) - 1
			m.choices[at].Extra = true
		}
		m.choices[at].Par = true
	}
	slices.SortStableFunc(m.choices, func(a, b Choice) int { return m.Points[a.Point].Requests - m.Points[b.Point].Requests })
}

// away is 0 for the point itself and 1 for any other.
func away(i, from int) int {
	if i == from {
		return 0
	}
	return 1
}

// changes is how many keys a point changes of the start.
func (m *Map) changes(i int) int { return len(Differences(m.Frame, m.Points[i].Setting)) }

// Differences are the keys that have an effect in the setting p, and another one or none in q.
func Differences(q, p engine.Setting) []*engine.Key {
	var keys []*engine.Key
	for _, k := range Keys(p) {
		if Matters(k, &p) && (k.Value(&p) != k.Value(&q) || !Matters(k, &q)) {
			keys = append(keys, k)
		}
	}
	return keys
}

// Par is the setting that earns three stars of a mission for the fewest requests per task, over the judge's days, among the
// choices that the page offers, and of equals the one nearest to the start; ok is false where none does.
func Par(m *missions.Mission) (par engine.Setting, requests float64, ok bool) {
	const same = 1e-9 // costs that differ by rounding only
	var r engine.Runner
	for s := range m.Choices {
		report, err := r.Report(s)
		if err != nil || !promising(m, &report) {
			continue
		}
		v, err := m.Judge(&r, s)
		if err != nil || v.Stars < missions.Stars {
			continue
		}
		nearer := v.Requests < requests+same && len(Differences(m.Start, s)) < len(Differences(m.Start, par))
		if !ok || v.Requests < requests-same || nearer {
			par, requests, ok = s, v.Requests, true
		}
	}
	return par, requests, ok
}

// promising tells whether the practice day keeps every goal but those of cost, which are judged on the mean: else there can be
// no three stars.
func promising(m *missions.Mission, r *engine.Report) bool {
	for i := range m.Goals {
		if _, holds := m.Goals[i].Measure(r); !holds && m.Goals[i].Kind != missions.Cost {
			return false
		}
	}
	return true
}
