package search

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Phrase is a text to be looked for in one thread, as a person types it into
// a find bar: the case of letters does not count, as everywhere in this
// package, and any white space stands for any other. It is not safe for
// concurrent use.
type Phrase struct {
	text []byte // folded, its white space single blanks
	run  []byte // the longest piece of text that a line of JSON writes as it is
	buf  []byte
}

// NewPhrase returns the phrase that s is. White space around it is left out.
func NewPhrase(s string) *Phrase {
	p := &Phrase{text: blanks(fold(s))}
	for _, run := range bytes.FieldsFunc(p.text, func(r rune) bool {
		return r <= ' ' || r == '"' || r == '\\' || r == '/' || r == utf8.RuneError
	}) {
		if len(run) > len(p.run) {
			p.run = run
		}
	}
	return p
}

// Empty reports whether there is nothing to look for.
func (p *Phrase) Empty() bool { return len(p.text) == 0 }

// Count returns how often the phrase stands in s; places that overlap count
// once.
func (p *Phrase) Count(s string) int {
	if p.Empty() || s == "" {
		return 0
	}
	p.buf, _ = appendFold(p.buf[:0], []byte(s))
	return bytes.Count(blanks(p.buf), p.text)
}

// MayHold reports whether some text in a line of a transcript may hold the
// phrase. False is certain, and needs no decoding.
func (p *Phrase) MayHold(line []byte) bool {
	var plain bool
	p.buf, plain = appendFold(p.buf[:0], line)
	// Of a line that is odd, or writes letters by their numbers, nothing can be
	// said.
	return !plain || bytes.Contains(p.buf, p.run) || !utf8.Valid(line) || bytes.Contains(line, []byte(`\u`))
}

// blanks makes every run of white space one blank, and leaves out what stands around
// the text: no phrase begins or ends with it.
func blanks(b []byte) []byte { return bytes.Join(bytes.FieldsFunc(b, isBlank), []byte(" ")) }

// isBlank reports whether a regular expression of the window takes a rune for white space.
func isBlank(r rune) bool { return unicode.IsSpace(r) && r != 0x85 || r == 0xfeff }
