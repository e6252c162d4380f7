package ui

import (
	"fmt"
	"slices"
	"strconv"

	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
)

// A Sink takes what the page shows. An implementation writes only what differs from the last time.
type Sink interface {
	// Set gives a property of the element with that id a value. "text", "hidden", "disabled", "checked", "value" and
	// "style.x" are properties; all else is an attribute, which an empty value removes. Switches are "yes" or "".
	Set(id, property, value string)
	// List fills the list with that id: one copy of its template for each row.
	List(id string, rows []ListRow)
	// Open tells whether what is in the element can be seen at all, so that hidden tables cost nothing.
	Open(id string) bool
}

// A ListRow is one row of a list: the text of each cell, and what the row stands for.
type ListRow struct {
	Action string // of the row's button, if it has one
	Tone   string // its data-tone
	Cells  []string
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

// GoalSlots is how many goals the page has room for.
const GoalSlots = 8

// Show says what the page shows now.
func (l *Lab) Show(s Sink) {
	l.showStart(s)
	l.showGoals(s)
	l.showScores(s)
	l.showControls(s)
	l.showHint(s)
	l.showTransport(s)
	l.showTip(s)
	l.showStory(s)
	if s.Open("tasks") {
		l.showTable(s)
	}
	if s.Open("debrief") {
		l.showDebrief(s)
	}
	if s.Open("share") {
		l.showShare(s)
	}
	l.showTalk(s)
	l.showNotices(s)
}

func (l *Lab) showStart(s Sink) {
	for _, m := range missions.All {
		best := l.progress.Best(m.Name)
		s.Set("start-"+m.Name, "aria-current", pageIf(l.mission == m))
		s.Set("stars-"+m.Name, "text", starText(best.Stars))
		s.Set("starwords-"+m.Name, "text", fmt.Sprintf(", %d of %d stars", best.Stars, missions.Stars))
	}
	s.Set("start-sandbox", "aria-current", pageIf(l.mission == nil))
	title, scene, brief := "Sandbox", "Your own numbers", "Nothing is locked. Set the work, the failures, the agent and the client as they are where you work, and see what is lost and what it costs."
	if l.mission != nil {
		title, scene, brief = "Mission "+l.mission.Name+" · "+l.mission.Title, l.mission.Scene, l.mission.Brief
	}
	s.Set("title", "text", title)
	s.Set("scene", "text", scene)
	s.Set("brief", "text", brief)
	s.Set("predict", "hidden", yes(!l.asking))
	if l.asking {
		p := &l.mission.Prediction
		s.Set("question", "text", p.Question)
		for i := range GuessSlots {
			s.Set("guess-"+strconv.Itoa(i), "hidden", yes(i >= len(p.Choices)))
			if i < len(p.Choices) {
				s.Set("guess-"+strconv.Itoa(i), "text", p.Choices[i].Text)
			}
		}
	}
	s.Set("outcome", "hidden", yes(l.outcome() == ""))
	s.Set("outcome", "text", l.outcome())
}

// GuessSlots is how many answers a prediction has at most.
const GuessSlots = 5

func pageIf(b bool) string {
	if b {
		return "page"
	}
	return ""
}

const fullStars, emptyStars = "★★★", "☆☆☆"

// starText draws n stars of three for the eye; words stand beside it.
func starText(n int) string { return StarText(n) + emptyStars[len("☆")*n:] }

// StarText draws n stars.
func StarText(n int) string { return fullStars[:len("★")*n] }

// outcome compares the prediction with what happened.
func (l *Lab) outcome() string {
	if l.mission == nil || l.asking || l.guessed == render.None {
		return ""
	}
	p := &l.mission.Prediction
	right := p.Right(&l.first)
	verdict := "It was"
	if l.guessed == right {
		verdict = "Right: it was"
	}
	return fmt.Sprintf("You said: %s. %s %d %s.", lower(p.Choices[l.guessed].Text), verdict, p.Number(&l.first), p.Unit)
}

func lower(s string) string {
	if s != "" && s[0] >= 'A' && s[0] <= 'Z' {
		return string(s[0]+'a'-'A') + s[1:]
	}
	return s
}

func (l *Lab) showGoals(s Sink) {
	s.Set("goals", "hidden", yes(l.mission == nil || l.asking))
	for i := range GoalSlots {
		id := strconv.Itoa(i)
		if l.mission == nil || i >= len(l.goals) || l.asking {
			s.Set("goal-"+id, "hidden", "yes")
			continue
		}
		g := &l.goals[i]
		s.Set("goal-"+id, "hidden", "")
		s.Set("goal-"+id, "data-tone", tone(g.Holds))
		s.Set("goalmark-"+id, "text", tick(g.Holds))
		s.Set("goalwords-"+id, "text", heldText(g.Holds))
		s.Set("goalstar-"+id, "text", StarText(g.Star))
		s.Set("goaltext-"+id, "text", g.Sentence)
		s.Set("goalnumber-"+id, "text", g.Text)
	}
	text := l.proof()
	s.Set("proof", "text", text)
	s.Set("proofrow", "hidden", yes(text == ""))
	won := l.verdict != nil && l.verdict.Stars > 0
	s.Set("proofrow", "data-tone", tone(won))
	s.Set("debriefbutton", "hidden", yes(!won))
}

func tone(good bool) string {
	if good {
		return "good"
	}
	return "bad"
}

func tick(b bool) string {
	if b {
		return "✓"
	}
	return "✗"
}

func heldText(b bool) string {
	if b {
		return "Reached: "
	}
	return "Not reached: "
}

// proof says what the other days say.
func (l *Lab) proof() string {
	switch {
	case l.mission == nil || l.asking:
		return ""
	case l.tooLarge != "":
		return ""
	case l.verdict == nil && l.Unproven():
		return "Trying twenty other days…"
	case l.verdict == nil:
		return ""
	}
	v, practice := l.verdict, l.practiceStars()
	text := ""
	if v.Stars > 0 {
		text = fmt.Sprintf("%s Held on %d of %d other days.", starText(v.Stars), v.HeldOn(v.Stars), missions.Others)
	}
	if v.Stars == practice {
		return text
	}
	for i := range v.Goals {
		g := &v.Goals[i]
		if g.Holds || g.Star > practice {
			continue
		}
		why := fmt.Sprintf("Today is not every day: “%s” fails on %d of %d days.", g.Sentence, 1+missions.Others-g.Days, 1+missions.Others)
		if l.mission.Goals[i].Kind == missions.Cost {
			why = fmt.Sprintf("Today is not every day: “%s” — on average over %d days it is %s.", g.Sentence, 1+missions.Others, g.Text)
		}
		if text == "" {
			return why
		}
		return text + " " + why
	}
	return text
}

func (l *Lab) showScores(s Sink) {
	for i := range Scores {
		c := &Scores[i]
		hidden := c.when != nil && !c.when(&l.setting)
		s.Set("card-"+c.ID, "hidden", yes(hidden))
		if hidden {
			continue
		}
		if l.asking {
			s.Set("score-"+c.ID, "text", "?")
			s.Set("scorenote-"+c.ID, "text", "")
			s.Set("card-"+c.ID, "data-tone", "")
			continue
		}
		r := &l.trace.Report
		s.Set("score-"+c.ID, "text", c.text(r))
		s.Set("scorenote-"+c.ID, "text", c.Note(r))
		s.Set("card-"+c.ID, "data-tone", c.Tone(r))
	}
}

func (l *Lab) showControls(s Sink) {
	start, _ := missions.StartNamed(l.setting.Start)
	for g := range engine.NumGroups {
		s.Set("group-"+strconv.Itoa(int(g)), "disabled", "")
		s.Set("group-"+strconv.Itoa(int(g)), "data-locked", yes(start.Free != nil && groupLocked(g, &start)))
	}
	s.Set("group-"+strconv.Itoa(int(engine.WorkGroup)), "hidden", yes(l.mission != nil))
	for i := range engine.Keys {
		k := &engine.Keys[i]
		locked := start.Locked(k.Name)
		folded := !k.Matters(&l.setting) || locked && k.Group == engine.FailureGroup && k.Value(&l.setting) == k.Default
		s.Set("row-"+k.Name, "hidden", yes(folded))
		if folded {
			continue
		}
		s.Set("row-"+k.Name, "data-locked", yes(locked))
		s.Set("note-"+k.Name, "text", Note(k, &l.setting))
		v := k.Value(&l.setting)
		switch {
		case k.Form == engine.Toggle:
			s.Set("key-"+k.Name, "checked", yes(v == int64(engine.On)))
			s.Set("key-"+k.Name, "disabled", yes(locked))
		case Segmented(k):
			for n, name := range k.Names {
				s.Set("key-"+k.Name+"-"+name, "checked", yes(v == int64(n)))
				s.Set("key-"+k.Name+"-"+name, "disabled", yes(locked))
			}
		default:
			text := k.Format(v)
			odd := !offers(k, v)
			s.Set("odd-"+k.Name, "hidden", yes(!odd))
			s.Set("odd-"+k.Name, "disabled", yes(!odd))
			if odd {
				s.Set("odd-"+k.Name, "value", text)
				s.Set("odd-"+k.Name, "text", Title(k, v))
			}
			s.Set("key-"+k.Name, "value", text)
			s.Set("key-"+k.Name, "disabled", yes(locked))
		}
	}
	s.Set("undo", "disabled", yes(len(l.undo) == 0))
	s.Set("redo", "disabled", yes(len(l.redo) == 0))
	s.Set("reset", "disabled", yes(l.setting == start.Setting || start.Free == nil && l.setting == missions.InSandbox(start.Setting)))
	s.Set("free", "hidden", yes(l.mission == nil))
	s.Set("settext", "hidden", yes(l.mission != nil))
	s.Set("text", "value", l.Fragment())
}

func groupLocked(g engine.Group, start *engine.Start) bool {
	for i := range engine.Keys {
		if engine.Keys[i].Group == g && !start.Locked(engine.Keys[i].Name) {
			return false
		}
	}
	return true
}

// Segmented tells whether a key is shown as a row of buttons, of which one is pressed, and not as a menu.
func Segmented(k *engine.Key) bool { return k.Form == engine.Choice && len(k.Names) == 4 }

// offers tells whether the page has the value in the key's menu.
func offers(k *engine.Key, v int64) bool {
	return k.Form == engine.Choice || v == k.Default || slices.Contains(k.Offered, v)
}

// Menu is the values in a key's menu: what the page offers, in every mission and in the sandbox.
func Menu(k *engine.Key) []int64 {
	return missions.Offered(k, engine.Defaults())
}

func (l *Lab) showHint(s Sink) {
	if l.mission == nil || l.asking {
		s.Set("hints", "hidden", "yes")
		return
	}
	failing := missions.FirstFailing(l.goals)
	if failing < 0 && l.verdict != nil {
		failing = missions.FirstFailing(l.verdict.Goals)
	}
	s.Set("hints", "hidden", yes(failing < 0))
	for rung := 1; rung <= 3; rung++ {
		id := strconv.Itoa(rung)
		shown := rung <= l.hints && failing >= 0
		s.Set("hint-"+id, "hidden", yes(!shown))
		if shown {
			s.Set("hinttext-"+id, "text", l.mission.Hints.Rung(rung, failing))
		}
	}
	s.Set("hintbutton", "hidden", yes(l.hints == 3))
	s.Set("hintbutton", "text", [...]string{"Show a hint: where to look", "Next hint: which mechanism", "Show the worked answer", ""}[l.hints])
}

func (l *Lab) showTransport(s Sink) {
	end := l.trace.Setting.End
	play := "Play"
	if l.playing {
		play = "Pause"
	}
	s.Set("play", "aria-label", play)
	s.Set("play", "data-playing", yes(l.playing))
	for _, id := range [...]string{"play", "step", "back", "seek"} {
		s.Set(id, "disabled", yes(l.asking))
	}
	for _, id := range [...]string{"speed", "dense", "zoomin", "sharebutton", "free"} {
		s.Set(id, "disabled", "") // until now nothing would have happened
	}
	s.Set("now", "text", l.now.Clock())
	s.Set("end", "text", end.Clock())
	s.Set("seek", "max", strconv.Itoa(int(end/engine.Second)))
	s.Set("seek", "value", strconv.Itoa(int(l.now/engine.Second)))
	s.Set("seek", "aria-valuetext", l.now.Clock()+" of "+end.Clock())
	s.Set("speed", "value", strconv.Itoa(l.speed))
	s.Set("dense", "aria-pressed", pressed(l.dense))
	dense := fmt.Sprintf("Show all %d", len(l.all))
	if l.dense {
		dense = fmt.Sprintf("Show %d", len(l.shown))
	}
	s.Set("dense", "text", dense)
	s.Set("dense", "hidden", yes(len(l.all) == len(l.shown)))
	fit, all := l.Picture().Fit()
	s.Set("rows-move", "hidden", yes(fit == all))
	s.Set("rowsup", "disabled", yes(l.top == 0))
	s.Set("rowsdown", "disabled", yes(l.top+fit >= all))
	s.Set("fit", "disabled", yes(l.to == 0))
	s.Set("zoomout", "disabled", yes(l.to == 0))
	s.Set("pause", "text", l.pause)
	if l.activity == "" {
		render.Activity(l.bins[:], &l.trace)
		l.activity = render.ActivityPath(l.bins[:], ActivityHeight)
	}
	path := l.activity
	if l.asking {
		path = ""
	}
	s.Set("activity", "d", path)
	s.Set("stagewords", "text", l.stageWords())
	s.Set("stage", "aria-label", fmt.Sprintf("Timeline of %d tasks", len(l.visible())))
}

// ActivityHeight and ActivityWidth are the box of the scrubber's histogram.
const (
	ActivityHeight = 24
	ActivityWidth  = len(Lab{}.bins)
)

func pressed(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// stageWords describes the picture for those who do not see it.
func (l *Lab) stageWords() string {
	if l.asking {
		return "What happens is hidden until the question is answered or skipped."
	}
	if l.selected != render.None {
		return Headline(&l.trace, l.selected)
	}
	return "Up and down select a task; its story is told below. The same facts stand in the table of tasks."
}

// showTip places a few words beside the pointer.
func (l *Lab) showTip(s Sink) {
	text := ""
	if l.pointing && !l.asking && l.hit.Item != render.None {
		switch {
		case l.hit.Event != render.None:
			text = Words(&l.trace, l.hit.Event)
		case l.hit.Task != render.None:
			text = TaskWords(&l.trace, l.hit.Task)
		default:
			text = Headline(&l.trace, l.hit.Item)
		}
	}
	s.Set("tip", "hidden", yes(text == ""))
	if text == "" {
		return
	}
	s.Set("tip", "text", text)
	// To the side of the pointer that has more room.
	if l.x < l.width/2 {
		s.Set("tip", "style.left", px(l.x+14))
		s.Set("tip", "style.right", "")
	} else {
		s.Set("tip", "style.left", "")
		s.Set("tip", "style.right", px(l.width-l.x+14))
	}
	if l.y < l.height/2 {
		s.Set("tip", "style.top", px(l.y+12))
		s.Set("tip", "style.bottom", "")
	} else {
		s.Set("tip", "style.top", "")
		s.Set("tip", "style.bottom", px(l.height-l.y+12))
	}
}

func px(v float32) string { return strconv.Itoa(int(v)) + "px" }

func (l *Lab) showStory(s Sink) {
	s.Set("inspector", "hidden", yes(l.selected == render.None))
	if l.selected == render.None {
		return
	}
	if !l.lineOf.made || l.lineOf.item != l.selected {
		l.lines = Story(&l.trace, l.selected)
		l.lineOf = lineOf{l.selected, true}
	}
	s.Set("storytitle", "text", Headline(&l.trace, l.selected))
	day := l.trace.Setting.Day
	ids := []ListRow{{Cells: []string{"Message", MessageID(day, l.selected)}}}
	for n := range l.trace.TasksOf(l.selected) {
		ids = append(ids,
			ListRow{Cells: []string{"Agent’s task " + strconv.Itoa(n+1), TaskID(day, l.selected, n)}},
			ListRow{Cells: []string{"in context", ContextID(day, l.selected, n)}})
	}
	s.List("storyids", ids)
	rows := make([]ListRow, len(l.lines))
	for i, line := range l.lines {
		rows[i].Cells = []string{line.At.Clock(), line.Text}
		if line.At > l.now {
			rows[i].Tone = "later"
		}
	}
	s.List("story", rows)
}

// tableMost is how many rows the table has at most: a browser takes seconds for thousands.
const tableMost = 500

// SelectedStory is the story of the selected item as text to copy, or nothing.
func (l *Lab) SelectedStory() string {
	if l.selected == render.None {
		return ""
	}
	return StoryText(&l.trace, l.selected)
}

func (l *Lab) showTable(s Sink) {
	if l.asking {
		s.List("rows", nil)
		return
	}
	items := l.visible()
	s.Set("tablenote", "hidden", yes(len(items) <= tableMost))
	if len(items) > tableMost {
		s.Set("tablenote", "text", fmt.Sprintf("The table has the first %d of %d tasks.", tableMost, len(items)))
		items = items[:tableMost]
	}
	l.rows = Rows(l.rows, &l.trace, items)
	rows := make([]ListRow, len(l.rows))
	for i := range l.rows {
		rows[i] = ListRow{Action: string(Select) + ":" + strconv.Itoa(l.rows[i].Item), Cells: l.rows[i].Text[:], Tone: yes(l.rows[i].Item == l.selected)}
	}
	s.List("rows", rows)
}

func (l *Lab) showDebrief(s Sink) {
	if l.mission == nil || l.verdict == nil {
		return
	}
	v := l.verdict
	s.Set("debriefstars", "text", starText(v.Stars))
	s.Set("debrieftitle", "text", fmt.Sprintf("%s: %d of %d stars", l.mission.Title, v.Stars, missions.Stars))
	s.Set("debriefdays", "text", fmt.Sprintf("The practice day and %d of %d other days keep the goals of harm and time for these stars. Cost is %.2f requests per task, on average over all %d days.",
		v.HeldOn(v.Stars), missions.Others, v.Requests, 1+missions.Others))
	goals := make([]ListRow, len(v.Goals))
	for i := range v.Goals {
		g := &v.Goals[i]
		goals[i] = ListRow{Tone: tone(g.Holds), Cells: []string{StarText(g.Star), tick(g.Holds) + " " + g.Sentence, g.Text}}
	}
	s.List("debriefgoals", goals)
	var scores []ListRow
	for i := range Scores {
		c := &Scores[i]
		if c.when == nil || c.when(&l.setting) {
			scores = append(scores, ListRow{Cells: []string{c.Label, c.text(&l.first), c.text(&l.trace.Report)}})
		}
	}
	s.List("debriefscores", scores)
	var changes []ListRow
	for i := range engine.Keys {
		k := &engine.Keys[i]
		if was, is := k.Value(&l.mission.Start), k.Value(&l.setting); was != is {
			changes = append(changes, ListRow{Cells: []string{k.Label, Title(k, was), Title(k, is)}})
		}
	}
	s.List("debriefchanges", changes)
	s.Set("principle", "text", l.mission.Debrief)
	for _, m := range missions.All {
		s.Set("section-"+m.Name, "hidden", yes(m != l.mission))
	}
	s.Set("par", "text", l.par())
}

// par speaks of the cheapest three stars.
func (l *Lab) par() string {
	s, _ := missions.Parse(l.mission.Par)
	v := l.judged(s)
	switch {
	case v == nil:
		return ""
	case l.verdict.Stars == missions.Stars && l.verdict.Requests <= v.Requests+0.0005:
		return fmt.Sprintf("Par is %.2f requests per task, and you have reached it: nothing on this page earns three stars for less.", v.Requests)
	}
	if l.verdict.Stars < missions.Stars {
		return fmt.Sprintf("Par is %.2f requests per task: that is what the cheapest three stars cost.", v.Requests)
	}
	return fmt.Sprintf("Par is %.2f requests per task: three stars can be had for that, and yours cost %.2f.", v.Requests, l.verdict.Requests)
}

func (l *Lab) showNotices(s Sink) {
	rows := make([]ListRow, 0, len(l.notices)+2)
	for _, n := range l.notices {
		rows = append(rows, ListRow{Cells: []string{n}})
	}
	if l.tooLarge != "" {
		rows = append(rows, ListRow{Cells: []string{"This setting cannot be shown: " + l.tooLarge + ". The picture and the numbers are those of " + missions.Text(l.trace.Setting) + "."}})
	}
	if l.storage != "" && !l.unstoredSeen {
		rows = append(rows, ListRow{Cells: []string{l.storage}})
	}
	s.Set("noticebox", "hidden", yes(len(rows) == 0))
	s.List("notices", rows)
	s.Set("storage", "hidden", yes(l.storage == ""))
	s.Set("storage", "text", l.storage)
}
