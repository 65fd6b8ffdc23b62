//go:build unix

package store

import "golang.org/x/sys/unix"

// release lets the pages of a mapped file go until they are looked at again.
func release(data []byte) { _ = unix.Madvise(data, unix.MADV_DONTNEED) } // a hint
