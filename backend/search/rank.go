package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"
	"dendro/backend/search/turns"
	"dendro/backend/transcript"
)

// RankedTurn is a turn that matches a description. Its JSON is fixed by the headless
// contract.
type RankedTurn struct {
	Session string          `json:"session"`
	UUID    string          `json:"uuid"` // of the record that opens it
	Chat    string          `json:"chat"`
	Project string          `json:"project"`
	Title   string          `json:"title"`  // of the session
	Prompt  string          `json:"prompt"` // the beginning of the prompt
	Time    transcript.Time `json:"time"`
	Score   float64         `json:"score"`
	Found   []string        `json:"found"`   // matched words of the query
	Missing []string        `json:"missing"` // the other words
	Best    BestRecord      `json:"best"`
	AlsoIn  []string        `json:"alsoIn"` // other sessions that have the turn
	Closing Closing         `json:"-"`      // if Options.Closings is set
}

// BestRecord is the record that best shows why a turn matches.
type BestRecord struct {
	UUID      string   `json:"uuid"`
	Kind      string   `json:"kind"`
	Snippet   string   `json:"snippet"`
	Ranges    [][2]int `json:"ranges"` // half-open rune offsets into Snippet
	Agent     string   `json:"agent,omitempty"`
	Block     int      `json:"block,omitempty"`
	ToolUseID string   `json:"toolUseId,omitempty"`
}

// RankedResult holds the best turns.
type RankedResult struct {
	Turns []RankedTurn `json:"turns"`
	// Instead is the query with corrected spelling; nil if nothing was corrected.
	Instead *string `json:"instead"`
	// Total is how many turns have a word of the query.
	Total int `json:"total"`
	// Exact is how many records have all words; nil after an error.
	Exact *ExactCount `json:"exact"`
}

// DefaultTurns is how many turns are returned by default.
const DefaultTurns = 20

// Weights of the ranking, tuned with questions whose answers are known.
const (
	saturation = 2.0  // k1 of BM25
	lengthPart = 0.75 // b of BM25
	mended     = 0.7  // of a word that replaces a misspelt one
	// passagePart weights the best passage of a turn, multiplied by the square of the share
	// of the query's words in it. exactPart is an additional weight if it has all of them.
	passagePart = 0.5
	exactPart   = 0.2
	// recency is the maximum bonus for age, which the newest turn gets.
	recency = 0.01
)

// roleWeights weight a word by the role of its text.
var roleWeights = [turns.Roles]float64{turns.Prompt: 3, turns.Reply: 2, turns.Call: 1, turns.Output: 0.5}

// ranking is one ranked search in progress.
type ranking struct {
	ctx   context.Context
	x     *Index
	q     *query.Query // without the filters in holding
	opt   Options
	snap  *snapshot
	docs  *documents
	cond  conditions
	terms []rankTerm
	words []rankWord
	// holding are the filters on failed calls, agents and bookmarks.
	holding []query.Filter
	only    map[int32]bool // turns that phrases and filters on records allow; nil: all
	not     map[int32]bool // turns that they exclude
	ids     map[int32]bool // the turns of the record whose id the query is
	score   map[int32]*scoredTurn
	order   []*scoredTurn

	limits rankLimits
}

// rankWord is a word of the query as typed.
type rankWord struct {
	text  string
	terms []int // indices into ranking.terms: the parts of a name, or the word itself
	whole int   // index of the whole name; -1: it has no parts
}

// rankTerm is a unit of counting: a word, a name or a part of one.
type rankTerm struct {
	keys    []turns.Key
	found   []wordCount // nil: not looked up yet
	needle  []byte      // folded, as it occurs in texts
	weight  float64
	idf     float64
	instead string
}

// scoredTurn is a turn that has at least one of the words.
type scoredTurn struct {
	doc   int32
	words float64 // score by turn words
	total float64
	has   uint64 // terms that the turn has
	best  passage
}

// Rank returns the turns that match a description, the best first. Plain words of q are
// optional; its phrases, expressions and filters must match. src is q as typed. The error is
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
	q, holding := withoutHolding(q)
	r := &ranking{
		ctx: ctx, x: x, q: q, holding: holding, opt: opt, snap: snap, docs: x.documents(snap, opt.Catalog),
		cond: conditionsOf(q, opt.In), score: map[int32]*scoredTurn{},
		limits: limitsOf(opt.Limit),
	}
	r.parse()
	instead := r.mend(src)
	if err := r.narrow(); err != nil {
		return RankedResult{Turns: []RankedTurn{}}, err
	}
	r.withoutWords()
	r.count()
	r.sort()
	if err := r.passages(); err != nil {
		return RankedResult{Turns: []RankedTurn{}}, err
	}
	r.sort()
	total := len(r.order)
	exact := r.exactFirst()
	list := r.result()
	return RankedResult{Turns: list, Instead: instead, Total: total, Exact: exact}, ctx.Err()
}

// maxTerms is the maximum number of terms: scoredTurn.has has a bit for each.
const maxTerms = 64

// parse converts the plain words to terms. Fillers are ignored unless there are no other
// words.
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

// needleOf returns the form of a word to look for in texts.
func needleOf(typed string, w turns.Word) []byte {
	if w.Whole {
		return fold.Text(trimPunctuation(typed))
	}
	return fold.Text(turns.Stem(w.Text))
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

// home returns the file in which to show a turn: the first that the filters and the scope
// allow, nil if they allow none.
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

// idScore is the score for the turn of a record whose id is the query: more than words can
// reach.
const idScore = 1000

// Hit returns the record as a hit. Fields that BestRecord lacks are empty.
func (b *BestRecord) Hit() *Hit {
	return &Hit{UUID: b.UUID, Kind: b.Kind, Snippet: b.Snippet, Ranges: b.Ranges, Agent: b.Agent, Block: b.Block, ToolUseID: b.ToolUseID}
}
