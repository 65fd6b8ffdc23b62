package jsonl

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Value is a raw JSON value of a line, without surrounding white space, or nil if the field
// is absent. It refers to the line's bytes.
type Value []byte

// IsString reports whether v is a JSON string.
func (v Value) IsString() bool { return len(v) >= 2 && v[0] == '"' }

// IsObject reports whether v is a JSON object.
func (v Value) IsObject() bool { return len(v) >= 2 && v[0] == '{' }

// IsArray reports whether v is a JSON array.
func (v Value) IsArray() bool { return len(v) >= 2 && v[0] == '[' }

// IsTrue reports whether v is the literal true.
func (v Value) IsTrue() bool { return len(v) == 4 && v[0] == 't' }

// Int returns v as an integer, and false if it is not one.
func (v Value) Int() (int64, bool) {
	if len(v) == 0 || (v[0] != '-' && (v[0] < '0' || v[0] > '9')) {
		return 0, false
	}
	if n, err := strconv.ParseInt(string(v), 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || f != f || f > 1<<53 || f < -(1<<53) {
		return 0, false
	}
	return int64(f), true
}

// HasEscapes reports whether the string v holds an escape sequence.
func (v Value) HasEscapes() bool { return bytes.IndexByte(v, '\\') >= 0 }

// whole is a limit that no text reaches, small enough to add to.
const whole = math.MaxInt / 2

// String returns the text of a JSON string with invalid UTF-8 repaired, and
// "" for every other value.
func (v Value) String() string {
	if !v.IsString() {
		return ""
	}
	in := v[1 : len(v)-1]
	if bytes.IndexByte(in, '\\') < 0 && utf8.Valid(in) {
		return string(in)
	}
	return string(appendText(make([]byte, 0, len(in)), in, whole))
}

// IsBlank reports whether v is not a string, or a string of white space.
func (v Value) IsBlank() bool {
	if !v.IsString() {
		return true
	}
	for in := v[1 : len(v)-1]; len(in) > 0; {
		switch {
		case in[0] == ' ' || in[0] == '\t':
			in = in[1:]
		case in[0] == '\\' && len(in) > 1 && (in[1] == 'n' || in[1] == 'r' || in[1] == 't'):
			in = in[2:]
		case in[0] == '\\' && len(in) > 1 && in[1] == 'u':
			r, n := unescapeRune(in)
			if r != ' ' && r != '\t' && r != '\n' && r != '\r' {
				return false
			}
			in = in[n:]
		default:
			return false
		}
	}
	return true
}

// AppendText appends the text of a JSON string to dst: escapes resolved, lone
// surrogates and invalid UTF-8 as U+FFFD, as encoding/json does. Other values
// append nothing.
func (v Value) AppendText(dst []byte) []byte {
	if !v.IsString() {
		return dst
	}
	return appendText(dst, v[1:len(v)-1], whole)
}

// Head returns at most the first n bytes of the text of v, cut at a rune boundary: enough
// to check a prefix without unescaping a megabyte.
func (v Value) Head(n int) string {
	return string(v.AppendHead(make([]byte, 0, max(0, min(n+HeadSlack, len(v)))), n))
}

// HeadSlack is the number of bytes that AppendHead may exceed n before it cuts.
const HeadSlack = 2 * utf8.UTFMax

// AppendHead appends the result of Head to dst.
func (v Value) AppendHead(dst []byte, n int) []byte {
	if !v.IsString() || n <= 0 {
		return dst
	}
	start := len(dst)
	dst = appendText(dst, v[1:len(v)-1], n)
	if end := start + n; end < len(dst) {
		for end > start && !utf8.RuneStart(dst[end]) {
			end--
		}
		return dst[:end]
	}
	return dst
}

// appendText unescapes in until it ends or has yielded at least n bytes.
func appendText(dst, in []byte, n int) []byte {
	start := len(dst)
	for len(in) > 0 && len(dst)-start < n {
		plain := in
		if room := n - (len(dst) - start) + utf8.UTFMax; len(plain) > room {
			plain = plain[:room]
		}
		cut := len(plain) < len(in)
		if i := bytes.IndexByte(plain, '\\'); i >= 0 {
			plain, cut = plain[:i], false
		}
		dst = appendValid(dst, plain)
		if cut {
			return dst
		}
		in = in[len(plain):]
		switch {
		case len(in) < 2:
			return dst
		case in[1] == 'u':
			r, size := unescapeRune(in)
			dst = utf8.AppendRune(dst, r)
			in = in[size:]
		default:
			dst = append(dst, unescape(in[1]))
			in = in[2:]
		}
	}
	return dst
}

func appendValid(dst, b []byte) []byte {
	if utf8.Valid(b) {
		return append(dst, b...)
	}
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		dst = utf8.AppendRune(dst, r) // RuneError for one bad byte
		b = b[n:]
	}
	return dst
}

func unescape(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	}
	return c
}

// unescapeRune decodes the \uXXXX (or surrogate pair) that b starts with and
// returns its length.
func unescapeRune(b []byte) (r rune, n int) {
	r, ok := hex4(b)
	if !ok {
		return utf8.RuneError, min(len(b), 6)
	}
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if low, ok := hex4(b[6:]); ok {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, 12
		}
	}
	return utf8.RuneError, 6
}

func hex4(b []byte) (rune, bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range b[2:6] {
		if c >= 'A' && c <= 'F' {
			c += 'a' - 'A'
		}
		d := Unhex(c)
		if d > 15 {
			return 0, false
		}
		r = r<<4 | rune(d)
	}
	return r, true
}

// Unhex returns the value of a lower-case hexadecimal digit, or 255.
func Unhex(c byte) byte { return hexDigits[c] }

// hexDigits is a table because branch prediction fails on random digits.
var hexDigits = func() (t [256]byte) {
	for i := range t {
		t[i] = 255
	}
	for i, c := range []byte("0123456789abcdef") {
		t[c] = byte(i)
	}
	return t
}()
