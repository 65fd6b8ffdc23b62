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

	"dendro/backend/internal/atomicfile"
)

const (
	dirName     = "dendro"
	fileName    = "settings.json"
	damagedName = ".damaged"
)

// Path is the settings file below a config directory, as os.UserConfigDir names it.
func Path(configDir string) string {
	return filepath.Join(configDir, dirName, fileName)
}

// Damage says that the file could not be read as it stood.
type Damage struct {
	Path string
	// KeptAs is where the whole file was put aside; empty when it is still in place
	// because only single fields were wrong, or because it could not be moved.
	KeptAs string
	Err    error
}

func (d *Damage) Error() string {
	if d.KeptAs != "" {
		return fmt.Sprintf("the settings in %s could not be read and are kept as %s: %v", d.Path, d.KeptAs, d.Err)
	}
	return fmt.Sprintf("the settings in %s could not be read: %v", d.Path, d.Err)
}

// Unwrap gives what was wrong.
func (d *Damage) Unwrap() error { return d.Err }

// Store holds the settings of one file. It is safe for concurrent use by goroutines; of
// two processes the last writer wins, and neither ever sees half a file.
type Store struct {
	path string

	mu      sync.Mutex // also held while writing, so that writes keep their order
	now     Settings
	raw     object // as read or last written: where unknown keys live
	problem error
	// unsaved is true after a write that failed: the next update writes in any case.
	unsaved bool
	// frozen is why nothing may be written: a file is there that could not be read and
	// could not be put aside, and it is the person's.
	frozen error
}

// Open reads the file. There is always a store: where the file is missing it has the
// defaults, where it is damaged too, and [Store.Problem] tells what happened.
func Open(path string) *Store {
	st := &Store{path: path, now: Defaults()}
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return st
	case err != nil:
		st.problem = &Damage{Path: path, Err: err}
		st.frozen = st.problem
		return st
	}
	settings, raw, wrong, err := decode(data)
	switch {
	case err != nil:
		st.setAside(err)
	case len(wrong) > 0:
		st.now, st.raw = settings, raw
		st.problem = &Damage{Path: path, Err: errors.New(strings.Join(wrong, ", "))}
	default:
		st.now, st.raw = settings, raw
	}
	return st
}

// setAside moves the damaged file out of the way. An older damaged one is replaced: the
// last is the one that somebody may still want to look into.
func (st *Store) setAside(cause error) {
	damage := &Damage{Path: st.path, Err: cause}
	st.problem = damage
	if err := os.Rename(st.path, st.path+damagedName); err != nil {
		damage.Err = errors.Join(cause, err)
		st.frozen = damage
		return
	}
	damage.KeptAs = st.path + damagedName
}

// Problem is what was wrong with the file when it was opened, a *[Damage], or nil.
func (st *Store) Problem() error {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.problem
}

// Get returns the settings as they are now. The copy is the caller's.
func (st *Store) Get() Settings {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.now.Clone()
}

// Update lets change work on the settings, brings the result into range, keeps it and
// writes it, unless nothing has changed. It returns what is kept. When writing fails,
// the change holds for this run all the same. change must not call the store.
func (st *Store) Update(change func(*Settings)) (Settings, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	next := st.now.Clone()
	change(&next)
	next = next.Normalise()
	if reflect.DeepEqual(next, st.now) && !st.unsaved {
		return next, nil
	}
	st.now, st.unsaved = next.Clone(), true
	if st.frozen != nil {
		return next, fmt.Errorf("save settings: %w", st.frozen)
	}
	data, err := encode(next, st.raw)
	if err != nil {
		return next, fmt.Errorf("save settings: %w", err)
	}
	if err := atomicfile.Write(st.path, data); err != nil {
		return next, fmt.Errorf("save settings: %w", err)
	}
	st.unsaved = false
	return next, nil
}
