package transcript

// Collector folds the records of one file, in order, into its Facts. It is not
// safe for concurrent use.
type Collector struct {
	f     *Facts
	index *NodeTable

	sessions map[string]int
	branches map[string]uint16
	models   map[string]uint16
	// The latest value of what seldom changes, to look nothing up for it.
	session, branch, model string
	sessionAt              int
	branchAt, modelAt      uint16
	branched               bool // branch may be "" in earnest
}

// NewCollector returns a Collector that adds to f, which is its own from now on
// and may hold the facts of the file's beginning.
func NewCollector(f *Facts) *Collector {
	c := &Collector{
		f: f, index: NewNodeTable(f.Nodes),
		sessions: map[string]int{}, branches: map[string]uint16{}, models: map[string]uint16{},
	}
	if f.Names == nil {
		f.Names = Names{}
	}
	for i, id := range f.SessionIDs {
		c.sessions[id] = i
	}
	for i, name := range f.Branches {
		c.branches[name] = uint16(min(i, 1<<16-1))
	}
	for i, name := range f.Models {
		c.models[name] = uint16(min(i+1, 1<<16-1))
	}
	return c
}

// Clone returns a Collector that goes on from what c has collected, in facts of its
// own.
func (c *Collector) Clone() *Collector {
	facts := c.f.clone()
	return NewCollector(&facts)
}

// Facts returns what was collected so far. It grows with the next Add.
func (c *Collector) Facts() *Facts { return c.f }

// Find returns the number of the node with this id, -1 where there is none.
func (c *Collector) Find(id ID) int32 { return c.index.Find(c.f.Nodes, id) }

// Add takes the next record of the file with its class, and returns the number
// of its node: -1 for a record that is no part of the graph. repeated says that
// the uuid has stood in the file before.
func (c *Collector) Add(r *Record, class Class) (at int32, repeated bool) {
	f := c.f
	if r.Version != "" {
		f.Version = r.Version
	}
	if r.SessionID != "" {
		if r.SessionID != c.session {
			c.session, c.sessionAt = r.SessionID, c.sessionIndex(r.SessionID)
		}
		f.SessionOf[c.sessionAt]++
	}
	if !r.Chained() {
		c.pointer(r)
		return -1, false
	}
	node := c.node(r, class)
	if at = c.Find(node.ID); at < 0 {
		at = int32(len(f.Nodes))
		f.Nodes = append(f.Nodes, node)
		c.index.Add(f.Nodes, at)
		if !r.LogicalParent.ID.IsZero() {
			f.Logical = put(f.Logical, node.ID, f.Names.Add(r.LogicalParent))
		}
		if node.Flags.Has(FlagBoundary | FlagCompactSummary) {
			c.compaction(r, node)
		}
	} else {
		// The first copy keeps its place and link, the last its content.
		const kept, placed = FlagForked | FlagBackground, FlagBehindSide | FlagAskedAgain
		old := &f.Nodes[at]
		old.Flags = node.Flags&^placed | old.Flags&(kept|placed) | FlagRepeated
		old.Content = node.Content
		repeated = true
	}
	c.copied(r, node.ID)
	return at, repeated
}

func (c *Collector) node(r *Record, class Class) Node {
	f, names := c.f, c.f.Names
	node := Node{
		ID: names.Add(r.UUID), Parent: names.Add(r.Parent), Time: Millis(r.Timestamp),
		Message: hash64(r.MessageID), Content: fingerprint(r), Flags: flagsOf(r, class),
		Session: noSession, Branch: c.branchIndex(r.GitBranch), Model: c.modelIndex(r),
	}
	if r.SessionID != "" {
		node.Session = uint16(min(c.sessionAt, noSession-1))
	}
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

func (c *Collector) sessionIndex(id string) int {
	f := c.f
	i, ok := c.sessions[id]
	if !ok {
		i = len(f.SessionIDs)
		c.sessions[id] = i
		f.SessionIDs = append(f.SessionIDs, id)
		f.SessionOf = append(f.SessionOf, 0)
	}
	return i
}

func (c *Collector) branchIndex(name string) uint16 {
	if name == c.branch && c.branched {
		return c.branchAt
	}
	i, ok := c.branches[name]
	if !ok {
		i = uint16(min(len(c.f.Branches), 1<<16-1))
		c.branches[name] = i
		c.f.Branches = append(c.f.Branches, name)
	}
	c.branch, c.branchAt, c.branched = name, i, true
	return i
}

// modelIndex returns the index from 1 of the model that wrote r; synthetic
// records have none.
func (c *Collector) modelIndex(r *Record) uint16 {
	if r.Kind != KindAssistant || r.Model == "" || r.Synthetic() {
		return 0
	}
	if r.Model == c.model {
		return c.modelAt
	}
	i, ok := c.models[r.Model]
	if !ok {
		c.f.Models = append(c.f.Models, r.Model)
		i = uint16(min(len(c.f.Models), 1<<16-1))
		c.models[r.Model] = i
	}
	c.model, c.modelAt = r.Model, i
	return i
}
