package transcript

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"dendro/backend/title"
)

// Summary is all that is retained of a session or agent file that is not open. It is plain
// data, immutable once made and safe to share.
type Summary struct {
	Facts

	Records   int // well-formed lines, plus the single records of lines that hold several
	Malformed int // lines that are not a JSON object, except blank lines, plus torn parts of glued lines
	Bad       []BadLine
	Types     []string // types of its records, in order of first appearance
	TypeOf    []int    // number of records per entry of Types
	Prompts   []Prompt // human prompts, including queued ones, and messages in file order, one per uuid

	CustomTitle, AITitle, AgentName string
	Tag                             string        // the last one
	Slugs                           []string      // names of its plans, in order of first appearance
	PullRequests                    []PullRequest // in order of first appearance
	Bridges                         []string      // ids under which remote controls know the session
	LastPrompt                      string
	Command                         string  // the command that opens a file before any typed prompt
	Answered                        bool    // an assistant answered Command
	Outcome                         Outcome // of the conversation so far
	Titles                          []Title // summary lines: titles of conversations, maybe of other files

	Start, End     string // first and last timestamp by time, as written
	StartMS, EndMS int64
	CWD            string // the first one
	CWDs           []string
	Relocated      string // the last relocated.relocatedCwd
	WorktreeOf     string // the last worktreeSession.originalCwd: the repository of its worktree (2.1.5x+)
	GitBranch      string // the last one
	Versions       []string
	Model          string // the last one that is not synthetic
	Entrypoint     string

	ForkContext  *ForkContext // usually nil
	AgentID      string       // the first agentId: of an agent's file, its own
	NamedAgents  []string     // agents that results of Task and Agent calls name as started here
	NamedAt      []ID         // the records that name NamedAgents, one each
	Task         string       // the first prompt on a sidechain, for a title; "Warmup" marks an internal agent (2.0.4x)
	FilesTouched []string     // distinct paths of files that calls read or wrote, or that prompts attached
	ToolUses     int
	Tools        []string // distinct names of called tools
	Ledger       Ledger   // tokens, calls, and what they touched
	Snapshots    []ID     // records that a later one of the same response repeats, see Response
	Newest       Response // the response that the next record may continue
	Outputs      []string // names of the files that results were moved to, see Record.Spilled

	// OpenCalls are the ids of agent calls that have no result yet, one per call, in file
	// order. The results name the agents.
	OpenCalls []string

	Lines     int   // lines read, except blank ones
	Oversized int   // lines longer than MaxLine, known by position only
	Bytes     int64 // offset after the last complete line that is not blank: Continue starts there
	LastLine  int   // number of that line, counting blank ones
	Torn      int64 // bytes of a last line without a newline, and of blank lines before it
	// TornRecord is set if the line without a newline is a whole record. Its content is
	// counted here, but not in Bytes and LastLine.
	TornRecord bool
}

// Silent reports whether a file holds no conversation: it is empty, or has only titles and
// the like, as after a resume with -p (1.0.128, 2.0.77). Unreadable records may have been
// conversation, so they count.
func (s *Summary) Silent() bool {
	said := slices.ContainsFunc(s.Nodes, func(n Node) bool { return !n.Flags.Has(FlagQueued) || !n.Flags.Has(FlagGone|FlagUntyped) })
	return !said && s.Malformed == 0 && s.Oversized == 0 && s.Torn == 0
}

// OtherNames returns the names besides its title by which people may know the session,
// including a title that was not derived from a prompt.
func (s *Summary) OtherNames() []string {
	var list []string
	for _, name := range [...]string{s.CustomTitle, s.AITitle, s.AgentName, s.Tag} {
		if name != "" {
			list = append(list, name)
		}
	}
	for _, p := range s.PullRequests {
		list = append(list, p.Text())
	}
	return slices.Concat(list, s.Slugs, s.Bridges)
}

// BadLine is a line that is not a JSON object.
type BadLine struct {
	Line   int // from 1
	Offset int64
	Error  string
}

// MaxBad is the number of bad lines listed per file; all are counted.
const MaxBad = 100_000

// Prompt is a human prompt or a message: people recognise a conversation by them.
type Prompt struct {
	ID   ID
	Text string // the first line, at most TitleRunes long
	Name string // its name; "" if Called derives it from Text
	Time int64

	IsMessage bool // not typed by a person
	IsUnsent  bool // queued, and nothing shows that it was sent
}

// Called returns the prompt's name, see package title.
func (p *Prompt) Called() string {
	if p.Name != "" {
		return p.Name
	}
	return cmp.Or(title.Of(p.Text), p.Text)
}

// Title is a "summary" record: the title of the conversation that ends at
// Leaf, which may be in another file (1.0.x–2.1.1x).
type Title struct {
	Text string
	Leaf ID
}

// PullRequest is a pull request that a session made or worked on. Either field
// may be missing.
type PullRequest struct {
	Number int64  `json:"number"` // 0 if not recorded
	URL    string `json:"url"`
}

// Text returns the usual name of a pull request, on one line.
func (p PullRequest) Text() string {
	if p.Number == 0 {
		return p.URL
	}
	return strings.TrimSpace(fmt.Sprintf("PR #%d %s", p.Number, p.URL))
}

// ForkContext is the pointer at the start of a forked subagent's file (F7, 2.1.118+): its
// context is the parent's chain up to Last.
type ForkContext struct {
	AgentID string
	Session string // the parent's
	Last    ID
}

// EndTime returns the last time in the file, or the zero time.
func (s *Summary) EndTime() time.Time {
	if s.EndMS == 0 {
		return time.Time{}
	}
	return time.UnixMilli(s.EndMS)
}
