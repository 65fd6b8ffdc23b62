package library

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/own"
	"dendro/backend/scan"
)

// TestArchivedSessionDoesNotRun: a copy that was made just now is fresh, and no client writes
// to it, although one may have registered the session.
func TestArchivedSessionDoesNotRun(t *testing.T) {
	now := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	kept := archive.New(own.Dir{Path: "/home/ada/.local/share/dendro/archive"}, time.Now)
	root := kept.RootOf("/home/ada/.claude")
	for _, of := range []string{root, "/home/ada/.claude"} {
		v := liveness{now: now, archive: kept, registered: map[string]map[string]bool{of: {"s": true}}}
		fresh := catalog.RowSession{Root: of, ModTime: now.Add(-time.Second), End: chattree.Time(now.Format(time.RFC3339))}
		open := catalog.RowSession{Root: of, Registered: "s"}
		if got, want := [2]bool{v.of(&fresh), v.of(&open)}, of != root; got != [2]bool{want, want} {
			t.Errorf("%s: fresh and open run: %v", of, got)
		}
	}
}

// TestHealthSkipsTheArchive: what Dendro keeps is no second file of a session that is still
// there, and no Claude directory.
func TestHealthSkipsTheArchive(t *testing.T) {
	kept := archive.New(own.Dir{Path: t.TempDir()}, time.Now)
	live := t.TempDir()
	copied := kept.RootOf(live)
	line := `{"type":"user","uuid":"a0000001-0000-4000-8000-000000000000","sessionId":"aaaaaaaa-0000-4000-8000-000000000001","cwd":"/w","timestamp":"2026-11-02T10:00:00.000Z","message":{"role":"user","content":"ask"}}` + "\n"
	for _, root := range []string{live, copied} {
		put(t, filepath.Join(root, "projects", "-w", "aaaaaaaa-0000-4000-8000-000000000001.jsonl"), line+"no json\n")
		put(t, filepath.Join(root, "projects", "-w", "agent-1.jsonl"), line)
		put(t, filepath.Join(root, "projects", "-w", "deep", "er", "bbbbbbbb-0000-4000-8000-000000000001.jsonl"), line)
	}
	l := New(Options{Options: catalog.Options{Roots: []scan.Root{{Path: live}, {Path: copied, Kept: true}}, Now: time.Now}, Archive: kept})
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	alone := New(Options{Options: catalog.Options{Roots: []scan.Root{{Path: live}}, Now: time.Now}, Archive: kept})
	if err := alone.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	got, want := l.Doctor(), alone.Doctor()
	for name, n := range map[string][2]int{
		"roots": {len(got.Roots), len(want.Roots)}, "duplicates": {len(got.Duplicates), len(want.Duplicates)}, "malformed": {len(got.Malformed), len(want.Malformed)},
		"misplaced": {len(got.Misplaced), len(want.Misplaced)}, "orphans": {len(got.Orphans), len(want.Orphans)}, "silent": {len(got.Silent), len(want.Silent)},
	} {
		if n[0] != n[1] {
			t.Errorf("%s: %d with the archive, %d without", name, n[0], n[1])
		}
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
