// Package atomicfile replaces files in one step.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"dendro/backend/internal/disk"
)

// Write puts a file that holds data in the place of what stands at path: whoever
// reads sees the old one or the new one, also when the power fails. The file and
// directories that are missing are private to the user. Where path is a link, what it
// leads to is replaced. Only regular files are: a device, a pipe or a directory is an error.
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

// syncDir makes the rename last. Not every system can sync a directory, and by now the
// new file is in place, so a failure is no news for anybody.
func syncDir(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	_ = d.Sync()
	_ = d.Close()
}
