package turns

import "strings"

// suffixes are removed from words, the longest first. They are English, and work well enough
// for languages that share them.
var suffixes = [...]string{"ingly", "edly", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "ly", "e"}

// leastStem is the minimum length of a stem.
const leastStem = 3

// Stem returns the common stem of a word's forms.
func Stem(word string) string {
	for _, s := range suffixes {
		if n := len(word) - len(s); n >= leastStem && strings.HasSuffix(word, s) {
			if s == "ies" || s == "ied" {
				return word[:n] + "y"
			}
			return word[:n]
		}
	}
	return word
}
