package session

import (
	"context"
	"errors"
	"io"
	"os"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// fileLoader reads lines from files, the last of which it keeps open until it is closed.
type fileLoader struct {
	path string
	file *os.File            // of path; nil before the first
	open map[string]keptOpen // for files that can no longer be opened
}

// load is a thread.Load.
func (d *fileLoader) load(_ context.Context, path string, at thread.Span) ([]byte, error) {
	if d.file == nil || d.path != path {
		file, err := disk.Open(path)
		if err != nil && d.open[path].file != nil {
			return readSpan(d.open[path].file, at)
		}
		if err != nil {
			return nil, CannotRead(err)
		}
		d.close()
		d.path, d.file = path, file
	}
	return readSpan(d.file, at)
}

// CannotRead returns the error of a file that cannot be read, which wraps [ErrUnreadable]
// and its cause.
func CannotRead(cause error) error {
	if errors.Is(cause, thread.ErrStale) {
		return message.New("file_changed").Error(errors.Join(ErrUnreadable, cause))
	}
	return message.New("file_unreadable", "cause", cause).Error(errors.Join(ErrUnreadable, cause))
}

// record calls f with a raw record, valid until f returns.
func (d *fileLoader) record(ctx context.Context, x *thread.Index, at int, f func(*transcript.Record) error) error {
	line, err := d.load(ctx, x.File(), x.Span(at))
	if err == nil {
		var decoder transcript.Decoder
		r, wrong := decoder.Decode(line)
		if wrong == nil && r.UUID.ID == x.ID(at) {
			return f(r)
		}
		err = thread.ErrStale
	}
	return err
}

func readSpan(file *os.File, at thread.Span) ([]byte, error) {
	line := make([]byte, at.Length)
	if _, err := file.ReadAt(line, at.Offset); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, thread.ErrStale
		}
		return nil, CannotRead(err)
	}
	return line, nil
}

func (d *fileLoader) close() {
	if d.file != nil {
		_ = d.file.Close() // only read from
	}
}
