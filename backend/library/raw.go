package library

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// SideRecord is a record of a session's file that is no part of the
// conversation: no row shows it.
type SideRecord struct {
	Ref   string `json:"ref"` // what RawRecord knows it by
	Type  string `json:"type"`
	Bytes int64  `json:"bytes"`
}

// sidePrefix begins the name of a side record, which has no uuid. Its number
// follows: its place among those of the file.
const sidePrefix = "side-"

// SideRecords returns the side records of a session from one on, n of them or
// fewer, in file order, and how many there are.
func (l *Library) SideRecords(ctx context.Context, id string, from, n int) (list []SideRecord, total int, err error) {
	err = l.withOpen(ctx, id, func(_ *snapshot, o *opened) error {
		sides := o.session.Indexes()[0].Sides()
		total = len(sides)
		from = min(max(from, 0), total)
		list = make([]SideRecord, 0, min(n, total-from))
		for i, side := range sides[from:min(from+n, total)] {
			list = append(list, SideRecord{sidePrefix + strconv.Itoa(from+i), side.Type, side.Span.Length})
		}
		return nil
	})
	return list, total, err
}

// RawText is a part of a record as it stands in the file, indented.
type RawText struct {
	Text  string `json:"text"`
	From  int    `json:"from"`  // bytes of the indented record before Text
	Next  int    `json:"next"`  // where the next part begins; -1 at the end
	Total int    `json:"total"` // bytes of the indented record
}

// RawRecord returns a part of a record from a byte on, of about n bytes, whole
// runes. ref is the uuid of a record of the session or of its agents, or what
// SideRecords calls it.
func (l *Library) RawRecord(ctx context.Context, id, ref string, from, n int) (raw RawText, err error) {
	take := func(r *transcript.Record) error {
		raw = rawPart(indented(r.Raw), from, n)
		return nil
	}
	if number, ok := strings.CutPrefix(ref, sidePrefix); ok {
		return raw, l.sideRecord(ctx, id, number, take)
	}
	err = l.record(ctx, id, ref, take)
	return raw, err
}

// sideRecord calls f with a side record of a session.
func (l *Library) sideRecord(ctx context.Context, id, number string, f func(*transcript.Record) error) error {
	return l.withOpen(ctx, id, func(_ *snapshot, o *opened) error {
		x := o.session.Indexes()[0]
		sides := x.Sides()
		i, err := strconv.Atoi(number)
		if err != nil || i < 0 || i >= len(sides) {
			return fmt.Errorf("record %q in session %q: %w", sidePrefix+number, id, ErrNotFound)
		}
		d := &loader{}
		defer d.close()
		line, err := d.load(ctx, x.File(), sides[i].Span)
		if err != nil {
			return fmt.Errorf("record %q: %w", sidePrefix+number, err)
		}
		var decoder transcript.Decoder
		r, err := decoder.Decode(line)
		if err != nil || r.Type != sides[i].Type {
			return fmt.Errorf("record %q: %w", sidePrefix+number, thread.ErrStale)
		}
		return f(r)
	})
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
