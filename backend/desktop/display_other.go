//go:build !linux

package desktop

// CheckDisplay never fails here: a person who can start a program has a display.
func CheckDisplay() error { return nil }

// PrepareWebView has nothing to prepare here.
func PrepareWebView() {}

// HasGPU is always true: these systems' web views decide for themselves.
func HasGPU() bool { return true }
