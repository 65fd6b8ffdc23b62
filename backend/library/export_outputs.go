package library

import (
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
	eachRow(doc, func(session string, r *thread.Row) {
		if r.Tool == nil || r.Tool.Spilled == "" || ctx.Err() != nil {
			return
		}
		text, err := l.records.Spilled(ctx, session, r.Tool.Spilled)
		if err != nil || len(text) > left {
			return
		}
		left -= len(text)
		tool := *r.Tool
		tool.Result = string(text)
		r.Tool = &tool
	})
}
