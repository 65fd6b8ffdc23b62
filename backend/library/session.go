package library

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/catalog"
	"dendro/backend/internal/plain"
	"dendro/backend/message"
	"dendro/backend/transcript"
)

// Errors that callers distinguish.
var (
	ErrNotFound   = message.New("not_found").Error(nil)
	ErrAmbiguous  = message.New("ambiguous").Error(nil)
	ErrNotIndexed = message.New("not_indexed").Error(nil)
	ErrUnreadable = message.New("unreadable").Error(nil)
)

// minPrefix is how much of an id is needed to name a session by.
const minPrefix = 8

// Resolve returns the id of a session by name: its id, an unambiguous prefix of at least 8
// characters, or its id in a remote control. A UUID may be in upper case. A prefix means
// the primary file of a session rather than its copies, and a session whose id is a UUID
// rather than one with only the same prefix; a copy's number may follow it (`1234abcd~2`).
func (l *Library) Resolve(name string) (string, error) { return resolve(l.Catalog.Snapshot(), name) }

func resolve(s *catalog.Snapshot, name string) (string, error) {
	if s.File(name) != nil {
		return name, nil
	}
	if at := strings.LastIndexByte(name, '~'); at > 0 {
		if id, err := resolve(s, name[:at]); err == nil && s.File(id+name[at:]) != nil {
			return id + name[at:], nil
		}
	}
	if id := strings.ToLower(name); plain.IsUUID(name) && s.File(id) != nil {
		return id, nil
	}
	if f := bridged(s, name); f != nil {
		return s.SessionOf(f), nil
	}
	if utf8.RuneCountInString(name) < minPrefix {
		return "", message.New("session_prefix_short", "session", name, "n", minPrefix).Error(ErrNotFound)
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
		return "", noSession(name)
	case 1:
		return found[0], nil
	}
	return "", message.New("session_ambiguous", "session", name, "candidates", message.List(found[:min(4, len(found))])).Error(ErrAmbiguous)
}

// noSession returns the error of a session that is in no root.
func noSession(id string) error {
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
func (l *Library) SessionPath(_ context.Context, id string) (string, error) {
	f, err := fileOf(l.Catalog.Snapshot(), id)
	if err != nil {
		return "", err
	}
	return f.Abs(), nil
}

// ResumeTarget holds the data for resuming a session.
type ResumeTarget struct {
	// Session is the session id known to the client; copies of a session share it.
	Session string
	Dir     string // where it was started; "" where no record says
	Root    string // the Claude config directory it belongs to
	// WorktreeOf is the repository of the worktree Dir, according to the session, or "".
	WorktreeOf string
	// DefaultRoot is the root that claude uses without CLAUDE_CONFIG_DIR.
	DefaultRoot string
	// Unloaded is the reason why no client loads this file by the id, or none.
	Unloaded message.Message
	// File is the session's file, Others are the other files with its session id.
	File   Loaded
	Others []Loaded
}

// Loaded is a file that a client loads by its session id.
type Loaded struct {
	Path string // as people write it
	Dir  string // the working directory where a client loads it; "" where no record names one
}

// ResumeTarget returns the data for resuming a session.
func (l *Library) ResumeTarget(ctx context.Context, id string) (ResumeTarget, error) {
	known := l.Catalog.Snapshot()
	f, err := fileOf(known, id)
	if err != nil {
		return ResumeTarget{}, err
	}
	t := ResumeTarget{Session: id, Root: f.Root, WorktreeOf: f.Summary.WorktreeOf}
	if l.opt.Home != "" {
		t.DefaultRoot = filepath.Join(l.opt.Home, ".claude")
	}
	t.Dir = f.Summary.StartDir(f.Project())
	role, copied := known.Role(f)
	if copied {
		t.Session = role.Of
	}
	if l.opt.Unpacked.Has(f.Root) {
		t.Unloaded = message.New("session_archived")
		t.Root, err = l.opt.Unpacked.From(ctx, f.Root)
		return t, err
	}
	if f.ID != t.Session {
		t.Unloaded = message.New("session_sync_copy")
		return t, nil
	}
	home := f.Summary.DirOf(f.Project())
	t.File = Loaded{l.Display(f.Abs()), home}
	for _, other := range known.Bearing(id) {
		if other == f || other.ID != t.Session {
			continue
		}
		t.Others = append(t.Others, Loaded{l.Display(other.Abs()), other.Summary.DirOf(other.Project())})
		if home == "" && other.Root == f.Root && (copied || transcript.EncodesTo(t.Dir, other.Project())) {
			t.Unloaded = message.New("session_not_loaded", "file", l.Display(other.Abs()))
		}
	}
	return t, nil
}
