package archive

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// clone creates a file that shares the blocks of another one. It returns nil where the file
// system cannot do that.
func clone(root *os.Root, name string, from *os.File) (*os.File, bool) {
	if unix.Fclonefileat(int(from.Fd()), unix.AT_FDCWD, filepath.Join(root.Name(), name), 0) != nil {
		return nil, false
	}
	to, err := root.OpenFile(name, os.O_RDWR, 0)
	if err == nil {
		err = to.Chmod(0o600)
	}
	if err != nil {
		_ = root.Remove(name)
		return nil, false
	}
	return to, true
}
