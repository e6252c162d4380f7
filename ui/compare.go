package ui

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"a2alab/compare"
	"a2alab/engine"
	"a2alab/missions"
	"a2alab/render"
)

// pinned is a run that the next ones are compared with: drawn behind them, its numbers beside theirs.
type pinned struct {
	on     bool
	trace  engine.Trace
	fates  compare.Comparison // with the run that is shown
	known  bool               // they are worked out
	change string             // what the last change did to the scoreboard, to be told with them
	rows   []ListRow          // the page's list of changes; nil to be made anew
}

// comparing tells whether there is a pinned run over the same work as the one that is shown, which may be seen.
func (l *Lab) comparing() bool {
	return l.pin.on && !l.asking && len(compare.World(&l.pin.trace.Setting, &l.trace.Setting)) == 0
}

// togglePin pins the run that is shown, or lets the pinned one go.
func (l *Lab) togglePin() {
	switch {
	case l.asking:
		return
	case l.pin.on:
		l.unpin()
		l.said = "No run is pinned."
		return
	}
	l.pinRun(l.trace.Setting)
	l.said = "This run is pinned: the next ones are compared with it."
}

// pinStart pins the mission's start, with which a reader began.
func (l *Lab) pinStart() {
	if l.mission == nil || l.asking {
		return
	}
	l.pinRun(l.mission.Start)
	l.now, l.playing = l.trace.Setting.End, false // what differs is to be seen, all of it
	l.compareFates()
}

// pinRun pins the run of a setting that can be run.
func (l *Lab) pinRun(s engine.Setting) {
	if l.runner.Trace(&l.pin.trace, s) == nil {
		l.pin.on = true
		l.pinChanged()
	}
}

func (l *Lab) unpin() {
	l.pin.on = false
	l.pinChanged()
}

// pinChanged has what depends on the pinned run made anew.
func (l *Lab) pinChanged() {
	l.pin.known, l.pin.change, l.pin.rows = false, "", nil
	l.laid, l.hit = false, nowhere
	l.point()
}

// swap shows the pinned run and pins the one that was shown. It can be undone.
func (l *Lab) swap() {
	to := l.pin.trace.Setting
	if !l.pin.on || l.asking || l.setting == to {
		return
	}
	l.remember()
	l.undo[len(l.undo)-1].swap = true
	l.enter(to)
	l.pinPrevious(to)
}

// pinPrevious pins the run that was shown before the one of the setting, which has just been run: where that succeeded, its
// trace lies in the room for the next.
func (l *Lab) pinPrevious(s engine.Setting) {
	if !l.pin.on || l.tooLarge != "" || l.trace.Setting != s {
		return
	}
	change := l.pin.change
	l.pin.trace, l.spare = l.spare, l.pin.trace
	l.pinChanged()
	l.pin.change = change
}

// keepPin tells whether the pin outlives going to a setting of another start: where the work is the same, as in the sandbox
// that a mission is opened in. Another mission is another story.
func (l *Lab) keepPin(s *engine.Setting) bool {
	return len(compare.World(&l.pin.trace.Setting, s)) == 0
}

// compareFates works out whose fate differs. It takes about as long as a run.
func (l *Lab) compareFates() bool {
	l.pin.known, l.pin.fates, l.pin.rows = true, compare.Fates(&l.pin.trace, &l.trace), nil
	if l.pin.trace.Setting != l.trace.Setting {
		l.said = strings.TrimSpace("Against the pinned run: " + tally(&l.pin.fates) + " " + l.pin.change)
	}
	l.pin.change = ""
	return true
}

// tally sums a comparison up in a sentence.
func tally(c *compare.Comparison) string {
	if len(c.Changes) == 0 {
		return "No task’s fate differs."
	}
	var parts []string
	say := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(what, n))
		}
	}
	if c.Better == 1 {
		parts = append(parts, "1 task fares better")
	} else if c.Better > 0 {
		say(c.Better, "%d tasks fare better")
	}
	switch {
	case c.Worse > 0 && c.Better > 0:
		say(c.Worse, "%d worse")
	case c.Worse == 1:
		parts = append(parts, "1 task fares worse")
	default:
		say(c.Worse, "%d tasks fare worse")
	}
	if c.Better+c.Worse == 0 {
		say(c.Mixed, "%d fare better in one thing and worse in another")
	} else {
		say(c.Mixed, "%d better in one thing and worse in another")
	}
	say(c.Same, "%d as before")
	return strings.Join(parts, ", ") + "."
}

// differences names the keys in which two settings differ, with the first one's values: “Reconcile every: off”.
func differences(was, is *engine.Setting) []string {
	var list []string
	for i := range engine.Keys {
		k := &engine.Keys[i]
		if v := k.Value(was); v != k.Value(is) && (k.Matters(was) || k.Matters(is)) {
			list = append(list, "“"+k.Label+": "+Title(k, v)+"”")
		}
	}
	return list
}

// namedKeys is how many keys a sentence names at most.
const namedKeys = 3

// firstFew are the first of several names, and how many more there are.
func firstFew(names []string) string {
	if more := len(names) - namedKeys; more > 0 {
		names = append(names[:namedKeys:namedKeys], fmt.Sprintf("%d more", more))
	}
	return joined(names)
}

// pinWords says what is pinned, and how the run that is shown compares.
func (l *Lab) pinWords() string {
	was, is := &l.pin.trace.Setting, &l.trace.Setting
	if differ := compare.World(was, is); len(differ) > 0 {
		var names []string
		for _, k := range differ {
			names = append(names, "“"+k.Label+": "+Title(k, k.Value(was))+"”")
		}
		return "The pinned run had " + firstFew(names) + ": its tasks are not these, so nothing can be compared. It comes back when the work is the same again."
	}
	if *was == *is {
		return "This run is pinned. Change something: what differs from it will stand behind the next run in grey."
	}
	text := "Grey in the picture: the pinned run"
	if names := differences(was, is); len(names) > 0 {
		text += ", with " + firstFew(names)
	}
	if text += "."; l.pin.known {
		text += " " + tally(&l.pin.fates)
	}
	return text
}

// fateWords tells the aspects of a fate, in words.
func fateWords(f *compare.Fate, aspects compare.Aspects) string {
	var parts []string
	has := func(a compare.Aspects) bool { return aspects&a != 0 }
	if has(compare.Knowing) || has(compare.Timing) {
		parts = append(parts, knowing(f))
	}
	if has(compare.Input) {
		parts = append(parts, [...]string{"input not missed", "input missed"}[toInt(f.Missed)])
	}
	switch {
	case !has(compare.Duplicates):
	case f.Duplicates == 0:
		parts = append(parts, "no duplicate")
	default:
		parts = append(parts, counted(f.Duplicates, "duplicate"))
	}
	switch {
	case !has(compare.Handling):
	case f.Repeats == 0:
		parts = append(parts, "not handled again")
	case f.Repeats == 1:
		parts = append(parts, "handled twice")
	default:
		parts = append(parts, "handled "+itoa(f.Repeats+1)+" times")
	}
	switch {
	case !has(compare.Noticing):
	case f.Unnoticed:
		parts = append(parts, "loss never noticed")
	case f.Noticed != engine.Never:
		parts = append(parts, "loss noticed at "+f.Noticed.Clock())
	default:
		parts = append(parts, "not waiting for a lost task")
	}
	return strings.Join(parts, "; ")
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// knowing is what the client knew in the end, and since when.
func knowing(f *compare.Fate) string {
	switch f.Outcome {
	case compare.Learned:
		return "learned at " + f.At.Clock()
	case compare.Wrong:
		return "wrong since " + f.At.Clock()
	case compare.Person:
		return "handed to a person at " + f.At.Clock()
	}
	return "never learned"
}

// verdictWords says whether a change is for the better.
func verdictWords(c *compare.Change) string {
	switch {
	case c.Worse == 0:
		return "better"
	case c.Better == 0:
		return "worse"
	}
	return "better and worse"
}

// changeCells are an item's cells in the list of changes: its name, how it was, how it is, and which is better.
func changeCells(c *compare.Change) []string {
	aspects := c.Better | c.Worse
	is := fateWords(&c.Is, aspects)
	if aspects&compare.Timing != 0 {
		word, by := " earlier", c.Was.At-c.Is.At
		if by < 0 {
			word, by = " later", -by
		}
		is = strings.Replace(is, knowing(&c.Is), knowing(&c.Is)+", "+missions.Span(by)+word, 1)
	}
	return []string{render.ItemName(c.Item), fateWords(&c.Was, aspects), is, verdictWords(c)}
}

// inOrder are the changes as a reader wants them: what got worse first, then what did so in part.
func inOrder(changes []compare.Change) []compare.Change {
	rank := func(c *compare.Change) int {
		switch {
		case c.Better == 0:
			return 0
		case c.Worse > 0:
			return 1
		}
		return 2
	}
	list := slices.Clone(changes)
	slices.SortStableFunc(list, func(a, b compare.Change) int { return rank(&a) - rank(&b) })
	return list
}

// wasWords says how an item's fate was in the pinned run, where it differs; else nothing.
func (l *Lab) wasWords(item int) string {
	if !l.comparing() {
		return ""
	}
	was, is := compare.Of(&l.pin.trace, item), compare.Of(&l.trace, item)
	better, worse := compare.Diff(was, is)
	if better|worse == 0 {
		return ""
	}
	return " In the pinned run: " + fateWords(&was, better|worse) + "."
}

// ghostWords says what lies under the pointer, where that is of the pinned run.
func (l *Lab) ghostWords() string {
	tr := &l.pin.trace
	switch l.hit.Mark {
	case render.GhostDot:
		e := &tr.Events[l.hit.Event]
		return "Pinned run: learned at " + e.At.Clock() + ", " + heardBy[e.Via] + "."
	case render.GhostUnequal:
		return "Pinned run: wrong since " + tr.Events[l.hit.Event].At.Clock() + ": a stranger was believed."
	case render.GhostArrow:
		return "Pinned run: handed to a person at " + tr.Events[l.hit.Event].At.Clock() + "."
	case render.GhostQuestion:
		return "Pinned run: never learned."
	}
	return "Pinned run: " + TaskWords(tr, l.hit.Task)
}

// showPin shows what is pinned.
func (l *Lab) showPin(s Sink) {
	pin := "Pin"
	if l.pin.on {
		pin = "Unpin"
	}
	s.Set("pin", "text", pin)
	s.Set("pin", "disabled", yes(l.asking))
	s.Set("swap", "disabled", yes(!l.pin.on || l.asking || l.pin.trace.Setting == l.setting))
	s.Set("pinned", "hidden", yes(!l.pin.on || l.asking))
	if l.pin.on && !l.asking {
		s.Set("pinned", "text", l.pinWords())
	}
	comparing := l.comparing()
	s.Set("legend-pinned", "hidden", yes(!comparing))
	s.Set("changes", "hidden", yes(!comparing))
	if comparing && s.Open("changes") {
		l.showChanges(s)
	}
}

// showChanges lists whose fate changed.
func (l *Lab) showChanges(s Sink) {
	sum := "Comparing…"
	if l.pin.known {
		sum = tally(&l.pin.fates)
	}
	s.Set("changesum", "text", sum)
	if l.pin.rows == nil && l.pin.known {
		l.pin.rows = []ListRow{}
		for _, c := range inOrder(l.pin.fates.Changes) {
			if len(l.pin.rows) == tableMost {
				break
			}
			l.pin.rows = append(l.pin.rows, ListRow{Action: string(Select) + ":" + strconv.Itoa(c.Item), Cells: changeCells(&c)})
		}
	}
	rows := slices.Clone(l.pin.rows)
	for i := range rows {
		rows[i].Tone = yes(rows[i].Action == string(Select)+":"+strconv.Itoa(l.selected))
	}
	s.Set("changesbox", "hidden", yes(len(rows) == 0))
	s.List("changerows", rows)
}

// A Difference is what a change from one setting to another does, in words and numbers.
type Difference struct {
	Scores [][3]string // name, before, after
	Sum    string
	Rows   [][]string // task, before, after, and whether better, worse or both
}

// ErrOtherWork is why two settings cannot be compared: item n of one run is not item n of the other.
var ErrOtherWork = errors.New("the settings are not over the same work, so their tasks cannot be compared")

// Differ compares two settings over the same work.
func Differ(was, is engine.Setting) (*Difference, error) {
	if keys := compare.World(&was, &is); len(keys) > 0 {
		var names []string
		for _, k := range keys {
			names = append(names, fmt.Sprintf("%s (%s and %s)", k.Name, k.Format(k.Value(&was)), k.Format(k.Value(&is))))
		}
		return nil, fmt.Errorf("%w: they differ in %s", ErrOtherWork, joined(names))
	}
	var r engine.Runner
	var a, b engine.Trace
	if err := r.Trace(&a, was); err != nil {
		return nil, fmt.Errorf("the first setting: %w", err)
	}
	if err := r.Trace(&b, is); err != nil {
		return nil, fmt.Errorf("the second setting: %w", err)
	}
	c := compare.Fates(&a, &b)
	d := &Difference{Sum: tally(&c)}
	for i := range Scores {
		if s := &Scores[i]; s.when == nil || s.when(&was) || s.when(&is) {
			d.Scores = append(d.Scores, [3]string{s.Label, s.text(&a.Report), s.text(&b.Report)})
		}
	}
	for _, change := range inOrder(c.Changes) {
		d.Rows = append(d.Rows, changeCells(&change))
	}
	return d, nil
}
