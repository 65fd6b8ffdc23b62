package window

import (
	"fmt"
	"log/slog"
	"runtime/debug"

	wails "github.com/wailsapp/wails/v2/pkg/runtime"
)

// Guard runs the body of a bound method. Wails leaves the caller's promise
// pending for ever when a bound method panics, so a panic becomes an error here.
func Guard[T any](log *slog.Logger, method string, body func() (T, error)) (result T, err error) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("bound method panicked", "method", method, "panic", p, "stack", string(debug.Stack()))
			var none T
			result, err = none, fmt.Errorf("%s failed unexpectedly: %v", method, p)
		}
	}()
	keepSignalsRecoverable()
	return body()
}

// GuardErr is Guard for a method that answers nothing but an error.
func GuardErr(log *slog.Logger, method string, body func() error) error {
	_, err := Guard(log, method, func() (struct{}, error) { return struct{}{}, body() })
	return err
}

// keepSignalsRecoverable takes back the signal handlers that WebKitGTK installs
// without SA_ONSTACK; with those a nil dereference would end the process
// instead of becoming a panic that can be recovered.
func keepSignalsRecoverable() { wails.ResetSignalHandlers() }
