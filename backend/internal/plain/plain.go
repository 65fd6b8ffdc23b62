// Package plain makes text of a history fit for a line, a terminal, a notification or a
// title: without terminal sequences, control characters, and characters that change the
// direction of the text after them.
package plain

import (
	"strings"
	"unicode"
)

// Hidden reports whether a character has no place in a line of text: a control character, or
// one that embeds, overrides or isolates a direction (Unicode Bidirectional Algorithm, X1–X8).
// Marks that set the direction of a neighbour only are text.
func Hidden(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}

// Text removes terminal sequences and hidden characters other than line breaks and tabs.
func Text(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && Hidden(r) {
			return -1
		}
		return r
	}, Codes(s))
}

// Line returns a text on one line, with white space folded.
func Line(s string) string { return strings.Join(strings.Fields(Text(s)), " ") }

// Blank reports whether a text shows nothing: it has white space and invisible characters
// only, such as U+200B.
func Blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) }) < 0
}

// Cut returns a text of at most n characters, which ends with an ellipsis if it was longer.
func Cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return strings.TrimRight(string(runes[:n-1]), " ") + "…"
}

// Head returns the first n characters of a text as Line does. It reads no more of the text
// than that takes.
func Head(text []byte, n int) string {
	var b strings.Builder
	b.Grow(min(len(text), n))
	runes, space := 0, false
	before, sequence := rune(0), false
	for _, r := range string(text) { // does not copy
		opens := r == '[' && before == ESC
		before = r
		switch {
		case sequence: // ESC [, parameters and a final byte
			sequence = r >= ' ' && r < '@'
			continue
		case opens:
			sequence = true
			continue
		case unicode.IsSpace(r):
			space = runes > 0
			continue
		case Hidden(r):
			continue
		case space:
			if runes++; runes < n {
				b.WriteByte(' ')
			}
		}
		if space = false; runes >= n {
			break
		}
		b.WriteRune(r)
		runes++
	}
	return b.String()
}
