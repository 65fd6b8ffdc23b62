package api

import (
	"encoding/base64"
	"encoding/binary"

	"dendro/backend/thread"
)

// The rows of a skeleton come as the base64 of bytes, row after row, because a
// long thread has a hundred thousand: what a row is (skeletonKind, and the two
// bits beside it), its flags, then as varints its lines, its characters, how
// far its record is from that of the row before, and, where the bit says so,
// how far its turn is. Differences may be negative and are zigzag coded.
const (
	skeletonKind  = 0x07 // of the first byte
	skeletonTurn  = 0x08 // it belongs to another turn than the row before
	skeletonBegin = 0x10 // a turn begins with it
)

// packed returns the rows of a skeleton as the window gets them. Extra flags are
// those that the library has for a row.
func packed(items []thread.Item, turns []thread.Turn, extra map[int]thread.ItemFlags) string {
	raw := make([]byte, 0, 8*len(items))
	var record, turn int32
	next := 0
	for i := range items {
		it := &items[i]
		first := byte(it.Kind) & skeletonKind
		if it.Turn != turn {
			first |= skeletonTurn
		}
		if next < len(turns) && turns[next].Row == i {
			first |= skeletonBegin
			next++
		}
		raw = append(raw, first, byte(it.Flags|extra[i]))
		raw = binary.AppendUvarint(raw, uint64(it.Lines))
		raw = binary.AppendUvarint(raw, uint64(it.Chars))
		own := max(it.Record, 0)
		raw = binary.AppendVarint(raw, int64(own-record))
		if it.Turn != turn {
			raw = binary.AppendVarint(raw, int64(it.Turn-turn))
		}
		record, turn = own, it.Turn
	}
	return base64.StdEncoding.EncodeToString(raw)
}
