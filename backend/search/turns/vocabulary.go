package turns

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Vocabulary is a list of the words of pieces, each preceded by a line break. It may contain
// words whose pieces were removed.
type Vocabulary string

// Lengths of the words of a vocabulary, in bytes.
const (
	shortestWord = 3
	longestWord  = 24
)

// inVocabulary reports whether a word is one that people may misspell, unlike numbers and
// hashes.
func inVocabulary(word string) bool {
	if len(word) < shortestWord || len(word) > longestWord {
		return false
	}
	for i := range len(word) {
		if c := word[i]; c < 'a' || c > 'z' {
			r, _ := utf8.DecodeRuneInString(word[i:])
			return c >= utf8.RuneSelf && r < 0x2e80
		}
	}
	return true
}

// Add returns the vocabulary with additional words.
func (v Vocabulary) Add(words []string) Vocabulary {
	var b strings.Builder
	b.WriteString(string(v))
	for _, w := range words {
		b.WriteByte('\n')
		b.WriteString(w)
	}
	return Vocabulary(b.String())
}

// Words calls visit with each word.
func (v Vocabulary) Words(visit func(word string)) {
	for rest := string(v); rest != ""; {
		rest = rest[1:] // the line break
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
		visit(rest[:end])
		rest = rest[end:]
	}
}

// Near is a word that another one may be a misspelling of.
type Near struct {
	Word     string
	Distance int
}

// Nearest returns the words of vocabularies with the smallest distance to a word: one edit,
// or two for words longer than shortWord. An edit adds, removes or replaces a letter, or
// swaps two adjacent ones. The first letter must match.
func Nearest(word string, lists []Vocabulary) (near []Near) {
	most := 1
	if utf8.RuneCountInString(word) > shortWord {
		most = 2
	}
	if len(word) < shortestWord || len(word) > longestWord {
		return nil
	}
	var e editor
	seen := map[string]bool{word: true}
	for _, v := range lists {
		v.Words(func(w string) {
			if w == "" || w[0] != word[0] || len(w) > len(word)+most || len(word) > len(w)+most || seen[w] {
				return
			}
			if d := e.distance(word, w, most); d <= most {
				seen[w] = true
				near = append(near, Near{w, d})
			}
		})
	}
	slices.SortFunc(near, func(a, b Near) int {
		if a.Distance != b.Distance {
			return a.Distance - b.Distance
		}
		return strings.Compare(a.Word, b.Word)
	})
	return near
}

// shortWord is the maximum length of a word in which only one edit is allowed.
const shortWord = 6

// editor measures distances. It is not safe for concurrent use.
type editor struct{ rows [3][longestWord + 3]int }

// distance returns the number of edits that lead from a to b, or more than most.
func (e *editor) distance(a, b string, most int) int {
	if len(b) > longestWord {
		return most + 1
	}
	before, last, now := &e.rows[0], &e.rows[1], &e.rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := range len(a) {
		now[0] = i + 1
		least := now[0]
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			d := min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			now[j+1] = d
			least = min(least, d)
		}
		if least > most {
			return most + 1
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
