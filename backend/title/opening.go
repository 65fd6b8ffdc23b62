package title

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// opening removes the words before the request: courtesies, and a heading's own label
// ("Plan:"). It stops before too little is left.
func opening(l string) string {
	if strings.HasPrefix(l, "/") || strings.HasPrefix(l, "! ") { // a command
		return l
	}
	if left := l[len(rules().planLabel.FindString(l)):]; len(left) > 8 || words(left, 2) {
		l = left
	}
	if end := strings.TrimRight(l, ")"); len(end) > 4 && strings.EqualFold(end[len(end)-4:], "plan") { // cheaper than the expression
		if left := l[:len(l)-len(rules().planSuffix.FindString(l))]; words(left, 2) {
			l = left
		}
	}
	cut := strings.Trim(l[len(rules().courteous.FindString(l)):], " ,:;–—-")
	if cut == l || !words(cut, 3) && !cjk(cut) {
		return strings.TrimRight(l, " :,;")
	}
	return upper(strings.TrimLeft(cut, ".!"))
}

// words reports whether a text has at least n words.
func words(s string, least int) bool {
	return len(strings.Fields(s)) >= least
}

// cjk reports whether a text is written without spaces between its words.
func cjk(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
			n++
		}
	}
	return n >= 4
}

// upper capitalizes the first word if it is a plain word.
func upper(s string) string {
	first, _, _ := strings.Cut(s, " ")
	for _, r := range strings.TrimRight(first, ",.:;!?") {
		if !unicode.IsLower(r) && r != '\'' && r != '-' {
			return s
		}
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
