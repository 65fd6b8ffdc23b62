package search

import (
	"bytes"
	"unicode/utf8"
)

// rawTable maps the bytes of a JSON string that stand for themselves to their
// folded form, and all others to 0; so for what stands behind a backslash.
type rawTable struct{ plain, escaped [256]byte }

func newRawTable() *rawTable {
	t := new(rawTable)
	for c := byte(' '); c < utf8.RuneSelf; c++ {
		t.plain[c] = lowerASCII(c)
	}
	t.plain['\\'], t.plain['"'] = 0, 0
	for _, c := range []byte(`nt"\rbf`) {
		t.escaped[c], _ = plainEscape([]byte{'\\', c})
	}
	return t
}

// addRaw adds the grams of a JSON string, given without its quotes, and
// returns the length of its text: unescaping, folding and hashing in one pass,
// which is most of what an index costs. It reports false, having added some of
// them, where the string holds anything but ASCII, common runes and the
// escapes that have to be: then the text has to be made first.
func (m *marks) addRaw(table *rawTable, raw []byte) (size int, ok bool) {
	var w window
	for i := 0; i < len(raw); {
		if n, length := m.addPlain(table, &w, raw[i:]); n > 0 {
			size += length
			i += n
			continue
		}
		c := raw[i]
		if c == '\\' {
			folded, n := plainEscape(raw[i:])
			if n == 0 {
				return 0, false
			}
			w = m.next(w, folded)
			size++
			i += n
			continue
		}
		r, n := utf8.DecodeRune(raw[i:])
		switch {
		case n < 2:
			return 0, false
		case caseless(r):
		case letter(r):
			r = foldRune(r)
		default:
			return 0, false
		}
		var buf [utf8.UTFMax]byte
		encoded := utf8.EncodeRune(buf[:], r)
		for _, c := range buf[:encoded] {
			w = m.next(w, c)
		}
		size += encoded
		i += n
	}
	return size, true
}

// addPlain adds what raw begins with of bytes that stand for themselves and of
// short escapes, and returns how many bytes it took and how long their text is.
func (m *marks) addPlain(table *rawTable, at *window, raw []byte) (n, size int) {
	w := *at
	for ; n < len(raw); n++ {
		c := table.plain[raw[n]]
		if c == 0 {
			if raw[n] != '\\' || n+1 == len(raw) {
				break
			}
			if c = table.escaped[raw[n+1]]; c == 0 {
				break
			}
			n++
		}
		size++
		w = m.next(w, c)
	}
	*at = w
	return n, size
}

// plainEscape returns the character that an escape stands for and the escape's
// length, 0 where the character might as well have been written plainly: a
// search of the bytes would miss it.
func plainEscape(v []byte) (c byte, n int) {
	if len(v) < 2 {
		return 0, 0
	}
	switch c := v[1]; c {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case '"', '\\':
		return c, 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u': // control characters cannot be written otherwise
		if len(v) < 6 || v[2] != '0' || v[3] != '0' || v[4] != '0' && v[4] != '1' {
			return 0, 0
		}
		low := unhex(v[5])
		if low > 15 {
			return 0, 0
		}
		return (v[4]-'0')<<4 | low, 6
	}
	return 0, 0
}

// plainEscapes reports whether all escapes of a JSON string are plain.
func plainEscapes(v []byte) bool {
	for {
		i := bytes.IndexByte(v, '\\')
		if i < 0 {
			return true
		}
		_, n := plainEscape(v[i:])
		if n == 0 {
			return false
		}
		v = v[i+n:]
	}
}

func unhex(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 255
}
