package session

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// RawText is a part of a record as in the file, but indented.
type RawText struct {
	Text  string `json:"text"`
	From  int    `json:"from"`  // bytes of the indented record before Text
	Next  int    `json:"next"`  // where the next part begins; -1 at the end
	Total int    `json:"total"` // bytes of the indented record
	// Path is the file of the record, for people to read, and Line its line there, from 1. Only
	// the first part of a record has them, and not a side record.
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`
}

// RawRecord returns a part of a record of about n bytes from an offset on, in whole runes.
// ref is the uuid of a record of the session or its agents, or a name from SideRecords. A
// line without a record is returned verbatim, with offsets in bytes of the file.
func (l *Records) RawRecord(ctx context.Context, id, ref string, from, n int) (raw RawText, err error) {
	if name, ok := strings.CutPrefix(ref, sidePrefix); ok {
		return l.sideRecord(ctx, id, name, from, n)
	}
	err = l.find(ctx, id, ref, func(d *fileLoader, x *thread.Index, at int) error {
		err := d.record(ctx, x, at, func(r *transcript.Record) error {
			raw = rawPart(indented(r.Raw), from, n)
			return nil
		})
		if err == nil && raw.From == 0 && d.path == x.File() { // not for a deleted file
			raw.Path = l.threads.opt.show(x.File())
			raw.Line, err = lineAt(ctx, d.file, x.Span(at).Offset)
		}
		return err
	})
	return raw, err
}

// lineAt returns the number of the line that begins at an offset, from 1.
func lineAt(ctx context.Context, file io.ReaderAt, offset int64) (int, error) {
	lines, buf := 1, make([]byte, 256<<10)
	for at := int64(0); at < offset; {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n, err := file.ReadAt(buf[:min(int64(len(buf)), offset-at)], at)
		if n == 0 {
			return 0, CannotRead(err)
		}
		lines += bytes.Count(buf[:n], []byte{'\n'})
		at += int64(n)
	}
	return lines, nil
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
