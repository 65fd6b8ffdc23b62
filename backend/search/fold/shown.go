package fold

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"dendro/backend/internal/plain"
)

// AsShown returns a text as it is shown, which is how it is searched: without the codes of a
// terminal and characters without width, and in the form in which equal characters are equal:
// NFKC, with straight quotes and hyphens. It returns text itself if nothing changes, which is
// usual; otherwise a copy.
func AsShown(text []byte) []byte {
	if bytes.IndexByte(text, plain.ESC) >= 0 {
		text = plain.WithoutCodes(text)
	}
	if !Unusual(text) {
		return text
	}
	out := make([]byte, 0, len(text))
	for composed := Compose(text); len(composed) > 0; {
		n := ASCIILength(composed)
		out, composed = append(out, composed[:n]...), composed[n:]
		if len(composed) == 0 {
			break
		}
		r, size := utf8.DecodeRune(composed)
		out = appendShown(out, r, composed[:size])
		composed = composed[size:]
	}
	return Compose(out)
}

// Unusual reports whether a text has runes that appendShown may change, or that may combine.
func Unusual(text []byte) bool {
	for i := ASCIILength(text); i < len(text); i += ASCIILength(text[i:]) {
		r, n := utf8.DecodeRune(text[i:])
		if !caseless(r) && !letter(r) {
			return true
		}
		i += n
	}
	return false
}

// appendShown appends the form of a rune in which it is compared.
func appendShown(dst []byte, r rune, written []byte) []byte {
	switch {
	case caseless(r) || letter(r):
		return append(dst, written...)
	case r >= 0x2018 && r <= 0x201b:
		return append(dst, '\'')
	case r >= 0x201c && r <= 0x201f:
		return append(dst, '"')
	case r == 0x2010 || r == 0x2011:
		return append(dst, '-')
	case r == 0xad || r == 0xfeff || r >= 0x200b && r <= 0x200f && r != 0x200d || r >= 0x2060 && r <= 0x2064:
		return dst
	case unicode.Is(unicode.M, r):
		return append(dst, written...) // composed by now, if it can be
	}
	return norm.NFKC.Append(dst, written...)
}

// Compose returns text in NFC.
func Compose(text []byte) []byte {
	if norm.NFC.IsNormal(text) {
		return text
	}
	return norm.NFC.Bytes(text)
}
