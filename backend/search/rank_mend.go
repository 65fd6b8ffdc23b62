package search

import (
	"strings"
	"unicode"

	"dendro/backend/search/fold"
	"dendro/backend/search/turns"
)

// mostNear is the maximum number of words that replace a misspelt one.
const mostNear = 3

// mend replaces words that no turn has with words that they may be misspellings of. It
// returns the corrected query, nil if no word was replaced.
func (r *ranking) mend(src string) *string {
	text, changed := src, false
	for i := range r.words {
		for _, at := range r.words[i].terms {
			t := &r.terms[at]
			if t.found = r.docs.find(t.keys); len(t.found) > 0 {
				continue
			}
			misspelt := ""
			turns.Split([]byte(r.words[i].text), func(w turns.Word) {
				if w.Key == t.keys[0] {
					misspelt = w.Text
				}
			})
			if near := r.near(misspelt, t); near != "" {
				if mendedText := replaceFold(text, misspelt, near); mendedText != text {
					text, changed = mendedText, true
				}
			}
		}
	}
	if !changed {
		return nil
	}
	return &text
}

// near assigns to a term the words nearest to a misspelt one, and returns the nearest.
func (r *ranking) near(misspelt string, t *rankTerm) string {
	nearest, distance, most := "", 0, 0
	var keys []turns.Key
	for _, n := range turns.Nearest(misspelt, r.snap.words.vocab) {
		if len(keys) == mostNear || nearest != "" && n.Distance > distance {
			break
		}
		key := turns.KeyOf(n.Word)
		found := len(r.docs.find([]turns.Key{key}))
		if found == 0 {
			continue
		}
		keys = append(keys, key)
		if found > most {
			nearest, most, distance = n.Word, found, n.Distance
		}
	}
	if nearest != "" {
		t.keys, t.weight, t.needle, t.instead = keys, mended, fold.Text(turns.Stem(nearest)), nearest
	}
	return nearest
}

// replaceFold replaces a word in a text, regardless of case.
func replaceFold(text, word, by string) string {
	for i := range text {
		if len(text)-i < len(word) {
			break
		}
		end := i + len(word)
		if strings.EqualFold(text[i:end], word) && !letterAt(text[:i], true) && !letterAt(text[end:], false) {
			return text[:i] + by + text[end:]
		}
	}
	return text
}

// letterAt reports whether a text begins with a letter, or ends with one if end is set.
func letterAt(text string, end bool) bool {
	runes := []rune(text)
	switch {
	case len(runes) == 0:
		return false
	case end:
		return unicode.IsLetter(runes[len(runes)-1])
	}
	return unicode.IsLetter(runes[0])
}

// trimPunctuation removes punctuation around a word.
func trimPunctuation(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
}
