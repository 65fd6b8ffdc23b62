package query

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Query is a parsed search. It is not changed once parsed.
type Query struct {
	Terms  []Term
	In     Fields // what the query says is to be searched; 0: nothing said
	NotIn  Fields // what -in: takes away
	After  time.Time
	Before time.Time
	// Filters are the other conditions, in order.
	Filters []Filter
	// Spans cover what was typed, for colouring, also where it has an error.
	Spans []Span
}

// TermKind is how a term matches.
type TermKind uint8

// The kinds of terms.
const (
	Word TermKind = iota
	Phrase
	Regex
)

// Term is something that has to stand, or must not stand, in a record.
type Term struct {
	Kind   TermKind
	Text   string         // a regular expression without its slashes
	Regexp *regexp.Regexp // of Kind Regex
	Not    bool
}

// Key is what a filter looks at.
type Key string

// The keys of filters.
const (
	Project Key = "project"
	Tool    Key = "tool"
	File    Key = "file"
	Branch  Key = "branch"
	Model   Key = "model"
	Is      Key = "is"

	in     Key = "in"
	before Key = "before"
	after  Key = "after"
)

// The values of Is.
const (
	Leaf       = "leaf"
	Superseded = "superseded"
	Fork       = "fork"
	Live       = "live"
)

// Filter is a condition on where a record stands.
type Filter struct {
	Key   Key
	Value string
	Not   bool
}

// Error says what is wrong with a query, and where.
type Error struct {
	From int    `json:"from"` // runes, half-open
	To   int    `json:"to"`
	Msg  string `json:"message"` // a sentence for people
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Msg }

// Empty reports whether the query asks for nothing.
func (q *Query) Empty() bool {
	return len(q.Terms) == 0 && len(q.Filters) == 0 && q.In|q.NotIn == 0 && q.After.IsZero() && q.Before.IsZero()
}

// Fields returns what to search where def is searched by default.
func (q *Query) Fields(def Fields) Fields {
	if q.In != 0 {
		def = q.In
	}
	return def &^ q.NotIn
}

// minID is how much of an id is enough to mean one: as on the command line.
const minID = 8

// ID returns the id that the whole query is, or the beginning of one, and ""
// where it is anything else: such a query is better answered by going there.
func (q *Query) ID() string {
	if len(q.Terms) != 1 || len(q.Spans) != 1 || q.Terms[0].Kind != Word || q.Terms[0].Not {
		return ""
	}
	s := strings.ToLower(q.Terms[0].Text)
	if len(s) < minID || len(s) > 36 {
		return ""
	}
	digit := false
	for i := range len(s) {
		c := s[i]
		dash := i == 8 || i == 13 || i == 18 || i == 23
		switch {
		case dash != (c == '-'):
			return ""
		case c >= '0' && c <= '9':
			digit = true
		case !dash && (c < 'a' || c > 'f'):
			return ""
		}
	}
	if !digit { // "deadbeef" is an id, "facaded" a word, and words are commoner
		return ""
	}
	return s
}

// String returns the query in its canonical form, which parses to the same
// query: terms first, then fields, filters and times.
func (q *Query) String() string {
	var parts []string
	for _, t := range q.Terms {
		parts = append(parts, t.String())
	}
	if q.In != 0 {
		parts = append(parts, "in:"+q.In.String())
	}
	if q.NotIn != 0 {
		parts = append(parts, "-in:"+q.NotIn.String())
	}
	for _, f := range q.Filters {
		parts = append(parts, f.String())
	}
	if !q.After.IsZero() {
		parts = append(parts, "after:"+q.After.Format(stamp))
	}
	if !q.Before.IsZero() {
		parts = append(parts, "before:"+q.Before.Format(stamp))
	}
	return strings.Join(parts, " ")
}

// String returns the term as it would be typed.
func (t Term) String() string {
	s := t.Text
	switch t.Kind {
	case Phrase:
		s = quote(s)
	case Regex:
		s = "/" + s + "/"
	case Word: // as it stands
	}
	if t.Not {
		return "-" + s
	}
	return s
}

// String returns the filter as it would be typed.
func (f Filter) String() string {
	v := f.Value
	// A slash at the end would close what an earlier word opens.
	if strings.ContainsFunc(v, isSpace) || strings.HasPrefix(v, `"`) || strings.HasSuffix(v, "/") {
		v = quote(v)
	}
	s := fmt.Sprintf("%s:%s", f.Key, v)
	if f.Not {
		return "-" + s
	}
	return s
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
