package engine

import (
	"fmt"
	"math"
	"testing"
)

// setting reads a text over the table's defaults.
func setting(t testing.TB, text string) Setting {
	t.Helper()
	s, problems := Parse(text, func(string) (Start, bool) { return Start{Name: "sandbox", Setting: Defaults()}, true })
	for _, p := range problems {
		t.Fatalf("%q: %v", text, p)
	}
	return s
}

const (
	flaps       = "flaps=8m"
	outage      = "outage=12m"
	restart     = "restart=1h"
	allFailures = "flaps=8m&outage=12m&acks=0.2&restart=1h"
)

// figure is a mean and standard deviation over 4,000 days, with the unit of its last digit.
type figure struct{ mean, sd, unit float64 }

func count(mean, sd float64) figure { return figure{mean, sd, 0.01} }
func ratio(mean, sd float64) figure { return figure{mean, sd, 0.001} }

// calibration is MODEL section 7: what two independent implementations of the model agree on.
// Columns: unknown, missed input, duplicates, handled twice, absorbed, requests per item, resubmitted.
var calibration = []struct {
	text string
	want [7]figure
}{
	{flaps + "&hears=stream&drop=resend", [7]figure{count(14.38, 3.75), {}, count(706.09, 86.68), {}, {}, ratio(4.193, 0.374), {}}},
	{flaps + "&hears=stream&drop=resend&dedupe=on", [7]figure{5: ratio(2.284, 0.104)}},
	{flaps + "&hears=stream&drop=subscribe", [7]figure{5: ratio(2.286, 0.104)}},
	{flaps + "&hears=stream&drop=giveup&reconcile=10m", [7]figure{5: ratio(2.189, 0.082)}},
	{"hears=poll&poll=15s", [7]figure{5: ratio(38.052, 2.331)}},
	{"hears=poll&poll=2m", [7]figure{5: ratio(6.237, 0.297)}},
	{"hears=block&blocktimeout=1m&repeats=3", [7]figure{count(236.01, 1.98), count(32.01, 5.33), count(708.02, 5.95), {}, {}, ratio(3.988, 0.007), {}}},
	{"hears=block&blocktimeout=5m&repeats=2", [7]figure{count(128.43, 7.63), count(10.02, 3.11), count(256.72, 15.26), {}, {}, ratio(2.197, 0.060), {}}},
	{outage + "&retries=1", [7]figure{count(21.82, 4.45), count(3.55, 1.86), {}, {}, {}, ratio(1.135, 0.022), {}}},
	{outage + "&retries=7", [7]figure{count(2.87, 1.69), count(0.43, 0.65), {}, {}, {}, ratio(1.148, 0.023), {}}},
	{outage + "&retries=8", [7]figure{{}, count(0.43, 0.65), {}, {}, {}, ratio(1.148, 0.023), {}}},
	{outage + "&retries=1&reconcile=10m", [7]figure{3: {0.001, 0.03, 0.001}, 5: ratio(1.702, 0.065)}},
	{outage + "&retries=1&reconcile=10m&by=list", [7]figure{5: ratio(1.235, 0.026)}},
	{restart + "&lost=wait", [7]figure{count(18.20, 4.07), {}, {}, {}, {}, ratio(1.145, 0.023), {}}},
	{restart + "&lost=resubmit&reconcile=30m", [7]figure{5: ratio(1.350, 0.049), 6: count(18.20, 4.07)}},
	{restart + "&hears=poll&lost=escalate", [7]figure{5: ratio(35.333, 2.083)}},
	{allFailures + "&hears=poll&lost=resubmit", [7]figure{5: ratio(40.942, 2.888), 6: count(18.47, 4.09)}},
	{allFailures + "&retries=8&reconcile=10m&idempotent=on&lost=resubmit", [7]figure{4: count(76.28, 9.32), 5: ratio(1.878, 0.093), 6: count(18.20, 4.07)}},
	{allFailures + "&hears=stream&drop=subscribe&lost=resubmit", [7]figure{5: ratio(2.528, 0.135), 6: count(18.20, 4.07)}},
}

// TestCalibration compares the mean of each count over many days with the table. A figure of exactly 0 must be 0 every day.
func TestCalibration(t *testing.T) {
	days := 1000
	if inBrief() {
		days = 200
	}
	names := [7]string{"unknown", "missed input", "duplicates", "handled twice", "absorbed", "requests per item", "resubmitted"}
	for _, row := range calibration {
		t.Run(row.text, func(t *testing.T) {
			t.Parallel()
			var r Runner
			var sum [7]float64
			s := setting(t, row.text)
			for day := range days {
				s.Day = int64(day + 1)
				rep, err := r.Report(s)
				if err != nil {
					t.Fatal(err)
				}
				for i, v := range [7]float64{float64(rep.Unknown), float64(rep.MissedInput), float64(rep.Duplicates),
					float64(rep.HandledTwice), float64(rep.Absorbed), rep.RequestsPerTask(), float64(rep.Resubmitted)} {
					if v != 0 && row.want[i] == (figure{}) {
						t.Fatalf("%s is %v on day %d, want 0 on every day", names[i], v, s.Day)
					}
					sum[i] += v
				}
			}
			for i, w := range row.want {
				mean := sum[i] / float64(days)
				allowed := 4*w.sd*math.Sqrt(1/float64(days)+1.0/4000) + w.unit/2
				if w != (figure{}) && math.Abs(mean-w.mean) > allowed {
					t.Errorf("%s: mean %.4f over %d days, want %.3f ± %.3f", names[i], mean, days, w.mean, allowed)
				}
			}
		})
	}
}

// The setting of MODEL's polling row escalates 18.5 items.
func TestEscalated(t *testing.T) {
	var r Runner
	s := setting(t, restart+"&hears=poll&lost=escalate")
	sum := 0
	for day := range 1000 {
		s.Day = int64(day)
		rep, _ := r.Report(s)
		sum += rep.Escalated
	}
	if mean := float64(sum) / 1000; math.Abs(mean-18.5) > 0.65 {
		t.Errorf("%.2f items escalated on average, want 18.5", mean)
	}
}

func Example() {
	s := Defaults()
	s.Outage = 12 * Minute
	var r Runner
	rep, _ := r.Report(s)
	fmt.Println(rep.Learned+rep.Escalated+rep.Unknown == rep.Items)
	// Output: true
}
