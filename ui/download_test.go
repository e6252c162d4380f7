package ui

import (
	"encoding/csv"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

// TestJSONWriter holds the writer to encoding/json: what it writes reads back as what was meant, and is indented alike.
func TestJSONWriter(t *testing.T) {
	v := Object{"text", "a \"quoted\" \\ line\nof ★ & <more>\x01", "none", nil, "yes", true, "n", -3, "f", 2.25, "big", int64(1) << 53,
		"list", []Object{{"a", uint8(1)}, {}}, "empty", []Object{}, "names", []string{"x", "y"}, "o", Object{"b", int32(2)}}
	var got map[string]any
	if err := json.Unmarshal(JSON(v), &got); err != nil {
		t.Fatalf("%v in\n%s", err, JSON(v))
	}
	want := map[string]any{"text": "a \"quoted\" \\ line\nof ★ & <more>\x01", "none": nil, "yes": true, "n": -3.0, "f": 2.25, "big": float64(1 << 53),
		"list": []any{map[string]any{"a": 1.0}, map[string]any{}}, "empty": []any{}, "names": []any{"x", "y"}, "o": map[string]any{"b": 2.0}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestDownloads: the files that the page offers say what the run says.
func TestDownloads(t *testing.T) {
	s, _ := missions.Parse("m=4&hears=push&reconcile=10m&by=list")
	var r engine.Runner
	var tr engine.Trace
	if err := r.Trace(&tr, s); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(TraceCSV(&tr))).ReadAll()
	if err != nil || len(rows) != 1+len(tr.Events) {
		t.Fatalf("%d rows for %d events (%v)", len(rows), len(tr.Events), err)
	}
	learned := 0
	for _, row := range rows[1:] {
		if row[3] == "outcome_learned" {
			learned++
		}
	}
	if learned != tr.Report.Learned {
		t.Errorf("%d outcomes learned in the file, %d in the report", learned, tr.Report.Learned)
	}
	rows, err = csv.NewReader(strings.NewReader(ReportCSV(&tr.Report, &s))).ReadAll()
	if err != nil || len(rows) != 3+len(Figures) {
		t.Fatalf("%d rows of the report (%v)", len(rows), err)
	}
	var report map[string]any
	if err := json.Unmarshal(JSON(ReportObject(&tr.Report, &s)), &report); err != nil || report["learned"] != float64(tr.Report.Learned) || len(report["goals"].([]any)) != 8 {
		t.Errorf("report %v (%v)", report, err)
	}
}
