package title

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// courtesies are polite openings of requests. They are tried in order, starting over after
// each match.
var courtesies = []string{
	"hey claude", "hi claude", "hello claude", "claude", "hey there", "hello", "hey", "hi", "ok so", "okay so", "ok", "okay", "alright", "great", "so", "now", "well",
	"can you please", "could you please", "would you please", "can you help me", "could you help me", "can you", "could you", "would you", "please help me", "please can you",
	"please", "pls", "i'd like you to", "i’d like you to", "i would like you to", "i want you to", "i need you to", "i'd like your help with", "i’d like your help with", "i need your help with", "i need help with",
	"help me to", "help me", "let's", "let’s", "lets", "your task is to", "you are to", "kindly",
}

// ambiguous are courtesies that can also carry meaning: "Now the tests fail".
var ambiguous = []string{"so", "now", "well", "great", "claude", "ok", "okay", "hello", "hey", "hi"}

// plans are the usual first words of a plan's heading.
var plans = []string{"implementation plan", "plan", "refactoring plan", "refactor plan", "task", "goal", "title", "proposal", "feature", "objective", "spec"}

// opening removes the words before the request: courtesies, and a heading's own label
// ("Plan:"). It stops before too little is left.
func opening(l string) string {
	l = strings.TrimSpace(l)
	if strings.HasPrefix(l, "/") || strings.HasPrefix(l, "! ") { // a command
		return l
	}
	if after, ok := planIntroduced(l); ok && after != "" {
		l = inline(after)
	}
	l = undo(l, plans, ":-–—")
	l = unplan(l)
	cut := l
	for {
		next := strip(cut)
		if next == cut {
			break
		}
		cut = next
	}
	cut = strings.TrimRight(strings.TrimLeft(cut, " ,:;.–—-!"), " :,;–—-")
	if cut == l || !words(cut, 3) && !cjk(cut) {
		return strings.TrimRight(l, " :,;")
	}
	return upper(cut)
}

// undo removes one of the given words if a punctuation mark follows it.
func undo(l string, list []string, marks string) string {
	for _, p := range list {
		after, ok := cutFold(l, p)
		if !ok {
			continue
		}
		after = strings.TrimLeft(after, " ")
		// "Plan 2: …" and "Plan (draft): …" keep their distinction.
		r, size := utf8.DecodeRuneInString(after)
		if size > 0 && strings.ContainsRune(marks, r) {
			if left := strings.TrimSpace(after[size:]); len(left) > 8 || words(left, 2) {
				return left
			}
		}
	}
	return l
}

// unplan removes the word "plan" from the end of a heading.
func unplan(l string) string {
	for _, end := range []string{" - implementation plan", " — implementation plan", " – implementation plan", " implementation plan", ": plan", " - plan", " (plan)"} {
		if at := len(l) - len(end); at > 0 && strings.EqualFold(l[at:], end) && words(l[:at], 2) {
			return strings.TrimSpace(l[:at])
		}
	}
	return l
}

// strip removes one courtesy if more words follow.
func strip(l string) string {
	for _, c := range courtesies {
		after, ok := cutFold(l, c)
		if !ok || after == "" {
			continue
		}
		mark := after[0]
		if mark != ' ' && mark != ',' && mark != '!' && mark != ':' {
			continue
		}
		if mark == ' ' && slices.Contains(ambiguous, c) && !begins(strings.TrimSpace(after)) {
			continue
		}
		left := strings.TrimLeft(after, " ,!:.-–—")
		if !words(left, 2) && !cjk(left) {
			continue
		}
		return left
	}
	return l
}

// begins reports whether a text begins with another courtesy.
func begins(l string) bool {
	return slices.ContainsFunc(courtesies, func(c string) bool {
		after, ok := cutFold(l, c)
		return ok && (after == "" || after[0] == ' ' || after[0] == ',')
	})
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
