package session

import (
	"context"

	"dendro/backend/export"
	"dendro/backend/thread"
)

// exportedOutputs is the most that one document takes of outputs that lie in
// files of their own: a document is made in memory.
const exportedOutputs = 64 << 20

// wholeOutputs replaces previews of outputs in separate files by the whole outputs, as far
// as the document has room. A missing output keeps the preview in its record.
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
