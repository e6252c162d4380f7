package missions

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"a2alab/engine"
)

var update = flag.Bool("update", false, "rewrite the tables of stars in testdata")

// TestStars judges every setting of each mission's free keys over the page's choices and compares with the committed table,
// which lists all settings that earn a star. Whoever changes a rule or a goal reads the difference before accepting it.
func TestStars(t *testing.T) {
	for _, m := range All {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			var r engine.Runner
			var rows []string
			total, par := 0, 1e9
			for s := range m.Choices {
				total++
				v, err := m.Judge(&r, s)
				if err != nil {
					t.Fatal(err)
				}
				if v.Stars > 0 {
					rows = append(rows, fmt.Sprintf("%s %.3f  %s", strings.Repeat("*", v.Stars), v.Requests, Text(s)))
				}
				if v.Stars == Stars {
					par = min(par, v.Requests)
				}
			}
			slices.SortStableFunc(rows, func(a, b string) int {
				return strings.Count(b[:3], "*") - strings.Count(a[:3], "*")
			})
			got := fmt.Sprintf("# Mission %s: all %d settings of its free keys over the page's choices, judged on 21 days.\n"+
				"# Stars, requests per task, setting; the %d settings not listed earn none.\n%s\n",
				m.Name, total, total-len(rows), strings.Join(rows, "\n"))
			golden(t, "stars-"+m.Name+".txt", got)

			s, problems := Parse(m.Par)
			v, err := m.Judge(&r, s)
			if problems != nil || err != nil || v.Stars != Stars || v.Requests > par+1e-9 {
				t.Errorf("par %s: %d stars at %.3f requests, the cheapest three stars cost %.3f (%v %v)", m.Par, v.Stars, v.Requests, par, problems, err)
			}
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, _ := os.ReadFile(path)
	g, w := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			t.Fatalf("%s differs at line %d:\n got %s\nwant %s\nIf the change is meant: go test ./missions -update", path, i+1, line(g, i), line(w, i))
		}
	}
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(no such line)"
}

// TestBrokenStart: changing nothing earns nothing, and the broken client fails on the day that the player sees.
func TestBrokenStart(t *testing.T) {
	var r engine.Runner
	for _, m := range All {
		v, err := m.Judge(&r, m.Start)
		if err != nil || v.Stars != 0 {
			t.Errorf("mission %s: the start earns %d stars (%v)", m.Name, v.Stars, err)
		}
		report, err := r.Report(m.Start)
		if err != nil {
			t.Fatal(err)
		}
		goals, stars := m.Practice(&report)
		if stars != 0 || FirstFailing(goals) < 0 {
			t.Errorf("mission %s: the practice day gives %d stars to the start", m.Name, stars)
		}
	}
}

// TestReference: each mission's reference earns three stars, on the practice day too, and sets free keys only.
func TestReference(t *testing.T) {
	var r engine.Runner
	for _, m := range All {
		for _, text := range []string{m.Reference, m.Par} {
			s, problems := Parse(text)
			if problems != nil || s.Start != m.Name {
				t.Fatalf("mission %s: %s: %v", m.Name, text, problems)
			}
			if Text(s) != text {
				t.Errorf("%s is not canonical: %s", text, Text(s))
			}
			v, err := m.Judge(&r, s)
			if err != nil || v.Stars != Stars {
				t.Errorf("%s earns %d stars (%v)", text, v.Stars, err)
			}
			if v.HeldOn(Stars) != Others {
				t.Errorf("%s holds on %d of %d other days", text, v.HeldOn(Stars), Others)
			}
			report, _ := r.Report(s)
			if _, stars := m.Practice(&report); stars != Stars {
				t.Errorf("%s: the practice day alone gives %d stars", text, stars)
			}
		}
	}
}

// TestPracticeDays: each practice day shows its lesson, among the sixteen items that the picture draws.
func TestPracticeDays(t *testing.T) {
	for _, c := range []struct {
		text, lesson string
		shows        func(*engine.Trace, int) bool
	}{
		{"m=1", "an outcome never learned", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Fate == engine.FateUnknown }},
		{"m=1", "duplicates", func(t *engine.Trace, i int) bool { return len(t.TasksOf(i)) > 3 }},
		{"m=2", "an outcome never learned", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Fate == engine.FateUnknown }},
		{"m=2&retries=8", "a missed input request", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Missed }},
		{"m=2&reconcile=15m", "a missed input request", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Missed }},
		{"m=3", "a task that vanished and is waited for", func(t *engine.Trace, i int) bool {
			return t.TasksOf(i)[0].Vanished != engine.Never && t.Report.PerItem[i].Fate == engine.FateUnknown
		}},
		{"m=5", "four tasks for one piece of work", func(t *engine.Trace, i int) bool { return len(t.TasksOf(i)) == 4 }},
		{"m=5", "a missed input request", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Missed }},
		{"m=5&repeats=0&reconcile=1m", "an outcome for which GetTask had no ID to ask with", func(t *engine.Trace, i int) bool {
			return t.Report.PerItem[i].Fate == engine.FateUnknown && t.Report.PerItem[i].Requests == 1
		}},
		{"m=5&repeats=0&reconcile=15m&by=list", "a missed input request", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Missed }},
		{"m=6", "a wrong outcome", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Fate == engine.FateWrong }},
		{"m=6", "a question that nobody heard since the work seemed done", func(t *engine.Trace, i int) bool {
			return t.Report.PerItem[i].Fate == engine.FateWrong && t.Report.PerItem[i].Missed
		}},
		{"m=6&verify=on", "an outcome never learned", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Fate == engine.FateUnknown }},
		{"m=6&verify=on", "a missed input request", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Missed }},
		{"m=6&verify=on&reconcile=10m&by=list", "a result handled twice", func(t *engine.Trace, i int) bool {
			return slices.ContainsFunc(t.EventsOf(i), func(e engine.Event) bool { return e.Kind == engine.Repeated })
		}},
		{"m=4&hears=push&reconcile=15m&idempotent=on", "a missed input request", func(t *engine.Trace, i int) bool { return t.Report.PerItem[i].Missed }},
	} {
		s, problems := Parse(c.text)
		if problems != nil {
			t.Fatal(c.text, problems)
		}
		var r engine.Runner
		var tr engine.Trace
		if err := r.Trace(&tr, s); err != nil {
			t.Fatal(err)
		}
		seen := slices.ContainsFunc(engine.Shown(tr.Items), func(i int) bool { return c.shows(&tr, i) })
		if !seen {
			t.Errorf("%s: none of the sixteen rows shows %s", c.text, c.lesson)
		}
	}
}

// TestLocked: a link cannot change what a mission locks, and the judge would not look at it.
func TestLocked(t *testing.T) {
	s, problems := Parse("m=1&flaps=off&day=7&drop=subscribe")
	if len(problems) != 2 || s.Flaps != 8*engine.Minute || s.Day != reattach.Start.Day {
		t.Errorf("problems %v, flaps %v, day %d", problems, s.Flaps, s.Day)
	}
	var r engine.Runner
	easy := s
	easy.Flaps = engine.Never
	easy.Drop = engine.ResendOnDrop
	if v, _ := reattach.Judge(&r, easy); v.Stars != 0 {
		t.Errorf("a setting with an unlocked failure earns %d stars", v.Stars)
	}
	free := InSandbox(s)
	if Locked(free, "flaps") || !Locked(s, "flaps") || Locked(s, "drop") {
		t.Error("the sandbox must lock nothing, the mission its failures only")
	}
	if back, problems := Parse(Text(free)); problems != nil || back != free {
		t.Errorf("%s reads back as %+v (%v)", Text(free), back, problems)
	}
}

// TestWords holds every mission to what the page needs of it.
func TestWords(t *testing.T) {
	var r engine.Runner
	for i, m := range All {
		if m.Name != fmt.Sprint(i+1) || Find(m.Name) != m {
			t.Errorf("mission %d is named %q", i+1, m.Name)
		}
		if len(m.Hints.Look) != len(m.Goals) {
			t.Errorf("mission %s has %d first hints for %d goals", m.Name, len(m.Hints.Look), len(m.Goals))
		}
		for _, key := range m.Free {
			if engine.KeyNamed(key) == nil {
				t.Errorf("mission %s frees %q, which is no key", m.Name, key)
			}
		}
		report, _ := r.Report(m.Start)
		right := m.Prediction.Right(&report)
		if n := m.Prediction.Number(&report); right > 0 && n <= m.Prediction.Choices[right-1].Most || n > m.Prediction.Choices[right].Most {
			t.Errorf("mission %s: %d does not fall into %q", m.Name, n, m.Prediction.Choices[right].Text)
		}
		if n := len(m.Prediction.Choices); n != 4 {
			t.Errorf("mission %s: %d answers to choose from", m.Name, n)
		}
		if !slices.IsSortedFunc(m.Goals, func(a, b Goal) int { return a.Star - b.Star }) {
			t.Errorf("mission %s: goals must stand in the order of their stars", m.Name)
		}
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		t    engine.Time
		want string
	}{{0, "0 s"}, {850, "850 ms"}, {5000, "5 s"}, {1500, "1.5 s"}, {270_000, "4 min 30 s"}, {1_800_000, "30 min"}, {3_900_000, "1 h 5 min"}} {
		if got := Span(c.t); got != c.want {
			t.Errorf("Span(%d) = %q, want %q", int64(c.t), got, c.want)
		}
	}
}
