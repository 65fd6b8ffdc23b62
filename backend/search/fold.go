package search

import (
	"encoding/binary"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold returns the form in which texts are compared: NFC, with each rune replaced by the
// smallest rune that is equal to it under simple folding.
func fold(s string) []byte {
	b, _ := appendFold(nil, []byte(s))
	return b
}

// appendFold appends the folded form of src, which must be valid UTF-8, to dst. plain is true
// if each rune of the result can only come from itself or, for letters, from its other case.
// Then searching the unfolded text for either case misses nothing.
func appendFold(dst, src []byte) (_ []byte, plain bool) {
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
			folded := foldRune(r)
			// Only the long s and the Kelvin sign fold to ASCII.
			plain = plain && folded >= utf8.RuneSelf
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
		dst = append(dst, lowerASCII(src[i]))
	}
	return dst, i
}

func lowerASCII(c byte) byte {
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
// kana, Hangul syllables, punctuation, arrows, boxes and emoji. False means unknown.
func caseless(r rune) bool {
	switch {
	case r >= 0x4e00 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3, r >= 0x3041 && r <= 0x3096,
		r >= 0x30a0 && r <= 0x30ff, r >= 0x3000 && r <= 0x3029, r >= 0x2010 && r <= 0x2027,
		r >= 0x2030 && r <= 0x205e, r >= 0x20a0 && r <= 0x20c0, r >= 0xa0 && r <= 0xb4, r >= 0xb6 && r <= 0xbf,
		r >= 0x2190 && r <= 0x2328, r >= 0x2500 && r <= 0x2ad0, r >= 0xff01 && r <= 0xff20,
		r >= 0x1f300 && r <= 0x1faff, r == 0xfe0f, r == 0x200d, r == 0xfffd:
		return true
	}
	return false
}

// letter reports true for common letters of European scripts that are in NFC, do not combine
// with the preceding rune and do not fold to ASCII. False means unknown.
func letter(r rune) bool {
	return r >= 0xc0 && r <= 0x17e || r >= 0x391 && r <= 0x3c9 || r >= 0x400 && r <= 0x45f
}

// foldRune returns the smallest rune that is equal to r under simple folding, or its lower
// case if that rune is ASCII.
func foldRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return rune(lowerASCII(byte(r)))
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
		return rune(lowerASCII(byte(least)))
	}
	return least
}
