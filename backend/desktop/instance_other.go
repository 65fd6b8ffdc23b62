//go:build !linux

package desktop

import "context"

// FocusRunning leaves this to Wails, whose own lock does it here.
func FocusRunning(context.Context, string, []string) bool { return false }

// CanLock tells whether the single instance lock is to be asked for.
func CanLock() bool { return true }
