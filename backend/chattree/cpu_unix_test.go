//go:build unix

package chattree_test

import (
	"syscall"
	"time"
)

// cpuTime is the processor time of this process: ratios of it also hold on a busy machine.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
