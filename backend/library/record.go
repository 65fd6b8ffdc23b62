package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dendro/backend/thread"
	"dendro/backend/transcript"
)

// maxRaw bounds what is read of a file beside a session.
const maxRaw = 64 << 20

// record calls f with a record of a session or of its agents.
func (l *Library) record(ctx context.Context, id, uuid string, f func(*transcript.Record) error) error {
	want, _ := transcript.ParseID(uuid)
	return l.withOpen(ctx, id, func(_ *snapshot, o *opened) error {
		for _, x := range o.session.Indexes() {
			at, ok := x.Find(want)
			if !ok {
				continue
			}
			d := o.loader()
			defer d.close()
			line, err := d.load(ctx, x.File(), x.Span(at))
			if err != nil {
				return fmt.Errorf("record %q: %w", uuid, err)
			}
			var decoder transcript.Decoder
			r, err := decoder.Decode(line)
			if err != nil || r.UUID.ID != want {
				return fmt.Errorf("record %q: %w", uuid, thread.ErrStale)
			}
			return f(r)
		}
		return fmt.Errorf("record %q in session %q: %w", uuid, id, ErrNotFound)
	})
}

// BlockText returns the whole text of a content block of a record.
func (l *Library) BlockText(ctx context.Context, id, uuid string, block int) (text []byte, err error) {
	err = l.record(ctx, id, uuid, func(r *transcript.Record) error {
		s, ok := thread.BlockText(r, block)
		if !ok {
			return fmt.Errorf("block %d of record %q: %w", block, uuid, ErrNotFound)
		}
		text = []byte(s)
		return nil
	})
	return text, err
}

// Picture is an image in a record.
type Picture struct {
	Type  string
	Bytes []byte
}

// Picture returns the n-th image of a record, counted from 0. Only types that
// cannot hold a script count.
func (l *Library) Picture(ctx context.Context, id, uuid string, n int) (picture Picture, err error) {
	err = l.record(ctx, id, uuid, func(r *transcript.Record) error {
		list := thread.Pictures(r)
		if n < 0 || n >= len(list) || list[n].Data == nil {
			return fmt.Errorf("picture %d of record %q: %w", n, uuid, ErrNotFound)
		}
		switch p := &list[n]; p.MediaType {
		case "image/png", "image/jpeg", "image/gif", "image/webp":
			data, err := p.Decode()
			if err != nil {
				return fmt.Errorf("picture %d of record %q: %w: %w", n, uuid, ErrUnreadable, err)
			}
			picture = Picture{p.MediaType, data}
			return nil
		default:
			return fmt.Errorf("picture %d of record %q has type %q: %w", n, uuid, p.MediaType, ErrUnreadable)
		}
	})
	return picture, err
}

// Spilled returns a tool's output that was too large for the transcript, by
// its base name, from the session's own directory or that of an ancestor whose
// call was copied. Where the file is large, only its beginning is returned.
func (l *Library) Spilled(_ context.Context, id, name string) ([]byte, error) {
	if name != filepath.Base(name) || name == "." || name == ".." || strings.ContainsFunc(name, notInNames) {
		return nil, fmt.Errorf("output %q: %w", name, ErrNotFound)
	}
	s, err := l.look(id)
	if err != nil {
		return nil, err
	}
	for _, e := range append([]*entry{s.own()}, s.ancestors...) {
		text, err := readBeside(e, "tool-results/"+name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("output %q: %w: %w", name, ErrUnreadable, err)
		}
		return bytes.ToValidUTF8(text, []byte("\uFFFD")), nil
	}
	return nil, fmt.Errorf("output %q: %w: it is no longer there", name, ErrNotFound)
}

// notInNames reports whether r cannot be part of the name of an output, though
// it could be of a path on some system.
func notInNames(r rune) bool { return r < ' ' || strings.ContainsRune(`/\:`, r) }

// readBeside reads a file of a session's side directory without following a
// link out of it: its beginning, where it is large.
func readBeside(e *entry, name string) ([]byte, error) {
	root, err := os.OpenRoot(strings.TrimSuffix(e.file.Abs(), ".jsonl"))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name = filepath.FromSlash(name)
	// Before it is opened: opening a pipe would wait for its other end.
	if info, err := root.Stat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errors.New("not a file")
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxRaw))
}
