package api

import (
	"net/http"

	"dendro/backend/library"
	"dendro/backend/notes"
)

// notesWire is GET /api/notes: everything that the person wrote, the newest first.
type notesWire struct {
	Path  string       `json:"path"` // as people write it
	Notes []placedNote `json:"notes"`
}

// placedNote is a note with the place of its record.
type placedNote struct {
	ownWire
	Of      notes.Kind `json:"of"`
	Chat    string     `json:"chat"`  // "" if no file holds the record
	Title   string     `json:"title"` // of the chat
	Session string     `json:"session"`
	UUID    string     `json:"uuid"`
	Project string     `json:"project"`
	Excerpt string     `json:"excerpt"`
}

func (h *handler) notes(*http.Request) (any, error) {
	all, err := h.lib.Noter.AllNotes()
	if err != nil {
		return nil, err
	}
	w := notesWire{Path: h.lib.Display(h.lib.Noter.NotesPath()), Notes: []placedNote{}}
	for i := range all {
		n := &all[i]
		w.Notes = append(w.Notes, placedNote{
			ownWire: ownOf(n.Note), Of: n.Kind, Chat: n.Chat, Title: h.name(n.Title), Session: n.Session, UUID: n.UUID,
			Project: n.Project, Excerpt: n.Excerpt,
		})
	}
	return w, nil
}

// rowNotesWire is GET /api/sessions/{id}/notes: the bookmarks on a branch.
type rowNotesWire struct {
	Session string            `json:"session"`
	Rows    []library.RowNote `json:"rows"`
}

func (s *reader) notes(r *http.Request) (any, error) {
	session := r.PathValue("session")
	rows, err := s.lib.Noter.RowNotes(r.Context(), session, r.URL.Query().Get("tip"))
	return rowNotesWire{session, rows}, err
}
