package window

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dendro/backend/archive"
	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/own"
	"dendro/backend/notes"
	"dendro/backend/session"
	"dendro/backend/settings"
	"dendro/backend/thread"
)

// eventually waits for something that happens in the background.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(what)
		}
	}
}

// run plans something for a chat and does it.
func run(t *testing.T, h *History, kind PlanKind, chat string) Keeping {
	t.Helper()
	plan, err := h.PlanArchive(t.Context(), kind, []string{chat})
	if err != nil {
		t.Fatal(err)
	}
	done, err := h.RunArchive(t.Context(), plan.Token)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// TestHistoryKeepsWhatExpires: what the settings ask for is archived before it expires,
// stays a chat when its file is deleted, also at the next start, and is the same chat again
// once it was restored.
func TestHistoryKeepsWhatExpires(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	root, cache, data := filepath.Join(t.TempDir(), ".claude"), t.TempDir(), filepath.Join(t.TempDir(), "data")
	const id, young = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
	file := func(session string, age time.Duration) string {
		path := filepath.Join(root, "projects", "-w", session+".jsonl")
		when := time.Now().Add(-age)
		line := strings.NewReplacer("ID", session, "WHEN", when.UTC().Format(time.RFC3339)).Replace(
			`{"type":"user","uuid":"ID","parentUuid":null,"sessionId":"ID","cwd":"/w","timestamp":"WHEN","message":{"role":"user","content":"hello there"}}` + "\n")
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(line), 0o600), os.Chtimes(path, when, when)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := file(id, 26*24*time.Hour)
	file(young, time.Hour)
	store := settings.Open(filepath.Join(data, "settings.json"))
	if _, err := store.Update(func(s *settings.Settings) { s.Keep = "all" }); err != nil {
		t.Fatal(err)
	}
	open := func() (*History, func()) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		a := archive.New(own.Dir{Path: filepath.Join(data, "archive")}, time.Now)
		h, err := newHistory(ctx, Options{
			Roots: []string{root}, CacheDir: cache, Read: func() {}, settings: store,
			Notes:   notes.NewStore(own.Dir{Path: data}, time.Now),
			Archive: a,
		}, slog.New(slog.DiscardHandler), func(catalog.Change) {})
		if err != nil {
			t.Fatal(err)
		}
		return h, func() { cancel(); h.close() }
	}

	h, done := open()
	state := func() Archived {
		s, err := h.Archive(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	eventually(t, "nothing is archived", func() bool { return state().Sessions == 1 })
	if s := state(); s.Due != 0 || s.Only != 0 || s.Size == 0 {
		t.Errorf("%+v", s)
	}
	name, star := "Kept by name", true
	edit := notes.Edit{Name: &name, Starred: &star}
	if err := errors.Join(h.Library.Noter.EditChats([]string{id}, edit), h.Library.Noter.EditRecord(t.Context(), notes.OfRecord, id, id, notes.Edit{Bookmarked: &star})); err != nil {
		t.Fatal(err)
	}
	// noted fails if the notes on the session are not there.
	noted := func(when string) {
		t.Helper()
		chat, _, err := h.Library.Session(id)
		if err != nil {
			t.Fatal(err)
		}
		if n := h.Library.Noter.Noted().Of(chat); n == nil || n.Chat == nil || n.Chat.Name != name || !n.Chat.Starred || len(n.Records) != 1 || n.Records[0].Session != id {
			t.Errorf("%s: %+v", when, n)
		}
	}
	noted("before it is deleted")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	done()

	h, done = open()
	archived := func() bool {
		_, s, err := h.Library.Session(id)
		return err == nil && h.Library.Lister.View().Facts(s).Archived
	}
	eventually(t, "a deleted session is not shown", archived)
	noted("only in the archive")
	target, err := h.Library.Threads.ResumeTarget(t.Context(), id)
	if err != nil || target.Root != root || target.Unloaded.IsZero() {
		t.Errorf("%+v, %v", target, err)
	}
	done()

	h, done = open() // from the directories that are there, before the archive was read
	defer func() { done() }()
	eventually(t, "a deleted session is not shown at the next start", archived)
	if drop, err := h.PlanArchive(t.Context(), PlanDrop, []string{id, young}); err != nil || len(drop.Sessions) != 1 || !drop.Sessions[0].Only || drop.Bytes == 0 {
		t.Errorf("%+v, %v", drop, err)
	}
	plan, err := h.PlanArchive(t.Context(), PlanRestore, []string{id})
	if err != nil || !slices.Equal(plan.Files, []string{path}) || plan.Expires < time.Now().Format(time.RFC3339) || plan.Sessions[0].Kept == "" {
		t.Fatalf("%+v, %v", plan, err)
	}
	if target, err := h.Library.Threads.ResumeTarget(t.Context(), id); err != nil || target.Root != root {
		t.Errorf("%+v, %v", target, err)
	}
	if done, err := h.RunArchive(t.Context(), plan.Token); err != nil || done.Failed != nil || done.Sessions != 1 {
		t.Fatal(done, err)
	}
	if _, err := h.RunArchive(t.Context(), plan.Token); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("restored again: %v", err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a restored session is not read", func() bool { return !archived() })
	noted("restored")
	if kept := run(t, h, PlanKeep, young); kept.Failed != nil || kept.Sessions != 1 || kept.Before != 0 {
		t.Errorf("%+v", kept)
	}
	if kept := run(t, h, PlanKeep, young); kept.Before != 1 {
		t.Errorf("kept again: %+v", kept)
	}
	if dropped := run(t, h, PlanDrop, young); dropped.Failed != nil || dropped.Sessions != 1 || dropped.Freed == 0 {
		t.Errorf("%+v", dropped)
	}
	if s := state(); s.Sessions != 1 {
		t.Errorf("%+v", s)
	}
}

// TestHistoryKeepsWhatWasDeletedWhileOpen: a session that is deleted while its thread is open
// can be archived as long as it is, and is a chat again.
func TestHistoryKeepsWhatWasDeletedWhileOpen(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	root, data := filepath.Join(t.TempDir(), ".claude"), filepath.Join(t.TempDir(), "data")
	h := history.New(3, time.Now().Add(-time.Hour))
	s := h.Session(history.Options{Env: history.Env{Cwd: "/w", Version: "2.1.215"}})
	s.Turn("what is read", "is answered")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "look", Prompt: "look around"}, func(a *history.Agent) {
		a.Reply("seen by the agent")
	})
	s.EndTurn()
	if err := h.WriteDir(root); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	a := archive.New(own.Dir{Path: filepath.Join(data, "archive")}, time.Now)
	w, err := newHistory(ctx, Options{
		Roots: []string{root}, CacheDir: t.TempDir(), Read: func() {}, settings: settings.Open(filepath.Join(data, "settings.json")),
		Archive: a,
	}, slog.New(slog.DiscardHandler), func(catalog.Change) {})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); w.close() }()
	eventually(t, "the session is not read", func() bool { _, err := w.Library.Threads.Thread(ctx, s.ID, ""); return err == nil })
	if _, err := w.KeepLost(ctx, s.ID); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("a session that is there: %v", err)
	}
	file := filepath.Join(root, filepath.FromSlash(s.Path()))
	if err := errors.Join(os.Remove(file), os.RemoveAll(strings.TrimSuffix(file, ".jsonl"))); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the loss", func() bool {
		th, err := w.Library.Threads.Thread(ctx, s.ID, "")
		return err == nil && th.Loss == session.Deleted
	})
	if done, err := w.KeepLost(ctx, s.ID); err != nil || done.Sessions != 1 || done.Failed != nil {
		t.Fatal(done, err)
	}
	eventually(t, "not shown from the archive", func() bool { th, err := w.Library.Threads.Thread(ctx, s.ID, ""); return err == nil && th.Loss == "" })
	th, err := w.Library.Threads.Thread(ctx, s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := th.All(ctx)
	if err != nil || !slices.ContainsFunc(rows, func(r thread.Row) bool { return r.Sidechain != nil }) {
		t.Errorf("without its agent: %v", err)
	}
	if _, err := w.KeepLost(ctx, s.ID); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("archived twice: %v", err)
	}
}

// TestHiddenRootsHideTheirArchive: sessions that are only in the archive are hidden and shown
// with the root that they come from, also at the next start.
func TestHiddenRootsHideTheirArchive(t *testing.T) {
	home, data := t.TempDir(), filepath.Join(t.TempDir(), "data")
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	root := filepath.Join(home, ".claude")
	const gone, there = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
	file := func(id string) string {
		path := filepath.Join(root, "projects", "-w", id+".jsonl")
		line := strings.ReplaceAll(`{"type":"user","uuid":"ID","parentUuid":null,"sessionId":"ID","cwd":"/w","timestamp":"2026-11-03T09:00:00Z","message":{"role":"user","content":"hello"}}`+"\n", "ID", id)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(line), 0o600)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := file(gone)
	file(there)
	store := settings.Open(filepath.Join(data, "settings.json"))
	open := func() (*History, func()) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		a := archive.New(own.Dir{Path: filepath.Join(data, "archive")}, time.Now)
		h, err := newHistory(ctx, Options{
			CacheDir: filepath.Join(data, "cache"), Read: func() {}, settings: store,
			Archive: a,
		}, slog.New(slog.DiscardHandler), func(catalog.Change) {})
		if err != nil {
			t.Fatal(err)
		}
		return h, func() { cancel(); h.close() }
	}
	chats := func(h *History, n int) func() bool {
		return func() bool { return len(h.Library.Chats()) == n }
	}
	h, done := open()
	eventually(t, "not read", chats(h, 2))
	run(t, h, PlanKeep, gone)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	done()

	h, done = open()
	eventually(t, "the archived session is not shown", func() bool { return chats(h, 2)() })
	if err := h.SetRoot(root, "", "", true); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the root is not hidden whole", chats(h, 0))
	done()

	h, done = open()
	defer func() { done() }()
	eventually(t, "not read", func() bool { return h.Library.State().Progress.Phase == catalog.PhaseDone })
	if err := h.showKept(t.Context()); err != nil || len(h.Library.Chats()) != 0 {
		t.Errorf("%d chats of a hidden root, %v", len(h.Library.Chats()), err)
	}
	if err := h.SetRoot(root, "", "", false); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the root is not shown again", chats(h, 2))
}
