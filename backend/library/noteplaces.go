package library

import (
	"slices"
	"strings"
	"sync"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/notes"
	"dendro/backend/transcript"
)

// place is a record with notes, in a file of a session.
type place struct {
	session string
	file    *catalog.File
	id      transcript.ID // in the file
	note    *notes.Note
}

// held remembers which files hold records with notes: of a history that grows, only the files
// that have changed are looked through again.
type held struct {
	mu   sync.Mutex
	book uint64
	by   map[*transcript.Summary][]heldRecord
}

// heldRecord is a record of a file, and the record that a note names: the same one, or its
// original.
type heldRecord struct{ id, wanted transcript.ID }

// places returns the records with notes of each chat.
func (h *held) places(s *catalog.Snapshot, book *notes.Book) map[*chattree.Chat][]place {
	wanted := map[transcript.ID][]*notes.Note{}
	for _, note := range book.Notes {
		if id, ok := transcript.ParseID(note.Record); ok {
			wanted[id] = append(wanted[id], note)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.book != book.Version || len(h.by) > 2*len(s.Files)+1000 { // others are of files as they were before
		h.book, h.by = book.Version, map[*transcript.Summary][]heldRecord{}
	}
	all := map[*chattree.Chat][]place{}
	for _, f := range s.Files {
		records, known := h.by[f.Summary]
		if !known {
			records = holding(f.Summary, wanted)
			h.by[f.Summary] = records
		}
		session := s.SessionOf(f)
		if f.Agent {
			if len(records) == 0 {
				continue // nothing says more of its records
			}
			session = ownerOf(s, f)
		}
		chat, own := s.Session(session)
		if chat == nil || !f.Agent && s.File(session) != f {
			continue
		}
		if !f.Agent && own.Repeats() {
			records = append(slices.Clip(records), likeOthers(f.Summary, chat, wanted)...)
		}
		for _, r := range records {
			for _, note := range wanted[r.wanted] {
				all[chat] = append(all[chat], place{session, f, r.id, note})
			}
		}
	}
	return all
}

// ownerOf returns the session of an agent's file, or "".
func ownerOf(s *catalog.Snapshot, f *catalog.File) string {
	if slices.Contains(s.Agents(f.Owner), f) {
		return f.Owner
	}
	for session, agents := range s.AgentsBySession() { // its path does not say it
		if slices.Contains(agents, f) {
			return session
		}
	}
	return ""
}

// holding returns the records of a file that notes name, by their own uuid or by that of the
// record of which they are a copy.
func holding(f *transcript.Summary, wanted map[transcript.ID][]*notes.Note) (list []heldRecord) {
	aliases := chattree.Identities(f.Aliases)
	for i := range f.Nodes {
		id := f.Nodes[i].ID
		if len(wanted[id]) > 0 {
			list = append(list, heldRecord{id, id})
		} else if of := aliases.Of(id); of != id && len(wanted[of]) > 0 {
			list = append(list, heldRecord{id, of})
		}
	}
	return list
}

// likeOthers returns the records of a file that only other files show to be copies of records
// that notes name. Those files may be of another chat: a session that names a deleted one is
// in a chat with that one's sessions.
func likeOthers(f *transcript.Summary, chat *chattree.Chat, wanted map[transcript.ID][]*notes.Note) (list []heldRecord) {
	minted, aliases := chat.Identities(), chattree.Identities(f.Aliases)
	for i := range f.Nodes {
		id := f.Nodes[i].ID
		if of := minted.Of(id); of != id && of != aliases.Of(id) && len(wanted[of]) > 0 {
			list = append(list, heldRecord{id, of})
		}
	}
	return list
}

// chatNotes returns the notes in a chat: those on the same record are one.
func chatNotes(s *catalog.Snapshot, chat *chattree.Chat, places []place) *ChatNotes {
	if chat.Reminted() {
		places = withCopies(s, chat, places)
	}
	minted := chat.Identities()
	type same struct {
		kind notes.Kind
		id   transcript.ID
	}
	groups := map[same][]place{}
	var order []same
	c := &ChatNotes{of: chat}
	var onChat []*notes.Note
	for _, p := range places {
		if p.note.Kind == notes.OfChat {
			onChat, c.subjects = append(onChat, p.note), append(c.subjects, p.note.Subject)
			continue
		}
		k := same{p.note.Kind, minted.Of(p.id)}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], p)
	}
	c.subjects = distinctSubjects(c.subjects)
	c.Chat = notes.Merge(distinctNotes(onChat))
	for _, k := range order {
		c.Records = append(c.Records, recordNote(groups[k]))
	}
	return c
}

// withCopies adds the copies under other uuids of the records, in all sessions of the chat.
func withCopies(s *catalog.Snapshot, chat *chattree.Chat, places []place) []place {
	minted := chat.Identities()
	by := map[transcript.ID][]*notes.Note{}
	type at struct {
		path string
		id   transcript.ID
	}
	known := map[at]bool{}
	for _, p := range places {
		id := minted.Of(p.id)
		by[id] = distinctNotes(append(by[id], p.note))
		known[at{p.file.Abs(), p.id}] = true
	}
	for _, session := range chat.Sessions {
		f := s.File(session.ID)
		if f == nil {
			continue
		}
		for i := range f.Summary.Nodes {
			id := f.Summary.Nodes[i].ID
			if known[at{f.Abs(), id}] {
				continue
			}
			for _, note := range by[minted.Of(id)] {
				places = append(places, place{session.ID, f, id, note})
			}
		}
	}
	return places
}

// recordNote returns the note on a record that is in several places.
func recordNote(places []place) RecordNote {
	r := RecordNote{files: map[string][]transcript.ID{}}
	var all []*notes.Note
	shown := places[0]
	for _, p := range places {
		if p.session == p.note.Session && shown.session != p.note.Session {
			shown = p
		}
		all = append(all, p.note)
		r.subjects = append(r.subjects, p.note.Subject)
		if uuid := p.file.Summary.Names.Text(p.id); !slices.Contains(r.UUIDs, uuid) {
			r.UUIDs = append(r.UUIDs, uuid)
		}
		r.files[p.file.Abs()] = append(r.files[p.file.Abs()], p.id)
	}
	r.subjects = distinctSubjects(r.subjects)
	r.Note = notes.Merge(distinctNotes(all))
	r.Session, r.UUID = shown.session, shown.file.Summary.Names.Text(shown.id)
	return r
}

func distinctNotes(list []*notes.Note) []*notes.Note {
	var all []*notes.Note
	for _, n := range list {
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

func distinctSubjects(list []notes.Subject) []notes.Subject {
	slices.SortFunc(list, func(a, b notes.Subject) int {
		return strings.Compare(string(a.Kind)+a.Record, string(b.Kind)+b.Record)
	})
	return slices.Compact(list)
}
