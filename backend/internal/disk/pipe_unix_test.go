//go:build unix

package disk

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// TestOpenDoesNotBlock: a pipe without a writer is in the place of a file.
func TestOpenDoesNotBlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, "/dev/zero", "/dev/tty"} {
		if _, err := Open(name); err == nil {
			t.Errorf("%s was opened", name)
		}
	}
	if _, err := List(path); err == nil {
		t.Error("a pipe was listed")
	}
	if _, err := Open(path); !errors.Is(err, ErrNotRegular) {
		t.Errorf("a pipe: %v", err)
	}
}
