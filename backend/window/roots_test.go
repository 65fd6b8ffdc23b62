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

	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/settings"
)

// TestRootsStay: roots that the user added are there at the next start, with their names and
// colours; hidden ones are not read, and forgotten ones are gone.
func TestRootsStay(t *testing.T) {
	home, data := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	root := func(dir, id string) string {
		path := filepath.Join(dir, "projects", "-w", id+".jsonl")
		line := strings.ReplaceAll(`{"type":"user","uuid":"ID","parentUuid":null,"sessionId":"ID","cwd":"/w","timestamp":"2026-11-03T09:00:00Z","message":{"role":"user","content":"hello"}}`+"\n", "ID", id)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(line), 0o600)); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	const first, second = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"
	own, other := root(filepath.Join(home, ".claude"), first), root(filepath.Join(t.TempDir(), "laptop"), second)
	open := func() (*History, *settings.Store, func()) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		store := settings.Open(filepath.Join(data, "settings.json"))
		h, err := newHistory(ctx, Options{CacheDir: filepath.Join(data, "cache"), Read: func() {}, settings: store}, slog.New(slog.DiscardHandler), func(catalog.Change) {})
		if err != nil {
			t.Fatal(err)
		}
		return h, store, func() { cancel(); h.close() }
	}
	shows := func(h *History, want ...string) func() bool {
		return func() bool {
			var got []string
			for _, c := range h.Library.Chats() {
				got = append(got, c.ID)
			}
			slices.Sort(got)
			return slices.Equal(got, want)
		}
	}
	states := func(h *History) map[string]library.RootState {
		all := map[string]library.RootState{}
		for _, s := range h.RootStates(h.Library.State().Roots) {
			all[s.Path] = s
		}
		return all
	}

	h, _, done := open()
	eventually(t, "the default root is not read", shows(h, first))
	if err := h.AddOwnRoot(other); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the added root is not read", shows(h, first, second))
	if err := errors.Join(h.SetRoot(other, "Laptop", "blue", false), h.SetRoot(own, "", "", true)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a hidden root is still shown", shows(h, second))
	done()

	h, store, done := open()
	eventually(t, "the added root is not there", shows(h, second))
	if s := states(h); s[other].Name != "Laptop" || s[other].Color != "blue" || !s[other].Added || !s[own].Hidden || s[own].Added {
		t.Errorf("%+v", s)
	}
	if err := h.SetRoot(own, "", "", false); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a root is not shown again", shows(h, first, second))
	if err := h.ForgetRoot(other); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a forgotten root is still shown", shows(h, first))
	if left := store.Get().Roots; len(left) != 0 {
		t.Errorf("%+v", left)
	}
	for _, err := range []error{h.SetRoot("/etc", "", "", false), h.ForgetRoot(own), h.ForgetRoot("/etc"), h.AddOwnRoot(filepath.Join(home, "none"))} {
		if err == nil {
			t.Error("a root that is not known")
		}
	}
	done()
}

// TestAMissingRootComesBack: a directory that was added and is not there now costs nothing, and
// is read as soon as it is there.
func TestAMissingRootComesBack(t *testing.T) {
	home, data := t.TempDir(), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	mount := filepath.Join(t.TempDir(), "mount")
	store := settings.Open(filepath.Join(data, "settings.json"))
	if _, err := store.Update(func(s *settings.Settings) {
		s.Roots = []settings.Root{{Path: filepath.Join(mount, ".claude"), Added: true}}
	}); err != nil {
		t.Fatal(err)
	}
	const id = "11111111-1111-4111-8111-111111111111"
	write := func(dir string) {
		path := filepath.Join(dir, "projects", "-w", id+".jsonl")
		line := `{"type":"user","uuid":"` + id + `","parentUuid":null,"sessionId":"` + id + `","cwd":"/w","timestamp":"2026-11-03T09:00:00Z","message":{"role":"user","content":"hello"}}` + "\n"
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(line), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(home, ".claude"))
	ctx, cancel := context.WithCancel(t.Context())
	h, err := newHistory(ctx, Options{CacheDir: filepath.Join(data, "cache"), Read: func() {}, settings: store}, slog.New(slog.DiscardHandler), func(catalog.Change) {})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { cancel(); h.close() }()
	eventually(t, "the default root is not read", func() bool { return len(h.Library.Chats()) == 1 })
	eventually(t, "a missing root is not named", func() bool {
		return slices.ContainsFunc(h.Library.State().Roots, func(s library.RootState) bool { return !s.Exists })
	})
	if err := os.Remove(filepath.Join(home, ".claude", "projects", "-w", id+".jsonl")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the session is still there", func() bool { return len(h.Library.Chats()) == 0 })
	write(filepath.Join(mount, ".claude"))
	eventually(t, "a root that is back is not read", func() bool { return len(h.Library.Chats()) == 1 })
}
