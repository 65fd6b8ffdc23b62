package query

import (
	"regexp"
	"strings"
	"time"

	"dendro/backend/message"
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
	Steps  int            // of Regexp: how many it takes with each character, about and in the worst case
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
	PR      Key = "pr"
	Tag     Key = "tag"
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
	From int `json:"from"` // runes, half-open
	To   int `json:"to"`
	// Msg is one or several sentences.
	Msg message.Message `json:"message"`
}

// Error returns the sentence.
func (e *Error) Error() string { return e.Msg.String() }

// In returns the error with its text in a language.
func (e *Error) In(language string) *Error { return &Error{e.From, e.To, e.Msg.Fixed(language)} }

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
