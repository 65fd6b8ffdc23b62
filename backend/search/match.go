package search

import (
	"bytes"
	"context"
	"math/bits"
	"slices"
	"strings"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// term is a term of a query, prepared for matching.
type term struct {
	not    bool
	text   []byte    // folded
	re     *compiled // nil for a text
	any    [][]byte  // for an expression: every match contains at least one; nil: unknown
	needle fold.Needle
}

// terms prepares the terms of a query.
func terms(q *query.Query) []term {
	list := make([]term, len(q.Terms))
	for i, t := range q.Terms {
		if t.Kind == query.Regex {
			list[i] = term{not: t.Not, re: compileRegex(&t)}
			texts := literals(t.Text)
			for _, s := range texts {
				list[i].any = append(list[i].any, fold.Text(s))
			}
			if len(texts) == 1 {
				list[i].needle = fold.NewNeedle(texts[0])
				list[i].needle.Whole = false
			}
		} else {
			list[i] = term{not: t.Not, text: fold.Text(t.Text), needle: fold.NewNeedle(t.Text)}
		}
	}
	return list
}

// conditions are a query's conditions on records other than their texts.
type conditions struct {
	want          kinds
	after, before int64 // Unix milliseconds, half-open
	branches      choice
	models        choice
	tools         choice
	// whether a call failed, an agent wrote it, it has a bookmark; nil: either
	failed, agent, bookmarked *bool
	wantOfID                  kinds // kinds within the record whose id the query is
}

// onRecords reports whether a condition can hold for records only, not for titles.
func (c *conditions) onRecords() bool {
	return !c.branches.empty() || !c.models.empty() || c.failed != nil || c.agent != nil || c.bookmarked != nil
}

// choice holds the filters of one key: at least one of is must match, if there are any, and
// none of not.
type choice struct{ is, not []string }

func choiceOf(q *query.Query, key query.Key) (c choice) {
	for _, f := range q.Filters {
		switch {
		case f.Key != key:
		case f.Not:
			c.not = append(c.not, f.Value)
		default:
			c.is = append(c.is, f.Value)
		}
	}
	return c
}

func (c *choice) empty() bool { return len(c.is)+len(c.not) == 0 }

// allows reports whether the filters are satisfied. fits tells whether a value matches.
func (c *choice) allows(fits func(value string) bool) bool {
	for _, v := range c.not {
		if fits(v) {
			return false
		}
	}
	for _, v := range c.is {
		if fits(v) {
			return true
		}
	}
	return len(c.is) == 0
}

// containsFold reports whether s contains part, without regard to case.
func containsFold(s, part string) bool { return bytes.Contains(fold.Text(s), fold.Text(part)) }

// toolFits reports whether a name matches a tool, either in full or as a component of the
// "mcp__server__tool" form.
func toolFits(tool, name string) bool {
	fits := func(part string) bool { return strings.EqualFold(part, name) }
	return fits(tool) || slices.ContainsFunc(strings.Split(tool, "__"), fits)
}

// conditionsOf returns the conditions of a query.
func conditionsOf(q *query.Query, def query.Fields) conditions {
	c := conditions{
		want: kindsOf(q.Fields(def)), after: minTime, before: maxTime,
		branches: choiceOf(q, query.Branch), models: choiceOf(q, query.Model), tools: choiceOf(q, query.Tool),
	}
	for _, f := range q.Filters {
		wanted := !f.Not
		switch {
		case f.Key != query.Is:
		case f.Value == query.Failed:
			c.failed = &wanted
		case f.Value == query.Agent:
			c.agent = &wanted
		case f.Value == query.Bookmarked:
			c.bookmarked = &wanted
		}
	}
	if !q.After.IsZero() {
		c.after = q.After.UnixMilli()
	}
	if !q.Before.IsZero() {
		c.before = q.Before.UnixMilli()
	}
	c.wantOfID = c.want
	if q.In == 0 && q.NotIn == 0 && def == query.Default { // neither the query nor the options choose fields
		c.wantOfID = allKinds
	}
	if len(c.tools.is) > 0 {
		c.want &= 1<<KindTool | 1<<KindResult
	}
	return c
}

const (
	minTime = -1 << 63
	maxTime = 1<<63 - 1
)

// matcher matches records. It is not safe for concurrent use.
type matcher struct {
	ctx   context.Context
	terms []term
	cond  conditions
	id    []byte // see idOf

	x     Extractor
	fold  []byte
	visit func(*Part)
	mask  func(string) string // see Options.Mask
	odd   bool                // the current lines may write texts in another form than the text itself

	// Of the current record.
	toolOf func(record transcript.ID, block int) string // returns the tool of a result's call
	record transcript.ID                                // the current record
	parts  int
	seen   uint64 // the terms found so far
	denied bool
	best   found
}

// found is the part of a record that matches best.
type found struct {
	part  int // its number
	kind  Kind
	terms int   // how many terms it contains
	want  kinds // the kinds among which parts are counted
	uuid  bool  // the record was found by its uuid alone
	moved bool  // the record has an output in a separate file, and may be checked twice
}

func newMatcher(s *search) *matcher {
	m := &matcher{ctx: s.ctx, terms: s.terms, cond: s.cond, id: idOf(s.q), mask: s.opt.Mask}
	m.visit = m.part
	return m
}

// match reports whether r matches, and its best part.
func (m *matcher) match(r *transcript.Record, info *FileInfo, toolOf func(transcript.ID, int) string) (best found, ok bool) {
	if ms := transcript.Millis(r.Timestamp); ms < m.cond.after || ms >= m.cond.before {
		return found{}, false
	}
	if m.cond.failed != nil && *m.cond.failed != hasFailed(r) || m.cond.agent != nil && *m.cond.agent != (info.Agent != "" || r.Sidechain) {
		return found{}, false
	}
	if m.cond.bookmarked != nil && *m.cond.bookmarked != slices.Contains(info.Bookmarked, r.UUID.ID) {
		return found{}, false
	}
	if !m.cond.branches.empty() && !m.cond.branches.allows(func(v string) bool { return containsFold(r.GitBranch, v) }) {
		return found{}, false
	}
	if !m.cond.models.empty() {
		model := info.Model
		if r.Kind == transcript.KindAssistant {
			model = r.Model
		}
		if !m.cond.models.allows(func(v string) bool { return containsFold(model, v) }) {
			return found{}, false
		}
	}
	m.toolOf, m.record = toolOf, r.UUID.ID
	m.parts, m.seen, m.denied, m.best = 0, 0, false, found{part: -1, want: m.cond.want}
	m.x.parts(r, m.cond.want, m.visit)
	moved := m.x.hasMoved
	best, ok = m.best, m.best.part >= 0 && !m.denied && m.seen == m.needed()
	if !ok {
		best, ok = m.byID(r)
	}
	best.moved = moved
	return best, ok
}

// hasFailed reports whether a record holds the result of a call that failed.
func hasFailed(r *transcript.Record) bool {
	return slices.ContainsFunc(r.Blocks, func(b transcript.Block) bool { return b.Kind == transcript.BlockToolResult && b.IsError })
}

// needed returns the terms that have to be found.
func (m *matcher) needed() (set uint64) {
	for i := range m.terms {
		if !m.terms[i].not {
			set |= 1 << i
		}
	}
	return set
}

// allowed reports whether the filters on tools allow a part.
func (m *matcher) allowed(p *Part) bool {
	if m.cond.tools.empty() {
		return true
	}
	tool := p.Tool
	if p.Kind == KindResult {
		tool = m.toolOf(m.record, p.Block)
	}
	if tool == "" {
		return len(m.cond.tools.is) == 0
	}
	return m.cond.tools.allows(func(v string) bool { return toolFits(tool, v) })
}

func (m *matcher) part(p *Part) {
	n := m.parts
	m.parts++
	if m.denied || !m.allowed(p) {
		return
	}
	holds := m.holds(p)
	for i := range m.terms {
		if m.terms[i].not && holds>>i&1 == 1 {
			m.denied = true
			return
		}
	}
	m.seen |= holds
	if count := bits.OnesCount64(holds); m.best.part < 0 || count > m.best.terms {
		m.best = found{part: n, kind: p.Kind, terms: count, want: m.cond.want}
	}
}

// holds returns the terms that a part contains. Most terms are decided from the line's bytes,
// without decoding the text.
func (m *matcher) holds(p *Part) (set uint64) {
	var unknown uint64
	for i := range m.terms {
		holds, told := false, false
		if n := &m.terms[i].needle; !m.odd && p.Raw != nil && n.Whole {
			holds, told = n.Within(p.Raw[1 : len(p.Raw)-1])
		}
		switch {
		case !told:
			unknown |= 1 << i
		case holds:
			set |= 1 << i
		}
	}
	if unknown != 0 {
		set |= m.textHolds(p.Text(), unknown)
	}
	return set
}

// textHolds returns which of some terms a text contains.
func (m *matcher) textHolds(text []byte, of uint64) (set uint64) {
	m.fold, _ = fold.Append(m.fold[:0], text)
	var composed []byte
	for ; of != 0; of &= of - 1 {
		i := bits.TrailingZeros64(of)
		t := &m.terms[i]
		ok := t.mayStand(m.fold)
		switch {
		case !ok || t.re == nil:
		case t.re.folded:
			ok = m.matchRegex(t.re, m.fold)
		default:
			if composed == nil {
				composed = fold.Compose(text)
			}
			ok = m.matchRegex(t.re, composed)
		}
		if ok {
			set |= 1 << i
		}
	}
	return set
}

// mayStand is a fast test that precedes an expression. It reports whether a folded text
// contains the term, or a literal that every match of the expression contains.
func (t *term) mayStand(folded []byte) bool {
	if t.re == nil {
		return bytes.Contains(folded, t.text)
	}
	return len(t.any) == 0 || slices.ContainsFunc(t.any, func(s []byte) bool { return bytes.Contains(folded, s) })
}
