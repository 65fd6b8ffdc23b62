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
	for _, r := range string(text) {
		if r < firstWide {
			continue
		}
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n++
		}
	}
	return n
}

// firstWide is where the letters begin that may be wide.
const firstWide = 0x1100
