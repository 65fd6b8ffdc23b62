package library_test

import (
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// TestUnreadableHistoryIsAnErrorEachTime: prompts that cannot be read are not none.
func TestUnreadableHistoryIsAnErrorEachTime(t *testing.T) {
	root := testlib.Write(t, history.New(7, testlib.Begin))
	path := filepath.Join(root, "history.jsonl")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	l := testlib.Scanned(t, root)
	for range 3 {
		if _, _, err := l.GonePrompts(t.Context(), "", 9); err == nil {
			t.Error("it is no error")
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.GonePrompts(t.Context(), "", 9); err != nil {
		t.Error(err)
	}
}
