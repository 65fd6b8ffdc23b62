package search

import (
	"strings"
	"unicode"

	"dendro/backend/search/turns"
)

// mostNear is how many words replace one that is misspelt.
const mostNear = 3

// mend lets the words that no turn has stand for those that they may be misspellings of.
// It returns the query with these, nil where no word is misspelt.
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

// near makes a term stand for the words nearest to a misspelt one. It returns the nearest.
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
		t.keys, t.weight, t.needle, t.instead = keys, mended, fold(turns.Stem(nearest)), nearest
	}
	return nearest
}

// replaceFold replaces a word in a text, however its letters are written.
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

// letterAt reports whether a text begins, or ends, with a letter.
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

// trimPunctuation returns a word without what stands around it.
func trimPunctuation(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
}
