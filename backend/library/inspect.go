package library

import (
	"context"
	"slices"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/message"
	"dendro/backend/session"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// Inspection is the statistics of a session, or of its whole chat.
type Inspection struct {
	Session string `json:"session"`
	Path    string `json:"path"`    // of the session's file, for people to read
	CopyOf  string `json:"copyOf"`  // the session id, where another file is the primary one with it
	Primary string `json:"primary"` // the path of that one
	// Duplicates are the paths of files with the session's id that hold nothing else.
	Duplicates []string `json:"duplicates"`
	Sessions   int      `json:"sessions"`  // that were counted: 1, or those of the chat
	Turns      int      `json:"turns"`     // of their own, as the tree counts them
	Agents     int      `json:"agents"`    // as the list counts them
	Inherited  int      `json:"inherited"` // records of the session that an ancestor has too
	// Names are titles, pull requests, tags and other names by which search finds the
	// counted sessions.
	Names []string `json:"names"`
	// PullRequests are those with an address, and Entrypoints how Claude Code was started:
	// "cli", "sdk-cli" (-p), "claude-vscode", … (2.1.114+). Each is listed once.
	PullRequests []transcript.PullRequest `json:"pullRequests"`
	Entrypoints  []string                 `json:"entrypoints"`

	// RecordedCost is what the session itself has cost in US dollars as Claude Code recorded it,
	// 0 if it did not. Worktree is the git worktree that the session works in, or "".
	RecordedCost float64 `json:"recordedCost"`
	Worktree     string  `json:"worktree"`

	Bytes      int64 `json:"bytes"` // of the sessions' files
	AgentBytes int64 `json:"agentBytes"`

	// Expires is when Claude Code may delete the session's file, "" where nothing does.
	Expires       string `json:"expires"`
	ExpiresInDays int    `json:"expiresInDays"`

	Malformed     []BadRecord          `json:"malformed"`
	MalformedMore int                  `json:"malformedMore"` // beyond those that are listed
	Torn          int                  `json:"torn"`          // files whose last line is being written
	Oversized     int                  `json:"oversized"`     // lines too long to be read
	Unreadable    []session.Unreadable `json:"unreadable"`

	thread.Figures
}

// maxNamesShown is how many names an inspection lists.
const maxNamesShown = 200

// maxBadShown is how many malformed lines an inspection lists.
const maxBadShown = 200

// Inspect sums up a session with its agents, or every session of its chat, counting copied
// records once. It reads the files.
func (l *Library) Inspect(ctx context.Context, id string, wholeChat bool) (*Inspection, error) {
	known := l.Catalog.Snapshot()
	chat, s, err := session.In(known, id)
	if err != nil {
		return nil, err
	}
	own, err := session.FileOf(known, id)
	if err != nil {
		return nil, err
	}
	in := &Inspection{
		Session: id, Path: l.Display(own.Abs()), Inherited: s.Shared,
		CopyOf: s.CopyOf, Duplicates: []string{},
		Names: []string{}, PullRequests: []transcript.PullRequest{}, Entrypoints: []string{}, Malformed: []BadRecord{}, Unreadable: []session.Unreadable{},
	}
	for _, f := range known.FilesWithID(id) {
		if f.Kept && f != own {
			continue // a copy that is meant to be there
		}
		if role, ok := known.Role(f); !ok && f != own {
			in.Primary = l.Display(f.Abs())
		} else if role.Duplicate && role.Session == id {
			in.Duplicates = append(in.Duplicates, l.Display(f.Abs()))
		}
	}
	in.Expires, in.ExpiresInDays = l.Expires(id)
	tally := thread.NewTally()
	files := session.NewReader(ctx)
	sessions := []*chattree.Session{s}
	if wholeChat {
		sessions = chat.Sessions
	}
	for i := range chat.Segments {
		if at := &chat.Segments[i]; wholeChat || at.Session == id {
			in.Turns += at.Turns
		}
	}
	for _, each := range sessions {
		in.Agents += each.Agents
	}
	for _, e := range counted(known, sessions) {
		in.count(e)
		tally.Begin()
		err := files.Records(e.Abs(), nil, func(r *transcript.Record) {
			tally.Add(r, e.Agent)
			if e == own {
				in.state(r)
			}
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil { // costs this file
			in.Unreadable = append(in.Unreadable, session.Unreadable{Path: e.Path, Error: message.From(err)})
		}
	}
	in.Figures = tally.Figures()
	return in, nil
}

// state notes what a record of the session's own file says about its present state.
func (in *Inspection) state(r *transcript.Record) {
	if dollars, ok := r.CostState(); ok {
		in.RecordedCost = dollars
	}
	if path, ok := r.WorktreeState(); ok {
		in.Worktree = path
	}
}

// Expires returns when Claude Code may delete a session's file, "" where nothing does, and the
// days until then.
func (l *Library) Expires(session string) (at string, days int) {
	f := l.Catalog.Snapshot().File(session)
	if f == nil || l.opt.Demo || f.Kept {
		return "", 0
	}
	keeps := l.Lister.retentionOf(f.Root).Days
	days, _ = expiresIn(f.ModTime, keeps, l.opt.Now())
	return f.ModTime.AddDate(0, 0, keeps).UTC().Format(time.RFC3339), days
}

// counted returns the files to sum up: parents before those that copied from them, each
// session before its agents.
func counted(known *catalog.Snapshot, sessions []*chattree.Session) (files []*catalog.File) {
	for _, each := range sessions {
		files = append(files, known.WithAgents(each.ID)...)
	}
	return files
}

// count adds the known properties of a file without reading it.
func (in *Inspection) count(e *catalog.File) {
	if e.Agent {
		in.AgentBytes += e.Size
	} else {
		in.Sessions++
		in.Bytes += e.Size
		for _, name := range e.OtherNames() {
			in.Names = addOnce(in.Names, name)
		}
		for _, pr := range e.Summary.PullRequests {
			if pr.URL != "" {
				in.PullRequests = addOnce(in.PullRequests, pr)
			}
		}
		if e.Summary.Entrypoint != "" {
			in.Entrypoints = addOnce(in.Entrypoints, e.Summary.Entrypoint)
		}
	}
	for _, b := range e.Summary.Bad {
		if len(in.Malformed) == maxBadShown {
			break
		}
		in.Malformed = append(in.Malformed, BadRecord{e.Path, b.Line, badLine(b)})
		in.MalformedMore--
	}
	in.MalformedMore += e.Summary.Malformed
	in.Oversized += e.Summary.Oversized
	if e.Summary.Torn > 0 {
		in.Torn++
	}
}

// addOnce adds a value that is not in the list, unless the list is long.
func addOnce[T comparable](list []T, value T) []T {
	if len(list) >= maxNamesShown || slices.Contains(list, value) {
		return list
	}
	return append(list, value)
}
