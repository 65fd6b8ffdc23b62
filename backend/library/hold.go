package library

import (
	"errors"
	"os"
)

// Loss says why a session's file can no longer be opened.
type Loss string

// The losses that an open session survives.
const (
	Deleted    Loss = "deleted"
	Unopenable Loss = "unreadable"
)

// maxHeld bounds how many files of an open session are held: its own and the
// first of its agents'.
const maxHeld = 64

// held is a file that stays readable although it may be deleted, or put out of
// reach, while its session is open.
type held struct {
	begun *beginning
	file  *os.File
}

// hold opens the files of a session that a window shows, those that before
// holds already as they are. What cannot be opened is not held.
func (l *Library) hold(sources []*entry, before *opened) map[string]held {
	if !l.hub.listening() {
		return nil
	}
	files := map[string]held{}
	for _, e := range sources[:min(len(sources), maxHeld)] {
		path := e.file.Abs()
		if before != nil && before.held[path].begun == e.begun {
			files[path] = before.held[path]
			continue
		}
		if f, err := openShared(path); err == nil {
			files[path] = held{e.begun, f}
		}
	}
	return files
}

// release closes what o holds and next, where there is one, does not. A read
// that is under way ends first, a later one opens the file anew.
func (o *opened) release(next *opened) {
	for path, h := range o.held {
		if next == nil || next.held[path].file != h.file {
			_ = h.file.Close() // only read from
		}
	}
}

// loader returns a reader of o's files.
func (o *opened) loader() *loader { return &loader{held: o.held} }

// lost returns a session that was open when its file was deleted or became
// unreadable, as it was then; nil where there is none. why is what opening it
// has come to.
func (l *Library) lost(id string, s *snapshot, why error) (*opened, Loss) {
	loss := Deleted
	switch {
	case why == nil && s.own().err != nil:
		loss = Unopenable
	case !errors.Is(why, ErrNotFound):
		return nil, ""
	}
	o := l.threads.last(id)
	if o == nil || len(o.held) == 0 {
		return nil, ""
	}
	return o, loss
}
