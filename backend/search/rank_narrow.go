package search

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// narrow finds the turns that satisfy the phrases, expressions and filters on records.
func (r *ranking) narrow() error {
	exact := *r.q
	exact.Terms = nil
	var negated []query.Term
	for _, t := range r.q.Terms {
		switch {
		case isFlag(t):
		case t.Not:
			t.Not = false
			negated = append(negated, t)
		case t.Kind != query.Word:
			exact.Terms = append(exact.Terms, t)
		}
	}
	onRecords := slices.ContainsFunc(r.q.Filters, func(f query.Filter) bool {
		return f.Key == query.Tool || f.Key == query.Branch || f.Key == query.Model
	})
	var err error
	if len(exact.Terms) > 0 || onRecords {
		if r.only, err = r.exactly(&exact, len(r.words) == 0); err != nil {
			return err
		}
	}
	for _, t := range negated {
		without := exact
		without.Terms = []query.Term{t}
		forbidden, err := r.exactly(&without, false)
		if err != nil {
			return err
		}
		if r.not == nil {
			r.not = forbidden
		}
		for doc := range forbidden {
			r.not[doc] = true
		}
	}
	for _, f := range r.holding {
		r.narrowTo(r.docs.having(f.Value), f.Not)
	}
	if IsID(r.q) {
		r.ids, err = r.exactly(r.q, true)
	}
	return err
}

// withoutHolding returns a query without its filters on failed calls, agents and bookmarks, and
// these: a turn may have the words and the failed call in different records, and files.
func withoutHolding(q *query.Query) (rest *query.Query, holding []query.Filter) {
	copied := *q
	copied.Filters = nil
	for _, f := range q.Filters {
		if f.Key == query.Is && (f.Value == query.Failed || f.Value == query.Agent || f.Value == query.Bookmarked) {
			holding = append(holding, f)
		} else {
			copied.Filters = append(copied.Filters, f)
		}
	}
	return &copied, holding
}

// narrowTo allows only some turns, or excludes them. If nothing else is searched for, it adds
// them to the ranking.
func (r *ranking) narrowTo(turns map[int32]bool, not bool) {
	if not {
		if r.not == nil {
			r.not = map[int32]bool{}
		}
		maps.Copy(r.not, turns)
		return
	}
	alone := r.only == nil && len(r.words) == 0
	if r.only == nil {
		r.only = turns
	} else {
		maps.DeleteFunc(r.only, func(doc int32, _ bool) bool { return !turns[doc] })
	}
	for doc := range turns {
		if alone && r.allows(doc) {
			r.of(doc)
		}
	}
}

// withoutWords adds the turns to rank if nothing but filters is searched for: those that touched
// the file of a filter, or all in the time range.
func (r *ranking) withoutWords() {
	if len(r.words) > 0 || r.only != nil {
		return
	}
	hasFile := false
	for _, f := range r.q.Filters {
		if f.Key != query.File || f.Not {
			continue
		}
		hasFile = true
		fits := PathFilter(f.Value)
		r.narrowTo(r.docs.with(func(info *FileInfo) []transcript.ID {
			if info.Touching == nil {
				return nil
			}
			return info.Touching(fits)
		}), false)
	}
	if hasFile || r.q.After.IsZero() && r.q.Before.IsZero() {
		return
	}
	for doc := range int32(len(r.docs.list)) {
		if r.allows(doc) {
			r.of(doc)
		}
	}
}

// isFlag reports whether a term excludes a single letter. In a description that is the option
// of a command: "claude -p".
func isFlag(t query.Term) bool {
	return t.Not && t.Kind == query.Word && utf8.RuneCountInString(t.Text) == 1
}

// IsID reports whether a query is an id, or the prefix of a uuid, rather than a word.
func IsID(q *query.Query) bool {
	id := idOf(q)
	if idPrefix(id) != nil {
		return true
	}
	for _, prefix := range [...]string{"toolu_", "req_", "msg_", "srvtoolu_"} {
		if strings.HasPrefix(string(id), prefix) {
			return true
		}
	}
	return false
}

// mostExact limits how many records are matched against phrases and filters.
const mostExact = 20000

// exactly returns the turns of the records that match a query, limited to the newest
// mostExact records. If rank is true, it adds those without a score to the ranking.
func (r *ranking) exactly(q *query.Query, rank bool) (map[int32]bool, error) {
	s := r.exactSearch(q, mostExact)
	docs := map[int32]bool{}
	for _, hit := range s.top.Items {
		doc, ok := r.docs.at(hit.key, hit.offset)
		if !ok {
			continue
		}
		docs[doc] = true
		if rank && r.score[doc] == nil && r.docs.list[doc].owner != nil {
			r.of(doc).best = passage{key: hit.key, offset: hit.offset, kind: hit.kind, found: hit}
		}
	}
	return docs, r.ctx.Err()
}
