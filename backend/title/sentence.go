package title

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// SentenceRunes is the maximum length of an answer's sentence.
const SentenceRunes = 160

// Sentence returns the first informative sentence of an answer, as plain words.
func Sentence(answer string) string {
	lines := linesOf(head(answer))
	for l := range lines {
		if l.fenced || hollow(l.text) || heading(l.text) || strings.HasPrefix(l.text, "|") {
			continue
		}
		for first, next := sentence(inline(l.text)); first != ""; first, next = sentence(next) {
			first = strings.TrimRight(first, " :")
			// "Done." and "Perfect!" carry no information.
			if (words(first, 2) || cjk(first)) && !filler(first) {
				return shorten(strings.TrimSuffix(first, "."), SentenceRunes)
			}
		}
	}
	// Headings and single words are better than nothing.
	for l := range lines {
		if !l.fenced && !hollow(l.text) {
			return shorten(strings.TrimRight(inline(l.text), " :."), SentenceRunes)
		}
	}
	return ""
}

// Question returns the question that an answer ends with, or "".
func Question(answer string) string {
	if len(answer) > enough {
		answer = strings.ToValidUTF8(answer[len(answer)-enough:], "")
	}
	answer = strings.TrimSpace(answer)
	last := answer[strings.LastIndexByte(answer, '\n')+1:]
	if !strings.ContainsAny(last, "?？") {
		return ""
	}
	last = inline(clean(last))
	if end, _ := utf8.DecodeLastRuneInString(last); end != '?' && end != '？' {
		return ""
	}
	for {
		first, rest := sentence(last)
		if rest == "" {
			return shorten(first, SentenceRunes)
		}
		last = rest
	}
}

func head(s string) string {
	if len(s) > enough {
		return strings.ToValidUTF8(s[:enough], "")
	}
	return s
}

// filler reports whether a sentence only announces an action.
func filler(s string) bool {
	switch strings.ToLower(strings.TrimRight(s, ".!: ")) {
	case "all done", "perfect", "excellent", "great question", "you're absolutely right", "you're right", "good question",
		"here's a summary", "here is a summary", "here's what i found", "here's what i did", "here is the summary",
		"summary of changes", "let me summarize", "all set", "you're welcome":
		return true
	}
	return false
}

// Announces reports whether an answer only names the next step: "Now the
// footer.", "Let me check the tests:". Such an answer sums up nothing if a call follows it.
func Announces(answer string) bool {
	s := strings.ToLower(Sentence(answer))
	for _, opening := range [...]string{
		"now ", "now, ", "next ", "next, ", "let me ", "let's ", "let’s ", "i'll ", "i’ll ", "i will ", "i'm going to ", "i’m going to ",
		"i am going to ", "i need to ", "first, ", "then ", "then, ", "and now ", "on to ", "moving on ", "time to ", "going to ",
	} {
		if strings.HasPrefix(s, opening) {
			return true
		}
	}
	return false
}

// sentence cuts a line after its first sentence. A dot inside a name, a number or an
// abbreviation does not end it.
func sentence(l string) (first, rest string) {
	for i, r := range l {
		size := utf8.RuneLen(r)
		switch r {
		case '。', '！', '？':
			return l[:i+size], strings.TrimSpace(l[i+size:])
		case '.', '!', '?':
		default:
			continue
		}
		after := l[i+size:]
		if after == "" {
			break
		}
		next, _ := utf8.DecodeRuneInString(after)
		if !unicode.IsSpace(next) {
			continue
		}
		if r == '.' && abbreviated(l[:i]) {
			continue
		}
		return l[:i+size], strings.TrimSpace(after)
	}
	return l, ""
}

// abbreviated reports whether a dot after a text belongs to its last word.
func abbreviated(before string) bool {
	w := before[strings.LastIndexAny(before, " (")+1:]
	switch strings.ToLower(w) {
	case "e.g", "i.e", "etc", "vs", "cf", "no", "approx", "fig", "al", "st", "mr", "ms", "dr", "incl":
		return true
	}
	if len(w) <= 2 && w != "" && digit(w[0]) {
		return strings.TrimSpace(before[:len(before)-len(w)]) == ""
	}
	return false
}
