package desk

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestForeignVariablesAreLeftOut(t *testing.T) {
	for name, want := range map[string]bool{
		"XDG_RUNTIME_DIR": true, "CLAUDE_CONFIG_DIR": true, "CLAUDECODE": true, "DISPLAY": true, "TERMINAL": true,
		"PATH": false, "GOCACHE": false, "LANG": false, "XAUTHORITY": false,
	} {
		if got := foreign(name); got != want {
			t.Errorf("foreign(%s) is %t", name, got)
		}
	}
}

func TestReadCall(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"argv": "--resume\x00a b\x00\x00", "cwd": "/x/y\nz", "env": "A=1\x00B=x=y\nz\x00",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readCall(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := Call{
		Argv: []string{"--resume", "a b", ""}, Dir: "/x/y\nz",
		Env: map[string]string{"A": "1", "B": "x=y\nz"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWriteSession(t *testing.T) {
	d := &Desk{Dir: t.TempDir()}
	d.Home = filepath.Join(d.Dir, "home")
	d.Root = filepath.Join(d.Home, ".claude")
	s, err := d.WriteSession()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
		t.Errorf("the session's directory is not there: %v", err)
	}
	data, err := os.ReadFile(s.File)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(data), "\n"); lines != 4 {
		t.Errorf("the transcript has %d lines, want 4", lines)
	}
}

func TestPictures(t *testing.T) {
	a := image.NewRGBA(image.Rect(0, 0, 10, 10))
	b := image.NewRGBA(image.Rect(0, 0, 10, 10))
	if got := Colours(a); got != 1 {
		t.Errorf("a blank picture has %d colours", got)
	}
	b.Set(3, 4, color.White)
	if got := Colours(b); got != 2 {
		t.Errorf("got %d colours, want 2", got)
	}
	if got := Difference(a, b); got != 0.01 {
		t.Errorf("the difference is %v, want 0.01", got)
	}
	if got := Difference(a, image.NewRGBA(image.Rect(0, 0, 9, 10))); got != 1 {
		t.Errorf("the difference of two sizes is %v, want 1", got)
	}
}
