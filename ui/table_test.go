package ui

import (
	"math/rand/v2"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

// TestTableAddsUp compares the sums of the columns over all items with the report, over many settings.
func TestTableAddsUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 7))
	seen := [NumColumns]int64{}
	var rows []Row
	for range 200 {
		s := randomSetting(rng)
		tr := traceSetting(t, s)
		rep := &tr.Report
		rows = Rows(rows, tr, everyItem(tr))
		var sum [NumColumns]int64
		var outcomes [NumOutcomes]int
		wait := engine.Time(0)
		for _, r := range rows {
			for c, n := range r.Number {
				sum[c] += n
			}
			outcomes[r.Number[OutcomeColumn]]++
			if w := r.Number[LearnColumn]; w >= 0 {
				wait += engine.Time(w)
			}
		}
		for _, c := range []struct {
			name      string
			got, want int
		}{
			{"never learned", outcomes[NeverLearned], rep.Unknown},
			{"learned", outcomes[LearnedCompleted] + outcomes[LearnedFailed], rep.Learned},
			{"escalated", outcomes[HandedOver], rep.Escalated},
			{"time to learn", int(wait), int(rep.Learn.Sum)},
			{"duplicates", int(sum[DuplicateColumn]), rep.Duplicates},
			{"resubmitted", int(sum[ResubmitColumn]), rep.Resubmitted},
			{"cuts", int(sum[CutColumn]), rep.TotalCuts()},
			{"delivered", int(sum[DeliveredColumn]), rep.Attempts.Acknowledged},
			{"failed", int(sum[UndeliveredColumn]), rep.Attempts.Failed},
			{"acknowledgements lost", int(sum[AckLostColumn]), rep.Attempts.AckLost},
			{"wrong", outcomes[WrongOutcome], rep.Wrong},
			{"forged", int(sum[ForgedColumn]), rep.Wrong + rep.Refused},
			{"missed input", int(sum[MissedColumn]), rep.MissedInput},
			{"handled twice", int(sum[HandledTwiceColumn]), rep.HandledTwice},
			{"absorbed", int(sum[AbsorbedColumn]), rep.Absorbed},
			{"requests", int(sum[RequestColumn]), rep.TotalRequests() - rep.Requests[engine.ListPage]},
		} {
			if c.got != c.want {
				t.Errorf("%s: %s add up to %d in the table, the report has %d", missions.Text(s), c.name, c.got, c.want)
			}
		}
		for c, n := range sum {
			seen[c] += n
		}
	}
	for c, n := range seen {
		if n == 0 {
			t.Errorf("no setting put anything into column %q: the test shows nothing of it", Columns[c].Name)
		}
	}
}

// TestTableCells reads two rows.
func TestTableCells(t *testing.T) {
	tr := traceOf(t, "m=4&hears=push&reconcile=10m")
	rows := Rows(nil, tr, []int{0, 19})
	for i, want := range []string{
		"#001|1:37:39|8 min 46 s|learned COMPLETED|1 min 13 s|0|0|0|1|7|1|0|no|2|0|2",
		"#020|0:55:58|17 min 16 s|learned COMPLETED|at once|0|1|0|1|0|0|0|no|0|0|4",
	} {
		if got := strings.Join(rows[i].Text[:], "|"); got != want {
			t.Errorf("row %d:\n got %s\nwant %s", i, got, want)
		}
	}
}

func TestHeadings(t *testing.T) {
	for c, h := range Columns {
		if h.Name == "" || !strings.HasSuffix(h.Meaning, ".") {
			t.Errorf("column %d is called %q and means %q", c, h.Name, h.Meaning)
		}
	}
}

func everyItem(tr *engine.Trace) []int {
	items := make([]int, len(tr.Items))
	for i := range items {
		items[i] = i
	}
	return items
}

func BenchmarkRows(b *testing.B) {
	tr := traceOf(b, "m=1")
	shown := engine.Shown(tr.Items)
	var rows []Row
	b.ReportAllocs()
	for b.Loop() {
		rows = Rows(rows, tr, shown)
	}
}
