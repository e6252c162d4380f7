package ui

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"a2alab/engine"
	"a2alab/missions"
)

func TestNote(t *testing.T) {
	for _, c := range []struct{ text, key, want string }{
		{"m=sandbox", "retries", "5 s, doubling · covers 1 min 15 s"},
		{"m=sandbox&retries=8", "retries", "5 s, doubling · covers 21 min 15 s"},
		{"m=sandbox&retries=0", "retries", "one attempt and no more"},
		{"m=sandbox&retries=12&base=10m", "retries", "10 min, doubling · covers 682 h 30 min"},
		{"m=sandbox", "base", "5 s, 10 s, 20 s, 40 s"},
		{"m=sandbox&retries=5", "base", "5 s, 10 s, 20 s, 40 s, …"},
		{"m=2", "outage", "1:45 – 1:57"},
		{"m=4", "outage", "1:45 – 1:57 · no webhook in use"},
		{"m=1", "outage", "the webhook receiver answers"},
		{"m=2", "outageat", "ends at 1:57"},
		{"m=sandbox&outage=12m&outageat=48h", "outage", "after the run’s end: never happens"},
		{"m=sandbox&restart=48h", "restart", "after the run’s end: never happens"},
		{"m=sandbox&sigma=2&longest=10m", "sigma", "one in six takes as long as the longest"},
		{"m=sandbox&acks=0.2", "acks", "1 in 5 webhook replies is lost"},
		{"m=sandbox&acks=0.3", "acks", "30 % of webhook replies are lost"},
		{"m=1", "flaps", "a break every 8 min per task"},
		{"m=4", "flaps", "no connection stays open to break"},
		{"m=3", "restart", "at 1:00 · tasks are forgotten"},
		{"m=sandbox&restart=1h0m30s&persist=on", "restart", "at 1:00:30 · tasks survive"},
		{"m=1", "drop", "sends the same message again"},
		{"m=1&drop=giveup", "drop", "then the client hears nothing more"},
		{"m=1&drop=giveup&reconcile=10m", "drop", "then only reconciliation tells"},
		{"m=2&reconcile=5m", "reconcile", "checks every open task"},
		{"m=2&reconcile=5m&by=list", "reconcile", "looks at all that changed"},
		{"m=2&reconcile=5m&by=list", "by", "one request for up to 50 changed tasks"},
		{"m=4", "poll", "240 requests an hour for each open task"},
		{"m=4&poll=25m", "poll", "2.4 requests an hour for each open task"},
		{"m=sandbox", "answer", "leaves 14 min to hear of the pause"},
		{"m=sandbox&answer=15m", "answer", "no answer can be in time"},
		{"m=sandbox", "pauses", "about 36 of 240"},
		{"m=sandbox", "items", "one every 30 s on average"},
		{"m=sandbox", "sigma", "one in six takes over 15 min"},
		{"m=sandbox", "end", "1 h 30 min after the last can be delegated"},
		{"m=sandbox&hears=block", "repeats", "waits 4 min in all · each makes another task"},
		{"m=sandbox&hears=block&dedupe=on", "repeats", "waits 4 min in all"},
	} {
		s, problems := missions.Parse(c.text)
		if problems != nil {
			t.Fatal(problems)
		}
		if got := Note(engine.KeyNamed(c.key), &s); got != c.want {
			t.Errorf("%s: %s: %q, want %q", c.text, c.key, got, c.want)
		}
	}
}

func TestTitle(t *testing.T) {
	for _, c := range []struct {
		key  string
		v    engine.Time
		want string
	}{
		{"reconcile", engine.Never, "Off"},
		{"reconcile", 10 * engine.Minute, "10 min"},
		{"reconcile", 90 * engine.Second, "1 min 30 s"},
		{"poll", 15*engine.Second + 250, "15.25s"},
		{"poll", engine.Hour, "1 h"},
		{"span", engine.Hour + engine.Second, "1h0m1s"},
		{"base", 1250, "1.25s"},
		{"base", 1500, "1.5 s"},
		{"base", 100, "100 ms"},
		{"restart", engine.Never, "Off"},
		{"restart", 0, "0:00"},
		{"restart", 90 * engine.Minute, "1:30"},
		{"outageat", 105*engine.Minute + 5*engine.Second, "1:45:05"},
		{"acks", 0, "Off"},
		{"acks", 200_000, "1 in 5"},
		{"acks", 950_000, "95 %"},
		{"pauses", 150_000, "15 %"},
		{"pauses", 333_333, "33.3333 %"},
		{"sigma", 900_000, "0.9"},
		{"retries", 0, "None"},
		{"retries", 8, "8"},
		{"drop", 1, "Subscribe"},
		{"by", 1, "ListTasks"},
		{"persist", 0, "Off"},
		{"persist", 1, "On"},
		{"day", 339, "339"},
	} {
		if got := Title(engine.KeyNamed(c.key), int64(c.v)); got != c.want {
			t.Errorf("%s %d: %q, want %q", c.key, c.v, got, c.want)
		}
	}
}

// TestEveryNote looks for empty, long or broken notes over all keys of many settings, and for two offered values of one title.
func TestEveryNote(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 2000 {
		s := randomSetting(rng)
		for i := range engine.Keys {
			k := &engine.Keys[i]
			note := Note(k, &s)
			empty := k.Name == "base" && s.Retries == 0 // folded away then
			if (note == "") != empty || utf8.RuneCountInString(note) > 60 || strings.Contains(note, "%!") || strings.Contains(note, "-") {
				t.Errorf("%s: the note on %s is %q", missions.Text(s), k.Name, note)
			}
		}
	}
	for i := range engine.Keys {
		k := &engine.Keys[i]
		titles := map[string]bool{}
		for _, v := range missions.Offered(k, engine.Defaults()) {
			title := Title(k, v)
			if title == "" || titles[title] {
				t.Errorf("%s: the title of %s is %q, empty or twice", k.Name, k.Format(v), title)
			}
			titles[title] = true
		}
	}
}
