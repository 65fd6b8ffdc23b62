package library

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/catalog"
	"dendro/backend/transcript"
)

// Errors that callers tell apart.
var (
	ErrNotFound   = errors.New("not found")
	ErrAmbiguous  = errors.New("ambiguous")
	ErrNotIndexed = errors.New("this history was opened without full text search")
	ErrUnreadable = errors.New("not readable")
)

// minPrefix is how much of an id is needed to name a session by.
const minPrefix = 8

// Resolve returns the id of the session that name means: its id, an unambiguous
// prefix of 8 or more characters, or the id under which a remote control knows it.
// A UUID may be given in upper case.
func (l *Library) Resolve(name string) (string, error) { return resolve(l.Snapshot(), name) }

func resolve(s *catalog.Snapshot, name string) (string, error) {
	if s.File(name) != nil {
		return name, nil
	}
	if id := strings.ToLower(name); transcript.IsUUID(name) && s.File(id) != nil {
		return id, nil
	}
	if f := bridged(s, name); f != nil {
		return f.ID, nil
	}
	if utf8.RuneCountInString(name) < minPrefix {
		return "", fmt.Errorf("session %q: %w (a prefix needs %d characters)", name, ErrNotFound, minPrefix)
	}
	var found []string
	for f := range s.SessionsFrom(name) {
		if !strings.HasPrefix(f.ID, name) {
			break
		}
		found = append(found, f.ID)
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("session %q: %w", name, ErrNotFound)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("session %q: %w, it may be %s", name, ErrAmbiguous, strings.Join(found[:min(4, len(found))], " or "))
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
	f, err := fileOf(l.Snapshot(), id)
	if err != nil {
		return "", err
	}
	return f.Abs(), nil
}

// Target is what resuming a session depends on.
type Target struct {
	Session string
	Dir     string // where it was started; "" where no record says
	Root    string // the Claude config directory it belongs to
	// DefaultRoot is the one that claude uses when CLAUDE_CONFIG_DIR is not
	// set.
	DefaultRoot string
}

// ResumeTarget returns what resuming a session depends on.
func (l *Library) ResumeTarget(_ context.Context, id string) (Target, error) {
	f, err := fileOf(l.Snapshot(), id)
	if err != nil {
		return Target{}, err
	}
	t := Target{Session: id, Root: f.Root}
	if l.opt.Home != "" {
		t.DefaultRoot = filepath.Join(l.opt.Home, ".claude")
	}
	t.Dir = f.Summary.StartDir(f.Project())
	return t, nil
}
