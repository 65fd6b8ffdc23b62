package desktop

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestCheckText: a system may run what it opens, so that only text is opened.
func TestCheckText(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.go": "package a", "empty": "", "b.bin": "a\x00b", "run.desktop": "[Desktop Entry]", "X.URL": "x"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]bool{
		filepath.Join(dir, "a.go"): true, filepath.Join(dir, "empty"): true, filepath.Join(dir, "b.bin"): false,
		filepath.Join(dir, "run.desktop"): false, filepath.Join(dir, "X.URL"): false, filepath.Join(dir, "gone"): false,
		dir: false, "a.go": false,
	} {
		if err := checkText(path); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestEditRunsTheTextEditor: on Linux the path is one argument of the launcher, behind the
// desktop's program for plain text.
func TestEditRunsTheTextEditor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("of Linux desktops")
	}
	bin, dir := t.TempDir(), t.TempDir()
	ran := filepath.Join(dir, "ran")
	for name, script := range map[string]string{
		"xdg-mime":   "echo org.example.Editor.desktop\n",
		"gtk-launch": "printf '%s|' \"$@\" >" + ran + ".part; mv " + ran + ".part " + ran + "\n",
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+":/usr/bin:/bin")
	path := filepath.Join(dir, "a b;$(x).go")
	if err := os.WriteFile(path, []byte("package a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Edit(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	var got []byte
	for deadline := time.Now().Add(time.Minute); got == nil && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		got, _ = os.ReadFile(ran)
	}
	if want := "org.example.Editor.desktop|" + path + "|"; string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEditRefusesWithoutATextEditor: a file of a history is never left to whatever program is
// registered for its kind.
func TestEditRefusesWithoutATextEditor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("of Linux desktops")
	}
	bin, dir := t.TempDir(), t.TempDir()
	ran := filepath.Join(dir, "ran")
	for _, name := range []string{"xdg-mime", "xdg-open"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\ntouch "+ran+"\necho org.example.Editor.desktop\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	path := filepath.Join(dir, "x.html")
	if err := os.WriteFile(path, []byte("<script>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Edit(t.Context(), path); err == nil || !strings.Contains(err.Error(), "no program for plain text") {
		t.Errorf("opened: %v", err)
	}
	if err := Edit(t.Context(), filepath.Join(dir, "x.desktop ")); err == nil {
		t.Error("a launcher with a blank behind its name was opened")
	}
}
