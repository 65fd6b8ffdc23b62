// Package title makes titles: a line that distinguishes a conversation from its neighbours,
// made from a typed prompt, and the sentence that sums up an answer. It works on strings
// alone.
//
// A prompt is seldom written to be a title. It opens with text added by a program, with
// courtesies, with a pasted log or a link, and the subject follows. [Of] removes these in
// steps, one file each: wrappers (wrapper.go), the descriptive line (line.go), the words
// before the request (opening.go), and markup in the line (inline.go). What they look for
// is in rules.go.
package title

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/internal/plain"
)

// Runes is the maximum length of a title: two lines of a wide list.
const Runes = 120

// enough is the number of bytes of a text that are read for its title: from its beginning
// and, for a longer text, from its end.
const enough = 2 << 10

// Of returns the title of a prompt, or a cleaned version of an assigned title: one line of
// plain words, at most Runes long, or "" if the text has no readable content.
func Of(text string) string {
	if len(text) > enough {
		text = strings.ToValidUTF8(text[:enough/2]+"\n"+text[len(text)-enough/2:], "")
	}
	text = unwrap(text)
	text = text[len(rules().planned.FindString(text)):]
	line := inline(best(slices.Collect(linesOf(text))))
	return finish(cmp.Or(opening(line), line))
}

// finish truncates a long title, or removes a final full stop.
func finish(s string) string {
	s = shorten(s, Runes)
	if strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "..") {
		return strings.TrimRight(s[:len(s)-1], " ")
	}
	return s
}

// clean removes control characters, terminal colours, and characters that change the
// direction of the following text.
func clean(text string) string {
	if !strings.ContainsFunc(text, unwanted) {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case '\t', '\n', '\u00a0', '\u2028', '\u2029':
			return ' '
		case utf8.RuneError:
			return -1
		}
		return r
	}, plain.Text(text))
}

// unwanted reports whether clean removes or replaces a character.
func unwanted(r rune) bool {
	return plain.Hidden(r) || r == '\u00a0' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError
}

// shorten truncates a title at a word. If it is too long, an informative first sentence is
// used alone.
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

// Thin reports whether a title is uninformative: a greeting, an assent, or Claude Code's
// own text for an unknown command (2.1.29). Callers should prefer another title.
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
