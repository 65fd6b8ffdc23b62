package thread

import (
	"cmp"
	"maps"
	"slices"

	"dendro/backend/transcript"
)

// Figures are statistics of a session's or a chat's records.
type Figures struct {
	Start string `json:"start"` // the first and the last time in the records, RFC 3339, or ""
	End   string `json:"end"`
	MS    int64  `json:"ms"` // between the two, in milliseconds
	// WorkMS is the time from each prompt to the last record that answers it, summed up, in
	// milliseconds: without the pauses of the person.
	WorkMS      int64            `json:"workMs"`
	Records     int              `json:"records"`
	Types       []Count          `json:"types"` // records by type, most first
	Prompts     int              `json:"prompts"`
	Models      []ModelFigure    `json:"models"` // tokens by model, most first
	Tokens      transcript.Usage `json:"tokens"`
	AgentTokens transcript.Usage `json:"agentTokens"` // the part of Tokens that agents spent
	Tools       []ToolFigure     `json:"tools"`       // calls by tool, most first
	Files       []FileFigure     `json:"files"`       // that calls read or wrote, most first
	Branches    []string         `json:"gitBranches"` // in order of first appearance, like the following
	Versions    []string         `json:"versions"`
	Dirs        []string         `json:"dirs"`
	SessionIDs  []string         `json:"sessionIds"`
	Efforts     []string         `json:"efforts"` // how much thinking was asked for (2.1.212+)
}

// Count is the number of occurrences of a name.
type Count struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// ModelFigure sums up one model's responses.
type ModelFigure struct {
	Model    string           `json:"model"`
	Messages int              `json:"messages"`
	Tokens   transcript.Usage `json:"tokens"`
}

// ToolFigure counts the calls of a tool, and its failed calls.
type ToolFigure struct {
	Name   string `json:"name"`
	Count  int    `json:"count"`
	Failed int    `json:"failed"`
}

// FileFigure counts the calls that read or wrote a file.
type FileFigure struct {
	Path   string `json:"path"` // as the calls name it
	Reads  int    `json:"reads"`
	Writes int    `json:"writes"`
}

// Compare sorts files by number of writes, then of reads, in descending order.
func (f FileFigure) Compare(o FileFigure) int {
	return cmp.Or(cmp.Compare(o.Writes, f.Writes), cmp.Compare(o.Reads, f.Reads), cmp.Compare(f.Path, o.Path))
}

// Tally counts records, each once: a copy with the uuid of an earlier record is ignored, an
// API response counts once by its message.id, and a call once as in CallCounter. So the
// files of a chat can be added in order, parents before their copies.
type Tally struct {
	records    int
	start, end int64
	prompts    int
	seen       map[transcript.ID]bool
	types      map[string]int
	messages   map[uint64]*spent
	counter    *CallCounter
	calls      []callSeen // by number

	branches, versions, dirs, sessions, efforts distinct
	last, work                                  int64 // the time of the latest record of a conversation, and that of the work; milliseconds
}

// spent is one API response.
type spent struct {
	model  string
	tokens transcript.Usage
	agent  bool
}

// callSeen is one tool call.
type callSeen struct {
	name, file string
	writes     bool
}

// NewTally returns an empty Tally.
func NewTally() *Tally {
	t := &Tally{
		seen: map[transcript.ID]bool{}, types: map[string]int{}, messages: map[uint64]*spent{},
		counter: NewCallCounter(),
	}
	t.Begin()
	return t
}

// Begin starts another file.
func (t *Tally) Begin() {
	t.counter.Begin()
	t.last = 0
}

// Add adds the next record. agent is set for a record of an agent's file.
func (t *Tally) Add(r *transcript.Record, agent bool) {
	agent = agent || r.Sidechain
	t.response(r, agent)
	t.blocks(r)
	id := r.UUID.ID
	if minted := r.ForkedMessage.ID; !minted.IsZero() {
		id = minted // a fork gave its copies new uuids
	}
	if !id.IsZero() {
		if t.seen[id] {
			return
		}
		t.seen[id] = true
		t.seen[r.UUID.ID] = true
	}
	t.records++
	t.types[r.Type]++
	if ms := transcript.Millis(r.Timestamp); ms > 0 {
		if t.start == 0 || ms < t.start {
			t.start = ms
		}
		t.end = max(t.end, ms)
	}
	if agent {
		return
	}
	asked := transcript.Classify(r) == transcript.ClassPrompt
	t.worked(r, asked)
	if asked {
		t.prompts++
	}
	t.branches.add(r.GitBranch)
	t.versions.add(r.Version)
	t.dirs.add(r.CWD)
	t.sessions.add(r.SessionID)
	if r.Kind == transcript.KindAssistant {
		t.efforts.add(r.Effort())
	}
}

// worked adds the time since the record before, unless the person took it: a prompt ends a
// pause. Records that are no part of a conversation may come long after it.
func (t *Tally) worked(r *transcript.Record, asked bool) {
	ms := transcript.Millis(r.Timestamp)
	if ms <= 0 || !asked && r.Kind != transcript.KindUser && r.Kind != transcript.KindAssistant {
		return
	}
	if t.last > 0 && !asked && ms > t.last {
		t.work += ms - t.last
	}
	t.last = ms
}

// response adds the usage of an API response. Its records repeat it; before 2.1.97 the
// first one held a placeholder, so the largest counts.
func (t *Tally) response(r *transcript.Record, agent bool) {
	if r.Kind != transcript.KindAssistant || r.Synthetic() {
		return
	}
	key := hashText(cmp.Or(r.MessageID, r.UUID.String()))
	m := t.messages[key]
	if m == nil {
		m = &spent{model: r.Model, agent: agent}
		t.messages[key] = m
	}
	if tokens := r.Tokens(); tokens.Out >= m.tokens.Out {
		m.tokens = tokens
	}
}

func (t *Tally) blocks(r *transcript.Record) {
	for _, c := range t.counter.Add(r) {
		if b := &r.Blocks[c.Block]; c.Number == len(t.calls) {
			file, writes := transcript.FileOf(b)
			t.calls = append(t.calls, callSeen{b.Name, file, writes})
		}
	}
}

// Figures returns the statistics so far.
func (t *Tally) Figures() Figures {
	f := Figures{
		Start: transcript.Stamp(t.start), End: transcript.Stamp(t.end), MS: t.end - t.start, WorkMS: t.work, Records: t.records, Prompts: t.prompts,
		Types:    []Count{},
		Branches: t.branches.list(), Versions: t.versions.list(), Dirs: t.dirs.list(), SessionIDs: t.sessions.list(), Efforts: t.efforts.list(),
	}
	for name, n := range t.types {
		f.Types = append(f.Types, Count{name, n})
	}
	slices.SortFunc(f.Types, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	t.spending(&f)
	t.uses(&f)
	return f
}

func (t *Tally) spending(f *Figures) {
	models := map[string]ModelFigure{}
	for _, m := range t.messages {
		sum := models[m.model]
		sum.Model = m.model
		sum.Messages++
		sum.Tokens.Add(m.tokens)
		models[m.model] = sum
		f.Tokens.Add(m.tokens)
		if m.agent {
			f.AgentTokens.Add(m.tokens)
		}
	}
	f.Models = sorted(models, func(a, b ModelFigure) int {
		return cmp.Or(cmp.Compare(b.Tokens.Out, a.Tokens.Out), cmp.Compare(b.Messages, a.Messages), cmp.Compare(a.Model, b.Model))
	})
}

func (t *Tally) uses(f *Figures) {
	tools, files := map[string]ToolFigure{}, map[string]FileFigure{}
	failed := t.counter.Failed()
	for i, c := range t.calls {
		tool := tools[c.name]
		tool.Name = c.name
		tool.Count++
		if failed[i] {
			tool.Failed++
		}
		tools[c.name] = tool
		if c.file == "" {
			continue
		}
		file := files[c.file]
		file.Path = c.file
		if c.writes {
			file.Writes++
		} else {
			file.Reads++
		}
		files[c.file] = file
	}
	f.Tools = sorted(tools, func(a, b ToolFigure) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name))
	})
	f.Files = sorted(files, FileFigure.Compare)
}

// sorted returns the values of a map in order.
func sorted[K comparable, V any](m map[K]V, compare func(a, b V) int) []V {
	return append([]V{}, slices.SortedFunc(maps.Values(m), compare)...)
}

// distinct is a list of distinct texts, in order of first appearance.
type distinct []string

// maxDistinct bounds the lists: in hostile files every record may name another value.
const maxDistinct = 500

func (d *distinct) add(s string) {
	if s != "" && len(*d) < maxDistinct && !slices.Contains(*d, s) {
		*d = append(*d, s)
	}
}

func (d *distinct) list() []string { return append([]string{}, *d...) }
