package library

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/notes"
	"dendro/backend/search"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// Noter finds the records that people wrote notes about, and changes the notes.
type Noter struct {
	catalog *catalog.Catalog
	threads *session.Threads
	records *session.Records
	store   *notes.Store // nil: there are no notes
	found   latest[notedKey, *Noted]
	chats   chatNotes
}

// notedKey is the state that notes were found in. The rows of a start have the version of the
// empty snapshot before them.
type notedKey struct {
	snapshot, book uint64
	rows           bool
}

func keyOf(s *catalog.Snapshot, book uint64) notedKey {
	return notedKey{s.Version, book, s.OnlyRows()}
}

// Noted are all notes, with their places in one snapshot. It is immutable.
type Noted struct {
	Version uint64                // differs for other notes
	chats   map[string]*ChatNotes // by id
	// Lost are the notes whose record no file holds.
	Lost []*notes.Note
}

// ChatNotes are the notes in a chat.
type ChatNotes struct {
	Chat    *notes.Note // on the chat itself; nil: none
	Records []RecordNote

	of     *chattree.Chat
	merged []*notes.Note // in Chat
}

// RecordNote is a note on a record, or on the branch that begins with it.
type RecordNote struct {
	*notes.Note
	Session string // that shows the record: the one where the note was written, if it still does
	UUID    string // of the record in that session
	// UUIDs are those of the record in all of the chat's files, which differ if a fork gave it
	// a new one.
	UUIDs []string

	merged []*notes.Note
	files  map[string][]transcript.ID // by absolute path
}

// Is reports whether the note is on a record of the chat.
func (r *RecordNote) Is(id transcript.ID) bool {
	return slices.ContainsFunc(r.UUIDs, func(uuid string) bool {
		own, _ := transcript.ParseID(uuid)
		return own == id
	})
}

// records returns the records with notes, by each uuid that they have.
func (c *ChatNotes) records() map[transcript.ID]bool {
	all := map[transcript.ID]bool{}
	for _, r := range c.Records {
		for _, uuid := range r.UUIDs {
			if id, ok := transcript.ParseID(uuid); ok {
				all[id] = true
			}
		}
	}
	return all
}

// Of returns the notes in a chat, or nil.
func (n *Noted) Of(chat *chattree.Chat) *ChatNotes { return n.chats[chat.ID] }

// OnChat returns the note on the chat with an id, which is empty if there is none.
func (n *Noted) OnChat(chat string) notes.Note {
	if c := n.chats[chat]; c != nil && c.Chat != nil {
		return *c.Chat
	}
	return notes.Note{}
}

// Starred returns the ids of the starred chats.
func (n *Noted) Starred() (ids []string) {
	for id, c := range n.chats {
		if c.Chat != nil && c.Chat.Starred {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Noted returns all notes with their places in the current snapshot. If the notes cannot be
// read, they are those that were read before.
func (l *Noter) Noted() *Noted { return l.noted(l.catalog.Snapshot()) }

func (l *Noter) noted(s *catalog.Snapshot) *Noted {
	if l.store == nil {
		return &Noted{}
	}
	book, _ := l.store.Book()
	return l.found.get(keyOf(s, book.Version), func() *Noted { return l.find(s, book) })
}

// find finds the records of all notes.
func (l *Noter) find(s *catalog.Snapshot, book *notes.Book) *Noted {
	n := &Noted{Version: book.Version, chats: map[string]*ChatNotes{}}
	if len(book.Notes) == 0 {
		return n
	}
	if s.OnlyRows() {
		n.findInRows(s, book)
		return n
	}
	found := map[*notes.Note]bool{}
	for _, c := range l.chats.find(s, book) {
		n.chats[c.of.ID] = c
		for _, note := range c.notes() {
			found[note] = true
		}
	}
	for _, note := range book.Notes {
		if found[note] {
			continue
		}
		// The beginning of a chat may be gone, and its session be known nevertheless.
		chat, _ := s.Session(note.Session)
		if chat == nil {
			chat = s.Chat(note.Session)
		}
		if note.Kind != notes.OfChat || chat == nil {
			n.Lost = append(n.Lost, note)
			continue
		}
		c := &ChatNotes{of: chat}
		if known := n.Of(chat); known != nil {
			*c = *known
		}
		c.add(note)
		n.chats[chat.ID] = c
	}
	return n
}

// findInRows finds the notes on chats of which only the rows are known, by the sessions that
// they were written in.
func (n *Noted) findInRows(s *catalog.Snapshot, book *notes.Book) {
	chats := map[string]string{} // by session
	for r := range s.Rows() {
		for _, s := range r.Sessions {
			chats[s.ID] = r.ID
		}
		chats[r.ID] = r.ID
	}
	for _, note := range book.Notes {
		chat, known := chats[note.Session]
		if note.Kind != notes.OfChat || !known {
			continue
		}
		c := n.chats[chat]
		if c == nil {
			c = &ChatNotes{}
			n.chats[chat] = c
		}
		c.add(note)
	}
}

// add adds a note on the chat itself.
func (c *ChatNotes) add(note *notes.Note) {
	if !slices.Contains(c.merged, note) {
		c.merged = append(slices.Clip(c.merged), note)
		c.Chat = notes.Merge(c.merged)
	}
}

// describe adds the notes of a chat to what a search knows of one of its files.
func (n *Noted) describe(chat *chattree.Chat, info *search.FileInfo) {
	c := n.Of(chat)
	if c == nil {
		return
	}
	if c.Chat != nil {
		info.Starred, info.Tags, info.Notes = c.Chat.Starred, c.Chat.Tags, []string{c.Chat.Name, c.Chat.Text}
	}
	for _, r := range c.Records {
		if r.files[info.Key] != nil || r.Session == info.Session {
			info.Tags = append(slices.Clone(info.Tags), r.Tags...)
			info.Notes = append(slices.Clone(info.Notes), r.Name, r.Text)
		}
	}
	info.Bookmarked = n.bookmarked(chat, info.Key)
}

// bookmarked returns the records of a file with bookmarks.
func (n *Noted) bookmarked(chat *chattree.Chat, path string) (ids []transcript.ID) {
	if chat == nil || n.Of(chat) == nil {
		return nil
	}
	for _, r := range n.Of(chat).Records {
		if r.Kind == notes.OfRecord {
			ids = append(ids, r.files[path]...)
		}
	}
	return ids
}

// TitleOf returns the title of a session's chat, or the name that the user gave it.
func (l *Noter) TitleOf(session string) string {
	s := l.catalog.Snapshot()
	chat, _ := s.Session(session)
	if chat == nil {
		return ""
	}
	return cmp.Or(l.noted(s).OnChat(chat.ID).Name, chat.Name)
}

// PlacedNote is a note with the place of its record.
type PlacedNote struct {
	*notes.Note
	Chat    string // "" if no file holds the record
	Title   string // of the chat, or its own name
	Session string // where the record is, or was
	UUID    string // of the record there
}

// AllNotes returns all notes, the one changed last first. With an error it returns those that
// were read before.
func (l *Noter) AllNotes() ([]PlacedNote, error) {
	if l.store == nil {
		return nil, nil
	}
	s := l.catalog.Snapshot()
	noted := l.noted(s)
	_, err := l.store.Book()
	var all []PlacedNote
	for _, c := range noted.chats {
		chat := c.of
		title := cmp.Or(noted.OnChat(chat.ID).Name, chat.Name)
		if c.Chat != nil {
			all = append(all, PlacedNote{c.Chat, chat.ID, title, chat.NewestLeaf, c.Chat.Record})
		}
		for _, r := range c.Records {
			all = append(all, PlacedNote{r.Note, chat.ID, title, r.Session, r.UUID})
		}
	}
	for _, n := range noted.Lost {
		all = append(all, PlacedNote{Note: n, Session: n.Session, UUID: n.Record})
	}
	slices.SortFunc(all, func(a, b PlacedNote) int {
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(string(a.Kind)+a.Record+a.Chat, string(b.Kind)+b.Record+b.Chat))
	})
	return all, err
}

// NotesPath returns the path of the notes for display, or "".
func (l *Noter) NotesPath() string {
	if l.store == nil {
		return ""
	}
	return l.store.Path()
}

// RowNote is a note on a record that a thread shows.
type RowNote struct {
	UUID string `json:"uuid"` // of the record in this thread
	Row  int    `json:"row"`  // that shows it, or the agent that has it
}

// RowNotes returns the records with bookmarks on a branch of a session, in the order of their
// rows.
func (l *Noter) RowNotes(ctx context.Context, id, tip string) ([]RowNote, error) {
	list := []RowNote{}
	s := l.catalog.Snapshot()
	chat, _, err := session.In(s, id)
	if err != nil {
		return nil, err
	}
	c := l.noted(s).Of(chat)
	if c == nil {
		return list, nil
	}
	wanted, uuids := map[transcript.ID]bool{}, map[transcript.ID]string{}
	for _, r := range c.Records {
		if r.Kind != notes.OfRecord {
			continue
		}
		for _, uuid := range r.UUIDs {
			id, _ := transcript.ParseID(uuid)
			wanted[id], uuids[id] = true, uuid
		}
	}
	if len(wanted) == 0 {
		return list, nil
	}
	t, err := l.threads.Whole(ctx, id, tip)
	if err != nil {
		return nil, err
	}
	for id, row := range t.Rows.RowsWith(wanted) {
		list = append(list, RowNote{uuids[id], row})
	}
	slices.SortFunc(list, func(a, b RowNote) int { return cmp.Or(a.Row-b.Row, strings.Compare(a.UUID, b.UUID)) })
	return list, nil
}
