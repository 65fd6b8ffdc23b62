package library

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/thread"
)

// TestALoaderKeepsFewFilesOpen: an export reads those of all agents.
func TestALoaderKeepsFewFilesOpen(t *testing.T) {
	dir := t.TempDir()
	d := &loader{}
	defer d.close()
	for i := range 3 * maxFiles {
		path := filepath.Join(dir, fmt.Sprint(i))
		text := fmt.Sprintf("%04d", i)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := d.load(t.Context(), path, thread.Span{Offset: 0, Length: 4})
			if err != nil || string(got) != text {
				t.Errorf("%d: %q, %v", i, got, err)
			}
		}
		if len(d.files) > maxFiles {
			t.Fatalf("%d files are open", len(d.files))
		}
	}
}
