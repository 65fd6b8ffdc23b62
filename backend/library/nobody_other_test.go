//go:build !unix

package library_test

import "testing"

// unprivileged reports whether the test is to go on here: permissions of this
// system are not taken away with a mode.
func unprivileged(t *testing.T) bool {
	t.Helper()
	t.Skip("a mode takes nothing away here")
	return false
}

// limit is not known here; only tests of other systems ask for it.
func limit(string) error { return nil }
