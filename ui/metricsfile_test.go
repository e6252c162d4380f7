package ui

import (
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/metrics"
	"a2alab/missions"
)

// missionTraces are the missions' broken clients on their practice days.
func missionTraces(t *testing.T, each func(text string, tr *engine.Trace)) {
	t.Helper()
	var r engine.Runner
	var tr engine.Trace
	for _, m := range missions.All {
		if err := r.Trace(&tr, m.Start); err != nil {
			t.Fatal(err)
		}
		each("m="+m.Name, &tr)
	}
}

// TestMetricsOfMissions: on the practice days the columns of the file add up to the report, and the JSON says the same as the CSV.
func TestMetricsOfMissions(t *testing.T) {
	missionTraces(t, func(text string, tr *engine.Trace) {
		records, err := csv.NewReader(strings.NewReader(MetricsCSV(tr))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(records) != 1+int(tr.Setting.End/engine.Minute) {
			t.Fatalf("%s: %d lines", text, len(records))
		}
		sums, most := map[string]int{}, map[string]int{}
		for _, line := range records[1:] {
			for i, cell := range line {
				n, err := strconv.Atoi(cell)
				if err != nil {
					t.Fatal(err)
				}
				sums[records[0][i]] += n
				most[records[0][i]] = max(most[records[0][i]], n)
			}
		}
		requests := 0
		for name, n := range sums {
			if strings.HasPrefix(name, "a2a_client_requests_total{") {
				requests += n
			}
		}
		r := &tr.Report
		if requests != r.TotalRequests() {
			t.Errorf("%s: %d requests, want %d", text, requests, r.TotalRequests())
		}
		if n := most["a2a_client_tasks_orphaned"]; n != r.OrphansMax {
			t.Errorf("%s: at most %d orphans, want %d", text, n, r.OrphansMax)
		}
		if n := sums[`a2a_client_time_to_learn_sum_ms{by="webhook"}`]; n != int(r.Learning[engine.ByWebhook].Sum) {
			t.Errorf("%s: webhooks brought outcomes in %d ms, want %d", text, n, r.Learning[engine.ByWebhook].Sum)
		}
		var o struct {
			Bin     int `json:"bin_ms"`
			Metrics []struct {
				Name   string
				Series []map[string]any
			}
		}
		if err := json.Unmarshal(JSON(MetricsObject(tr)), &o); err != nil || o.Bin != 60_000 || len(o.Metrics) != metrics.NumMetrics {
			t.Fatalf("%s: %v, bins of %d ms, %d metrics", text, err, o.Bin, len(o.Metrics))
		}
		sum := 0.0
		for _, s := range o.Metrics[metrics.Requests].Series {
			for _, v := range s["value"].([]any) {
				sum += v.(float64)
			}
		}
		if int(sum) != requests {
			t.Errorf("%s: JSON has %g requests, CSV %d", text, sum, requests)
		}
	})
}

// TestTabulate: the table's counters add up too, no row is empty, and any length of run fits into its columns.
func TestTabulate(t *testing.T) {
	missionTraces(t, func(text string, tr *engine.Trace) {
		var run metrics.Run
		run.Of(tr)
		table := Tabulate(&run)
		requests := 0
		for _, row := range table.Rows {
			if row.Metric == metrics.Requests {
				for _, c := range row.Cells {
					n, _ := strconv.Atoi(c)
					requests += n
				}
			}
			if len(row.Cells) != len(table.Heads(tr.Setting.End)) || strings.Trim(strings.Join(row.Cells, ""), "0–") == "" {
				t.Errorf("%s: the row %s: %q", text, row.Words(), row.Cells)
			}
		}
		if requests != tr.Report.TotalRequests() {
			t.Errorf("%s: the table has %d requests, want %d", text, requests, tr.Report.TotalRequests())
		}
	})
	for _, bins := range []int{1, 14, 15, 60, 210, 211, 1440, 2880} {
		var run metrics.Run
		run.Of(&engine.Trace{Setting: engine.Setting{End: engine.Time(bins) * engine.Minute}})
		run.Lines[metrics.Open][0].N[bins-1] = 3
		table := Tabulate(&run)
		if n := len(table.Rows[0].Cells); n > TableColumns || n < 1 || table.Rows[0].Cells[n-1] != "3" {
			t.Errorf("%d minutes make %d columns: %q", bins, n, table.Rows[0].Cells)
		}
	}
}
