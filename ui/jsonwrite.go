package ui

import (
	"fmt"
	"strconv"
)

// An Object is a JSON object whose members keep their order: names and values in turn. A value is nil, a bool, a string, an
// integer, a float64, an Object, or a slice of strings, ints or Objects.
type Object []any

// JSON writes a value as Object takes them, or an Object, as indented JSON with a line's end.
func JSON(v any) []byte { return append(appendJSON(nil, v, "\n"), '\n') }

// OrNull is a number for JSON, or nil, which JSON writes as null, where there is none.
func OrNull(n float64, ok bool) any {
	if !ok {
		return nil
	}
	return n
}

// appendJSON writes v; line is the break and indentation of the line that it stands on.
func appendJSON(b []byte, v any, line string) []byte {
	inner := line + "  "
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case string:
		return appendString(b, v)
	case float64:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case Object:
		if len(v) == 0 {
			return append(b, "{}"...)
		}
		b = append(b, '{')
		for i := 0; i < len(v); i += 2 {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendString(append(b, inner...), v[i].(string)), ": "...)
			b = appendJSON(b, v[i+1], inner)
		}
		return append(append(b, line...), '}')
	case []Object:
		if len(v) == 0 {
			return append(b, "[]"...)
		}
		b = append(b, '[')
		for i := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(append(b, inner...), v[i], inner)
		}
		return append(append(b, line...), ']')
	case []string:
		b = append(b, '[')
		for i := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendString(b, v[i])
		}
		return append(b, ']')
	case []int:
		b = append(b, '[')
		for i := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = strconv.AppendInt(b, int64(v[i]), 10)
		}
		return append(b, ']')
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case int32:
		return strconv.AppendInt(b, int64(v), 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case uint8:
		return strconv.AppendInt(b, int64(v), 10)
	}
	panic(fmt.Sprintf("a %T is no value of a JSON object here", v))
}

// appendString writes a string with the escapes that JSON demands, and no others: a setting's & stays readable.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s { // invalid bytes become U+FFFD
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, string(r)...)
		}
	}
	return append(b, '"')
}
