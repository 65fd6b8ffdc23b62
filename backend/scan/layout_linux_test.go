package scan

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestInvalidUTF8NameIsAProblem: such a session could not be addressed.
func TestInvalidUTF8NameIsAProblem(t *testing.T) {
	root := write(t, map[string]string{"projects/-a/x.jsonl": "{}\n"})
	path := filepath.Join(root, "projects/-a/\xff.jsonl")
	if err := os.WriteFile(path, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	files, problems := list(t, root)
	if len(files) != 1 || len(problems) != 1 || !errors.Is(problems[0].Err, ErrNoText) || problems[0].Path != path {
		t.Errorf("%v, %v", paths(files), problems)
	}
	if _, ok, err := Stat([]Root{{Path: root}}, path); ok || !errors.Is(err, ErrNoText) {
		t.Errorf("by itself: %v", err)
	}
}
