package lineage

import "dendro/backend/transcript"

// None means "no record".
const None int32 = -1

// Links hold how the records of one file follow each other. Records are indexes into the
// nodes of the facts. Links are immutable.
type Links struct {
	ID    string // of the session: the stem of its file
	Facts *transcript.Facts
	// Up is the predecessor of each record of the conversation: None for the first, for one
	// that replaces the first prompt, and for sidechains. A repeat has the predecessor of
	// its original.
	Up []int32
	// Repeats maps records that repeat an earlier record of the file to that one. It is nil
	// in most files.
	Repeats map[int32]int32
	// Late are the records whose predecessor comes later in the file: replies that were
	// written before their prompt (2.1.150–2.1.250, interactive). It is nil in most files.
	Late map[int32]bool
	// Queued are the prompts that were queued while a tool ran and written beside its
	// result: they are part of the turn that they interrupted. It is nil in most files.
	Queued map[int32]bool
	// Dangling are the records whose parent is missing from this file, Logical those whose
	// logical parent is.
	Dangling, Logical []int32
	// Openers are the records at which a compaction begins, in file order.
	Openers []int32
	// Leaf is the user or assistant record that a client from 2.1.120 on continues from, or
	// None in an empty file. Tail is the end of its path: Leaf, or a structural record
	// below it.
	Leaf, Tail int32
	// Answered is Leaf, or the record above it that clients before 2.1.300 continue from:
	// those drop final calls without a result.
	Answered int32
	Rewinds  []Rewind
	// Sidechains are the first records of inline sidechains (layout 1).
	Sidechains []int32

	// ExternalParent is the record with a parent outside the file from which the active
	// conversation descends by pointers alone, or None. A late answer from before a /clear
	// also points to the old session, but nothing continues it.
	ExternalParent int32

	raw      []int32 // parentUuid inside the file; None if it is null or elsewhere
	prompted int32   // the record that the last last-prompt names, or None
	last     lastCompaction
}

// Rewind is a place where a person went back and asked again.
type Rewind struct {
	At       int32 // the last common record; None: the first prompt was replaced
	Branches []Branch
	// Human is set if a human prompt opens one of the branches. With commands only it is a
	// split, but not a rewind in the user's sense.
	Human bool
}

// Branch is one of the continuations after a rewind.
type Branch struct {
	First, Tip int32 // its opener, and its last user or assistant record
	Active     bool  // Leaf is below it
	// Top is the first record after the common part: First, or the reply above it that the
	// client made up when it resumed.
	Top int32
}

// builder builds Links.
type builder struct {
	*Links
	table *transcript.NodeTable
	turns []int32 // see TurnsAbove
	asked []int32 // see askedAbove; computed on first use
	// ahead is set if some record's parentUuid names a later record. Otherwise no record
	// descends from a later one.
	ahead bool
	steps int // remaining budget for walks that a hostile file repeats for each of its compactions
}

// New decides how the records of a file follow each other. The facts must not change while
// the Links are in use.
func New(id string, facts *transcript.Facts) *Links { return build(id, facts).Links }

func build(id string, facts *transcript.Facts) *builder {
	b := &builder{Links: &Links{ID: id, Facts: facts}, table: transcript.NewNodeTable(facts.Nodes), steps: maxSteps(len(facts.Nodes))}
	b.parents()
	b.findRepeats()
	b.relink()
	b.prompted = b.find(facts.LastPromptLeaf)
	b.last = b.lastCompaction()
	z := b.viewOf("")
	b.Leaf, b.Tail = z.leaf()
	b.Answered = z.aboveOpenCalls(b.Leaf)
	b.ExternalParent = b.externalParent()
	b.findRewinds(newTree(b.Links))
	return b
}

func (b *builder) find(id transcript.ID) int32 { return b.table.Find(b.Facts.Nodes, id) }

// Main reports whether record i belongs to the main conversation, not to a sidechain.
func (l *Links) Main(i int32) bool { return !l.has(i, transcript.FlagSidechain) }

// Original returns the record that i repeats, or i itself.
func (l *Links) Original(i int32) int32 {
	if o, ok := l.Repeats[i]; ok {
		return o
	}
	return i
}

// Repeat reports whether i repeats another record.
func (l *Links) Repeat(i int32) bool {
	_, ok := l.Repeats[i]
	return ok
}

func (l *Links) has(i int32, mask transcript.Flags) bool { return l.Facts.Nodes[i].Flags.Has(mask) }

// parents fills raw with the parents inside the file and lists pointers out of it.
func (b *builder) parents() {
	nodes := b.Facts.Nodes
	b.raw = make([]int32, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.Parent.IsZero() || n.Parent == n.ID:
			b.raw[i] = None
		case i > 0 && nodes[i-1].ID == n.Parent: // nearly always
			b.raw[i] = int32(i) - 1
		default:
			if b.raw[i] = b.find(n.Parent); b.raw[i] == None {
				b.Dangling = append(b.Dangling, int32(i))
			}
			b.ahead = b.ahead || b.raw[i] > int32(i)
		}
	}
	if len(b.Facts.Logical) == 0 {
		return
	}
	for i := range nodes {
		if p, ok := b.Facts.Logical[nodes[i].ID]; ok && !p.IsZero() && b.find(p) == None {
			b.Logical = append(b.Logical, int32(i))
		}
	}
}

// externalParent walks up from the leaf to the record that points out of the file.
func (b *builder) externalParent() int32 {
	if len(b.Dangling)+len(b.Logical) == 0 {
		return None
	}
	at := b.Leaf
	for range b.raw {
		if at == None {
			break
		}
		n := &b.Facts.Nodes[at]
		id := n.Parent
		if id.IsZero() {
			id = b.Facts.Logical[n.ID]
		}
		if id.IsZero() {
			break
		}
		p := b.find(id)
		if p == None {
			return at
		}
		at = p
	}
	return None // it begins here, or the links are circular
}

// Structure reports whether a record is between turns rather than part of one: hooks,
// attachments, and messages of the client or commands to it.
func Structure(f transcript.Flags) bool {
	return !f.Has(transcript.FlagAsks | transcript.FlagAssistant | transcript.FlagToolResult)
}
