package search

import (
	"bytes"
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"dendro/backend/search/fold"
)

// Lengths of a snippet, in runes.
const (
	snippetRunes = 144 // two lines of the window
	beforeMatch  = 48
	wordSlack    = 12 // how much either end may be shortened, to begin and end with whole words
)

// span is a half-open match in a text, in runes unless stated otherwise.
type span = [2]int

// snippet cuts out the surroundings of the best match in a text of kind k. It also returns
// the positions of the terms in the snippet.
func (m *matcher) snippet(k Kind, text []byte) (string, [][2]int) {
	text = fold.Compose(text)
	if m.mask != nil {
		text = []byte(m.mask(string(text)))
	}
	at := m.anchor(text)
	from := start(text, at)
	to := from
	n := 0
	for to < len(text) && n < snippetRunes {
		_, size := utf8.DecodeRune(text[to:])
		to += size
		n++
	}
	for to < len(text) { // do not separate a mark from its letter
		r, size := utf8.DecodeRune(text[to:])
		if !unicode.Is(unicode.M, r) || n > 2*snippetRunes {
			break
		}
		to += size
		n++
	}
	spans := m.spans(text, from, to)
	if cut := end(text, from, to); len(spans) == 0 || spans[len(spans)-1][1] <= utf8.RuneCount(text[from:cut]) {
		to = cut
	}
	line := liner{spans: spans, prose: prose.has(k), before: '\n'}
	if from > 0 {
		line.before, _ = utf8.DecodeLastRune(text[:from])
	}
	return line.of(text[from:to], from > 0, to < len(text))
}

// termAt is the offset of a term in a folded text, in bytes.
type termAt struct{ at, term int }

// maxPlaces limits how many occurrences of a term are considered.
const maxPlaces = 256

// anchor returns the offset of the match with most terms around it. Among equals it is the
// one with the terms closest together.
func (m *matcher) anchor(text []byte) int {
	folded, _ := fold.Append(m.fold[:0], text)
	m.fold = folded
	var places []termAt
	for i := range m.terms {
		if !m.terms[i].not {
			places = m.places(places, i, text, folded)
		}
	}
	slices.SortFunc(places, func(a, b termAt) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.term, b.term)) })
	best, most, least := 0, 0, 0
	for i, p := range places {
		near, width, seen := 0, 0, uint64(0)
		for _, other := range places[i:] {
			if other.at-p.at >= snippetRunes-beforeMatch {
				break
			}
			if bit := uint64(1) << other.term; seen&bit == 0 {
				seen |= bit
				near, width = near+1, other.at-p.at
			}
		}
		if near > most || near == most && width < least {
			best, most, least = p.at, near, width
		}
	}
	return sameRune(text, folded, best)
}

// places adds the occurrences of a term in a text, for an expression only the first one.
func (m *matcher) places(list []termAt, i int, text, folded []byte) []termAt {
	t := &m.terms[i]
	if t.re != nil {
		if t.re.folded {
			if loc := m.findRegex(t.re, folded); loc != nil {
				list = append(list, termAt{loc[0], i})
			}
		} else if loc := m.findRegex(t.re, text); loc != nil {
			list = append(list, termAt{sameRune(folded, text, loc[0]), i})
		}
		return list
	}
	for at, n := 0, 0; n < maxPlaces; n++ {
		j := bytes.Index(folded[at:], t.text)
		if j < 0 {
			break
		}
		list = append(list, termAt{at + j, i})
		at += j + max(1, len(t.text))
	}
	return list
}

// sameRune converts an offset between a text and its folded form: folding maps runes one to
// one.
func sameRune(one, other []byte, i int) int {
	n := utf8.RuneCount(other[:i])
	if len(one) == len(other) && utf8.RuneCount(one[:i]) == n && (i == len(one) || utf8.RuneStart(one[i])) {
		return i
	}
	at := 0
	for ; n > 0; n-- {
		_, size := utf8.DecodeRune(one[at:])
		at += size
	}
	return at
}

// start returns where the snippet of a match at offset at begins.
func start(text []byte, at int) int {
	from := at
	for n := 0; from > 0 && n < beforeMatch; n++ {
		_, size := utf8.DecodeLastRune(text[:from])
		from -= size
	}
	if from == 0 {
		return 0
	}
	limit := from
	for range wordSlack {
		r, size := utf8.DecodeRune(text[limit:])
		if limit+size > at {
			break
		}
		limit += size
		if unicode.IsSpace(r) {
			return limit
		}
	}
	for from < at { // do not begin with a mark whose letter is cut off
		r, size := utf8.DecodeRune(text[from:])
		if !unicode.Is(unicode.M, r) {
			break
		}
		from += size
	}
	return from
}

// end returns where a snippet of text[from:to] ends with a whole word.
func end(text []byte, from, to int) int {
	if next, _ := utf8.DecodeRune(text[to:]); to == len(text) || unicode.IsSpace(next) {
		return to
	}
	limit := to
	for range wordSlack {
		r, size := utf8.DecodeLastRune(text[from:limit])
		if limit -= size; unicode.IsSpace(r) {
			return limit
		}
	}
	return to
}

// spans returns the positions of the terms in all[from:to], in order.
func (m *matcher) spans(all []byte, from, to int) []span {
	text := all[from:to]
	folded, _ := fold.Append(nil, text)
	var list []span
	for i := range m.terms {
		t := &m.terms[i]
		switch {
		case t.not:
		case t.re == nil:
			for at := 0; ; {
				j := bytes.Index(folded[at:], t.text)
				if j < 0 {
					break
				}
				start := utf8.RuneCount(folded[:at+j])
				list = append(list, span{start, start + utf8.RuneCount(t.text)})
				at += j + len(t.text)
			}
		default:
			list = append(list, m.regexSpans(t.re, all, from, to)...)
		}
	}
	return fold.MergeSpans(list)
}
