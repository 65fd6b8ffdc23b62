package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/klauspost/compress/zstd"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/message"
)

// Archive is the archive in a directory. It is safe for concurrent use, also by several
// processes: one of them writes at a time.
type Archive struct {
	dir own.Dir
	now func() time.Time

	mu       sync.Mutex
	chunks   map[sum]place
	sessions map[string]*Session // without the chunks of their files; by key
	records  map[string]entry    // of the sessions
	gone     map[string]uint64   // the orders of dropped sessions, by key
	read     map[uint32]int64    // how far each pack was read
	damaged  map[uint32]bool     // packs with unreadable entries
	order    uint64

	decoder  *zstd.Decoder
	encoder  *zstd.Encoder
	packSize int64 // where a pack ends and the next one begins
}

// New returns the archive in a directory, which need not exist yet. Nothing is read before
// it is asked for.
func New(dir own.Dir, now func() time.Time) *Archive {
	decoder, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxContent)) // the options are valid
	encoder, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(maxChunk))         // these, too
	a := &Archive{dir: dir, now: now, decoder: decoder, encoder: encoder, packSize: packSize}
	a.forget()
	return a
}

func (a *Archive) forget() {
	a.chunks, a.sessions, a.records = map[sum]place{}, map[string]*Session{}, map[string]entry{}
	a.gone, a.read, a.damaged = map[string]uint64{}, map[uint32]int64{}, map[uint32]bool{}
}

// Dir returns the directory of the archive.
func (a *Archive) Dir() string { return a.dir.Path }

// Sessions returns the kept sessions, newest first. A missing archive is empty.
func (a *Archive) Sessions(ctx context.Context) ([]*Session, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.refresh(ctx); err != nil {
		return nil, err
	}
	all := make([]*Session, 0, len(a.sessions))
	for _, s := range a.sessions {
		all = append(all, s)
	}
	slices.SortFunc(all, func(x, y *Session) int {
		return cmp.Or(y.Transcript().ModTime.Compare(x.Transcript().ModTime), cmp.Compare(x.Key(), y.Key()))
	})
	return all, nil
}

// Size returns the size of the packs in bytes.
func (a *Archive) Size() (int64, error) {
	packs, err := a.packs()
	var n int64
	for _, p := range packs {
		n += p.size
	}
	return n, err
}

// pack is a pack's file.
type pack struct {
	number uint32
	size   int64
}

func packName(number uint32) string { return fmt.Sprintf("%08d.pack", number) }

// packs lists the packs in the order in which they were begun.
func (a *Archive) packs() ([]pack, error) {
	if err := a.dir.Check(); errors.Is(err, own.ErrNone) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	entries, err := disk.List(a.dir.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var packs []pack
	for _, e := range entries {
		stem, ok := strings.CutSuffix(e.Name(), ".pack")
		number, bad := strconv.ParseUint(stem, 10, 32)
		if !ok || bad != nil {
			continue
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		packs = append(packs, pack{uint32(number), info.Size()})
	}
	return packs, err
}

// refresh reads the entries that were added since the last time, by any process.
func (a *Archive) refresh(ctx context.Context) error {
	packs, err := a.packs()
	if err != nil {
		return err
	}
	for number := range a.read {
		if !slices.ContainsFunc(packs, func(p pack) bool { return p.number == number && p.size >= a.read[number] }) {
			a.forget() // another process has rewritten packs
			break
		}
	}
	for _, p := range packs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if from, ok := a.read[p.number]; ok && from == p.size {
			continue
		}
		if err := a.readPack(p); err != nil {
			return err
		}
	}
	return nil
}

func (a *Archive) readPack(p pack) error {
	file, err := disk.Open(a.path(p.number))
	if err != nil {
		return err
	}
	defer file.Close()
	end, whole := scanPack(file, p.number, a.read[p.number], p.size, func(e entry) { a.note(file, e) })
	a.damaged[p.number] = !whole
	a.read[p.number] = end
	return nil
}

// note adds an entry to the index.
func (a *Archive) note(file *os.File, e entry) {
	switch e.kind {
	case kindChunk:
		a.chunks[e.hash] = e.place
	case kindSession:
		content, err := readEntry(file, e.place, e.hash, a.decoder)
		if err != nil {
			a.damaged[e.pack] = true // the other copy may be good
			return
		}
		if s, err := parse(content); err == nil {
			a.noteSession(s, e)
		}
	case kindDropped:
		var d dropped
		content, err := readEntry(file, e.place, e.hash, a.decoder)
		if err != nil || json.Unmarshal(content, &d) != nil {
			a.damaged[e.pack] = true
			return
		}
		a.noteDropped(d)
	}
}

func (a *Archive) noteSession(s *Session, e entry) {
	a.order = max(a.order, s.Order)
	key := s.Key()
	if old := a.sessions[key]; a.gone[key] >= s.Order || old != nil && old.Order > s.Order {
		return
	}
	brief := *s
	brief.Files = slices.Clone(s.Files)
	for i := range brief.Files {
		brief.Files[i].Chunks = nil
	}
	a.sessions[key], a.records[key] = &brief, e
}

func (a *Archive) noteDropped(d dropped) {
	a.order = max(a.order, d.Order)
	a.gone[d.Key] = max(a.gone[d.Key], d.Order)
	if s := a.sessions[d.Key]; s != nil && s.Order <= d.Order {
		delete(a.sessions, d.Key)
		delete(a.records, d.Key)
	}
}

func (a *Archive) path(number uint32) string { return filepath.Join(a.dir.Path, packName(number)) }

// lockFile is locked by the process that writes.
const lockFile = "lock"

// errBusy is the error of a write while another process writes.
var errBusy = message.New("archive_busy").Error(nil)

// lockDir creates a directory if it is missing, and locks it against other processes. It
// waits until ctx ends.
func lockDir(ctx context.Context, dir own.Dir) (unlock func(), err error) {
	if err := dir.Make(); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(dir.Path, lockFile), flock.SetPermissions(0o600))
	ok, err := lock.TryLockContext(ctx, 50*time.Millisecond)
	if err != nil || !ok {
		return nil, errors.Join(errBusy, err)
	}
	return func() { _ = lock.Unlock() }, nil // closing the file unlocks, too
}

// writing locks the archive, reads what others have added, and calls write.
func (a *Archive) writing(ctx context.Context, write func(*packWriter) error) error {
	unlock, err := lockDir(ctx, a.dir)
	if err != nil {
		return err
	}
	defer unlock()
	a.mu.Lock()
	defer a.mu.Unlock()
	if err := a.refresh(ctx); err != nil {
		return err
	}
	w, err := a.appendable()
	if err != nil {
		return err
	}
	number, size := w.number, w.size
	if err := write(w); err != nil {
		a.forget() // the new entries are not part of the archive
		return errors.Join(err, w.close(), a.undo(number, size, w.number))
	}
	// The new entries are read again, so that the index holds the content of the disk.
	return errors.Join(w.close(), a.refresh(context.WithoutCancel(ctx)))
}

// appendable opens the last pack for appending, or a new one: nothing is written behind
// what an interrupted write has left.
func (a *Archive) appendable() (*packWriter, error) {
	packs, err := a.packs()
	if err != nil {
		return nil, err
	}
	number, size := uint32(1), int64(0)
	if n := len(packs); n > 0 {
		last := packs[n-1]
		number, size = last.number, last.size
		if size >= a.packSize || a.read[last.number] != size || a.damaged[last.number] {
			number, size = last.number+1, 0
		}
	}
	w := &packWriter{number: number, size: size, encoder: a.encoder, full: a.packSize, open: a.openPack}
	w.file, err = a.openPack(number, size == 0)
	return w, err
}

// undo cuts a pack to the size that it had before a failed write, and removes those that the
// write has begun.
func (a *Archive) undo(number uint32, size int64, last uint32) error {
	root, err := a.dir.Open()
	if err != nil {
		return err
	}
	defer root.Close()
	var failed error
	for ; last > number; last-- {
		failed = errors.Join(failed, root.Remove(packName(last)))
	}
	file, err := root.OpenFile(packName(number), os.O_RDWR, 0o600)
	if err != nil {
		return errors.Join(failed, err)
	}
	return errors.Join(failed, file.Truncate(size), file.Close())
}

// openPack opens a pack for writing.
func (a *Archive) openPack(number uint32, fresh bool) (*os.File, error) {
	root, err := a.dir.Open()
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if !fresh {
		return root.OpenFile(packName(number), os.O_RDWR, 0o600)
	}
	file, err := root.OpenFile(packName(number), os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		syncDir(root, ".")
	}
	return file, err
}

// syncDir makes new names in a directory durable. Not every system can do that, so errors
// are ignored.
func syncDir(root *os.Root, name string) {
	if dir, err := root.Open(name); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}

// localPath reports whether a path stays below the directory that it is relative to.
func localPath(p string) bool {
	return fs.ValidPath(p) && p != "." && filepath.IsLocal(filepath.FromSlash(p))
}
