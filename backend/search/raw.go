package search

import (
	"encoding/binary"
	"unicode/utf8"
)

// appendEscaped appends a text as JSON writes it, which is the form that grams are taken
// from.
func appendEscaped(dst, text []byte) []byte {
	const digits = "0123456789abcdef"
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c >= ' ':
			dst = append(dst, c)
		case shortEscape(c) != 0:
			dst = append(dst, '\\', shortEscape(c))
		default:
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		}
	}
	return dst
}

// shortEscape returns the character after the backslash in a control character's short
// escape, 0 if it has none.
func shortEscape(c byte) byte {
	switch c {
	case '\n':
		return 'n'
	case '\t':
		return 't'
	case '\r':
		return 'r'
	case '\b':
		return 'b'
	case '\f':
		return 'f'
	}
	return 0
}

// asciiLength returns the length of b's ASCII prefix.
func asciiLength(b []byte) int {
	const high = 0x8080808080808080
	i := 0
	for ; i+32 <= len(b); i += 32 {
		p := (*[32]byte)(b[i:])
		if (binary.LittleEndian.Uint64(p[0:])|binary.LittleEndian.Uint64(p[8:])|
			binary.LittleEndian.Uint64(p[16:])|binary.LittleEndian.Uint64(p[24:]))&high != 0 {
			break
		}
	}
	for i < len(b) && b[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// foldRaw returns the inside of a JSON string with its letters beyond ASCII folded: raw
// itself, or a copy in buf. It reports false if the string contains anything but ASCII and
// common runes. Then the text has to be decoded first. plain is as in [appendFold].
func foldRaw(buf, raw []byte) (text, _ []byte, plain, ok bool) {
	buf, plain = buf[:0], true
	copied := 0 // how much of raw has been copied to buf
	for i := asciiLength(raw); i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		switch {
		case n < 2:
			return nil, buf, false, false
		case caseless(r):
		case letter(r):
			if folded := foldRune(r); folded != r {
				buf = append(buf, raw[copied:i]...)
				buf = utf8.AppendRune(buf, folded)
				copied = i + n
				plain = plain && !accented(r)
			}
		default:
			return nil, buf, false, false
		}
		i += n
		if i < len(raw) && raw[i] < utf8.RuneSelf {
			i += asciiLength(raw[i:])
		}
	}
	if copied == 0 {
		return raw, buf, true, true
	}
	buf = append(buf, raw[copied:]...)
	return buf, buf, plain, true
}
