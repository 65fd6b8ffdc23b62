package window

import (
	"fmt"
	"log/slog"
	"runtime/debug"

	wails "github.com/wailsapp/wails/v2/pkg/runtime"
)

// Guard returns what a bound method defers, with its name and its error, so that a panic
// becomes that error. Wails leaves the caller's promise pending for ever when one panics.
func Guard(log *slog.Logger, method string, err *error) func() {
	keepSignalsRecoverable()
	return func() {
		if p := recover(); p != nil {
			log.Error("bound method panicked", "method", method, "panic", p, "stack", string(debug.Stack()))
			*err = fmt.Errorf("%s failed unexpectedly: %v", method, p)
		}
	}
}

// keepSignalsRecoverable takes back the signal handlers that WebKitGTK installs
// without SA_ONSTACK; with those a nil dereference would end the process
// instead of becoming a panic that can be recovered.
func keepSignalsRecoverable() { wails.ResetSignalHandlers() }
