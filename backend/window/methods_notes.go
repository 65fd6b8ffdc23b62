package window

import (
	"dendro/backend/message"
	"dendro/backend/notes"
)

// NoteMethods change what people write about chats, branches and records.
type NoteMethods struct{ *methods }

// NoteChat writes the note on a chat. The star stays as it is.
func (m *NoteMethods) NoteChat(chat string, note Note) (err error) {
	defer m.guard("NoteChat", &err)()
	if err := m.linked(); err != nil {
		return err
	}
	return m.history.Library.Noter.EditChats([]string{chat}, note.Edit())
}

// NoteRecord writes the note on a record of a session.
func (m *NoteMethods) NoteRecord(session, record string, note Note) (err error) {
	defer m.guard("NoteRecord", &err)()
	edit := note.Edit()
	edit.Bookmarked = &note.Keep
	return m.history.Library.Noter.EditRecord(m.ctx, notes.OfRecord, session, record, edit)
}

// NoteBranch writes the note on the branch that begins with a record of a session.
func (m *NoteMethods) NoteBranch(session, record string, note Note) (err error) {
	defer m.guard("NoteBranch", &err)()
	return m.history.Library.Noter.EditRecord(m.ctx, notes.OfBranch, session, record, note.Edit())
}

// StarChats stars chats, or removes their stars.
func (m *NoteMethods) StarChats(chats []string, star bool) (err error) {
	defer m.guard("StarChats", &err)()
	if err := m.linked(); err != nil {
		return err
	}
	defer m.history.KeepSoon() // a starred chat may be due
	return m.history.Library.Noter.EditChats(chats, notes.Edit{Starred: &star})
}

// TagChats adds tags to chats and removes others from them. Their other tags stay as they are.
func (m *NoteMethods) TagChats(chats, add, remove []string) (err error) {
	defer m.guard("TagChats", &err)()
	if err := m.linked(); err != nil {
		return err
	}
	return m.history.Library.Noter.EditChats(chats, notes.Edit{AddTags: add, RemoveTags: remove})
}

// ExportNotes lets the user choose a file and writes all notes to it.
func (m *NoteMethods) ExportNotes() (_ Exported, err error) {
	defer m.guard("ExportNotes", &err)()
	path, err := m.shell.ChooseSaveFile(message.New("choose_export").In(m.language()), "dendro-notes.json")
	if err != nil || path == "" {
		return Exported{}, err
	}
	text, err := m.history.Library.Noter.ExportNotes()
	if err != nil {
		return Exported{}, err
	}
	return m.save(path, text)
}

// ImportNotes lets the user choose an exported file and merges it. It returns the number of
// changes, or -1 if the dialog is cancelled.
func (m *NoteMethods) ImportNotes() (_ int, err error) {
	defer m.guard("ImportNotes", &err)()
	path, err := m.shell.ChooseFile(message.New("choose_notes").In(m.language()))
	if err != nil || path == "" {
		return -1, err
	}
	return m.history.ImportNotesFrom(m.ctx, path)
}
