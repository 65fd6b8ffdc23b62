package notes

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"sync"
	"time"

	"dendro/backend/internal/own"
	"dendro/backend/message"
)

// fileName is the journal's name in the data directory.
const fileName = "notes.jsonl"

// maxFile bounds the journal. It is compacted long before.
const maxFile = 512 << 20

// compactFrom is the size from which a journal is compacted if it takes twice what its facts
// take.
const compactFrom = 256 << 10

// lookEvery is how old the notes may be, if another process writes.
const lookEvery = 250 * time.Millisecond

// Store reads and writes the journal of one data directory. It is safe for concurrent use by
// goroutines, and by processes.
type Store struct {
	dir own.Dir
	now func() time.Time

	mu      sync.Mutex
	facts   facts
	size    int64 // of the journal when it was read
	torn    bool  // its last line has no end
	damaged int   // lines without an entry
	book    *Book
	failed  error     // of the last reading
	looked  time.Time // at the size of the journal
}

// NewStore returns the store of a data directory, which need not exist. It reads nothing.
func NewStore(dir own.Dir, now func() time.Time) *Store {
	return &Store{dir: dir, now: now, facts: facts{}, book: &Book{}}
}

// Path returns the path of the journal; "" if there is no data directory.
func (s *Store) Path() string {
	if s.dir.Path == "" {
		return ""
	}
	return s.dir.Sub(fileName).Path
}

// Book returns the notes: those that were read before, with an error, if the journal cannot be
// read. From time to time it asks for the size of the journal, because another process may
// have written.
func (s *Store) Book() (*Book, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := s.now(); now.Sub(s.looked).Abs() >= lookEvery {
		s.looked = now
		s.refresh()
	}
	return s.book, s.failed
}

// Damaged returns the number of lines of the journal that could not be read.
func (s *Store) Damaged() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.damaged
}

// refresh reads the journal if its size has changed. s.mu is held.
func (s *Store) refresh() {
	s.resume()
	size, err := s.dir.Size(fileName)
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, own.ErrNone):
		size = 0
	case err != nil:
		s.failed = message.New("notes_unread", "path", s.Path(), "cause", err).Error(err)
		return
	}
	if size == s.size && s.failed == nil {
		return
	}
	var data []byte
	if size > 0 {
		if data, err = s.dir.Read(fileName, maxFile); err != nil {
			s.failed = message.New("notes_unread", "path", s.Path(), "cause", err).Error(err)
			return
		}
	}
	s.facts, s.damaged = parse(data)
	s.size, s.torn, s.failed = int64(len(data)), len(data) > 0 && data[len(data)-1] != '\n', nil
	s.book = s.facts.book(s.book.Version + 1)
}

// parse returns the entries of a journal, and how many of its lines have none.
func parse(data []byte) (all facts, damaged int) {
	all = facts{}
	for text := range bytes.Lines(data) {
		var e Entry
		switch {
		case len(bytes.TrimSpace(text)) == 0:
		case json.Unmarshal(text, &e) != nil || !e.valid():
			damaged++
		default:
			all.add(e)
		}
	}
	return all, damaged
}

// Target is a subject to write about. About describes the first note on it, see [About].
type Target struct {
	Subject
	About About
}

// Edit changes the notes on targets, in one write.
func (s *Store) Edit(targets []Target, edit Edit) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh()
	if s.failed != nil {
		return s.failed
	}
	var entries []Entry
	for _, t := range targets {
		now := cmp.Or(s.book.Of(t.Subject), &Note{Subject: t.Subject})
		changes := edit.entries(now)
		if len(changes) > 0 && now.About == (About{}) {
			for fact, value := range map[string]string{factSession: t.About.Session, factProject: t.About.Project, factExcerpt: line(t.About.Excerpt, maxName)} {
				if value != "" {
					changes = append(changes, Entry{Subject: t.Subject, Fact: fact, Value: value})
				}
			}
		}
		entries = append(entries, changes...)
	}
	// The clock may be behind that of the machine which wrote the last value.
	at := s.now().UTC()
	for i := range entries {
		entries[i].At = at
		if old, known := s.facts[key{entries[i].Subject, entries[i].Fact}]; known && !at.After(old.At) {
			entries[i].At = old.At.Add(time.Nanosecond)
		}
	}
	return s.write(entries)
}

// write appends entries. s.mu is held.
func (s *Store) write(entries []Entry) error {
	if len(entries) == 0 {
		return nil
	}
	var text bytes.Buffer
	if s.torn {
		text.WriteByte('\n')
	}
	encoder := json.NewEncoder(&text) // one line each
	encoder.SetEscapeHTML(false)
	for i := range entries {
		if !entries[i].valid() {
			return message.New("notes_invalid", "record", entries[i].Record).Error(nil)
		}
		if err := encoder.Encode(&entries[i]); err != nil {
			return err
		}
	}
	if err := s.dir.Append(fileName, text.Bytes()); err != nil {
		return message.New("notes_not_written", "path", s.Path(), "cause", err).Error(err)
	}
	s.refresh()
	if s.failed == nil && s.size > compactFrom {
		s.compact()
	}
	return s.failed
}

// document is the file of an export.
type document struct {
	Version int     `json:"version"`
	Entries []Entry `json:"entries"`
}

// documentVersion is the version of exports.
const documentVersion = 1

// Export returns all notes as one JSON document, which Import reads.
func (s *Store) Export() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh()
	if s.failed != nil {
		return nil, s.failed
	}
	text, err := json.MarshalIndent(document{documentVersion, append([]Entry{}, s.facts.list()...)}, "", "  ")
	return append(text, '\n'), err
}

// Import merges the notes of an exported document: for each fact the newer value wins. It
// returns the number of facts that are new.
func (s *Store) Import(text []byte) (int, error) {
	var doc document
	if err := json.Unmarshal(text, &doc); err != nil || doc.Version != documentVersion {
		return 0, message.New("notes_no_document").Error(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refresh()
	if s.failed != nil {
		return 0, s.failed
	}
	merged := facts{}
	for _, e := range doc.Entries {
		if !e.valid() {
			return 0, message.New("notes_no_document").Error(nil)
		}
		if now := s.now().UTC(); e.At.After(now.AddDate(0, 0, 1)) { // else nothing could replace it
			e.At = now
		}
		if old, known := s.facts[key{e.Subject, e.Fact}]; !known || e.newer(old) {
			merged.add(e)
		}
	}
	return len(merged), s.write(merged.list())
}
