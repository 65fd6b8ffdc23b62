package archive

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/restic/chunker"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// Chunks are some 64 KB long. The polynomial is part of the format: with another one,
// nothing that is stored would be found again.
const (
	polynomial  = chunker.Pol(0x3DA3358B4DC173)
	minChunk    = 16 << 10
	maxChunk    = 512 << 10
	averageBits = 16
)

// ErrFull is the error of a session that would exceed the limit.
var ErrFull = message.New("archive_full").Error(nil)

// Added is the result of keeping a session.
type Added struct {
	Session *Session
	// Unchanged is set if the archive had everything already.
	Unchanged bool
	// Stored is how much the packs grew.
	Stored int64
	// Unread are the files beside the transcript that could not be read. The archive keeps
	// what it had of them.
	Unread []string
}

// Problem returns why the archive does not have everything; nil if it does.
func (a Added) Problem() error {
	if len(a.Unread) == 0 {
		return nil
	}
	return message.New("archive_unread", "path", a.Unread[0]).Error(nil)
}

// ErrSmaller is the error of a transcript that is smaller than the archived one: keeping it
// would lose the end of that one.
var ErrSmaller = errors.New("the file is smaller than the archived one")

// Keep adds the current state of a session. transcript is its path relative to src.Root.
// Files that did not change since the last time are not read; of a session that is kept by
// hand, their chunks are, so that damaged ones are stored again. Files that are gone since
// the last time stay part of the session. limit bounds the size of the packs in bytes; 0 is
// no limit. When Keep returns, the new entries are durable and were read back; otherwise
// none of them counts.
func (a *Archive) Keep(ctx context.Context, src Source, transcript string, limit int64) (Added, error) {
	var added Added
	root, err := os.OpenRoot(src.Root)
	if err != nil {
		return added, err
	}
	defer root.Close()
	err = a.writing(ctx, func(w *packWriter) error {
		k := keeper{a: a, w: w, root: root, src: src, limit: limit, known: map[string]File{}}
		if k.size, err = a.Size(); err != nil {
			return err
		}
		key := KeyOf(src.Root, transcript)
		if old := a.sessions[key]; old != nil {
			if whole, err := a.whole(key); err == nil {
				k.before = whole.Files
				for _, f := range whole.Files {
					k.known[f.Path] = f
				}
			}
		}
		added, err = k.keep(ctx, transcript)
		return err
	})
	return added, err
}

// whole returns a session with the chunks of its files.
func (a *Archive) whole(key string) (*Session, error) {
	e, ok := a.records[key]
	if !ok {
		return nil, fs.ErrNotExist
	}
	content, err := a.content(e.place, e.hash)
	if err != nil {
		return nil, err
	}
	return parse(content)
}

// content reads an entry.
func (a *Archive) content(at place, want sum) ([]byte, error) {
	file, err := disk.Open(a.path(at.pack))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readEntry(file, at, want, a.decoder)
}

// keeper adds one session.
type keeper struct {
	a       *Archive
	w       *packWriter
	root    *os.Root
	src     Source
	before  []File          // of the session at the last time
	known   map[string]File // the same, by path
	changed []File
	unread  []string
	size    int64 // of the packs
	limit   int64
	buffer  []byte // for a chunk, reused
	added   int64  // to the packs
}

// unreadable is the error of a file that cannot be read: it costs that file only.
type unreadable struct{ error }

func (e unreadable) Unwrap() error { return e.error }

func (k *keeper) keep(ctx context.Context, transcript string) (Added, error) {
	all, err := paths(k.root, transcript, k.src)
	if err != nil {
		return Added{}, err
	}
	session := k.src.Session
	session.Files, session.Kept = nil, k.a.now().UTC()
	has := map[string]bool{}
	for i, p := range all {
		f, err := k.file(ctx, p)
		var cause unreadable
		if i > 0 && errors.As(err, &cause) && ctx.Err() == nil {
			if !errors.Is(err, fs.ErrNotExist) { // else it was deleted meanwhile
				k.unread = append(k.unread, p)
			}
			continue
		}
		if err != nil {
			return Added{}, err
		}
		if old := k.known[p]; i == 0 && f.Size < old.Size {
			return Added{}, message.New("archive_smaller", "session", session.ID).Error(ErrSmaller)
		}
		session.Files, has[p] = append(session.Files, f), true
	}
	for _, f := range k.before {
		if !has[f.Path] { // Claude Code deletes files beside a transcript, too
			session.Files = append(session.Files, f)
		}
	}
	if len(k.changed) == 0 && len(session.Files) == len(k.before) {
		return Added{Session: k.a.sessions[session.Key()], Unchanged: true, Unread: k.unread}, nil
	}
	session.Order = k.a.order + 1
	record, err := json.Marshal(session)
	if err != nil {
		return Added{}, err
	}
	if len(record) > maxContent {
		return Added{}, message.New("archive_too_many_files", "session", session.ID).Error(nil)
	}
	// The chunks first: a record is part of the archive as soon as it is written.
	if err := k.w.sync(); err != nil {
		return Added{}, err
	}
	if err := k.check(ctx, &session); err != nil {
		return Added{}, err
	}
	for range 2 {
		if _, err := k.w.add(kindSession, record); err != nil {
			return Added{}, err
		}
	}
	return Added{Session: &session, Stored: k.added + int64(len(record)), Unread: k.unread}, k.w.sync()
}

// file adds a file, unless it is as it was.
func (k *keeper) file(ctx context.Context, p string) (File, error) {
	for _, swap := range []bool{len(k.src.ID) == len(placeholder), false} {
		f, err := k.add(ctx, p, swap)
		if !errors.Is(err, errPlaceholder) {
			return f, err
		}
	}
	return File{}, errPlaceholder
}

func (k *keeper) add(ctx context.Context, p string, swap bool) (File, error) {
	file, err := disk.OpenIn(k.root, filepath.FromSlash(p))
	if held := k.src.Held[p]; err != nil && held != nil {
		file = held
	} else if err != nil {
		return File{}, unreadable{err}
	} else {
		defer file.Close()
	}
	info, err := file.Stat()
	if err != nil {
		return File{}, unreadable{err}
	}
	f := File{Path: p, ModTime: info.ModTime().UTC(), Swapped: swap}
	if old, ok := k.known[p]; ok && old.Size == info.Size() && old.ModTime.Equal(f.ModTime) && k.has(old) {
		return old, nil
	}
	whole := sha256.New()
	// A file that grows meanwhile ends where it ended when it was opened: its time is of then.
	var content io.Reader = &counted{r: io.TeeReader(io.NewSectionReader(file, 0, info.Size()), whole), ctx: ctx, n: &f.Size}
	if swap {
		content = swapped(content, []byte(k.src.ID), placeholder, true)
	}
	cutter := chunker.NewWithBoundaries(content, polynomial, minChunk, maxChunk)
	cutter.SetAverageBits(averageBits)
	if k.buffer == nil {
		k.buffer = make([]byte, maxChunk)
	}
	for {
		c, err := cutter.Next(k.buffer)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return File{}, unreadable{err}
		}
		at, err := k.chunk(c.Data)
		if err != nil {
			return File{}, err
		}
		f.Chunks = append(f.Chunks, at)
	}
	f.Hash = sumOf(whole)
	k.changed = append(k.changed, f)
	return f, nil
}

// has reports whether all chunks of a file are in the packs. It forgets damaged ones, which
// are stored again.
func (k *keeper) has(f File) bool {
	whole := true
	for _, h := range f.Chunks {
		at, ok := k.a.chunks[sum(h)]
		if ok && k.src.Why == ByHand {
			if _, err := k.a.content(at, sum(h)); err != nil {
				delete(k.a.chunks, sum(h))
				ok = false
			}
		}
		whole = whole && ok
	}
	return whole
}

// chunk adds a piece of a file, unless it is there.
func (k *keeper) chunk(data []byte) (text, error) {
	key := sha256.Sum256(data)
	if _, ok := k.a.chunks[key]; ok {
		return text(key), nil
	}
	e, err := k.w.add(kindChunk, data)
	if err != nil {
		return text{}, err
	}
	k.added += int64(headerSize) + int64(e.stored)
	if k.limit > 0 && k.size+k.added > k.limit {
		return text{}, ErrFull
	}
	k.a.chunks[key] = e.place
	return text(key), nil
}

// check reads the changed files back, as a restore would.
func (k *keeper) check(ctx context.Context, s *Session) error {
	for _, f := range k.changed {
		if err := copyFile(ctx, io.Discard, s, f, k.a.known); err != nil {
			return message.New("archive_not_written", "path", f.Path, "why", err).Error(err)
		}
	}
	return nil
}

// counted counts bytes while they are read, and fails when a context ends.
type counted struct {
	r   io.Reader
	ctx context.Context
	n   *int64
}

func (c *counted) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(b)
	*c.n += int64(n)
	return n, err
}

func sumOf(h hash.Hash) (t text) {
	copy(t[:], h.Sum(nil))
	return t
}
