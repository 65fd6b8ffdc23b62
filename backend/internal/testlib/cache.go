package testlib

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// Kept returns a library that has a cache, scanned, with everything written
// that it keeps.
func Kept(t *testing.T, dir string, index bool, roots ...string) *library.Library {
	t.Helper()
	opt := library.Options{Options: catalog.Options{Index: index, Cache: dir, Now: func() time.Time { return Begin.AddDate(0, 0, 10) }}, Home: "/home/ada"}
	for _, r := range roots {
		opt.Roots = append(opt.Roots, scan.Root{Path: r})
	}
	l := library.New(opt)
	if err := l.Catalog.Scan(t.Context(), index); err != nil {
		t.Fatal(err)
	}
	l.Catalog.Flush()
	return l
}

// Warnings collects logged warnings.
type Warnings struct {
	mu  sync.Mutex
	all bytes.Buffer
}

// Write takes a line that is logged.
func (w *Warnings) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.Write(b)
}

// Lines returns the warnings, one per line.
func (w *Warnings) Lines() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.Split(strings.TrimSpace(w.all.String()), "\n")
}

// Keeping returns a library with a cache, and what it warns of.
func Keeping(root, dir string, window bool) (*library.Library, *Warnings) {
	w := &Warnings{}
	return library.New(library.Options{
		Options: catalog.Options{
			Roots: []scan.Root{{Path: root}}, Index: true, Window: window, Cache: dir, Now: func() time.Time { return Begin.AddDate(0, 0, 10) }, Logger: slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelWarn})),
		},
		Home: "/home/ada",
	}), w
}
