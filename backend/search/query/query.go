package query

import (
	"regexp"
	"strings"
	"time"

	"dendro/backend/message"
)

// Query is a parsed search. It is immutable.
type Query struct {
	Terms  []Term
	In     Fields // the fields to search; 0: not specified
	NotIn  Fields // fields that -in: excludes
	After  time.Time
	Before time.Time
	// Filters are the other conditions, in order.
	Filters []Filter
	// Spans cover the typed text for coloring, even if it has an error.
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

// Term is a text or expression that a record must contain, or must not contain.
type Term struct {
	Kind   TermKind
	Text   string         // a regular expression without its slashes
	Regexp *regexp.Regexp // only for Kind Regex
	Steps  int            // of Regexp: the approximate number of steps per character in the worst case
	Not    bool
}

// Key is the property that a filter tests.
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
	Note    Key = "note"
	Entry   Key = "entrypoint"
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
	// Of records and turns: those with a call that failed, and those of agents.
	Failed = "failed"
	Agent  = "agent"
	// Of chats and records that people marked.
	Starred    = "starred"
	Bookmarked = "bookmarked"
)

// Filter is a condition on the context of a record.
type Filter struct {
	Key   Key
	Value string
	Not   bool
}

// Error describes an error in a query and its position.
type Error struct {
	From int `json:"from"` // runes, half-open
	To   int `json:"to"`
	// Msg is one or several sentences.
	Msg message.Message `json:"message"`
}

// Error returns the message.
func (e *Error) Error() string { return e.Msg.String() }

// In returns the error with its text in a language.
func (e *Error) In(language string) *Error { return &Error{e.From, e.To, e.Msg.Fixed(language)} }

// Empty reports whether the query has no conditions.
func (q *Query) Empty() bool {
	return len(q.Terms) == 0 && len(q.Filters) == 0 && q.In|q.NotIn == 0 && q.After.IsZero() && q.Before.IsZero()
}

// Fields returns the fields to search. def is the default.
func (q *Query) Fields(def Fields) Fields {
	if q.In != 0 {
		def = q.In
	}
	return def &^ q.NotIn
}

// minID is the minimum length of an abbreviated id, as on the command line.
const minID = 8

// ID returns the id, or prefix of one, that the whole query is, and "" for other queries. It
// is better to open an id than to search for it.
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
	if !digit { // "deadbeef" is an id, "facaded" a word, and words are more common
		return ""
	}
	return s
}
