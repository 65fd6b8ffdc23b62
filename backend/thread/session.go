package thread

import (
	"slices"
	"strings"
	"sync"

	"dendro/backend/lineage"
	"dendro/backend/transcript"
)

// Agent is an agent's file.
type Agent struct {
	ID    string
	Index *Index
	Meta  Meta
	// Run is the id of the workflow run in whose directory the file lies, and
	// RunTask the taskId of the run's snapshot; "" where there is none.
	Run, RunTask string
	// Internal says that it is Claude Code's own business.
	Internal bool
	// Ancestor says that the file belongs to an ancestor session. Such an agent
	// stands on the copied call that started it, and is never unattached here.
	Ancestor bool
}

// Meta is an agent's .meta.json.
type Meta struct {
	Type, Description, Model string
	ToolUseID                string // the call that started it (2.1.1xx+)
	ParentAgentID            string
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
	linking    sync.Once
	links      *lineage.Links
	branches   *lineage.Ways
	opts       Options
	files      []*file // the main file first
	byIndex    map[*Index]*file
	sides      []*sidechain
	byKey      map[string]*sidechain
	started    map[callKey]*sidechain
	unattached []*sidechain
	internal   []*sidechain // the program's own: suggestions, compaction, warm-up
	workflows  map[callKey]*Workflow
}

// file is an index with what pairing calls and results needs.
type file struct {
	x       *Index
	uses    callTable
	results callTable
	more    map[uint64][]int32 // records of results beside the first
	owners  []*sidechain       // inline sidechain by record; nil where there is none at all
	side    *sidechain         // of an agent's file
}

// owner returns the inline sidechain that holds a record, nil for none.
func (f *file) owner(at int32) *sidechain {
	if f.owners == nil {
		return nil
	}
	return f.owners[at]
}

// resultIn returns the result of a call that stands in a record.
func (f *file) resultIn(at int32, tool uint64) result {
	for _, b := range f.x.blocksOf(at) {
		if b.tool() == tool && b.kind != transcript.BlockToolUse {
			return result{x: f.x, at: at, index: b.index, flags: b.flags}
		}
	}
	return result{x: f.x, at: at} // cannot be: the index does not change below a session
}

type result struct {
	x     *Index
	at    int32
	index uint16
	flags blockFlags
}

type callKey struct {
	x    *Index
	tool uint64
}

// sidechain is the conversation of an agent, or a group of them.
type sidechain struct {
	key     string
	agent   *Agent // nil for inline ones and groups
	x       *Index
	records []int32
	group   []*sidechain
	task    uint64 // hash of the task's text
	time    int64
	depth   int

	call   *Index // file of the call that started it; nil: unattached
	callAt int32
	tool   uint64

	internal bool

	inRun RunAgent // of a workflow's agent

	lender *Session // of an ancestor's inline sidechain: where it stands as lent
	lent   *sidechain

	once   sync.Once
	thread *Thread
}

// NewSession ties agents to the calls that started them.
func NewSession(main *Index, agents []Agent, opts Options) *Session {
	s := &Session{
		main: main, opts: opts, byIndex: map[*Index]*file{},
		byKey: map[string]*sidechain{}, started: map[callKey]*sidechain{},
	}
	s.files = append(s.files, s.addFile(main))
	for i := range agents {
		s.addAgent(&agents[i])
	}
	s.inline()
	slices.SortFunc(s.internal, bySideTime)
	for _, x := range opts.Ancestors {
		s.borrow(x)
	}
	s.attach()
	s.runs()
	return s
}

func (s *Session) addFile(x *Index) *file {
	f := &file{x: x, more: map[uint64][]int32{}}
	uses, results := 0, 0
	for i := range x.blocks {
		switch b := &x.blocks[i]; {
		case b.tool() == 0:
		case b.kind == transcript.BlockToolUse:
			uses++
		default:
			results++
		}
	}
	f.uses, f.results = newCallTable(uses), newCallTable(results)
	for i := range x.recs {
		at, first := int32(i), x.recs[i].block
		for k, b := range x.blocksOf(at) {
			if b.tool() == 0 {
				continue
			}
			block := first + uint32(k)
			if b.kind == transcript.BlockToolUse {
				f.uses.add(x, at, block)
			} else if first, ok := f.results.add(x, at, block); ok && first != at {
				f.more[b.tool()] = append(f.more[b.tool()], at)
			}
		}
	}
	s.byIndex[x] = f
	return f
}

// use returns the record of a call, answer that of its first result.
func (f *file) use(tool uint64) (at int32, ok bool)    { return f.uses.find(f.x, tool) }
func (f *file) answer(tool uint64) (at int32, ok bool) { return f.results.find(f.x, tool) }

func (s *Session) addAgent(a *Agent) {
	internal := a.Index != nil && (a.Internal || transcript.InternalAgent(a.ID, a.Index.told()))
	if a.Index == nil || internal && a.Ancestor {
		return
	}
	if _, ok := s.byKey[a.ID]; ok || s.byIndex[a.Index] != nil {
		return
	}
	f := s.addFile(a.Index)
	f.side = &sidechain{key: a.ID, agent: a, x: a.Index, records: make([]int32, 0, len(a.Index.recs))}
	for at := range a.Index.recs {
		n := a.Index.node(int32(at))
		if f.side.time == 0 {
			f.side.time = n.Time
		}
		if a.Index.fork.Session != "" && s.main.find(n.ID) >= 0 {
			continue // the parent's context, copied
		}
		f.side.records = append(f.side.records, int32(at))
	}
	first := int32(-1)
	for at := range a.Index.claims.tasks {
		if first < 0 || at < first {
			first = at
		}
	}
	f.side.task = a.Index.claims.tasks[first]
	if internal {
		// Some hold a copy of the conversation: no call and no result is looked
		// for in them.
		s.addInternal(f.side)
		return
	}
	s.files = append(s.files, f)
	s.addSide(f.side)
}

func (s *Session) addInternal(side *sidechain) {
	side.internal, side.depth = true, 1
	s.internal = append(s.internal, side)
	s.byKey[side.key] = side
}

func (s *Session) addSide(side *sidechain) {
	s.sides = append(s.sides, side)
	s.byKey[side.key] = side
}

// told returns how an agent's task begins, "" where nothing tells.
func (x *Index) told() string {
	for at := range x.recs {
		if text, ok := x.heads.get(int32(at)); ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// result finds a call's result: in the call's own file, else in another of
// the session. Of several, one on the branch counts, else the first.
func (s *Session) result(x *Index, tool uint64, onBranch func(int32) bool) (result, bool) {
	if tool == 0 {
		return result{}, false
	}
	own := s.byIndex[x]
	if at, ok := own.answer(tool); ok {
		if more := own.more[tool]; len(more) > 0 && !onBranch(at) {
			for _, m := range more {
				if onBranch(m) {
					return own.resultIn(m, tool), true
				}
			}
		}
		return own.resultIn(at, tool), true
	}
	for _, f := range s.files {
		if at, ok := f.answer(tool); ok {
			return f.resultIn(at, tool), true
		}
	}
	return result{}, false
}

// startedBy returns what the call in record at started. One id may stand in
// several conversations of a file (a copy's, a forgery's): only that of the
// named call unfolds.
func (s *Session) startedBy(x *Index, at int32, tool uint64) *sidechain {
	side := s.started[callKey{x, tool}]
	if side == nil || s.ownerOf(x, at) != s.ownerOf(x, side.callAt) {
		return nil
	}
	return side
}

// Thread returns the rows of the branch that ends at tip. A zero or unknown
// tip gives the branch of the last message in the file.
func (s *Session) Thread(tip transcript.ID) *Thread {
	t := &Thread{s: s, x: s.main}
	at := s.main.find(tip)
	if at < 0 {
		at = s.main.newest()
	}
	if at >= 0 {
		t.tip = s.main.node(at).ID
	}
	if at >= 0 && !s.unattachedAt(at) {
		branch := s.ways().Branch(at)
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
	all.items, all.ties = slices.Clone(t.items), slices.Clone(t.ties)
	for _, side := range s.internal {
		it := all.sideItem(side, int32(len(t.turns)))
		it.Flags |= ItemInternal
		all.items = append(all.items, it)
	}
	return &all
}

// unattachedAt reports whether a record stands among the unattached agents,
// as every one of a file does that holds nothing but sidechains: what stands
// there is no branch as well.
func (s *Session) unattachedAt(at int32) bool {
	owner := s.files[0].owner(at)
	return owner != nil && slices.Contains(s.unattached, owner)
}

// sideItem is a row that stands for an agent without its call.
func (t *Thread) sideItem(side *sidechain, turn int32) Item {
	it := Item{Kind: RowTool, Flags: ItemSidechain, Record: -1, Turn: turn, Lines: 1, block: noBlock, result: -1}
	t.tied(&it).side = side
	return it
}

// newest returns the last message in the file that is no sidechain's, else
// the last record, else -1.
func (x *Index) newest() int32 {
	for i := len(x.recs) - 1; i >= 0; i-- {
		if r := &x.recs[i]; r.kind().Turn() && !x.has(int32(i), transcript.FlagSidechain|transcript.FlagMeta) {
			return int32(i)
		}
	}
	for i := len(x.recs) - 1; i >= 0; i-- {
		if !x.has(int32(i), transcript.FlagSidechain) {
			return int32(i)
		}
	}
	return -1
}

// Sidechain returns the rows of an agent by its id, of an inline sidechain by
// the uuid of its first record, of a group by its key.
func (s *Session) Sidechain(key string) (*Thread, bool) {
	side, ok := s.byKey[key]
	if !ok {
		return nil, false
	}
	return s.threadOf(side), true
}

// threadOf returns the rows of a sidechain: its first is the task, with an
// empty text where none was recorded.
func (s *Session) threadOf(side *sidechain) *Thread {
	if side.lent != nil {
		return side.lender.threadOf(side.lent)
	}
	side.once.Do(func() {
		t := &Thread{s: s, x: side.x, side: side}
		t.build(side.records)
		switch {
		case len(t.items) > 0 && t.items[0].Kind == RowPrompt:
		case len(t.items) > 0 && t.firstIsTask():
			t.items[0].Kind = RowPrompt
		case len(t.items) > 0 || side.call != nil:
			task := Item{Kind: RowPrompt, Record: -1, Turn: 1, Lines: 1, block: noBlock, result: -1}
			t.items = append([]Item{task}, t.items...)
			for i := range t.turns {
				t.turns[i].Row++
			}
		}
		for _, member := range side.group {
			t.items = append(t.items, t.sideItem(member, 1))
		}
		side.thread = t
	})
	return side.thread
}

// firstIsTask reports whether the first row is what the agent was asked, in a
// form that looks like something else: a command, an injected text.
func (t *Thread) firstIsTask() bool {
	it := &t.items[0]
	return it.Record >= 0 && it.Record == t.side.records[0] && t.x.recs[it.Record].kind() == transcript.KindUser
}
