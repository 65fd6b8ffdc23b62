//go:build !windows

package desktop

import (
	"os"
	"path/filepath"
	"testing"
)

// TestEditorOf: $VISUAL counts before $EDITOR, and both before the desktop's program; editors of
// a terminal, and those that are not installed, are passed over.
func TestEditorOf(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"code", "kate", "vim", "zed"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	for _, tt := range []struct{ visual, editor, desktop, want string }{
		{"", "", "", ""},
		{"code --wait", "zed", "org.kde.kate.desktop", "code"},
		{"vim", "/usr/local/bin/zed", "org.kde.kate.desktop", "zed"},
		{"vim", "nano", "org.kde.kate.desktop", "kate"},
		{"codium", "", "org.example.Editor.desktop", ""},
	} {
		env := map[string]string{"VISUAL": tt.visual, "EDITOR": tt.editor}
		got := ""
		if e := editorOf(func(name string) string { return env[name] }, tt.desktop); e != nil {
			got = e.program
		}
		if got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}
