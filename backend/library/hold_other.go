//go:build !windows

package library

import "os"

// openShared opens a file so that others can still delete or rename it.
func openShared(path string) (*os.File, error) { return os.Open(path) }
