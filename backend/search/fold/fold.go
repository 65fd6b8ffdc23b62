package fold

import (
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Text returns the form in which texts are compared: as shown, with each rune replaced by the
// smallest rune that is equal to it under simple folding, without its accents.
func Text(s string) []byte {
	b, _ := Append(nil, AsShown([]byte(s)))
	return b
}

// Append appends the folded form of src, a text as shown, to dst: rune by rune. plain is true
// if each rune of the result can only come from itself or, for letters, from its other case.
// Then searching the unfolded text for either case misses nothing.
func Append(dst, src []byte) (_ []byte, plain bool) {
	start := len(dst)
	dst, doubtful, plain := foldRunes(dst, src)
	if doubtful && !norm.NFC.IsNormal(src) {
		dst, _, _ = foldRunes(dst[:start], norm.NFC.Bytes(src))
		plain = false
	}
	return dst, plain
}

// foldRunes folds without composing. doubtful says that src may not be NFC.
func foldRunes(dst, src []byte) (_ []byte, doubtful, plain bool) {
	plain = true
	for i := 0; i < len(src); {
		dst, i = foldASCII(dst, src, i)
		for i < len(src) && src[i] >= utf8.RuneSelf {
			r, n := utf8.DecodeRune(src[i:])
			i += n
			if caseless(r) {
				dst = append(dst, src[i-n:i]...)
				continue
			}
			doubtful = doubtful || !letter(r)
			folded := Rune(r)
			plain = plain && folded >= utf8.RuneSelf && !accented(r)
			dst = utf8.AppendRune(dst, folded)
		}
	}
	return dst, doubtful, plain
}

// foldASCII folds the run of ASCII at src[i:], eight bytes at a time, and returns its end.
func foldASCII(dst, src []byte, i int) ([]byte, int) {
	const ones = 0x0101010101010101
	for ; i+8 <= len(src); i += 8 {
		x := binary.LittleEndian.Uint64(src[i:])
		if x&(0x80*ones) != 0 {
			break
		}
		// The high bit of each byte: at least 'A', and not above 'Z'.
		upper := (x + (0x80-'A')*ones) &^ (x + (0x80-'Z'-1)*ones) & (0x80 * ones)
		dst = binary.LittleEndian.AppendUint64(dst, x|upper>>2)
	}
	for ; i < len(src) && src[i] < utf8.RuneSelf; i++ {
		dst = append(dst, LowerASCII(src[i]))
	}
	return dst, i
}

// LowerASCII returns a letter in lower case, and other bytes as they are.
func LowerASCII(c byte) byte {
	if c-'A' < 26 {
		return c + ('a' - 'A')
	}
	return c
}

func upperASCII(c byte) byte {
	if c-'a' < 26 {
		return c - ('a' - 'A')
	}
	return c
}

// caseless reports true for common blocks of runes without case and compositions: ideographs,
// kana, Hangul syllables, punctuation, arrows, boxes and emoji, which are compared as they
// are. False means unknown.
func caseless(r rune) bool {
	switch {
	case r <= 0xbf && strings.ContainsRune("\u00a0¨ª\u00ad¯²³´¸¹º¼½¾", r), r >= 0x2018 && r <= 0x201f,
		r == 0x2010, r == 0x2011, r == 0x2017, r >= 0x2033 && r <= 0x2037, r == 0x203c, r == 0x203e, r >= 0x2047 && r <= 0x2049,
		r == 0x2057, r == 0x20a8, r >= 0x222c && r <= 0x2230, r == 0x2a0c, r >= 0x2a74 && r <= 0x2a76, r == 0x3000, r == 0x30ff:
		return false
	case r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3, r >= 0x3041 && r <= 0x3096,
		r >= 0x30a0 && r <= 0x30ff, r >= 0x3000 && r <= 0x3029, r >= 0x2010 && r <= 0x2027,
		r >= 0x2030 && r <= 0x205e, r >= 0x20a0 && r <= 0x20c0, r >= 0xa0 && r <= 0xb4, r >= 0xb6 && r <= 0xbf,
		r >= 0x2190 && r <= 0x2328, r >= 0x2500 && r <= 0x2ad0,
		r >= 0x1f300 && r <= 0x1faff, r == 0xfe0f, r == 0x200d, r == 0xfffd:
		return true
	}
	return false
}

// letter reports true for common letters of European scripts that are in NFC and do not combine
// with the preceding rune. False means unknown.
func letter(r rune) bool {
	switch r {
	case 0x132, 0x133, 0x13f, 0x140, 0x149:
		return false
	}
	return r >= 0xc0 && r <= 0x17e || r >= 0x391 && r <= 0x3c9 || r >= 0x400 && r <= 0x45f
}

// accented reports whether a rune folds to a letter without its accents.
func accented(r rune) bool { return withoutAccents(r) != r }

// withoutAccents returns the letter of an accented letter of the Latin and Greek scripts, and
// other runes as they are: in other scripts, marks make other letters.
func withoutAccents(r rune) rune {
	if r < 0xc0 || r > 0x1fff || r > 0x3ff && r < 0x1e00 {
		return r
	}
	var buf [utf8.UTFMax]byte
	parts := norm.NFD.Properties(utf8.AppendRune(buf[:0], r)).Decomposition()
	if parts == nil {
		return r
	}
	base, n := utf8.DecodeRune(parts)
	if len(parts) == n || !unicode.IsLetter(base) {
		return r
	}
	for rest := parts[n:]; len(rest) > 0; rest = rest[n:] {
		var mark rune
		if mark, n = utf8.DecodeRune(rest); !unicode.Is(unicode.Mn, mark) {
			return r
		}
	}
	return base
}

// Rune returns the smallest rune that is equal to r under simple folding, without its
// accents, or its lower case if that rune is ASCII.
func Rune(r rune) rune {
	r = withoutAccents(r)
	switch {
	case r < utf8.RuneSelf:
		return rune(LowerASCII(byte(r)))
	case r >= 0xe0 && r <= 0xfe && r != 0xf7, r >= 0x430 && r <= 0x44f:
		return r - 0x20
	case r >= 0x410 && r <= 0x42f || caseless(r):
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	if least < utf8.RuneSelf {
		return rune(LowerASCII(byte(least)))
	}
	return least
}
