package cache

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestScratch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("everything stays in memory here")
	}
	dir := filepath.Join(t.TempDir(), "cache")
	f, err := Scratch(filepath.Join(os.DevNull, "x"), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte("text"), 5); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 9)
	if _, err := f.ReadAt(got, 0); err != nil || string(got) != "\x00\x00\x00\x00\x00text" {
		t.Errorf("%q, %v", got, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
	if _, err := Scratch(filepath.Join(os.DevNull, "x")); err == nil {
		t.Error("made where nothing can be")
	}
	if _, err := Scratch(); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("made nowhere: %v", err)
	}
}
