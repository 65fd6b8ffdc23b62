//go:build !linux

package desktop

// CheckDisplay never fails here: a person who can start a program has a display.
func CheckDisplay() error { return nil }

// PrepareWebView has nothing to prepare here.
func PrepareWebView() {}
