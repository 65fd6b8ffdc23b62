package session

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"dendro/backend/thread"
)

// BadLines is a range of consecutive lines without a record in a thread's file.
type BadLines struct {
	Row   int    `json:"row"` // the last row before them in the file; -1: none
	Ref   string `json:"ref"` // what RawRecord knows the first of them by
	Lines int    `json:"lines"`
	Bytes int64  `json:"bytes"`
}

// maxBadLines bounds how many places of a thread say that lines are
// unreadable. What lies behind them is found with the session's side records.
const maxBadLines = 1000

// BadLines returns the ranges of lines without a record in the thread's file, in order. A
// last line that may be being written does not count. An agent inside its session's file
// has none: they are the session's.
func (t *Thread) BadLines() []BadLines {
	if t.Rows.Inline() {
		return nil
	}
	var list []BadLines
	var least []int64 // of the offsets of a row and all behind it
	x := t.Rows.Index()
	for i, side := range x.Sides() {
		if side.Problem != thread.ProblemMalformed && side.Problem != thread.ProblemOversized {
			continue
		}
		if least == nil {
			least = leastOffsets(t.Rows)
		}
		row := sort.Search(len(least), func(i int) bool { return least[i] > side.Span.Offset }) - 1 + t.Rows.Own()
		if n := len(list); n > 0 && list[n-1].Row == row {
			list[n-1].Lines++
			list[n-1].Bytes += side.Span.Length
			continue
		}
		if len(list) == maxBadLines {
			break
		}
		ref := sidePrefix
		if t.key.side != "" {
			ref += t.key.side + "-"
		}
		list = append(list, BadLines{Row: row, Ref: ref + strconv.Itoa(i), Lines: 1, Bytes: side.Span.Length})
	}
	return list
}

// leastOffsets returns, for every row of the session's own, the least place in the
// file of it and the rows behind it: rows are not always in the order of the file.
func leastOffsets(t *thread.Thread) []int64 {
	items := t.Items()[t.Own():]
	least, lowest := make([]int64, len(items)), int64(math.MaxInt64)
	for i, item := range slices.Backward(items) {
		if item.Record >= 0 {
			lowest = min(lowest, t.Index().Span(int(item.Record)).Offset)
		}
		least[i] = lowest
	}
	return least
}
