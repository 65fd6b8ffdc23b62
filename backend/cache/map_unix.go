//go:build unix

package cache

import (
	"os"

	"golang.org/x/sys/unix"
)

// replaceable says that a file in use can be removed.
const replaceable = true

// view returns the content of a file without reading it: pages come when they
// are looked at and go when memory is short. Files of the cache are never
// changed, and one that is removed stays readable.
func view(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return viewOf(f)
}

// viewOf returns a view of an open file, which may be closed then.
func viewOf(f *os.File) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 || int64(int(info.Size())) != info.Size() {
		return nil, errDamaged
	}
	return viewAt(f, 0, int(info.Size()))
}

// viewAt returns a view of a part of an open file, which may be closed then. at
// is where a page begins.
func viewAt(f *os.File, at int64, size int) ([]byte, error) {
	return unix.Mmap(int(f.Fd()), at, size, unix.PROT_READ, unix.MAP_SHARED)
}

// unload lets the pages of a view go until they are looked at again.
func unload(data []byte) {
	if len(data) > 0 {
		_ = unix.Madvise(data, unix.MADV_DONTNEED)
	}
}

// unview ends a view.
func unview(data []byte) {
	if len(data) > 0 {
		_ = unix.Munmap(data)
	}
}
