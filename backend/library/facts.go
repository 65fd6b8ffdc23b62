package library

import "time"

// Facts are what is true of a session's file now: it changes with time, not
// only with the file, and so does not stand in the chat.
type Facts struct {
	Live     bool
	Partial  bool // known from head and tail only
	Expiring bool // Claude Code deletes it within a week
	Days     int  // until then, where Expiring
	ModTime  time.Time
	Root     string
}

// Facts returns the facts of every session of the List by id.
func (l *Library) Facts() map[string]Facts {
	v := l.Look()
	facts := make(map[string]Facts, len(v.Chats)+len(v.Chats)/8)
	for _, c := range v.Chats {
		for _, s := range c.Sessions {
			facts[s.ID] = v.Facts(s)
		}
	}
	return facts
}

// alive returns the sessions that are live now: what a search asks for at every
// letter.
func (l *Library) alive() map[string]bool {
	alive := map[string]bool{}
	if list := l.latest(); list != nil {
		live := l.liveness(list.roots)
		for id := range l.roster.alive(list.chats, &live) {
			alive[id] = true
		}
	}
	return alive
}

// Totals count what is known so far.
type Totals struct {
	Projects, Chats, Sessions, Agents int
	Bytes                             int64
	Live, Malformed                   int
}

// State is what the window's status bar shows.
type State struct {
	Seq      uint64
	Demo     bool
	LookedAt []string // see Options.LookedAt, as people write paths
	Roots    []RootState
	Progress Progress
	Totals   Totals
	// RetentionDays is the shortest of the roots'.
	RetentionDays int
}

// RootState is a root and what is wrong with it, if anything.
type RootState struct {
	Path, Display string
	Exists        bool
	Problem       string
}

// State returns the library's state.
func (l *Library) State() State {
	s := State{Seq: l.Seq(), Demo: l.opt.Demo}
	live := len(l.alive())
	for _, root := range l.opt.LookedAt {
		s.LookedAt = append(s.LookedAt, l.Display(root))
	}
	_, s.RetentionDays = retentions(l.rootPaths())
	l.mu.RLock()
	defer l.mu.RUnlock()
	s.Progress = l.progress
	s.Totals = l.tally.of(l.chats)
	s.Totals.Bytes, s.Totals.Live = l.bytes, live
	for _, r := range l.roots {
		s.Roots = append(s.Roots, l.rootState(r.Path))
	}
	return s
}

func (l *Library) rootState(path string) RootState {
	s := RootState{Path: path, Display: l.Display(path), Exists: true}
	for _, p := range l.problems {
		if p.Path == path {
			s.Exists, s.Problem = false, p.Err.Error()
		}
	}
	return s
}
