package scan

import (
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/internal/disk"
)

// TestProjectRemovedDuringTheScan exists when the projects are listed, but not when it
// is read.
func TestProjectRemovedDuringTheScan(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"-gone", "-stays"} {
		if err := os.MkdirAll(filepath.Join(root, "projects", name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	projects := listRoots(t.Context(), &disk.Prober{}, []Root{{Path: root}})
	if err := os.Remove(filepath.Join(root, "projects", "-gone")); err != nil {
		t.Fatal(err)
	}
	for _, l := range listProjects(t.Context(), disk.Patience, projects) {
		if len(projects) != 2 || len(l.problems) > 0 {
			t.Errorf("%d projects, %v", len(projects), l.problems)
		}
	}
}
