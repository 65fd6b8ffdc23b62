package fold

import (
	"encoding/binary"
	"unicode/utf8"
)

// ASCIILength returns the length of b's ASCII prefix.
func ASCIILength(b []byte) int {
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

// Raw returns the inside of a JSON string with its letters beyond ASCII folded: raw
// itself, or a copy in buf. It reports false if the string contains anything but ASCII and
// common runes. Then the text has to be decoded first. plain is as in [Append].
func Raw(buf, raw []byte) (text, _ []byte, plain, ok bool) {
	buf, plain = buf[:0], true
	copied := 0 // how much of raw has been copied to buf
	for i := ASCIILength(raw); i < len(raw); {
		r, n := utf8.DecodeRune(raw[i:])
		switch {
		case n < 2:
			return nil, buf, false, false
		case caseless(r):
		case letter(r):
			if folded := Rune(r); folded != r {
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
			i += ASCIILength(raw[i:])
		}
	}
	if copied == 0 {
		return raw, buf, true, true
	}
	buf = append(buf, raw[copied:]...)
	return buf, buf, plain, true
}
