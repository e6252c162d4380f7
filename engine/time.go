package engine

import (
	"strings"
	"time"
)

// Time is an instant or a length of virtual time in milliseconds. Instants count from the run's start.
type Time int64

// Units of virtual time.
const (
	Millisecond Time = 1
	Second           = 1000 * Millisecond
	Minute           = 60 * Second
	Hour             = 60 * Minute
)

// Never stands for an instant that does not come and for a length that is switched off.
const Never Time = -1

// MaxRun is how late a run may end.
const MaxRun = 48 * Hour

// far is later than any instant of a run; the event loop uses it where nothing is due.
const far Time = 1 << 62

// String writes a length as a setting's text does: Go's notation without empty parts (90s is 1m30s, never 1m30s0ms).
func (t Time) String() string {
	if t == Never {
		return "off"
	}
	s := (time.Duration(t) * time.Millisecond).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// Clock writes an instant as a stop-clock does, in hours, minutes and seconds: 1:24:30.
func (t Time) Clock() string {
	s := int64(t / Second)
	return string(append(append(append(appendInt(nil, s/3600), ':'), two(s/60%60)...), append([]byte{':'}, two(s%60)...)...))
}

func two(n int64) []byte { return []byte{byte('0' + n/10), byte('0' + n%10)} }

func appendInt(b []byte, n int64) []byte {
	if n >= 10 {
		b = appendInt(b, n/10)
	}
	return append(b, byte('0'+n%10))
}
