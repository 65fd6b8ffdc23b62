package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dendro/backend/search/query"
	"dendro/backend/search/turns"
	"dendro/backend/transcript"
)

// RankedTurn is a turn that a description fits. Its JSON is fixed by the headless contract.
type RankedTurn struct {
	Session string          `json:"session"`
	UUID    string          `json:"uuid"` // of the record that opens it
	Chat    string          `json:"chat"`
	Project string          `json:"project"`
	Title   string          `json:"title"`  // of the session
	Prompt  string          `json:"prompt"` // how the turn begins
	Time    transcript.Time `json:"time"`
	Score   float64         `json:"score"`
	Found   []string        `json:"found"`   // words of the query
	Missing []string        `json:"missing"` // the others
	Best    BestRecord      `json:"best"`
	AlsoIn  []string        `json:"alsoIn"` // other sessions that have the turn
}

// BestRecord is the record that shows most of why a turn was found.
type BestRecord struct {
	UUID      string   `json:"uuid"`
	Kind      string   `json:"kind"`
	Snippet   string   `json:"snippet"`
	Ranges    [][2]int `json:"ranges"` // half-open rune offsets into Snippet
	Agent     string   `json:"agent,omitempty"`
	Block     int      `json:"block,omitempty"`
	ToolUseID string   `json:"toolUseId,omitempty"`
}

// RankedResult is the best turns.
type RankedResult struct {
	Turns []RankedTurn `json:"turns"`
	// Instead is the query with its misspelt words mended; nil where none is.
	Instead *string `json:"instead"`
	// Total is how many turns have a word of the query.
	Total int `json:"total"`
}

// DefaultTurns is how many turns are returned when nobody says.
const DefaultTurns = 20

// Weights of the ranking, found with questions whose answers are known.
const (
	saturation = 2.0  // k1 of BM25
	lengthPart = 0.75 // b of BM25
	mended     = 0.7  // of a word that replaces a misspelt one
	// passagePart is what the best passage of a turn adds, times the square of the share of
	// the words that it holds, and exactPart what it adds besides where it holds all of them.
	passagePart = 0.5
	exactPart   = 0.2
	// recency is by how much the newest turn is worth more than the oldest.
	recency = 0.01
)

// roleWeights are what a word counts by the role of its text.
var roleWeights = [turns.Roles]float64{turns.Prompt: 3, turns.Reply: 2, turns.Call: 1, turns.Output: 0.5}

// ranking is one ranked search under way.
type ranking struct {
	ctx   context.Context
	x     *Index
	q     *query.Query
	opt   Options
	snap  *snapshot
	docs  *documents
	cond  conditions
	terms []rankTerm
	words []rankWord
	only  map[int32]bool // what phrases and filters on records allow; nil: everything
	not   map[int32]bool // what they forbid
	ids   map[int32]bool // the turns of the record that the query is the id of
	score map[int32]*scoredTurn
	order []*scoredTurn

	limits rankLimits
}

// rankWord is a word of the query as a person typed it.
type rankWord struct {
	text  string
	terms []int // of ranking.terms: its whole, or else its parts
	whole int   // -1: it has no parts
}

// rankTerm is what is counted of a word.
type rankTerm struct {
	keys    []turns.Key
	found   []wordCount // nil: not looked for yet
	needle  []byte      // folded, as it stands in texts
	weight  float64
	idf     float64
	instead string
}

// scoredTurn is a turn that has one of the words.
type scoredTurn struct {
	doc   int32
	words float64 // by turn words
	total float64
	has   uint64 // terms that the turn has
	best  passage
}

// Rank returns the turns that a description fits, the best first. Plain words of q may be
// missing; its phrases, expressions and filters hold. src is q as it was typed. The error is
// ctx's.
func (x *Index) Rank(ctx context.Context, src string, q *query.Query, opt Options) (RankedResult, error) {
	if opt.Limit == 0 {
		opt.Limit = DefaultTurns
	}
	if opt.Limit < 0 {
		opt.Limit = math.MaxInt
	}
	if opt.In == 0 {
		opt.In = query.Default
	}
	snap := x.now.Load()
	r := &ranking{
		ctx: ctx, x: x, q: q, opt: opt, snap: snap, docs: x.documents(snap, opt.Catalog),
		cond: conditionsOf(q, opt.In), score: map[int32]*scoredTurn{},
		limits: limitsOf(opt.Limit),
	}
	r.parse()
	instead := r.mend(src)
	if err := r.narrow(); err != nil {
		return RankedResult{Turns: []RankedTurn{}}, err
	}
	r.count()
	r.sort()
	if err := r.passages(); err != nil {
		return RankedResult{Turns: []RankedTurn{}}, err
	}
	r.sort()
	list := r.result()
	return RankedResult{Turns: list, Instead: instead, Total: len(r.order)}, ctx.Err()
}

// maxTerms is how many terms are counted: scoredTurn.has has a bit for each.
const maxTerms = 64

// parse makes terms of the plain words. Fillers count only where there is nothing else.
func (r *ranking) parse() {
	for _, fillersToo := range [...]bool{false, true} {
		for _, t := range r.q.Terms {
			if t.Kind == query.Word && !t.Not {
				r.word(t.Text, fillersToo)
			}
		}
		if len(r.words) > 0 {
			return
		}
	}
}

func (r *ranking) word(text string, fillersToo bool) {
	w := rankWord{text: text, whole: -1}
	turns.Split([]byte(text), func(part turns.Word) {
		if !fillersToo && !part.Whole && turns.Filler(part.Text) || len(r.terms) == maxTerms {
			return
		}
		at := slices.IndexFunc(r.terms, func(t rankTerm) bool { return t.keys[0] == part.Key })
		if at < 0 {
			at = len(r.terms)
			r.terms = append(r.terms, rankTerm{keys: []turns.Key{part.Key}, needle: needleOf(text, part), weight: 1})
		}
		if part.Whole && w.whole < 0 {
			w.whole = at
		} else {
			w.terms = append(w.terms, at)
		}
	})
	if len(w.terms) > 0 || w.whole >= 0 {
		r.words = append(r.words, w)
	}
}

// needleOf returns how a word stands in a text.
func needleOf(typed string, w turns.Word) []byte {
	if w.Whole {
		return fold(trimPunctuation(typed))
	}
	return fold(turns.Stem(w.Text))
}

// count scores the turns by their words.
func (r *ranking) count() {
	n := float64(len(r.docs.list))
	weights := roleWeights
	for role := range weights {
		if !r.wants(turns.Role(role)) {
			weights[role] = 0
		}
	}
	for i := range r.terms {
		t := &r.terms[i]
		found := t.found
		if found == nil {
			found = r.docs.find(t.keys)
		}
		df := float64(len(found))
		t.idf = math.Log(1 + (n-df+0.5)/(df+0.5))
		for _, f := range found {
			tf := 0.0
			for role, c := range f.count {
				if c > 0 {
					length := float64(r.docs.list[f.doc].words[role]) / r.docs.mean[role]
					tf += weights[role] * float64(c) / (1 - lengthPart + lengthPart*length)
				}
			}
			if tf == 0 || !r.allows(f.doc) {
				continue
			}
			s := r.of(f.doc)
			s.has |= 1 << i
			s.words += t.weight * t.idf * tf * (saturation + 1) / (saturation + tf)
		}
	}
}

// wants reports whether texts of a role are searched.
func (r *ranking) wants(role turns.Role) bool {
	of := [turns.Roles]kinds{
		turns.Prompt: 1<<KindPrompt | 1<<KindMessage | 1<<KindCommand, turns.Reply: 1 << KindReply,
		turns.Call: 1 << KindTool, turns.Output: 1<<KindResult | 1<<KindNotice,
	}
	return r.cond.want&of[role] != 0
}

// of returns the score of a turn.
func (r *ranking) of(doc int32) *scoredTurn {
	s := r.score[doc]
	if s == nil {
		s = &scoredTurn{doc: doc}
		r.score[doc] = s
	}
	return s
}

// allows reports whether the filters and the scope allow a turn.
func (r *ranking) allows(doc int32) bool {
	d := &r.docs.list[doc]
	switch {
	case r.only != nil && !r.only[doc] || r.not[doc]:
		return false
	case d.end != 0 && (d.end < r.cond.after || d.start >= r.cond.before):
		return false
	case r.opt.Records != nil && !r.opt.Records(d.owner, d.own):
		return false
	}
	return r.home(d) != nil
}

// home returns the file that a turn is shown in: the first that the filters and the scope
// allow, nil where they allow none.
func (r *ranking) home(d *document) *FileInfo {
	if r.allowsFile(d.owner) {
		return d.owner
	}
	for _, c := range d.copies {
		if r.allowsFile(c) {
			return c
		}
	}
	return nil
}

func (r *ranking) allowsFile(f *FileInfo) bool {
	return f.allows(r.q, touchings{}) && (r.opt.Files == nil || r.opt.Files(f))
}

// sort orders the turns, the best first.
func (r *ranking) sort() {
	oldest, newest := int64(math.MaxInt64), int64(0)
	for doc := range r.score {
		if t := r.docs.list[doc].end; t != 0 {
			oldest, newest = min(oldest, t), max(newest, t)
		}
	}
	total := 0.0
	for i := range r.terms {
		total += r.terms[i].weight * r.terms[i].idf
	}
	r.order = r.order[:0]
	for _, s := range r.score {
		s.total = s.words + s.best.bonus(total)
		if d := &r.docs.list[s.doc]; newest > oldest && d.end != 0 {
			s.total *= 1 + recency*float64(d.end-oldest)/float64(newest-oldest)
		}
		if r.ids[s.doc] {
			s.total += idScore
		}
		r.order = append(r.order, s)
	}
	slices.SortFunc(r.order, func(a, b *scoredTurn) int {
		if c := cmp.Compare(b.total, a.total); c != 0 {
			return c
		}
		x, y := &r.docs.list[a.doc], &r.docs.list[b.doc]
		return cmp.Or(cmp.Compare(y.end, x.end), slices.Compare(x.id[:], y.id[:]))
	})
}

// idScore is what the turn of the record that a query names gets: more than words give.
const idScore = 1000

// Hit returns the record as a hit, as far as it is known.
func (b *BestRecord) Hit() *Hit {
	return &Hit{UUID: b.UUID, Kind: b.Kind, Snippet: b.Snippet, Ranges: b.Ranges, Agent: b.Agent, Block: b.Block, ToolUseID: b.ToolUseID}
}
