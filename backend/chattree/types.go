package chattree

import (
	"cmp"

	"dendro/backend/transcript"
)

// File is the file of a session. It is immutable.
type File struct {
	transcript.File
	Unread  bool // the file could not be read: Summary is meaningless
	Summary *transcript.Summary
}

// AgentFile is the file of a subagent. It is immutable.
type AgentFile struct {
	transcript.File
	Internal bool // hidden: warm-up, compaction and suggestion agents
	Summary  *transcript.Summary
}

// Chat is a connected tree of sessions. It is immutable once published.
type Chat struct {
	ID        string     `json:"id"`      // of its first session, or of the missing parent
	Project   string     `json:"project"` // the first session's working directory
	Title     string     `json:"title"`
	TitleFrom string     `json:"titleFrom"`
	Name      string     `json:"name"` // the displayed title, never empty
	Start     Time       `json:"start"`
	End       Time       `json:"end"`
	Sessions  []*Session `json:"sessions"` // parents before their children, oldest first

	// The fields below are not part of the contract's tree; the wire format adds them where
	// needed.

	Repository string    `json:"-"` // the directory of the repository that Project is a worktree of, or ""
	Segments   []Segment `json:"-"`
	NewestLeaf string    `json:"-"` // the session with the newest record
	GitBranch  string    `json:"-"` // of NewestLeaf
	Branches   int       `json:"-"` // leaves of the segment tree
	Turns      int       `json:"-"` // of all segments: each turn once
	Agents     int       `json:"-"`
	Malformed  int       `json:"-"`
	StartMS    int64     `json:"-"`
	EndMS      int64     `json:"-"`
	// Shares is set if the chat may hold records that another chat also has. Chats without
	// it hold none.
	Shares bool `json:"-"`
}

// ListedIn returns the directory of the project that lists the chat: a worktree's repository.
func (c *Chat) ListedIn() string { return cmp.Or(c.Repository, c.Project) }

// Time is [transcript.Time].
type Time = transcript.Time

// datedByFile is Session.Dated if no record of a file has a time.
const datedByFile = "file"

// The relations of a session to its parent.
const (
	RelationRoot    = "root"
	RelationResumed = "resumed"
	RelationForked  = "forked"
)

// The evidence for an edge.
const (
	EvidenceSharedUUIDs   = "shared-uuids"
	EvidenceForkedFrom    = "forkedFrom"
	EvidenceSessionID     = "sessionId"
	EvidenceSessionKind   = "sessionKind"
	EvidenceParentUUID    = "parentUuid"
	EvidenceLogicalParent = "logicalParentUuid"
	EvidenceLeafUUID      = "leafUuid"
	EvidenceContinuedIn   = "continued-in"
	EvidencePlan          = "plan-transcript"    // a plan accepted with cleared context names the session that made it
	EvidenceSummary       = "summary-transcript" // the compaction summary that the file begins with names the session
	EvidenceJob           = "job-state"          // the state of a background job names the parent
	EvidenceCard          = "desktop-card"       // the desktop app's card of the chat names the parent
	EvidenceBegun         = "begun"              // Dendro started the session and logged its parent

	// Evidence for which of two continued files is the copy if no record names the other.
	EvidenceMessageID      = "message-id" // equal replies under other uuids (-p of 1.0.x)
	EvidencePromptID       = "promptId"
	EvidenceQueueOperation = "queue-operation"
	EvidenceWrittenAtOnce  = "written-at-once"
	EvidenceLastPrompt     = "last-prompt"
	EvidenceSuppression    = "history-suppression"
	EvidenceEarlierSession = "requestSessionId"
)

// The confidence in an edge.
const (
	ConfidenceCertain  = "certain"  // a record names the parent, or only one direction is possible
	ConfidenceInferred = "inferred" // the direction follows from order and times
)

// The sources of a title, in order of precedence.
const (
	TitleCustom      = "custom-title"
	TitleCard        = "desktop-card" // the desktop app's card of the session, which a person may have renamed
	TitleAI          = "ai-title"
	TitleSummary     = "summary"
	TitleLastPrompt  = "last-prompt"
	TitleFirstPrompt = "first-prompt"
	TitleNone        = "none"
)

// The states of a session, by its last record.
const (
	StateAnswered    = "answered"
	StateWaiting     = "waiting" // it asks a question, or has a plan to approve
	StateInterrupted = "interrupted"
	StateFailed      = "failed"
	StateOpen        = "open" // the last prompt has no answer
)

// Session is one main file, linked. Its JSON is the contract of tree --json.
type Session struct {
	ID            string   `json:"id"`
	CopyOf        string   `json:"copyOf,omitempty"` // the session id, if another file is the primary one with it
	File          string   `json:"file"`
	Title         string   `json:"title"`
	TitleFrom     string   `json:"titleFrom"`
	Name          string   `json:"name"`            // the displayed title, never empty
	State         string   `json:"state,omitempty"` // whose turn it is, "" if unknown
	Outcome       string   `json:"outcome,omitempty"`
	Parent        *string  `json:"parent"`
	MissingParent string   `json:"missingParent,omitempty"`
	Relation      string   `json:"relation"`
	Evidence      []string `json:"evidence"`
	Confidence    string   `json:"confidence"`
	ForkPoint     *string  `json:"forkPoint"`
	Shared        int      `json:"shared"`
	Own           int      `json:"own"`
	// Without counts the parts of the parent that were left out when Dendro started the
	// session; nil if nothing was.
	Without     *transcript.LeftOut `json:"without,omitempty"`
	Superseded  bool                `json:"superseded"`
	SessionIDs  []string            `json:"sessionIds"`
	ActiveLeaf  string              `json:"activeLeaf"`
	Rewinds     []Rewind            `json:"rewinds"`
	Compactions []Compaction        `json:"compactions"`
	Agents      int                 `json:"agents"`
	Records     int                 `json:"records"`
	Prompts     int                 `json:"prompts"`
	Malformed   int                 `json:"malformed"`
	Bytes       int64               `json:"bytes"`
	Start       Time                `json:"start"`
	End         Time                `json:"end"`
	Dated       string              `json:"dated,omitempty"` // "file": no record has a time, the file's modification time is used
	CWD         string              `json:"cwd"`
	GitBranch   string              `json:"gitBranch"`
	Version     string              `json:"version"`
	Duplicates  []string            `json:"duplicates,omitempty"` // files with this id that hold nothing more

	LastPromptLeaf string   `json:"lastPromptLeaf"`          // a second opinion on ActiveLeaf; "" if not recorded
	Stranded       int      `json:"stranded"`                // own turns that no resume would load
	StrandedTurns  []string `json:"strandedTurns,omitempty"` // the uuids of their prompts
	Model          string   `json:"model"`

	Source *File `json:"-"`

	copies    Identities     // copies under another uuid, beyond those that the summary knows
	ranges    []segmentRange // the segments of the records, in file order
	turns     []turnRange    // the turns of the records, in file order
	startedIn []startedIn
}

// Rewind is a place where a person went back and asked again.
type Rewind struct {
	At       *string  `json:"at"` // the last common chain record; null if the first prompt was replaced
	Branches []Branch `json:"branches"`
}

// Branch is one of the continuations after a rewind.
type Branch struct {
	First  string `json:"first"` // its first record: a human prompt
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
	ID             string  `json:"id"`      // <session id>:<first uuid>
	Session        string  `json:"session"` // the session that owns these turns
	Parent         *string `json:"parent"`
	Edge           string  `json:"edge"` // kind of the edge to Parent
	At             *string `json:"at"`   // the last record before the edge
	First          string  `json:"first"`
	Tip            string  `json:"tip"` // the last user or assistant record
	Title          string  `json:"title"`
	Name           string  `json:"-"` // Title for display
	Turns          int     `json:"turns"`
	Start          string  `json:"start"`
	End            string  `json:"end"`
	Leaf           bool    `json:"leaf"`       // nothing continues it, see Apart
	Superseded     bool    `json:"superseded"` // of a session that lives on in a resumed child
	Active         bool    `json:"active"`     // on its session's active path
	ResumesHere    bool    `json:"resumesHere"`
	NewerElsewhere bool    `json:"newerElsewhere"` // ResumesHere, and another branch of the session has a newer human turn
	Compactions    int     `json:"compactions"`
	Agents         int     `json:"agents"`
	Model          string  `json:"model"`
	GitBranch      string  `json:"gitBranch"`
	MissingParent  string  `json:"missingParent"`
	// Apart is set if its session began without the messages of Parent, as when a plan is
	// carried out in a new session: no branch holds both, and Parent ends a branch of its own.
	Apart      bool     `json:"apart,omitempty"`
	Evidence   []string `json:"evidence"`
	Confidence string   `json:"confidence"`
	Shared     int      `json:"shared"`   // user and assistant records shared with the parent session
	ForkTurn   int      `json:"forkTurn"` // number of the last turn before the edge, on this path
	// Without is that of the session, where it leaves the parent.
	Without *transcript.LeftOut `json:"without,omitempty"`
}
