package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"dendro/backend/internal/disk"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// maxFiles bounds how many files a loader keeps open: a session may have a hundred
// thousand agents.
const maxFiles = 64

// loader reads lines from files, the last of which it keeps open until it is closed.
type loader struct {
	files map[string]*os.File
	open  map[string]keptOpen // for what can no longer be opened
}

// load is a thread.Load.
func (d *loader) load(_ context.Context, path string, at thread.Span) ([]byte, error) {
	file := d.files[path]
	if file == nil {
		var err error
		file, err = disk.Open(path)
		if err != nil && d.open[path].file != nil {
			return readSpan(d.open[path].file, at)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if d.files == nil {
			d.files = map[string]*os.File{}
		}
		for old, f := range d.files {
			if len(d.files) < maxFiles {
				break
			}
			_ = f.Close() // only read from
			delete(d.files, old)
		}
		d.files[path] = file
	}
	return readSpan(file, at)
}

// record calls f with a record, valid until f returns, as it stands in its file.
func (d *loader) record(ctx context.Context, x *thread.Index, at int, f func(*transcript.Record) error) error {
	line, err := d.load(ctx, x.File(), x.Span(at))
	if err == nil {
		var decoder transcript.Decoder
		r, wrong := decoder.Decode(line)
		if wrong == nil && r.UUID.ID == x.ID(at) {
			return f(r)
		}
		err = thread.ErrStale
	}
	return fmt.Errorf("record %q: %w", x.Text(x.ID(at)), err)
}

func readSpan(file *os.File, at thread.Span) ([]byte, error) {
	line := make([]byte, at.Length)
	if _, err := file.ReadAt(line, at.Offset); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, thread.ErrStale
		}
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return line, nil
}

func (d *loader) close() {
	for _, f := range d.files {
		_ = f.Close() // only read from
	}
}
