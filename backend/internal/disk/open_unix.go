//go:build unix

package disk

import (
	"os"
	"syscall"
)

// AtOnce are the flags for opening a file without blocking.
const AtOnce = syscall.O_NONBLOCK | syscall.O_NOCTTY

func open(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDONLY|AtOnce, 0) }
