package search

import (
	"bytes"
	"cmp"
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"
)

// Field says which text of an entry a query matched.
type Field string

// The fields of an entry, best first: at equal quality a title wins over a
// prompt.
const (
	FieldTitle   Field = "title"
	FieldProject Field = "project"
	FieldPrompt  Field = "prompt"
	FieldBranch  Field = "branch"
	FieldID      Field = "id"
)

// fields are all of them, in order.
func fields() []Field { return []Field{FieldTitle, FieldProject, FieldPrompt, FieldBranch, FieldID} }

// Entry is one thing that can be found, newest first in its list.
type Entry struct {
	Key   string // what the match is reported as
	Texts map[Field][]string
}

// TitleMatch is an entry that fits a query, with the text that fits best.
type TitleMatch struct {
	Key    string   `json:"chat"`
	Field  Field    `json:"field"`
	Text   string   `json:"text"`
	Ranges [][2]int `json:"ranges"` // half-open rune offsets into Text
}

// Titles is a list to search, prepared once. It is immutable.
type Titles struct {
	texts []titleText // those of one entry side by side
	keys  []string
}

type titleText struct {
	entry   int32
	penalty uint8 // of its field
	field   Field
	text    string // NFC
	folded  []byte
}

// NewTitles prepares entries, which stand newest first, for queries.
func NewTitles(entries []Entry) *Titles {
	t := &Titles{keys: make([]string, len(entries))}
	for i, e := range entries {
		t.keys[i] = e.Key
		for rank, field := range fields() {
			for _, text := range e.Texts[field] {
				if text == "" {
					continue
				}
				folded := fold(text)
				t.texts = append(t.texts, titleText{
					int32(i), uint8(10 * rank), field, string(compose([]byte(text))), folded,
				})
			}
		}
	}
	return t
}

// The scores of the ways to match. What begins with the query as it stands is best,
// then where a word does; then what has a word for each of its words, in whatever
// order; then what contains it anywhere, and last what merely holds its letters.
const (
	beginsScore    = 1400
	wordStartScore = 1200
	wordsScore     = 1100
	containsScore  = 1000
	maxFuzzyScore  = 900
)

// maxFuzzy is how many texts, the newest first, are looked at for letters in
// order: what takes longer than typing the next letter helps nobody.
const maxFuzzy = 12000

// Find returns the entries that fit q, best first, at most limit of them, and
// how many there are in all. Where limit of them contain q as it stands, those
// that only have its letters in order are neither returned nor counted. It gives
// what it has when its time is up, of the newest entries first, and says whether
// that is everything; no time is all time. Where among is given, only entries count
// whose key it allows. It ends early with ctx's error.
func (t *Titles) Find(ctx context.Context, q string, limit int, within time.Duration, among func(key string) bool) (list []TitleMatch, total int, complete bool, err error) {
	q = strings.TrimSpace(q)
	s := finding{q: fold(q), among: among, best: best[scored]{limit: limit, compare: scored.compare}, rest: make([]int32, 0, 64)}
	s.words = bytes.Fields(s.q)
	if within > 0 {
		s.until = time.Now().Add(within)
	}
	if err := s.contained(ctx, t); err != nil {
		return nil, 0, false, err
	}
	if s.total < limit && utf8.RuneCountInString(q) >= minFuzzy {
		if err := s.fuzzy(ctx, t, q); err != nil {
			return nil, 0, false, err
		}
	}
	matches := make([]TitleMatch, len(s.best.list))
	for i, hit := range s.best.list {
		text := &t.texts[hit.text]
		matches[i] = TitleMatch{Key: t.keys[text.entry], Field: text.field, Text: text.text, Ranges: hit.ranges(text, len(s.q))}
	}
	return matches, s.total, !s.late, nil
}

// minFuzzy is how many letters a query needs for their order to say anything.
const minFuzzy = 3

// finding is one query under way.
type finding struct {
	q     []byte                // folded
	words [][]byte              // of q
	among func(key string) bool // nil allows every entry
	best  best[scored]
	total int
	rest  []int32 // texts that may have the letters in order, of entries that do not contain them
	until time.Time
	late  bool // it has ended before its end
}

// over reports whether the time is up.
func (s *finding) over() bool {
	s.late = s.late || !s.until.IsZero() && time.Now().After(s.until)
	return s.late
}

// contained finds the texts that contain the query.
func (s *finding) contained(ctx context.Context, t *Titles) error {
	for i := 0; i < len(t.texts); {
		if i%1024 < 8 && (ctx.Err() != nil || s.over()) {
			return ctx.Err()
		}
		entry := t.texts[i].entry
		best := scored{text: -1}
		rest := len(s.rest)
		if s.among != nil && !s.among(t.keys[entry]) {
			for i < len(t.texts) && t.texts[i].entry == entry {
				i++
			}
			continue
		}
		for ; i < len(t.texts) && t.texts[i].entry == entry; i++ {
			text := &t.texts[i]
			score, at, spans := s.score(text)
			if score == 0 {
				if text.field != FieldID && len(s.rest) < maxFuzzy && inOrder(text.folded, s.q) {
					s.rest = append(s.rest, int32(i))
				}
				continue
			}
			if score -= int(text.penalty); best.text < 0 || score > best.score {
				best = scored{score: score, text: int32(i), at: at, spans: spans}
			}
		}
		if best.text >= 0 {
			s.rest = s.rest[:rest]
			s.keep(best)
		}
	}
	return nil
}

// keep takes in an entry's text that fits, where it is among the best.
func (s *finding) keep(text scored) {
	s.total++
	if s.best.admits(text) {
		s.best.add(text)
	}
}

// fuzzy finds the texts that have the letters of the query in order.
func (s *finding) fuzzy(ctx context.Context, t *Titles, q string) error {
	one := make([]string, 1)
	for i := 0; i < len(s.rest); {
		if ctx.Err() != nil || s.over() {
			return ctx.Err()
		}
		entry := t.texts[s.rest[i]].entry
		best := scored{text: -1}
		for ; i < len(s.rest) && t.texts[s.rest[i]].entry == entry; i++ {
			text := &t.texts[s.rest[i]]
			one[0] = text.text
			for _, m := range fuzzy.FindNoSort(q, one) {
				// The library takes a point for every character left over, which
				// says more about the text's length than about the match.
				quality := m.Score + len(text.text) - len(m.MatchedIndexes)
				if quality < 6*len(m.MatchedIndexes) || scattered(text.text, m.MatchedIndexes) {
					continue
				}
				if score := min(quality, maxFuzzyScore) - int(text.penalty); best.text < 0 || score > best.score {
					best = scored{score: score, text: s.rest[i], letters: m.MatchedIndexes}
				}
			}
		}
		if best.text >= 0 {
			s.keep(best)
		}
	}
	return nil
}

// scored is a text that fits.
type scored struct {
	score   int
	text    int32    // the lower, the younger
	at      int      // where it contains the query
	letters []int    // where it has the letters; nil: it contains them
	spans   [][2]int // of folded bytes, where it has the words; nil: the query as it stands
}

// compare orders texts that fit, the best first.
func (a scored) compare(b scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.text, b.text))
}

// ranges returns where the query of n folded bytes stands in the text.
func (a scored) ranges(t *titleText, n int) [][2]int {
	if a.letters != nil {
		return runeRanges(t.text, a.letters)
	}
	if a.spans != nil {
		ranges := make([][2]int, 0, len(a.spans))
		for _, span := range a.spans {
			from, to := utf8.RuneCount(t.folded[:span[0]]), utf8.RuneCount(t.folded[:span[1]])
			if n := len(ranges); n > 0 && from < ranges[n-1][1] { // "do document" in "document"
				ranges[n-1][1] = max(to, ranges[n-1][1])
				continue
			}
			ranges = append(ranges, [2]int{from, to})
		}
		return ranges
	}
	start := utf8.RuneCount(t.folded[:a.at])
	end := start + utf8.RuneCount(t.folded[a.at:a.at+n])
	if start == end {
		return [][2]int{}
	}
	return [][2]int{{start, end}}
}
