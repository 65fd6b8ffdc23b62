package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
	"dendro/backend/message"
)

const damagedName = ".damaged"

// maxFile bounds the settings file: all lists at their limits take less.
const maxFile = 8 << 20

// OwnDir returns the directory for the user's settings and logs, or the zero Dir if the
// system has none. A temporary directory would not be safe: its first writer would decide
// which programs run.
func OwnDir(prober *disk.Prober) own.Dir {
	dir, err := os.UserConfigDir()
	if err != nil {
		return own.Dir{}
	}
	return own.Dir{Path: filepath.Join(dir, "dendro"), Disk: prober}
}

// DataDir returns the directory for what only Dendro has, as the archive: $DENDRO_DATA_DIR,
// else dendro/ in the system's directory for the data of users, or the zero Dir if there is
// none.
func DataDir(prober *disk.Prober) own.Dir {
	dir := os.Getenv("DENDRO_DATA_DIR")
	if dir == "" {
		user := userDataDir(runtime.GOOS, os.Getenv)
		if user == "" {
			return own.Dir{}
		}
		dir = filepath.Join(user, "dendro")
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return own.Dir{}
	}
	return own.Dir{Path: abs, Disk: prober}
}

// userDataDir returns a system's directory for the data of users, or "".
func userDataDir(goos string, getenv func(string) string) string {
	home := getenv("HOME")
	switch {
	case goos == "windows":
		return getenv("LOCALAPPDATA")
	case goos == "darwin" && home != "":
		return filepath.Join(home, "Library", "Application Support")
	case goos != "darwin" && filepath.IsAbs(getenv("XDG_DATA_HOME")):
		return getenv("XDG_DATA_HOME")
	case goos != "darwin" && home != "":
		return filepath.Join(home, ".local", "share")
	}
	return ""
}

// OpenOwn opens the settings of the user who runs this process.
func OpenOwn(prober *disk.Prober) *Store { return open(OwnDir(prober), "settings.json") }

// Store holds the settings of one file. It is safe for concurrent use by goroutines. Of two
// processes the last writer wins, and neither ever sees a partial file.
type Store struct {
	dir  own.Dir
	path string // of the file

	mu      sync.Mutex // also held while writing, so that writes keep their order
	now     Settings
	raw     object // as read or last written, including unknown keys
	problem error  // set only by Open
	// unsaved is set after a failed write: the next update writes in any case.
	unsaved bool
	// frozen is set if the problem prevents writing: there is no path, or an existing file
	// could neither be read nor set aside, so that it must not be overwritten.
	frozen bool
}

// Open reads the file. It always returns a store: with defaults if the file is missing or
// damaged or there is no path, in which case [Store.Problem] reports why.
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
		st.problem, st.frozen = message.New("settings_no_directory", "cause", err).Error(err), true
		return st
	case errors.Is(err, fs.ErrNotExist):
		return st
	case err != nil:
		st.problem, st.frozen = unread(st.path, err), true
		return st
	}
	settings, raw, wrong, err := decode(data)
	if err != nil {
		st.setAside(err)
		return st
	}
	st.now, st.raw = settings, raw
	if len(wrong) > 0 {
		st.problem = message.New("settings_wrong", "path", st.path, "fields", message.List(wrong)).Error(nil)
	}
	return st
}

// unread returns the problem of a file that could not be read.
func unread(path string, cause error) error {
	return message.New("settings_unread", "path", path, "cause", cause).Error(cause)
}

// setAside renames the damaged file. It replaces an older damaged one: the last one is the
// most useful.
func (st *Store) setAside(cause error) {
	kept := st.path + damagedName
	if err := os.Rename(st.path, kept); err != nil {
		st.problem, st.frozen = unread(st.path, errors.Join(cause, err)), true
		return
	}
	st.problem = message.New("settings_set_aside", "path", st.path, "kept", kept, "cause", cause).Error(cause)
}

// Path returns where the settings are stored.
func (st *Store) Path() string { return st.path }

// Problem returns the problem with the file when it was opened, or nil.
func (st *Store) Problem() error { return st.problem }

// Get returns a copy of the current settings, owned by the caller.
func (st *Store) Get() Settings {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.now.Normalise()
}

// Update applies change to the settings, normalises and stores the result, and writes it
// unless nothing has changed. It returns the stored settings. If writing fails, the change
// still holds for this run. change must not call the store.
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
		return next, message.New("settings_not_saved", "cause", err).Error(err)
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
