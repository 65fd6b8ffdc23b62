package window

import (
	"fmt"
	"log/slog"
	"runtime/debug"

	wails "github.com/wailsapp/wails/v2/pkg/runtime"
)

// Guard returns a function for a bound method to defer, with its name and its error, that
// turns a panic into that error. Otherwise Wails would leave the caller's promise pending
// for ever.
func Guard(log *slog.Logger, method string, err *error) func() {
	keepSignalsRecoverable()
	return func() {
		if p := recover(); p != nil {
			log.Error("bound method panicked", "method", method, "panic", p, "stack", string(debug.Stack()))
			*err = fmt.Errorf("%s failed unexpectedly: %v", method, p)
		}
	}
}

// keepSignalsRecoverable fixes the signal handlers that WebKitGTK installs without
// SA_ONSTACK, with which a nil dereference would end the process instead of causing a
// recoverable panic.
func keepSignalsRecoverable() { wails.ResetSignalHandlers() }
