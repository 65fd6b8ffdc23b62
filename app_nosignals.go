//go:build !headless && !(linux && cgo)

package main

// keepSignalsRecoverable has nothing to do here: only WebKitGTK takes over
// Go's signal handlers.
func keepSignalsRecoverable() {}
