package api

import (
	"encoding/base64"
	"encoding/binary"
	"hash/fnv"
	"net/http"
	"strconv"

	"dendro/backend/thread"
)

// The rows of a skeleton are sent as base64, row after row, because a long thread has a
// hundred thousand: kind and three bits (skeletonKind), flags, then as varints the lines, the
// characters, the distance of its record from that of the previous row, and, if the bit is
// set, the distance of its turn. Distances may be negative and are zigzag coded.
const (
	skeletonKind  = 0x07 // of the first byte
	skeletonTurn  = 0x08 // it belongs to another turn than the previous row
	skeletonBegin = 0x10 // it begins a turn
	skeletonAgain = 0x20 // thread.ItemRepeats, which is beyond the byte of the flags
)

// changingRows is the number of last rows that may still change, because calls get their
// results. A result that changes an earlier row costs one whole skeleton.
const changingRows = 64

// skeletonRows are the encoded rows of a skeleton, or those from a row on.
type skeletonRows struct {
	// From is the first row that is sent; the window has those before it.
	From int    `json:"from,omitempty"`
	Rows string `json:"rows"` // packed
	// Settled is the number of rows that probably remain as they are, and Sum the checksum
	// of their encoding. A window that requests the thread with ?since= and ?sum= set to
	// these gets only the rows after them, as long as they are the same.
	Settled int    `json:"settled"`
	Sum     string `json:"sum"`
}

// rowsSince encodes the rows that the request lacks. extra are the library's additional
// flags of the rows.
func rowsSince(r *http.Request, t *thread.Thread, extra map[int]thread.ItemFlags) (skeletonRows, error) {
	since, err := intQuery(r, "since", 0, 0, 1<<31-1)
	if err != nil {
		return skeletonRows{}, err
	}
	items := t.Items()
	w := skeletonRows{Settled: max(len(items)-changingRows, 0)}
	raw, at := packed(items, t.Turns(), extra, since, w.Settled)
	w.Sum = sumOf(raw[:at[1]])
	if since > 0 && since <= len(items) && sumOf(raw[:at[0]]) == r.URL.Query().Get("sum") {
		w.From, raw = since, raw[at[0]:]
	}
	w.Rows = base64.StdEncoding.EncodeToString(raw)
	return w, nil
}

func sumOf(raw []byte) string {
	sum := fnv.New64a()
	_, _ = sum.Write(raw)
	return strconv.FormatUint(sum.Sum64(), 36)
}

// packed returns the encoded rows of a skeleton, and where the rows a and b begin in it.
// extra are the library's additional flags of the rows.
func packed(items []thread.Item, turns []thread.Turn, extra map[int]thread.ItemFlags, a, b int) (raw []byte, at [2]int) {
	raw = make([]byte, 0, 8*len(items))
	var record, turn int32
	next := 0
	for i := range items {
		it := &items[i]
		if i == a {
			at[0] = len(raw)
		}
		if i == b {
			at[1] = len(raw)
		}
		first := byte(it.Kind) & skeletonKind
		if it.Turn != turn {
			first |= skeletonTurn
		}
		if next < len(turns) && turns[next].Row == i {
			first |= skeletonBegin
			next++
		}
		if it.Flags&thread.ItemRepeats != 0 {
			first |= skeletonAgain
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
	if a >= len(items) {
		at[0] = len(raw)
	}
	if b >= len(items) {
		at[1] = len(raw)
	}
	return raw, at
}
