package library_test

import (
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/scan"
)

// TestProjectOfADirectory checks that a directory belongs to the innermost project around it,
// and that a window's state names that of its start.
func TestProjectOfADirectory(t *testing.T) {
	l, root := inDirs(t, "/home/me/app", "/home/me/app/web", "/home/me/apple")
	for dir, want := range map[string]string{
		"/home/me/app":         "/home/me/app",
		"/home/me/app/":        "/home/me/app",
		"/home/me/app/cmd/x":   "/home/me/app",
		"/home/me/app/web/src": "/home/me/app/web",
		"/home/me/applesauce":  "",
		"/home/me":             "",
	} {
		if got := library.ProjectAt(l.Chats(), dir); got != want {
			t.Errorf("%s is of %q, not %q", dir, got, want)
		}
		window := library.New(library.Options{Options: catalog.Options{Roots: []scan.Root{{Path: root}}, Now: time.Now}, Here: dir})
		if err := window.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if got := window.State().Here; got != want {
			t.Errorf("a window from %s is limited to %q, not %q", dir, got, want)
		}
	}
}
