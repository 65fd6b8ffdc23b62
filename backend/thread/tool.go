package thread

import (
	"context"
	"encoding/json"

	"dendro/backend/transcript"
)

// tool returns the call of a tool row with its result.
func (p *page) tool(ctx context.Context, it *Item, rec *transcript.Record, b *transcript.Block) (*Tool, error) {
	w := &Tool{ID: b.ToolID.String(), Name: b.Name, Status: StatusMissing}
	w.Input, w.InputTruncated = inputJSON(b.Input, p.o.Input)
	w.Workflow = it.in.s.workflowOf(it.in.x, it.in.x.blocks[it.block].tool, b.Input)
	if it.result < 0 {
		return w, nil
	}
	res := rec
	if it.resultIn != it.in.x || it.result != it.Record {
		var err error
		if res, err = p.results.read(ctx, it.resultIn, it.result); err != nil {
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
	text := transcript.ResultText(answer.Content)
	w.Spilled = transcript.SpilledTo(res.ToolUseResult, text)
	w.Result, w.Truncated = cutText(text, p.o.Result)
	w.ResultUUID, w.ResultTime, w.ResultBlock = res.UUID.String(), timeText(res.Timestamp), int(it.resultBlock)
	w.Denied = res.Denied()
	if it.Flags&ItemImages != 0 {
		var own []Picture
		for _, pic := range Pictures(res) {
			if pic.Block == int(it.resultBlock) {
				own = append(own, pic)
			}
		}
		w.Pictures = describePictures(own)
		w.Images = len(own)
	}
	if results(res) == 1 { // else nobody knows whose it is
		w.Detail = detailJSON(res.ToolUseResult, p.o.Detail)
	}
	return w, nil
}

func results(r *transcript.Record) (n int) {
	for i := range r.Blocks {
		if r.Blocks[i].Kind == transcript.BlockToolResult {
			n++
		}
	}
	return n
}

// BlockText returns the whole text of a record's content block as its row
// shows it, a tool's result for a tool_result, a tool's input as JSON for a
// tool_use; and false where there is no such block or it has no text.
func BlockText(r *transcript.Record, block int) (string, bool) {
	if block >= 0 && block < len(r.Blocks) {
		switch b := &r.Blocks[block]; b.Kind {
		case transcript.BlockToolResult:
			return transcript.ResultText(b.Content), true
		case transcript.BlockToolUse:
			input, _ := inputJSON(b.Input, 0)
			return string(input), true
		}
	}
	for _, p := range describe(nil, r, transcript.Classify(r)) {
		if p.block == block {
			return p.string(r), true
		}
	}
	return "", false
}

// inputJSON returns a call's input, its strings together at most limit bytes
// long, and how many bytes were left out.
func inputJSON(v transcript.Value, limit int) (json.RawMessage, int) {
	if v == nil || string(v) == "null" {
		return json.RawMessage("{}"), 0
	}
	c := copier{limit: limit}
	return c.copy(nil, v, 0), c.cut
}
