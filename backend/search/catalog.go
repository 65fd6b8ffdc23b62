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

	"dendro/backend/search/query"
	"dendro/backend/transcript"
)

// Catalog knows what the files are. It is asked by several goroutines at once.
type Catalog interface {
	// File returns what is known of a file, nil where it is not to be searched.
	File(key string) *FileInfo
	// Identity returns the record that the one with this id, in the file named by
	// key, is a copy of: under another uuid in the same file or in another one. It
	// is id itself for nearly all.
	Identity(key string, id transcript.ID) transcript.ID
	// Copies returns the files that hold the record with this identity, the one
	// where it was first written first and the file named by key among them. Nil
	// means that no other file has it.
	Copies(key string, id transcript.ID) []*FileInfo
	// Titles returns the sessions' titles. It may be nil.
	Titles() *TitleTable
}

// FileInfo is what a search needs to know of a file beside its text. An
// agent's file has the values of the session it belongs to.
type FileInfo struct {
	Key     string
	Session string
	Agent   string // of an agent's file, its id
	Chat    string
	Project string // the working directory, in full
	Model   string // the session's
	End     time.Time
	Fork    bool
	Live    bool
	Touched []string // files that the session and its agents have read or changed
	// PullRequests and Tag are those of the session.
	PullRequests []transcript.PullRequest
	Tag          string
	// Snapshots are the records of the file that a later one of the same response repeats:
	// no hits of their own, except for their ids.
	Snapshots map[transcript.ID]bool
	// Queue is what is known of the file's queued prompts; nil: none is to be found.
	Queue *Queue
	// Turns are those of the file's records; nil: it has none, and is not ranked.
	Turns *FileTurns
	// Superseded says that the session lives on in a resumed child.
	Superseded bool
	// Unique says that no record stands twice in the file, so that nothing needs
	// to be remembered for not counting it twice.
	Unique bool
}

// Queue knows which of the prompts that a file enqueues no other record repeats.
type Queue struct {
	facts *transcript.Facts
	once  sync.Once
	shown map[transcript.ID]bool // whether they were delivered
}

// NewQueue returns the Queue of a file. The facts must not change any more.
func NewQueue(f *transcript.Facts) *Queue { return &Queue{facts: f} }

// find reports whether the record that enqueued a prompt has a row, and whether the prompt
// was delivered.
func (q *Queue) find(id transcript.ID) (delivered, shown bool) {
	if q == nil {
		return false, false
	}
	q.once.Do(func() { q.shown = q.facts.Unrepeated() })
	delivered, shown = q.shown[id]
	return delivered, shown
}

// allows reports whether the query's filters on sessions allow the file.
// Several projects, pull requests and tags widen; several files and states narrow.
func (f *FileInfo) allows(q *query.Query, touching touchings) bool {
	projects, requests, tags := choiceOf(q, query.Project), choiceOf(q, query.PR), choiceOf(q, query.Tag)
	if !projects.allows(func(v string) bool { return transcript.InProject(f.Project, v) }) ||
		!requests.allows(f.hasPullRequest) ||
		!tags.allows(func(v string) bool { return containsFold(f.Tag, v) }) {
		return false
	}
	for _, c := range q.Filters {
		fits := !c.Not // filters on records allow every file
		switch c.Key {
		case query.File:
			fits = touching.of(f, c.Value)
		case query.Is:
			fits = f.is(c.Value)
		}
		if fits == c.Not {
			return false
		}
	}
	return true
}

// touchings are the answers of one search to which files a session touched: its agents
// have the same list, and may be many.
type touchings map[touching]bool

type touching struct {
	first *string // of the list
	n     int
	value string
}

// of reports whether the path of a file that the session touched holds a text.
func (t touchings) of(f *FileInfo, value string) bool {
	if len(f.Touched) == 0 {
		return false
	}
	key := touching{&f.Touched[0], len(f.Touched), value}
	fits, known := t[key]
	if !known {
		var folded []byte
		part := fold(value)
		fits = slices.ContainsFunc(f.Touched, func(path string) bool {
			folded, _ = appendFold(folded[:0], []byte(path))
			return bytes.Contains(folded, part)
		})
		t[key] = fits
	}
	return fits
}

// hasPullRequest reports whether the session has the pull request with this number,
// or one whose URL contains the text.
func (f *FileInfo) hasPullRequest(number string) bool {
	n, err := strconv.ParseInt(strings.TrimPrefix(number, "#"), 10, 64)
	return slices.ContainsFunc(f.PullRequests, func(p transcript.PullRequest) bool {
		if err == nil {
			return p.Number == n
		}
		return containsFold(p.URL, number)
	})
}

// is reports whether the file's session is in a state.
func (f *FileInfo) is(state string) bool {
	switch state {
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

// Options say what to search and how far.
type Options struct {
	Catalog Catalog                          // needed
	Open    func(key string) (Source, error) // needed
	// Output returns a tool's output that lies in a file of its own, as its row loads it:
	// nil where it cannot be read. Without it what records hold is searched.
	Output func(f *FileInfo, name string) []byte
	// In is what is searched where the query says nothing; 0: query.Default.
	In query.Fields
	// Limit is how many hits are returned; 0: DefaultLimit.
	Limit int
	// Count goes on to count all hits when the first Limit are found.
	Count bool
	// Chats gathers the hits by chats: it makes sense with Count.
	Chats bool
	// Partial is told what is found while the search goes on, one call at a
	// time, each with no less than the one before: the first Limit hits as soon
	// as they are settled, and where it takes long, what there is so far.
	Partial func(Result)
	// Files and Records narrow the search; nil: everything. Records is asked
	// for the record's own uuid.
	Files   func(*FileInfo) bool
	Records func(*FileInfo, transcript.ID) bool
}

// DefaultLimit is how many hits a search returns when nobody says.
const DefaultLimit = 50

// Hit is one record, or one title, that matches. Its JSON is fixed by the
// headless contract.
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
	Tool      string `json:"tool,omitempty"`      // of calls, and of results where it was asked for
	ToolUseID string `json:"toolUseId,omitempty"` // of calls and results
	Sidechain bool   `json:"sidechain,omitempty"` // in an agent's conversation, in the session's own file too
}

// Result is what a search has found.
type Result struct {
	Hits     []Hit `json:"hits"`
	Total    int   `json:"total"` // -1 while unknown
	Complete bool  `json:"complete"`
	// Settled says that the hits are the final ones, in their order, though
	// more of them may still be counted.
	Settled bool `json:"settled"`
	// Counted is how many hits there are so far.
	Counted int `json:"counted"`
	// Looked is how many blocks have been looked at, of all that may hold a hit.
	Looked int `json:"looked"`
	Blocks int `json:"blocks"`
	// Chats are the best chats, of InChats in which something was found: nil before the
	// search is complete, and without Options.Chats.
	Chats   []ChatHits `json:"chats,omitempty"`
	InChats int        `json:"inChats,omitempty"`
}
