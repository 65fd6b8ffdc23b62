//go:build !unix

package main

import "os"

// peakRSS is not available on this system.
func peakRSS(*os.ProcessState) int64 { return 0 }

func ownRSS() int64 { return 0 }
