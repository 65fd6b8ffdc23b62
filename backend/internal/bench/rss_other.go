//go:build !unix

package main

import "os"

// peakRSS is not known here.
func peakRSS(*os.ProcessState) int64 { return 0 }

func ownRSS() int64 { return 0 }
