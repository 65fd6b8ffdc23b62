package archive

import (
	"context"
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

// maxOlder is how many older versions of a file are kept unasked.
const maxOlder = 3

// errVersions is the cause of a file with too many older versions.
var errVersions = message.New("archive_versions", "n", maxOlder).Error(nil)

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
		added, inPlace, err := b.keep(ctx, &src)
		if err != nil || inPlace {
			return added, err
		}
	}
	return Added{}, errBusy
}

// keep reports whether everything was in place afterwards: another process may have kept or
// dropped the session at the same time.
func (b *Batch) keep(ctx context.Context, src *Source) (added Added, inPlace bool, err error) {
	root, err := b.archive.create(src.Root)
	if err != nil {
		return added, false, err
	}
	defer root.Close()
	w, err := newWork(root, "keep")
	if err != nil {
		return added, false, err
	}
	defer w.remove()
	k := &keeper{Batch: b, work: w, files: sourceFiles{Batch: b, ctx: ctx, src: src}, session: src.Session}
	k.old, err = readList(root, src.Dir, src.Base)
	k.adopted = k.old != nil && err != nil // the list is damaged
	if k.old != nil && k.old.Version > formatVersion {
		return added, false, errNewer
	}
	if err := k.collect(ctx); err != nil {
		return added, false, err
	}
	k.added.Unkept = append(k.added.Unkept, k.files.unkept...)
	if k.old != nil && !k.adopted && len(k.changes) == 0 && len(k.added.Shorter) == 0 && slices.EqualFunc(k.session.Files, k.old.Files, same) {
		k.added.Session, k.added.Unchanged = k.old, true
		return k.added, true, nil
	}
	if err := k.write(); err != nil {
		return added, false, err
	}
	k.added.Session = &k.session
	b.size += k.added.Stored
	return k.added, k.inPlace(), nil
}

func same(x, y File) bool {
	return x.Path == y.Path && x.Of == y.Of && x.Size == y.Size && x.Hash == y.Hash && x.Time.Equal(y.Time)
}
