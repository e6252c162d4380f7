package wire

import (
	"strconv"
	"strings"
)

// What is written here is small and its order is chosen for reading, so JSON is put together as text. encoding/json would add
// a tenth to the program that the browser loads.

// text is a string as JSON has it.
func text(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			b.WriteString(`\u00`)
			b.WriteByte("01"[r>>4])
			b.WriteByte("0123456789abcdef"[r&15])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func number(n int) string { return strconv.Itoa(n) }

// object is an object of names and JSON values in turn. An empty value leaves its member out.
func object(members ...string) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := 0; i < len(members); i += 2 {
		if members[i+1] == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(text(members[i]) + ":" + members[i+1])
	}
	b.WriteByte('}')
	return b.String()
}

func array(values ...string) string { return "[" + strings.Join(values, ",") + "]" }

// Indent lays JSON out for reading: two spaces a level; what is short enough stays on one line. The text must be JSON as this
// package writes it, without white space between its parts.
func Indent(json string) string {
	var b strings.Builder
	indent(&b, json, 0)
	return b.String()
}

const lineMost = 76 // characters of a value that stays on one line

// indent writes the value that json begins with, and returns how long it is.
func indent(b *strings.Builder, json string, depth int) int {
	end := valueEnd(json)
	if c := json[0]; c != '{' && c != '[' || end <= 2 || end+2*depth <= lineMost && !strings.Contains(json[1:end], "{") {
		b.WriteString(json[:end])
		return end
	}
	b.WriteByte(json[0])
	for i := 1; i < end-1; {
		b.WriteString("\n" + strings.Repeat("  ", depth+1))
		if json[0] == '{' {
			n := valueEnd(json[i:])
			b.WriteString(json[i:i+n] + ": ")
			i += n + 1
		}
		i += indent(b, json[i:], depth+1)
		if json[i] == ',' {
			b.WriteByte(',')
			i++
		}
	}
	b.WriteString("\n" + strings.Repeat("  ", depth))
	b.WriteByte(json[end-1])
	return end
}

// valueEnd is where the value that json begins with ends.
func valueEnd(json string) int {
	depth := 0
	for i := 0; i < len(json); i++ {
		switch json[i] {
		case '"':
			for i++; json[i] != '"'; i++ {
				if json[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',', ':':
			if depth == 0 {
				return i
			}
			continue
		}
		if depth < 0 {
			return i
		}
		if depth == 0 && (json[i] == '"' || json[i] == '}' || json[i] == ']') {
			return i + 1
		}
	}
	return len(json)
}
