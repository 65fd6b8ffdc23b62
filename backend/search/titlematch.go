package search

import (
	"bytes"
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"
)

// score says how well a text contains the query, and where: at a place, or its words
// in spans of folded bytes. It is 0 where it does not.
func (s *finding) score(t *titleText) (score, at int, spans [][2]int) {
	at = bytes.Index(t.folded, s.q)
	if at == 0 && t.field == FieldTitle {
		return beginsScore, 0, nil
	}
	for from := at; from >= 0; { // the first place is not always where a word begins
		if startsWord(t.folded, from) {
			return wordStartScore, from, nil
		}
		next := bytes.Index(t.folded[from+1:], s.q)
		if next < 0 {
			break
		}
		from += 1 + next
	}
	if t.field != FieldID && len(s.words) > 1 {
		if spans = wordsAt(t.folded, s.words); spans != nil {
			return wordsScore, 0, spans
		}
	}
	if at >= 0 {
		return containsScore, at, nil
	}
	return 0, 0, nil
}

// wordsAt returns where each of the words begins a word of a text, in the text's
// order; nil where one does not.
func wordsAt(folded []byte, words [][]byte) [][2]int {
	spans := make([][2]int, 0, len(words))
	for _, word := range words {
		at := -1
		for from := 0; from <= len(folded)-len(word); {
			next := bytes.Index(folded[from:], word)
			if next < 0 {
				break
			}
			if from += next; startsWord(folded, from) {
				at = from
				break
			}
			from++
		}
		if at < 0 {
			return nil
		}
		spans = append(spans, [2]int{at, at + len(word)})
	}
	slices.SortFunc(spans, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	return spans
}

// startsWord reports whether a word begins at offset at.
func startsWord(folded []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(folded[:at])
	return at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before)
}

// minRun is how many letters say something that stand within a word.
const minRun = 3

// scattered reports whether letters of a text stand here and there: a run of them
// neither begins a word nor is long enough to be a part of one.
func scattered(text string, at []int) bool {
	for i := 0; i < len(at); {
		end := i + 1
		for end < len(at) {
			_, size := utf8.DecodeRuneInString(text[at[end-1]:])
			if at[end] != at[end-1]+size {
				break
			}
			end++
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at[i]])
		first, _ := utf8.DecodeRuneInString(text[at[i]:])
		begins := at[i] == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) || unicode.IsLower(before) && unicode.IsUpper(first)
		if !begins && end-i < minRun {
			return true
		}
		i = end
	}
	return false
}

// inOrder reports whether text has the bytes of q in their order.
func inOrder(text, q []byte) bool {
	for _, c := range q {
		i := bytes.IndexByte(text, c)
		if i < 0 {
			return false
		}
		text = text[i+1:]
	}
	return true
}

// runeRanges joins byte offsets of single characters into rune ranges.
func runeRanges(s string, at []int) [][2]int {
	ranges := [][2]int{}
	n, next := 0, 0
	for i := range s {
		if next < len(at) && at[next] == i {
			next++
			if last := len(ranges) - 1; last >= 0 && ranges[last][1] == n {
				ranges[last][1]++
			} else {
				ranges = append(ranges, [2]int{n, n + 1})
			}
		}
		n++
	}
	return ranges
}
