package api

import (
	"encoding/base64"
	"encoding/binary"

	"dendro/backend/thread"
)

// The rows of a skeleton are sent as base64, row after row, because a long thread has a
// hundred thousand: kind and two bits (skeletonKind), flags, then as varints the lines, the
// characters, the distance of its record from that of the previous row, and, if the bit is
// set, the distance of its turn. Distances may be negative and are zigzag coded.
const (
	skeletonKind  = 0x07 // of the first byte
	skeletonTurn  = 0x08 // it belongs to another turn than the previous row
	skeletonBegin = 0x10 // it begins a turn
)

// packed returns the encoded rows of a skeleton. extra are the library's additional flags
// of the rows.
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
