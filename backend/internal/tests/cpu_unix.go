//go:build unix

package tests

import (
	"syscall"
	"time"
)

// CPU is how long the process has computed so far. What must not cost more than a time is
// measured by it: on a machine that does much else any work takes long.
func CPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err) // it has no error for that
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
