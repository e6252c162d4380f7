package page

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/ui"
)

func rendered(t *testing.T) string { return html(t, Lab) }

func html(t *testing.T, page func(Assets) templ.Component) string {
	t.Helper()
	var b strings.Builder
	if err := page(Assets{}).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// labs are the pages that show the lab, whole or in part.
var labs = map[string]func(Assets) templ.Component{"lab": Lab, "embed": Embed, "present": Present}

var (
	idPattern     = regexp.MustCompile(` id="([^"]*)"`)
	actionPattern = regexp.MustCompile(` data-do="([^"]*)"`)
	refersPattern = regexp.MustCompile(` (?:for|aria-labelledby|aria-describedby|popovertarget)="([^"]*)"`)
)

// TestActions: there are no dead buttons.
func TestActions(t *testing.T) {
	for name, page := range labs {
		found := actionPattern.FindAllStringSubmatch(html(t, page), -1)
		if len(found) < 40 {
			t.Fatalf("%s: only %d actions found: is the pattern right?", name, len(found))
		}
		for _, m := range found {
			if _, ok := ui.ParseAction(m[1], "0"); !ok {
				t.Errorf("%s: data-do=%q is no action", name, m[1])
			}
		}
	}
}

// TestIDs: each id stands once, and what refers to an id finds it.
func TestIDs(t *testing.T) {
	for name, page := range labs {
		text := html(t, page)
		ids := map[string]bool{}
		for _, m := range idPattern.FindAllStringSubmatch(text, -1) {
			if ids[m[1]] {
				t.Errorf("%s: id %q stands twice", name, m[1])
			}
			ids[m[1]] = true
		}
		for _, m := range refersPattern.FindAllStringSubmatch(text, -1) {
			for id := range strings.FieldsSeq(m[1]) {
				if !ids[id] {
					t.Errorf("%s: nothing has the id %q that is referred to", name, id)
				}
			}
		}
	}
}

// checker is a Sink that holds the program to the page: every element it writes to must be there, and every list's rows
// must have a cell for each text.
type checker struct {
	t     *testing.T
	ids   map[string]bool
	cells map[string]int
	rows  map[string]int // most that were listed
}

func (c *checker) Set(id, property, value string) {
	if !c.ids[id] {
		c.t.Errorf("the program sets %s of %q, which the page does not have", property, id)
		c.ids[id] = true
	}
}

func (c *checker) List(id string, rows []ui.ListRow) {
	n, ok := c.cells[id]
	if !ok || !c.ids[id] {
		c.t.Fatalf("the page has no list %q with a template", id)
	}
	c.rows[id] = max(c.rows[id], len(rows))
	for _, r := range rows {
		if len(r.Cells) != n {
			c.t.Fatalf("a row of %q has %d texts and %d cells", id, len(r.Cells), n)
		}
	}
}

func (c *checker) Open(id string) bool {
	c.Set(id, "open", "")
	return true
}

// TestProgramFindsPage shows the lab in many states to a page without a browser.
func TestProgramFindsPage(t *testing.T) {
	html := rendered(t)
	c := &checker{t: t, ids: map[string]bool{}, cells: map[string]int{}, rows: map[string]int{}}
	for _, m := range idPattern.FindAllStringSubmatch(html, -1) {
		c.ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?s)<template id="([^"]*)-row">(.*?)</template>`).FindAllStringSubmatch(html, -1) {
		c.cells[m[1]] = strings.Count(m[2], " data-cell")
	}
	lab := ui.NewLab(ui.Progress{}, "", false)
	lab.Resize(1000, 500)
	for _, text := range []string{"", "m=2", "m=3", "m=4", "m=sandbox", "m=sandbox&hears=block", "m=sandbox&items=2000&hears=poll&poll=1s&end=48h", "m=1&x=1&drop=subscribe"} {
		lab.Open(text)
		for _, a := range []ui.Action{{}, {Do: ui.Guess, N: 1}, {Do: ui.Next}, {Do: ui.Hint}, {Do: ui.Hint}, {Do: ui.Hint}, {Do: ui.Dense}, {Do: ui.Point, X: 400, Y: 200}, {Do: ui.Dense}} {
			lab.Do(a)
			lab.Show(c)
		}
	}
	for _, m := range missions.All {
		lab.Open("m=" + m.Name)
		lab.Do(ui.Action{Do: ui.Pin})
		lab.Open(m.Reference)
		for lab.Working() {
			lab.Work(func() bool { return false })
		}
		lab.Show(c)
	}
	if c.rows["changerows"] == 0 {
		t.Error("no change against a pinned run was listed")
	}
}

// TestControls: each key of the table has its control, its meaning and its menu.
func TestControls(t *testing.T) {
	html := rendered(t)
	for i := range engine.Keys {
		k := &engine.Keys[i]
		id := `id="key-` + k.Name
		if ui.Segmented(k) {
			id += "-" + k.Names[0]
		}
		if !strings.Contains(html, id+`"`) || !strings.Contains(html, `data-do="set:`+k.Name+`"`) {
			t.Errorf("%s has no control", k.Name)
		}
		if !strings.Contains(html, `id="help-`+k.Name+`"`) {
			t.Errorf("%s has no meaning", k.Name)
		}
	}
}
