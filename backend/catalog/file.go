package catalog

import (
	"slices"
	"strings"
	"sync/atomic"

	"dendro/backend/chattree"
	"dendro/backend/scan"
	"dendro/backend/search"
	"dendro/backend/store"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// File is a transcript as last read. Files are replaced, never changed.
type File struct {
	transcript.File
	Summary *transcript.Summary // empty where Err is set
	Partial bool                // made from head and tail
	Unique  bool                // no uuid occurs twice in it
	Err     error

	print uint64        // identifies what Summary was made from
	rows  *thread.Index // of a file that has grown in this process
	// encoded is the record index of any other file, "" where the scan could not make one.
	encoded string
	// unindexed is true where the file was read by an earlier process and its
	// signatures are lost: it has to be read again.
	unindexed bool
	part      atomic.Pointer[store.Part] // as which it is kept; nil: it is not
}

// Index returns the record index of the file, which the pass over it has made. It is nil for
// a file that was not read whole, or whose cached index is damaged.
func (f *File) Index() *thread.Index {
	if f.rows != nil || f.encoded == "" {
		return f.rows
	}
	x, err := thread.DecodeIndex(f.Abs(), &f.Summary.Facts, []byte(f.encoded))
	if err != nil {
		return nil
	}
	return x
}

// encodedIndex returns the record index as the cache keeps it, or "".
func (f *File) encodedIndex() string {
	if f.rows != nil {
		return string(f.rows.Encode())
	}
	return f.encoded
}

// newFile returns what r has made of a file.
func newFile(r *scan.Result) *File {
	f := &File{File: r.File, Summary: r.Summary, print: r.Print, Partial: r.Partial, Err: r.Err}
	if made, ok := r.Visit.(visited); ok {
		f.rows, f.encoded = made.rows, made.encoded
	}
	if f.Summary == nil {
		f.Summary = transcript.NewSummarizer().Summary()
	}
	if f.Agent {
		f.ID = agentID(f.ID, f.Summary.AgentID)
	}
	f.Unique = !slices.ContainsFunc(f.Summary.Nodes, func(n transcript.Node) bool { return n.Flags.Has(transcript.FlagRepeated) })
	return f
}

// agentID returns the id of an agent whose file is called so, and whose records have an
// id: a sync program may have added to the name (`agent-ID (1).jsonl`, `agent-ID-HOST.jsonl`).
func agentID(name, recorded string) string {
	rest, ok := strings.CutPrefix(name, recorded)
	if ok && recorded != "" && rest != "" && strings.ContainsAny(rest[:1], " .~(-_") {
		return recorded
	}
	return name
}

// job returns the work needed to update a file's state. f is nil for a new one.
func (f *File) job(now *transcript.File) scan.Job {
	j := scan.Job{File: *now, State: f}
	if f.complete() && f.Outputs == now.Outputs && (f.same(now) || now.Size > f.Size && now.Identity.Inode == f.Identity.Inode) {
		j.Known, j.Print = f.Summary, f.print
	}
	return j
}

// indexed returns the version of the file's content that the search index has to hold.
func (f *File) indexed() search.Version { return search.Version{End: f.Summary.Bytes, Print: f.print} }

// current reports whether f is the file as it is now.
func (f *File) current(now *transcript.File) bool {
	return f.complete() && f.same(now) && f.Outputs == now.Outputs && f.SaysTheSame(now)
}

// OtherNames returns the names besides its title by which people may know the session.
func (f *File) OtherNames() []string {
	names := f.Summary.OtherNames()
	for _, name := range [...]string{f.Renamed, f.About.Title} {
		if name != "" {
			names = append(names, name)
		}
	}
	return names
}

// complete reports whether everything that is to be known of a file is known.
func (f *File) complete() bool { return f != nil && !f.Partial && f.Err == nil && !f.unindexed }

// same reports whether nothing was written to the file before it became what it is now.
func (f *File) same(now *transcript.File) bool {
	return f.Size == now.Size && f.ModTime.Equal(now.ModTime) && f.Identity == now.Identity
}

// addsNothing reports whether f, which continues old, has the same content: only the
// beginning of a line was written, or nothing.
func (f *File) addsNothing(old *File) bool {
	a, b := old.Summary, f.Summary
	return old.complete() && f.complete() && a.Bytes == b.Bytes && !a.TornRecord && !b.TornRecord && old.SaysTheSame(&f.File)
}

// Internal reports whether f is an agent internal to Claude Code.
func (f *File) Internal() bool {
	return f.Agent && (transcript.InternalAgent(f.ID, f.Summary.Task) || f.Summary.WarmUp())
}

// Forked reports whether an agent began with its parent's context.
func (f *File) Forked() bool {
	c := f.Summary.ForkContext
	return c != nil && c.Session != ""
}

// agent is the file of an agent for the forest.
func (f *File) agent() chattree.AgentFile {
	return chattree.AgentFile{File: f.File, Internal: f.Internal(), Summary: f.Summary}
}

// session is the file of a session for the forest.
func (f *File) session() chattree.File {
	return chattree.File{File: f.File, Unread: f.Err != nil, Summary: f.Summary}
}
