//go:build unix

package scan

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dendro/backend/internal/disk"
)

// TestPipeInPlaceOfAFileIsAnError: a listed file may have been replaced by a pipe, or by
// a link to a device, before it is read.
func TestPipeInPlaceOfAFileIsAnError(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "projects", "-a")
	if err := os.MkdirAll(filepath.Join(dir, "s", "subagents"), 0o700); err != nil {
		t.Fatal(err)
	}
	names := []string{"pipe.jsonl", "zero.jsonl", "s/subagents/agent-1.jsonl", "whole.jsonl"}
	record := []byte(`{"type":"user","uuid":"11111111-1111-4111-8111-111111111111","message":{"role":"user","content":"hello"}}` + "\n")
	for len(record) < 100<<10 { // larger than the first read
		record = append(record, record...)
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), record, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, problems, err := List(t.Context(), &disk.Prober{}, []Root{{Path: root}})
	if err != nil || len(problems) > 0 || len(files) != len(names) {
		t.Fatal(files, problems, err)
	}
	for _, name := range names[:3] {
		path := filepath.Join(dir, name)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if name == "zero.jsonl" {
			err = os.Symlink("/dev/zero", path)
		} else {
			err = syscall.Mkfifo(path, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	jobs := make([]Job, len(files))
	for i, f := range files {
		jobs[i].File = f
	}
	for _, read := range []func(got func(Result)) error{
		func(got func(Result)) error { return Heads(t.Context(), jobs, nil, got) },
		func(got func(Result)) error { return Read(t.Context(), jobs, nil, got) },
	} {
		whole := 0
		err := read(func(r Result) {
			switch {
			case r.Err == nil:
				whole++
			case !errors.Is(r.Err, disk.ErrNotRegular): // the peer never responds
				t.Errorf("%s: %v", r.File.Path, r.Err)
			}
		})
		if err != nil || whole == 0 || whole > 2 { // heads of agents are not read
			t.Errorf("%d files are read, %v", whole, err)
		}
	}
}
