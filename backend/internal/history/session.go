package history

import (
	"path"
	"strconv"
)

// Options describe the start of a session.
type Options struct {
	Env
	// Project is the directory that names the transcript's directory; default Env.Cwd. In a
	// worktree session it is the original repository.
	Project string
	// Dir overrides the name of the transcript's directory (CLAUDE_CODE_PROJECT_DIR_NAME).
	Dir string
	// ID is the session's id; default a new UUID. It need not be a UUID.
	ID string
	// Hooks makes the session write hook records.
	Hooks bool
	// Plain omits all records that the program writes on its own: snapshots, hooks, turn
	// endings, last-prompt records.
	Plain bool
}

// KeepTask writes a task of the session as Claude Code keeps it (tasks/).
func (s *Session) KeepTask(n int, subject, status string) {
	task := O("id", strconv.Itoa(n), "subject", subject, "status", status)
	s.home.Put(path.Join("tasks", s.ID, strconv.Itoa(n)+".json"), appendValue(nil, task))
}

// KeepPlan writes the session's plan (plans/).
func (s *Session) KeepPlan(text string) { s.home.Put(path.Join("plans", s.slug+".md"), []byte(text)) }

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
	other   []string // further paths of the session's file
	text    string   // the last prompt
	handed  bool     // it named its continuation
	twice   bool     // its file holds the conversation twice
}

// process is one run of the program. /clear continues the process.
type process struct {
	caveat string // uuid of the caveat record, the parent of local commands (1.0.x)
	at     string // its timestamp
}

// made describes the origin of a session.
type made struct {
	form   string // row of the format's table, "" for a new session
	parent *Session
	at     string // identity of the last copied record
	marked bool   // records of the copy name the parent
	named  bool   // the parent names this one and shares nothing with it
	signed bool   // it shows which of the two is the copy
}

// Session starts a new session, as by typing claude in a directory.
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

// Path is the path of the transcript, relative to the config directory.
func (s *Session) Path() string { return s.file.path }

// SideDir is the directory of the session's subagents and tool results.
func (s *Session) SideDir() string { return path.Join(path.Dir(s.file.path), s.ID) }

// SetEnv changes the environment of the following records.
func (s *Session) SetEnv(change func(*Env)) { change(&s.Env) }

// Delete removes the transcript and its side directory, like the client's clean-up. Agent
// files beside the transcript (layout 2) stay.
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
