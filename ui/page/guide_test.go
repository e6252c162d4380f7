package page

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/metrics"
	"a2alab/missions"
	"a2alab/ui"
)

func guide(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	if err := Guide(Assets{Root: "../"}).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// specified are the sections of the A2A specification 1.0 that our texts may name, with what each is about. Whoever adds one
// has read it.
var specified = map[string]string{
	"3.1.1": "SendMessage",
	"3.1.2": "SendStreamingMessage",
	"3.1.3": "GetTask",
	"3.1.4": "ListTasks",
	"3.1.6": "SubscribeToTask",
	"3.2.2": "SendMessageConfiguration",
	"3.3.1": "idempotency",
	"3.3.2": "errors",
	"3.3.4": "capabilities",
	"3.4":   "contexts, tasks and turns",
	"3.4.2": "task IDs",
	"3.5.2": "several streams of a task",
	"3.4.1": "identifiers",
	"3.6.2": "version negotiation",
	"3.7":   "messages and artifacts",
	"4.1.3": "TaskState",
	"4.3":   "push notification objects",
	"4.3.3": "push notification delivery",
	"5.7":   "fields that are not known",
	"7.6.1": "authorisation within a task",
	"11.6":  "errors over HTTP+JSON",
	"13.2":  "security of push notifications",
}

var (
	sectionPattern = regexp.MustCompile(`§(\d+(?:\.\d+)*)`)
	hrefPattern    = regexp.MustCompile(`<(?:a|img)\b[^>]* (?:href|src)="([^"]*)"`)
	rulePattern    = regexp.MustCompile(`(?s)<b class="by" data-by="([^"]*)">[^<]*</b> <span>(.*?)</span></li>`)
	tagPattern     = regexp.MustCompile(`<[^>]*>`)
)

// TestSpecification: every section that the guide or the lab names is one that we know, and each rule names its own.
func TestSpecification(t *testing.T) {
	html := guide(t)
	named := 0
	for _, text := range []string{html, rendered(t)} {
		for _, m := range sectionPattern.FindAllStringSubmatch(text, -1) {
			named++
			if specified[m[1]] == "" {
				t.Errorf("§%s is not among the sections that we have read", m[1])
			}
		}
	}
	if named < 30 {
		t.Errorf("only %d sections are named", named)
	}
	rules := rulePattern.FindAllStringSubmatch(html, -1)
	by := map[string]int{}
	for _, m := range rules {
		by[m[1]]++
		if m[1] == string(bySpec) && !strings.Contains(m[2], "§") {
			t.Errorf("this rule does not name its section: %s", m[2])
		}
	}
	if by[string(bySpec)] < 12 || by[string(bySDK)] < 6 || by[string(byLab)] < 6 {
		t.Errorf("found %v: is the pattern right?", by)
	}
}

// TestGuideLinks: what the guide refers to is there, and each link into the lab is a setting as the lab would write it.
func TestGuideLinks(t *testing.T) {
	html := guide(t)
	ids := map[string]bool{}
	for _, m := range idPattern.FindAllStringSubmatch(html, -1) {
		if ids[m[1]] {
			t.Errorf("id %q stands twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range refersPattern.FindAllStringSubmatch(html, -1) {
		for id := range strings.FieldsSeq(m[1]) {
			if !ids[id] {
				t.Errorf("nothing has the id %q that is referred to", id)
			}
		}
	}
	posters := map[string]bool{}
	for _, p := range ui.PosterFiles() {
		posters[p.Name] = true
	}
	settings := 0
	for _, m := range hrefPattern.FindAllStringSubmatch(html, -1) {
		address, fragment, _ := strings.Cut(strings.ReplaceAll(m[1], "&amp;", "&"), "#")
		if page, name, ok := strings.Cut(address, "?"+ui.MetricParameter+"="); ok {
			if address = page; !slices.ContainsFunc(metrics.All[:], func(m metrics.Metric) bool { return m.Name == name }) {
				t.Errorf("no metric is called %q", name)
			}
		}
		switch address {
		case "":
			if fragment != "" && !ids[fragment] {
				t.Errorf("the link to #%s leads nowhere", fragment)
			}
		case "../":
			if fragment == "" {
				continue
			}
			settings++
			if strings.Contains(fragment, "&") && !strings.HasPrefix(fragment, "m=sandbox&") {
				t.Errorf("following the link to #%s would earn stars", fragment)
			}
			s, problems := missions.Parse(fragment)
			if problems != nil || missions.Text(s) != fragment {
				t.Errorf("#%s: %v; the lab would write %s", fragment, problems, missions.Text(s))
			}
		case "../licenses.txt":
		default:
			name, ok := strings.CutPrefix(m[1], "../posters/")
			if !ok || !posters[strings.TrimSuffix(name, ".svg")] {
				t.Errorf("the guide refers to %s, which no test knows", m[1])
			}
		}
	}
	if settings < 20 {
		t.Errorf("only %d links into the lab found", settings)
	}
}

// TestMissionsAndGuide: each mission's debrief leads to a section, which leads back; and no section is without a place to practise.
func TestMissionsAndGuide(t *testing.T) {
	html, lab := guide(t), rendered(t)
	parts := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)<section aria-labelledby="([a-z]+)"><h2 id="[a-z]+">(.*?)</p></section>`).FindAllStringSubmatch(html, -1) {
		parts[m[1]] = m[2]
	}
	for _, s := range sections {
		if s.mission != missions.Sandbox && missions.Find(s.mission) == nil || !strings.Contains(parts[s.anchor], `href="../#m=`+s.mission+`"`) {
			t.Errorf("the section %q does not lead to %s", s.anchor, s.mission)
		}
		if !strings.Contains(html, `<a href="#`+s.anchor+`">`+s.title+`</a>`) {
			t.Errorf("the section %q is not in the table of contents", s.anchor)
		}
	}
	for _, m := range missions.All {
		if headed(m.Section).mission != m.Name {
			t.Errorf("mission %s leads to %q, which leads to mission %s", m.Name, m.Section, headed(m.Section).mission)
		}
		if !strings.Contains(lab, `guide/#`+m.Section+`"`) {
			t.Errorf("the debrief of mission %s does not lead to the guide", m.Name)
		}
	}
}

// TestGuideReads: without a script the guide has all its words and numbers, one heading above all, and no level left out.
func TestGuideReads(t *testing.T) {
	html := guide(t)
	level := 0
	for _, m := range regexp.MustCompile(`<h(\d)`).FindAllStringSubmatch(html, -1) {
		n := int(m[1][0] - '0')
		if n == 1 && level != 0 || n > level+1 {
			t.Errorf("a heading of level %d comes after one of level %d", n, level)
		}
		level = n
	}
	for _, m := range regexp.MustCompile(`(?s)<(td|th|p|caption|option|figcaption|h\d)\b([^>]*)>(.*?)</`).FindAllStringSubmatch(html, -1) {
		if strings.TrimSpace(tagPattern.ReplaceAllString(m[3], "")) == "" && !strings.HasPrefix(m[3], "<") {
			t.Errorf("<%s%s> is empty", m[1], m[2])
		}
	}
	for i := range ui.Calculators {
		for _, n := range ui.Calculators[i].First().Numbers {
			if !strings.Contains(html, ">"+n.Value+"</td>") {
				t.Errorf("%s: the page does not show %q", ui.Calculators[i].ID, n.Value)
			}
		}
	}
	figures := regexp.MustCompile(`<a2a-lab id="(guide-[a-z]+)" setting="m=sandbox&amp;[^"]+" hide="[a-z,]+" load="click" poster="\.\./posters/(guide-[a-z]+)\.svg" title="[^"]+" caption=""><img src="\.\./posters/(guide-[a-z]+)\.svg" alt="[^"]+"`).FindAllStringSubmatch(html, -1)
	if len(figures) != len(ui.GuideFigures()) {
		t.Errorf("%d of %d figures are there, wait for a click, and have a picture for readers without scripts", len(figures), len(ui.GuideFigures()))
	}
	for _, m := range figures {
		if m[1] != m[2] || m[1] != m[3] {
			t.Errorf("the figure %s has the pictures %s and %s", m[1], m[2], m[3])
		}
	}
}

// TestGuideProgram: the program finds what it writes to, whatever is chosen.
func TestGuideProgram(t *testing.T) {
	c := &checker{t: t, ids: map[string]bool{}}
	html := guide(t)
	for _, m := range idPattern.FindAllStringSubmatch(html, -1) {
		c.ids[m[1]] = true
	}
	g := ui.NewGuide()
	for i := range ui.Calculators {
		for _, in := range ui.Calculators[i].Inputs {
			id := ui.Calculators[i].Control(&in)
			if !strings.Contains(html, `<select id="`+id+`" data-calculate`) {
				t.Errorf("the page has no menu %s", id)
			}
			for _, v := range in.Choices {
				if !g.Choose(id, in.Key.Format(v)) {
					t.Errorf("%s=%s is not taken", id, in.Key.Format(v))
				}
				g.Show(c)
			}
		}
	}
}

// TestMixes: the table of mixes recommends what does no harm, says of the others what they do, and its words about cost hold.
func TestMixes(t *testing.T) {
	var all []measured
	for i := range choices {
		all = append(all, choices[i].measure())
	}
	for i, m := range all {
		if advisable := choices[i].situation != "Not advisable"; advisable != (m.harm == "none") {
			t.Errorf("%s: harm %s", choices[i].mix, m.harm)
		}
	}
	at := func(setting string) measured {
		return all[slices.IndexFunc(choices, func(c choice) bool { return c.setting == setting })]
	}
	push, list := at("m=4&hears=push&reconcile=10m&idempotent=on"), at("m=4&hears=push&reconcile=5m&by=list&idempotent=on")
	if m := at("m=4"); m.requests < 20*push.requests {
		t.Errorf("polling every 15 s costs %.2f, which is not twenty times %.2f", m.requests, push.requests)
	}
	if list.requests >= push.requests || list.known >= push.known {
		t.Errorf("ListTasks every 5 min: %.2f requests, known after %v; GetTask every 10 min: %.2f, %v", list.requests, list.known, push.requests, push.known)
	}
	if m := at("m=4&hears=stream"); m.known >= engine.Second {
		t.Errorf("a stream that is taken up again tells after %v", m.known)
	}
}

// TestSayings holds the guide's sentences about intervals against runs: ten minutes is safe, fifteen loses a question now and
// then, and one task in nine takes the shortest time.
func TestSayings(t *testing.T) {
	var r engine.Runner
	var tr engine.Trace
	missed := map[engine.Time]int{}
	shortest, tasks := 0, 0
	for day := range int64(60) {
		s := engine.Defaults()
		s.Day, s.Outage, s.Retries = day, 12*engine.Minute, 1
		for _, every := range []engine.Time{10 * engine.Minute, 15 * engine.Minute} {
			s.Reconcile = every
			if err := r.Trace(&tr, s); err != nil {
				t.Fatal(err)
			}
			missed[every] += tr.Report.MissedInput
		}
		for _, it := range tr.Items {
			tasks++
			if it.Work == s.Shortest {
				shortest++
			}
		}
	}
	if missed[10*engine.Minute] != 0 || missed[15*engine.Minute] == 0 {
		t.Errorf("missed input in 60 days: %v", missed)
	}
	if share := float64(tasks) / float64(shortest); share < 8.5 || share > 9.5 {
		t.Errorf("one task in %.1f takes the shortest time", share)
	}
}
