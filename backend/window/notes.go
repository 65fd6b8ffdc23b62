package window

import (
	"context"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
	"dendro/backend/notes"
	"dendro/backend/scan"
)

// Note is what a person writes about a chat, a branch or a record. It replaces the previous
// one.
type Note struct {
	Name string   `json:"name"`
	Tags []string `json:"tags"`
	Note string   `json:"note"`
	// Keep is false to remove the note. A bookmark is a note on a record, which may be empty.
	Keep bool `json:"keep"`
}

// Edit returns the change to a note.
func (n Note) Edit() notes.Edit {
	if !n.Keep {
		n = Note{}
	}
	return notes.Edit{Name: &n.Name, Text: &n.Note, Tags: &n.Tags}
}

// maxNotes bounds the size of an imported file.
const maxNotes = 64 << 20

// ImportNotesFrom merges an exported file, and returns the number of facts that are new.
func (h *History) ImportNotesFrom(ctx context.Context, path string) (int, error) {
	text, err := disk.WithTimeout(ctx, h.Disk, path, func() ([]byte, error) { return disk.ReadFile(path, maxNotes) })
	if err != nil {
		return 0, err
	}
	return h.Library.Noter.ImportNotes(text)
}

// notesProblem returns why notes are missing, as one of Dendro's own files that is not used;
// nothing if none are.
func notesProblem(store *notes.Store) []scan.Problem {
	if store == nil || store.Path() == "" {
		return nil
	}
	_, err := store.Book()
	if n := store.Damaged(); err == nil && n > 0 {
		err = message.New("notes_damaged", "path", store.Path(), "n", n).Error(nil)
	}
	if err == nil {
		return nil
	}
	return []scan.Problem{{Path: store.Path(), Err: err}}
}
