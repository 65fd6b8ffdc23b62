package main

import (
	"regexp"
	"strings"
)

// rule is a phrase that has a plainer form.
type rule struct {
	phrase *regexp.Regexp
	advice string
}

// gap is white space inside a comment, which may continue on the next line.
const gap = `[ \n]+`

var rules = []rule{
	{phrase(`[Ww]hat{}(is|was|are|were|has|had|comes|goes|stands|can|cannot)\b`), "name the thing"},
	{phrase(`(?:^|[.:;,(]{}|\b(?:of|to|for|by|and|or|from|with|than|tells|lets|shows|finds){})[Ww]ho{}(is|was|are|has|had|have|asks|wants|reads|writes|makes|finds|needs|cannot)\b`), "name the caller or the user"},
	{phrase(`[Ww]hoever\b`), "name the caller or the user"},
	{phrase(`[Tt]hat{}which\b`), "name the thing"},
	{phrase(`\b(is|are|was|were){}none\b`), `say "is not a …" or "has no …"`},
	{phrase(`\btak(e|es|en|ing){}in\b`), "read, add, apply, accept"},
	{phrase(`\btak(e|es|ing){}(\w+{}){1,3}in(?:[.,;:)]|$)`), "read, add, apply, accept"},
	{phrase(`\blet(s|ting)?{}(\w+{}){0,3}go(?:[.,;:)]|$|{}of\b)`), "release, close, clear, drop"},
	{phrase(`\b(come|comes|came){}to\b`), "reach, become, result in, amount to"},
	{phrase(`\b(stands?|stood)\b`), "is, is at, is in, follows"},
	{phrase(`\bgo(es)?{}on{}(from|with)\b`), "continue"},
	{phrase(`\b(tells?|told){}of\b`), "report, notify"},
	{phrase(`\bmakes?{}that\b`), "ensure that"},
	{phrase(`\bhow{}manieth\b`), "index, number"},
}

// plain matches acceptable uses of a phrase, together with the words before and after it.
var plain = regexp.MustCompile(`\b[Tt]here (is|are|was|were) none\b|\b(stands?|stood) (for|out|by)\b|\bstand-|\bstand alone\b`)

// phrase compiles a pattern in which {} is white space.
func phrase(pattern string) *regexp.Regexp {
	return regexp.MustCompile(regexp.MustCompile(`\{\}`).ReplaceAllLiteralString(pattern, gap))
}

// question matches a text that begins with a question.
var question = regexp.MustCompile(`^([Ww]hat|[Ww]ho)\b[^.!?|]*\?`)

var (
	// quotation matches quoted text on one line, which is not the author's own.
	quotation = regexp.MustCompile("\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”")
	space     = regexp.MustCompile(`\s+`)
	lastWord  = regexp.MustCompile(`\w*\s*$`)
	nextWord  = regexp.MustCompile(`^(-|\s*\w*)`)
)

// finding is a phrase in a text.
type finding struct {
	at     int // offset in bytes
	phrase string
	advice string
}

// check returns the phrases of a text that a rule finds.
func check(text string) []finding {
	text = quotation.ReplaceAllStringFunc(text, func(s string) string { return strings.Repeat(`"`, len(s)) })
	var found []finding
	for _, r := range rules {
		for _, at := range r.phrase.FindAllStringIndex(text, -1) {
			around := space.ReplaceAllString(lastWord.FindString(text[:at[0]])+text[at[0]:at[1]]+nextWord.FindString(text[at[1]:]), " ")
			if !plain.MatchString(around) && !question.MatchString(text[at[0]:]) {
				found = append(found, finding{at[0], space.ReplaceAllString(text[at[0]:at[1]], " "), r.advice})
			}
		}
	}
	return found
}
