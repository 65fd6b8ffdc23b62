package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dendro/backend/internal/disk"
)

// TestCommandsSkipUnresponsiveFiles: Dendro's own files, or files beside the
// transcripts, are on a mount that never responds.
func TestCommandsSkipUnresponsiveFiles(t *testing.T) {
	t.Parallel()
	hung := newHungMount(t)
	link := func(t *testing.T, path string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(hung.dir, "x"), path); err != nil {
			t.Fatal(err)
		}
	}
	for name, place := range map[string]struct {
		env   string // set to a directory there
		below string // a path below the root that leads there
		named bool
	}{
		"the cache":         {env: "DENDRO_CACHE_DIR", named: true},
		"the configuration": {env: "XDG_CONFIG_HOME", named: true},
		"Claude's settings": {below: "settings.json", named: true},
		"agents":            {below: "projects/-a/" + session + "/subagents", named: true},
		"a side directory":  {below: "projects/-a/" + session, named: true},
		"an agent":          {below: "projects/-a/" + session + "/subagents/agent-a1.jsonl", named: true},
		"a transcript":      {below: "projects/-a/31111111-1111-4111-8111-111111111111.jsonl", named: true},
		"the registrations": {below: "sessions"},
		"the jobs":          {below: "jobs"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := history(t, t.TempDir(), "hello")
			if place.below != "" {
				link(t, filepath.Join(root, filepath.FromSlash(place.below)))
			}
			all := map[string]*started{}
			for _, args := range [][]string{
				{"tree", "--json"}, {"search", "hello", "--json"}, {"show", session, "--json"}, {"doctor", "--json"}, {"resume", session, "--print"},
			} {
				s := command(t, append(args, "--root", root)...)
				// Long enough for a busy machine: responsive files must not time out.
				s.Env = append(s.Env, "DENDRO_PATIENCE=6s")
				if place.env != "" {
					s.Env = append(s.Env, place.env+"="+filepath.Join(hung.dir, "x"))
				}
				s.start(t)
				all[args[0]] = s
			}
			for command, s := range all {
				if status := s.ends(t); status != 0 {
					t.Errorf("%s: status %d: %s", command, status, s.errs.String())
				}
				if command != "doctor" && !strings.Contains(s.out.String(), session) {
					t.Errorf("%s: the session is missing: %s", command, s.out.String())
				}
				uses := name != "Claude's settings" || command == "doctor"
				if place.named && uses && !strings.Contains(s.errs.String(), disk.ErrNoAnswer.Error()) {
					t.Errorf("%s: said %q", command, s.errs.String())
				}
			}
		})
	}
}
