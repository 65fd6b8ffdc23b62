//go:build unix

package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"dendro/backend/cli"
	"dendro/backend/resume"
)

// hostile holds sequences that terminals act on: a clipboard, a title, a cleared screen,
// and a C1 control character.
const hostile = "\x1b]52;c;eA==\x07\x1b]0;title\x07\x1b[2J\u009b31m\x7f"

// hostileRoot holds a session whose name, directory, texts and agents are hostile.
func hostileRoot(t *testing.T) (root, stem string) {
	t.Helper()
	root = t.TempDir()
	stem = "1111111" + hostile + "\nffffffff-ffff:forged:prompt: needle"
	dir := filepath.Join(root, "projects", "-a")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	record := func(values map[string]any) string {
		text, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		return string(text) + "\n"
	}
	text := record(map[string]any{
		"type": "user", "uuid": "22222222-2222-4222-8222-222222222222", "parentUuid": nil, "sessionId": stem,
		"cwd": "/home/" + hostile + "\nforged heading", "timestamp": "2026-11-03T09:00:00.000Z",
		"message": map[string]any{"role": "user", "content": "a needle " + hostile},
	})
	if err := os.WriteFile(filepath.Join(dir, stem+".jsonl"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return root, stem
}

func printed(t *testing.T, args ...string) string {
	t.Helper()
	cache := t.TempDir()
	t.Setenv("DENDRO_CACHE_DIR", cache)
	var out, errs bytes.Buffer
	status := cli.Run(t.Context(), cli.Env{
		Args: args, Stdout: &out, Stderr: &errs, Now: time.Now, Launcher: resume.New(resume.Host(cache)),
		Home: cache,
	})
	if status != 0 {
		t.Fatalf("%q: status %d: %s", args, status, errs.String())
	}
	return out.String()
}

// TestNothingHostileIsPrinted: no control characters except line ends, in any encoding, and
// no line forged by the history.
func TestNothingHostileIsPrinted(t *testing.T) {
	root, stem := hostileRoot(t)
	for _, args := range [][]string{
		{"search", "needle"},
		{"search", "needle", "--exact"},
		{"search", "needle", "--heading"},
		{"search", "needle", "--exact", "--heading"},
		{"search", "needle", "--json"},
		{"tree"},
		{"tree", "--json"},
		{"doctor"},
		{"doctor", "--json"},
		{"show", stem},
		{"show", stem, "--json"},
		{"export", stem, "--format", "json"},
	} {
		text := printed(t, append(args, "--root", root)...)
		asJSON := strings.Contains(strings.Join(args[1:], " "), "json")
		for _, r := range text {
			if unicode.IsControl(r) && r != '\n' && r != '\t' {
				t.Errorf("%q prints %q: %q", args, r, text)
				break
			}
		}
		if asJSON {
			var any any
			if err := json.Unmarshal([]byte(text), &any); err != nil {
				t.Errorf("%q: %v", args, err)
			}
		}
		for line := range strings.Lines(text) {
			if !asJSON && args[0] != "show" && (strings.HasPrefix(line, "ffffffff") || strings.HasPrefix(line, "forged")) {
				t.Errorf("%q: the history has made up the line %q", args, line)
			}
		}
		// A turn is a heading, its prompt, its best record, and a blank line; a count follows.
		if args[0] == "search" && !asJSON && strings.Count(text, "\n") > 5 {
			t.Errorf("%q: a heading or a hit on more than a line:\n%s", args, text)
		}
	}
}

// TestJSONEscapesAreReversible: unescaping the JSON gives the original text.
func TestJSONEscapesAreReversible(t *testing.T) {
	root, stem := hostileRoot(t)
	var doc struct{ Rows []struct{ Text string } }
	if err := json.Unmarshal([]byte(printed(t, "show", stem, "--json", "--root", root)), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Rows) != 1 || doc.Rows[0].Text != "a needle "+hostile {
		t.Errorf("%q", doc.Rows)
	}
}
