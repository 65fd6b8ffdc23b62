// Package atomicfile replaces files atomically.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dendro/backend/internal/disk"
)

// Write atomically replaces the file at path: readers see the old or the new content, even
// after a power failure. Missing files and directories are created private to the user. If
// path is a link, its target is replaced. Anything but a regular file (a device, a pipe, a
// directory) is an error.
func Write(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return &fs.PathError{Op: "replace", Path: path, Err: disk.ErrNotRegular}
		}
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return err
	}
	syncDir(dir)
	return nil
}

// syncDir makes the rename durable. Not every system can sync a directory, and the new file
// is already in place, so errors are ignored.
func syncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	_ = d.Sync()
	_ = d.Close()
}
