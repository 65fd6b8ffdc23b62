package library

import (
	"cmp"
	"slices"

	"dendro/backend/chattree"
	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// entry is one file as last read. Entries are replaced, never changed.
type entry struct {
	file    scan.File
	summary *transcript.Summary // empty where err is set
	print   uint64              // identifies what summary was made from
	partial bool                // made from head and tail
	unique  bool                // no uuid stands twice in it
	err     error
	// unindexed is true where the file was read by an earlier process and its
	// signatures are lost: it has to be read again.
	unindexed bool
	// begun is shared by the entries of a file as it grows: what was read of an
	// earlier one still stands in a later one.
	begun *beginning
}

// beginning is one that a file had; only its identity counts.
type beginning struct{ _ byte }

// newEntry returns what r has made of the file that was old before, nil for a
// new one. What is lent stays lent.
func newEntry(r scan.Result, old *entry) *entry {
	e := &entry{file: r.File, summary: r.Summary, print: r.Print, partial: r.Partial, err: r.Err, begun: &beginning{}}
	if old != nil && (r.Grown || old.err == nil && r.Err == nil && old.same(&r.File)) {
		e.begun = old.begun
	}
	if e.summary == nil {
		e.summary = transcript.NewSummarizer().Summary()
	}
	if n := e.summary.Nodes; !r.Lent && cap(n)-len(n) > len(n)/8 { // most of what is kept
		e.summary.OwnNodes()
	}
	e.unique = unique(e.summary)
	return e
}

// unique reports whether no uuid stands twice in a file.
func unique(s *transcript.Summary) bool {
	return !slices.ContainsFunc(s.Nodes, func(n transcript.Node) bool { return n.Flags.Has(transcript.FlagRepeated) })
}

// job is what has to be done to know f as it is now. e is nil for a new file.
func (e *entry) job(f *scan.File) scan.Job {
	j := scan.Job{File: *f}
	if e.whole() && (e.same(f) || f.Size > e.file.Size && f.Place.Inode == e.file.Place.Inode) {
		j.Known, j.Print = e.summary, e.print
	}
	return j
}

// current reports whether e is f as it is now.
func (e *entry) current(f *scan.File) bool {
	return e.whole() && e.same(f) && e.file.Meta == f.Meta
}

// whole reports whether everything that is to be known of a file is known.
func (e *entry) whole() bool { return e != nil && !e.partial && e.err == nil && !e.unindexed }

// same reports whether nothing was written to e's file before it became f.
func (e *entry) same(f *scan.File) bool {
	return e.file.Size == f.Size && e.file.ModTime.Equal(f.ModTime) && e.file.Place == f.Place
}

// saysTheSame reports whether e, which goes on from old, holds what old does:
// the beginning of a line was written, or nothing.
func (e *entry) saysTheSame(old *entry) bool {
	a, b := old.summary, e.summary
	return old.whole() && e.whole() && a.Bytes == b.Bytes && !a.TornRecord && !b.TornRecord && old.file.Meta == e.file.Meta
}

// newer reports whether e, not other, is the session when both files have its
// id: the later change decides, then root and path, as in chattree.
func (e *entry) newer(other *entry) bool {
	return cmp.Or(e.file.ModTime.Compare(other.file.ModTime),
		cmp.Compare(other.file.Root, e.file.Root), cmp.Compare(other.file.Path, e.file.Path)) > 0
}

// internal reports whether e is an agent that is Claude Code's own business.
func (e *entry) internal() bool {
	return e.file.Agent && (transcript.InternalAgent(e.file.ID, e.summary.Task) || e.summary.WarmUp())
}

// forked reports whether an agent began with the context of who started it.
func (e *entry) forked() bool {
	c := e.summary.ForkContext
	return c != nil && c.Session != ""
}

// agent is e, the file of an agent, for the forest.
func (e *entry) agent() chattree.AgentFile {
	return chattree.AgentFile{
		AgentID: e.file.ID, Path: e.file.Path, Root: e.file.Root, Session: e.file.Owner,
		ToolUseID: e.file.Meta.ToolUseID, Internal: e.internal(), Summary: e.summary,
	}
}

// pending collects changes for the forest.
type pending struct {
	change   chattree.Change
	files    []reread // what change has, as it is and was
	sessions []string // whose own files, or agents' files, changed
	news     bool     // some file is not as it was: one may only have been read again
}

func (p *pending) dirty() bool {
	return len(p.change.Files)+len(p.change.Agents)+len(p.change.Gone) > 0
}

// expect makes room for what comes of jobs.
func (p *pending) expect(jobs []scan.Job) {
	agents := 0
	for i := range jobs {
		if jobs[i].Agent {
			agents++
		}
	}
	p.files = slices.Grow(p.files, len(jobs))
	p.sessions = slices.Grow(p.sessions, len(jobs))
	p.change.Agents = slices.Grow(p.change.Agents, agents)
	p.change.Files = slices.Grow(p.change.Files, len(jobs)-agents)
}

// add takes a file that is not as it was.
func (p *pending) add(e *entry) {
	p.note(e)
	p.take(e)
}

// take takes a file of which a reader would see nothing new.
func (p *pending) take(e *entry) {
	if e.file.Agent {
		p.change.Agents = append(p.change.Agents, e.agent())
		return
	}
	p.change.Files = append(p.change.Files, chattree.File{
		ID: e.file.ID, Path: e.file.Path, Root: e.file.Root,
		ModTime: e.file.ModTime, Size: e.file.Size, Unread: e.err != nil, Summary: e.summary,
	})
}

func (p *pending) gone(e *entry) {
	p.note(e)
	p.news = true
	p.change.Gone = append(p.change.Gone, chattree.Place{Root: e.file.Root, Path: e.file.Path})
}

// note names the session that e belongs to, as far as e itself tells.
func (p *pending) note(e *entry) {
	id := e.file.ID
	if e.file.Agent {
		a := e.agent()
		id = a.Owner(nil)
	}
	if id != "" {
		p.sessions = append(p.sessions, id)
	}
}

// touched returns the sessions noted, each once.
func (p *pending) touched() []string {
	slices.Sort(p.sessions)
	return slices.Compact(p.sessions)
}
