package thread

import (
	"context"
	"encoding/json"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// tool returns the call of a tool row with its result.
func (p *page) tool(ctx context.Context, it *Item, rec *transcript.Record, b *transcript.Block) (*Tool, error) {
	w := &Tool{ID: b.ToolID.String(), Name: b.Name, Status: StatusMissing}
	w.Input, w.InputTruncated = inputJSON(b.Input, p.o.Input)
	if it.isResult() {
		w.Name = resultAlone
	} else {
		w.Workflow = it.in.s.workflowOf(it.key(), b.Input)
	}
	if it.result < 0 {
		return w, nil
	}
	from, res := &p.calls, rec
	if it.resultIn != it.in.x || it.result != it.Record {
		var err error
		from = &p.results
		if res, err = from.read(ctx, it.resultIn, it.result); err != nil {
			return nil, err
		}
	}
	if int(it.resultBlock) >= len(res.Blocks) {
		return w, nil
	}
	answer := &res.Blocks[it.resultBlock]
	w.Status = StatusOK
	if answer.IsError {
		w.Status = StatusError
	}
	about := from.results()
	text := res.ResultText(answer)
	w.Spilled = res.Spilled(answer)
	w.Result, w.Truncated = cutText(text, p.o.Result)
	w.ResultUUID, w.ResultTime, w.ResultBlock = res.UUID.String(), string(transcript.TimeOf(res.Timestamp)), int(it.resultBlock)
	w.Denied = about.denied
	if answer.IsError {
		w.Said = transcript.SaidInstead(w.Result)
	}
	if it.Flags&ItemImages != 0 {
		own := about.pictures[int(it.resultBlock)]
		w.Pictures = describePictures(own)
		w.Images = len(own)
	}
	w.Detail = detailJSON(about.detail, p.o.Detail)
	return w, nil
}

// resultsOf holds the data that all results of a record share.
type resultsOf struct {
	detail   jsonl.Value // toolUseResult; nil if there are several results, since its owner is unknown
	denied   string
	pictures map[int][]Picture // by block
}

// results describes the results of the latest record, once for all of them.
func (rd *reader) results() *resultsOf {
	if rd.shared != nil {
		return rd.shared
	}
	s := &resultsOf{denied: rd.rec.Denied(), pictures: map[int][]Picture{}}
	n := 0
	for i := range rd.rec.Blocks {
		if rd.rec.Blocks[i].Kind == transcript.BlockToolResult {
			n++
		}
	}
	if n == 1 {
		s.detail = rd.rec.ToolUseResult
	}
	for _, p := range Pictures(rd.rec) {
		s.pictures[p.Block] = append(s.pictures[p.Block], p)
	}
	rd.shared = s
	rd.described++
	return s
}

// resultAlone names the row of a result that is not shown on a call's row: its call is not
// in the file, or has another result.
const resultAlone = "(result without a call)"

// BlockText returns the whole text of a record's content block as on its row, a tool's
// result for a tool_result, a tool's input as JSON for a tool_use. It returns false if
// there is no such block or it has no text.
func BlockText(r *transcript.Record, block int) (string, bool) {
	if block >= 0 && block < len(r.Blocks) {
		switch b := &r.Blocks[block]; b.Kind {
		case transcript.BlockToolResult:
			return r.ResultText(b), true
		case transcript.BlockToolUse:
			input, _ := inputJSON(b.Input, 0)
			return string(input), true
		}
	}
	for _, t := range describe(nil, r) {
		if t.Block == block {
			return t.String(r), true
		}
	}
	return "", false
}

// BlockLabel returns the text that names a record's content block: of a call its tool and its
// target in one line, of others the whole text, see [BlockText].
func BlockLabel(r *transcript.Record, block int) (string, bool) {
	if block >= 0 && block < len(r.Blocks) && r.Blocks[block].Kind == transcript.BlockToolUse {
		return labelOf(&r.Blocks[block]), true
	}
	return BlockText(r, block)
}

// inputJSON returns a call's input with at most limit bytes of strings, and the number of
// bytes omitted.
func inputJSON(v jsonl.Value, limit int) (json.RawMessage, int) {
	if v == nil || string(v) == "null" {
		return json.RawMessage("{}"), 0
	}
	c := copier{limit: limit}
	return c.copy(nil, v, 0), c.cut
}
