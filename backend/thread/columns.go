package thread

import (
	"unicode/utf8"

	"golang.org/x/text/width"
)

// columns counts the width of a text in columns: Chinese, Japanese and Korean characters
// take two. The layout estimates the height of rows from it before they are read.
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

// firstWide is the first character that may be wide.
const firstWide = 0x1100
