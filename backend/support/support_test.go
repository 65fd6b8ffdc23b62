package support

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/library"
	"dendro/backend/message"
	"dendro/backend/resume"
	"dendro/backend/scan"
)

// secret is part of every name and text in the test history.
const secret = "zelda"

// hostileLibrary reads a history that contains the secret in every name and text.
func hostileLibrary(t *testing.T) *library.Library {
	t.Helper()
	root := filepath.Join(t.TempDir(), secret)
	write := func(name, text string) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	record := func(typ string) string {
		return `{"type":"` + typ + `","uuid":"u-` + secret + typ + `","parentUuid":"gone-` + secret + `","sessionId":"` + secret + `","cwd":"/home/` + secret +
			`","gitBranch":"` + secret + `","version":"2.1.` + secret + `","timestamp":"2026-11-16T09:00:00.000Z","message":{"role":"user","content":"` + secret + `"}}` + "\n"
	}
	types := []string{"user", "from-the-future", "Zelda", secret + "'s diary", "/home/" + secret, "\x1b[31m" + secret, "x-" + strings.Repeat(secret, 9)}
	text := ""
	for _, typ := range types {
		text += record(strings.ReplaceAll(typ, "\x1b", `\u001b`))
	}
	write("projects/-home-"+secret+"/"+secret+".jsonl", text+"no json "+secret+"\n"+`{"type":"user","unfinished":"`+secret)
	write("projects/-home-"+secret+"/agent-"+secret+".jsonl", record("user"))
	write("projects/-home-"+secret+"/deep/er/"+secret+".jsonl", record("user"))
	if err := os.Symlink(filepath.Join(root, "nowhere-"+secret), filepath.Join(root, "projects", "-home-"+secret, "lost-"+secret+".jsonl")); err != nil {
		t.Fatal(err)
	}
	lib := library.New(library.Options{Options: catalog.Options{
		Roots: []scan.Root{{Path: root}, {Path: filepath.Join(root, "none-"+secret)}}, Now: func() time.Time { return time.Date(2026, 11, 17, 0, 0, 0, 0, time.UTC) },
	}})
	if err := lib.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return lib
}

// TestNothingOfAPersonIsInIt uses hostile names for files, types, environment and distribution.
func TestNothingOfAPersonIsInIt(t *testing.T) {
	cache := filepath.Join(t.TempDir(), secret)
	if err := os.MkdirAll(filepath.Join(cache, secret), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(cache, secret, secret), make([]byte, 3000), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{cache, filepath.Join(cache, secret, secret, "below-a-file"), filepath.Join(cache, "none"), ""} {
		f := Collect(t.Context(), Source{
			Library: hostileLibrary(t), CacheDir: dir, Client: "2.1.5 " + secret,
			Terminals: []resume.TerminalInfo{{ID: "xterm", Name: message.Text(secret), Found: true}, {ID: "kitty", Name: message.Text(secret)}},
			Getenv:    func(string) string { return secret },
			ReadFile: func(string) ([]byte, error) {
				return []byte("ID=" + secret + "\nVERSION_ID=\"12-" + secret + "\"\nPRETTY_NAME=" + secret + "\n"), nil
			},
		})
		text := f.String()
		if strings.Contains(strings.ToLower(text), secret) || strings.ContainsAny(text, "\x1b") || strings.Contains(text, "/home") {
			t.Errorf("with the cache %q:\n%s", dir, text)
		}
		for _, want := range []string{"Roots        2", "malformed lines", "from-the-future", "  other\n", "xterm\n", "Desktop      other, session", "System       other, kernel not known"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing:\n%s", want, text)
			}
		}
		if dir == cache && !strings.Contains(text, "Store        in use, 1 files, 3 KB") {
			t.Errorf("the store:\n%s", text)
		}
	}
}

func TestWhatIsKnownIsNamed(t *testing.T) {
	env := map[string]string{"XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "WAYLAND_DISPLAY": "wayland-0"}
	getenv := func(name string) string { return env[name] }
	if got := desktopName(getenv); got != "GNOME" {
		t.Error(got)
	}
	if got := desktopName(func(string) string { return "" }); got != "none" {
		t.Error(got)
	}
	read := func(path string) ([]byte, error) {
		return []byte(map[string]string{
			"/etc/os-release": "PRETTY_NAME=\"Ubuntu 24.04 LTS\"\nID=ubuntu\nVERSION_ID=\"24.04\"\n", "/proc/sys/kernel/osrelease": "6.8.0-41-adas-own\n",
		}[path]), nil
	}
	if got := release(read) + "/" + kernel(read); got != "ubuntu 24.04/6.8.0" {
		t.Error(got)
	}
	none := func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	if got := release(none) + "/" + kernel(none); got != "not known/not known" {
		t.Error(got)
	}
	for version, want := range map[string]string{"2.1.332": "2.1.332", "": clientName("x"), "2.1; rm": clientName("")} {
		if got := clientName(version); got != want {
			t.Errorf("%q: %q", version, got)
		}
	}
}

func TestTypes(t *testing.T) {
	got := map[string]bool{}
	for _, name := range []string{"user", "file-history-snapshot", "queue_operation", "A", "two words", "a.b", "ада", strings.Repeat("a", 17)} {
		if typeName(name) == name {
			got[name] = true
		}
	}
	if want := map[string]bool{"user": true, "file-history-snapshot": true, "queue_operation": true}; !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}

// TestAReportEndsWithItsQuestion checks that a canceled request stops counting the cache.
func TestAReportEndsWithItsQuestion(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, state := store(ctx, t.TempDir()); state != "other" {
		t.Error(state)
	}
}
