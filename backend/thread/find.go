package thread

import (
	"context"
	"encoding/json"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// Seeker searches texts. The thread decides which texts there are, the seeker counts its
// matches in them.
type Seeker interface {
	// Count returns the number of matches in a text.
	Count(text string) int
	// MayHold reports whether some text of a line may match. False is certain, which spares
	// most lines the decoding.
	MayHold(line []byte) bool
}

// Match is a row with matches.
type Match struct {
	// Rows is the path to it: a row of the thread, then, inside an agent, the row in the
	// agent's thread, and so on inwards.
	Rows  []int `json:"rows"`
	Count int   `json:"count"` // number of matches in the row
}

// FindOptions bound one call of Find. The row that reaches a bound is still searched
// completely, with its agents.
type FindOptions struct {
	Bytes   int // of lines read
	Matches int
	// Spilled reads an output from its separate file, by base name; false if it cannot, or
	// if the limit is reached. If nil, no such file is searched.
	Spilled func(name string) (text string, ok bool)
}

// Find searches the texts of the rows from, from+1, …, whether expanded or collapsed, and
// the threads of their agents, to any depth. It returns the matches in row order and the
// row to continue from, or -1 at the end.
func (t *Thread) Find(ctx context.Context, from int, load Load, s Seeker, o FindOptions) (matches []Match, next int, err error) {
	f := finding{page: newPage(load, PageOptions{}), seeker: s, options: o}
	for i := max(from, 0); i < len(t.items); i++ {
		if f.bytes >= o.Bytes || len(f.matches) >= o.Matches {
			return f.matches, i, nil
		}
		if err := f.row(ctx, t, i, nil); err != nil {
			return nil, i, err
		}
	}
	return f.matches, -1, nil
}

// finding is one call of Find.
type finding struct {
	page    *page
	seeker  Seeker
	options FindOptions

	matches []Match
	bytes   int
	lines   [2]knownLine // of the last call and the last result
}

// knownLine caches the seeker's answer for a line.
type knownLine struct {
	x   *Index
	at  int32
	may bool
}

func (f *finding) row(ctx context.Context, t *Thread, i int, path []int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	it := &t.items[i]
	path = append(path[:len(path):len(path)], i)
	may, err := f.mayHold(ctx, it)
	if err != nil {
		return err
	}
	if may {
		row, err := f.page.row(ctx, t, i)
		if err != nil {
			return err
		}
		if n := f.texts(it, &row); n > 0 {
			f.matches = append(f.matches, Match{Rows: path, Count: n})
		}
	}
	if it.side == nil {
		return nil
	}
	inner := it.side.rows()
	for k := range inner.items {
		if err := f.row(ctx, inner, k, path); err != nil {
			return err
		}
	}
	return nil
}

// mayHold reports whether a row has to be composed to search it. The texts of most kinds
// are composed, including those of prompts (documents, queued prompts): they always have
// to.
func (f *finding) mayHold(ctx context.Context, it *Item) (bool, error) {
	switch it.Kind {
	case RowReply, RowThinking, RowTool:
	default:
		return true, nil
	}
	if it.Record < 0 {
		return true, nil
	}
	may, err := f.line(ctx, 0, it.in.x, it.Record)
	if err != nil || may || it.result < 0 {
		return may, err
	}
	return f.line(ctx, 1, it.resultIn, it.result)
}

func (f *finding) line(ctx context.Context, slot int, x *Index, at int32) (bool, error) {
	l := &f.lines[slot]
	if l.x == x && l.at == at {
		return l.may, nil
	}
	text, err := f.page.calls.load(ctx, x.file, x.Span(int(at)))
	if err != nil {
		return false, err
	}
	f.bytes += len(text)
	*l = knownLine{x, at, f.seeker.MayHold(text) || f.options.Spilled != nil && transcript.MaySpill(text)}
	return l.may, nil
}

// texts counts the matches in a row.
func (f *finding) texts(it *Item, row *Row) (n int) {
	if row.Tool == nil {
		return f.seeker.Count(row.Text)
	}
	n = f.seeker.Count(row.Tool.Name)
	if row.Sidechain != nil && !it.side.isHosted() {
		// The agent's own rows show the task and the answer first and last, and count them
		// once.
		return n + f.title(jsonl.Value(row.Tool.Input))
	}
	n += f.within(jsonl.Value(row.Tool.Input), 0) + f.patch(row.Tool.Detail)
	return n + f.seeker.Count(f.result(row.Tool))
}

// result returns the whole of a result, even if the record holds only the beginning.
func (f *finding) result(tool *Tool) string {
	if f.options.Spilled != nil && tool.Spilled != "" {
		if text, ok := f.options.Spilled(tool.Spilled); ok {
			f.bytes += len(text)
			return text
		}
	}
	return tool.Result
}

// title counts the matches in the title line of an agent's call.
func (f *finding) title(input jsonl.Value) (n int) {
	in := transcript.TaskInputOf(input)
	for _, v := range [...]jsonl.Value{in.Description, in.Type, in.Name, in.Skill} {
		if v.IsString() {
			n += f.seeker.Count(v.String())
		}
	}
	return n
}

// maxNesting bounds the depth of the search in inputs: hostile ones may nest without end.
const maxNesting = 64

// within counts the matches in every text of a value.
func (f *finding) within(v jsonl.Value, depth int) (n int) {
	inner := func(v jsonl.Value) {
		if depth < maxNesting {
			n += f.within(v, depth+1)
		}
	}
	switch {
	case v.IsString():
		return f.seeker.Count(v.String())
	case v.IsObject():
		v.Members(func(_ []byte, v jsonl.Value) { inner(v) })
	case v.IsArray():
		v.Elements(inner)
	}
	return n
}

// patch counts the matches in the context lines of a change; the changed lines are in the
// input.
func (f *finding) patch(detail json.RawMessage) (n int) {
	if len(detail) == 0 {
		return 0
	}
	transcript.PatchLines(jsonl.Value(detail), func(line jsonl.Value) {
		if s := line.String(); len(s) > 1 && s[0] == ' ' {
			n += f.seeker.Count(s[1:])
		}
	})
	return n
}
