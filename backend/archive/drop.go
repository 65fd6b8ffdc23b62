package archive

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"

	"dendro/backend/internal/disk"
)

// sparse is the share of a pack that is in use below which it is rewritten.
const sparse = 0.7

// Drop takes sessions out of the archive and makes room: packs that are mostly unused then
// are rewritten. It returns by how many bytes the packs shrank.
func (a *Archive) Drop(ctx context.Context, keys []string) (freed int64, err error) {
	before, err := a.Size()
	if err != nil {
		return 0, err
	}
	err = a.writing(ctx, func(w *packWriter) error {
		for _, key := range keys {
			if a.sessions[key] == nil {
				return fs.ErrNotExist
			}
			d := dropped{key, a.order + 1}
			content, err := json.Marshal(d)
			if err != nil {
				return err
			}
			for range 2 { // as a session's record: a lost one would bring the session back
				if _, err := w.add(kindDropped, content); err != nil {
					return err
				}
			}
			a.noteDropped(d)
		}
		return w.sync()
	})
	if err != nil {
		return 0, err
	}
	err = a.compact(ctx)
	after, sizeErr := a.Size()
	return max(0, before-after), errors.Join(err, sizeErr)
}

// compact copies the entries in use of sparse packs to another pack, and removes the sparse
// ones. An interruption leaves copies of entries, which do no harm. A damaged pack stays. If
// a session's record is damaged, all packs stay: its chunks are unknown.
func (a *Archive) compact(ctx context.Context) error {
	return a.writing(ctx, func(w *packWriter) error {
		in, ok := a.inUse()
		if !ok {
			return nil
		}
		packs, err := a.packs()
		if err != nil {
			return err
		}
		packs = slices.DeleteFunc(packs, func(p pack) bool { return a.damaged[p.number] || a.fill(p, in) >= sparse })
		if len(packs) == 0 {
			return nil
		}
		if err := w.next(); err != nil {
			return err
		}
		for _, p := range packs {
			if err := a.rewrite(ctx, w, p, in); err != nil {
				return err
			}
		}
		if err := w.sync(); err != nil {
			return err
		}
		root, err := a.dir.Open()
		if err != nil {
			return err
		}
		defer root.Close()
		for _, p := range packs {
			_ = root.Remove(packName(p.number)) // one that stays holds copies, and goes the next time
		}
		a.forget()
		return nil
	})
}

// inUse lists the entries that the sessions need.
type inUse struct {
	chunks  map[sum]place // where each is read from
	records map[sum]bool
}

func (in inUse) has(e entry) bool {
	switch e.kind {
	case kindChunk:
		return in.chunks[e.hash] == e.place
	case kindSession:
		return in.records[e.hash]
	case kindDropped:
		return true // an older record of the session may be in another pack
	}
	return false
}

// inUse returns the entries that the sessions need, or false if a record is damaged.
func (a *Archive) inUse() (inUse, bool) {
	in := inUse{map[sum]place{}, map[sum]bool{}}
	for key, record := range a.records {
		s, err := a.whole(key)
		if err != nil {
			return in, false
		}
		in.records[record.hash] = true
		for _, f := range s.Files {
			for _, c := range f.Chunks {
				if at, ok := a.chunks[sum(c)]; ok {
					in.chunks[sum(c)] = at
				}
			}
		}
	}
	return in, true
}

// fill returns which share of a pack is in use; an unreadable one is full.
func (a *Archive) fill(p pack, in inUse) float64 {
	file, err := disk.Open(a.path(p.number))
	if err != nil {
		return 1
	}
	defer file.Close()
	var n int64
	scanPack(file, p.number, 0, p.size, func(e entry) {
		if in.has(e) {
			n += e.end() - e.offset
		}
	})
	return float64(n) / float64(max(1, p.size))
}

// rewrite copies the entries in use of a pack.
func (a *Archive) rewrite(ctx context.Context, w *packWriter, p pack, in inUse) error {
	file, err := disk.Open(a.path(p.number))
	if err != nil {
		return err
	}
	defer file.Close()
	var failed error
	scanPack(file, p.number, 0, p.size, func(e entry) {
		if failed == nil && in.has(e) {
			failed = errors.Join(ctx.Err(), a.copyEntry(w, file, e))
		}
	})
	return failed
}

func (a *Archive) copyEntry(w *packWriter, file *os.File, e entry) error {
	if _, err := readEntry(file, e.place, e.hash, a.decoder); err != nil {
		return err
	}
	stored := make([]byte, e.stored)
	if _, err := file.ReadAt(stored, e.offset+int64(headerSize)); err != nil {
		return err
	}
	_, err := w.addStored(e, stored)
	return err
}
