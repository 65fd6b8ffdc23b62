package session

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dendro/backend/catalog"
	"dendro/backend/export"
	"dendro/backend/internal/disk"
	"dendro/backend/message"
	"dendro/backend/scan"
	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// maxRaw bounds the part of a file beside a session that is read.
const maxRaw = 64 << 20

// Records returns the contents of single records.
type Records struct{ threads *Threads }

// record calls f with a record of a session or of its agents.
func (l *Records) record(ctx context.Context, id, uuid string, f func(*transcript.Record) error) error {
	return l.find(ctx, id, uuid, func(d *fileLoader, x *thread.Index, at int) error { return d.record(ctx, x, at, f) })
}

// find calls f with the place of a record of a session or of its agents, and a loader for it.
func (l *Records) find(ctx context.Context, id, uuid string, f func(d *fileLoader, x *thread.Index, at int) error) error {
	want, _ := transcript.ParseID(uuid)
	return l.threads.withSession(ctx, id, func(_ *target, o *opened) error {
		for _, x := range o.session.Indexes() {
			at, ok := x.Find(want)
			if !ok {
				continue
			}
			d := o.loader()
			defer d.close()
			return f(d, x, at)
		}
		return NoRecord(uuid, id)
	})
}

// NoRecord returns the error of a record that a session does not have.
func NoRecord(record, session string) error {
	return message.New("record_not_found", "record", record, "session", session).Error(ErrNotFound)
}

// NamedFile is a file that a call reads or writes, or that a text names.
type NamedFile struct {
	Path   string // absolute, as the record has it: hostile text
	Line   int    // counted from 1; 0: none
	Inside bool   // it is in the session's working directory
}

// FileNamed returns the file that a call of a record names: the block-th of its content.
func (l *Records) FileNamed(ctx context.Context, id, uuid string, block int) (f NamedFile, err error) {
	known := l.threads.opt.Catalog.Snapshot()
	own, err := FileOf(known, id)
	if err != nil {
		return f, err
	}
	err = l.record(ctx, id, uuid, func(r *transcript.Record) error {
		if block >= 0 && block < len(r.Blocks) {
			f.Path, _ = transcript.FileOf(&r.Blocks[block])
		}
		if f.Path != "" && !filepath.IsAbs(f.Path) {
			f.Path = filepath.Join(r.CWD, f.Path)
		}
		if !filepath.IsAbs(f.Path) {
			return message.New("file_not_named", "record", uuid).Error(ErrNotFound)
		}
		return nil
	})
	f.Path = filepath.Clean(f.Path)
	_, f.Inside = insideOf(own.Summary.StartDir(own.Project()), f.Path)
	return f, err
}

// BlockText returns the whole text of a content block of a record.
func (l *Records) BlockText(ctx context.Context, id, uuid string, block int) (text []byte, err error) {
	return l.block(ctx, id, uuid, block, thread.BlockText)
}

// BlockLabel returns the text that names a content block of a record, see [thread.BlockLabel].
func (l *Records) BlockLabel(ctx context.Context, id, uuid string, block int) (text []byte, err error) {
	return l.block(ctx, id, uuid, block, thread.BlockLabel)
}

func (l *Records) block(ctx context.Context, id, uuid string, block int, of func(*transcript.Record, int) (string, bool)) (text []byte, err error) {
	err = l.record(ctx, id, uuid, func(r *transcript.Record) error {
		s, ok := of(r, block)
		if !ok {
			return message.New("block_not_found", "block", block, "record", uuid).Error(ErrNotFound)
		}
		text = []byte(s)
		return nil
	})
	return text, err
}

// Picture returns the n-th image of a record, counted from 0. Only types that
// cannot hold a script count.
func (l *Records) Picture(ctx context.Context, id, uuid string, n int) (picture export.Picture, err error) {
	err = l.record(ctx, id, uuid, func(r *transcript.Record) error {
		list := thread.Pictures(r)
		if n < 0 || n >= len(list) || list[n].Data == nil {
			return message.New("picture_not_found", "picture", n, "record", uuid).Error(ErrNotFound)
		}
		p := &list[n]
		if !export.PlainImage(p.MediaType) {
			return message.New("picture_not_shown", "type", p.MediaType).Error(ErrUnreadable)
		}
		data, err := p.Decode()
		if err != nil {
			return message.New("picture_unreadable", "cause", err).Error(errors.Join(ErrUnreadable, err))
		}
		picture = export.Picture{Type: p.MediaType, Data: data}
		return nil
	})
	return picture, err
}

// Spilled returns a tool's output by its base name, in the current snapshot: see [Spilled].
func (l *Records) Spilled(_ context.Context, id, name string) ([]byte, error) {
	return Spilled(l.threads.opt.Catalog.Snapshot(), id, name)
}

// Spilled returns a tool's output that was too large for the transcript, by
// its base name, from the session's own directory or that of an ancestor whose
// call was copied. Where the file is large, only its beginning is returned.
func Spilled(known *catalog.Snapshot, id, name string) ([]byte, error) {
	s, err := subjectOf(known, id)
	if err != nil {
		return nil, err
	}
	for _, e := range s.beside {
		text, err := scan.ReadOutput(&e.File, e.ID, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, message.New("output_unreadable", "output", name, "cause", err).Error(errors.Join(ErrUnreadable, err))
		}
		return text, nil
	}
	return nil, message.New("output_not_found", "output", name).Error(ErrNotFound)
}

// beside opens a session's side directory. No link leads out of it, and none leads
// to it from outside of the project.
func beside(e *catalog.File) (*os.Root, error) {
	dir, name := filepath.Split(e.Abs())
	project, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer project.Close()
	return project.OpenRoot(strings.TrimSuffix(name, ".jsonl"))
}

// readBeside reads a file of a session's side directory: its beginning, where it
// is large.
func readBeside(e *catalog.File, name string) ([]byte, error) {
	side, err := beside(e)
	if err != nil {
		return nil, err
	}
	defer side.Close()
	file, err := disk.OpenIn(side, filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxRaw))
}
