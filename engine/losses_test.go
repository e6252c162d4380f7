package engine

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestLosses compares ReportLosses with runs of the settings one by one.
func TestLosses(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 4))
	var together, alone Runner
	differ, looks, duplicates, lost := 0, 0, 0, 0
	n := 4000
	if inBrief() {
		n = 400
	}
	for i := range n {
		var s Setting
		switch i % 4 {
		case 0:
			s = anySetting(rng, 60)
		case 1:
			s = listSetting(rng, 60)
		default:
			s = gridSetting(rng, 60)
		}
		if i%8 != 0 { // or few of them restart
			s.Restart, s.Persist = Minute*Time(1+rng.IntN(90)), Off
		}
		got, err := together.ReportLosses(s)
		if err != nil {
			t.Fatal(err)
		}
		var other [NumOnLost]Report
		for v := range got {
			s.Lost = OnLost(v)
			want, err := alone.Report(s)
			if err != nil {
				t.Fatal(err)
			}
			want.PerItem = nil
			if !reflect.DeepEqual(got[v], want) {
				t.Fatalf("setting %+v: together\n%+v\nalone\n%+v", s, got[v], want)
			}
			other[v] = want
			duplicates, lost = duplicates+want.Duplicates, lost+want.Noticed
			looks += want.Requests[ListPage]
		}
		if !reflect.DeepEqual(other[0], other[1]) {
			differ++
		}
	}
	if differ < n/8 || looks < n || duplicates < n || lost < n {
		t.Errorf("too little to tell: %d settings in which it matters, %d looks, %d duplicates, %d losses", differ, looks, duplicates, lost)
	}
}

// TestLossesRefused: where one of the settings makes too many events, there is an error; and a Runner goes on after it.
func TestLossesRefused(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	var r, alone, fresh Runner
	refused, last := 0, 0
	for range 300 {
		s := gridSetting(rng, 60)
		s.Restart, s.Persist = Minute*Time(30+rng.IntN(60)), Off
		alone.Most = 500 + rng.IntN(1500)
		r.Most = alone.Most
		n := 0
		for v := range NumOnLost {
			s.Lost = OnLost(v)
			if _, err := alone.Report(s); err != nil {
				n++
			}
		}
		got, err := r.ReportLosses(s)
		if (err != nil) != (n > 0) {
			t.Fatalf("%d of the settings are refused, and together: %v; %+v", n, err, s)
		}
		if n > 0 {
			refused++
			if n < NumOnLost {
				last++
			}
			continue
		}
		if want, _ := fresh.ReportLosses(s); !reflect.DeepEqual(got, want) {
			t.Fatal("a Runner that has refused settings counts otherwise than a new one")
		}
	}
	if refused < 30 || last == 0 {
		t.Errorf("%d were refused, %d of them for one reaction only: too few to tell", refused, last)
	}
}

// TestLossesAllocates: once warm, ReportLosses allocates nothing.
func TestLossesAllocates(t *testing.T) {
	for _, text := range []string{allFailures + "&hears=block&reconcile=10m&by=list", allFailures + "&hears=poll", allFailures + "&retries=8&reconcile=10m"} {
		s := setting(t, text)
		var r Runner
		if n := testing.AllocsPerRun(5, func() { _, _ = r.ReportLosses(s) }); n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}
