package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dendro/backend/internal/release"
)

// key is a fake API key: the stand-in ignores it, but the client requires one.
const key = "stand-in-on-loopback-needs-no-key"

// home is the environment of one scenario: a home directory, a configuration and a project,
// all below one private directory.
type home struct {
	dir     string
	config  string
	project string
}

// makeHome creates it, so that the client starts without its dialogs.
func makeHome(dir, version string) (home, error) {
	h := home{dir: dir, config: filepath.Join(dir, "home", ".claude"), project: filepath.Join(dir, "project")}
	if err := os.RemoveAll(dir); err != nil {
		return h, err
	}
	for _, d := range []string{h.config, h.project, h.another(), h.tmp()} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			return h, err
		}
	}
	state := map[string]any{
		"hasCompletedOnboarding": true, "lastOnboardingVersion": version, "lastReleaseNotesSeen": version,
		"theme": "dark", "numStartups": 5, "autoUpdates": false, "bypassPermissionsModeAccepted": true,
		"customApiKeyResponses": map[string]any{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":              map[string]any{h.project: trusted(), h.another(): trusted()},
	}
	settings := map[string]any{"permissions": map[string]any{
		"allow": []string{"Bash", "Read", "Write", "Edit", "Task", "Agent", "TodoWrite", "TaskCreate"}, "defaultMode": "default",
	}}
	if !release.Older(version, "2.1.0") { // the first versions reject unknown settings
		settings["showClearContextOnPlanAccept"] = true // later ones offer it only then
	}
	// The place of the state depends on the version.
	for path, what := range map[string]any{
		filepath.Join(h.home(), ".claude.json"):   state,
		filepath.Join(h.config, ".claude.json"):   state,
		filepath.Join(h.config, "settings.json"):  settings,
		filepath.Join(h.project, "something.txt"): "something to read",
	} {
		if err := writeAsJSON(path, what); err != nil {
			return h, err
		}
	}
	return h, nil
}

func trusted() map[string]any {
	return map[string]any{"hasTrustDialogAccepted": true, "hasCompletedProjectOnboarding": true, "allowedTools": []string{}}
}

func (h home) home() string { return filepath.Dir(h.config) }
func (h home) tmp() string  { return filepath.Join(h.dir, "tmp") }

// another is a directory to work in after the project was removed.
func (h home) another() string { return filepath.Join(h.dir, "another") }

// environ is the client's whole environment.
func (h home) environ(config, api string) []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + h.home(), "CLAUDE_CONFIG_DIR=" + config, "TMPDIR=" + h.tmp(),
		"TERM=xterm-256color", "LANG=C.UTF-8", "SHELL=/bin/sh",
		"ANTHROPIC_BASE_URL=" + api, "ANTHROPIC_API_KEY=" + key,
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
		"DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "IS_SANDBOX=1",
	}
}

// transcripts returns the main files of a configuration, by session.
func transcripts(config string) (map[string]string, error) {
	paths, err := filepath.Glob(filepath.Join(config, "projects", "*", "*.jsonl"))
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, path := range paths {
		if stem := strings.TrimSuffix(filepath.Base(path), ".jsonl"); !strings.HasPrefix(stem, "agent-") {
			files[stem] = path
		}
	}
	return files, nil
}

func writeAsJSON(path string, v any) error {
	data, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// copyTree copies directories and regular files, without sockets and links of a running
// process.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o700)
		case !d.Type().IsRegular():
			return nil
		}
		return copyFile(target, path)
	})
}

// copyFile preserves the time: the client finds the newest session by it.
func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return fmt.Errorf("copy: %w", err)
	}
	if err := os.WriteFile(to, data, 0o600); err != nil {
		return err
	}
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	return os.Chtimes(to, info.ModTime(), info.ModTime())
}
