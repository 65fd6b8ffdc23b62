package search

import (
	"bytes"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"dendro/backend/search/fold"
	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// Catalog provides facts about the files. It must be safe for concurrent use.
type Catalog interface {
	// File returns the facts about a file, nil if it must not be searched.
	File(key string) *FileInfo
	// Identity returns the original of the record with this id in the file named by key: the
	// same record under another uuid, in the same file or another. It is id itself for nearly
	// all records. A record whose content differs from that of its original has an identity
	// of its own, which is the uuid of no record.
	Identity(key string, id transcript.ID) transcript.ID
	// Record returns the uuid that the first writer of a record gave it, by its identity. key
	// names a file that holds it.
	Record(key string, identity transcript.ID) transcript.ID
	// Copies returns the files that hold the record with this identity, including the one
	// named by key, with the file where it was first written first. Nil means that no other
	// file has it.
	Copies(key string, id transcript.ID) []*FileInfo
	// Titles returns the sessions' titles. It may be nil.
	Titles() *TitleTable
}

// FileInfo holds what a search needs to know about a file besides its text. An agent's file
// has the values of its session.
type FileInfo struct {
	Key     string
	Session string
	Agent   string // the agent's id, for an agent's file
	Chat    string
	Project string // the full working directory
	// Repository is the directory of the repository that Project is a worktree of, or "".
	Repository string
	Entrypoint string // how the session was started: "cli", "sdk-cli" …; "" before 2.1.114
	Model      string // the session's model
	End        time.Time
	Written    time.Time // the file's modification time; zero if unknown
	Fork       bool
	Live       bool
	Touched    []string // files that the session and its agents have read or changed
	// Touching returns the records of this file that read, changed or attached files whose
	// paths fit; nil: none do.
	Touching func(fits func(path string) bool) []transcript.ID
	// PullRequests and Tag are those of the session.
	PullRequests []transcript.PullRequest
	Tag          string
	// Tags are further tags, Notes the notes of people, and Starred says that the chat has a
	// star.
	Tags    []string
	Notes   []string
	Starred bool
	// Bookmarked are the records of the file with a bookmark.
	Bookmarked []transcript.ID
	// Snapshots are the records of the file that a later one of the same response repeats.
	// They produce no hits of their own, except for their ids.
	Snapshots map[transcript.ID]bool
	// Failed are the records of the file with the result of a call that failed.
	Failed []transcript.ID
	// Queue describes the items of the file's queue; nil: none can be found.
	Queue *Queue
	// Turns maps the file's records to turns; nil: the file has none and is not ranked.
	Turns *FileTurns
	// Superseded says that the session continues in a resumed child.
	Superseded bool
	// Unique says that no record occurs twice in the file, so that the search need not track
	// them to avoid double counting.
	Unique bool
}

// ordered returns the time, in Unix milliseconds, by which to order a record of the file, see
// [transcript.File.Ordered].
func (f *FileInfo) ordered(ms int64) int64 {
	return (&transcript.File{ModTime: f.Written}).Ordered(ms)
}

// Queue knows what became of the items of a file's queue.
type Queue struct {
	facts *transcript.Facts
	once  sync.Once
	fates map[transcript.ID]transcript.Fate
}

// NewQueue returns the Queue of a file. The facts must not change afterwards.
func NewQueue(f *transcript.Facts) *Queue { return &Queue{facts: f} }

// find returns what became of the item that a record enqueued.
func (q *Queue) find(id transcript.ID) transcript.Fate {
	if q == nil {
		return transcript.FateGone
	}
	q.once.Do(func() { q.fates = q.facts.Fates() })
	return q.fates[id]
}

// allows reports whether the query's session filters allow the file. Several projects, pull
// requests or tags are alternatives; several files or states must all match.
func (f *FileInfo) allows(q *query.Query, touching touchings) bool {
	projects, requests, entries := choiceOf(q, query.Project), choiceOf(q, query.PR), choiceOf(q, query.Entry)
	tags, notes := choiceOf(q, query.Tag), choiceOf(q, query.Note)
	if !projects.allows(f.inProject) ||
		!requests.allows(f.hasPullRequest) ||
		!tags.allows(f.hasTag) ||
		!notes.allows(func(v string) bool { return anyContains(f.Notes, v) }) ||
		!entries.allows(func(v string) bool { return strings.HasPrefix(f.Entrypoint, strings.ToLower(v)) }) {
		return false
	}
	for _, c := range q.Filters {
		fits := !c.Not // filters on records allow every file
		switch c.Key {
		case query.File:
			fits = touching.of(f, c.Value)
		case query.Is:
			fits = f.is(c.Value, c.Not)
		}
		if fits == c.Not {
			return false
		}
	}
	return true
}

// inProject reports whether the path of the project, or of the repository that it is a worktree
// of, contains a text.
func (f *FileInfo) inProject(text string) bool {
	return transcript.InProject(f.Project, text) || f.Repository != "" && transcript.InProject(f.Repository, text)
}

// touchings caches, for one search, which sessions touched which files: a session's agents,
// which may be many, share its list.
type touchings map[touching]bool

type touching struct {
	first *string // first element of the list
	n     int
	value string
}

// of reports whether the path of a file that the session touched contains a text.
func (t touchings) of(f *FileInfo, value string) bool {
	if len(f.Touched) == 0 {
		return false
	}
	key := touching{&f.Touched[0], len(f.Touched), value}
	fits, known := t[key]
	if !known {
		fits = slices.ContainsFunc(f.Touched, PathFilter(value))
		t[key] = fits
	}
	return fits
}

// PathFilter returns whether file:value fits a path: it contains value, in any case. The
// function is for one goroutine.
func PathFilter(value string) func(path string) bool {
	var folded []byte
	part := fold.Text(value)
	return func(path string) bool {
		folded, _ = fold.Append(folded[:0], []byte(path))
		return bytes.Contains(folded, part)
	}
}

// hasTag reports whether a tag of the session contains a text.
func (f *FileInfo) hasTag(part string) bool {
	part = strings.TrimPrefix(part, "#")
	return containsFold(f.Tag, part) || anyContains(f.Tags, part)
}

// anyContains reports whether one of the texts contains part, without regard to case.
func anyContains(texts []string, part string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return containsFold(text, part) })
}

// hasPullRequest reports whether the session has the pull request with this number, or one
// whose URL contains the text.
func (f *FileInfo) hasPullRequest(number string) bool {
	n, err := strconv.ParseInt(strings.TrimPrefix(number, "#"), 10, 64)
	return slices.ContainsFunc(f.PullRequests, func(p transcript.PullRequest) bool {
		if err == nil {
			return p.Number == n
		}
		return containsFold(p.URL, number)
	})
}

// is reports whether the file's session is in a state, or for a condition on records whether
// it has such records; if those are excluded, the file is not.
func (f *FileInfo) is(state string, excluded bool) bool {
	switch state {
	case query.Failed:
		return !excluded && len(f.Failed) > 0
	case query.Bookmarked:
		return !excluded && len(f.Bookmarked) > 0
	case query.Starred:
		return f.Starred
	case query.Agent: // a session's own file may have agents, too
		return !excluded || f.Agent != ""
	case query.Leaf:
		return !f.Superseded
	case query.Superseded:
		return f.Superseded
	case query.Fork:
		return f.Fork
	case query.Live:
		return f.Live
	}
	return false
}

// Source is an open file.
type Source interface {
	io.ReaderAt
	io.Closer
	Stat() (fs.FileInfo, error)
}

// Options configure a search.
type Options struct {
	Catalog Catalog                          // required
	Open    func(key string) (Source, error) // required
	// Output returns a tool's output that is stored in a separate file, as its row loads it:
	// nil if it cannot be read. Without it only the records are searched.
	Output func(f *FileInfo, name string) []byte
	// In is what to search if the query does not specify it; 0: query.Default.
	In query.Fields
	// Limit is the maximum number of hits returned; 0: DefaultLimit.
	Limit int
	// Count continues until all hits are counted, beyond the first Limit.
	Count bool
	// Chats groups the hits by chat. It is only useful with Count.
	Chats bool
	// Partial receives intermediate results, one call at a time, each with at least the hits
	// of the one before: the first Limit hits as soon as they are settled, and the hits so
	// far if the search is slow.
	Partial func(Result)
	// Closings sets RankedTurn.Closing, which reads the end of each turn.
	Closings bool
	// Mask, if set, redacts the text that a snippet is cut from.
	Mask func(string) string
	// Files and Records narrow the search; nil: everything. Records is called with the
	// record's own uuid.
	Files   func(*FileInfo) bool
	Records func(*FileInfo, transcript.ID) bool
}

// DefaultLimit is how many hits a search returns by default.
const DefaultLimit = 50

// Hit is a matching record or title. Its JSON is fixed by the headless contract.
type Hit struct {
	Session string          `json:"session"`
	UUID    string          `json:"uuid"`
	Kind    string          `json:"kind"`
	Time    transcript.Time `json:"time"`
	Snippet string          `json:"snippet"`
	Ranges  [][2]int        `json:"ranges"` // half-open rune offsets into Snippet
	AlsoIn  []string        `json:"alsoIn"` // other sessions that have the record

	Agent     string `json:"agent,omitempty"`
	Chat      string `json:"chat,omitempty"`
	Project   string `json:"project,omitempty"`
	Block     int    `json:"block,omitempty"`     // index of the content block
	Tool      string `json:"tool,omitempty"`      // of calls, and of results if the query filters by tool
	ToolUseID string `json:"toolUseId,omitempty"` // of calls and results
	Sidechain bool   `json:"sidechain,omitempty"` // in an agent's conversation, even within the session's own file
}

// Result is the result of a search.
type Result struct {
	Hits     []Hit `json:"hits"`
	Total    int   `json:"total"` // -1 while unknown
	Complete bool  `json:"complete"`
	// Settled says that the hits and their order are final, though further hits may still be
	// counted.
	Settled bool `json:"settled"`
	// Counted is the number of hits so far.
	Counted int `json:"counted"`
	// Looked is the number of blocks checked so far, of all that may hold a hit.
	Looked int `json:"looked"`
	Blocks int `json:"blocks"`
	// Chats are the best of the InChats chats that have hits: nil before the search is
	// complete, and without Options.Chats.
	Chats   []ChatHits `json:"chats,omitempty"`
	InChats int        `json:"inChats,omitempty"`
}
