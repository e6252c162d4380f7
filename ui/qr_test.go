package ui

import (
	"strings"
	"testing"
)

// TestQR: the three corners that scanners look for are where they must be, longer texts get larger codes, and what no code
// can hold is an error.
func TestQR(t *testing.T) {
	short, small, err := QR("https://example.org/#m=1")
	if err != nil || small != 25+2*QRQuiet { // version 2
		t.Fatalf("size %d (%v)", small, err)
	}
	for _, corner := range []string{"M4 4h7v1h-7z", "M22 4h7v1h-7z", "M4 22h7v1h-7z"} {
		if !strings.Contains(short, corner) {
			t.Errorf("no finder pattern at %s", corner)
		}
	}
	_, large, err := QR("https://example.org/" + strings.Repeat("x", 600))
	if err != nil || large <= small {
		t.Errorf("a long text makes a code of size %d (%v)", large, err)
	}
	if _, _, err := QR(strings.Repeat("x", 4000)); err == nil {
		t.Error("4000 characters fit no code")
	}
}
