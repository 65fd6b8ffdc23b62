package window

import (
	"fmt"
	"log/slog"
	"runtime/debug"

	wails "github.com/wailsapp/wails/v2/pkg/runtime"

	"dendro/backend/message"
)

// Guard returns a function for a bound method to defer, with its name and its error. It
// turns a panic into that error, since Wails would leave the caller's promise pending for
// ever, and translates the error.
func Guard(log *slog.Logger, method string, language func() string, err *error) func() {
	keepSignalsRecoverable()
	return func() {
		if p := recover(); p != nil {
			log.Error("bound method panicked", "method", method, "panic", p, "stack", string(debug.Stack()))
			*err = message.New("internal_error_in", "method", method, "cause", fmt.Sprint(p)).Error(nil)
		}
		if *err != nil {
			*err = message.Text(message.Of(*err, language())).Error(*err)
		}
	}
}

// keepSignalsRecoverable fixes the signal handlers that WebKitGTK installs without
// SA_ONSTACK, with which a nil dereference would end the process instead of causing a
// recoverable panic.
func keepSignalsRecoverable() { wails.ResetSignalHandlers() }
