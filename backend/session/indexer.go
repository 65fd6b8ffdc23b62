package session

import (
	"cmp"
	"math"

	"dendro/backend/catalog"
	"dendro/backend/jsonl"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// indexes are the record indexes of files.
type indexes map[*catalog.File]*thread.Index

// indexer collects the record indexes of a session's files.
type indexer struct {
	Reader
	known, made indexes // of the session as it was opened before, and as it is opened now
}

// index returns the index of a file: the one that was made in the pass over it, or a new one.
func (x *indexer) index(e *catalog.File) (index *thread.Index, err error) {
	if index = x.known[e]; index == nil {
		index = e.Index()
	}
	if index == nil {
		index, err = x.read(e)
	}
	if err != nil {
		return nil, err
	}
	x.made[e] = index
	return index, nil
}

// read indexes a file that has no index, as far as it was summarized, or completely if only
// its head and tail were.
func (x *indexer) read(e *catalog.File) (*thread.Index, error) {
	end := e.Summary.Bytes + e.Summary.Torn
	if e.Partial {
		end = math.MaxInt64
	}
	z := transcript.NewSummarizer()
	facts, nodes := z.Live()
	index := thread.Live(e.Abs(), facts, nodes)
	var stale error
	err := x.Lines(e.Abs(), 0, end, func(line *jsonl.Line) {
		z.Line(&x.decoder, line, func(line *jsonl.Line, r *transcript.Record) {
			if stale == nil {
				stale = index.Add(line, r)
			}
		})
	})
	if err = cmp.Or(err, stale); err != nil {
		return nil, err
	}
	z.Summary() // completes the facts
	index.Trim()
	return index, nil
}
