package thread

import (
	"unicode/utf8"

	"golang.org/x/text/width"
)

// columns counts how many letters wide a text is: those of Chinese, Japanese and
// Korean are as wide as two others. Rows are laid out by it before they are read.
func columns(text []byte) int {
	n := utf8.RuneCount(text)
	if n == len(text) {
		return n
	}
	for i := 0; i < len(text); {
		if text[i] < firstWide {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n++
		}
		i += size
	}
	return n
}

// firstWide is the first byte of U+1100 in UTF-8: no letter before it is wide.
const firstWide = 0xE1
