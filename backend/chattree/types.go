package chattree

import (
	"time"

	"dendro/backend/transcript"
)

// File is a main session file as the scan found it.
type File struct {
	ID      string // the file stem: the id of the session
	Path    string // relative to Root, slash form: projects/<dir>/<stem>.jsonl
	Root    string
	ModTime time.Time
	Size    int64
	Unread  bool                // it could not be read: Summary says nothing of it
	Summary *transcript.Summary // not changed afterwards
	// Origins are the sessions that this one comes from, as files beside the
	// transcripts tell.
	Origins []transcript.Origin
}

// Place names a file. One session id may be found in several places.
type FileKey struct{ Root, Path string }

// Place returns where f lies.
func (f *File) Key() FileKey { return FileKey{f.Root, f.Path} }

// AgentFile is the transcript of a subagent.
type AgentFile struct {
	AgentID  string // the stem without "agent-"
	Path     string // relative to Root, slash form
	Root     string
	Session  string // the owner by side directory; "" for files beside the sessions
	Internal bool   // hidden: warm-up, compaction and suggestion agents
	Summary  *transcript.Summary
}

// Place returns where a lies.
func (a *AgentFile) Key() FileKey { return FileKey{a.Root, a.Path} }

// Chat is a connected tree of sessions. It is not changed once published.
type Chat struct {
	ID        string     `json:"id"`      // of its first session, or of the missing parent
	Project   string     `json:"project"` // the first session's working directory
	Title     string     `json:"title"`
	TitleFrom string     `json:"titleFrom"`
	Name      string     `json:"name"` // the title for people, never empty
	Start     Time       `json:"start"`
	End       Time       `json:"end"`
	Sessions  []*Session `json:"sessions"` // parents before their children, oldest first

	// What follows is not part of the contract's tree; the wire adds it where
	// it wants it.

	WorktreeOf string    `json:"-"` // the repository's directory, where Project is a worktree and its session says so
	Segments   []Segment `json:"-"`
	NewestLeaf string    `json:"-"` // the session that was written to last
	GitBranch  string    `json:"-"` // of NewestLeaf
	Branches   int       `json:"-"` // leaves of the segment tree
	Turns      int       `json:"-"` // of all segments: each turn once
	Agents     int       `json:"-"`
	Malformed  int       `json:"-"`
	StartMS    int64     `json:"-"`
	EndMS      int64     `json:"-"`
	// Shares says that it may hold records which another chat has too. No chat
	// without it does.
	Shares bool `json:"-"`
}

// Time is [transcript.Time].
type Time = transcript.Time

// datedByFile is Session.Dated where no record of a file has a time.
const datedByFile = "file"

// The relations of a session to its parent.
const (
	RelationRoot    = "root"
	RelationResumed = "resumed"
	RelationForked  = "forked"
)

// What an edge is known from.
const (
	EvidenceSharedUUIDs   = "shared-uuids"
	EvidenceForkedFrom    = "forkedFrom"
	EvidenceSessionID     = "sessionId"
	EvidenceSessionKind   = "sessionKind"
	EvidenceParentUUID    = "parentUuid"
	EvidenceLogicalParent = "logicalParentUuid"
	EvidenceLeafUUID      = "leafUuid"
	EvidenceContinuedIn   = "continued-in"
	EvidencePlan          = "plan-transcript" // a plan accepted with cleared context names where it was made
	EvidenceJob           = "job-state"       // the state of a background job names the parent
	EvidenceCard          = "desktop-card"    // the desktop app's card of the chat does
	EvidenceBegun         = "dendro"          // Dendro began the session, and noted from where

	// Why one of two that went on is the copy, where no record names the other.
	EvidenceMessageID      = "message-id" // replies are the same, under other uuids (-p of 1.0.x)
	EvidencePromptID       = "promptId"
	EvidenceQueueOperation = "queue-operation"
	EvidenceWrittenAtOnce  = "written-at-once"
	EvidenceLastPrompt     = "last-prompt"
	EvidenceSuppression    = "history-suppression"
	EvidenceEarlierSession = "requestSessionId"
)

// How sure an edge is.
const (
	ConfidenceCertain  = "certain"  // a record names the parent, or only one direction is possible
	ConfidenceInferred = "inferred" // the direction follows from order and times
)

// Where a title comes from, in order of precedence.
const (
	TitleCustom      = "custom-title"
	TitleAI          = "ai-title"
	TitleSummary     = "summary"
	TitleLastPrompt  = "last-prompt"
	TitleFirstPrompt = "first-prompt"
	TitleNone        = "none"
)

// The states of a session: what its last record is.
const (
	StateAnswered    = "answered"
	StateWaiting     = "waiting" // it asks, or has a plan to approve
	StateInterrupted = "interrupted"
	StateFailed      = "failed"
	StateOpen        = "open" // the last prompt has no answer
)

// Session is one main file, linked. Its JSON is what tree --json promises.
type Session struct {
	ID            string       `json:"id"`
	CopyOf        string       `json:"copyOf,omitempty"` // the session id, where another file is the primary one with it
	File          string       `json:"file"`
	Title         string       `json:"title"`
	TitleFrom     string       `json:"titleFrom"`
	Name          string       `json:"name"`            // the title for people, never empty
	State         string       `json:"state,omitempty"` // whose turn it is, "" while that cannot be told
	Outcome       string       `json:"outcome,omitempty"`
	Parent        *string      `json:"parent"`
	MissingParent string       `json:"missingParent,omitempty"`
	Relation      string       `json:"relation"`
	Evidence      []string     `json:"evidence"`
	Confidence    string       `json:"confidence"`
	ForkPoint     *string      `json:"forkPoint"`
	Shared        int          `json:"shared"`
	Own           int          `json:"own"`
	Superseded    bool         `json:"superseded"`
	SessionIDs    []string     `json:"sessionIds"`
	ActiveLeaf    string       `json:"activeLeaf"`
	Rewinds       []Rewind     `json:"rewinds"`
	Compactions   []Compaction `json:"compactions"`
	Agents        int          `json:"agents"`
	Records       int          `json:"records"`
	Prompts       int          `json:"prompts"`
	Malformed     int          `json:"malformed"`
	Bytes         int64        `json:"bytes"`
	Start         Time         `json:"start"`
	End           Time         `json:"end"`
	Dated         string       `json:"dated,omitempty"` // "file": no record has a time, the file's own is given
	CWD           string       `json:"cwd"`
	GitBranch     string       `json:"gitBranch"`
	Version       string       `json:"version"`
	Duplicates    []string     `json:"duplicates,omitempty"` // files with this id that hold nothing else

	LastPromptLeaf string   `json:"lastPromptLeaf"`          // a second opinion on ActiveLeaf; "" where not recorded
	Stranded       int      `json:"stranded"`                // own turns on no path that a resume would load
	StrandedTurns  []string `json:"strandedTurns,omitempty"` // the uuids of their prompts
	Model          string   `json:"model"`

	Source *File `json:"-"`

	copies    Identities     // copies under another uuid that the summary does not know
	ranges    []segmentRange // where the records go from one segment to another, in file order
	startedIn []startedIn
}

// Rewind is a place where a person went back and asked again.
type Rewind struct {
	At       *string  `json:"at"` // the last common chain record; null where the first prompt was replaced
	Branches []Branch `json:"branches"`
}

// Branch is one of the ways on from a rewind.
type Branch struct {
	First  string `json:"first"` // the record that opens it: a human prompt
	Tip    string `json:"tip"`   // its last user or assistant record
	Active bool   `json:"active"`
}

// Compaction is one compaction boundary.
type Compaction struct {
	UUID    string `json:"uuid"`
	Trigger string `json:"trigger"`
}

// The kinds of the edge from a segment to its parent.
const (
	EdgeRoot       = "root"
	EdgeContinue   = "continue" // the same session goes on after a split
	EdgeResume     = "resume"
	EdgeFork       = "fork"
	EdgeRewind     = "rewind"
	EdgeCompaction = "compaction"
	EdgeMissing    = "missing"
)

// Segment is a node of the drawn tree: the longest run of turns with no split,
// no compaction and no change of session.
type Segment struct {
	ID             string   `json:"id"`      // <session id>:<first uuid>
	Session        string   `json:"session"` // whose own turns these are
	Parent         *string  `json:"parent"`
	Edge           string   `json:"edge"` // kind of the edge to Parent
	At             *string  `json:"at"`   // the last record before the edge
	First          string   `json:"first"`
	Tip            string   `json:"tip"` // the last user or assistant record
	Title          string   `json:"title"`
	Name           string   `json:"-"` // Title for people
	Turns          int      `json:"turns"`
	Start          string   `json:"start"`
	End            string   `json:"end"`
	Leaf           bool     `json:"leaf"`       // nothing continues it
	Superseded     bool     `json:"superseded"` // of a session that lives on in a resumed child
	Active         bool     `json:"active"`     // on its session's active path
	ResumesHere    bool     `json:"resumesHere"`
	NewerElsewhere bool     `json:"newerElsewhere"` // ResumesHere, and a newer human turn lies on another branch of the session
	Compactions    int      `json:"compactions"`
	Agents         int      `json:"agents"`
	Model          string   `json:"model"`
	GitBranch      string   `json:"gitBranch"`
	MissingParent  string   `json:"missingParent"`
	Evidence       []string `json:"evidence"`
	Confidence     string   `json:"confidence"`
	Shared         int      `json:"shared"`   // user and assistant records shared with the parent session
	ForkTurn       int      `json:"forkTurn"` // number of the last turn before the edge, on this path
}
