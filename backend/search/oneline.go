package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// prose are the kinds of texts that are written in Markdown.
const prose = kinds(1<<KindPrompt | 1<<KindReply | 1<<KindThinking | 1<<KindSummary)

// liner puts a piece of text on one line. White space is folded outside the spans, and stands
// for control characters; what colours a terminal and what marks words in Markdown is left
// out there.
type liner struct {
	spans  []span
	prose  bool
	before rune // what stands before what is read next
}

// of returns the line, with an ellipsis where it was cut, and where the spans stand in it.
func (l *liner) of(text []byte, cutBefore, cutAfter bool) (string, [][2]int) {
	out := make([]byte, 0, len(text)+6)
	written := 0 // runes
	write := func(r rune) {
		out = utf8.AppendRune(out, r)
		written++
	}
	if cutBefore {
		write('…')
	}
	ranges := make([][2]int, 0, len(l.spans))
	space := true // none at the beginning
	for n, next := 0, 0; len(text) > 0; n++ {
		inside := next < len(l.spans) && n >= l.spans[next][0]
		if inside && n == l.spans[next][0] {
			ranges = append(ranges, [2]int{written, written})
		}
		if skip := l.unseen(text); !inside && skip > 0 && (next == len(l.spans) || l.spans[next][0] >= n+skip) {
			l.before = rune(text[skip-1])
			text = text[skip:]
			n += skip - 1
			continue
		}
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		l.before = r
		blank := unicode.IsSpace(r) || unicode.IsControl(r)
		switch {
		case blank && (inside || !space):
			write(' ')
		case !blank:
			write(r)
		}
		space = blank
		if inside && n+1 == l.spans[next][1] {
			ranges[len(ranges)-1][1] = written
			next++
		}
	}
	if cutAfter {
		write('…')
	}
	return string(out), ranges
}

// unseen returns how long what a text begins with is where it is nothing to read, in bytes,
// which are ASCII: a control sequence, or marks of Markdown.
func (l *liner) unseen(text []byte) int {
	switch c := text[0]; {
	case c == '\x1b':
		return controlSequence(text)
	case !l.prose:
		return 0
	case c == '`':
		return 1
	case c == '#' && l.before == '\n':
		if n := run(text); n < len(text) && text[n] == ' ' {
			return n + 1
		}
	case c == '*' && run(text) == 2 && l.emphasis(text[2:]):
		return 2
	}
	return 0
}

// run returns how often the byte that a text begins with is repeated there.
func run(text []byte) int {
	n := 1
	for n < len(text) && text[n] == text[0] {
		n++
	}
	return n
}

// emphasis reports whether the two asterisks that stand before rest begin or end strong
// words: those of a power, of arguments in code and of a pattern of paths do not.
func (l *liner) emphasis(rest []byte) bool {
	after := byte(' ')
	if len(rest) > 0 {
		after = rest[0]
	}
	switch {
	case l.before == '/', after == '/':
		return false
	case unicode.IsSpace(l.before) && strings.IndexByte(" \t\r\n", after) >= 0:
		return false
	}
	return !wordByte(after) || l.before >= utf8.RuneSelf || !wordByte(byte(l.before)) && l.before != ')' && l.before != '`'
}

// wordByte reports whether a byte is an ASCII letter, a digit or an underscore.
func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// controlSequence returns how long a terminal's control sequence is that a text begins with:
// ESC, [, parameters and a final byte. It is 0 where none does.
func controlSequence(text []byte) int {
	if len(text) < 2 || text[1] != '[' {
		return 0
	}
	for i, c := range text[2:] {
		switch {
		case c >= '@' && c <= '~':
			return i + 3
		case c < ' ' || c > '?':
			return 0
		}
	}
	return 0
}
