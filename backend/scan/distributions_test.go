package scan

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dendro/backend/internal/disk"
)

func TestDistributionsIn(t *testing.T) {
	want := []string{`\\wsl.localhost\Ubuntu-24.04`, `\\wsl.localhost\Debian`}
	const list = "Ubuntu-24.04\r\ndocker-desktop\r\nDebian\r\n..\r\na b\r\n"
	wide := []byte("\xff\xfe")
	for _, c := range []byte(list) {
		wide = append(wide, c, 0)
	}
	for _, text := range [][]byte{[]byte(list), wide} {
		if got := distributionsIn(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := distributionsIn(nil); len(got) != 0 {
		t.Error(got)
	}
}

// TestRootsOfDistributions: the histories of all users are found, unless a root is named.
func TestRootsOfDistributions(t *testing.T) {
	home, system := t.TempDir(), t.TempDir()
	for _, dir := range []string{"home/ada/.claude/projects", "home/bob/.claude", "root/.claude/projects"} {
		if err := os.MkdirAll(filepath.Join(system, filepath.FromSlash(dir)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	env := Env{
		Getenv: func(string) string { return "" }, Home: home, Disk: &disk.Prober{},
		Distributions: func(context.Context) []string { return []string{system, filepath.Join(system, "gone")} },
	}
	roots, err := Roots(t.Context(), nil, env)
	want := []Root{
		{Path: filepath.Join(home, ".claude")}, {Path: filepath.Join(system, "home", "ada", ".claude")}, {Path: filepath.Join(system, "root", ".claude")},
	}
	if err != nil || !slices.Equal(roots, want) {
		t.Errorf("%v, %v", roots, err)
	}
	if roots, err := Roots(t.Context(), []string{home}, env); err != nil || len(roots) != 1 {
		t.Errorf("%v, %v", roots, err)
	}
}
