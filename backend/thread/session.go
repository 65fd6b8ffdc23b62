package thread

import (
	"slices"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// Agent is an agent's file.
type Agent struct {
	ID    string
	Index *Index
	Meta  transcript.AgentMeta
	// Run is the id of the workflow run whose directory contains the file, or "".
	Run string
	// Internal is set for agents that are internal to Claude Code.
	Internal bool
	// Ancestor is set if the file belongs to an ancestor session. Such an agent appears on
	// the copied call that started it, and is never unattached here.
	Ancestor bool
}

// Options are a Session's inputs other than the files.
type Options struct {
	// ID is the session's id: the stem of its file.
	ID string
	// Inherited reports whether an ancestor session also has a record; nil if there are no
	// ancestors.
	Inherited func(transcript.ID) bool
	// Runs are the finished workflow runs.
	Runs []Run
	// Ancestors are the files of ancestor sessions with inline sidechains (layout 1), the
	// parent's first.
	Ancestors []*Index
}

// Session combines a session's file with those of its agents and attaches the agents to
// their calls. It is safe for concurrent use as long as no index is added to.
type Session struct {
	main       *Index
	links      *lineage.Links // of its records
	opts       Options
	files      []*file // the main file first
	byIndex    map[*Index]*file
	sides      []*sidechain
	byKey      map[string]*sidechain
	started    map[callKey]*sidechain
	holders    map[uint64]*file // the first file with a call, by the call's id
	unattached []*sidechain
	internal   []*sidechain // internal to Claude Code: suggestions, compaction, warm-up
	workflows  map[callKey]*Run
	hosted     map[recordKey]*sidechain // by the record that it is attached to
	elsewhere  map[callKey]result       // results in other files than their calls
}

// NewSession attaches agents to the calls that started them.
func NewSession(main *Index, agents []Agent, opts Options) *Session {
	return attachAgents(main, agents, opts).Session
}

func attachAgents(main *Index, agents []Agent, opts Options) *attacher {
	s := &Session{
		main: main, links: lineage.New(opts.ID, main.facts), opts: opts, byIndex: map[*Index]*file{},
		byKey: map[string]*sidechain{}, holders: map[uint64]*file{}, started: map[callKey]*sidechain{}, workflows: map[callKey]*Run{},
		elsewhere: map[callKey]result{}, hosted: map[recordKey]*sidechain{},
	}
	a := &attacher{Session: s, claimed: map[callKey][]*sidechain{}}
	s.files = append(s.files, newFile(main))
	s.byIndex[main] = s.files[0]
	for i := range agents {
		a.add(&agents[i])
	}
	a.inline()
	s.files[0].pair(s.links)
	s.pairAcross()
	slices.SortFunc(s.internal, bySideTime)
	for _, x := range opts.Ancestors {
		a.borrow(x)
	}
	a.attach()
	a.runs()
	return a
}

// ownerOf returns the sidechain of a record, or nil for the session's own thread.
func (s *Session) ownerOf(x *Index, at int32) *sidechain {
	f := s.byIndex[x]
	if side := f.owners[at]; side != nil {
		return side
	}
	return f.side
}

// Thread returns the rows of the branch that ends at tip. A zero or unknown tip selects the
// branch of the last record in the file.
func (s *Session) Thread(tip transcript.ID) *Thread {
	t := &Thread{s: s, x: s.main}
	at := s.main.find(tip)
	if at < 0 {
		at = s.main.newest()
	}
	if at >= 0 {
		t.tip = s.main.node(at).ID
		branch := s.links.Branch(at)
		t.build(branch)
		t.openHead = s.links.Begins(branch)
	}
	turn := int32(len(t.turns))
	for _, side := range s.unattached {
		t.items = append(t.items, t.sideItem(side, turn))
	}
	return t
}

// WithInternal returns the thread with Claude Code's internal agents after its rows. No
// other thread shows them.
func (s *Session) WithInternal(t *Thread) *Thread {
	if t.side != nil || len(s.internal) == 0 {
		return t
	}
	all := *t
	all.items = slices.Clone(t.items)
	for _, side := range s.internal {
		it := all.sideItem(side, int32(len(t.turns)))
		it.Flags |= ItemInternal
		all.items = append(all.items, it)
	}
	return &all
}

// Indexes returns the indexes of the session's files: its own first, then
// those of its agents.
func (s *Session) Indexes() []*Index {
	list := make([]*Index, len(s.files))
	for i, f := range s.files {
		list[i] = f.x
	}
	return list
}
