package catalog

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// Snapshot is the state at one moment. It is immutable.
type Snapshot struct {
	Roots    []scan.Root
	Problems []scan.Problem // what of the roots could not be read
	NotUsed  []scan.Problem // Dendro's own files and directories that are done without, and why
	Progress Progress
	Totals   Totals
	Listed   int // files that there are
	Read     int // files that are read, so that a search sees what they say
	// Version changes with every change of chats or files.
	Version uint64
	Chats   []*chattree.Chat // newest first
	Files   []*File          // by root and path
	// Partial are the sessions summarized from head and tail only.
	Partial map[string]bool
	// Recent are the sessions whose files had changed within RecentFor when the snapshot
	// was made.
	Recent []Member
	Text   *search.Index // of the files; nil where full text is not searched

	members  map[string]Member // by session
	sessions []SessionFile     // by session
	roles    map[transcript.FileKey]chattree.Role
	bearers  map[string][]*File // by session id, where several files have it; the primary one first
	agents   map[string][]*File // by session, in order of their paths

	saved []Row // see Rows; nil but for a start
}

// RecentFor is how long after its last record a session without a registered process counts
// as being written to.
const RecentFor = 3 * time.Minute

// Phase is the progress of a scan.
type Phase string

// The phases of a scan, in order.
const (
	PhaseListing Phase = "listing"
	PhaseHeads   Phase = "heads"   // a first list is being made from heads and tails
	PhaseReading Phase = "reading" // everything is being read
	PhaseDone    Phase = "done"
)

// Progress is the state of the scan, with counts for display.
type Progress struct {
	Phase      Phase     `json:"phase"`
	Files      int       `json:"files"` // read so far
	FilesTotal int       `json:"filesTotal"`
	Bytes      int64     `json:"bytes"`
	BytesTotal int64     `json:"bytesTotal"`
	Finished   time.Time `json:"-"` // of the last complete scan
	Err        error     `json:"-"` // why the last scan ended early
}

// Totals count the files read so far.
type Totals struct {
	Projects  int   `json:"projects"`
	Chats     int   `json:"chats"`
	Sessions  int   `json:"sessions"`
	Agents    int   `json:"agents"`
	Malformed int   `json:"malformed"`
	Bytes     int64 `json:"bytes"` // without the copies in the archive
}

// Member is a session in its chat.
type Member struct {
	Chat    *chattree.Chat
	Session *chattree.Session
}

// RootPaths returns the paths of all roots.
func (s *Snapshot) RootPaths() []string {
	paths := make([]string, len(s.Roots))
	for i, r := range s.Roots {
		paths[i] = r.Path
	}
	return paths
}

// Rows returns the rows of all chats, newest first. While a start links the files that the
// cache knows, they are those of an earlier process, and the snapshot holds nothing else.
func (s *Snapshot) Rows() iter.Seq[Row] {
	if s.saved != nil {
		return slices.Values(s.saved)
	}
	return func(yield func(Row) bool) {
		for _, c := range s.Chats {
			if !yield(RowOf(c)) {
				return
			}
		}
	}
}

// OnlyRows reports whether the snapshot holds rows alone.
func (s *Snapshot) OnlyRows() bool { return s.saved != nil }

// Session returns a session in its chat, or nil.
func (s *Snapshot) Session(id string) (*chattree.Chat, *chattree.Session) {
	m := s.members[id]
	return m.Chat, m.Session
}

// Chat returns the chat with this id, or nil.
func (s *Snapshot) Chat(id string) *chattree.Chat {
	if c, _ := s.Session(id); c != nil && c.ID == id {
		return c // nearly all are called after their first session
	}
	for _, c := range s.Chats {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// SessionFile is the file of a session. Its stem is another id if a session has several
// files: see [chattree.Role].
type SessionFile struct {
	Session string
	File    *File
}

// File returns the file of a session, or nil.
func (s *Snapshot) File(session string) *File {
	if at, ok := slices.BinarySearchFunc(s.sessions, session, compareSession); ok {
		return s.sessions[at].File
	}
	return nil
}

func compareSession(f SessionFile, id string) int { return strings.Compare(f.Session, id) }

// Role returns the role of a session's file if several files have one session id.
func (s *Snapshot) Role(f *File) (chattree.Role, bool) {
	role, ok := s.roles[f.Key()]
	return role, ok
}

// SessionOf returns the session of a session's file, or the one that it duplicates.
func (s *Snapshot) SessionOf(f *File) string {
	if role, ok := s.roles[f.Key()]; ok {
		return role.Session
	}
	return f.ID
}

// FilesWithID returns all files with a session's id, the primary one first and then by path, or
// nil if there is only one.
func (s *Snapshot) FilesWithID(session string) []*File {
	f := s.File(session)
	if f == nil {
		return nil
	}
	if role, ok := s.roles[f.Key()]; ok {
		session = role.Of
	}
	return s.bearers[session]
}

// OtherNames returns the names besides its title by which people may know a session, from
// its file and its duplicates: a client that changed its directory writes a new name there.
func (s *Snapshot) OtherNames(session string) []string {
	f := s.File(session)
	if f == nil {
		return nil
	}
	names := f.OtherNames()
	for _, other := range s.FilesWithID(session) {
		if role := s.roles[other.Key()]; role.Duplicate && role.Session == session {
			names = append(names, other.Summary.OtherNames()...)
		}
	}
	return names
}

// SessionsFrom returns the ids of the sessions, in order, starting with the given one.
func (s *Snapshot) SessionsFrom(id string) iter.Seq[string] {
	return func(yield func(string) bool) {
		at, _ := slices.BinarySearchFunc(s.sessions, id, compareSession)
		for _, f := range s.sessions[at:] {
			if !yield(f.Session) {
				return
			}
		}
	}
}

// Agents returns the files of a session's agents, by path; "" selects those without a
// session.
func (s *Snapshot) Agents(session string) []*File { return s.agents[session] }

// WithAgents returns the file of a session and those of its agents, none where it is gone.
func (s *Snapshot) WithAgents(session string) []*File {
	if f := s.File(session); f != nil {
		return append([]*File{f}, s.Agents(session)...)
	}
	return nil
}

// AgentsBySession returns the agents of all sessions, including deleted ones, in no
// particular order.
func (s *Snapshot) AgentsBySession() iter.Seq2[string, []*File] { return maps.All(s.agents) }
