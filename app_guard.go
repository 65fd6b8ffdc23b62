//go:build !headless

package main

import (
	"fmt"
	"log/slog"
	"runtime/debug"
)

// guard runs the body of a bound method. Wails leaves the caller's promise
// pending for ever when a bound method panics, so a panic becomes an error here.
func guard[T any](log *slog.Logger, method string, body func() (T, error)) (result T, err error) {
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

// guardErr is guard for a method that answers nothing but an error.
func guardErr(log *slog.Logger, method string, body func() error) error {
	_, err := guard(log, method, func() (struct{}, error) { return struct{}{}, body() })
	return err
}
