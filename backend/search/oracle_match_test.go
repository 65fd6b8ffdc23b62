package search_test

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/transcript"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/unicode/norm"
)

// The reference's definition of a hit.

// refShown returns a text as it is shown, by the definition.
func refShown(s string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(ansi.Strip(s)) {
		switch {
		case strings.ContainsRune("\u00ad\u200b\u200c\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff", r):
		case strings.ContainsRune("‘’‚‛", r):
			b.WriteByte('\'')
		case strings.ContainsRune("“”„‟", r):
			b.WriteByte('"')
		case strings.ContainsRune("\u2010\u2011", r):
			b.WriteByte('-')
		case strings.ContainsRune("․‥…", r) || unicode.Is(unicode.M, r):
			b.WriteRune(r)
		default:
			b.WriteString(norm.NFKC.String(string(r)))
		}
	}
	return norm.NFC.String(b.String())
}

// refPlain removes the accents of Latin and Greek letters.
func refPlain(s string) string {
	return strings.Map(func(r rune) rune {
		if parts := []rune(norm.NFD.String(string(r))); len(parts) > 1 && unicode.In(parts[0], unicode.Latin, unicode.Greek) {
			return parts[0]
		}
		return r
	}, s)
}

// refFold folds by the definition: as shown, without accents, then the smallest rune of each
// orbit.
func refFold(s string) string {
	return strings.Map(func(r rune) rune {
		least := r
		for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
			least = min(least, o)
		}
		return least
	}, refPlain(refShown(s)))
}

var refFields = map[string]query.Fields{
	"prompt": query.Prompts, "message": query.Prompts, "command": query.Prompts, "summary": query.Prompts, "reply": query.Replies,
	"thinking": query.Thinking, "tool": query.Tools, "result": query.Results, "notice": query.Results,
}

// refTerm is one term of a query, matched in a simple way.
type refTerm struct {
	not    bool
	folded string
	re     *regexp.Regexp
	plain  bool // re is ASCII: it ignores accents
}

func (t *refTerm) in(x *refText) bool {
	if t.re != nil {
		if t.plain {
			return t.re.MatchString(refPlain(x.text))
		}
		return t.re.MatchString(x.text)
	}
	return strings.Contains(x.folded, t.folded)
}

func refTerms(q *query.Query) []refTerm {
	var terms []refTerm
	for _, t := range q.Terms {
		one := refTerm{not: t.Not, folded: refFold(t.Text)}
		if t.Kind == query.Regex {
			one.re = regexp.MustCompile("(?im)" + t.Text)
			one.plain = !strings.ContainsFunc(t.Text, func(r rune) bool { return r > unicode.MaxASCII }) && !strings.Contains(t.Text, "(?-")
		}
		terms = append(terms, one)
	}
	return terms
}

// hits returns the expected hits of q except titles, with their times: the owner's session,
// agent and uuid of each record. Copies may have another time and branch; those of the
// original count. Every hit contains one of the texts in holds.
func (r *reference) hits(q *query.Query, holds ...string) map[string]int64 {
	terms := refTerms(q)
	return r.hitsAmong(append(slices.Clip(r.candidates(terms, holds)), r.byID[refID(q)]...), q, terms)
}

// slowHits is like hits, but checks every record.
func (r *reference) slowHits(q *query.Query) map[string]int64 {
	return r.hitsAmong(r.everyRecord(), q, refTerms(q))
}

func (r *reference) hitsAmong(records []int32, q *query.Query, terms []refTerm) map[string]int64 {
	found := map[string]int64{}
	for _, i := range records {
		rec := &r.records[i]
		if !r.matches(rec, q, terms) {
			continue
		}
		owner := rec.info
		if copies := r.w.Copies(rec.info.Key, rec.identity); copies != nil {
			owner = copies[0]
		}
		if owner != rec.info && (len(q.Filters) > 0 || !q.After.IsZero() || !q.Before.IsZero()) {
			continue
		}
		key := owner.Session + " " + owner.Agent + " " + r.uuid(rec, owner)
		if _, known := found[key]; !known || owner == rec.info {
			found[key] = rec.ms
		}
	}
	return found
}

// uuid returns the uuid of a record in its owner's file.
func (r *reference) uuid(rec *refRecord, owner *search.FileInfo) string {
	if owner == rec.info {
		return rec.uuid
	}
	return transcript.Names(nil).Text(rec.identity)
}

func (r *reference) matches(rec *refRecord, q *query.Query, terms []refTerm) bool {
	fields := q.Fields(query.Default)
	if !q.After.IsZero() && rec.ms < q.After.UnixMilli() || !q.Before.IsZero() && rec.ms >= q.Before.UnixMilli() {
		return false
	}
	var texts []*refText
	for i := range rec.texts {
		if t := &rec.texts[i]; fields&refFields[t.kind] != 0 && r.allowed(rec, t, q) {
			texts = append(texts, t)
		}
	}
	if len(texts) > 0 && !slices.ContainsFunc(terms, func(t refTerm) bool { return t.not == slices.ContainsFunc(texts, t.in) }) {
		return true
	}
	if q.In == 0 && q.NotIn == 0 {
		fields = query.All
	}
	id := refID(q)
	return id != "" && slices.Contains(rec.ids, id) && slices.ContainsFunc(rec.texts, func(t refText) bool {
		return fields&refFields[t.kind] != 0 && r.allowed(rec, &t, q)
	})
}

// refID returns the id that a query may be, "" if it is not an id.
func refID(q *query.Query) string {
	if len(q.Terms) != 1 || q.Terms[0].Not || q.Terms[0].Kind == query.Regex || len(q.Terms[0].Text) < 2 {
		return ""
	}
	return strings.ToLower(q.Terms[0].Text)
}

// contains caches comparisons of short texts that are repeated often.
func (r *reference) contains(s, part string) bool {
	for _, text := range []string{s, part} {
		if _, known := r.folded[text]; !known {
			r.folded[text] = refFold(text)
		}
	}
	return strings.Contains(r.folded[s], r.folded[part])
}

// allowed applies the filters. Filters with the same key are alternatives, except for file
// and is.
func (r *reference) allowed(rec *refRecord, t *refText, q *query.Query) bool {
	wanted, given := map[query.Key]bool{}, map[query.Key]bool{}
	for _, f := range q.Filters {
		var ok bool
		switch f.Key {
		case query.Project:
			ok = r.contains(rec.info.Project, f.Value)
		case query.Branch:
			ok = r.contains(rec.branch, f.Value)
		case query.Tool:
			ok = strings.EqualFold(t.tool, f.Value)
		case query.File:
			ok = slices.ContainsFunc(rec.info.Touched, func(p string) bool { return r.contains(p, f.Value) })
			if ok == f.Not {
				return false
			}
			continue
		default:
			panic("no reference for " + f.Key)
		}
		if f.Not && ok {
			return false
		}
		if !f.Not {
			given[f.Key] = true
			wanted[f.Key] = wanted[f.Key] || ok
		}
	}
	for key := range given {
		if !wanted[key] {
			return false
		}
	}
	return true
}

// found returns the hits of a search in the reference's form.
func found(r search.Result) []string {
	list := []string{}
	for _, h := range r.Hits {
		if h.Kind != "title" {
			list = append(list, hitKey(h))
		}
	}
	slices.Sort(list)
	return list
}

func hitKey(h search.Hit) string { return h.Session + " " + h.Agent + " " + h.UUID }
