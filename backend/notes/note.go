package notes

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Note is all that is known of a subject.
type Note struct {
	Subject
	Name       string
	Text       string // several lines
	Tags       []string
	Starred    bool
	Bookmarked bool
	Changed    time.Time
	About
}

// About says what a note was about when it was written, for the time when its record is gone.
type About struct {
	Session string // of the record
	Project string
	Excerpt string // of what the record says, or the title of the chat
}

// empty reports whether nothing is left of a note.
func (n *Note) empty() bool {
	return n.Name == "" && n.Text == "" && len(n.Tags) == 0 && !n.Starred && !n.Bookmarked
}

// Edit is a change of a note. Fields that are nil stay as they are.
type Edit struct {
	Name *string
	Text *string
	Tags *[]string
	// AddTags and RemoveTags leave the other tags as they are.
	AddTags, RemoveTags []string
	Starred             *bool
	// Bookmarked keeps a record's note that is otherwise empty.
	Bookmarked *bool
}

// entries returns the facts of a note that an edit changes, without their time.
func (e *Edit) entries(now *Note) []Entry {
	var all []Entry
	put := func(fact, old, value string) {
		if old != value {
			all = append(all, Entry{Subject: now.Subject, Fact: fact, Value: value})
		}
	}
	if e.Name != nil {
		put(factName, now.Name, line(*e.Name, maxName))
	}
	if e.Text != nil {
		put(factText, now.Text, text(*e.Text))
	}
	if e.Starred != nil {
		put(factStar, yes(now.Starred), yes(*e.Starred))
	}
	if e.Bookmarked != nil {
		put(factBookmark, yes(now.Bookmarked), yes(*e.Bookmarked))
	}
	if e.Tags != nil {
		wanted := map[string]bool{}
		for _, tag := range *e.Tags {
			if tag = Tag(tag); tag != "" {
				wanted[tag] = true
			}
		}
		for _, tag := range now.Tags {
			if !wanted[tag] {
				put(tagPrefix+tag, set, "")
			}
			delete(wanted, tag)
		}
		for tag := range wanted {
			put(tagPrefix+tag, "", set)
		}
	}
	for _, tag := range e.AddTags {
		if tag = Tag(tag); tag != "" && !slices.Contains(now.Tags, tag) {
			put(tagPrefix+tag, "", set)
		}
	}
	for _, tag := range e.RemoveTags {
		if tag = Tag(tag); slices.Contains(now.Tags, tag) {
			put(tagPrefix+tag, set, "")
		}
	}
	return all
}

func yes(b bool) string {
	if b {
		return set
	}
	return ""
}

// apply sets a fact of a note.
func (n *Note) apply(e Entry) {
	switch e.Fact {
	case factName:
		n.Name = line(e.Value, maxName)
	case factText:
		n.Text = text(e.Value)
	case factStar:
		n.Starred = e.Value != ""
	case factBookmark:
		n.Bookmarked = e.Value != ""
	case factSession:
		n.Session = line(e.Value, maxName)
	case factProject:
		n.Project = line(e.Value, maxValue)
	case factExcerpt:
		n.Excerpt = line(e.Value, maxValue)
	default:
		if tag, ok := strings.CutPrefix(e.Fact, tagPrefix); ok && e.Value != "" && Tag(tag) == tag {
			n.Tags = append(n.Tags, tag)
		}
	}
	if e.At.After(n.Changed) {
		n.Changed = e.At
	}
}

// Merge returns one note of several on the same thing: the newest name and text, and the tags,
// star and bookmark of each. It returns nil without notes.
func Merge(list []*Note) *Note {
	if len(list) < 2 {
		if len(list) == 0 {
			return nil
		}
		return list[0]
	}
	list = slices.SortedFunc(slices.Values(list), byTime)
	one := *list[len(list)-1]
	one.Tags = nil
	for _, n := range list {
		one.Name, one.Text = cmp.Or(one.Name, n.Name), cmp.Or(one.Text, n.Text)
		one.Tags = append(one.Tags, n.Tags...)
		one.Starred, one.Bookmarked = one.Starred || n.Starred, one.Bookmarked || n.Bookmarked
	}
	slices.Sort(one.Tags)
	one.Tags = slices.Compact(one.Tags)
	return &one
}

// byTime orders notes, the one changed last at the end.
func byTime(a, b *Note) int {
	return cmp.Or(a.Changed.Compare(b.Changed), strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.Record, b.Record))
}

// Book is all notes at one moment. It is immutable.
type Book struct {
	// Version differs between two books of one Store.
	Version uint64
	// Notes are those with content, the one changed last at the end.
	Notes []*Note

	bySubject map[Subject]*Note
}

// Of returns the note on a subject, nil if there is none.
func (b *Book) Of(subject Subject) *Note { return b.bySubject[subject] }

// book returns the notes of entries.
func (f facts) book(version uint64) *Book {
	all := map[Subject]*Note{}
	for _, e := range f {
		n := all[e.Subject]
		if n == nil {
			n = &Note{Subject: e.Subject}
			all[e.Subject] = n
		}
		n.apply(e)
	}
	b := &Book{Version: version, bySubject: all}
	for subject, n := range all {
		if n.empty() {
			delete(all, subject)
			continue
		}
		slices.Sort(n.Tags)
		b.Notes = append(b.Notes, n)
	}
	slices.SortFunc(b.Notes, byTime)
	return b
}
