package sdkcheck

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

var update = flag.Bool("update", false, "write the page's table anew")

const tableFile = "../ui/page/agreement_table.go"

// tableSettings are what the table compares: every mission's start and reference, and settings of the sandbox that show every
// way of hearing and every failure.
func tableSettings() []string {
	var list []string
	for _, m := range missions.All {
		list = append(list, "m="+m.Name, m.Reference)
	}
	return append(list,
		"m=sandbox&hears=block",
		"m=sandbox&hears=block&blocktimeout=5m&repeats=2&reconcile=10m&by=list",
		"m=sandbox&hears=block&blocktimeout=15m&repeats=10&pauses=0.3&flaps=2m&restart=1h&lost=resubmit",
		"m=sandbox&hears=poll&poll=2m&lost=escalate&restart=1h",
		"m=sandbox&hears=stream&drop=giveup&reconcile=10m&flaps=8m",
		"m=sandbox&hears=stream&lost=resubmit&flaps=8m&restart=1h",
		"m=sandbox&hears=stream&drop=resend&pauses=0.3&flaps=8m",
		"m=sandbox&hears=stream&drop=resend&dedupe=on&flaps=8m",
		"m=sandbox&hears=stream&inputtimeout=5m&answer=10m&pauses=0.3&flaps=8m",
		"m=sandbox&retries=8&outage=12m",
		"m=sandbox&retries=8&outage=12m&acks=0.2",
		"m=sandbox&persist=on&retries=1&outage=12m&restart=1h25m",
		"m=sandbox&outage=12m&forged=20m",
		"m=sandbox&reconcile=5m&idempotent=on&outage=12m&acks=0.2&forged=20m",
		"m=sandbox&reconcile=5m&verify=on&outage=12m&forged=20m",
	)
}

// TestTable runs the settings of the page's table. Every item's story is the one that the engine computes with the SDK's
// deviations, and what these change is all that differs from the model. With -update the table is written.
func TestTable(t *testing.T) {
	settings := tableSettings()
	lines := make([]Line, len(settings))
	items := map[string][]engine.Item{}
	for _, text := range settings {
		items[text] = simulate(t, parsed(t, text), 0).Items
	}
	t.Run("settings", func(t *testing.T) {
		for i, text := range settings {
			t.Run(text, func(t *testing.T) {
				t.Parallel()
				lines[i] = line(t, text)
			})
		}
	})
	if t.Failed() {
		return
	}
	table, err := Table(lines, func(l Line) []engine.Item { return items[l.Setting] })
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(tableFile, table, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if was, err := os.ReadFile(tableFile); err != nil || !bytes.Equal(was, table) {
		t.Errorf("the page's table is not what was found (%v): accept it with go test -run TestTable -update, in sdkcheck", err)
	}
}

// line runs a setting in all ways.
func line(t *testing.T, text string) Line {
	s := parsed(t, text)
	l := Line{Setting: text}
	var tr *engine.Trace
	as := engine.Deviation(0)
	for step := range l.Steps {
		if step > 0 {
			as |= deviations[step-1].add
		}
		tr = simulate(t, s, as)
		for item := range tr.Items {
			l.Steps[step] = append(l.Steps[step], Told(tr, item))
		}
		if step == 0 {
			l.Pages[0] = tr.Report.Requests[engine.ListPage]
		}
	}
	stories, checks := real(t, tr, Mutant{})
	for _, c := range checks {
		l.Pages[1] += c.Pages
	}
	l.Real = stories
	report(t, s, Compare(tr, stories, checks))
	return l
}
