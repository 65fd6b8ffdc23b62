package turns

import "strings"

// suffixes are cut off words, the longest first. They are those of English, which serve
// well enough for the languages that share them.
var suffixes = [...]string{"ingly", "edly", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "s", "ly", "e"}

// leastStem is how long a stem is at least.
const leastStem = 3

// Stem returns what the forms of a word have in common.
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
