package library

import (
	"context"
	"slices"
	"strings"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/message"
	"dendro/backend/notes"
	"dendro/backend/session"
	"dendro/backend/transcript"
)

// ErrNoNotes is the error of writing notes where there is no place for them.
var ErrNoNotes = message.New("notes_none").Error(nil)

// EditChats changes the notes on chats.
func (l *Noter) EditChats(ids []string, edit notes.Edit) error {
	if l.store == nil {
		return ErrNoNotes
	}
	s := l.catalog.Snapshot()
	noted := l.noted(s)
	var targets []notes.Target
	for _, id := range ids {
		chat, err := session.ChatIn(s, id)
		if err != nil {
			return err
		}
		var merged []*notes.Note
		if c := noted.Of(chat); c != nil {
			merged = c.merged
		}
		if len(merged) == 0 {
			record, ok := firstRecord(s, chat)
			if !ok {
				return message.New("notes_no_record", "chat", id).Error(session.ErrNotFound)
			}
			merged = []*notes.Note{{Subject: notes.Subject{Kind: notes.OfChat, Record: record}}}
		}
		targets = append(targets, targetsOf(merged, notes.About{Session: chat.ID, Project: chat.Project, Excerpt: chat.Title})...)
	}
	return l.store.Edit(targets, edit)
}

// targetsOf returns the subjects of notes that are one.
func targetsOf(list []*notes.Note, about notes.About) (targets []notes.Target) {
	for _, note := range list {
		targets = append(targets, notes.Target{Subject: note.Subject, About: about})
	}
	return targets
}

// firstRecord returns the record by which notes name a chat: its first prompt, which every
// copy of the chat has; without prompts its first record.
func firstRecord(s *catalog.Snapshot, chat *chattree.Chat) (string, bool) {
	minted := chat.Identities()
	for _, session := range chat.Sessions {
		f := s.File(session.ID)
		if f == nil {
			continue
		}
		if len(f.Summary.Prompts) > 0 {
			return transcript.Names(nil).Text(minted.Of(f.Summary.Prompts[0].ID)), true
		}
		if len(f.Summary.Nodes) > 0 {
			return transcript.Names(nil).Text(minted.Of(f.Summary.Nodes[0].ID)), true
		}
	}
	return "", false
}

// EditRecord changes the note on a record of a session, or on the branch that begins with it.
func (l *Noter) EditRecord(ctx context.Context, kind notes.Kind, id, record string, edit notes.Edit) error {
	if l.store == nil {
		return ErrNoNotes
	}
	s := l.catalog.Snapshot()
	chat, _, err := session.In(s, id)
	if err != nil {
		return err
	}
	subject, ok := transcript.ParseID(record)
	if !ok || kind != notes.OfBranch && kind != notes.OfRecord {
		return session.NoRecord(record, id)
	}
	var merged []*notes.Note
	if c := l.noted(s).Of(chat); c != nil {
		for _, r := range c.Records {
			if r.Kind == kind && r.Is(subject) {
				merged = append(merged, r.merged...)
			}
		}
	}
	if len(merged) == 0 {
		if !holds(s, id, subject) {
			return session.NoRecord(record, id)
		}
		merged = []*notes.Note{{Subject: notes.Subject{Kind: kind, Record: transcript.Names(nil).Text(chat.Identities().Of(subject))}}}
	}
	about := notes.About{Session: id, Project: chat.Project, Excerpt: l.excerpt(ctx, id, record)}
	return l.store.Edit(targetsOf(merged, about), edit)
}

// holds reports whether a session, or one of its agents, has a record.
func holds(s *catalog.Snapshot, session string, id transcript.ID) bool {
	return slices.ContainsFunc(s.WithAgents(session), func(f *catalog.File) bool {
		return slices.ContainsFunc(f.Summary.Nodes, func(n transcript.Node) bool { return n.ID == id })
	})
}

// The limits of an excerpt: of a text, in bytes, and of blocks that are looked at for one.
const (
	maxExcerpt = 400
	maxBlocks  = 8
)

// excerpt returns the beginning of what a record says, of a call its title, or "".
func (l *Noter) excerpt(ctx context.Context, session, record string) string {
	for block := range maxBlocks { // the first ones may be pictures
		text, err := l.records.BlockLabel(ctx, session, record, block)
		if err == nil && len(text) > 0 {
			return strings.ToValidUTF8(string(text[:min(len(text), maxExcerpt)]), "")
		}
	}
	return ""
}

// ExportNotes returns all notes as a document for ImportNotes.
func (l *Noter) ExportNotes() ([]byte, error) {
	if l.store == nil {
		return nil, ErrNoNotes
	}
	return l.store.Export()
}

// ImportNotes merges an exported document, and returns the number of facts that are new.
func (l *Noter) ImportNotes(text []byte) (int, error) {
	if l.store == nil {
		return 0, ErrNoNotes
	}
	return l.store.Import(text)
}
