package api

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/thread"
)

// TestPackedRows decodes the packed rows of arbitrary threads.
func TestPackedRows(t *testing.T) {
	items := []thread.Item{
		{Kind: thread.RowNotice, Lines: 1, Record: 3},
		{Kind: thread.RowPrompt, Turn: 1, Lines: 300, Chars: 1 << 31, Record: 2, Flags: thread.ItemInherited},
		{Kind: thread.RowTool, Turn: 1, Lines: 2, Chars: 127, Record: 1 << 20, Flags: thread.ItemQuiet | thread.ItemRepeats},
		{Kind: thread.RowReply, Turn: 2, Lines: 2, Chars: 128, Record: -1, Flags: thread.ItemInternal},
		{Kind: thread.RowTool, Turn: 1, Record: 9},
	}
	raw, at := packed(items, []thread.Turn{{Row: 1}, {Row: 3}}, map[int]thread.ItemFlags{2: thread.ItemSplit}, 0, 9)
	if at != [2]int{0, len(raw)} {
		t.Error(at)
	}
	var got []string
	var record, turn int64
	for len(raw) > 0 {
		first, flags := raw[0], raw[1]
		raw = raw[2:]
		lines, n := binary.Uvarint(raw)
		chars, m := binary.Uvarint(raw[n:])
		by, o := binary.Varint(raw[n+m:])
		raw = raw[n+m+o:]
		record += by
		if first&skeletonTurn != 0 {
			by, n := binary.Varint(raw)
			turn += by
			raw = raw[n:]
		}
		got = append(got, fmt.Sprint(first&skeletonKind, flags, lines, chars, record, turn, first&skeletonBegin != 0, first&skeletonAgain != 0))
	}
	want := []string{}
	for i, it := range items {
		flags := it.Flags
		if i == 2 {
			flags |= thread.ItemSplit
		}
		want = append(want, fmt.Sprint(byte(it.Kind), byte(flags), it.Lines, it.Chars, max(it.Record, 0), it.Turn, i == 1 || i == 3, i == 2))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
