package history

import "path"

// Options say how a session starts.
type Options struct {
	Env
	// Project is the directory whose name the transcript's directory gets; default
	// Env.Cwd. In a worktree session it is the original repository.
	Project string
	// Dir overrides the name of the transcript's directory (CLAUDE_CODE_PROJECT_DIR_NAME).
	Dir string
	// ID is the session's id; default a new UUID. A stem that is no UUID is allowed.
	ID string
	// Hooks makes the session leave hook records.
	Hooks bool
	// Plain leaves out all that the program writes by itself: snapshots, hooks,
	// turn endings, last-prompt records.
	Plain bool
}

// Session is one main transcript.
type Session struct {
	Thread
	ID      string
	project string
	dir     string
	hooks   bool
	proc    *process
	made    made
	agents  int
	other   []string // further paths at which the session's file lies
	text    string   // the last prompt
	handed  bool     // it named the session that goes on
	twice   bool     // it stands twice in its file
}

// process is one run of the program. /clear stays within it.
type process struct {
	caveat string // uuid of the caveat record that local commands hang on (1.0.x)
	at     string // its timestamp
}

// made tells how a session came to be.
type made struct {
	form   string // row of the format's table, "" for a new session
	parent *Session
	at     string // identity of the last record that was copied
	marked bool   // records of the copy name the parent
	named  bool   // the parent names this one and shares nothing with it
	signed bool   // it shows which of the two is the copy
}

// Session starts a new session: someone types claude in a directory.
func (h *Home) Session(o Options) *Session {
	s := h.blank(o)
	s.proc = &process{}
	s.startHook("startup")
	return s
}

func (h *Home) blank(o Options) *Session {
	if o.Version == "" {
		o.Version = "2.1.219"
	}
	if o.Project == "" {
		o.Project = o.Cwd
	}
	if o.Dir == "" {
		o.Dir = EncodeDir(o.Project)
	}
	if o.ID == "" {
		o.ID = h.uuid()
	}
	s := &Session{ID: o.ID, project: o.Project, dir: o.Dir, hooks: o.Hooks && !o.Plain}
	s.Thread = Thread{
		Env: o.Env, home: h, owner: s, sessionID: o.ID, plain: o.Plain,
		file: h.newFile(path.Join("projects", o.Dir, o.ID+".jsonl")), context: 14000 + h.rng.IntN(8000),
	}
	if s.traits().slug {
		s.slug = h.slug()
	}
	h.sessions = append(h.sessions, s)
	return s
}

// options are those of a session that continues or copies s.
func (s *Session) options() Options {
	return Options{Env: s.Env, Project: s.project, Dir: s.dir, Hooks: s.hooks, Plain: s.plain}
}

// Path is where the transcript lies, relative to the config directory.
func (s *Session) Path() string { return s.file.path }

// SideDir is the directory of the session's subagents and tool results.
func (s *Session) SideDir() string { return path.Join(path.Dir(s.file.path), s.ID) }

// SetEnv changes what the following records say of their surroundings.
func (s *Session) SetEnv(change func(*Env)) { change(&s.Env) }

// Delete removes the transcript and its side directory, as the clean-up of old
// files does. Agent files beside the transcript (layout 2) stay.
func (h *Home) Delete(s *Session) {
	s.file.deleted = true
	prefix := s.SideDir() + "/"
	for _, f := range h.files {
		if len(f.path) > len(prefix) && f.path[:len(prefix)] == prefix {
			f.deleted = true
		}
	}
	for p := range h.extra {
		if len(p) > len(prefix) && p[:len(prefix)] == prefix {
			delete(h.extra, p)
		}
	}
}
