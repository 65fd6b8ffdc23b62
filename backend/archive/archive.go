package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dendro/backend/internal/disk"
	"dendro/backend/internal/own"
)

// Archive is the archive in a directory, which need not exist. It holds no state: several
// processes may use it at once. The nil Archive is empty.
type Archive struct {
	dir own.Dir
	now func() time.Time
	// writer wraps what a copied file is written to; nil: it is not wrapped. Tests let it fail.
	writer func(io.Writer) io.Writer
}

// New returns the archive in a directory.
func New(dir own.Dir, now func() time.Time) *Archive { return &Archive{dir: dir, now: now} }

// Dir returns the directory of the archive, "" if there is none.
func (a *Archive) Dir() string {
	if a == nil {
		return ""
	}
	return a.dir.Path
}

// Root is a directory of the archive with the sessions of one Claude config directory.
type Root struct {
	Path string // in the archive
	From string // the Claude config directory; "" if its note is damaged
}

// RootOf returns the directory in the archive for the sessions of a Claude config directory.
func (a *Archive) RootOf(root string) string { return filepath.Join(a.dir.Path, nameOf(root)) }

// Has reports whether a root is a directory of the archive.
func (a *Archive) Has(root string) bool {
	return a != nil && a.dir.Path != "" && filepath.Dir(root) == a.dir.Path
}

// rootFile names, in a directory of the archive, the Claude config directory.
const rootFile = "root.json"

// rootNote is the content of a rootFile.
type rootNote struct {
	Version int    `json:"version"`
	Root    string `json:"root"`
}

// Roots returns the directories of the archive. Each is named after its Claude config
// directory: one that claims another is from an unknown one.
func (a *Archive) Roots(_ context.Context) ([]Root, error) {
	root, err := a.open()
	if root == nil {
		return nil, err
	}
	defer root.Close()
	return a.roots(root)
}

func (a *Archive) roots(root *os.Root) ([]Root, error) {
	entries, err := disk.ListIn(root, ".")
	var all []Root
	for _, e := range entries {
		data, readErr := disk.ReadFileIn(root, filepath.Join(e.Name(), rootFile), 1<<16)
		var note rootNote
		r := Root{Path: filepath.Join(a.dir.Path, e.Name())}
		if readErr == nil && json.Unmarshal(data, &note) == nil && nameOf(note.Root) == e.Name() {
			r.From = note.Root
		} else if info, err := root.Lstat(filepath.Join(e.Name(), "projects")); err != nil || !info.IsDir() {
			continue
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(x, y Root) int { return cmp.Compare(x.Path, y.Path) })
	return all, err
}

// From returns the Claude config directory of a directory of the archive, "" if it is unknown.
func (a *Archive) From(ctx context.Context, dir string) (string, error) {
	all, err := a.Roots(ctx)
	if i := slices.IndexFunc(all, func(r Root) bool { return r.Path == dir }); i >= 0 {
		return all[i].From, nil
	}
	return "", err
}

// open opens the archive after it has finished what killed processes left. It returns nil if
// there is none.
func (a *Archive) open() (*os.Root, error) {
	if a == nil {
		return nil, nil
	}
	if _, err := a.dir.Size("."); errors.Is(err, fs.ErrNotExist) || errors.Is(err, own.ErrNone) {
		return nil, nil
	}
	root, err := a.dir.Open()
	if err != nil {
		return nil, err
	}
	sweep(root)
	return root, nil
}

// Sessions returns the kept sessions, newest first. err names the lists that are damaged:
// their sessions have the files that are there.
func (a *Archive) Sessions(ctx context.Context) ([]*Session, error) {
	root, err := a.open()
	if root == nil {
		return nil, err
	}
	defer root.Close()
	return a.sessions(ctx, root)
}

func (a *Archive) sessions(ctx context.Context, root *os.Root) (all []*Session, failed error) {
	roots, failed := a.roots(root)
	for _, r := range roots {
		dir := filepath.Base(r.Path)
		for _, base := range bases(root, dir) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			s, err := readList(root, dir, base)
			if errors.Is(err, fs.ErrNotExist) {
				continue // it was dropped meanwhile
			}
			s.Root = r.From
			all, failed = append(all, s), errors.Join(failed, err)
		}
	}
	slices.SortFunc(all, func(x, y *Session) int {
		return cmp.Or(y.Transcript().Time.Compare(x.Transcript().Time), cmp.Compare(x.Key(), y.Key()))
	})
	return all, failed
}

// bases returns the paths of the transcripts with a list in a directory of the archive,
// without .jsonl.
func bases(root *os.Root, dir string) (all []string) {
	projects, _ := disk.ListIn(root, filepath.Join(dir, "projects"))
	for _, project := range projects {
		lists, _ := disk.ListIn(root, filepath.Join(dir, "projects", project.Name()))
		for _, e := range lists {
			if stem, ok := strings.CutSuffix(e.Name(), listSuffix); ok && stem != "" {
				all = append(all, "projects/"+project.Name()+"/"+stem) // a stem may be ".."
			}
		}
	}
	return all
}

// Size returns the size of all files in the archive in bytes.
func (a *Archive) Size() (n int64, err error) {
	root, err := a.open()
	if root == nil {
		return 0, err
	}
	defer root.Close()
	return n, fs.WalkDir(root.FS(), ".", func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil // a file that was removed meanwhile has no size
	})
}
