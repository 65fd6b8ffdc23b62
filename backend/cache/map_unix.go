//go:build unix

package cache

import (
	"os"
	"syscall"
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
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 || int64(int(info.Size())) != info.Size() {
		return nil, errDamaged
	}
	return syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

// unview ends a view.
func unview(data []byte) {
	if len(data) > 0 {
		_ = syscall.Munmap(data)
	}
}
