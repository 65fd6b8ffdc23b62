package library

import (
	"cmp"
	"context"

	"dendro/backend/export"
	"dendro/backend/thread"
)

// exportedOutputs is the most that one document takes of outputs that lie in
// files of their own: a document is made in memory.
const exportedOutputs = 64 << 20

// wholeOutputs puts the outputs that lie in files of their own in the place of
// their previews: all of a document that there is room for. What is gone stays
// as its record has it.
func (l *Exporter) wholeOutputs(ctx context.Context, doc *export.Document) {
	left := exportedOutputs
	var put func(session string, rows []thread.Row)
	put = func(session string, rows []thread.Row) {
		for i := range rows {
			r := &rows[i]
			session := cmp.Or(r.Session, session)
			if r.Sidechain != nil {
				put(session, r.Sidechain.Rows)
			}
			if r.Tool == nil || r.Tool.Spilled == "" || ctx.Err() != nil {
				continue
			}
			text, err := l.records.Spilled(ctx, session, r.Tool.Spilled)
			if err != nil || len(text) > left {
				continue
			}
			left -= len(text)
			tool := *r.Tool
			tool.Result = string(text)
			r.Tool = &tool
		}
	}
	put(doc.Session, doc.Rows)
	for i := range doc.Branches {
		put(doc.Branches[i].Session, doc.Branches[i].Rows)
	}
}
