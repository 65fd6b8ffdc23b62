package search_test

import (
	"index/suffixarray"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
)

// Where to look. Ten thousand queries that each read every text take half an
// hour, so the reference takes the records that hold a term from a suffix array
// of all folded texts, and compares those by the definition. checkRecall
// compares some of its answers with those of a look at every record.

// textEnd stands between texts: no text and no query holds it.
const textEnd = "\xff"

// haystack is all folded texts of a reference, one behind the other.
type haystack struct {
	all    string
	sorted *suffixarray.Index // nil: not worth while, or not sorted yet
	ends   []int              // of each text, in all
	owners []int32            // the record of each text
}

// stack lays the texts of all records on one heap, in which each is a part.
func (r *reference) stack() {
	var b strings.Builder
	for i := range r.records {
		for j := range r.records[i].texts {
			b.WriteString(r.records[i].texts[j].folded)
			b.WriteString(textEnd)
			r.hay.ends = append(r.hay.ends, b.Len())
			r.hay.owners = append(r.hay.owners, int32(i))
		}
	}
	r.hay.all = b.String()
	n, from := 0, 0
	for i := range r.records {
		for j := range r.records[i].texts {
			end := r.hay.ends[n]
			r.records[i].texts[j].folded = r.hay.all[from : end-len(textEnd)]
			n, from = n+1, end
		}
	}
}

// sort makes thousands of queries cheap.
func (h *haystack) sort() { h.sorted = suffixarray.New([]byte(h.all)) }

// manyPlaces is from when on it is quicker to read the texts: what is that
// common stands near the beginning of most.
const manyPlaces = 20_000

// holding returns the records that hold a folded text, in order.
func (h *haystack) holding(folded string) (records []int32) {
	if h.sorted != nil {
		places := h.sorted.Lookup([]byte(folded), manyPlaces)
		if len(places) < manyPlaces {
			for _, at := range places {
				records = append(records, h.owners[h.textAt(at)])
			}
			slices.Sort(records)
			return slices.Compact(records)
		}
	}
	for at := 0; ; {
		i := strings.Index(h.all[at:], folded)
		if i < 0 {
			return records
		}
		n := h.textAt(at + i)
		records = append(records, h.owners[n])
		for n < len(h.owners) && h.owners[n] == records[len(records)-1] {
			at = h.ends[n]
			n++
		}
	}
}

func (h *haystack) textAt(offset int) int { return sort.SearchInts(h.ends, offset+1) }

// candidates returns the records that may match: all where nothing is known.
// holds are the texts of which every hit holds one.
func (r *reference) candidates(terms []refTerm, holds []string) []int32 {
	var best []int32
	known := false
	narrow := func(list []int32) {
		if !known || len(list) < len(best) {
			best, known = list, true
		}
	}
	for _, t := range terms {
		if !t.not && t.re == nil && t.folded != "" {
			narrow(r.hay.holding(t.folded))
		}
	}
	if len(holds) > 0 {
		var any []int32
		for _, s := range holds {
			any = append(any, r.hay.holding(refFold(s))...)
		}
		slices.Sort(any)
		narrow(slices.Compact(any))
	}
	if !known {
		return r.everyRecord()
	}
	return best
}

func (r *reference) everyRecord() []int32 {
	list := make([]int32, len(r.records))
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// source is a place that a query is made of.
type source struct {
	rec        *refRecord
	text, word string
}

// commonEvery is how many draws one is of a word by how often it stands there:
// the others are of any word, and most words of a history are rare in it.
const commonEvery = 8

// words returns every word of all texts once, in any order.
func (r *reference) words(rng *rand.Rand) []source {
	var list []source
	known := map[string]bool{}
	for i := range r.records {
		rec := &r.records[i]
		for j := range rec.texts {
			text := rec.texts[j].text
			for w := range strings.FieldsSeq(text) {
				if w = plainWord(w); w != "" && !known[w] {
					known[w] = true
					list = append(list, source{rec, text, w})
				}
			}
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// draw returns the place of a common word, by chance.
func (r *reference) draw(rng *rand.Rand) (source, bool) {
	rec := &r.records[rng.IntN(len(r.records))]
	if len(rec.texts) == 0 {
		return source{}, false
	}
	text := rec.texts[rng.IntN(len(rec.texts))].text
	w := word(rng, text)
	return source{rec, text, w}, w != ""
}
