package session

import (
	"context"
	"path/filepath"

	"dendro/backend/message"
	"dendro/backend/transcript"
)

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
func (l *Threads) ResumeTarget(ctx context.Context, id string) (ResumeTarget, error) {
	known := l.opt.Catalog.Snapshot()
	f, err := FileOf(known, id)
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
	if f.Kept {
		t.Unloaded = message.New("session_archived")
		t.Root, err = l.opt.Archive.From(ctx, f.Root)
		return t, err
	}
	if f.ID != t.Session {
		t.Unloaded = message.New("session_sync_copy")
		return t, nil
	}
	if coworks(f.Summary.Entrypoint) {
		t.Unloaded = message.New("session_cowork")
	}
	home := f.Summary.DirOf(f.Project())
	t.File = Loaded{l.opt.show(f.Abs()), home}
	for _, other := range known.FilesWithID(id) {
		if other == f || other.ID != t.Session {
			continue
		}
		t.Others = append(t.Others, Loaded{l.opt.show(other.Abs()), other.Summary.DirOf(other.Project())})
		if home == "" && other.Root == f.Root && (copied || transcript.EncodesTo(t.Dir, other.Project())) {
			t.Unloaded = message.New("session_not_loaded", "file", l.opt.show(other.Abs()))
		}
	}
	return t, nil
}

// coworks reports whether the desktop app's Cowork started a session: it runs Claude Code in a
// machine of its own, and only the app resumes the session there (reported in 2026).
func coworks(entrypoint string) bool {
	return entrypoint == "local-agent" || entrypoint == "remote_cowork"
}
