package engine

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A Start is what a setting's text differs from: a mission's broken client, or the sandbox.
type Start struct {
	Name    string
	Setting Setting
	Free    []string // the keys that may be changed; nil for all
}

// Locked tells whether the key must stay as the start has it.
func (st *Start) Locked(key string) bool {
	if st.Free == nil {
		return false
	}
	for _, f := range st.Free {
		if f == key {
			return false
		}
	}
	return true
}

// A Problem is something wrong in a setting's text. It reads as a sentence.
type Problem struct {
	Key  string
	What string // what is wrong, and what is allowed
	Kept string // what Parse used instead; empty where it used nothing
}

// Error is the problem in words, with what was used instead.
func (p Problem) Error() string {
	if p.Kept == "" {
		return p.Key + ": " + p.What
	}
	return p.Key + ": " + p.What + "; " + p.Kept
}

// Bounds on a text: a link that a person made is far shorter.
const (
	maxText     = 4096
	maxProblems = 12
)

// StartKey is the key that names the start.
const StartKey = "m"

// Parse reads a setting's text: key=value pairs joined by &, in any order, over the start that m names.
// A leading # or ? is skipped. Nothing in a text can make it fail: what is wrong is reported, in words, and the start's value kept.
func Parse(text string, find func(name string) (Start, bool)) (Setting, []Problem) {
	var problems []Problem
	more := 0
	report := func(key, kept, format string, args ...any) {
		if len(problems) == maxProblems {
			more++
			return
		}
		problems = append(problems, Problem{Brief(key), fmt.Sprintf(format, args...), kept})
	}
	if len(text) > maxText {
		report("setting", fmt.Sprintf("only the first %d are read", maxText), "%d characters long", len(text))
		text = text[:maxText]
	}
	pairs := split(text)
	count := map[string]int{}
	for _, p := range pairs {
		count[p.key]++
	}
	start, _ := find("")
	for _, p := range pairs {
		if p.key != StartKey {
			continue
		}
		if count[StartKey] > 1 {
			report(StartKey, start.Name+" is used", "given %d times", count[StartKey])
			break
		}
		if st, ok := find(p.value); ok && p.value != "" {
			start = st
		} else {
			report(StartKey, start.Name+" is used", "there is no mission called %q", Brief(p.value))
		}
	}
	s := start.Setting
	s.Start = start.Name
	said := map[string]bool{StartKey: true}
	for _, p := range pairs {
		if said[p.key] {
			continue
		}
		k := KeyNamed(p.key)
		if k == nil {
			said[p.key] = true
			if p.key == "" {
				report("setting", "it is ignored", "%q is a value without a key", Brief(p.value))
			} else {
				report(p.key, "it is ignored", "not a key of a setting")
			}
			continue
		}
		kept := k.Format(k.Value(&s))
		if count[p.key] > 1 {
			said[p.key] = true
			report(p.key, kept+" is used", "given %d times", count[p.key])
			continue
		}
		v, err := k.Parse(p.value)
		switch {
		case err != nil:
			report(p.key, kept+" is used", "%v", err)
		case v != k.Value(&s) && start.Locked(p.key):
			report(p.key, "it stays "+kept+"; open the sandbox to change it", "locked in mission %s", start.Name)
		default:
			*k.Field(&s) = v
		}
	}
	for _, p := range s.conflicts() {
		report(p.Key, "the start’s values are used", "%s", p.What)
		for _, name := range strings.Split(p.Key, ", ") {
			k := KeyNamed(name)
			*k.Field(&s) = k.Value(&start.Setting)
		}
	}
	if more > 0 {
		problems = append(problems, Problem{Key: "setting", What: fmt.Sprintf("%d further problems", more)})
	}
	return s, problems
}

// conflicts are the rules between keys.
func (s *Setting) conflicts() []Problem {
	var list []Problem
	if s.Shortest > s.Longest {
		list = append(list, Problem{Key: "shortest, longest", What: fmt.Sprintf("the shortest work (%v) is longer than the longest (%v)", s.Shortest, s.Longest)})
	}
	if s.End <= s.Span {
		list = append(list, Problem{Key: "span, end", What: fmt.Sprintf("the run (%v) must end after the last task is delegated (%v)", s.End, s.Span)})
	}
	return list
}

// Validate tells whether every value is in range and no two contradict each other.
func (s *Setting) Validate() error {
	for i := range Keys {
		k := &Keys[i]
		if err := k.check(k.Value(s)); err != nil {
			return Problem{Key: k.Name, What: err.Error()}
		}
	}
	if c := s.conflicts(); c != nil {
		return c[0]
	}
	return nil
}

// Text is the setting as canonical text: m, then what differs from the start, in the table's order.
func (s *Setting) Text(start Start) string {
	var b strings.Builder
	b.WriteString(StartKey + "=" + start.Name)
	for i := range Keys {
		k := &Keys[i]
		if v := k.Value(s); v != k.Value(&start.Setting) {
			b.WriteString("&" + k.Name + "=" + k.Format(v))
		}
	}
	return b.String()
}

type pair struct{ key, value string }

func split(text string) []pair {
	text = strings.TrimLeft(text, "#?")
	var pairs []pair
	for part := range strings.SplitSeq(text, "&") {
		if part == "" {
			continue
		}
		key, value, _ := strings.Cut(part, "=")
		pairs = append(pairs, pair{key, value})
	}
	return pairs
}

// Brief shortens what a stranger wrote, so that a message stays readable and shows nothing that cannot be seen or turns
// the text around it.
func Brief(s string) string {
	const most = 24
	rest := ""
	if r := []rune(s); len(r) > most {
		s, rest = string(r[:most]), "…"
	}
	return strings.Map(func(r rune) rune {
		if r == '\uFFFD' || !strconv.IsPrint(r) {
			return '·'
		}
		return r
	}, s) + rest
}

// Parse reads a value of the key. The error says what is wrong and what is allowed; it is a clause without the key's name.
func (k *Key) Parse(text string) (int64, error) {
	v, ok := k.read(text)
	if !ok {
		return 0, fmt.Errorf("%q is not %s", Brief(text), k.Allowed())
	}
	return v, k.check(v)
}

func (k *Key) read(text string) (int64, bool) {
	if k.CanBeOff && text == "off" {
		return int64(Never), true
	}
	switch k.Form {
	case Whole:
		v, ok := digits(text)
		return v, ok
	case Decimal:
		return millionths(text)
	case Duration:
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 || d%time.Millisecond != 0 || strings.HasPrefix(text, "+") {
			return 0, false
		}
		return d.Milliseconds(), true
	case Toggle:
		return int64(indexOf(toggleNames, text)), indexOf(toggleNames, text) >= 0
	default:
		return int64(indexOf(k.Names, text)), indexOf(k.Names, text) >= 0
	}
}

var toggleNames = []string{"off", "on"}

func indexOf(list []string, s string) int {
	for i := range list {
		if list[i] == s {
			return i
		}
	}
	return -1
}

// digits reads an integer of at most 16 digits, so that it cannot overflow.
func digits(s string) (int64, bool) {
	if s == "" || len(s) > 16 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	v, err := strconv.ParseInt(s, 10, 64)
	return v, err == nil
}

// millionths reads a decimal number with a point and up to six decimals, exactly.
func millionths(s string) (int64, bool) {
	whole, fraction, point := strings.Cut(s, ".")
	if point && fraction == "" || len(fraction) > 6 || len(whole) > 6 {
		return 0, false
	}
	w, ok := digits(whole)
	if !ok {
		return 0, false
	}
	f := int64(0)
	if point {
		if f, ok = digits(fraction + "000000"[len(fraction):]); !ok {
			return 0, false
		}
	}
	return w*million + f, true
}

func (k *Key) check(v int64) error {
	if k.CanBeOff && v == int64(Never) || v >= k.Min && v <= k.Max {
		return nil
	}
	if k.Form == Choice || k.Form == Toggle {
		return fmt.Errorf("%d is not %s", v, k.Allowed())
	}
	return fmt.Errorf("%s is out of range; it must be %s", k.Format(v), k.Allowed())
}

// Format writes a value of the key as a setting's text has it.
func (k *Key) Format(v int64) string {
	switch {
	case k.CanBeOff && v == int64(Never):
		return "off"
	case k.Form == Duration:
		return Time(v).String()
	case k.Form == Decimal:
		s := strconv.FormatInt(v/million, 10)
		if f := v % million; f != 0 {
			s += "." + strings.TrimRight(fmt.Sprintf("%06d", f), "0")
		}
		return s
	case k.Form == Toggle && v >= 0 && v < 2:
		return toggleNames[v]
	case k.Form == Choice && v >= 0 && v < int64(len(k.Names)):
		return k.Names[v]
	}
	return strconv.FormatInt(v, 10)
}

// Allowed says in words which values the key takes: "a duration from 1s to 1h, or off".
func (k *Key) Allowed() string {
	var s string
	switch k.Form {
	case Whole:
		s = fmt.Sprintf("a whole number from %d to %d", k.Min, k.Max)
	case Decimal:
		s = fmt.Sprintf("a number from %s to %s, with a point and at most six decimals", k.Format(k.Min), k.Format(k.Max))
	case Duration:
		s = fmt.Sprintf("a duration from %v to %v such as 90s, 10m or 1h30m", Time(k.Min), Time(k.Max))
	case Toggle:
		s = "off or on"
	default:
		s = strings.Join(k.Names[:len(k.Names)-1], ", ") + " or " + k.Names[len(k.Names)-1]
	}
	if k.CanBeOff {
		s += ", or off"
	}
	return s
}
