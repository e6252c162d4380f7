package ui

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
	Stop   bool // Tab comes to its button; in a list whose template keeps Tab from the buttons, since keys lead from one to the other
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

// Show says what the page shows now. It also enables the controls: the server sends them disabled, since until now nothing
// would have happened.
func (l *Lab) Show(s Sink) {
	l.showStarts(s)
	l.showBrief(s)
	l.showPrediction(s)
	l.showGoals(s)
	l.showScores(s)
	l.showControls(s)
	l.showDays(s)
	l.showHints(s)
	l.showTransport(s)
	l.showStage(s)
	l.showViews(s)
	l.showMeter(s)
	l.showTip(s)
	l.showMap(s)
	l.showStory(s)
	l.showPin(s)
	if s.Open("tasks") {
		l.showTable(s)
	}
	if s.Open("metricstable") {
		l.showMetricTable(s)
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

// ShowHead says what differs from the last Show when only the play head moved: while the lab plays, most of the page stands still.
func (l *Lab) ShowHead(s Sink) {
	l.showTransport(s)
	l.showStage(s)
	l.showViews(s)
	l.showMeter(s)
	l.showTip(s)
	l.showStory(s)
}

func pageIf(b bool) string {
	if b {
		return "page"
	}
	return ""
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

func pressed(b bool) string {
	if b {
		return "true"
	}
	return "false"
}
