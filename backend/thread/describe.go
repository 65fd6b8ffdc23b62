package thread

import "dendro/backend/transcript"

// rowKinds are the rows that show texts, by the kinds of these.
var rowKinds = [...]RowKind{
	transcript.TextNone:       rowNone,
	transcript.TextPrompt:     RowPrompt,
	transcript.TextMessage:    RowMessage,
	transcript.TextCommand:    RowCommand,
	transcript.TextReply:      RowReply,
	transcript.TextThinking:   RowThinking,
	transcript.TextCall:       RowTool,
	transcript.TextResult:     RowTool,
	transcript.TextCompaction: RowCompaction,
	transcript.TextNotice:     RowNotice,
	transcript.TextPicture:    rowNone, // the row with the picture shows it
}

// describe appends the texts of r that are shown in rows to dst, at most one for a block. It
// serves both the index and the page.
func describe(dst []transcript.Text, r *transcript.Record) []transcript.Text {
	for _, t := range r.Texts() {
		if rowKinds[t.Kind] != rowNone {
			dst = append(dst, t)
		}
	}
	return dst
}
