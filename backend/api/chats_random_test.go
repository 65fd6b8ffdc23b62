package api_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/api"
	"dendro/backend/catalog"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// TestChatsFollowed: a window that requests changes repeatedly, while sessions grow, come
// and go, register, and time moves forward or back, always has the list that a new window
// gets.
func TestChatsFollowed(t *testing.T) {
	draw := rand.New(rand.NewPCG(5, 1))
	root, now := t.TempDir(), time.Date(2026, 10, 5, 9, 0, 0, 0, time.UTC)
	l := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return now }}})
	handler := api.New(l, api.Options{})
	put := func(name, text string, flags int) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|flags, 0o644)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, now, now); err != nil {
			t.Fatal(err)
		}
	}
	var mine []map[string]any
	version, short := uint64(0), 0
	for step := range tests.Cases(400) {
		n := draw.IntN(12)
		id := fmt.Sprintf("%08x-1111-4000-8000-000000000000", n)
		name := fmt.Sprintf("projects/-home-ada-%d/%s.jsonl", n%3, id)
		switch draw.IntN(12) {
		case 0:
			_ = os.Remove(filepath.Join(root, filepath.FromSlash(name)))
		case 1, 2:
			now = now.Add(time.Duration(draw.IntN(100)) * time.Second)
		case 3:
			now = now.Add(time.Duration(draw.IntN(80)) * time.Hour)
		case 4:
			now = now.Add(-time.Duration(draw.IntN(60)) * time.Second)
		case 5:
			put("settings.json", fmt.Sprintf(`{"cleanupPeriodDays": %d}`, 5+draw.IntN(30)), os.O_TRUNC)
		case 6:
			put("sessions/1.json", fmt.Sprintf(`{"pid": %d, "sessionId": %q}`, os.Getpid(), id), os.O_TRUNC)
		default:
			put(name, fmt.Sprintf(`{"parentUuid":null,"type":"user","sessionId":%q,"cwd":"/home/ada/%d","version":"2.1.215","message":{"role":"user","content":"words %d"},"uuid":"%08x-0000-4000-8000-%012d","timestamp":%q}`+"\n",
				id, n%3, step, n, step, now.UTC().Format(time.RFC3339)), os.O_APPEND)
		}
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		answer := askChats(t, handler, fmt.Sprint("/api/chats?since=", version))
		if version == 0 {
			mine = answer.Chats
		} else {
			mine = slices.DeleteFunc(mine, func(c map[string]any) bool { return slices.Contains(answer.Removed, c["id"].(string)) })
			for _, c := range answer.Changed {
				mine = slices.DeleteFunc(mine, func(d map[string]any) bool { return d["id"] == c.Chat["id"] })
			}
			for _, c := range answer.Changed {
				mine = slices.Insert(mine, c.At, c.Chat)
			}
			short++
		}
		version = answer.Version
		whole := askChats(t, api.New(l, api.Options{}), "/api/chats").Chats
		if diff := cmp.Diff(whole, mine); diff != "" {
			t.Fatalf("step %d: %s", step, diff)
		}
	}
	if short < tests.Cases(390) {
		t.Errorf("only %d answers were changes", short)
	}
}
