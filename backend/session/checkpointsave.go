package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/aymanbagabas/go-udiff"

	"dendro/backend/internal/own"
	"dendro/backend/message"
)

// SavedFiles is the result of SaveFilesAt.
type SavedFiles struct {
	Files   int      `json:"files"`   // that were written
	Skipped []string `json:"skipped"` // whose state is unknown, or that are not in the session's directory
}

// SaveFilesAt writes the files of a branch, as they were after a turn, into a directory that
// the user chose. It replaces nothing, and writes into no project and no Claude directory.
func (l *Checkpoints) SaveFilesAt(ctx context.Context, session, tip, record, dir string) (done SavedFiles, err error) {
	done.Skipped = []string{}
	at, err := l.states(ctx, session, tip, record)
	if err == nil {
		err = l.OutsideOf(ctx, session, dir)
	}
	if err != nil {
		return done, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return done, err
	}
	defer root.Close()
	for i := range at.Files {
		f := &at.Files[i]
		inside, ok := insideOf(at.dir, f.Path)
		text, existed, err := l.read(ctx, at, f, f.after)
		switch {
		case ctx.Err() != nil:
			return done, ctx.Err()
		case err != nil || !ok:
			done.Skipped = append(done.Skipped, f.Path)
			continue
		case !existed:
			continue
		}
		if err := createIn(root, inside, text); err != nil {
			if errors.Is(err, fs.ErrExist) {
				err = message.New("checkpoint_exists", "file", f.Path).Error(err)
			}
			return done, err
		}
		done.Files++
	}
	return done, nil
}

// createIn writes a new file below a directory, with the directories above it.
func createIn(root *os.Root, path string, text []byte) error {
	if err := root.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil { // as on a full disk: half a file would look whole
		err = errors.Join(err, root.Remove(path))
	}
	return err
}

// PatchTo returns a patch that turns the current files into those after a turn, for `git apply`
// in the session's directory.
func (l *Checkpoints) PatchTo(ctx context.Context, session, tip, record string) ([]byte, error) {
	at, err := l.states(ctx, session, tip, record)
	if err != nil {
		return nil, err
	}
	var patch strings.Builder
	for i := range at.Files {
		f := &at.Files[i]
		inside, ok := insideOf(at.dir, f.Path)
		if !ok || strings.ContainsFunc(inside, unicode.IsControl) { // a line break could be read as more of the patch
			continue
		}
		now, exists, errNow := l.current(ctx, at, f.Path)
		then, existed, errThen := l.read(ctx, at, f, f.after)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errNow != nil || errThen != nil || exists == existed && bytes.Equal(now, then) {
			continue
		}
		patch.WriteString(filePatch(filepath.ToSlash(inside), now, then, exists, existed))
	}
	if patch.Len() == 0 {
		return nil, message.New("checkpoint_nothing").Error(ErrNotFound)
	}
	return []byte(patch.String()), nil
}

// filePatch returns the patch of one file. An empty file that is created or removed has no
// lines to say it, so git's own header does.
func filePatch(path string, now, then []byte, exists, existed bool) string {
	const none = "/dev/null" // on every system
	from, to := "a/"+path, "b/"+path
	switch {
	case !exists && len(then) == 0:
		return fmt.Sprintf("diff --git %s %s\nnew file mode 100644\n", from, to)
	case !existed && len(now) == 0:
		return fmt.Sprintf("diff --git %s %s\ndeleted file mode 100644\n", from, to)
	case !exists:
		from = none
	case !existed:
		to = none
	}
	return udiff.Unified(from, to, string(now), string(then))
}

// OutsideOf returns an error if a directory is in the project of a session, or in a Claude
// directory: Dendro writes into neither.
func (l *Checkpoints) OutsideOf(ctx context.Context, session, dir string) error {
	f, err := FileOf(l.opt.Catalog.Snapshot(), session)
	if err != nil {
		return err
	}
	if err := l.opt.outside(ctx, dir); err != nil {
		return err
	}
	project := f.Summary.StartDir(f.Project())
	if own.Leads(project, dir) {
		return message.New("checkpoint_in_project").Error(nil)
	}
	return nil
}
