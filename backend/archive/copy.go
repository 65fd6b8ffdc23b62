package archive

import (
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

// copyFile copies size bytes of a file to a new one, durable and read back. Where the file
// system can, the new one is a clone and takes no space until either changes.
func (a *Archive) copyFile(root *os.Root, at string, from *os.File, size int64) (hash string, cloned bool, err error) {
	to, cloned := clone(root, at, from)
	if to == nil {
		if to, err = root.OpenFile(at, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
			return "", false, writeError{err}
		}
	}
	defer func() {
		if closed := to.Close(); closed != nil && err == nil {
			err = writeError{closed}
		}
		if err != nil {
			_ = root.Remove(at)
		}
	}()
	want := ""
	if cloned {
		err = to.Truncate(size) // it may have grown meanwhile
	} else {
		written := sha256.New()
		var n int64
		n, err = io.Copy(io.MultiWriter(target{a, to}, written), io.NewSectionReader(from, 0, size))
		if err == nil && n < size {
			err = message.New("archive_shrank").Error(nil)
		}
		want = hex.EncodeToString(written.Sum(nil))
	}
	if err != nil {
		return "", false, err
	}
	if err := to.Sync(); err != nil {
		return "", false, writeError{err}
	}
	if hash, err = hashOf(to, size); err == nil && want != "" && hash != want {
		err = writeError{message.New("archive_not_written", "path", filepath.Base(from.Name()), "why", ErrDamaged).Error(nil)}
	}
	return hash, cloned, err
}

// target is what a copy is written to. Its errors are marked, so that they differ from those
// of the file that is read.
type target struct {
	archive *Archive
	to      io.Writer
}

func (t target) Write(p []byte) (int, error) {
	if t.archive.writer != nil {
		t.to = t.archive.writer(t.to)
	}
	n, err := t.to.Write(p)
	if err != nil {
		err = writeError{err}
	}
	return n, err
}

// hashOf returns the hash of the first size bytes of a file, in hexadecimal.
func hashOf(file io.ReaderAt, size int64) (string, error) {
	hash := sha256.New()
	n, err := io.Copy(hash, io.NewSectionReader(file, 0, size))
	if err == nil && n < size {
		err = io.ErrUnexpectedEOF
	}
	return hex.EncodeToString(hash.Sum(nil)), err
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
