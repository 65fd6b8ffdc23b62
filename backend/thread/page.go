package thread

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// Load returns the bytes of a line. file is the argument of NewIndex. The result must stay
// unchanged until the page is built.
type Load func(ctx context.Context, file string, at Span) ([]byte, error)

// ErrStale means that a file was rewritten and no longer matches its index. The caller must
// rebuild the index.
var ErrStale = errors.New("the file has changed since it was read")

// PageOptions limit the contents of a page. The zero value omits nothing except nested
// rows: the headless commands use it.
type PageOptions struct {
	// Nested includes the rows of sidechains, to any depth.
	Nested bool
	// Text, Result and Input limit the bytes of a row's text, of a tool's result and of all
	// strings of its input; Detail limits the result's details.
	Text, Result, Input, Detail int
	// Bytes ends the page early once its rows reach about that size. A page has at least
	// one row.
	Bytes int
	// WholeRecords ends a page only between records, so that pages one after the other decode
	// each record once. It may have more rows than requested, then.
	WholeRecords bool
}

// WindowPage returns the options for the window: pages of at most about 1 MB. The window
// requests the rest of long texts separately.
func WindowPage() PageOptions {
	return PageOptions{Text: 64 << 10, Result: 16 << 10, Input: 48 << 10, Detail: 64 << 10, Bytes: 1 << 20}
}

// Page returns n rows from row from on, with their contents: all if n is negative, fewer at
// the end or due to PageOptions.Bytes.
func (t *Thread) Page(ctx context.Context, from, n int, load Load, o PageOptions) ([]Row, error) {
	from = min(max(from, 0), len(t.items))
	if n < 0 || n > len(t.items)-from {
		n = len(t.items) - from
	}
	p := newPage(load, o)
	rows := make([]Row, 0, n)
	size := 0
	for i := from; i < len(t.items); i++ {
		full := len(rows) == n || o.Bytes > 0 && size >= o.Bytes && len(rows) > 0
		if full && !(o.WholeRecords && i > from && t.sameRecord(i-1, i)) {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		row, err := p.row(ctx, t, i)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
		size += row.size()
	}
	return rows, nil
}

// sameRecord reports whether two rows are of one record.
func (t *Thread) sameRecord(i, k int) bool {
	a, b := &t.items[i], &t.items[k]
	return a.Record >= 0 && a.Record == b.Record && a.in.x == b.in.x
}

func (r *Row) size() int {
	n := 300 + len(r.Text)
	if r.Tool != nil {
		n += len(r.Tool.Input) + len(r.Tool.Result) + len(r.Tool.Detail)
	}
	return n
}

// page builds the rows of one call of Page. Calls and results have separate readers, so
// that both records are available at once.
type page struct {
	o              PageOptions
	calls, results reader
}

func newPage(load Load, o PageOptions) *page {
	return &page{o: o, calls: reader{load: load}, results: reader{load: load}}
}

// reader reads one record at a time and caches the newest.
type reader struct {
	load      Load
	dec       transcript.Decoder
	x         *Index
	at        int32
	rec       *transcript.Record
	shared    *resultsOf        // of rec; computed on first use
	described int               // number of such computations
	parts     []transcript.Text // of rec, in the order of its blocks
}

func (rd *reader) read(ctx context.Context, x *Index, at int32) (*transcript.Record, error) {
	if rd.rec != nil && rd.x == x && rd.at == at {
		return rd.rec, nil
	}
	rd.rec = nil
	line, err := rd.load(ctx, x.file, x.Span(int(at)))
	if err != nil {
		return nil, err
	}
	rec, err := rd.dec.Decode(line)
	if err != nil || rec.UUID.ID != x.node(at).ID {
		return nil, ErrStale
	}
	rd.x, rd.at, rd.rec, rd.shared = x, at, rec, nil
	rd.parts = describe(rd.parts[:0], rec)
	return rec, nil
}

func (p *page) row(ctx context.Context, t *Thread, i int) (Row, error) {
	it := &t.items[i]
	row := Row{Kind: it.Kind.String(), Index: i, Turn: int(it.Turn), Inherited: it.Flags&ItemInherited != 0, Session: it.in.session}
	if it.Record < 0 {
		return p.made(ctx, it, row)
	}
	rec, err := p.calls.read(ctx, it.in.x, it.Record)
	if err != nil {
		return row, err
	}
	blk, parts := &it.in.x.blocks[it.block], p.calls.parts
	k, ok := slices.BinarySearchFunc(parts, int(blk.index), func(t transcript.Text, key int) int { return cmp.Compare(textKey(&t), key) })
	if !ok || rowKinds[parts[k].Kind] != blk.row {
		return row, ErrStale
	}
	text := parts[k]
	if rec.Kind == transcript.KindQueue {
		fate := it.in.x.node(it.Record).Flags.Fate()
		text = text.In(fate)
		row.Loaded = notLoaded(fate, &text)
	}
	p.common(&row, it, rec)
	row.Block = text.Block
	switch it.Kind {
	case RowTool:
		if row.Tool, err = p.tool(ctx, it, rec, &rec.Blocks[text.Block]); err != nil {
			return row, err
		}
		if it.side != nil {
			var input jsonl.Value
			if !it.side.isHosted() {
				input = rec.Blocks[text.Block].Input
			}
			row.Sidechain, err = p.sidechain(ctx, it.side, input)
		}
		return row, err
	case RowCompaction:
		if row, err = p.compaction(ctx, row, it, text.String(rec)); err != nil {
			return row, err
		}
		return p.hosted(ctx, row, it)
	case RowThinking:
		row.Redacted = text.IsEmpty()
	case RowNotice:
		row.Notice, row.Level = text.Notice, cmp.Or(text.Level, transcript.LevelInfo)
		row.Call, row.End = it.task(text.Task())
	case RowMessage:
		row.Queued = text.Queued
		row.sentBy(&text, rec)
	case RowPrompt:
		row.Queued = text.Queued
		row.sentBy(&text, rec) // a task can be a teammate's message
	}
	row.Text, row.Truncated = cutText(text.String(rec), p.o.Text)
	if it.Flags&ItemImages != 0 {
		row.Pictures = describePictures(Pictures(rec))
		row.Images = len(row.Pictures)
	}
	return p.hosted(ctx, row, it)
}

// notLoaded returns false, in a pointer, for a text that was delivered inside a result: a resume
// does not send it again.
func notLoaded(fate transcript.Fate, t *transcript.Text) *bool {
	if fate != transcript.FateSent || t.Notice == transcript.NoticeTask {
		return nil
	}
	return new(bool)
}

// sentBy sets the sender of a text that was not typed here.
func (r *Row) sentBy(t *transcript.Text, rec *transcript.Record) {
	if d, ok := t.Delivery(rec); ok {
		r.From = &d.From
		if !strings.Contains(d.Text, d.Summary) { // of several messages it is the text of the first
			r.Subject = d.Summary
		}
	}
}

// hosted adds the agent attached to a row that is not a call.
func (p *page) hosted(ctx context.Context, row Row, it *Item) (Row, error) {
	if it.side == nil {
		return row, nil
	}
	side, err := p.sidechain(ctx, it.side, nil)
	row.Sidechain = side
	return row, err
}

// common sets the fields that all rows of a record share.
func (p *page) common(row *Row, it *Item, rec *transcript.Record) {
	x := it.in.x
	r := &x.recs[it.Record]
	row.UUID = rec.UUID.String()
	row.Time = transcript.TimeOf(rec.Timestamp)
	row.GitBranch = rec.GitBranch
	row.MessageID = rec.MessageID
	if r.message < 0 {
		return
	}
	m := &x.messages[r.message]
	row.Model = m.model
	if tokens := m.tokens; it.first && tokens != (transcript.Usage{}) {
		row.Tokens = &tokens
	}
}

// compaction fills in the row of a compaction: its own data and the summary's text.
func (p *page) compaction(ctx context.Context, row Row, it *Item, text string) (Row, error) {
	c := it.in.x.compaction(it.Record)
	row.Trigger, row.PreTokens, row.PostTokens = c.Trigger, c.Before, c.After
	if it.result >= 0 {
		summary, err := p.results.read(ctx, it.resultIn, it.result)
		if err != nil {
			return row, err
		}
		row.SummaryUUID = summary.UUID.String()
		for i := range p.results.parts {
			if t := &p.results.parts[i]; t.Kind == transcript.TextCompaction {
				text = t.String(summary)
			}
		}
	}
	row.Text, row.Truncated = cutText(text, p.o.Text)
	return row, nil
}

// made builds a row without a record: an agent without its call, or the task of an agent
// whose file does not begin with it.
func (p *page) made(ctx context.Context, it *Item, row Row) (Row, error) {
	if side := it.side; side != nil {
		name := "(unattached agent)"
		switch {
		case side.internal:
			name = "(internal agent)"
		case side.isHosted():
			name = "(agent)"
		case it.in.side != nil:
			name = "(workflow agent)"
		}
		row.Tool = &Tool{Name: name, Status: StatusOK, Input: json.RawMessage("{}")}
		if len(side.records) > 0 {
			first, err := p.calls.read(ctx, side.x, side.records[0])
			if err != nil {
				return row, err
			}
			row.UUID, row.Time = first.UUID.String(), transcript.TimeOf(first.Timestamp)
		}
		var err error
		row.Sidechain, err = p.sidechain(ctx, side, nil)
		return row, err
	}
	side := it.in.side
	if side.call == nil {
		first, err := p.calls.read(ctx, side.x, side.records[0])
		if err == nil {
			row.UUID, row.Time = first.UUID.String(), transcript.TimeOf(first.Timestamp)
		}
		return row, err
	}
	rec, err := p.calls.read(ctx, side.call, side.callAt)
	if err != nil {
		return row, err
	}
	row.UUID, row.Time = rec.UUID.String(), transcript.TimeOf(rec.Timestamp)
	if i, ok := side.callBlock(); ok && i < len(rec.Blocks) {
		in := transcript.TaskInputOf(rec.Blocks[i].Input)
		row.Text, row.Truncated = cutText(in.Task().String(), p.o.Text)
	}
	return row, nil
}

// cutText cuts s to at most n bytes at a rune boundary and returns the number of bytes
// omitted. n = 0 means no limit.
func cutText(s string, n int) (string, int) {
	if n <= 0 || len(s) <= n {
		return s, 0
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n], len(s) - n
}
