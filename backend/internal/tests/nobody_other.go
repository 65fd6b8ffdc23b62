//go:build !unix

package tests

import "testing"

// Unprivileged skips the test: on this system a mode does not make a file unreadable.
func Unprivileged(t *testing.T) bool {
	t.Helper()
	t.Skip("modes do not make files unreadable here")
	return false
}
