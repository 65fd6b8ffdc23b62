package session

import (
	"errors"
	"os"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/disk"
)

// Loss is the reason why a session's file can no longer be opened.
type Loss string

// The losses that an open session survives.
const (
	Deleted    Loss = "deleted"
	Unopenable Loss = "unreadable"
)

// maxKeptOpen bounds how many files of an open session are kept open: its own and the
// first of its agents'.
const maxKeptOpen = 64

// keptOpen is a file that stays readable although it may be deleted, or put out of
// reach, while its session is open.
type keptOpen struct {
	inode uint64 // of the opened file; 0 on systems without inodes
	file  *os.File
}

// keepOpen opens the files of a session in the window, reusing those that before has open.
// Files that cannot be opened are missing from the result.
func (l *Threads) keepOpen(sources []*catalog.File, before *opened) map[string]keptOpen {
	if !l.opt.Window {
		return nil
	}
	files := map[string]keptOpen{}
	for _, e := range sources[:min(len(sources), maxKeptOpen)] {
		path := e.Abs()
		if before != nil && before.open[path].file != nil && before.open[path].inode == e.Identity.Inode {
			files[path] = before.open[path]
			continue
		}
		if f, err := disk.Open(path); err == nil {
			files[path] = keptOpen{e.Identity.Inode, f}
		}
	}
	return files
}

// release closes what o has open and next, where there is one, has not. A read
// that is under way ends first, a later one opens the file anew.
func (o *opened) release(next *opened) {
	for path, h := range o.open {
		if next == nil || next.open[path].file != h.file {
			_ = h.file.Close() // only read from
		}
	}
}

// loader returns a reader of o's files.
func (o *opened) loader() *fileLoader { return &fileLoader{open: o.open} }

// lost returns the last state of a session that was open when its file was deleted or
// became unreadable, or nil. why is the error of opening it.
func (l *Threads) lost(id string, s *target, why error) (*opened, Loss) {
	loss := Deleted
	switch {
	case why == nil && s.own().Err != nil:
		loss = Unopenable
	case !errors.Is(why, ErrNotFound):
		return nil, ""
	}
	o := l.cache.last(id)
	if o == nil || len(o.open) == 0 {
		return nil, ""
	}
	return o, loss
}

// LostSession is an open session whose file was deleted or became unreadable, as it was.
type LostSession struct {
	Chat    *chattree.Chat
	Session *chattree.Session
	File    *catalog.File
	// Open are those of its files that can still be read. They are closed with the session.
	Open map[*catalog.File]*os.File
}

// Lost returns a session whose file can no longer be opened, if it is open.
func (l *Threads) Lost(id string) (lost LostSession, ok bool) {
	s, err := subjectOf(l.opt.Catalog.Snapshot(), id)
	o, _ := l.lost(id, s, err)
	if o == nil {
		return lost, false
	}
	lost = LostSession{o.seen.chat, o.seen.session, o.seen.own(), map[*catalog.File]*os.File{}}
	for _, f := range o.seen.files {
		if held := o.open[f.Abs()]; held.file != nil {
			lost.Open[f] = held.file
		}
	}
	return lost, true
}
