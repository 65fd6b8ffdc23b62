package archive

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"dendro/backend/message"
)

// Batch keeps several sessions, and reads their common directories once.
type Batch struct {
	archive *Archive
	limit   int64 // of the archive's size in bytes; 0: none
	size    int64 // of the archive, if there is a limit
	todos   map[string]map[string][]string
}

// Batch returns a Batch. limit bounds the size of the archive in bytes; 0 is no limit.
func (a *Archive) Batch(limit int64) (*Batch, error) {
	b := &Batch{archive: a, limit: limit, todos: map[string]map[string][]string{}}
	if limit == 0 {
		return b, nil
	}
	var err error
	b.size, err = a.Size()
	return b, err
}

// Source is a session on the disk.
type Source struct {
	Session        // its ID, Root, Project, Title, Client and Why
	Path    string // of the transcript, relative to the root
	// Beside are more files of the session, relative to the root: agents beside it, plans.
	Beside []string
	// Held are files of the session that are open although they may be gone from the disk, by
	// their paths relative to the root.
	Held map[string]*os.File
	// More allows more older versions of a file than are kept unasked.
	More bool
}

// Added is the result of keeping a session.
type Added struct {
	Session *Session
	// Unchanged is set if the archive had everything already.
	Unchanged bool
	// Stored is how many bytes were written, Cloned how many more share blocks with Claude
	// Code's own files.
	Stored, Cloned int64
	// Replaced are the older versions that were kept beside the new ones, Shorter the files of
	// which the archive has more than the disk.
	Replaced []File
	Shorter  []string
	Unkept   []Unkept
}

// Unkept is a file of a session that was not kept as it is now.
type Unkept struct {
	Path  string
	Cause error
}

// Error returns the path and the cause.
func (u Unkept) Error() string { return fmt.Sprintf("%s: %v", u.Path, u.Cause) }

// Problem returns why the archive does not have everything; nil if it does.
func (a Added) Problem() error {
	if len(a.Unkept) == 0 {
		return nil
	}
	return message.New("archive_unread", "path", a.Unkept[0].Path, "cause", a.Unkept[0].Cause).Error(a.Unkept[0].Cause)
}

// The errors of a session that cannot be kept.
var (
	ErrFull  = message.New("archive_full").Error(nil)
	errBusy  = message.New("archive_busy").Error(nil)
	errNewer = message.New("archive_newer").Error(nil)
)

// Keep keeps the current state of a session. Files that are gone since the last time stay part
// of it, and a file that does not continue its kept version is kept beside that. When Keep
// returns, all is durable and was read back.
func (b *Batch) Keep(ctx context.Context, src Source) (Added, error) {
	src.Dir, src.Base = nameOf(src.Root), strings.TrimSuffix(src.Path, ".jsonl")
	src.Version, src.Files = formatVersion, nil
	if !src.owns(src.Path) {
		return Added{}, message.New("archive_foreign", "path", src.Path).Error(nil)
	}
	for range 5 {
		added, err := b.keep(ctx, &src)
		if !errors.Is(err, errBusy) {
			return added, err
		}
	}
	return Added{}, errBusy
}

// keep returns errBusy if not everything was in place afterwards: another process has kept or
// dropped the session at the same time.
func (b *Batch) keep(ctx context.Context, src *Source) (added Added, err error) {
	root, err := b.archive.create(src.Root)
	if err != nil {
		return added, err
	}
	defer root.Close()
	w, err := newWork(root)
	if err != nil {
		return added, err
	}
	defer func() {
		if !w.begun || err == nil || errors.Is(err, errBusy) {
			w.remove() // else the next process carries it out
		}
	}()
	k := &sessionCopy{Batch: b, ctx: ctx, work: w, src: src, session: src.Session}
	if old, _ := readList(root, src.Dir, src.Base); old != nil {
		k.old = *old
	}
	if k.old.Version > formatVersion {
		return added, errNewer
	}
	if err := k.collect(); err != nil {
		return added, err
	}
	if k.isUnchanged() {
		k.added.Session, k.added.Unchanged = &k.old, true
		return k.added, nil
	}
	k.added.Session = &k.session
	b.size += k.added.Stored
	return k.added, k.write()
}

// write puts everything in its place, and checks that it is there afterwards.
func (k *sessionCopy) write() error {
	s := &k.session
	s.Kept = k.archive.now().UTC()
	j := &job{Dir: s.Dir, Base: s.Base, List: s.encode(), Gone: k.gone, Was: k.old.state}
	if err := k.work.begin(j, k.changed...); err != nil {
		return err
	}
	if err := k.work.keep(j, s); err != nil {
		return err
	}
	if stateIn(k.work.root, s.Dir, s.Base) != stateOf(j.List) {
		return errBusy
	}
	for _, f := range s.Files {
		info, err := k.work.root.Lstat(local(s.Dir, f.Path))
		if slices.Contains(k.changed, f.Path) && (err != nil || !info.Mode().IsRegular() || info.Size() != f.Size) {
			return errBusy
		}
	}
	return nil
}
