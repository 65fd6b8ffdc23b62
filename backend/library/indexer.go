package library

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"

	"dendro/backend/catalog"
	"dendro/backend/internal/disk"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// indexed is a file's record index, and how much of the file is in it.
type indexed struct {
	index *thread.Index
	end   int64 // behind the last complete line
	lines int   // complete ones
	torn  bool  // a record in a last line without its newline is in it as well
}

// indexer makes the record indexes of files, one after the other.
type indexer struct {
	ctx     context.Context
	known   map[*catalog.File]indexed
	growing map[*catalog.Beginning]indexed // of known, by what stays the same
	made    map[*catalog.File]indexed
	decoder transcript.Decoder
	buffer  *bufio.Reader
}

// index returns the index of a file: the one that is known, with what the file
// has grown by added to a copy of it, or a new one.
func (x *indexer) index(e *catalog.File) (*thread.Index, error) {
	file, ok := x.known[e]
	if !ok {
		if x.growing == nil {
			x.growing = make(map[*catalog.Beginning]indexed, len(x.known))
			for old, file := range x.known {
				x.growing[old.Beginning] = file
			}
		}
		switch file, ok = x.growing[e.Beginning]; {
		case !ok || file.torn:
			file = indexed{index: thread.NewIndex(e.Abs())}
		case e.Size == file.end: // nothing was written since
			x.made[e] = file
			return file.index, nil
		default:
			file.index = file.index.Clone()
		}
		if err := x.read(&file); err != nil {
			return nil, err
		}
	}
	x.made[e] = file
	return file.index, nil
}

// read adds what stands behind the end of what is indexed.
func (x *indexer) read(into *indexed) error {
	file, err := disk.Open(into.index.File())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	defer file.Close()
	if x.buffer == nil {
		x.buffer = transcript.Buffer(1 << 20)
	}
	whole, before := into.end == 0, into.lines
	lines := transcript.NewLines(stopper{x.ctx, io.NewSectionReader(file, into.end, math.MaxInt64-into.end)}, into.end, x.buffer)
	for lines.Next() {
		line := lines.Line()
		number := line.Number
		line.Number += before
		if !line.Torn {
			into.end, into.lines = line.End, line.Number
		}
		if line.Text == nil {
			into.index.Add(line, nil)
		} else {
			x.decoder.Records(line, func(line *transcript.Line, r *transcript.Record, _ error) {
				into.index.Add(line, r) // without a record it is shown as it stands
				into.torn = into.torn || line.Torn && r != nil
			})
		}
		line.Number = number // the reader counts on
	}
	if err := lines.Err(); err != nil && x.ctx.Err() == nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if whole {
		into.index.Trim()
	}
	return x.ctx.Err()
}
