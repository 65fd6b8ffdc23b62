package plain

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi/parser"
)

// ESC begins a terminal sequence.
const ESC = '\x1b'

// Codes removes terminal sequences: colours, cursor movements, window titles.
func Codes(s string) string {
	if strings.IndexByte(s, ESC) < 0 {
		return s
	}
	return string(WithoutCodes([]byte(s)))
}

// WithoutCodes returns a copy of a text without terminal sequences. It is [ansi.Strip], which is
// not used because its package computes the widths of all characters whenever a process starts:
// 40 ms for every command.
//
// [ansi.Strip]: https://pkg.go.dev/github.com/charmbracelet/x/ansi#Strip
func WithoutCodes(text []byte) []byte {
	out := make([]byte, 0, len(text))
	state := parser.GroundState
	left := 0 // bytes of a character
	for _, c := range text {
		if left > 0 {
			out = append(out, c)
			left--
			continue
		}
		if state == parser.GroundState && c < utf8.RuneSelf && c != ESC { // nearly all, without a look at the table
			out = append(out, c)
			continue
		}
		next, action := parser.Table.Transition(state, c)
		switch {
		case next == parser.Utf8State:
			out = append(out, c)
			left, next = trailing(c), parser.GroundState
		case action == parser.PrintAction || action == parser.ExecuteAction:
			out = append(out, c)
		}
		state = next
	}
	return out
}

// trailing returns how many bytes follow the first one of a character of several.
func trailing(first byte) int {
	switch {
	case first >= 0xf0:
		return 3
	case first >= 0xe0:
		return 2
	}
	return 1
}
