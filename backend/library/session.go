package library

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

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

// Resolve returns the id of the session that name means: its id, or an
// unambiguous prefix of 8 or more characters. A UUID may be given in upper
// case.
func (l *Library) Resolve(name string) (string, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if _, ok := l.sessions[name]; ok {
		return name, nil
	}
	if id := strings.ToLower(name); transcript.IsUUID(name) && l.sessions[id] != nil {
		return id, nil
	}
	if utf8.RuneCountInString(name) < minPrefix {
		return "", fmt.Errorf("session %q: %w (a prefix needs %d characters)", name, ErrNotFound, minPrefix)
	}
	var found []string
	for id := range l.sessions {
		if strings.HasPrefix(id, name) {
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("session %q: %w", name, ErrNotFound)
	case 1:
		return found[0], nil
	}
	slices.Sort(found)
	return "", fmt.Errorf("session %q: %w, it may be %s", name, ErrAmbiguous, strings.Join(found[:min(4, len(found))], " or "))
}

// session returns the file of a session. l.mu is not held.
func (l *Library) session(id string) (*entry, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	e, ok := l.sessions[id]
	if !ok {
		return nil, fmt.Errorf("session %q: %w", id, ErrNotFound)
	}
	return e, nil
}

// SessionPath returns the absolute path of a session's file.
func (l *Library) SessionPath(_ context.Context, id string) (string, error) {
	e, err := l.session(id)
	if err != nil {
		return "", err
	}
	return e.file.Abs(), nil
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
	e, err := l.session(id)
	if err != nil {
		return Target{}, err
	}
	t := Target{Session: id, Root: e.file.Root}
	if l.opt.Home != "" {
		t.DefaultRoot = filepath.Join(l.opt.Home, ".claude")
	}
	t.Dir = e.summary.StartDir(e.file.Project())
	return t, nil
}

// Display returns a path as people write it: ~ for the home directory.
func (l *Library) Display(path string) string {
	home := l.opt.Home
	if home == "" || home == string(os.PathSeparator) {
		return path
	}
	if path == home {
		return "~"
	}
	if rest, ok := strings.CutPrefix(path, home+string(os.PathSeparator)); ok {
		return "~/" + filepath.ToSlash(rest)
	}
	return path
}
