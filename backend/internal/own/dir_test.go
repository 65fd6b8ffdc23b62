package own

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func mkdir(t *testing.T, path string) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func write(t *testing.T, path, text string) {
	t.Helper()
	mkdir(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(to, path); err != nil {
		t.Skip("no links can be made here:", err)
	}
}

// claude writes a root with one transcript and returns its project and the transcript.
func claude(t *testing.T) (project, transcript string) {
	t.Helper()
	project = filepath.Join(t.TempDir(), "projects", "-work")
	transcript = filepath.Join(project, "8f14e45f-ceea-467f-a0e6-3a6f1f2b9c01.jsonl")
	write(t, transcript, "{}\n")
	return project, transcript
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	project, _ := claude(t)
	linked, below := filepath.Join(dir, "linked"), filepath.Join(dir, "below")
	link(t, mkdir(t, filepath.Join(dir, "target")), linked)
	link(t, project, below)
	write(t, filepath.Join(dir, "file"), "x")
	for _, tt := range []struct {
		name, path, why string
	}{
		{"an own directory", mkdir(t, filepath.Join(dir, "mine")), ""},
		{"one to be made", filepath.Join(dir, "mine", "a", "b"), ""},
		{"below a link to an own directory", filepath.Join(linked, "a"), ""},
		{"a link", linked, "a link"},
		{"a link into a Claude directory", below, "a link"},
		{"below a link into a Claude directory", filepath.Join(below, "continue"), "Claude directory"},
		{"in a directory called as Claude's", filepath.Join(dir, ".claude", "cache"), "Claude directory"},
		{"a file", filepath.Join(dir, "file"), "not a directory"},
		{"a relative path", "dendro", "relative"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := Dir{Path: tt.path}.Check()
			if tt.why == "" && err != nil || tt.why != "" && (!errors.Is(err, ErrUnsafe) || !strings.Contains(err.Error(), tt.why)) {
				t.Errorf("%v, want %q", err, tt.why)
			}
			if root, err := (Dir{Path: tt.path}).Open(); tt.why != "" && err == nil {
				t.Errorf("it is opened: %v", root.Close())
			}
		})
	}
	if err := (Dir{}).Make(); !errors.Is(err, ErrNone) {
		t.Errorf("no directory: %v", err)
	}
}

// TestWrite follows links of users who store their settings elsewhere, and no others.
func TestWrite(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	d := Dir{Path: filepath.Join(dir, "dendro")}
	if err := d.Write("a", []byte("1")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(other, "dotfile"), "old")
	link(t, filepath.Join(other, "dotfile"), filepath.Join(d.Path, "elsewhere"))
	if err := d.Write("elsewhere", []byte("new")); err != nil {
		t.Error(err)
	}
	if text, _ := os.ReadFile(filepath.Join(other, "dotfile")); string(text) != "new" {
		t.Errorf("the dotfile holds %q", text)
	}
	_, transcript := claude(t)
	link(t, transcript, filepath.Join(d.Path, "transcript"))
	if err := d.Write("transcript", []byte("new")); !errors.Is(err, ErrUnsafe) {
		t.Errorf("written through a link into a Claude directory: %v", err)
	}
	if text, _ := os.ReadFile(transcript); string(text) != "{}\n" {
		t.Errorf("the transcript holds %q", text)
	}
}

func TestAppend(t *testing.T) {
	d := Dir{Path: filepath.Join(t.TempDir(), "dendro")}
	for _, line := range []string{"one\n", "two\n"} {
		if err := d.Append("log", []byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := d.Read("log", 100); err != nil || string(text) != "one\ntwo\n" {
		t.Errorf("%q, %v", text, err)
	}
	_, transcript := claude(t)
	link(t, transcript, filepath.Join(d.Path, "soft"))
	if err := os.Link(transcript, filepath.Join(d.Path, "hard")); err != nil {
		t.Fatal(err)
	}
	link(t, filepath.Join(filepath.Dir(transcript), "missing"), filepath.Join(d.Path, "dangling"))
	for _, name := range []string{"soft", "hard", "dangling"} {
		if name == "hard" && !countsNames {
			continue
		}
		if err := d.Append(name, []byte("x")); err == nil {
			t.Errorf("appended through a %s link", name)
		}
	}
	if text, _ := os.ReadFile(transcript); string(text) != "{}\n" {
		t.Errorf("the transcript holds %q", text)
	}
}

func TestReadIsBounded(t *testing.T) {
	d := Dir{Path: t.TempDir()}
	write(t, filepath.Join(d.Path, "f"), "0123456789")
	if _, err := d.Read("f", 9); err == nil {
		t.Error("more was read than was asked for")
	}
	for most, want := range map[int64]string{3: "789", 10: "0123456789", 100: "0123456789"} {
		got, all, err := d.Tail("f", most)
		if string(got) != want || all != (most >= 10) || err != nil {
			t.Errorf("the last %d: %q, %v, %v", most, got, all, err)
		}
	}
	if _, err := d.Read("none", 9); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}
