package mcp

import (
	"context"
	"fmt"

	"dendro/backend/session"
	"dendro/backend/thread"
)

type turnInput struct {
	Session string `json:"session" jsonschema:"id of the session, or its first 8 characters"`
	Turn    string `json:"turn,omitempty" jsonschema:"uuid of any record of the turn, or its first 8 characters, as search_history names it"`
	Number  int    `json:"number,omitempty" jsonschema:"instead: number of the turn on the session's current branch, from 1; the last turn by default"`
	Full    bool   `json:"full,omitempty" jsonschema:"whole outputs of tools"`
	Page    int    `json:"page,omitempty" jsonschema:"number of the page, from 1"`
}

// briefOutput is how many bytes of each output are shown by default.
const briefOutput = 1_200

func showTurn(ctx context.Context, v *view, in turnInput) (any, error) {
	id, err := v.session(in.Session)
	if err != nil {
		return nil, err
	}
	r := session.ExportRequest{Session: id, What: session.ExportTurn, Turn: in.Number, Format: "md", Mask: true}
	if !in.Full {
		r.Output = briefOutput
	}
	row := -1
	if in.Turn != "" {
		record, err := v.Names.ResolveRecord(id, in.Turn)
		if err != nil {
			return nil, err
		}
		at, err := v.Threads.Locate(ctx, id, "", record, 0)
		if err != nil {
			return nil, err
		}
		r.Tip, row = at.Tip, at.Rows[0]
	}
	t, err := v.Threads.Whole(ctx, id, r.Tip)
	if err != nil {
		return nil, err
	}
	turns := t.Rows.Turns()
	switch {
	case row >= 0:
		r.Turn = turnAt(turns, row)
	case r.Turn == 0:
		r.Turn = len(turns)
	}
	text, err := v.Exporter.Export(ctx, r)
	if err != nil {
		return nil, err
	}
	shown, pages, err := textPage(string(text), in.Page)
	if err != nil {
		return nil, err
	}
	return fmt.Sprintf("%s\n(turn %d of %d; page %d of %d)\n", shown, r.Turn, len(turns), max(in.Page, 1), pages), nil
}

// turnAt returns the number of the turn of a row. What precedes the first prompt belongs to
// the first turn.
func turnAt(turns []thread.Turn, row int) int {
	n := 0
	for n < len(turns) && turns[n].Row <= row {
		n++
	}
	return max(n, 1)
}
