package ui

import (
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// readJSON reads a JSON text into map[string]any, []any, string, float64, bool and nil, as encoding/json would; it takes no
// invalid UTF-8 and nests at most depthMost deep. encoding/json itself would add 66 KB to every first visit.
func readJSON(text string) (any, error) {
	r := jsonReader{text: text}
	v := r.value(0)
	r.space()
	if r.bad == "" && r.at < len(text) {
		r.fail("something follows its end")
	}
	if r.bad != "" {
		return nil, errors.New(r.bad + " at character " + strconv.Itoa(r.at+1))
	}
	return v, nil
}

const depthMost = 16

// jsonReader reads from left to right. Once bad is set it reads on as if the text had ended.
type jsonReader struct {
	text string
	at   int
	bad  string // what is wrong, at at
}

func (r *jsonReader) fail(what string) {
	if r.bad == "" {
		r.bad = what
	}
}

func (r *jsonReader) space() {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == '\n' || r.text[r.at] == '\t' || r.text[r.at] == '\r') {
		r.at++
	}
}

// peek is the next byte, 0 at the end.
func (r *jsonReader) peek() byte {
	if r.bad != "" || r.at == len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *jsonReader) take(c byte) bool {
	if r.peek() != c || c == 0 {
		return false
	}
	r.at++
	return true
}

func (r *jsonReader) word(w string, v any) any {
	for i := range len(w) {
		if !r.take(w[i]) {
			r.fail("the text is broken")
		}
	}
	return v
}

func (r *jsonReader) value(depth int) any {
	r.space()
	if depth > depthMost {
		r.fail("it is nested too deeply")
	}
	switch c := r.peek(); {
	case c == '{':
		m := map[string]any{}
		r.list('}', func() {
			r.space()
			key := r.str()
			r.space()
			r.word(":", nil)
			m[key] = r.value(depth + 1)
		})
		return m
	case c == '[':
		a := []any{}
		r.list(']', func() { a = append(a, r.value(depth+1)) })
		return a
	case c == '"':
		return r.str()
	case c == 't':
		return r.word("true", true)
	case c == 'f':
		return r.word("false", false)
	case c == 'n':
		return r.word("null", nil)
	}
	return r.number()
}

// list reads what stands between the bracket at hand and the closing one, separated by commas.
func (r *jsonReader) list(closing byte, one func()) {
	r.at++
	r.space()
	if r.take(closing) {
		return
	}
	for r.bad == "" {
		one()
		r.space()
		if r.take(closing) {
			return
		}
		r.word(",", nil)
	}
}

func (r *jsonReader) number() float64 {
	from := r.at
	digits := func() {
		if c := r.peek(); c < '0' || c > '9' {
			r.fail("the text is broken")
		}
		for c := r.peek(); c >= '0' && c <= '9'; c = r.peek() {
			r.at++
		}
	}
	r.take('-')
	if !r.take('0') {
		digits()
	}
	if r.take('.') {
		digits()
	}
	if r.take('e') || r.take('E') {
		_ = r.take('+') || r.take('-')
		digits()
	}
	v, err := strconv.ParseFloat(r.text[from:r.at], 64)
	if err != nil {
		r.fail("a number is out of range")
	}
	return v
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (r *jsonReader) str() string {
	r.word(`"`, nil)
	var b []byte
	for r.bad == "" {
		c, size := utf8.DecodeRuneInString(r.text[r.at:])
		switch {
		case c < ' ' || c == utf8.RuneError && size < 2:
			r.fail("the text is broken")
			return ""
		case c == '"':
			r.at++
			return string(b)
		case c != '\\':
			b = append(b, r.text[r.at:r.at+size]...)
			r.at += size
			continue
		}
		r.at++
		if e, ok := escapes[r.peek()]; ok {
			b = append(b, e)
			r.at++
			continue
		}
		u := r.unit()
		if utf16.IsSurrogate(u) && r.peek() == '\\' && r.at+1 < len(r.text) && r.text[r.at+1] == 'u' {
			before := r.at
			r.at++
			if pair := utf16.DecodeRune(u, r.unit()); pair != utf8.RuneError {
				b = utf8.AppendRune(b, pair)
				continue
			}
			r.at = before
		}
		b = utf8.AppendRune(b, u) // half a pair becomes U+FFFD
	}
	return ""
}

// unit reads u and four hexadecimal digits.
func (r *jsonReader) unit() rune {
	r.word("u", nil)
	if r.bad != "" || r.at+4 > len(r.text) {
		r.fail("the text is broken")
		return 0
	}
	v, err := strconv.ParseUint(r.text[r.at:r.at+4], 16, 16)
	if err != nil {
		r.fail("the text is broken")
		return 0
	}
	r.at += 4
	return rune(v)
}
