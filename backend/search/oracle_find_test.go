package search_test

import (
	"index/suffixarray"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
)

// Ten thousand queries that each read every text take half an hour. So the reference uses a
// suffix array of all folded texts to find the records with a term, and compares these by the
// definition. checkRecall checks some of its answers against a comparison with every record.

// textEnd separates texts. No text and no query contains it.
const textEnd = "\xff"

// haystack is the concatenation of all folded texts of a reference.
type haystack struct {
	all    string
	sorted *suffixarray.Index // nil: not worthwhile, or not sorted yet
	ends   []int              // of each text, in all
	owners []int32            // the record of each text
}

// stack concatenates the texts of all records.
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

// sort prepares the suffix array, which speeds up thousands of queries.
func (h *haystack) sort() { h.sorted = suffixarray.New([]byte(h.all)) }

// manyPlaces is the number of matches above which reading the texts is faster: a text that
// common usually occurs near the beginning of the others.
const manyPlaces = 20_000

// holding returns the records that contain a folded text, in order.
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

// candidates returns the records that may match: all records if nothing is known. Every hit
// contains one of the texts in holds.
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

// source is a place from which a query is made.
type source struct {
	rec        *refRecord
	text, word string
}

// commonEvery is the interval at which words are drawn by their frequency. The other draws
// are uniform, and most words of a history are rare in it.
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

// draw returns the place of a random word, weighted by frequency.
func (r *reference) draw(rng *rand.Rand) (source, bool) {
	rec := &r.records[rng.IntN(len(r.records))]
	if len(rec.texts) == 0 {
		return source{}, false
	}
	text := rec.texts[rng.IntN(len(rec.texts))].text
	w := word(rng, text)
	return source{rec, text, w}, w != ""
}
