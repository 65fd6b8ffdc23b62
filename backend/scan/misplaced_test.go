package scan_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/disk"
	"dendro/backend/scan"
)

// TestFindMisplaced checks which files have a transcript's name but not its place, and that
// circular links do no harm.
func TestFindMisplaced(t *testing.T) {
	const id = "0c9f7b52-1111-4222-8333-444444444444"
	root := t.TempDir()
	for _, path := range []string{
		"projects/" + id + ".jsonl",
		"projects/-a/" + id + ".jsonl", // a session
		"projects/-a/notes.jsonl",      // another one
		"projects/-a/-a/" + id + ".jsonl",
		"projects/-a/archive/" + id + ".jsonl",
		"projects/-a/archive/2025/" + id + " (1).jsonl",
		"projects/-a/archive/notes.jsonl",
		"projects/-a/" + id + "/subagents/agent-1.jsonl",
		"projects/-a/" + id + "/subagents/workflows/w/journal.jsonl",
		"projects/-a/" + id + "/tool-results/toolu_1.txt",
		"projects/-a/" + id + "/" + id + ".jsonl",
		"projects/-a/1/2/3/4/5/" + id + ".jsonl",
		".stversions/projects/-a/" + id + "~20261103-090000.jsonl",
		"archive/-a/" + id + ".jsonl", // no projects
	} {
		abs := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(abs), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(abs, []byte("{}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(root, "projects"), filepath.Join(root, "projects", "-a", "archive", "round")); err != nil {
		t.Log(err) // some systems restrict links
	}
	var got []string
	for _, m := range scan.FindMisplaced(t.Context(), &disk.Prober{}, []scan.Root{{Path: root}, {Path: root}, {Path: filepath.Join(root, "none")}}) {
		got = append(got, m.Path)
	}
	want := []string{
		".stversions/projects/-a/" + id + "~20261103-090000.jsonl",
		"projects/-a/-a/" + id + ".jsonl",
		"projects/-a/1/2/3/4/5/" + id + ".jsonl",
		"projects/-a/" + id + "/" + id + ".jsonl",
		"projects/-a/archive/" + id + ".jsonl",
		"projects/-a/archive/2025/" + id + " (1).jsonl",
		"projects/" + id + ".jsonl",
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
