package transcript

import (
	"maps"
	"slices"
)

// Facts hold the structure of one file's records: everything needed to decide which record
// continues which. A [Collector] gathers them while the file is read. They are plain data
// and immutable afterwards.
type Facts struct {
	// Nodes are the chain records in file order, one per uuid, with the first copy's place
	// and link and the last copy's content. Records of unknown types with a uuid are
	// included, since others may continue them.
	Nodes []Node
	Names Names // nil if all ids are canonical
	// Aliases maps a node to its id in the original session: forks made by the SDK mint new
	// uuids and name the old one in forkedFrom.messageUuid (F6). Only nodes with a
	// differing id are listed.
	Aliases map[ID]ID
	// Logical maps nodes to their logicalParentUuid, if they have one.
	Logical map[ID]ID
	// Captured maps the calls of captured agents, as ids made of their hashes, to the agents'
	// last records.
	Captured map[ID]ID
	// Loose are the ids that Parent and Logical name and that are not in the file. During
	// the read they include ids that appear later.
	Loose       []ID
	SessionIDs  []string // distinct sessionId values in order of first appearance
	SessionOf   []int    // number of records per entry of SessionIDs
	Branches    []string // distinct git branches in order of first appearance; "" for nodes without one
	Models      []string // distinct models in order of first appearance
	Compactions []Compaction
	Version     string // of Claude Code, from the last record that names it

	// LastPromptLeaf is the record that the last last-prompt names (2.1.145+). It is zero
	// without one, or if a later one cancelled it with a leaf of zeros, which the client
	// writes when a person asks after a rewind (2.1.120+).
	LastPromptLeaf ID
	// LastPromptExplicit is the explicit field of that last-prompt. LastPromptAt is the
	// number of nodes before it.
	LastPromptExplicit bool
	LastPromptAt       int

	// Queue holds the undecided items of the queue at the end of the file.
	Queue Queue

	Copying

	// Aside is true if the last record is outside the graph. Asked is the hash of the last
	// human prompt's promptId. Both are needed to set the flags of the next record.
	Aside bool
	Asked uint64
}

// Copying holds the evidence in a file that it was copied, or copied from. It tells the
// original of two files that share records.
type Copying struct {
	ForkedFrom  string // forkedFrom.sessionId of the first record that has one
	ContinuedIn string // session id of a continued-in record
	// Planned is the session whose transcript the first plan accepted with cleared context
	// names: the plan was made there, and nothing of it is copied (2.1.50).
	Planned string
	// Summarized is the session whose transcript the compaction summary at the file's beginning
	// names: the summary of a conversation that went on in this file.
	Summarized string
	// Earlier are the other sessions that records name by session_id (2.1.250+) or
	// requestSessionId (2.1.330). Copies retain them.
	Earlier []string
	// Inherits is true if a history-suppression record says fork_inherit: the first line of
	// a fork (reported for 2.1.27x+).
	Inherits bool
	// Queued is the time of the first queue-operation before all chain records in Unix
	// milliseconds, or 0. In a copy it is later than in the original (-p, 2.1.100+).
	Queued int64
	// Leaves are the leaves that last-prompt records name (2.1.145+). They are not copied
	// to other files.
	Leaves []ID
}

// SessionID returns the sessionId of n's record, or "".
func (f *Facts) SessionID(n *Node) string {
	if n.Session == noSession || int(n.Session) >= len(f.SessionIDs) {
		return ""
	}
	return f.SessionIDs[n.Session]
}

// BranchOf returns the git branch of n's record, or "".
func (f *Facts) BranchOf(n *Node) string {
	if int(n.Branch) >= len(f.Branches) { // the file holds queued prompts only
		return ""
	}
	return f.Branches[n.Branch]
}

// clone returns a copy of f that shares nothing a Collector changes.
func (f *Facts) clone() Facts {
	c := *f
	c.Nodes = slices.Clone(f.Nodes)
	c.Names = maps.Clone(f.Names)
	c.Aliases = maps.Clone(f.Aliases)
	c.Logical = maps.Clone(f.Logical)
	c.Captured = maps.Clone(f.Captured)
	c.Loose = slices.Clone(f.Loose)
	c.SessionIDs, c.SessionOf = slices.Clone(f.SessionIDs), slices.Clone(f.SessionOf)
	c.Branches, c.Models = slices.Clone(f.Branches), slices.Clone(f.Models)
	c.Compactions = slices.Clone(f.Compactions)
	c.Earlier = slices.Clone(f.Earlier)
	c.Leaves = slices.Clone(f.Leaves)
	c.Queue.Items, c.Queue.Removes = slices.Clone(f.Queue.Items), slices.Clone(f.Queue.Removes)
	return c
}
