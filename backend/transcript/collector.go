package transcript

import (
	"encoding/binary"
	"slices"
)

// Collector folds the records of one file, in order, into its Facts. It is not
// safe for concurrent use.
type Collector struct {
	f     *Facts
	index *NodeTable

	sessions, branches, models interner

	main  int32      // the last node that is neither a sidechain's nor queued, -1
	items *queueList // of the queue
}

// NewCollector returns a Collector that adds to f and owns it from now on. f may hold the
// facts of the file's beginning.
func NewCollector(f *Facts) *Collector {
	c := new(Collector)
	c.begin(f)
	return c
}

// begin makes c add to f, reusing its buffers.
func (c *Collector) begin(f *Facts) {
	if f.Names == nil {
		f.Names = Names{}
	}
	c.f = f
	if c.index == nil {
		c.index = new(NodeTable)
	}
	c.index.begin(f.Nodes)
	c.sessions.begin(f.SessionIDs)
	c.branches.begin(f.Branches)
	c.models.begin(f.Models)
	c.main, c.items = -1, newQueueList(&f.Queue)
	for i := range f.Nodes {
		if !f.Nodes[i].Flags.Has(FlagQueued | FlagSidechain) {
			c.main = int32(i)
		}
	}
}

// Facts returns the facts collected so far. The next Add extends them.
func (c *Collector) Facts() *Facts { return c.f }

// Find returns the number of the node with this id, or -1.
func (c *Collector) Find(id ID) int32 { return c.index.Find(c.f.Nodes, id) }

// Add adds the next record of the file with its class and returns its node number, or -1
// for a record outside the graph. repeated reports whether the uuid occurred in the file
// before.
func (c *Collector) Add(r *Record, class Class) (at int32, repeated bool) {
	f := c.f
	if r.Version != "" {
		f.Version = r.Version
	}
	if r.SessionID != "" {
		c.sessions.count(&f.SessionIDs, &f.SessionOf, r.SessionID)
	}
	if !r.Chained() {
		return c.pointer(r), false
	}
	node := c.node(r, class)
	if at = c.Find(node.ID); at < 0 {
		at = int32(len(f.Nodes))
		if at == 0 || node.Parent != f.Nodes[at-1].ID { // nearly always
			c.names(node.Parent)
		}
		f.Nodes = append(f.Nodes, node)
		c.index.Add(f.Nodes, at)
		c.decide(&node)
		if !node.Flags.Has(FlagSidechain) {
			c.main = at
		}
		c.repeats(r, &node, class)
		if !r.LogicalParent.ID.IsZero() {
			f.Logical = put(f.Logical, node.ID, f.Names.Add(r.LogicalParent))
			c.names(r.LogicalParent.ID)
		}
		if node.Flags.Has(FlagBoundary | FlagCompactSummary) {
			c.compaction(r, node)
		}
	} else {
		// The first copy decides place and link, the last one the content.
		const kept, placed = FlagForked | FlagBackground, FlagBehindSide | FlagAskedAgain
		old := &f.Nodes[at]
		old.Flags = node.Flags&^placed | old.Flags&(kept|placed) | FlagRepeated
		old.Content = node.Content
		repeated = true
	}
	c.copied(r, node.ID)
	return at, repeated
}

// names records a reference to an id that is not in the file yet.
func (c *Collector) names(id ID) {
	if !id.IsZero() && c.Find(id) < 0 {
		c.f.Loose = append(c.f.Loose, id)
	}
}

// finish drops what only the next line would have needed. Add nothing after it.
func (c *Collector) finish() {
	c.resolveLoose()
	c.items.trim()
}

// resolveLoose removes references from Loose whose records have been read since.
func (c *Collector) resolveLoose() {
	c.f.Loose = slices.DeleteFunc(c.f.Loose, func(id ID) bool { return c.Find(id) >= 0 })
	if len(c.f.Loose) == 0 {
		c.f.Loose = nil
	}
}

func (c *Collector) node(r *Record, class Class) Node {
	f, names := c.f, c.f.Names
	node := Node{
		ID: names.Add(r.UUID), Parent: names.Add(r.Parent), Time: Millis(r.Timestamp),
		Message: hash64(r.MessageID), Content: fingerprint(r), Flags: flagsOf(r, class),
		Session: noSession, Model: c.modelIndex(r),
	}
	if r.CapturedFrom != "" && node.Parent.IsZero() {
		c.captured(&node, r.CapturedFrom)
	} else if r.Unlinked && node.Parent.IsZero() {
		node.Parent = c.before() // in file order
	}
	if r.SessionID != "" {
		at, _ := c.sessions.add(&f.SessionIDs, r.SessionID)
		node.Session = uint16(min(at, noSession-1))
	}
	branch, _ := c.branches.add(&f.Branches, r.GitBranch)
	node.Branch = uint16(min(branch, 1<<16-1))
	if f.Aside {
		node.Flags |= FlagBehindSide
		f.Aside = false
	}
	if class == ClassPrompt && r.PromptID != "" {
		id := hash64(r.PromptID)
		if id == f.Asked {
			node.Flags |= FlagAskedAgain
		}
		f.Asked = id
	}
	return node
}

// captured makes n, an agent's record in a capture of stream-json, continue the agent's last one:
// captures name the call instead of a parent.
func (c *Collector) captured(n *Node, call string) {
	var key ID
	binary.BigEndian.PutUint64(key[:], hash64(call))
	n.Parent = c.f.Captured[key]
	c.f.Captured = put(c.f.Captured, key, n.ID)
}

// modelIndex returns the 1-based index of the model that wrote r, or 0 for synthetic
// records.
func (c *Collector) modelIndex(r *Record) uint16 {
	if r.Kind != KindAssistant || r.Model == "" || r.Synthetic() {
		return 0
	}
	at, _ := c.models.add(&c.f.Models, r.Model)
	return uint16(min(at+1, 1<<16-1))
}
