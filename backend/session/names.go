package session

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/plain"
	"dendro/backend/message"
)

// Errors that callers distinguish.
var (
	ErrNotFound   = message.New("not_found").Error(nil)
	ErrAmbiguous  = message.New("ambiguous").Error(nil)
	ErrNotIndexed = message.New("not_indexed").Error(nil)
	ErrUnreadable = message.New("unreadable").Error(nil)
)

// MinPrefix is how much of an id is needed to name a session by.
const MinPrefix = 8

// Names finds sessions and records by what people call them.
type Names struct{ opt *Options }

// Resolve returns the id of a session by name, in the current snapshot: see [Resolve].
func (l *Names) Resolve(name string) (string, error) { return Resolve(l.opt.Catalog.Snapshot(), name) }

// Resolve returns the id of a session of a snapshot by name: its id, an unambiguous prefix of at least 8
// characters, or its id in a remote control. A UUID may be in upper case. A prefix means
// the primary file of a session rather than its copies, and a session whose id is a UUID
// rather than one with only the same prefix; a copy's number may follow it (`1234abcd~2`).
func Resolve(s *catalog.Snapshot, name string) (string, error) {
	if s.File(name) != nil {
		return name, nil
	}
	if strings.HasSuffix(name, ".jsonl") {
		return atPath(s, name)
	}
	if at := strings.LastIndexByte(name, '~'); at > 0 {
		if id, err := Resolve(s, name[:at]); err == nil && s.File(id+name[at:]) != nil {
			return id + name[at:], nil
		}
	}
	if id := strings.ToLower(name); plain.IsUUID(name) && s.File(id) != nil {
		return id, nil
	}
	if f := bridged(s, name); f != nil {
		return s.SessionOf(f), nil
	}
	if utf8.RuneCountInString(name) < MinPrefix {
		return "", message.New("session_prefix_short", "session", name, "n", MinPrefix).Error(ErrNotFound)
	}
	var found, uuids []string
	for id := range s.SessionsFrom(name) {
		if !strings.HasPrefix(id, name) {
			break
		}
		if _, session := s.Session(id); session != nil && session.CopyOf != "" {
			continue
		}
		found = append(found, id)
		if plain.IsUUID(id) {
			uuids = append(uuids, id)
		}
	}
	if len(uuids) == 1 {
		found = uuids
	}
	switch len(found) {
	case 0:
		return "", NoSession(name)
	case 1:
		return found[0], nil
	}
	return "", message.New("session_ambiguous", "session", name, "candidates", message.List(found[:min(4, len(found))])).Error(ErrAmbiguous)
}

// atPath returns the session of a transcript, or of an agent's, by its path: hooks print it,
// and the client takes it.
func atPath(s *catalog.Snapshot, name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", NoSession(name)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		real = abs
	}
	for _, f := range s.Files {
		if at := f.Abs(); at == abs || at == real {
			if id := s.SessionOf(f); s.File(id) != nil {
				return id, nil
			}
		}
	}
	// Below a root that is named through a link.
	for _, f := range s.Files {
		if !strings.EqualFold(path.Base(f.Path), filepath.Base(real)) {
			continue
		}
		if at, err := filepath.EvalSymlinks(f.Abs()); err == nil && at == real && s.File(s.SessionOf(f)) != nil {
			return s.SessionOf(f), nil
		}
	}
	return "", message.New("transcript_elsewhere", "path", name).Error(ErrNotFound)
}

// ChatIn returns the chat of a snapshot with this id.
func ChatIn(s *catalog.Snapshot, id string) (*chattree.Chat, error) {
	if c := s.Chat(id); c != nil {
		return c, nil
	}
	return nil, message.New("chat_not_found", "chat", id).Error(ErrNotFound)
}

// In returns a session of a snapshot, and its chat.
func In(s *catalog.Snapshot, id string) (*chattree.Chat, *chattree.Session, error) {
	if c, session := s.Session(id); session != nil {
		return c, session, nil
	}
	return nil, nil, NoSession(id)
}

// FileOf returns the file of a session.
func FileOf(s *catalog.Snapshot, id string) (*catalog.File, error) {
	if f := s.File(id); f != nil {
		return f, nil
	}
	return nil, NoSession(id)
}

// NoSession returns the error of a session that is in no root.
func NoSession(id string) error {
	return message.New("session_not_found", "session", id).Error(ErrNotFound)
}

// bridged returns the session that a remote control knows by this id, nil for none: the
// one that was written to last, since a session that is resumed keeps the id.
func bridged(s *catalog.Snapshot, id string) (last *catalog.File) {
	for _, e := range s.Files {
		if !e.Agent && slices.Contains(e.Summary.Bridges, id) && (last == nil || e.Summary.EndMS > last.Summary.EndMS) {
			last = e
		}
	}
	return last
}

// SessionPath returns the absolute path of a session's file.
func (l *Names) SessionPath(_ context.Context, id string) (string, error) {
	f, err := FileOf(l.opt.Catalog.Snapshot(), id)
	if err != nil {
		return "", err
	}
	return f.Abs(), nil
}
