package notes

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
)

// oldName is the name of a journal that is being compacted. Until it is removed, its entries
// count.
const oldName = "notes.old.jsonl"

// compact replaces a journal by its newest entries, if most of it is history. s.mu is held. If
// that fails, the notes are as they were: the journal is a little larger than it has to be.
func (s *Store) compact() {
	if int64(len(encoded(s.facts.list())))*2 > s.size {
		return
	}
	root, err := s.dir.Open()
	if err != nil {
		return
	}
	defer root.Close()
	// Other processes append to the new journal from here on: entries have times, not places.
	if _, err := root.Lstat(oldName); !errors.Is(err, fs.ErrNotExist) || root.Rename(fileName, oldName) != nil {
		return
	}
	s.size = -1
	s.refresh()
}

// resume appends the newest entries of a journal that is being compacted to the new one, and
// removes it: a process may have been killed before it did. s.mu is held.
func (s *Store) resume() {
	if _, err := s.dir.Size(oldName); err != nil {
		return // mostly there is none
	}
	data, err := s.dir.Read(oldName, maxFile)
	if err != nil {
		return // the entries are there at the next try
	}
	facts, _ := parse(data)
	if s.dir.Append(fileName, append([]byte("\n"), encoded(facts.list())...)) == nil {
		_ = s.dir.Remove(oldName) // else it is appended once more, which changes nothing
	}
}

// encoded returns entries as lines.
func encoded(entries []Entry) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	for i := range entries {
		_ = encoder.Encode(&entries[i]) // strings and times only
	}
	return text.Bytes()
}
