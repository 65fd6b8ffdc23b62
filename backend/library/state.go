package library

import (
	"dendro/backend/catalog"
	"dendro/backend/message"
)

// Facts are current properties of a session that change with time, not only with its file.
// So they are not part of the chat.
type Facts struct {
	Live          bool `json:"live"`
	Partial       bool `json:"partial"`       // known from head and tail only
	ExpiresInDays *int `json:"expiresInDays"` // Claude Code deletes it then, within a week; nil: it does not
	Archived      bool `json:"archived"`      // it is only in the archive
}

// State is the content of the window's status bar.
type State struct {
	Seq      uint64           `json:"seq"`
	Demo     bool             `json:"demo"`
	LookedAt []string         `json:"looked"`         // see Options.LookedAt, as people write paths
	Here     string           `json:"here,omitempty"` // the project of Options.Here, "" while it has no chats
	Roots    []RootState      `json:"roots"`
	Progress catalog.Progress `json:"-"`
	Totals   catalog.Totals   `json:"-"`
	Live     int              `json:"-"` // sessions
	// Retention is the shortest of the roots'.
	Retention Retention `json:"retentionFrom"`
}

// RootState is a root with its problem, if any.
type RootState struct {
	Path    string          `json:"path"`
	Display string          `json:"display"`
	Exists  bool            `json:"exists"`
	Problem message.Message `json:"error"`
	Name    string          `json:"name"`  // that the user gave it, or ""
	Color   string          `json:"color"` // that the user chose, or ""
	Hidden  bool            `json:"hidden"`
	Added   bool            `json:"added"` // by the user, who can remove it
	// Archived is set for a directory of sessions that are only in the archive.
	Archived bool `json:"archived"`
}

// In returns the state with its texts in a language.
func (s State) In(language string) State {
	roots := make([]RootState, len(s.Roots))
	for i, root := range s.Roots {
		root.Problem = root.Problem.Fixed(language)
		roots[i] = root
	}
	s.Roots = roots
	return s
}

// State returns the library's state.
func (l *Library) State() State {
	st := State{Seq: l.Catalog.Seq(), Demo: l.opt.Demo, LookedAt: []string{}, Roots: []RootState{}}
	s := l.Catalog.Snapshot()
	st.Progress, st.Totals, st.Live = s.Progress, s.Totals, len(l.Lister.alive())
	if l.opt.Here != "" {
		st.Here = ProjectAt(s.Chats, l.opt.Here)
	}
	for _, root := range l.opt.LookedAt {
		st.LookedAt = append(st.LookedAt, l.Display(root))
	}
	_, st.Retention = l.Lister.retentions(s.RootPaths())
	for _, r := range s.Roots {
		root := RootState{Path: r.Path, Display: l.Display(r.Path), Exists: true, Archived: l.opt.Archive.Has(r.Path)}
		for _, p := range s.Problems {
			if p.Path == r.Path {
				root.Exists, root.Problem = false, message.From(p.Err)
			}
		}
		st.Roots = append(st.Roots, root)
	}
	return st
}
