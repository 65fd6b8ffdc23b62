package thread

import (
	"context"
	"slices"
	"strings"

	"dendro/backend/jsonl"
	"dendro/backend/title"
	"dendro/backend/transcript"
)

// Work is the outcome of a turn for an outline. Lists are cut at maxWork entries; the full
// counts are included.
type Work struct {
	Said        string       `json:"said,omitempty"` // the sentence that sums up its last answer
	Files       []FileChange `json:"files,omitempty"`
	FilesMore   int          `json:"filesMore,omitempty"`
	Failed      []FailedCall `json:"failed,omitempty"`
	FailedMore  int          `json:"failedMore,omitempty"`
	Agents      []AgentCall  `json:"agents,omitempty"`
	AgentsMore  int          `json:"agentsMore,omitempty"`
	Compactions []Compaction `json:"compactions,omitempty"`
}

// FileChange is a file that calls of a turn wrote. Row is the first of them.
type FileChange struct {
	Row     int    `json:"row"`
	Path    string `json:"path"`
	Added   int    `json:"added,omitempty"`
	Removed int    `json:"removed,omitempty"`
}

// FailedCall is a call whose result is an error.
type FailedCall struct {
	Row   int    `json:"row"`
	Label string `json:"label"`
}

// AgentCall is a call that started an agent.
type AgentCall struct {
	Row   int    `json:"row"`
	Label string `json:"label"`
	MS    int64  `json:"ms,omitempty"`
}

// Compaction is where the turn was compacted.
type Compaction struct {
	Row     int    `json:"row"`
	Trigger string `json:"trigger,omitempty"`
	Before  int64  `json:"before,omitempty"` // tokens
	After   int64  `json:"after,omitempty"`
}

const (
	maxWork   = 12
	maxLabel  = 160
	readsOnce = 4 << 10 // rows examined per turn: a turn may run for days
)

// Work returns the outcome of the turns from, from+1, …. It reads the calls that do more
// than look, and those results that describe a file change.
func (t *Thread) Work(ctx context.Context, from, n int, load Load) ([]Work, error) {
	list := make([]Work, 0, n)
	for at := max(from, 0); at < min(from+n, len(t.turns)); at++ {
		from, next := t.turns[at].Row, len(t.items)
		if at+1 < len(t.turns) {
			next = t.turns[at+1].Row
		}
		end := from
		for end < next && t.items[end].in == t.items[from].in { // rows of another file belong to no work of this turn
			end++
		}
		g := gatherer{p: newPage(load, PageOptions{}), files: map[string]int{}}
		for i := from; i < end && i-from < readsOnce; i++ {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if err := g.row(ctx, i, &t.items[i]); err != nil {
				return nil, err
			}
		}
		if err := g.answer(ctx, t.items[from+1:max(from+1, end)]); err != nil {
			return nil, err
		}
		w := g.work
		w.Files, w.FilesMore = listed(w.Files)
		w.Failed, w.FailedMore = listed(w.Failed)
		w.Compactions, _ = listed(w.Compactions)
		list = append(list, w)
	}
	return list, nil
}

// listed returns the entries that an outline lists, and the number of the others.
func listed[T any](all []T) (list []T, more int) {
	n := min(len(all), maxWork)
	return all[:n], len(all) - n
}

// gatherer collects the work of one turn.
type gatherer struct {
	p     *page
	work  Work           // complete, except for agents
	files map[string]int // index in work.Files
}

func (g *gatherer) row(ctx context.Context, i int, it *Item) error {
	if it.side != nil && it.side.isHosted() {
		g.agent(i, it.side, nil)
	}
	switch {
	case it.Kind == RowCompaction && it.Record >= 0:
		c := it.in.x.compaction(it.Record)
		g.work.Compactions = append(g.work.Compactions, Compaction{i, c.Trigger, c.Before, c.After})
	case it.Kind != RowTool || it.Record < 0 || it.block == noBlock:
	case it.Flags&(ItemQuiet|ItemError) == ItemQuiet && it.side == nil:
	default:
		return g.call(ctx, i, it)
	}
	return nil
}

func (g *gatherer) call(ctx context.Context, i int, it *Item) error {
	rec, err := g.p.calls.read(ctx, it.in.x, it.Record)
	if err != nil {
		return err
	}
	at := int(it.in.x.blocks[it.block].index)
	if at >= len(rec.Blocks) {
		return nil
	}
	b := &rec.Blocks[at]
	if it.side != nil && !it.side.isHosted() {
		g.agent(i, it.side, b.Input)
	}
	if it.Flags&ItemError != 0 {
		g.work.Failed = append(g.work.Failed, FailedCall{i, labelOf(b)})
		return nil
	}
	file, writes := transcript.FileOf(b)
	if !writes || file == "" || it.result < 0 {
		return nil
	}
	added, removed, err := g.changed(ctx, it, b)
	if err == nil {
		g.file(i, file, added, removed)
	}
	return err
}

// changed counts the lines that a call wrote: by the patch of its result, else by its
// input.
func (g *gatherer) changed(ctx context.Context, it *Item, b *transcript.Block) (added, removed int, err error) {
	res, err := g.p.results.read(ctx, it.resultIn, it.result)
	if err != nil {
		return 0, 0, err
	}
	transcript.PatchLines(res.ToolUseResult, func(line jsonl.Value) {
		switch text := line.Head(1); text {
		case "+":
			added++
		case "-":
			removed++
		}
	})
	if added+removed == 0 {
		old, written := transcript.Written(b.Input)
		added, removed = lines(written), lines(old)
	}
	return added, removed, nil
}

func lines(v jsonl.Value) int {
	if !v.IsString() || len(v) <= 2 {
		return 0
	}
	text := v.String()
	n := strings.Count(text, "\n")
	if !strings.HasSuffix(text, "\n") {
		n++
	}
	return n
}

func (g *gatherer) file(row int, path string, added, removed int) {
	at, known := g.files[path]
	if !known {
		at = len(g.work.Files)
		g.files[path] = at
		g.work.Files = append(g.work.Files, FileChange{Row: row, Path: path})
	}
	f := &g.work.Files[at]
	f.Added, f.Removed = f.Added+added, f.Removed+removed
}

// agent adds an agent. Its rows are built for its duration, so this is limited to the
// agents that are listed.
func (g *gatherer) agent(row int, side *sidechain, input jsonl.Value) {
	if len(g.work.Agents) == maxWork {
		g.work.AgentsMore++
		return
	}
	w := &Sidechain{}
	if side.agent != nil {
		w.Type, w.Description = side.agent.Meta.Type, side.agent.Meta.Description
	}
	w.describe(side.rows(), input)
	label := w.Type
	if w.Description != "" {
		label = strings.TrimPrefix(label+": "+w.Description, ": ")
	}
	g.work.Agents = append(g.work.Agents, AgentCall{row, cutLabel(label), w.MS})
}

// answer finds the sentence that sums up the last answer of a turn. An answer that only
// announces a later call is the last choice.
func (g *gatherer) answer(ctx context.Context, rows []Item) error {
	called := false
	for i := range slices.Backward(rows) {
		it := &rows[i]
		called = called || it.Kind == RowTool
		if it.Kind != RowReply || it.Record < 0 || it.block == noBlock {
			continue
		}
		rec, err := g.p.calls.read(ctx, it.in.x, it.Record)
		if err != nil {
			return err
		}
		if at := int(it.in.x.blocks[it.block].index); at < len(rec.Blocks) {
			said := rec.Blocks[at].Text.String()
			announced := called && title.Announces(said)
			if !announced || g.work.Said == "" {
				g.work.Said = title.Sentence(said)
			}
			if announced {
				continue
			}
		}
		return nil
	}
	return nil
}

// labelOf names a call: a command by its most descriptive line, others by tool and
// target.
func labelOf(b *transcript.Block) string {
	if b.Kind == transcript.BlockToolResult {
		return resultAlone
	}
	about := transcript.Target(b.Input).String()
	if transcript.RunsCommands(b.Name) {
		return cutLabel(transcript.CommandLine(about))
	}
	if file, _ := transcript.FileOf(b); file != "" {
		about = file[strings.LastIndexAny(file, "/\\")+1:]
	}
	return cutLabel(transcript.ToolTitle(b.Name) + " " + about)
}

func cutLabel(s string) string {
	s = transcript.OneLine(s)
	if len(s) <= maxLabel {
		return s
	}
	return strings.ToValidUTF8(s[:maxLabel], "") + "…"
}
