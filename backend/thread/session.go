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
	// Run is the id of the workflow run in whose directory the file lies, "" where
	// it lies in none.
	Run string
	// Internal says that it is Claude Code's own business.
	Internal bool
	// Ancestor says that the file belongs to an ancestor session. Such an agent
	// stands on the copied call that started it, and is never unattached here.
	Ancestor bool
}

// Options are what a Session needs to know beside the files.
type Options struct {
	// ID is the session's id: the stem of its file.
	ID string
	// Inherited says whether an ancestor session has a record too; nil: none.
	Inherited func(transcript.ID) bool
	// Runs are the workflow runs that have ended.
	Runs []Run
	// Ancestors are the files of ancestor sessions that hold sidechains of
	// their own (layout 1), the parent's first.
	Ancestors []*Index
}

// Session is a session's file with those of its agents, and what hangs on
// what. It is safe for concurrent use as long as no index is added to.
type Session struct {
	main       *Index
	links      *lineage.Links // of its records
	opts       Options
	files      []*file // the main file first
	byIndex    map[*Index]*file
	sides      []*sidechain
	byKey      map[string]*sidechain
	started    map[callKey]*sidechain
	unattached []*sidechain
	internal   []*sidechain // the program's own: suggestions, compaction, warm-up
	workflows  map[callKey]*Run
	hosted     map[recordKey]*sidechain // by the record that it hangs on
	elsewhere  map[callKey]result       // results in other files than their calls
}

// NewSession ties agents to the calls that started them.
func NewSession(main *Index, agents []Agent, opts Options) *Session {
	return attachAgents(main, agents, opts).Session
}

func attachAgents(main *Index, agents []Agent, opts Options) *attacher {
	s := &Session{
		main: main, links: lineage.New(opts.ID, main.facts.Facts()), opts: opts, byIndex: map[*Index]*file{},
		byKey: map[string]*sidechain{}, started: map[callKey]*sidechain{}, workflows: map[callKey]*Run{},
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

// ownerOf returns the sidechain that a record stands in, nil for the
// session's own thread.
func (s *Session) ownerOf(x *Index, at int32) *sidechain {
	f := s.byIndex[x]
	if side := f.owners[at]; side != nil {
		return side
	}
	return f.side
}

// Thread returns the rows of the branch that ends at tip. A zero or unknown
// tip gives the branch of the last record in the file.
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

// WithInternal returns the thread with the agents that the program started for
// itself behind its rows. They are its own business: no other thread shows them.
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
