//go:build unix

package chattree_test

import (
	"syscall"
	"time"
)

// cpuTime is what the process has used so far: ratios of it hold on a busy
// machine too.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
