//go:build unix

package archive

import (
	"errors"
	"syscall"
)

// alive reports whether a process runs.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
