package library

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"dendro/backend/transcript"
)

// RawText is a part of a record as in the file, but indented.
type RawText struct {
	Text  string `json:"text"`
	From  int    `json:"from"`  // bytes of the indented record before Text
	Next  int    `json:"next"`  // where the next part begins; -1 at the end
	Total int    `json:"total"` // bytes of the indented record
}

// RawRecord returns a part of a record of about n bytes from an offset on, in whole runes.
// ref is the uuid of a record of the session or its agents, or a name from SideRecords. A
// line without a record is returned verbatim, with offsets in bytes of the file.
func (l *Records) RawRecord(ctx context.Context, id, ref string, from, n int) (raw RawText, err error) {
	if name, ok := strings.CutPrefix(ref, sidePrefix); ok {
		return l.sideRecord(ctx, id, name, from, n)
	}
	err = l.record(ctx, id, ref, func(r *transcript.Record) error {
		raw = rawPart(indented(r.Raw), from, n)
		return nil
	})
	return raw, err
}

func indented(raw []byte) []byte {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		b.Reset()
		b.Write(raw) // not quite JSON, but somebody asked for it
	}
	return bytes.ToValidUTF8(b.Bytes(), []byte("\uFFFD"))
}

func rawPart(text []byte, from, n int) RawText {
	border := func(i int) int {
		i = min(max(i, 0), len(text))
		for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
			i--
		}
		return i
	}
	from = border(from)
	to := border(from + min(max(n, utf8.UTFMax), len(text)))
	raw := RawText{Text: string(text[from:to]), From: from, Next: to, Total: len(text)}
	if to == len(text) {
		raw.Next = -1
	}
	return raw
}
