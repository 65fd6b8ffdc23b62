package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

const damagedName = ".damaged"

// maxFile bounds the settings file: all lists at their limits take less.
const maxFile = 8 << 20

// OwnDir returns the directory of what a person has set or begun; the zero one where the
// system names no directory for such. A temporary one would not do: who writes there
// first would say which programs are run.
func OwnDir(prober *disk.Prober) own.Dir {
	dir, err := os.UserConfigDir()
	if err != nil {
		return own.Dir{}
	}
	return own.Dir{Path: filepath.Join(dir, "dendro"), Disk: prober}
}

// OpenOwn opens the settings of the person that this process runs for.
func OpenOwn(prober *disk.Prober) *Store { return open(OwnDir(prober), "settings.json") }

// Store holds the settings of one file. It is safe for concurrent use by goroutines; of
// two processes the last writer wins, and neither ever sees half a file.
type Store struct {
	dir  own.Dir
	path string // of the file

	mu      sync.Mutex // also held while writing, so that writes keep their order
	now     Settings
	raw     object // as read or last written: where unknown keys live
	problem error  // set by Open alone
	// unsaved is true after a write that failed: the next update writes in any case.
	unsaved bool
	// frozen says that nothing can be written because of the problem: there is no path, or a
	// file is there that could not be read and could not be put aside, and it is the person's.
	frozen bool
}

// Open reads the file. There is always a store: where the file is missing it has the
// defaults, where it is damaged or there is no path too, and [Store.Problem] tells what
// happened.
func Open(path string) *Store {
	if path == "" {
		return open(own.Dir{}, "")
	}
	return open(own.At(path, nil))
}

func open(dir own.Dir, name string) *Store {
	st := &Store{dir: dir, path: filepath.Join(dir.Path, name), now: Defaults()}
	data, err := dir.Read(name, maxFile)
	switch {
	case errors.Is(err, own.ErrNone):
		st.problem, st.frozen = fmt.Errorf("there is no directory for settings: %w", err), true
		return st
	case errors.Is(err, fs.ErrNotExist):
		return st
	case err != nil:
		st.problem, st.frozen = fmt.Errorf(unread, st.path, err), true
		return st
	}
	settings, raw, wrong, err := decode(data)
	if err != nil {
		st.setAside(err)
		return st
	}
	st.now, st.raw = settings, raw
	if len(wrong) > 0 {
		st.problem = fmt.Errorf(unread, st.path, errors.New(strings.Join(wrong, ", ")))
	}
	return st
}

// unread says that a file could not be read as it stood.
const unread = "the settings in %s could not be read: %w"

// setAside moves the damaged file out of the way. An older damaged one is replaced: the
// last is the one that somebody may still want to look into.
func (st *Store) setAside(cause error) {
	kept := st.path + damagedName
	if err := os.Rename(st.path, kept); err != nil {
		st.problem, st.frozen = fmt.Errorf(unread, st.path, errors.Join(cause, err)), true
		return
	}
	st.problem = fmt.Errorf("the settings in %s could not be read and are kept as %s: %w", st.path, kept, cause)
}

// Path returns where the settings are stored.
func (st *Store) Path() string { return st.path }

// Problem is what was wrong with the file when it was opened, or nil.
func (st *Store) Problem() error { return st.problem }

// Get returns the settings as they are now. The copy is the caller's.
func (st *Store) Get() Settings {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.now.Normalise()
}

// Update lets change work on the settings, brings the result into range, keeps it and
// writes it, unless nothing has changed. It returns what is kept. When writing fails,
// the change holds for this run all the same. change must not call the store.
func (st *Store) Update(change func(*Settings)) (Settings, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	next := st.now.Normalise()
	change(&next)
	next = next.Normalise()
	if reflect.DeepEqual(next, st.now) && !st.unsaved {
		return next, nil
	}
	st.now, st.unsaved = next.Normalise(), true
	if err := st.write(); err != nil {
		return next, fmt.Errorf("save settings: %w", err)
	}
	st.unsaved = false
	return next, nil
}

func (st *Store) write() error {
	if st.frozen {
		return st.problem
	}
	data, err := encode(st.now, st.raw)
	if err != nil {
		return err
	}
	return st.dir.Write(filepath.Base(st.path), data)
}
