package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

// workDir holds the directories of keeps and drops that are not finished.
const workDir = "work"

// work is the directory of one keep or drop. It holds, by their paths, the new files and the
// dropped ones, and the job once that is decided.
type work struct {
	root  *os.Root
	name  string
	begun bool // it holds a job
}

// processMark returns the end of names that belong to this process while it lives.
func processMark() string { return fmt.Sprintf("%d-%08x", os.Getpid(), rand.Uint32()) }

var marked = regexp.MustCompile(`([0-9]+)-[0-9a-f]{8}$`)

// ofDead reports whether a name is marked by a process that has ended.
func ofDead(name string) bool {
	m := marked.FindStringSubmatch(name)
	if m == nil {
		return false
	}
	pid, err := strconv.Atoi(m[1])
	return err == nil && !own.Running(pid)
}

func newWork(root *os.Root) (*work, error) {
	w := &work{root: root, name: filepath.Join(workDir, processMark())}
	return w, within(root, w.name, func() error { return root.Mkdir(w.name, 0o700) })
}

// within does something in the directory of a path, which it creates. Another process may
// remove it meanwhile, because it is empty, or create it.
func within(root *os.Root, p string, do func() error) (err error) {
	for range 20 {
		if err = root.MkdirAll(filepath.Dir(p), 0o700); err == nil {
			err = do()
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return err
}

// path returns where a file of the session lies in the directory, or the job.
func (w *work) path(p string) string { return filepath.Join(w.name, filepath.FromSlash(p)) }

func (w *work) remove() { _ = w.root.RemoveAll(w.name) } // else the next sweep does

// write writes a file, durable.
func (w *work) write(name string, data []byte) error {
	file, err := w.root.OpenFile(w.path(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// replace replaces a small file.
func replace(root *os.Root, at string, data []byte) error {
	w, err := newWork(root)
	if err != nil {
		return err
	}
	defer w.remove()
	if err := w.write("new", data); err != nil {
		return err
	}
	err = install(root, w.path("new"), at)
	syncDirs(root, at)
	return err
}

// job is a keep or a drop whose files are complete. From then on it is carried out, by the next
// process if this one is killed.
type job struct {
	Dir, Base string
	Drop      bool
	List      []byte   // the new list, or that of the dropped session
	Gone      []string // versions that the new list lacks
	Was       string   // the state of the list that this was decided on
}

const jobFile, listFile = "job", "list"

// begin makes a job and its new files durable.
func (w *work) begin(j *job, files ...string) error {
	var parts []string
	for _, p := range files {
		parts = append(parts, w.path(p))
	}
	syncDirs(w.root, parts...)
	data, err := json.Marshal(j)
	if err == nil {
		err = w.write(listFile, j.List) // carrying it out needs no space
	}
	if err == nil {
		err = w.write("part", data)
	}
	if err == nil {
		err = w.root.Rename(w.path("part"), w.path(jobFile))
	}
	w.begun = err == nil
	return err
}

// job reads the job of a process that was killed, and its list. It is nil if there is none.
func (w *work) job() (*job, *Session) {
	j := &job{}
	data, err := disk.ReadFileIn(w.root, w.path(jobFile), 2*maxList)
	if err != nil || json.Unmarshal(data, j) != nil || !localPath(j.Dir) || !localPath(j.Base+listSuffix) {
		return nil, nil
	}
	s, err := parseList(j.List, j.Dir, j.Base)
	if err != nil {
		return nil, nil
	}
	return j, s
}

// sweep carries out what killed processes have decided, and removes what else they have begun.
// It is safe beside others that do the same.
func sweep(root *os.Root) {
	entries, err := disk.ListIn(root, workDir)
	if err != nil {
		return // mostly there is none
	}
	for _, e := range entries {
		if !ofDead(e.Name()) {
			continue
		}
		w := &work{root: root, name: filepath.Join(workDir, e.Name())}
		j, s := w.job()
		if j != nil {
			_, err = w.carryOut(j, s)
		}
		if err == nil || errors.Is(err, errBusy) {
			w.remove() // else the next sweep tries again
		}
	}
	_ = root.Remove(workDir) // fails unless it is empty
}

// carryOut begins a job without new files, and carries it out.
func carryOut(root *os.Root, j *job, s *Session) (freed int64, err error) {
	w, err := newWork(root)
	if err != nil {
		return 0, err
	}
	defer w.remove()
	if err := w.begin(j); err != nil {
		return 0, err
	}
	return w.carryOut(j, s)
}

func (w *work) carryOut(j *job, s *Session) (freed int64, err error) {
	if j.Drop {
		return w.drop(j, s)
	}
	return 0, w.keep(j, s)
}

// keep puts the new files of a job in their places, the list last. It returns
// errBusy if another process has changed the session meanwhile.
func (w *work) keep(j *job, s *Session) error {
	if now := stateIn(w.root, j.Dir, j.Base); now != j.Was && now != stateOf(j.List) {
		return errBusy
	}
	for _, f := range s.Files { // the replaced files first
		if _, err := w.root.Lstat(w.path(f.Of)); f.Of != "" && err == nil {
			_ = setAside(w.root, local(j.Dir, f.Of), local(j.Dir, f.Path)) // or it was done before
		}
	}
	var places []string
	for _, f := range s.Files {
		at := local(j.Dir, f.Path)
		if err := install(w.root, w.path(f.Path), at); err == nil {
			places = append(places, at)
		} else if !errors.Is(err, fs.ErrNotExist) { // else it did not change
			return err
		}
	}
	syncDirs(w.root, places...)
	list := local(j.Dir, j.Base+listSuffix)
	if err := install(w.root, w.path(listFile), list); err != nil && !errors.Is(err, fs.ErrNotExist) { // else it was done before
		return err
	}
	syncDirs(w.root, list)
	for _, p := range j.Gone {
		if s.owns(p) {
			_ = w.root.Remove(local(j.Dir, p)) // else the next keep lists it
		}
	}
	return nil
}

// install renames a completed file to its place.
func install(root *os.Root, from, to string) error {
	if _, err := root.Lstat(from); err != nil {
		return err
	}
	return within(root, to, func() error { return root.Rename(from, to) })
}

// setAside gives a file another name, and leaves it in its place where the file system can do
// that. It replaces nothing.
func setAside(root *os.Root, from, to string) error {
	err := root.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := root.Lstat(to); err == nil {
		return fs.ErrExist
	}
	return root.Rename(from, to)
}

// syncDirs makes new names on the ways to files durable. Not every system can do that, so errors
// are ignored.
func syncDirs(root *os.Root, files ...string) {
	seen := map[string]bool{}
	for _, f := range files {
		for name := path.Dir(filepath.ToSlash(f)); !seen[name]; name = path.Dir(name) { // "." is its own
			seen[name] = true
			if dir, err := root.Open(filepath.FromSlash(name)); err == nil {
				_ = dir.Sync()
				_ = dir.Close()
			}
		}
	}
}
