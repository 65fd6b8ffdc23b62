//go:build linux && cgo && !headless

package main

import wails "github.com/wailsapp/wails/v2/pkg/runtime"

// keepSignalsRecoverable takes back the signal handlers that WebKit installs
// without SA_ONSTACK; with those a nil dereference would end the process
// instead of becoming a panic that guard can recover.
func keepSignalsRecoverable() { wails.ResetSignalHandlers() }
