package ui

import "testing"

func TestShort(t *testing.T) {
	p := Progress{}.Record("1", 3, 2.2871, "m=1&drop=subscribe").Record("2", 2, 1.7, "m=2&reconcile=10m").WithTheme("light")
	if p.Short() != "a2a-stars 1=3@2.287 2=2@1.7" {
		t.Fatalf("%q", p.Short())
	}
	q, err := ReadShort("My stars: " + p.Short() + "\nregards")
	if err != nil || q.Short() != p.Short() {
		t.Errorf("%q (%v)", q.Short(), err)
	}
	if m := Merge(p, q); m.Text() != p.Text() {
		t.Errorf("merging one's own stars changed them: %s", m.Text())
	}
	if again := Merge(Merge(p, q), q); again.Text() != p.Text() {
		t.Error("merging twice must change nothing")
	}
	if stored, err := ReadShort(p.Text()); err != nil || stored.Short() != p.Short() || stored.Page.Theme != "" {
		t.Errorf("a stored text must do as well: %v", err)
	}
	for _, bad := range []string{"", "hello", "a2a-stars", "a2a-stars 1=4", "a2a-stars 1=3@NaN", "a2a-stars 1=3@-1", "a2a-stars =3", "a2a-stars 1=3@1e3", "{}", "{\"version\":1}"} {
		if p, err := ReadShort(bad); err == nil {
			t.Errorf("%q gives %q and no error", bad, p.Short())
		}
	}
	if better := Merge(Progress{}.Record("1", 2, 1, ""), q); better.Best("1").Stars != 3 {
		t.Error("the better result must win")
	}
}
