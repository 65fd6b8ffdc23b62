package transcript

import (
	"maps"
	"slices"
)

// Facts are what is structural about the records of one file: all that deciding
// what goes on from what needs to know. They are decided once, while the file is
// read, by a [Collector]; they are plain data and not changed afterwards.
type Facts struct {
	// Nodes are the chain records in file order, each uuid once: the first
	// copy's place and link, the last copy's content. Records of unknown types
	// that have a uuid are among them: others may hang on them.
	Nodes []Node
	Names Names // nil where all ids are canonical
	// Aliases maps a node to the identity it has in its original: forks made
	// by the SDK mint new uuids and say so in forkedFrom.messageUuid (F6). Only
	// nodes whose identity differs from their ID are listed.
	Aliases map[ID]ID
	// Logical holds logicalParentUuid of the nodes that have one.
	Logical map[ID]ID
	// Loose are the records that Parent and Logical name and that are not in the file. While
	// it is read, those are among them that come later.
	Loose       []ID
	SessionIDs  []string // distinct sessionId values in order of first appearance
	SessionOf   []int    // how many records carry each of SessionIDs
	Branches    []string // distinct git branches in order of first appearance; "" where nodes have none
	Models      []string // distinct models in order of first appearance
	Compactions []Compaction
	Version     string // of Claude Code, as the last record that has one says

	// LastPromptLeaf is the record that the last last-prompt names (2.1.145+),
	// zero where none does or where a later one took it back: a leaf of zeros,
	// written when something is asked after a rewind (2.1.120+).
	LastPromptLeaf ID
	// LastPromptExplicit is the explicit field of that last-prompt, and
	// LastPromptAt how many nodes stood before it.
	LastPromptExplicit bool
	LastPromptAt       int

	// Waiting is the queue as the file leaves it: the prompts in it, and a zero for
	// everything else.
	Waiting []ID

	Copying

	// Aside is true where the last record is no part of the graph, and Asked is the
	// hash of the promptId of the last human prompt: what the next record is told by.
	Aside bool
	Asked uint64
}

// Copying is what a file says of having been copied, or of having been copied
// from. It tells the original of two files that share records.
type Copying struct {
	ForkedFrom  string // forkedFrom.sessionId of the first record that has one
	ContinuedIn string // session id of a continued-in record
	// Planned is the session whose transcript the first plan accepted with cleared
	// context names: the plan was made there, and nothing of it is copied (2.1.50).
	Planned string
	// Earlier are the sessions other than its own that records name by
	// session_id (2.1.250+) or requestSessionId (2.1.330): copies keep them.
	Earlier []string
	// Inherits is true where a history-suppression record says fork_inherit: the
	// first line of a fork (reported for 2.1.27x+).
	Inherits bool
	// Queued is the time of the first queue-operation that stands before all
	// chain records, Unix milliseconds; 0: none. A copy's is later than what it
	// copied (-p, 2.1.100+).
	Queued int64
	// Leaves are the records that last-prompt records name (2.1.145+), which are
	// not copied.
	Leaves []ID
}

// SessionID returns the sessionId that the record of n carries, "" where it
// has none.
func (f *Facts) SessionID(n *Node) string {
	if n.Session == noSession || int(n.Session) >= len(f.SessionIDs) {
		return ""
	}
	return f.SessionIDs[n.Session]
}

// BranchOf returns the git branch that the record of n carries, "" where it
// has none.
func (f *Facts) BranchOf(n *Node) string {
	if int(n.Branch) >= len(f.Branches) { // prompts were queued, and nothing else
		return ""
	}
	return f.Branches[n.Branch]
}

// clone returns facts that share nothing with f that a Collector changes.
func (f *Facts) clone() Facts {
	c := *f
	c.Nodes = slices.Clone(f.Nodes)
	c.Names = maps.Clone(f.Names)
	c.Aliases = maps.Clone(f.Aliases)
	c.Logical = maps.Clone(f.Logical)
	c.Loose = slices.Clone(f.Loose)
	c.SessionIDs, c.SessionOf = slices.Clone(f.SessionIDs), slices.Clone(f.SessionOf)
	c.Branches, c.Models = slices.Clone(f.Branches), slices.Clone(f.Models)
	c.Compactions = slices.Clone(f.Compactions)
	c.Earlier = slices.Clone(f.Earlier)
	c.Leaves = slices.Clone(f.Leaves)
	c.Waiting = slices.Clone(f.Waiting)
	return c
}
