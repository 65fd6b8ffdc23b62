package archive

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"dendro/backend/internal/disk"
	"dendro/backend/message"
)

// writeError is an error of the archive's own disk, which the next file will meet, too.
type writeError struct{ error }

func (e writeError) Unwrap() error { return e.error }

// copied is a file that lies completed in a directory of work.
type copied struct {
	size   int64
	hash   string
	cloned bool // it shares its blocks with the other one
}

// copyFile copies size bytes of a file to a new one, durable and read back. Where the file
// system can, the new one is a clone and takes no space until either changes.
func (a *Archive) copyFile(ctx context.Context, w *work, name string, from *os.File, size int64) (c copied, err error) {
	to, cloned := clone(w.root, w.path(name), from)
	if to == nil {
		if to, err = w.root.OpenFile(w.path(name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			return c, writeError{err}
		}
	}
	defer func() {
		if closed := to.Close(); closed != nil && err == nil {
			err = writeError{closed}
		}
		if err != nil {
			_ = w.root.Remove(w.path(name))
		}
	}()
	var want string
	if cloned {
		err = to.Truncate(size) // it may have grown meanwhile
	} else {
		hash := sha256.New()
		target := io.Writer(to)
		if a.writer != nil {
			target = a.writer(to)
		}
		source := &ending{ctx: ctx, from: io.NewSectionReader(from, 0, size)}
		var n int64
		n, err = io.Copy(io.MultiWriter(target, hash), source)
		switch {
		case err != nil && source.err == nil:
			err = writeError{err}
		case err == nil && n < size:
			err = message.New("archive_shrank").Error(nil)
		}
		want = hex.EncodeToString(hash.Sum(nil))
	}
	if err != nil {
		return c, err
	}
	if err := to.Sync(); err != nil {
		return c, writeError{err}
	}
	c = copied{size: size, cloned: cloned}
	if c.hash, err = hashOf(ctx, to, size); err == nil && want != "" && c.hash != want {
		err = writeError{message.New("archive_not_written", "path", filepath.Base(from.Name()), "why", ErrDamaged).Error(nil)}
	}
	return c, err
}

// ending is a reader that ends with a context.
type ending struct {
	ctx  context.Context
	from io.Reader
	err  error // but for the end
}

func (e *ending) Read(p []byte) (int, error) {
	if e.err = e.ctx.Err(); e.err != nil {
		return 0, e.err
	}
	n, err := e.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		e.err = err
	}
	return n, err
}

// hashOf returns the hash of the first size bytes of a file, in hexadecimal.
func hashOf(ctx context.Context, file io.ReaderAt, size int64) (string, error) {
	hash := sha256.New()
	n, err := io.Copy(hash, &ending{ctx: ctx, from: io.NewSectionReader(file, 0, size)})
	if err == nil && n < size {
		err = io.ErrUnexpectedEOF
	}
	return hex.EncodeToString(hash.Sum(nil)), err
}

// relation is how the bytes of a file relate to those of a kept one.
type relation int

const (
	differs relation = iota
	equal
	extends // it begins with the kept bytes, and has more
	shorter // the kept bytes begin with it, and are more
)

// compare compares the first bytes of two files, whose sizes are given.
func compare(ctx context.Context, file, kept io.ReaderAt, size, keptSize int64) (relation, error) {
	const portion = 256 << 10
	common := min(size, keptSize)
	x, y := make([]byte, min(portion, common)), make([]byte, min(portion, common))
	for at := int64(0); at < common; at += portion {
		if err := ctx.Err(); err != nil {
			return differs, err
		}
		n := min(portion, common-at)
		for _, read := range []struct {
			from io.ReaderAt
			to   []byte
		}{{file, x[:n]}, {kept, y[:n]}} {
			if m, err := read.from.ReadAt(read.to, at); int64(m) < n {
				return differs, err
			}
		}
		if !bytes.Equal(x[:n], y[:n]) {
			return differs, nil
		}
	}
	switch {
	case size > keptSize:
		return extends, nil
	case size < keptSize:
		return shorter, nil
	}
	return equal, nil
}

// openKept opens a file of the archive and returns its size. It is nil if there is none.
func openKept(root *os.Root, at string) (*os.File, fs.FileInfo, error) {
	file, err := disk.OpenIn(root, at)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err != nil {
		_ = file.Close() // nothing was read
		return nil, nil, err
	}
	return file, info, nil
}
