package catalog

import (
	"maps"
	"slices"

	"dendro/backend/chattree"
	"dendro/backend/search"
	"dendro/backend/store"
)

// checkpoint is a state to write to the cache.
type checkpoint struct {
	files []*File
	// chats are to be listed at the next start, with totals; nil: they are not made of the
	// files alone.
	chats  []*chattree.Chat
	totals Totals
	linked *chattree.Linked // as the next start need not link again; nil: nothing
	image  *search.Image    // nil: there is no index
	index  *store.Part      // where there is no image: as it was
	rows   []*store.Part
	words  []*store.Part
}

// commit writes the current state for the next process if enough has changed. scans is set
// during a scan.
func (w *writer) commit(scans bool) {
	if w.keep.store == nil || !w.unsaved.due(scans, w.bytes, len(w.files), w.opt.Window) {
		return
	}
	m := &checkpoint{index: w.keep.opened.Index, rows: w.keep.opened.Rows, words: w.keep.opened.Words}
	complete, files := true, w.draft.Files
	if w.pending.dirty() {
		complete, files = false, slices.Collect(maps.Values(w.files))
	} else {
		m.linked = w.forest.Linked()
	}
	for _, f := range files {
		if f.complete() {
			m.files = append(m.files, f)
		} else {
			complete = false
		}
	}
	if complete { // otherwise the chats are useless to the next process, which must read the missing files
		m.chats, m.totals = w.draft.Chats, w.draft.Totals
	}
	if w.draft.Text != nil {
		m.image = w.draft.Text.Image()
	}
	w.unsaved = unsaved{committed: true, scans: scans}
	w.keep.commit(m)
}

// The next process reads uncommitted data again, from the old end if a file has only grown.
// So a commit pays off for a share of the whole, not for every line that a client writes.
const (
	perFile  = 4 << 10 // what a file costs whatever its size
	keepPart = 32      // one part in so many
	// keepLeast is an amount that is read in no time, whatever its share of the whole. A
	// window does not rewrite a small cache after every line.
	keepLeast = 256 << 10
)

// unsaved is what the next process would have to read again.
type unsaved struct {
	bytes     int64 // read, or gone, since the last commit
	committed bool  // something is
	scans     bool  // the last commit was made while a scan went on
}

// due reports whether it is worth a commit, of so many bytes in so many files.
func (u *unsaved) due(scans bool, bytes int64, files int, window bool) bool {
	if !scans && u.scans {
		return true
	}
	if !u.committed {
		return files > 0
	}
	least := (bytes + int64(files)*perFile) / keepPart
	if window {
		least = max(least, keepLeast)
	}
	return u.bytes >= max(least, 1)
}

// read adds to the amount read since the last commit; old is the file's previous state.
func (u *unsaved) read(old, f *File) {
	if f.Partial {
		return
	}
	u.bytes += f.Summary.Bytes + perFile
	if old.complete() && old.Summary.Bytes <= f.Summary.Bytes {
		u.bytes -= old.Summary.Bytes
	}
}

// removed counts a file that no longer exists.
func (u *unsaved) removed(f *File) { u.bytes += f.Size + perFile }
