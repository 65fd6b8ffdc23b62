package library

import (
	"slices"
	"sync"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/notes"
	"dendro/backend/transcript"
)

// chatNotes caches the notes in each chat: of a history that grows, only the chats that have
// changed are searched again.
type chatNotes struct {
	mu   sync.Mutex
	book uint64
	by   map[*chattree.Chat]searchedChat
}

// searchedChat is a chat with the files that were searched for records with notes.
type searchedChat struct {
	files []sessionFile
	notes *ChatNotes // nil: none
}

// sessionFile is a file of a session or of one of its agents.
type sessionFile struct {
	session string
	*catalog.File
}

// find returns the notes in each chat that has some. A note is in every chat with its record
// or a copy of it.
func (c *chatNotes) find(s *catalog.Snapshot, book *notes.Book) (all []*ChatNotes) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.book != book.Version {
		c.book, c.by = book.Version, nil
	}
	byRecord := notesByRecord(book, nil)
	now := make(map[*chattree.Chat]searchedChat, len(s.Chats))
	var files []sessionFile
	for _, chat := range s.Chats {
		files = files[:0]
		for _, own := range chat.Sessions {
			if f := s.File(own.ID); f != nil {
				files = append(files, sessionFile{own.ID, f})
			}
			for _, f := range s.Agents(own.ID) {
				files = append(files, sessionFile{own.ID, f})
			}
		}
		searched, known := c.by[chat]
		if !known || !slices.Equal(searched.files, files) {
			searched.files = slices.Clone(files)
			if same := chat.Identities(); len(same) > 0 {
				searched.notes = notesIn(chat, files, same, notesByRecord(book, same))
			} else {
				searched.notes = notesIn(chat, files, nil, byRecord)
			}
		}
		now[chat] = searched
		if searched.notes != nil {
			all = append(all, searched.notes)
		}
	}
	c.by = now
	return all
}

// notesByRecord returns the notes by the first original of their record.
func notesByRecord(book *notes.Book, same chattree.Identities) map[transcript.ID][]*notes.Note {
	by := map[transcript.ID][]*notes.Note{}
	for _, note := range book.Notes {
		if id, ok := transcript.ParseID(note.Record); ok {
			by[same.Of(id)] = append(by[same.Of(id)], note)
		}
	}
	return by
}

// notesIn returns the notes in the files of a chat, nil if there are none. Those on copies of
// one record are one.
func notesIn(chat *chattree.Chat, files []sessionFile, same chattree.Identities, by map[transcript.ID][]*notes.Note) *ChatNotes {
	type subject struct {
		kind notes.Kind
		id   transcript.ID
	}
	c, at := &ChatNotes{of: chat}, map[subject]int{}
	for _, f := range files {
		for i := range f.Summary.Nodes {
			id := f.Summary.Nodes[i].ID
			for _, note := range by[same.Of(id)] {
				if note.Kind == notes.OfChat {
					c.add(note)
					continue
				}
				k := subject{note.Kind, same.Of(id)}
				if _, known := at[k]; !known {
					at[k] = len(c.Records)
					c.Records = append(c.Records, RecordNote{files: map[string][]transcript.ID{}})
				}
				c.Records[at[k]].add(f, id, note)
			}
		}
	}
	if c.Chat == nil && len(c.Records) == 0 {
		return nil
	}
	return c
}

// add adds a note on a record of a file.
func (r *RecordNote) add(f sessionFile, id transcript.ID, note *notes.Note) {
	uuid := f.Summary.Names.Text(id)
	if r.Note == nil || f.session == note.Session && r.Session != note.Session {
		r.Session, r.UUID = f.session, uuid
	}
	if !slices.Contains(r.merged, note) {
		r.merged = append(r.merged, note)
		r.Note = notes.Merge(r.merged)
	}
	if !slices.Contains(r.UUIDs, uuid) {
		r.UUIDs = append(r.UUIDs, uuid)
	}
	if own := r.files[f.Abs()]; !slices.Contains(own, id) {
		r.files[f.Abs()] = append(own, id)
	}
}

// notes returns the notes that were merged.
func (c *ChatNotes) notes() []*notes.Note {
	all := slices.Clone(c.merged)
	for i := range c.Records {
		all = append(all, c.Records[i].merged...)
	}
	return all
}
