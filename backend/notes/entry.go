package notes

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dendro/backend/internal/plain"
)

// Kind is what a note is about.
type Kind string

// The kinds.
const (
	OfChat   Kind = "chat"   // named by its first prompt
	OfBranch Kind = "branch" // named by its first record
	OfRecord Kind = "record" // a bookmark
)

// Subject is what a note is about. Record is the uuid of a record, in canonical form.
type Subject struct {
	Kind   Kind   `json:"of"`
	Record string `json:"record"`
}

// The facts of an entry. A tag is a fact of its own: the prefix and its name.
const (
	factName     = "name"
	factText     = "note"
	factStar     = "star"
	factBookmark = "bookmark"
	factSession  = "session"
	factProject  = "project"
	factExcerpt  = "excerpt"
	tagPrefix    = "tag:"
)

// set is the value of a fact that is true.
const set = "yes"

// Entry is one fact about a subject. An empty value means that it was removed.
type Entry struct {
	Subject
	Fact  string    `json:"fact"`
	Value string    `json:"value,omitempty"`
	At    time.Time `json:"at"`
}

// Limits of an entry, in bytes.
const (
	maxFact  = 128
	maxValue = 16 << 10
	maxName  = 200
	maxTag   = 60
)

// valid reports whether an entry can be kept. Kinds and facts of a newer Dendro are.
func (e *Entry) valid() bool {
	return plain.IsUUID(e.Record) && e.Kind != "" && e.Fact != "" && len(e.Kind)+len(e.Fact) <= maxFact && len(e.Value) <= maxValue &&
		utf8.ValidString(e.Value) && !e.At.IsZero() && e.At.Year() < 10000
}

// key identifies a fact.
type key struct {
	Subject
	fact string
}

// newer reports whether an entry replaces another one of the same fact.
func (e *Entry) newer(other Entry) bool {
	return cmp.Or(e.At.Compare(other.At), strings.Compare(e.Value, other.Value)) > 0
}

// facts are the newest entries.
type facts map[key]Entry

// add adds an entry, unless there is a newer one of the same fact.
func (f facts) add(e Entry) {
	e.At = e.At.UTC()
	e.clean()
	k := key{e.Subject, e.Fact}
	if old, known := f[k]; !known || e.newer(old) {
		f[k] = e
	}
}

// list returns the entries in the order of their times.
func (f facts) list() []Entry {
	return slices.SortedFunc(maps.Values(f), func(a, b Entry) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.Record, b.Record), strings.Compare(a.Fact, b.Fact))
	})
}

// clean removes control characters and changes of direction: journals are imported.
func (e *Entry) clean() {
	switch e.Fact {
	case factText:
		e.Value = text(e.Value)
	case factName, factSession:
		e.Value = line(e.Value, maxName)
	default:
		e.Value = line(e.Value, maxValue)
	}
}

// line returns a text as one line of at most limit bytes, without control characters and
// changes of direction.
func line(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	return cut(plain.Line(s), limit)
}

// cut returns the beginning of a valid text, in at most limit bytes.
func cut(s string, limit int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "")
	}
	return s
}

// Tag returns the form in which a tag is kept: one word, without # and commas; "" if nothing
// is left.
func Tag(s string) string {
	s = strings.TrimLeft(strings.TrimSpace(s), "#")
	s = strings.Map(func(r rune) rune {
		if r == ',' || r == '"' || plain.Hidden(r) {
			return -1
		}
		return r
	}, s)
	return cut(strings.Join(strings.Fields(s), "-"), maxTag)
}

// text returns a note without control characters, other than line breaks and tabs, and changes
// of direction.
func text(s string) string { return cut(strings.TrimSpace(plain.Text(s)), maxValue) }
