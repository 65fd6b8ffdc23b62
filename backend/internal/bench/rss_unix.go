//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakRSS returns the peak memory of a process that has ended, or that of this process when
// it started it, if larger.
func peakRSS(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return residentBytes(usage)
}

// ownRSS returns the peak memory of this process.
func ownRSS() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return residentBytes(&usage)
}

func residentBytes(usage *syscall.Rusage) int64 {
	most := int64(usage.Maxrss) //nolint:unconvert // some systems have 32 bits here
	if runtime.GOOS == "darwin" {
		return most // in bytes on that system
	}
	return most << 10
}
