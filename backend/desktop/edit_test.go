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
// desktop's program for plain text; an editor that takes lines is started at one.
func TestEditRunsTheTextEditor(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("of Linux desktops")
	}
	for _, tt := range []struct {
		editor string
		line   int
		want   string
	}{
		{"org.example.Editor", 0, "gtk-launch|org.example.Editor.desktop|PATH|"},
		{"org.example.Editor", 12, "gtk-launch|org.example.Editor.desktop|PATH|"},
		{"org.kde.kate", 0, "kate|PATH|"},
		{"org.kde.kate", 12, "kate|--line|12|PATH|"},
		{"code", 12, "code|--goto|PATH:12|"},
		{"codium", 12, "gtk-launch|codium.desktop|PATH|"}, // its program is not on the path
	} {
		bin, dir := t.TempDir(), t.TempDir()
		ran := filepath.Join(dir, "ran")
		record := `printf '%s|' "${0##*/}" "$@" >` + ran + ".part; mv " + ran + ".part " + ran + "\n"
		for name, script := range map[string]string{
			"xdg-mime": "echo " + tt.editor + ".desktop\n", "gtk-launch": record, "kate": record, "code": record,
		} {
			if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", bin+":/usr/bin:/bin")
		t.Setenv("VISUAL", "")
		t.Setenv("EDITOR", "")
		path := filepath.Join(dir, "a b;$(x).go")
		if err := os.WriteFile(path, []byte("package a"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := Edit(t.Context(), path, tt.line); err != nil {
			t.Fatal(err)
		}
		var got []byte
		for deadline := time.Now().Add(time.Minute); got == nil && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			got, _ = os.ReadFile(ran)
		}
		if want := strings.ReplaceAll(tt.want, "PATH", path); string(got) != want {
			t.Errorf("%s at %d: %q, want %q", tt.editor, tt.line, got, want)
		}
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
	if err := Edit(t.Context(), path, 0); err == nil || !strings.Contains(err.Error(), "no program for plain text") {
		t.Errorf("opened: %v", err)
	}
	if err := Edit(t.Context(), filepath.Join(dir, "x.desktop "), 0); err == nil {
		t.Error("a launcher with a blank behind its name was opened")
	}
}

// TestCheckDirectory: only a directory is opened, and no bundle that a system would run.
func TestCheckDirectory(t *testing.T) {
	dir := t.TempDir()
	app, file := filepath.Join(dir, "Evil.app"), filepath.Join(dir, "file")
	if err := os.Mkdir(app, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{dir: true, app: false, file: false, filepath.Join(dir, "gone"): false, ".": false, "": false} {
		if err := checkDirectory(path); (err == nil) != want {
			t.Errorf("%q: %v", path, err)
		}
	}
}
