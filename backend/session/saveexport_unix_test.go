//go:build unix

package session_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// TestSaveExportReplacesFilesOnly: links and everything that is no regular file stay what
// they are.
func TestSaveExportReplacesFilesOnly(t *testing.T) {
	h := history.New(34, testlib.Begin)
	h.Session(testlib.Day()).Turn("hello", "hello")
	l, dir := testlib.Scanned(t, testlib.Write(t, h)), t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	testlib.Put(t, dir, "old.md", []byte("old"))
	testlib.Put(t, dir, "log.md", []byte("before, "))
	for from, to := range map[string]string{"link": "old.md", "dangling": in("new.md"), "loop": "loop"} {
		if err := os.Symlink(to, in(from)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(in("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := os.OpenFile(in("log.md"), os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	text := make(chan string, 1)
	go func() {
		read, _ := os.ReadFile(in("pipe"))
		text <- string(read)
	}()
	for _, tt := range []struct {
		path string
		ok   bool
		kind fs.FileMode // afterwards
		file string      // that holds want
		want string
	}{
		{in("link"), true, fs.ModeSymlink, "old.md", "text"},
		{in("dangling"), true, fs.ModeSymlink, "new.md", "text"},
		{in("loop"), false, fs.ModeSymlink, "", ""},
		{in("pipe"), true, fs.ModeNamedPipe, "", ""},
		{dir, false, fs.ModeDir, "", ""},
		{fmt.Sprintf("/dev/fd/%d", log.Fd()), true, 0, "log.md", "before, text"},
		{os.DevNull, true, fs.ModeDevice | fs.ModeCharDevice, "", ""},
	} {
		if err := l.Exporter.SaveExport(t.Context(), tt.path, []byte("text")); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.path, err)
		}
		if info, err := os.Lstat(tt.path); tt.file != "log.md" && (err != nil || info.Mode().Type() != tt.kind) {
			t.Errorf("%s has become something else: %v, %v", tt.path, info.Mode(), err)
		}
		if got, err := os.ReadFile(in(tt.file)); tt.file != "" && (err != nil || string(got) != tt.want) {
			t.Errorf("%s: %q, %v", tt.file, got, err)
		}
	}
	if got := <-text; got != "text" {
		t.Errorf("the pipe's reader got %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Exporter.SaveExport(ctx, in("pipe"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a pipe that nobody reads: %v", err)
	}
	// Ends the goroutine that waits for the pipe's other end.
	if reader, err := os.OpenFile(in("pipe"), os.O_RDWR, 0); err == nil {
		_ = reader.Close()
	}
}
