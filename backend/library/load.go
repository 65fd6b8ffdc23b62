package library

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"dendro/backend/thread"
)

// stopper ends a read at once when its context does.
type stopper struct {
	ctx context.Context
	r   io.Reader
}

func (s stopper) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// loader reads lines from files that it keeps open until it is closed.
type loader struct{ files map[string]*os.File }

// load is a thread.Load.
func (d *loader) load(_ context.Context, path string, at thread.Span) ([]byte, error) {
	file := d.files[path]
	if file == nil {
		var err error
		if file, err = os.Open(path); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if d.files == nil {
			d.files = map[string]*os.File{}
		}
		d.files[path] = file
	}
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
