//go:build unix

package store

import "golang.org/x/sys/unix"

// release drops the resident pages of a mapped file. They are loaded again on the next
// access.
func release(data []byte) { _ = unix.Madvise(data, unix.MADV_DONTNEED) } // only a hint: failure is harmless
