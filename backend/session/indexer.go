package session

import (
	"cmp"
	"errors"
	"math"

	"dendro/backend/catalog"
	"dendro/backend/jsonl"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// indexed is the record index of a file, and what it was made from.
type indexed struct {
	index *thread.Index
	of    *catalog.File
}

// indexes are those of files, by what stays the same while a file grows.
type indexes map[*catalog.Beginning]indexed

// indexer makes the record indexes of files, one after the other.
type indexer struct {
	Reader
	known, made indexes
	catalog     *catalog.Catalog
}

// index returns the index of a file: the one that is known, with what the file has grown by
// added to a copy of it, or the one that the scan made, or a new one.
func (x *indexer) index(e *catalog.File) (*thread.Index, error) {
	file, ok := x.known[e.Beginning]
	if !ok || file.of != e {
		index, err := x.current(e, file.index)
		if errors.Is(err, thread.ErrStale) {
			index, err = x.asItIs(e)
		}
		if err != nil {
			return nil, err
		}
		file = indexed{index, e}
	}
	x.made[e.Beginning] = file
	return file.index, nil
}

// current returns the index of a file with the facts that the catalog has of it. before is
// that of an earlier state, or nil.
func (x *indexer) current(e *catalog.File, before *thread.Index) (index *thread.Index, err error) {
	facts, end := &e.Summary.Facts, e.Summary.Bytes+e.Summary.Torn
	switch {
	case e.Partial:
		return nil, thread.ErrStale
	case before != nil && before.Len() == len(facts.Nodes) && before.EndsAt(end):
		return before, nil
	case before != nil:
		index = before.Grown(facts)
	default:
		if kept := e.Beginning.Thread(); kept != "" {
			if index, err = thread.DecodeIndex(e.Abs(), facts, []byte(kept)); err != nil {
				return nil, errors.Join(thread.ErrStale, err)
			}
		}
	}
	if index != nil && index.EndsAt(end) && index.IsWhole() {
		return index, nil
	}
	if index == nil || !index.CanGrow() {
		index = thread.NewIndex(e.Abs(), facts)
	}
	from, _ := index.End()
	if err := x.read(index, end); err != nil {
		return nil, err
	}
	if end-from >= keptTail && index.CanGrow() {
		x.catalog.KeepThread(e, index.Encode(), end-from)
	}
	return index, nil
}

// keptTail is how much of a file is read at every opening rather than kept.
const keptTail = 256 << 10

// asItIs indexes a file that is another one than its summary says: of which only head and
// tail were read so far, or that was rewritten since.
func (x *indexer) asItIs(e *catalog.File) (*thread.Index, error) {
	z := transcript.NewSummarizer()
	if err := x.Lines(e.Abs(), 0, math.MaxInt64, func(line *jsonl.Line) { z.Line(&x.decoder, line, nil) }); err != nil {
		return nil, err
	}
	sum := z.Summary()
	index := thread.NewIndex(e.Abs(), &sum.Facts)
	return index, x.read(index, sum.Bytes+sum.Torn)
}

// read adds the lines between the end of an index and another one.
func (x *indexer) read(index *thread.Index, to int64) error {
	from, before := index.End()
	var stale error
	err := x.Lines(index.File(), from, to, func(line *jsonl.Line) {
		number := line.Number
		line.Number += before
		add := func(line *jsonl.Line, r *transcript.Record, _ error) { // a line without a record is shown raw
			if stale == nil {
				stale = index.Add(line, r)
			}
		}
		if line.Text == nil {
			add(line, nil, nil)
		} else {
			x.decoder.Records(line, add)
		}
		line.Number = number // the reader counts on
	})
	switch err = cmp.Or(err, stale); {
	case err != nil:
		return err
	case !index.IsWhole(): // it was truncated
		return thread.ErrStale
	case from == 0:
		index.Trim()
	}
	return nil
}
