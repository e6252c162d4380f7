package strategy

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

const (
	failures = "m=sandbox&flaps=8m&outage=12m&acks=0.2&restart=1h"
	stranger = failures + "&forged=20m"
)

// frames are the maps that the tests make: every mission, and the sandbox with and without failures.
var frames = func() (list []string) {
	for _, m := range missions.All {
		list = append(list, "m="+m.Name)
	}
	return append(list, "m=sandbox", "m=sandbox&flaps=8m", failures, failures+"&persist=on", "m=sandbox&outage=12m&day=9007199254740990", "m=sandbox&outage=12m&forged=20m")
}()

func setting(t testing.TB, text string) engine.Setting {
	t.Helper()
	s, problems := missions.Parse(text)
	if problems != nil {
		t.Fatal(text, problems)
	}
	return s
}

func made(t testing.TB, text string) *Map {
	t.Helper()
	m := New(setting(t, text), 0)
	for steps := 0; !m.Done(); steps++ {
		if steps > 100_000 {
			t.Fatal(text, "the map is never done")
		}
		m.Step()
	}
	return m
}

// listed is a map whose settings are known, and none of which is tried.
func listed(t testing.TB, s engine.Setting) *Map {
	t.Helper()
	m := New(s, 0)
	for len(m.branches) > 0 {
		m.Step()
	}
	return m
}

// beats tells whether p is as cheap and as soon as q, and better in one of them.
func beats(p, q *Point) bool {
	return p.Requests <= q.Requests && p.Wait <= q.Wait && (p.Requests < q.Requests || p.Wait < q.Wait)
}

// TestFront compares the front with what a comparison of every point with every other finds: on the map's day, and among
// what holds on all other days, each of which is run here for every harmless point.
func TestFront(t *testing.T) {
	for _, text := range frames {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			m := made(t, text)
			var r engine.Runner
			var harmless, sure []*Point
			held := map[*Point]int{}
			for i := range m.Points {
				if m.Points[i].Worst() == NoHarm {
					harmless = append(harmless, &m.Points[i])
				}
			}
			for _, day := range m.days {
				for _, p := range harmless {
					s := p.Setting
					s.Day = day
					report, err := r.Report(s)
					if err != nil {
						t.Fatal(err)
					}
					if report.Learned == report.Items && report.MissedInput == 0 && report.Duplicates == 0 && report.HandledTwice == 0 {
						held[p]++
					}
				}
			}
			for _, p := range harmless {
				if held[p] == Others {
					sure = append(sure, p)
				}
			}
			best := func(p *Point, among []*Point) bool {
				return slices.Contains(among, p) && !slices.ContainsFunc(among, func(q *Point) bool { return beats(q, p) })
			}
			equal := func(p, q *Point) bool { return p.Requests == q.Requests && p.Wait == q.Wait }
			stands := func(p *Point, of func(*Choice) bool) bool {
				return slices.ContainsFunc(m.Front(), func(c Choice) bool { return of(&c) && equal(&m.Points[c.Point], p) })
			}
			for _, p := range harmless {
				today := best(p, harmless)
				if today && !stands(p, func(*Choice) bool { return true }) {
					t.Errorf("nothing beats %s, and it is not listed", missions.Text(p.Setting))
				}
				if best(p, sure) && !stands(p, (*Choice).Sure) {
					t.Errorf("of what holds on every day nothing beats %s, and it is not listed", missions.Text(p.Setting))
				}
			}
			for i, c := range m.Front() {
				p := &m.Points[c.Point]
				if c.Held != held[p] {
					t.Errorf("%s holds on %d other days, not on %d", missions.Text(p.Setting), held[p], c.Held)
				}
				if beaten := !best(p, harmless) && !best(p, sure); beaten != c.Extra {
					t.Errorf("%s is beaten: %v; the map says %v", missions.Text(p.Setting), beaten, c.Extra)
				}
				if i > 0 && p.Requests < m.Points[m.Front()[i-1].Point].Requests {
					t.Error("the front is not in the order of cost")
				}
				ties := 0
				for _, q := range harmless {
					if equal(p, q) {
						ties++
						if held[q] > held[p] && !c.Extra && !c.Par {
							t.Errorf("%s is listed, and %s is as good today and holds on more days", missions.Text(p.Setting), missions.Text(q.Setting))
						}
					}
				}
				if !c.Extra && c.Ties >= ties {
					t.Errorf("%s has %d equals, not %d", missions.Text(p.Setting), ties-1, c.Ties)
				}
			}
			if len(m.Front()) == 0 && len(harmless) > 0 {
				t.Error("there are harmless settings and no front")
			}
		})
	}
}

// TestStars: what the map says of a mission's stars and cost is what the judge says, and par stands in the list.
func TestStars(t *testing.T) {
	for _, mission := range missions.All {
		m := made(t, "m="+mission.Name)
		var r engine.Runner
		pars := 0
		for _, c := range m.Front() {
			v, err := mission.Judge(&r, m.Points[c.Point].Setting)
			if err != nil || v.Stars != c.Stars || v.Requests != c.Cost {
				t.Errorf("%s: %d stars at %.3f, the judge says %d at %.3f (%v)", missions.Text(m.Points[c.Point].Setting), c.Stars, c.Cost, v.Stars, v.Requests, err)
			}
			if c.Par {
				pars++
				if text := missions.Text(m.Points[c.Point].Setting); text != mission.Par || c.Stars != missions.Stars {
					t.Errorf("%s with %d stars is called par, which is %s", text, c.Stars, mission.Par)
				}
			}
		}
		if pars != 1 {
			t.Errorf("mission %s: par is listed %d times", mission.Name, pars)
		}
	}
}

// TestPar: a mission's par is the cheapest setting that earns three stars.
func TestPar(t *testing.T) {
	for _, m := range missions.All {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			s, requests, ok := Par(m)
			if !ok || missions.Text(s) != m.Par {
				t.Errorf("the cheapest three stars are %s, with %.3f requests per task; Mission.Par is %s", missions.Text(s), requests, m.Par)
			}
		})
	}
}

// combination is a random setting of the map's keys over what the page offers.
func combination(draw *rand.Rand, frame engine.Setting) engine.Setting {
	start, _ := missions.StartNamed(frame.Start)
	s := frame
	for _, k := range Keys(frame) {
		offered := missions.Offered(k, start.Setting)
		*k.Field(&s) = offered[draw.IntN(len(offered))]
	}
	return s
}

// same compares reports.
func same(a, b engine.Report) bool {
	items := slices.Equal(a.PerItem, b.PerItem)
	a.PerItem, b.PerItem = nil, nil
	return items && equalReports(&a, &b)
}

func equalReports(a, b *engine.Report) bool {
	return a.Learned == b.Learned && a.Escalated == b.Escalated && a.Unknown == b.Unknown && a.Requests == b.Requests && a.Duplicates == b.Duplicates &&
		a.Resubmitted == b.Resubmitted && a.MissedInput == b.MissedInput && a.HandledTwice == b.HandledTwice && a.Absorbed == b.Absorbed &&
		a.Learning == b.Learning && a.Learn == b.Learn && a.Pauses == b.Pauses && a.Cuts == b.Cuts && a.Wasted == b.Wasted
}

// TestPlain: what the map leaves out behaves, on any day, as the setting that stands for it, and every combination is either
// a point or stands for one.
func TestPlain(t *testing.T) {
	for _, text := range frames {
		frame := Frame(setting(t, text))
		m := listed(t, frame)
		points := map[engine.Setting]bool{}
		for n := range m.Total() {
			s := m.listed(n)
			if Plain(s) != s || points[s] {
				t.Fatalf("%s: %s is no plain setting, or comes twice", text, missions.Text(s))
			}
			points[s] = true
		}
		combinations := 1
		if mission := missions.Find(frame.Start); mission != nil {
			combinations = 0
			for range mission.Choices {
				combinations++
			}
		} else {
			pushing := 9
			if frame.Forged != engine.Never {
				pushing *= 2 // with checks of who calls, and without
			}
			combinations = (40 + pushing) * 17 * 6 // ways of hearing with their own settings, checks, and what is done about losses and repeats
		}
		if m.Total()+m.Alike != combinations {
			t.Errorf("%s: %d points and %d alike are not %d combinations", text, m.Total(), m.Alike, combinations)
		}
		draw := rand.New(rand.NewPCG(1, 2))
		var r, q engine.Runner
		left := 0
		for range 400 {
			s := combination(draw, frame)
			p := Plain(s)
			if !points[p] {
				t.Fatalf("%s: %s stands for %s, which is no point", text, missions.Text(p), missions.Text(s))
			}
			if p == s {
				continue
			}
			left++
			s.Day = draw.Int64N(1 << 40)
			p.Day = s.Day
			a, errA := r.Report(s)
			b, errB := q.Report(p)
			if errA != nil || errB != nil || !same(a, b) {
				t.Fatalf("%s and %s do not behave alike on day %d", missions.Text(s), missions.Text(p), s.Day)
			}
		}
		if left == 0 && text != "m=1" && text != "m=3" {
			t.Errorf("%s: nothing was compared", text)
		}
	}
}

// TestMatters: a key that the map varies has an effect on some day, or it is not worth a point.
func TestMatters(t *testing.T) {
	frame := Frame(setting(t, stranger))
	draw := rand.New(rand.NewPCG(3, 4))
	effect := map[string]bool{}
	var r, q engine.Runner
	for range 2000 {
		s := combination(draw, frame)
		p := combination(draw, frame)
		for _, k := range Keys(s) {
			if !Matters(k, &s) || effect[k.Name] {
				continue
			}
			other := s
			*k.Field(&other) = k.Value(&p)
			if !Matters(k, &other) {
				continue
			}
			a, _ := r.Report(s)
			b, _ := q.Report(other)
			effect[k.Name] = !same(a, b)
		}
	}
	for _, k := range Keys(frame) {
		if !effect[k.Name] {
			t.Errorf("%s never has an effect", k.Name)
		}
	}
}

// TestPoints: every point is what a run of its own gives, those too that have none.
func TestPoints(t *testing.T) {
	for _, text := range []string{"m=2", "m=4", failures, stranger} {
		m := made(t, text)
		var r engine.Runner
		handlers := 0
		for i := range m.Points {
			p := m.Points[i]
			report, err := r.Report(p.Setting)
			if err != nil || Of(p.Setting, &report) != p {
				t.Fatalf("%s: %+v, a run gives %+v (%v)", missions.Text(p.Setting), p, Of(p.Setting, &report), err)
			}
			if p.Setting.Idempotent == engine.On {
				handlers++
			}
		}
		if text != "m=2" && handlers < 10 {
			t.Errorf("%s: only %d points with an idempotent handler", text, handlers)
		}
	}
}

// TestAgain: the same setting makes the same map, whatever of the varied keys it says.
func TestAgain(t *testing.T) {
	a, b := made(t, failures), made(t, failures+"&hears=poll&poll=5m&lost=escalate&retries=12")
	if !slices.Equal(a.Points, b.Points) || !slices.Equal(a.Front(), b.Front()) {
		t.Error("two maps of one frame differ")
	}
}

// TestAdopted: adopting a point leads to it, and leaves alone what has no effect in it.
func TestAdopted(t *testing.T) {
	draw := rand.New(rand.NewPCG(5, 6))
	for _, text := range frames {
		m := listed(t, setting(t, text))
		for range 300 {
			s, p := combination(draw, m.Frame), m.listed(draw.IntN(m.Total()))
			got := Adopted(s, p)
			if Plain(got) != p {
				t.Fatalf("adopting %s in %s leads to %s", missions.Text(p), missions.Text(s), missions.Text(got))
			}
			for _, k := range Keys(s) {
				if !Matters(k, &p) && k.Value(&got) != k.Value(&s) {
					t.Fatalf("adopting %s in %s changes %s, which has no effect", missions.Text(p), missions.Text(s), k.Name)
				}
			}
		}
	}
}

// TestRefused: what makes too many events is counted and left out.
func TestRefused(t *testing.T) {
	m := New(setting(t, "m=sandbox"), 20_000)
	for !m.Done() {
		m.Step()
	}
	if m.Refused == 0 || m.Refused+len(m.Points) != m.Total() {
		t.Errorf("%d refused and %d points of %d", m.Refused, len(m.Points), m.Total())
	}
}

// BenchmarkMap makes the largest map, that of the sandbox with every failure.
func BenchmarkMap(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		made(b, failures)
	}
}

// BenchmarkList lists what there is to try.
func BenchmarkList(b *testing.B) {
	s := setting(b, failures)
	b.ReportAllocs()
	for b.Loop() {
		listed(b, s)
	}
}

// TestRoom: a map made in the room of another, of whatever setting, is the map that New makes, and takes next to no new room.
func TestRoom(t *testing.T) {
	m := made(t, "m=2")
	finish := func(text string) {
		for m.Begin(setting(t, text), 0); !m.Done(); {
			m.Step()
		}
	}
	for _, text := range []string{failures, "m=4", "m=sandbox&flaps=8m", failures + "&day=2"} {
		finish(text)
		want := made(t, text)
		if !slices.Equal(m.Points, want.Points) || !slices.Equal(m.Front(), want.Front()) || m.Alike != want.Alike || m.Refused != want.Refused || m.Total() != want.Total() {
			t.Errorf("%s: the map in another's room differs", text)
		}
	}
	const most = 300_000 // bytes; all points take more than a million
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	finish(failures)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > most {
		t.Errorf("a map anew allocates %d bytes", n)
	}
}
