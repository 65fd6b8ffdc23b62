//go:build unix

package own

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dendro/backend/internal/disk"
)

const countsNames = true

// TestOthersCanWrite: a directory that others can change or replace is not used.
func TestOthersCanWrite(t *testing.T) {
	for name, tt := range map[string]struct {
		parent, dir os.FileMode
		ok          bool
	}{
		"private":                         {0o755, 0o700, true},
		"readable":                        {0o755, 0o755, true},
		"writable by all":                 {0o755, 0o777, false},
		"writable by all, sticky":         {0o755, 0o777 | os.ModeSticky, false},
		"in one that is writable by all":  {0o777, 0o700, false},
		"in one for temporary files":      {0o777 | os.ModeSticky, 0o700, true},
		"missing, in one for all":         {0o777, 0, false},
		"missing, in one for temporaries": {0o777 | os.ModeSticky, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			parent := filepath.Join(t.TempDir(), "parent")
			dir := filepath.Join(parent, "dendro")
			mkdir(t, parent)
			if tt.dir != 0 {
				mkdir(t, dir)
				if err := os.Chmod(dir, tt.dir); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Chmod(parent, tt.parent); err != nil {
				t.Fatal(err)
			}
			if err := (Dir{Path: dir}).Check(); (err == nil) != tt.ok {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestAnotherUsersDirectory requires permission to change a directory's owner.
func TestAnotherUsersDirectory(t *testing.T) {
	dir := mkdir(t, filepath.Join(t.TempDir(), "dendro"))
	if err := os.Chown(dir, 12345, 12345); err != nil {
		t.Skip("only root gives directories away:", err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "history")} {
		if err := (Dir{Path: path}).Make(); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestPipeDoesNotBlock: a pipe without another end is in the place of a file.
func TestPipeDoesNotBlock(t *testing.T) {
	d := Dir{Path: t.TempDir()}
	if err := syscall.Mkfifo(filepath.Join(d.Path, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	link(t, "/dev/zero", filepath.Join(d.Path, "zero"))
	for _, name := range []string{"pipe", "zero"} {
		if _, err := d.Read(name, 10); !errors.Is(err, disk.ErrNotRegular) {
			t.Errorf("read %s: %v", name, err)
		}
		if _, _, err := d.Tail(name, 10); !errors.Is(err, disk.ErrNotRegular) {
			t.Errorf("the end of %s: %v", name, err)
		}
		if err := d.Append(name, []byte("x")); !errors.Is(err, ErrUnsafe) {
			t.Errorf("append to %s: %v", name, err)
		}
	}
}

// TestOnlyFilesAreReplaced: a pipe, a device or a directory is not replaced, also behind a
// link.
func TestOnlyFilesAreReplaced(t *testing.T) {
	d, elsewhere := Dir{Path: t.TempDir()}, t.TempDir()
	for _, dir := range []string{d.Path, elsewhere} {
		if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mkdir(t, filepath.Join(d.Path, "directory"))
	link(t, filepath.Join(elsewhere, "pipe"), filepath.Join(d.Path, "link"))
	for _, name := range []string{"pipe", "directory", "link"} {
		before, err := os.Stat(filepath.Join(d.Path, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Write(name, []byte("x")); !errors.Is(err, disk.ErrNotRegular) {
			t.Errorf("%s: %v", name, err)
		}
		if after, err := os.Stat(filepath.Join(d.Path, name)); err != nil || !os.SameFile(before, after) {
			t.Errorf("%s was replaced: %v", name, err)
		}
	}
}
