//go:build unix

package tests

import (
	"syscall"
	"time"
)

// CPU returns the process's processor time so far. Limits on costs are checked with it,
// since elapsed time is meaningless on a busy machine.
func CPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // there are no errors for these arguments
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
