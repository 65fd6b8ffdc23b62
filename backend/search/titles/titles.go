package titles

import (
	"bytes"
	"cmp"
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"

	"dendro/backend/internal/best"
	"dendro/backend/search/fold"
)

// Field is the kind of text of an entry that a query matched.
type Field string

// The fields of an entry, best first: among equal matches a title precedes a prompt.
const (
	FieldTitle   Field = "title"
	FieldProject Field = "project"
	FieldPrompt  Field = "prompt"
	FieldBranch  Field = "branch"
	FieldName    Field = "name" // a pull request, a tag …, see search.SessionTitle
	FieldID      Field = "id"
)

// fields returns all fields, in order.
func fields() []Field {
	return []Field{FieldTitle, FieldProject, FieldPrompt, FieldBranch, FieldName, FieldID}
}

// Entry is one searchable item. Lists of entries are ordered newest first.
type Entry struct {
	Key   string // identifies the entry in matches
	Texts map[Field][]string
}

// Match is a matching entry with its best matching text.
type Match struct {
	Key    string   `json:"chat"`
	Field  Field    `json:"field"`
	Text   string   `json:"text"`
	Ranges [][2]int `json:"ranges"` // half-open rune offsets into Text
}

// List is a prepared list of entries. It is immutable.
type List struct{ entries []prepared }

type prepared struct {
	key   string
	texts []preparedText
}

type preparedText struct {
	penalty int // of its field
	field   Field
	text    string // NFC
	folded  []byte
}

// New prepares entries, which must be ordered newest first, for queries.
func New(entries []Entry) *List {
	t := &List{entries: make([]prepared, len(entries))}
	for i, e := range entries {
		t.entries[i].key = e.Key
		for rank, field := range fields() {
			for _, text := range e.Texts[field] {
				if text != "" {
					one := preparedText{10 * rank, field, string(fold.AsShown([]byte(text))), fold.Text(text)}
					t.entries[i].texts = append(t.entries[i].texts, one)
				}
			}
		}
	}
	return t
}

// The scores of the ways to match: best is a title that begins with the query, then a word
// that begins with it, then a word for each of the query's words in any order, then the query
// anywhere, and last its letters in order.
const (
	beginsScore    = 1400
	wordStartScore = 1200
	wordsScore     = 1100
	containsScore  = 1000
	maxFuzzyScore  = 900
)

// maxFuzzy limits how many texts, the newest first, are matched by letters: a search must not
// take longer than typing the next letter.
const maxFuzzy = 12000

// Find returns the entries that match q, best first, at most limit of them, and their total
// number. If limit entries contain q as a whole, those that only have its letters in order
// are neither returned nor counted. After the time within, it returns the matches so far,
// among the newest entries, and complete is false; 0 means no limit. If among is given, only
// entries whose key it allows count. It ends early with ctx's error.
func (t *List) Find(ctx context.Context, q string, limit int, within time.Duration, among func(key string) bool) (list []Match, total int, complete bool, err error) {
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

// minFuzzy is the minimum length of a query whose letters are matched in order.
const minFuzzy = 3

// find implements Find, until ctx ends.
func (t *List) find(ctx context.Context, q string, limit int, among func(key string) bool) (list []Match, total int, complete bool) {
	f := finding{q: strings.TrimSpace(q)}
	f.folded = fold.Text(f.q)
	f.words = bytes.Fields(f.folded)
	first := best.List[*scored]{Limit: limit, Compare: (*scored).compare}
	found := make([]bool, len(t.entries))
	pass := func(match func(*prepared) *scored) bool {
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
				if hit.entry = i; first.Admits(hit) {
					first.Add(hit)
				}
			}
		}
		return true
	}
	complete = pass(f.contained)
	if complete && total < limit && utf8.RuneCountInString(f.q) >= minFuzzy {
		complete = pass(f.fuzzy)
	}
	list = make([]Match, len(first.Items))
	for i, hit := range first.Items {
		list[i] = Match{Key: t.entries[hit.entry].key, Field: hit.text.field, Text: hit.text.text, Ranges: hit.ranges}
	}
	return list, total, complete
}

// finding is one query in progress.
type finding struct {
	q      string
	folded []byte
	words  [][]byte // of folded
	looked int      // how many texts were matched by letters in order
}

// scored is the best matching text of an entry.
type scored struct {
	score  int
	entry  int // lower is newer
	text   *preparedText
	ranges [][2]int
}

// compare orders matches, the best first.
func (a *scored) compare(b *scored) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.entry, b.entry))
}

// contained returns the best text of an entry that contains the query, nil if there is none.
func (f *finding) contained(e *prepared) (best *scored) {
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

// fuzzy returns the best text of an entry that has the letters of the query in order, nil if
// there is none.
func (f *finding) fuzzy(e *prepared) (best *scored) {
	for i := range e.texts {
		text := &e.texts[i]
		if text.field == FieldID || f.looked == maxFuzzy || !inOrder(text.folded, f.folded) {
			continue
		}
		f.looked++
		for _, m := range fuzzy.FindNoSort(f.q, []string{text.text}) {
			// The library subtracts a point for every unmatched character, which reflects the
			// text's length more than the quality of the match.
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
