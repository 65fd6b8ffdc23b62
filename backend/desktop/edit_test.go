package desktop

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCheckText: a system may run what it opens, so that only text is opened.
func TestCheckText(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.go": "package a", "empty": "", "b.bin": "a\x00b", "run.desktop": "[Desktop Entry]", "X.URL": "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]bool{
		filepath.Join(dir, "a.go"): true, filepath.Join(dir, "empty"): true, filepath.Join(dir, "b.bin"): false,
		filepath.Join(dir, "run.desktop"): false, filepath.Join(dir, "X.URL"): false, filepath.Join(dir, "gone"): false,
		dir: false, "a.go": false,
	} {
		if err := checkText(path); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}
