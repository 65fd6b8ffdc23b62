//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakRSS returns the most memory that a process that has ended has used, or
// that this one had used when it started it, where that is more.
func peakRSS(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return residentBytes(usage)
}

// ownRSS returns the most memory that this process has used.
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
		return most // bytes there
	}
	return most << 10
}
