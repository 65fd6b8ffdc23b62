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
	FieldName    Field = "name" // a pull request, a tag …, see SessionTitle.Names
	FieldID      Field = "id"
)

// fields are all of them, in order.
func fields() []Field {
	return []Field{FieldTitle, FieldProject, FieldPrompt, FieldBranch, FieldName, FieldID}
}

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
type Titles struct{ entries []titleEntry }

type titleEntry struct {
	key   string
	texts []titleText
}

type titleText struct {
	penalty int // of its field
	field   Field
	text    string // NFC
	folded  []byte
}

// NewTitles prepares entries, which stand newest first, for queries.
func NewTitles(entries []Entry) *Titles {
	t := &Titles{entries: make([]titleEntry, len(entries))}
	for i, e := range entries {
		t.entries[i].key = e.Key
		for rank, field := range fields() {
			for _, text := range e.Texts[field] {
				if text != "" {
					one := titleText{10 * rank, field, string(compose([]byte(text))), fold(text)}
					t.entries[i].texts = append(t.entries[i].texts, one)
				}
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
	timed := ctx
	if within > 0 {
		var cancel context.CancelFunc
		timed, cancel = context.WithTimeout(ctx, within)
		defer cancel()
	}
	list, total, complete = t.find(timed, q, limit, among)
	if err := ctx.Err(); err != nil && !complete {
		return nil, 0, false, err
	}
	return list, total, complete, nil
}

// minFuzzy is how many letters a query needs for their order to say anything.
const minFuzzy = 3

// find is Find, until ctx ends.
func (t *Titles) find(ctx context.Context, q string, limit int, among func(key string) bool) (list []TitleMatch, total int, complete bool) {
	f := finding{q: strings.TrimSpace(q)}
	f.folded = fold(f.q)
	f.words = bytes.Fields(f.folded)
	first := best[*scored]{limit: limit, compare: (*scored).compare}
	found := make([]bool, len(t.entries))
	pass := func(match func(*titleEntry) *scored) bool {
		for i := range t.entries {
			if ctx.Err() != nil {
				return false
			}
			e := &t.entries[i]
			if found[i] || among != nil && !among(e.key) {
				continue
			}
			if hit := match(e); hit != nil {
				found[i] = true
				total++
				if hit.entry = i; first.admits(hit) {
					first.add(hit)
				}
			}
		}
		return true
	}
	complete = pass(f.contained)
	if complete && total < limit && utf8.RuneCountInString(f.q) >= minFuzzy {
		complete = pass(f.fuzzy)
	}
	list = make([]TitleMatch, len(first.list))
	for i, hit := range first.list {
		list[i] = TitleMatch{Key: t.entries[hit.entry].key, Field: hit.text.field, Text: hit.text.text, Ranges: hit.ranges}
	}
	return list, total, complete
}

// finding is one query under way.
type finding struct {
	q      string
	folded []byte
	words  [][]byte // of folded
	looked int      // how many texts were looked at for letters in order
}

// scored is an entry's text that fits best.
type scored struct {
	score  int
	entry  int // the lower, the younger
	text   *titleText
	ranges [][2]int
}

// compare orders entries that fit, the best first.
func (a *scored) compare(b *scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.entry, b.entry))
}

// contained returns the text of an entry that contains the query, nil where none does.
func (f *finding) contained(e *titleEntry) (best *scored) {
	for i := range e.texts {
		text := &e.texts[i]
		score, spans := f.score(text)
		if score == 0 {
			continue
		}
		if score -= text.penalty; best == nil || score > best.score {
			best = &scored{score: score, text: text, ranges: runeRanges(text.folded, spans)}
		}
	}
	return best
}

// fuzzy returns the text of an entry that has the letters of the query in order, nil
// where none has.
func (f *finding) fuzzy(e *titleEntry) (best *scored) {
	for i := range e.texts {
		text := &e.texts[i]
		if text.field == FieldID || f.looked == maxFuzzy || !inOrder(text.folded, f.folded) {
			continue
		}
		f.looked++
		for _, m := range fuzzy.FindNoSort(f.q, []string{text.text}) {
			// The library takes a point for every character left over, which
			// says more about the text's length than about the match.
			quality := m.Score + len(text.text) - len(m.MatchedIndexes)
			runs := letterRuns(text.text, m.MatchedIndexes)
			if quality < 6*len(m.MatchedIndexes) || scattered(text.text, runs) {
				continue
			}
			if score := min(quality, maxFuzzyScore) - text.penalty; best == nil || score > best.score {
				best = &scored{score: score, text: text, ranges: runeRanges([]byte(text.text), runs)}
			}
		}
	}
	return best
}
