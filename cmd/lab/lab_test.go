package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"a2alab/engine"
	"a2alab/missions"
)

// lab runs the command line and returns what it answers.
func lab(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(args, &out, &errs)
	return status, out.String(), errs.String()
}

// answer runs the command line and reads its JSON.
func answer(t *testing.T, args ...string) map[string]any {
	t.Helper()
	status, out, errs := lab(args...)
	if status != ok || errs != "" {
		t.Fatalf("lab %q: status %d, %s", args, status, errs)
	}
	var v map[string]any
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("lab %q: %v\n%s", args, err, out)
	}
	return v
}

// TestCommandLine: what is wrong is said, with the key, the range and what to do, and the status tells a script.
func TestCommandLine(t *testing.T) {
	for _, c := range []struct {
		args   string // split at spaces
		status int
		says   string // on either output
	}{
		{"", wrong, "lab run SETTING"},
		{"help", ok, "lab keys"},
		{"run -h", ok, "lab run SETTING"},
		{"walk m=1", wrong, `no command "walk"`},
		{"run", wrong, "a setting is missing: try lab run 'm=1'"},
		{"run m=1 drop=subscribe", wrong, "quote the setting"},
		{"run m=1 -dais 3", wrong, "not defined: -dais"},
		{"why m=2 -task 202", ok, "Without the receiver’s outage from 1:45:00 to 1:57:00 it would not have happened."},
		{"why m=1&drop=subscribe -task 3", ok, "Nothing went wrong."},
		{"wire m=2&retries=8 -task 147", ok, "POST /webhooks/a2a HTTP/1.1"},
		{"wire m=1&drop=subscribe -task 64 -rpc", ok, `"method": "SubscribeToTask"`},
		{"wire m=1 -card", ok, "supportedInterfaces"},
		{"wire m=1", wrong, "-task K"},
		{"why m=2 -task 241", wrong, "tasks 1 to 240"},
		{"why m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h -task 1", failed, "too many events"},
		{"map m=2", ok, "153 settings tried"},
		{"map m=2&flaps=8m", wrong, "flaps: locked in mission 2"},
		{"map m=1 -json -csv", wrong, "exclude each other"},
		{"map m=sandbox&items=2000&median=12h&shortest=12h&longest=12h&end=24h", ok, "too many events to be run"},
		{"poster m=1 -width 3", wrong, "from 200 to 10000"},
		{"poster m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h", failed, "too many events"},
		{"poster m=2&reconcile=5m -height 300", ok, `viewBox="0 0 960 300"`},
		{"compare m=1 m=1&drop=subscribe", ok, "132 tasks fare better, 108 as before."},
		{"compare m=1 https://lab.example/#m=1", ok, "No task’s fate differs."},
		{"compare m=1", wrong, "two settings are expected"},
		{"compare m=1 m=1 m=1", wrong, "two settings are expected"},
		{"compare m=1 m=2", wrong, "they differ in day (339 and 50)"},
		{"compare m=1 m=1&drop=never", wrong, "the second: the setting is wrong"},
		{"compare m=sandbox&items=2000&end=24h m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h", wrong, "they differ in median"},
		{"compare m=sandbox&items=2000&median=2h&shortest=1h&longest=12h&end=24h m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h", failed, "the second setting: too many events"},
		{"wire m=sandbox&outage=12m&forged=20m -task 98", ok, "a stranger: POST /webhooks/a2a → 204, believed"},
		{"wire m=sandbox&outage=12m&verify=on&forged=20m -task 200 -rpc", ok, "a stranger: POST /webhooks/a2a → 401, refused"},
		{"run m=1 -days 0", wrong, "from 1 to 1000000"},
		{"run m=1 -days x", wrong, "-days"},
		{"run m=sandbox&poll=2h", wrong, "poll: 2h is out of range; it must be a duration from 1s to 1h"},
		{"run m=sandbox&poll=15", wrong, `poll: "15" is not a duration from 1s to 1h`},
		{"run m=sandbox&poll=1s&poll=2s", wrong, "poll: given 2 times (it takes a duration from 1s to 1h"},
		{"run m=1&flaps=off", wrong, "flaps: locked in mission 1 (m=sandbox frees every key)"},
		{"run m=1&day=3", wrong, "day: locked in mission 1"},
		{"run m=7", wrong, `m: there is no mission called "7" (lab missions lists them`},
		{"run m=sandbox&color=red", wrong, "color: not a key of a setting (lab keys lists them)"},
		{"run m=sandbox&end=1h", wrong, "span, end: the run (1h) must end after"},
		{"run https://lab.example/", wrong, "it stands after #"},
		{"run m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h", failed, "too many events"},
		{"run m=sandbox&items=2000&hears=poll&poll=1s&median=2h&shortest=1h&longest=12h&end=24h -days 3", failed, "too many events"},
		{"judge m=sandbox", wrong, "m=sandbox has no goals to judge by"},
		{"trace m=1 -task 0", wrong, "tasks 1 to 240"},
		{"trace m=1 -task 241", wrong, "tasks 1 to 240"},
		{"keys m=1", wrong, "takes flags only"},
		{"missions m=1", wrong, "takes flags only"},
	} {
		status, out, errs := lab(strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+errs, c.says) || (status == ok) != (errs == "") {
			t.Errorf("lab %s: status %d, want %d and %q:\n%s%s", c.args, status, c.status, c.says, out, errs)
		}
	}
}

// TestSettingForms: the setting may be the fragment or a whole link, and flags may stand before or after it.
func TestSettingForms(t *testing.T) {
	_, want, _ := lab("run", "m=1&drop=subscribe", "-json")
	for _, args := range [][]string{
		{"run", "-json", "m=1&drop=subscribe"},
		{"run", "--json", "#m=1&drop=subscribe"},
		{"run", "http://127.0.0.1:8080/#m=1&drop=subscribe", "-json"},
		{"run", "https://lab.example/embed?m=1&drop=subscribe", "-json=true"},
		{"run", "-json", "--", "drop=subscribe&m=1"},
	} {
		if status, out, errs := lab(args...); status != ok || out != want {
			t.Errorf("lab %q: status %d\n%s%s", args, status, out, errs)
		}
	}
}

// TestRunDay: one day's JSON is the engine's report, with every field, and null where there is no sample.
func TestRunDay(t *testing.T) {
	got := answer(t, "run", "m=1", "-json")
	s, _ := missions.Parse("m=1")
	var r engine.Runner
	rep, err := r.Report(s)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{
		"setting": "m=1", "day": float64(s.Day), "unknown": float64(rep.Unknown), "missed_input": float64(rep.MissedInput),
		"duplicates": float64(rep.Duplicates), "handled_twice": float64(rep.HandledTwice), "absorbed": float64(rep.Absorbed),
		"requests_per_task": rep.RequestsPerTask(), "resubmitted": float64(rep.Resubmitted), "done_twice": float64(rep.DoneTwice),
		"learned": float64(rep.Learned), "escalated": float64(rep.Escalated), "learn_mean_ms": rep.Learn.Mean(),
		"learn_p95_ms": float64(rep.Learn.P95), "learn_max_ms": float64(rep.Learn.Max), "notice_max_ms": nil,
		"orphans_max": float64(rep.OrphansMax), "wasted_minutes": float64(rep.Wasted) / 60000,
	} {
		if v, present := got[name]; !present || v != want {
			t.Errorf("%s is %v, want %v", name, v, want)
		}
	}
	goals := got["goals"].([]any)
	if first := goals[0].(map[string]any); len(goals) != 4 || first["goal"] != "No duplicate task." || first["held"] != false {
		t.Errorf("goals: %v", goals)
	}
	if _, present := answer(t, "run", "m=sandbox", "-json")["goals"]; present {
		t.Error("the sandbox has goals")
	}
}

// TestRunDays: means over days, on however many processors, are those of the model's table, and days without a sample do not count.
func TestRunDays(t *testing.T) {
	const days = 200
	got := answer(t, "run", "m=1", "-days", "200", "-json")
	for name, want := range map[string][2]float64{"unknown": {14.38, 3.75}, "duplicates": {706.09, 86.68}, "requests_per_task": {4.193, 0.374}} {
		v := got[name].(map[string]any)
		mean, sd := v["mean"].(float64), v["sd"].(float64)
		if math.Abs(mean-want[0]) > 4*want[1]*math.Sqrt(1.0/days+1.0/4000)+0.005 || math.Abs(sd-want[1]) > want[1]/4 {
			t.Errorf("%s: %v ± %v, want %v", name, mean, sd, want)
		}
	}
	if goal := got["goals"].([]any)[0].(map[string]any); got["days"] != 200.0 || goal["days_held"] != 0.0 || goal["held"] != false {
		t.Errorf("over %v days: %v", got["days"], goal)
	}
	if v := got["notice_max_ms"].(map[string]any); v["mean"] != nil || v["sd"] != nil {
		t.Errorf("no day has a loss, but notice_max_ms is %v", v)
	}
	solved := answer(t, "run", "m=1&drop=subscribe", "-days", "50", "-json")["goals"].([]any)
	for _, g := range solved {
		if g.(map[string]any)["held"] != true {
			t.Errorf("solved, but %v", g)
		}
	}
	// Percentiles and the share agree with a count by hand over the same days: the setting's own and those after it.
	var runner engine.Runner
	retries, _ := missions.Parse("m=2&retries=8")
	first, well := retries.Day, 0
	var late []float64
	for ; retries.Day < first+days; retries.Day++ {
		rep, _ := runner.Report(retries)
		late = append(late, float64(rep.Learn.P95))
		if _, stars := missions.Find("2").Practice(&rep); stars == missions.Stars {
			well++
		}
	}
	slices.Sort(late)
	got = answer(t, "run", "m=2&retries=8", "-days", "200", "-json")
	if v := got["learn_p95_ms"].(map[string]any); v["p5"] != late[9] || v["p95"] != late[189] || v["days"] != 200.0 || got["first_day"] != float64(first) || got["days_all_goals_hold"] != float64(well) {
		t.Errorf("over %v days from day %v: %v, all goals hold on %v; want p5 %v, p95 %v, %d", got["days"], got["first_day"], v, got["days_all_goals_hold"], late[9], late[189], well)
	}
	if _, out, _ := lab("run", "m=2&retries=8", "-days", "200"); !strings.Contains(out, fmt.Sprintf("over days %d to %d", first, first+days-1)) || !strings.Contains(out, fmt.Sprintf("on %d of 200 days\n", well)) {
		t.Errorf("the text does not say which days, or on how many all goals hold:\n%s", out)
	}
	if v := answer(t, "run", "m=sandbox", "-days", "5", "-json")["days_unharmed"]; v != 5.0 {
		t.Errorf("without a failure nothing is harmed on %v of 5 days", v)
	}
	// Two tasks seldom both vanish: most days have no loss to notice, and the mean is over those that have.
	rare := "m=sandbox&items=2&hears=poll&restart=1h"
	var r engine.Runner
	s, _ := missions.Parse(rare)
	sum, n := 0.0, 0
	for s.Day = 1; s.Day <= days; s.Day++ {
		rep, _ := r.Report(s)
		if rep.Noticed > 0 {
			sum, n = sum+float64(rep.NoticeMax), n+1
		}
	}
	if v := answer(t, "run", rare, "-days", "200", "-json")["notice_max_ms"].(map[string]any); n == 0 || n == days || v["mean"] != sum/float64(n) {
		t.Errorf("notice_max_ms is %v, want %v over %d of %d days", v, sum/float64(n), n, days)
	}
	if _, out, _ := lab("run", rare, "-days", "200"); !strings.Contains(out, "days that have one") {
		t.Errorf("the text does not say on how many days:\n%s", out)
	}
}

// TestTrace: the JSON tells every event of the engine's trace with a name and a cause, and the text tells a story per task.
func TestTrace(t *testing.T) {
	kinds := map[string]bool{}
	for _, text := range []string{
		"m=1", "m=4", "m=sandbox&hears=block&flaps=8m&reconcile=10m&by=list&restart=1h&lost=escalate",
		"m=sandbox&hears=poll&reconcile=10m&restart=1h&lost=resubmit", "m=sandbox&hears=stream&flaps=1m&restart=1h&lost=resubmit&day=4",
		"m=sandbox&acks=0.5&outage=12m&retries=8&idempotent=on", "m=sandbox&acks=0.5&inputtimeout=1m",
	} {
		s, _ := missions.Parse(text)
		var r engine.Runner
		var tr engine.Trace
		if err := r.Trace(&tr, s); err != nil {
			t.Fatal(err)
		}
		got := answer(t, "trace", text, "-json")
		events := 0
		for i, v := range got["items"].([]any) {
			item := v.(map[string]any)
			list := item["events"].([]any)
			events += len(list)
			for n, v := range list {
				e := v.(map[string]any)
				kinds[e["kind"].(string)] = true
				cause, caused := e["cause"].(float64)
				_, failure := e["failure"]
				if e["kind"] == "" || caused && int(cause) >= n || (e["kind"] == "arrival") == (caused || failure) {
					t.Fatalf("%s: event %d of task %v: %v", text, n, item["task"], e)
				}
			}
			if item["task"] != float64(i+1) || len(item["tasks"].([]any)) != len(tr.TasksOf(i)) || item["requests"] != float64(tr.Report.PerItem[i].Requests) {
				t.Errorf("%s: task %v", text, item["task"])
			}
		}
		if events != len(tr.Events) || len(got["list_tasks"].([]any)) != len(tr.Checks) {
			t.Errorf("%s: %d events, want %d", text, events, len(tr.Events))
		}
	}
	if len(kinds) != 26 { // all that the engine has
		t.Errorf("%d kinds of event were seen: %v", len(kinds), kinds)
	}
	_, one, _ := lab("trace", "m=1", "-task", "7")
	_, all, _ := lab("trace", "m=1")
	if !strings.HasPrefix(one, "Task #007, ") || !strings.Contains(all, "\n"+one+"\n") || strings.Count(all, "\nTask #") != 239 {
		t.Errorf("task 7 is not among all:\n%s", one)
	}
	if got := answer(t, "trace", "m=1", "-json", "-task", "7")["items"].([]any); len(got) != 1 || got[0].(map[string]any)["task"] != 7.0 {
		t.Errorf("-task 7 tells of %d tasks", len(got))
	}
}

// TestCompare: the command line says of each task what the engine's traces say, and lists every task that it counts.
func TestCompare(t *testing.T) {
	_, out, _ := lab("compare", "m=2", "m=2&retries=8")
	var r engine.Runner
	var was, is engine.Trace
	a, _ := missions.Parse("m=2")
	b, _ := missions.Parse("m=2&retries=8")
	if r.Trace(&was, a) != nil || r.Trace(&is, b) != nil {
		t.Fatal("not run")
	}
	listed := 0
	for _, line := range strings.Split(out, "\n") {
		if strings.HasPrefix(line, "#") {
			listed++
		}
	}
	changed := 0
	for item := range was.Items {
		name := fmt.Sprintf("#%03d", item+1)
		if was.Report.PerItem[item].Fate != is.Report.PerItem[item].Fate || was.Report.PerItem[item].Missed != is.Report.PerItem[item].Missed {
			changed++
			if !strings.Contains(out, "\n"+name+" ") {
				t.Errorf("task %s is not listed", name)
			}
		}
	}
	if changed == 0 || listed < changed || !strings.Contains(out, "Never learned       21      0\n") {
		t.Errorf("%d tasks changed, %d are listed:\n%s", changed, listed, out)
	}
	_, back, _ := lab("compare", "m=2&retries=8", "m=2")
	if strings.Count(back, "  worse\n") != strings.Count(out, "  better\n") {
		t.Errorf("the other way round:\n%s", back)
	}
}

// TestJudge: the command line says what the mission's judge says.
func TestJudge(t *testing.T) {
	for _, m := range missions.All {
		for setting, stars := range map[string]int{"m=" + m.Name: 0, m.Reference: missions.Stars} {
			got := answer(t, "judge", setting, "-json")
			if got["stars"] != float64(stars) || got["mission"] != m.Title || got["days"] != 21.0 || len(got["goals"].([]any)) != len(m.Goals) {
				t.Errorf("judge %s: %v", setting, got)
			}
			_, out, _ := lab("judge", setting)
			for i := range m.Goals {
				if !strings.Contains(out, m.Goals[i].Sentence) {
					t.Errorf("judge %s does not say %q:\n%s", setting, m.Goals[i].Sentence, out)
				}
			}
		}
	}
}

// TestLists: missions and keys are listed whole, and what is listed can be pasted back.
func TestLists(t *testing.T) {
	_, out, _ := lab("missions")
	status, keys, _ := lab("keys")
	for _, m := range missions.All {
		text := missions.Text(missions.InSandbox(m.Start))
		if !strings.Contains(out, m.Title) || !strings.Contains(out, text) {
			t.Errorf("mission %s is not listed:\n%s", m.Name, out)
		}
		if s, problems := missions.Parse(text); problems != nil || s != missions.InSandbox(m.Start) {
			t.Errorf("%s is not the start of mission %s: %v", text, m.Name, problems)
		}
	}
	for i := range engine.Keys {
		k := &engine.Keys[i]
		if status != ok || !strings.Contains(keys, "\n"+k.Name+" ") || !strings.Contains(keys, k.Allowed()) || !strings.Contains(keys, k.Help) {
			t.Errorf("key %s is not listed", k.Name)
		}
	}
	var list []map[string]any
	if _, out, _ := lab("keys", "-json"); json.Unmarshal([]byte(out), &list) != nil || len(list) != len(engine.Keys) || list[0]["name"] != "day" || list[0]["most"] != "9007199254740992" {
		t.Errorf("keys -json: %v", list)
	}
	if _, out, _ := lab("missions", "-json"); json.Unmarshal([]byte(out), &list) != nil || len(list) != len(missions.All) {
		t.Errorf("missions -json: %v", list)
	}
}

// TestMap: the front stands first, and CSV and JSON tell of every point.
func TestMap(t *testing.T) {
	status, out, _ := lab("map", "m=4&hears=push")
	front, counts, _ := strings.Cut(out, "All settings by their worst harm")
	if status != ok || !strings.Contains(front, "3, par  m=4&hears=push&reconcile=10m&by=list&idempotent=on") || !strings.Contains(counts, "1,943  Not learned") {
		t.Errorf("status %d:\n%s", status, out)
	}
	_, csv, _ := lab("map", "m=4", "-csv")
	v := answer(t, "map", "m=4", "-json")
	points := v["points"].([]any)
	if lines := strings.Count(csv, "\n"); lines != 1+len(points) || len(points) != 2142 {
		t.Errorf("%d lines of CSV for %d points", lines, len(points))
	}
	for line := range strings.Lines(csv) {
		if strings.Count(line, ",") != 11 {
			t.Fatalf("a line of CSV has not twelve columns: %s", line)
		}
	}
	p := points[0].(map[string]any)
	status, out, _ = lab("run", p["setting"].(string), "-json")
	var r map[string]any
	if err := json.Unmarshal([]byte(out), &r); status != ok || err != nil {
		t.Fatal(err)
	}
	if p["requests_per_task"] != r["requests_per_task"] || p["learn_mean_ms"] != r["learn_mean_ms"] || p["duplicates"] != r["duplicates"] {
		t.Errorf("the map says %v, a run %v", p, r)
	}
}

// TestMetrics: the table, the lines by the minute and the JSON are there, and two forms at once are refused.
func TestMetrics(t *testing.T) {
	status, out, _ := lab("metrics", "m=2")
	if status != ok || !strings.Contains(out, "a2a_client_tasks_orphaned  gauge") || !strings.Contains(out, "3:15") || strings.Contains(out, "a2a_agent_tasks_unfollowed") {
		t.Errorf("metrics: status %d:\n%s", status, out)
	}
	if _, out, _ := lab("metrics", "-csv", "m=2"); strings.Count(out, "\n") != 211 || !strings.HasPrefix(out, "minute,a2a_client_tasks_open,") {
		t.Errorf("metrics -csv:\n%s", out)
	}
	var o map[string]any
	if _, out, _ := lab("metrics", "m=2", "-json"); json.Unmarshal([]byte(out), &o) != nil || o["setting"] != "m=2" {
		t.Errorf("metrics -json: %v", o)
	}
	if status, _, problem := lab("metrics", "m=2", "-json", "-csv"); status != wrong || !strings.Contains(problem, "choose one") {
		t.Errorf("both forms: status %d, %q", status, problem)
	}
}
