package library

import (
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
		if !ok || file.torn {
			file = indexed{index: thread.NewIndex(e.Abs())}
		} else {
			file.index = file.index.Clone()
		}
		if err := x.read(&file); err != nil {
			return nil, err
		}
	}
	file.of = e
	x.made[e.Beginning] = file
	return file.index, nil
}

// read adds the lines after the indexed end.
func (x *indexer) read(into *indexed) error {
	whole, before := into.end == 0, into.lines
	err := x.lines(into.index.File(), into.end, func(line *transcript.Line) {
		number := line.Number
		line.Number += before
		if !line.Torn {
			into.end, into.lines = line.End, line.Number
		}
		if line.Text == nil {
			into.index.Add(line, nil)
		} else {
			x.decoder.Records(line, func(line *transcript.Line, r *transcript.Record, _ error) {
				into.index.Add(line, r) // a line without a record is shown raw
				into.torn = into.torn || line.Torn && r != nil
			})
		}
		line.Number = number // the reader counts on
	})
	if err == nil && whole {
		into.index.Trim()
	}
	return err
}
