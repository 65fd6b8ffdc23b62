package archive

import (
	"os"

	"golang.org/x/sys/unix"
)

// clone creates a file that shares the blocks of another one. It returns nil where the file
// system cannot do that.
func clone(root *os.Root, name string, from *os.File) (*os.File, bool) {
	to, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, false
	}
	if unix.IoctlFileClone(int(to.Fd()), int(from.Fd())) == nil {
		return to, true
	}
	_ = to.Close() // it is empty
	_ = root.Remove(name)
	return nil, false
}
