package ui

import (
	"fmt"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

// closed is a screen on which some sections are closed.
type closed struct {
	*screen
	ids map[string]bool
}

func (c closed) Open(id string) bool { return !c.ids[id] }

// shownBut shows the lab while the sections with these ids are closed.
func shownBut(l *Lab, ids ...string) *screen {
	s := &screen{values: map[[2]string]string{}, lists: map[string][]ListRow{}}
	c := closed{s, map[string]bool{}}
	for _, id := range ids {
		c.ids[id] = true
	}
	l.Show(c)
	return s
}

// TestDays: the section shows, for each score, what a count by hand over the same days gives, and on how many of them all is well.
func TestDays(t *testing.T) {
	for _, text := range []string{"m=2&retries=8", "m=3&reconcile=30m&lost=resubmit", "m=sandbox&flaps=8m&hears=stream&drop=resend", "m=sandbox&items=2&hears=poll&restart=1h"} {
		l := opened(text)
		l.do(Skip)
		shown(l)
		l.settle()
		s := shown(l)
		if !l.full() || s.values[[2]string{"days", "data-stale"}] != "" || !s.hidden("daysprogress") {
			t.Fatalf("%s: the days are not done", text)
		}
		var r engine.Runner
		var reports []engine.Report
		well, sum := 0, 0.0
		for i := range int64(Days) {
			day := l.setting
			day.Day += i
			rep, _ := r.Report(day)
			rep.PerItem = nil
			reports = append(reports, rep)
			sum += rep.RequestsPerTask()
			if l.mission != nil {
				if _, stars := l.mission.Practice(&rep); stars == missions.Stars {
					well++
				}
			} else if rep.Unknown+rep.MissedInput+rep.Duplicates+rep.HandledTwice == 0 {
				well++
			}
		}
		if want := fmt.Sprintf(" on %d of 200 days (", well); !strings.Contains(s.text("daysshare"), want) {
			t.Errorf("%s: %q, want%s…", text, s.text("daysshare"), want)
		}
		if got, want := s.text("spreadmean-requests"), Cost(sum/Days); got != want {
			t.Errorf("%s: %s requests per task on average, want %s", text, got, want)
		}
		// On the scoreboard and in the section, today is one.
		for _, id := range []string{"learned", "unknown", "duplicates", "twice", "missed", "requests", "p95"} {
			if a, b := s.text("score-"+id), s.text("spreadtoday-"+id); a != b {
				t.Errorf("%s: %s is %s on the scoreboard and %s among the days", text, id, a, b)
			}
		}
		for i := range Spreads {
			id := Spreads[i].ID
			hidden := s.hidden("spread-" + id)
			if want := id == "notice" && l.setting.Restart == engine.Never || id == "wrong" && l.setting.Forged == engine.Never; hidden != want {
				t.Errorf("%s: %s hidden: %v", text, id, hidden)
			}
			if !hidden && (s.values[[2]string{"spreadbars-" + id, "d"}] == "" || !strings.HasPrefix(s.values[[2]string{"spreadpicture-" + id, "aria-label"}], "Histogram: ")) {
				t.Errorf("%s: %s has no histogram", text, id)
			}
		}
		if text == "m=sandbox&items=2&hears=poll&restart=1h" {
			n := 0
			for i := range reports {
				if reports[i].Noticed > 0 && reports[i].Unnoticed == 0 {
					n++
				}
			}
			if want := fmt.Sprintf("%d of 200 days have one", n); !strings.HasPrefix(s.text("spreadnote-notice"), want) || n == 0 || n == Days {
				t.Errorf("%s: %q, want %q", text, s.text("spreadnote-notice"), want)
			}
		}
	}
}

// TestDaysAbandoned: a change while the days are run leaves them behind; what was shown stays, dimmed, until the new ones are done.
func TestDaysAbandoned(t *testing.T) {
	l := opened("m=sandbox&outage=12m")
	shown(l)
	l.settle()
	first := shown(l)
	l.setKey("retries", "1")
	for range 3 {
		shown(l)
		if !l.Work(untilDone) {
			t.Fatal("there is no news")
		}
	}
	half := shown(l)
	if half.values[[2]string{"days", "data-stale"}] == "" || half.hidden("daysprogress") || half.text("spreadmean-unknown") != first.text("spreadmean-unknown") || half.text("daysstate") != "75 of 200 days run" {
		t.Errorf("in the midst the section shows %q, %q unknown, was %q", half.text("daysstate"), half.text("spreadmean-unknown"), first.text("spreadmean-unknown"))
	}
	l.setKey("retries", "2")
	if s := shown(l); s.values[[2]string{"daysprogress", "value"}] != "0" || l.many.of == l.setting {
		t.Error("the days of the setting before still count")
	}
	l.settle()
	s, fresh := shown(l), opened("m=sandbox&outage=12m&retries=2")
	shown(fresh)
	fresh.settle()
	for key, want := range shown(fresh).values {
		if strings.HasPrefix(key[0], "spread") || strings.HasPrefix(key[0], "days") {
			if s.values[key] != want {
				t.Errorf("%s.%s is %q, and with nothing abandoned %q", key[0], key[1], s.values[key], want)
			}
		}
	}
	if s.text("spreadmean-unknown") == first.text("spreadmean-unknown") {
		t.Error("fewer retries change nothing: too little to tell")
	}
}

// TestDaysCostNothing: nothing is run while the section is closed, a question is open or the setting cannot be run.
func TestDaysCostNothing(t *testing.T) {
	l := opened("m=sandbox")
	shownBut(l, "days")
	if l.Working() {
		t.Error("the section is closed and days are run")
	}
	l = opened("m=1")
	s := shown(l)
	if l.Working() || s.text("daysshare") != "" || !s.hidden("spread-duplicates") {
		t.Error("before the question is answered the section tells what is to come")
	}
	l.do(Skip)
	shown(l)
	l.settle()
	if s := shown(l); !strings.Contains(s.text("daysshare"), " on 0 of 200 days (0 %)") {
		t.Errorf("the broken client: %s", s.text("daysshare"))
	}
	l.Do(Action{Do: SetText, Value: "m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h"})
	if s := shown(l); l.Working() || s.text("daysstate") != "This setting cannot be run." {
		t.Errorf("%q", s.text("daysstate"))
	}
	l = opened("m=sandbox")
	shown(l)
	l.judge.Most = 10
	l.settle()
	if s := shown(l); !strings.HasPrefix(s.text("daysstate"), "Day 1 cannot be run: ") {
		t.Errorf("%q", s.text("daysstate"))
	}
}

// TestDebriefDays: the debrief tells of the days if they have been run, and only then.
func TestDebriefDays(t *testing.T) {
	l := opened("m=2&reconcile=5m&by=list")
	l.do(Skip)
	shownBut(l, "days")
	l.settle()
	if s := shownBut(l, "days"); !s.hidden("debriefmany") || s.lists["debriefstrip"] == nil || !strings.HasPrefix(s.text("debriefdays"), "Held on 20 of 20 other days") {
		t.Errorf("without the days the debrief says %q, %q", s.text("debriefdays"), s.text("debriefmany"))
	}
	shown(l)
	l.settle()
	if s := shown(l); s.hidden("debriefmany") || !strings.HasPrefix(s.text("debriefmany"), "Over 200 days from today: Every goal holds on ") {
		t.Errorf("with the days the debrief says %q", s.text("debriefmany"))
	}
}

// TestLastDays: at the end of all days today is not the first of the 200.
func TestLastDays(t *testing.T) {
	l := opened(fmt.Sprintf("m=sandbox&flaps=8m&hears=stream&drop=resend&day=%d", engine.KeyNamed("day").Max))
	shown(l)
	l.settle()
	if s := shown(l); !l.full() || s.text("spreadtoday-duplicates") != s.text("score-duplicates") {
		t.Errorf("today %q, on the scoreboard %q", s.text("spreadtoday-duplicates"), s.text("score-duplicates"))
	}
}
