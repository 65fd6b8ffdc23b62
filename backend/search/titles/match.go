package titles

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"dendro/backend/search/fold"
)

// span is a half-open range of bytes of a text.
type span = [2]int

// score rates how well a text contains the query, and returns the matches as bytes of the
// folded text. It is 0 if the text does not contain it.
func (f *finding) score(t *preparedText) (score int, spans []span) {
	at := bytes.Index(t.folded, f.folded)
	if at == 0 && t.field == FieldTitle {
		return beginsScore, []span{{0, len(f.folded)}}
	}
	if word := wordAt(t.folded, f.folded); word >= 0 { // a word may begin at a later occurrence
		return wordStartScore, []span{{word, word + len(f.folded)}}
	}
	if t.field != FieldID && len(f.words) > 1 {
		if spans = wordsAt(t.folded, f.words); spans != nil {
			return wordsScore, spans
		}
	}
	if at >= 0 {
		return containsScore, []span{{at, at + len(f.folded)}}
	}
	return 0, nil
}

// wordsAt returns, for each word, where it begins a word of a text, nil if any does not.
func wordsAt(folded []byte, words [][]byte) []span {
	spans := make([]span, 0, len(words))
	for _, word := range words {
		at := wordAt(folded, word)
		if at < 0 {
			return nil
		}
		spans = append(spans, span{at, at + len(word)})
	}
	return spans
}

// wordAt returns the first occurrence of text that begins a word, -1 if there is none.
func wordAt(folded, text []byte) int {
	for from := 0; ; from++ {
		next := bytes.Index(folded[from:], text)
		if next < 0 {
			return -1
		}
		if from += next; startsWord(folded, from) {
			return from
		}
	}
}

// startsWord reports whether a word begins at offset at.
func startsWord(folded []byte, at int) bool {
	before, _ := utf8.DecodeLastRune(folded[:at])
	return at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before)
}

// minRun is the minimum run of letters within a word that is significant.
const minRun = 3

// letterRuns returns the runs of adjacent letters, given the offset of each letter in a text.
func letterRuns(text string, letters []int) (runs []span) {
	for _, at := range letters {
		_, size := utf8.DecodeRuneInString(text[at:])
		if last := len(runs) - 1; last >= 0 && runs[last][1] == at {
			runs[last][1] += size
		} else {
			runs = append(runs, span{at, at + size})
		}
	}
	return runs
}

// scattered reports whether the letters are scattered in a text: a run of them neither begins
// a word nor is long enough to be a part of one.
func scattered(text string, runs []span) bool {
	return slices.ContainsFunc(runs, func(run span) bool {
		before, _ := utf8.DecodeLastRuneInString(text[:run[0]])
		first, _ := utf8.DecodeRuneInString(text[run[0]:])
		begins := run[0] == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) || unicode.IsLower(before) && unicode.IsUpper(first)
		return !begins && utf8.RuneCountInString(text[run[0]:run[1]]) < minRun
	})
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

// runeRanges converts spans of bytes to ordered spans of runes. It joins overlapping ones, as
// "do document" in "document".
func runeRanges(text []byte, spans []span) [][2]int {
	ranges := []span{}
	for _, s := range spans {
		if s[0] < s[1] {
			ranges = append(ranges, span{utf8.RuneCount(text[:s[0]]), utf8.RuneCount(text[:s[1]])})
		}
	}
	return fold.MergeSpans(ranges)
}
