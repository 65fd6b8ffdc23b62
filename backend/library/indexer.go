package library

import (
	"cmp"
	"errors"
	"math"

	"dendro/backend/catalog"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// indexed is the record index of a file, and how much of the file is in it.
type indexed struct {
	index *thread.Index
	of    *catalog.File
	end   int64 // behind the last complete line
	lines int   // complete ones
	torn  bool  // a record in a last line without its newline is in it as well
}

// indexes are those of files, by what stays the same while a file grows.
type indexes map[*catalog.Beginning]indexed

// indexer makes the record indexes of files, one after the other.
type indexer struct {
	reader
	known, made indexes
}

// index returns the index of a file: the one that is known, with what the file
// has grown by added to a copy of it, or a new one.
func (x *indexer) index(e *catalog.File) (*thread.Index, error) {
	file, ok := x.known[e.Beginning]
	written := !ok || file.of != e && file.end != e.Size // since it was indexed
	if written {
		err := thread.ErrStale
		if !e.Partial {
			if !ok || file.torn {
				file = indexed{index: thread.NewIndex(e.Abs(), &e.Summary.Facts)}
			} else {
				file.index = file.index.Grown(&e.Summary.Facts)
			}
			err = x.read(&file, e.Summary.Bytes+e.Summary.Torn)
		}
		if errors.Is(err, thread.ErrStale) {
			file, err = x.asItIs(e)
		}
		if err != nil {
			return nil, err
		}
	}
	file.of = e
	x.made[e.Beginning] = file
	return file.index, nil
}

// asItIs indexes a file that is another one than its summary says: of which only head and
// tail were read so far, or that was rewritten since.
func (x *indexer) asItIs(e *catalog.File) (indexed, error) {
	z := transcript.NewSummarizer()
	if err := x.lines(e.Abs(), 0, math.MaxInt64, func(line *transcript.Line) { z.Line(&x.decoder, line, nil) }); err != nil {
		return indexed{}, err
	}
	sum := z.Summary()
	file := indexed{index: thread.NewIndex(e.Abs(), &sum.Facts)}
	return file, x.read(&file, sum.Bytes+sum.Torn)
}

// read adds the lines between the indexed end and another one.
func (x *indexer) read(into *indexed, end int64) error {
	whole, before := into.end == 0, into.lines
	var stale error
	err := x.lines(into.index.File(), into.end, end, func(line *transcript.Line) {
		number := line.Number
		line.Number += before
		if !line.Torn {
			into.end, into.lines = line.End, line.Number
		}
		add := func(line *transcript.Line, r *transcript.Record) {
			if stale == nil {
				stale = into.index.Add(line, r)
			}
		}
		if line.Text == nil {
			add(line, nil)
		} else {
			x.decoder.Records(line, func(line *transcript.Line, r *transcript.Record, _ error) {
				add(line, r) // a line without a record is shown raw
				into.torn = into.torn || line.Torn && r != nil
			})
		}
		line.Number = number // the reader counts on
	})
	switch err = cmp.Or(err, stale); {
	case err != nil:
		return err
	case !into.index.IsWhole(): // it was truncated
		return thread.ErrStale
	case whole:
		into.index.Trim()
	}
	return nil
}
