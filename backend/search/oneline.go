package search

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prose are the kinds of texts that are written in Markdown.
const prose = kinds(1<<KindPrompt | 1<<KindMessage | 1<<KindReply | 1<<KindThinking | 1<<KindSummary)

// liner puts a piece of text on one line. Outside of the spans it folds white space and
// control characters to blanks, and omits terminal colors and Markdown markup.
type liner struct {
	spans  []span
	prose  bool
	before rune // the rune before the current position
	at     int  // the current position, in runes
	link   int  // how much to skip after the words of a link; 0 outside of links
}

// of returns the line, with an ellipsis where it was cut, and the positions of the spans in
// it.
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
	space := true // omit leading white space
	for next := 0; len(text) > 0; l.at++ {
		inside := next < len(l.spans) && l.at >= l.spans[next][0]
		if inside && l.at == l.spans[next][0] {
			ranges = append(ranges, [2]int{written, written})
		}
		if skip := l.unseen(text); !inside && skip > 0 && !l.found(text, 0, skip) {
			l.before, _ = utf8.DecodeLastRune(text[:skip])
			l.at += utf8.RuneCount(text[:skip]) - 1
			text = text[skip:]
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
		if inside && l.at+1 == l.spans[next][1] {
			ranges[len(ranges)-1][1] = written
			next++
		}
	}
	if cutAfter {
		write('…')
	}
	return string(out), ranges
}

// found reports whether a span includes text between two offsets in bytes.
func (l *liner) found(text []byte, from, to int) bool {
	begin := l.at + utf8.RuneCount(text[:from])
	end := begin + utf8.RuneCount(text[from:to])
	return slices.ContainsFunc(l.spans, func(s span) bool { return s[0] < end && s[1] > begin })
}

// unseen returns how many bytes at the start of a text are not worth showing: a control
// sequence, most of a ruled line, or Markdown markup.
func (l *liner) unseen(text []byte) int {
	switch c := text[0]; {
	case c == '\x1b':
		return controlSequence(text)
	case ruled(text) > 0:
		return ruled(text)
	case !l.prose:
		return 0
	case c == '[':
		return l.opens(text)
	case c == ']' && len(text) == l.link:
		return bytes.IndexByte(text, ')') + 1
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

// ruled returns how many bytes to omit from a ruled line, a repetition of one character, so
// that three of them remain.
func ruled(text []byte) int {
	r, size := utf8.DecodeRune(text)
	if !strings.ContainsRune("=-_─━═", r) {
		return 0
	}
	n := size
	for bytes.HasPrefix(text[n:], text[:size]) {
		n += size
	}
	return max(0, n-3*size)
}

// opens returns 1 if a text begins with a link, [words](address), of which only the words are
// shown.
func (l *liner) opens(text []byte) int {
	middle := bytes.Index(text, []byte("]("))
	if middle < 2 || l.before < utf8.RuneSelf && wordByte(byte(l.before)) || bytes.ContainsAny(text[1:middle], "[]\n") {
		return 0
	}
	end := middle + bytes.IndexByte(text[middle:], ')')
	if end < middle+3 || bytes.ContainsAny(text[middle+2:end], " \n") || l.found(text, middle, end) {
		return 0
	}
	l.link = len(text) - middle
	return 1
}

// run returns the number of repetitions of the first byte of a text.
func run(text []byte) int {
	n := 1
	for n < len(text) && text[n] == text[0] {
		n++
	}
	return n
}

// emphasis reports whether the two asterisks before rest begin or end strong emphasis. Those
// of a power, of arguments in code and of a glob pattern do not.
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

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// controlSequence returns the length of the terminal control sequence at the start of a text:
// ESC, [, parameters and a final byte. It is 0 if there is none.
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
