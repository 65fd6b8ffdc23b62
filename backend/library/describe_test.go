package library

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dendro/backend/catalog"
	"dendro/backend/scan"
	"dendro/backend/search"
)

// TestAnAppendDescribesItsChatAgain: after an append a search describes the chat that has
// grown, and no other. All of it is as if it were described for the first time.
func TestAnAppendDescribesItsChatAgain(t *testing.T) {
	root := t.TempDir()
	line := func(session, nth int) string {
		return fmt.Sprintf(`{"type":"user","uuid":"%08d-0000-4000-8000-%012d","parentUuid":null,"sessionId":"00000000-0000-4000-8000-%012[2]d","timestamp":"2026-11-03T09:00:%02[1]d.000Z","cwd":"/p","message":{"role":"user","content":"Question %[1]d of %[2]d?"}}`+"\n", nth, session)
	}
	path := func(session int) string {
		return filepath.Join(root, "projects", "-p", fmt.Sprintf("00000000-0000-4000-8000-%012d.jsonl", session))
	}
	if err := os.MkdirAll(filepath.Dir(path(0)), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if err := os.WriteFile(path(i), []byte(line(i, 0)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	open := func() *Library {
		return New(Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Index: true, Now: time.Now}})
	}
	described := func(l *Library) *searchable {
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		return l.Searcher.searchable(l.Catalog.Snapshot())
	}
	l := open()
	before := described(l)
	if err := os.WriteFile(path(3), []byte(line(3, 0)+line(3, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	after, fresh := described(l), described(open())
	for i := range 5 {
		if same := before.files[path(i)] == after.files[path(i)]; same != (i != 3) {
			t.Errorf("session %d: described again %t", i, !same)
		}
	}
	options := gocmp.Options{cmpopts.IgnoreFields(search.FileInfo{}, "Queue", "Turns")}
	if diff := gocmp.Diff(fresh.files, after.files, options); diff != "" {
		t.Errorf("(-fresh +after):\n%s", diff)
	}
}
