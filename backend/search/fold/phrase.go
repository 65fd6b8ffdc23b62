package fold

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// Phrase is a text to find within one thread, as typed into a find bar. It ignores case, like
// everything in this package, and any white space matches any other. It is not safe for
// concurrent use.
type Phrase struct {
	text []byte // folded, with each run of white space as one blank
	run  []byte // its longest piece that JSON writes verbatim
	buf  []byte
}

// NewPhrase returns the phrase for s, without the white space around it.
func NewPhrase(s string) *Phrase {
	p := &Phrase{text: blanks(Text(s))}
	for _, run := range bytes.FieldsFunc(p.text, func(r rune) bool {
		return r <= ' ' || r == '"' || r == '\\' || r == '/' || r == utf8.RuneError
	}) {
		if len(run) > len(p.run) {
			p.run = run
		}
	}
	return p
}

// Empty reports whether there is nothing to find.
func (p *Phrase) Empty() bool { return len(p.text) == 0 }

// Count returns how often the phrase occurs in s, without overlaps.
func (p *Phrase) Count(s string) int {
	if p.Empty() || s == "" {
		return 0
	}
	p.buf, _ = Append(p.buf[:0], AsShown([]byte(s)))
	return bytes.Count(blanks(p.buf), p.text)
}

// MayHold reports whether any text in a line of a transcript may contain the phrase. It does
// not decode the line. False is certain.
func (p *Phrase) MayHold(line []byte) bool {
	var plain bool
	p.buf, plain = Append(p.buf[:0], line)
	// Odd lines, and lines that write letters by number, cannot be excluded.
	return !plain || Unusual(line) || bytes.Contains(p.buf, p.run) || !utf8.Valid(line) || bytes.Contains(line, []byte(`\u`))
}

// blanks replaces every run of white space with one blank, and removes white space around the
// text: no phrase begins or ends with it.
func blanks(b []byte) []byte { return bytes.Join(bytes.FieldsFunc(b, isBlank), []byte(" ")) }

// isBlank reports whether a rune is white space to a regular expression of the window
// (JavaScript's \s).
func isBlank(r rune) bool { return unicode.IsSpace(r) && r != 0x85 || r == 0xfeff }
