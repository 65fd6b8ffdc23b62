package plan

import (
	"testing"

	"dendro/backend/settings"
)

// TestMapDir checks the mapping of another machine's directories.
func TestMapDir(t *testing.T) {
	table := []settings.Mapping{
		{From: "/home/ann", To: "/Users/ann"},
		{From: "/home/ann/work/", To: "/work"},
		{From: `C:\code`, To: "/code"},
		{From: "/srv", To: `D:\srv\`},
		{From: "/", To: "/nowhere"},
	}
	for dir, want := range map[string]string{
		"/home/ann/x":      "/Users/ann/x",
		"/home/ann":        "/Users/ann",
		"/home/anna":       "/home/anna",
		"/home/ann/work/x": "/work/x",
		`C:\code\a\b`:      "/code/a/b",
		"/srv/a/b":         `D:\srv\a\b`,
		"/opt":             "/opt",
		"":                 "",
	} {
		if got := mapDir(dir, table); got != want {
			t.Errorf("%q lies at %q, want %q", dir, got, want)
		}
	}
}
