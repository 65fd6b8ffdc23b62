package window

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dendro/backend/catalog"
)

func TestHistoryTellsWhenItIsRead(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	root := t.TempDir()
	dir := filepath.Join(root, "projects", "-work")
	line := `{"type":"user","uuid":"11111111-1111-4111-8111-111111111112","sessionId":"11111111-1111-4111-8111-111111111111","message":{"role":"user","content":"hello there"}}` + "\n"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "11111111-1111-4111-8111-111111111111.jsonl"), []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	read := make(chan struct{}, 2)
	o := Options{Roots: []string{root}, CacheDir: t.TempDir(), Read: func() { read <- struct{}{} }}
	h, err := newHistory(ctx, o, slog.New(slog.DiscardHandler), func(catalog.Change) {})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	defer cancel()
	for range 2 {
		select {
		case <-read:
		case <-time.After(time.Minute):
			t.Fatal("nobody is told")
		}
	}
	if s := h.Snapshot(); s.Progress.Phase != catalog.PhaseDone || s.Read != 1 {
		t.Errorf("told when %d files were read, in the phase %q", s.Read, s.Progress.Phase)
	}
}
