//go:build unix

package own

import (
	"errors"
	"syscall"
)

// Running reports whether there is a process with this id. Signal 0 asks
// without sending anything.
func Running(pid int) bool {
	if pid <= 0 {
		return false
	}
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
