package render

import (
	"math"
	"strings"
	"testing"
)

// luminance is the relative luminance of WCAG 2.2.
func luminance(c RGBA) float64 {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// contrast is the contrast ratio of WCAG 2.2.
func contrast(a, b RGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func TestContrastFormula(t *testing.T) {
	if got := contrast(rgb(0), rgb(0xffffff)); math.Abs(got-21) > 1e-9 {
		t.Errorf("black on white has %v, want 21", got)
	}
	if got := contrast(rgb(0x777777), rgb(0xffffff)); math.Abs(got-4.48) > 0.01 {
		t.Errorf("#777 on white has %.3f, want 4.48", got)
	}
}

// On the stage text needs 4.5 to 1 (success criterion 1.4.3) and marks 3 to 1 (1.4.11), on every ground they can lie on.
func TestStageContrast(t *testing.T) {
	grounds := []Ink{Ground, Zebra, Hover, Select}
	texts := []Ink{Label, Faint, Duplicate, Outage, Restart}
	marks := []Ink{Working, Input, Failure, Duplicate, White, Learned, Webhook, Tick, Outage, Restart, Head, Ghost, GhostPink, GhostMark}
	for _, g := range grounds {
		for _, k := range texts {
			if got := contrast(k.Color(), g.Color()); got < 4.5 {
				t.Errorf("text %v on %v: %.2f", k, g, got)
			}
		}
		for _, k := range marks {
			if got := contrast(k.Color(), g.Color()); got < 3 {
				t.Errorf("mark %v on %v: %.2f", k, g, got)
			}
		}
	}
	for _, g := range []Ink{Ground, Zebra} { // faint is still to be seen
		for _, k := range []Ink{Working, Input, Failure, Duplicate} {
			mix := func(over, under uint8) uint8 {
				return uint8((int(over)*unfollowedAlpha + int(under)*(255-unfollowedAlpha)) / 255)
			}
			over, under := k.Color(), g.Color()
			faint := RGBA{mix(over.R, under.R), mix(over.G, under.G), mix(over.B, under.B), 255}
			if got := contrast(faint, under); got < 3 {
				t.Errorf("faint mark %v on %v: %.2f", k, g, got)
			}
		}
	}
	if got := contrast(Stripe.Color(), Input.Color()); got < 3 {
		t.Errorf("stripes: %.2f", got)
	}
}

func TestPageContrast(t *testing.T) {
	color := map[string]PageColor{}
	for _, c := range PageColors {
		color[c.Name] = c
	}
	pairs := []struct {
		fore, backs string
		want        float64
	}{
		{"text", "bg panel panel-raised button button-hover", 4.5},
		{"muted", "bg panel panel-raised button button-hover", 4.5},
		{"on-accent", "accent", 4.5},
		{"link", "bg panel panel-raised", 4.5},
		{"good", "bg panel panel-raised good-bg", 4.5},
		{"bad", "bg panel panel-raised bad-bg", 4.5},
		{"text", "good-bg bad-bg warn-bg", 4.5},
		{"warn", "bg panel panel-raised warn-bg", 4.5},
		{"accent", "bg panel panel-raised", 3},
		{"focus", "bg panel panel-raised button", 3},
		{"button-border", "bg panel panel-raised button", 3},
	}
	for _, p := range pairs {
		for _, back := range strings.Fields(p.backs) {
			f, b := color[p.fore], color[back]
			if f.Name == "" || b.Name == "" {
				t.Fatalf("no colour %q or %q", p.fore, back)
			}
			if got := contrast(f.Dark, b.Dark); got < p.want {
				t.Errorf("dark: %s on %s: %.2f, want %.1f", p.fore, back, got, p.want)
			}
			if got := contrast(f.Light, b.Light); got < p.want {
				t.Errorf("light: %s on %s: %.2f, want %.1f", p.fore, back, got, p.want)
			}
		}
	}
}

func TestCSS(t *testing.T) {
	css := CSS()
	for _, want := range []string{"--working: #4f8ff7;", "--input: #ffb224;", "--failure: #ff6b5e;", "--duplicate: #ff6aa8;", "--learned: #3ddc84;",
		":root[data-theme=light] {", "@media (prefers-color-scheme: light) {\n:root:not([data-theme=dark]) {", ".ink-working { color: var(--working); }"} {
		if !strings.Contains(css, want) {
			t.Errorf("no %q", want)
		}
	}
	if o, c := strings.Count(css, "{"), strings.Count(css, "}"); o != c {
		t.Errorf("%d opening and %d closing braces", o, c)
	}
	names := map[string]bool{}
	for k := range NumInks {
		names[k.String()] = true
	}
	for _, c := range PageColors {
		if names[c.Name] {
			t.Errorf("the name %q is used twice", c.Name)
		}
		names[c.Name] = true
		if n := strings.Count(css, "  --"+c.Name+": "); n != 3 {
			t.Errorf("--%s is set %d times, want dark and twice light", c.Name, n)
		}
	}
}
