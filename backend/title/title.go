// Package title says what a text is called: a line that tells a conversation
// from its neighbours, made of a prompt as it was typed, and the sentence that
// an answer comes to. It works on strings alone.
//
// A prompt is seldom written to be a title. It opens with what a program put in
// front of it, with courtesies, with a pasted log or a link, and what it is
// about stands behind them. [Of] takes these away in steps, each of which has a
// file: wrappers (wrapper.go), the line that speaks (line.go), the words in
// front of what is asked (opening.go), and what stands in the line (inline.go).
package title

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Runes is how long a title may be: two lines of a wide list.
const Runes = 120

// enough is how many bytes of a text are read for its title, from its
// beginning and, of what is longer, from its end.
const enough = 2 << 10

// Of returns the title of a prompt, or of a title that somebody gave: one line
// of plain words, at most Runes long, "" where the text says nothing.
func Of(text string) string {
	if len(text) > enough {
		text = strings.ToValidUTF8(text[:enough/2]+"\n"+text[len(text)-enough/2:], "")
	}
	line := inline(best(slices.Collect(linesOf(unwrap(text)))))
	return finish(cmp.Or(opening(line), line))
}

// finish cuts a title that is too long, and takes the full stop of one that is not.
func finish(s string) string {
	s = shorten(s, Runes)
	if strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "..") {
		return strings.TrimRight(s[:len(s)-1], " ")
	}
	return s
}

// clean returns a text without control characters, terminal colours, and what
// turns the direction of the text after it.
func clean(text string) string {
	if !strings.ContainsFunc(text, unwanted) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\x1b' && strings.HasPrefix(text[i+1:], "[") {
			i += 2
			for i < len(text) && (text[i] < '@' || text[i] > '~') {
				i++
			}
			i++
			continue
		}
		i += size
		switch {
		case r == '\t' || r == '\n' || r == '\u00a0' || r == '\u2028' || r == '\u2029':
			b.WriteByte(' ')
		case unwanted(r):
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unwanted reports whether clean drops a character, or puts another one in its place.
func unwanted(r rune) bool {
	return r < ' ' || r >= 0x7f && r <= '\u00a0' || r >= '\u2028' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == utf8.RuneError
}

// shorten cuts a title at a word. A first sentence that says enough stands
// alone where all of it would be too long.
func shorten(s string, most int) string {
	if s = strings.TrimSpace(s); strings.Contains(s, "  ") {
		s = strings.Join(strings.Fields(s), " ")
	}
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	if first, _ := sentence(s); len(first) < len(s) {
		if n := utf8.RuneCountInString(first); n >= most/3 && n <= most {
			return strings.TrimSuffix(first, ".")
		}
	}
	cut := Clip(s, most-1)
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)/2 {
		cut = cut[:at]
	}
	return strings.TrimRight(cut, " ,;:.-–—(") + "…"
}

// Thin reports whether a title tells nothing of what it stands for: a greeting,
// a nod, or what Claude Code itself writes in place of a command that it does not know
// (2.1.29). Whoever has another one takes that.
func Thin(s string) bool {
	s = strings.ToLower(strings.Trim(s, " .!?…"))
	if strings.HasPrefix(s, "unknown skill: ") {
		return true
	}
	switch s {
	case "", "hello", "hi", "hey", "hello there", "hi there", "yo", "ok", "okay", "yes", "y", "no", "go", "go on", "continue", "test", "testing",
		"thanks", "thank you", "exit", "/exit", "quit", "/quit", "/clear", "/resume", "/login", "/model", "/init", "/compact", "/config",
		"/context", "/cost", "/export", "/help", "/status", "/todos", "proceed", "[image]", "resume", "try again", "again":
		return true
	}
	return false
}
