package window

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/session"
)

func TestHistoryReportsWhenItIsRead(t *testing.T) {
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
	read := make(chan struct{}, 1)
	o := Options{Roots: []string{root}, CacheDir: t.TempDir(), Read: func() { read <- struct{}{} }}
	h, err := newHistory(ctx, o, slog.New(slog.DiscardHandler), func(catalog.Change) {})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	defer cancel()
	select {
	case <-read:
	case <-time.After(time.Minute):
		t.Fatal("nobody is told")
	}
	if s := h.Library.Catalog.Snapshot(); s.Progress.Phase != catalog.PhaseDone || s.Read != 1 {
		t.Errorf("told when %d files were read, in the phase %q", s.Read, s.Progress.Phase)
	}
}

// TestHistoryRemovesUsedChains: the chain file of a new session is removed while the
// window is open, once the session has grown beyond it.
func TestHistoryRemovesUsedChains(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	root, cache := t.TempDir(), t.TempDir()
	const from, begun = "11111111-1111-4111-8111-111111111111", "31111111-1111-4111-8111-111111111111"
	line := func(session, uuid, parent, kind string) string {
		return `{"type":"` + kind + `","uuid":"` + uuid + `","parentUuid":` + parent + `,"sessionId":"` + session +
			`","cwd":"/w","message":{"id":"m","role":"` + kind + `","content":[{"type":"text","text":"hello"}]}}` + "\n"
	}
	const one, two, three, four = "21111111-1111-4111-8111-111111111111", "22222222-1111-4111-8111-111111111111",
		"23333333-1111-4111-8111-111111111111", "24444444-1111-4111-8111-111111111111"
	first := func(session string) string {
		return line(session, one, "null", "user") + line(session, two, `"`+one+`"`, "assistant")
	}
	file := func(session, text string) {
		t.Helper()
		path := filepath.Join(root, "projects", "-w", session+".jsonl")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	file(from, first(from)+line(from, three, `"`+two+`"`, "user")+line(from, four, `"`+three+`"`, "assistant"))
	ctx, cancel := context.WithCancel(t.Context())
	read := make(chan struct{}, 1)
	h, err := newHistory(ctx, Options{Roots: []string{root}, CacheDir: cache, Read: func() { read <- struct{}{} }}, slog.New(slog.DiscardHandler), func(catalog.Change) {})
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	defer cancel()
	<-read
	chain := filepath.Join(session.ChainDir(cache), begun+".jsonl")
	if _, err := h.Library.Chains.Write(ctx, session.Point{Session: from, Record: two, Client: "2.1.330"}, chain); err != nil {
		t.Fatal(err)
	}
	file(begun, first(begun)+line(begun, four, `"`+two+`"`, "user"))
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(chain); errors.Is(err, fs.ErrNotExist) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the chain is still there")
		}
	}
}
