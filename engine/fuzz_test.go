package engine

import (
	"strings"
	"testing"
)

// oddTexts are settings that people and machines paste, and the numbers that break parsers.
var oddTexts = []string{
	"", "#", "?m=sandbox", "m=1", "m=sandbox&flaps=8m&hears=stream&drop=resend", "m=nowhere", "m=", "m=1&m=2",
	"day=NaN", "day=Infinity", "day=-1", "day=1e309", "day=0x10", "day=1_000", "day=１２", "day=", "day", "day=007",
	"day=9007199254740992", "day=9007199254740993", "day=18446744073709551616", "day=99999999999999999999999999",
	"sigma=NaN", "sigma=Infinity", "sigma=-1", "sigma=1e309", "sigma=0x1p-2", "sigma=.5", "sigma=5.", "sigma=0.0000001", "sigma=2.000001",
	"poll=15s&poll=30s", "poll=15", "poll=1e3s", "poll=+15s", "poll=-15s", "poll=15s\x00", "poll=15s%00", "poll=0.0001s", "poll=1h1ns",
	"poll=999999999999h", "reconcile=off", "reconcile=Off", "shortest=2h&longest=1h", "span=3h&end=2h", "span=24h&end=1m",
	"hears=", "hears=0", "hears=carrier-pigeon", "idempotent=true", "items=0", "items=2001", "items=2000&hears=poll&poll=1s",
	"<script>alert(1)</script>=1", "day=<script>alert(1)</script>", "__proto__=1", "constructor=prototype", "toString=1",
	"day=1&&&items=5", "=", "&=&", "day==1", "DAY=1", " day=1", "day=1 ", "day=%31", "%64ay=1", "day=1#items=5", "day=1;items=5",
	"\xff\xfe=\xff", "day=\xe2\x82", strings.Repeat("x", 100_000), strings.Repeat("a=1&", 25_000), strings.Repeat("day=1&", 1000),
	strings.Repeat("é", 5000),
}

// lockedStarts is a find with a mission that frees two keys.
func lockedStarts(name string) (Start, bool) {
	switch name {
	case "", "1":
		s := Defaults()
		s.Flaps = 8 * Minute
		return Start{"1", s, []string{"drop", "reconcile"}}, true
	case "sandbox":
		return Start{"sandbox", Defaults(), nil}, true
	}
	return Start{}, false
}

// FuzzParse: no text breaks Parse. What it yields is valid, keeps the locked keys, says how often it went wrong in bounded and
// readable words, and its own text means the same without any problem.
func FuzzParse(f *testing.F) {
	for _, s := range oddTexts {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		s, problems := Parse(in, lockedStarts)
		if err := s.Validate(); err != nil {
			t.Fatalf("%q yields a setting that is not valid: %v", in, err)
		}
		if len(problems) > maxProblems+1 {
			t.Errorf("%q has %d problems", in, len(problems))
		}
		for _, p := range problems {
			if p.Key == "" || p.What == "" || len(p.Error()) > 400 || strings.ContainsFunc(p.Error(), func(r rune) bool { return r < ' ' || r == 0x7f }) {
				t.Errorf("%q has the problem %q", in, p.Error())
			}
		}
		start, ok := lockedStarts(s.Start)
		if !ok {
			t.Fatalf("%q starts from %q", in, s.Start)
		}
		for i := range Keys {
			if k := &Keys[i]; start.Locked(k.Name) && k.Value(&s) != k.Value(&start.Setting) {
				t.Errorf("%q changes the locked key %s", in, k.Name)
			}
		}
		out := s.Text(start)
		again, problems := Parse(out, lockedStarts)
		if again != s || len(problems) > 0 || again.Text(start) != out {
			t.Errorf("%q becomes %q, which becomes %q with %v", in, out, again.Text(start), problems)
		}
	})
}

// FuzzRun: any text runs or is refused with a reason, within the bound on events, and its report adds up.
func FuzzRun(f *testing.F) {
	for _, s := range oddTexts {
		f.Add(s)
	}
	f.Add("m=sandbox&items=2000&hears=block&blocktimeout=1s&repeats=10&flaps=10s&reconcile=30s&by=list&end=48h&span=24h")
	f.Add("m=sandbox&items=2000&hears=stream&drop=resend&flaps=10s&end=48h&span=24h&longest=12h&median=12h")
	f.Add("m=sandbox&restart=0s&outage=24h&outageat=0s&acks=0.95&retries=12&base=10m&lost=resubmit&reconcile=30s")
	f.Fuzz(func(t *testing.T, in string) {
		s, _ := Parse(in, lockedStarts)
		var r Runner
		rep, err := r.Report(s)
		if err != nil {
			if !strings.Contains(err.Error(), "too many events") {
				t.Errorf("%q is refused: %v", in, err)
			}
			return
		}
		if rep.Learned+rep.Escalated+rep.Unknown != rep.Items || rep.Items != int(s.Items) {
			t.Errorf("%q: the fates do not add up: %+v", in, rep)
		}
		if r.events > 100_000 {
			return // a trace that long takes the fuzzer too long
		}
		var tr Trace
		if err := r.Trace(&tr, s); err != nil || reportText(&tr.Report) != reportText(&rep) {
			t.Errorf("%q: %v; the traced run counts otherwise", in, err)
		}
	})
}
