package transcript

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"dendro/backend/title"
)

// Summary is what is kept of a session or agent file that is not open. It is
// plain data: safe to share once made, and not changed afterwards.
type Summary struct {
	Facts

	Records   int // well-formed lines, and the single records of lines that hold several
	Malformed int // lines that are not a JSON object, blank lines apart, and the torn parts of those that others are glued to
	Bad       []BadLine
	Types     []string // of its records, in order of first appearance
	TypeOf    []int    // how many records have each of Types
	Prompts   []Prompt // human prompts, queued ones too, and messages in file order, each uuid once

	CustomTitle, AITitle, AgentName string
	Tag                             string        // the last one
	Slugs                           []string      // names of its plans, in order of first appearance
	PullRequests                    []PullRequest // in order of first appearance
	Bridges                         []string      // ids under which remote controls know the session
	LastPrompt                      string
	Command                         string  // what a file opens with in which nobody has typed a prompt before
	Answered                        bool    // an assistant answered Command
	Outcome                         Outcome // of the conversation so far
	Titles                          []Title // summary lines: titles of conversations, maybe of other files

	Start, End     string // first and last timestamp in time, as written
	StartMS, EndMS int64
	CWD            string // the first one
	CWDs           []string
	Relocated      string // the last relocated.relocatedCwd
	WorktreeOf     string // the last worktreeSession.originalCwd: where its worktree was made (2.1.5x+)
	GitBranch      string // the last one
	Versions       []string
	Model          string // the last one that is no synthetic model
	Entrypoint     string

	ForkContext  *ForkContext // nil: none, as nearly everywhere
	AgentID      string       // the first agentId: of an agent's file, its own
	NamedAgents  []string     // agents that results of Task and Agent calls name as started here
	NamedAt      []ID         // the records that name NamedAgents, one each
	Task         string       // the first prompt on a sidechain, for a title; "Warmup" marks an internal agent (2.0.4x)
	FilesTouched []string     // paths of files that calls read or wrote, and that prompts attached, distinct
	ToolUses     int
	Snapshots    []ID     // records that a later one of the same response repeats, see Response
	Newest       Response // the one that the next record may go on with
	Outputs      []string // names of the files to which results were moved, see Record.Spilled

	// OpenCalls are the ids of the calls of agents that have no result yet, one a call, in
	// file order: the results name the agents.
	OpenCalls []string

	Lines     int   // lines read, blank ones apart
	Oversized int   // lines longer than MaxLine, known by place only
	Bytes     int64 // offset behind the last complete line that is not blank: where Continue goes on
	LastLine  int   // number of that line, blank ones counted
	Torn      int64 // bytes of a last line without a newline
	// TornRecord is true where that line is a whole record all the same. It is
	// counted and its content is here, though not in Bytes and LastLine.
	TornRecord bool
}

// Silent reports whether a file holds nothing that was ever said: it is empty, or has
// titles and the like only, as a resume by -p leaves behind (1.0.128, 2.0.77). What
// could not be read may have been said.
func (s *Summary) Silent() bool {
	said := slices.ContainsFunc(s.Nodes, func(n Node) bool { return !n.Flags.Has(FlagQueued) || !n.Flags.Has(FlagGone) })
	return !said && s.Malformed == 0 && s.Oversized == 0 && s.Torn == 0
}

// OtherNames returns what people may know the session by beside its title, which is
// one of them where it was not made of a prompt.
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

// MaxBad is how many bad lines of a file are listed; all are counted.
const MaxBad = 100_000

// Prompt is a human prompt, or a message: what people recognise a conversation by.
type Prompt struct {
	ID   ID
	Text string // first line's worth of it, at most TitleRunes
	Name string // what it is called; "" where Called makes it of Text
	Time int64

	IsMessage bool // it is a message: no person typed it
	IsUnsent  bool // it was queued, and never sent
}

// Called returns what the prompt is called, see package title.
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
	Number int64 // 0: not recorded
	URL    string
}

// Text returns what people know a pull request by, on one line.
func (p PullRequest) Text() string {
	if p.Number == 0 {
		return p.URL
	}
	return strings.TrimSpace(fmt.Sprintf("PR #%d %s", p.Number, p.URL))
}

// ForkContext is the pointer at the head of a forked subagent's file (F7,
// 2.1.118+): its context is the parent's chain up to Last.
type ForkContext struct {
	AgentID string
	Session string // the parent's
	Last    ID
}

// EndTime returns the last time in the file, the zero time where no record
// has one.
func (s *Summary) EndTime() time.Time {
	if s.EndMS == 0 {
		return time.Time{}
	}
	return time.UnixMilli(s.EndMS)
}
