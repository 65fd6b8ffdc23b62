package scan

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/disk"
	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// meddler is a Visitor that calls a function once, at the first record of its file.
type meddler struct{ do func() }

func (m *meddler) Begin(transcript.File, *transcript.Summarizer) {}

func (m *meddler) Continue(*Job, *transcript.Summarizer) bool { return true }

func (m *meddler) Add(*jsonl.Line, *transcript.Record) {
	if m.do != nil {
		m.do()
		m.do = nil
	}
}

func (m *meddler) End(int64, time.Time) any { return nil }

// TestAFileIsWrittenToWhileItIsRead: a large file that has only grown is not reread whole,
// any other is.
func TestAFileIsWrittenToWhileItIsRead(t *testing.T) {
	line := func(word string) []byte {
		return []byte(`{"type":"user","uuid":"` + word + `","message":{"role":"user","content":"` + strings.Repeat(word+" ", 1000) + `"}}` + "\n")
	}
	large, small := bytes.Repeat(line("one"), 1000), line("one")
	tests := []struct {
		name   string
		before []byte
		do     func(f *os.File) error
		grown  bool
	}{
		{"a large file grows", large, func(f *os.File) error { _, err := f.Write(line("two")); return err }, true},
		{"a large file with half a line grows", large[:len(large)-7], func(f *os.File) error { _, err := f.Write(large[len(large)-7:]); return err }, true},
		{"a small file grows", small, func(f *os.File) error { _, err := f.Write(line("two")); return err }, false},
		{"a large file is written anew", large, func(f *os.File) error {
			if err := f.Truncate(0); err != nil {
				return err
			}
			_, err := f.Write(append(bytes.Repeat(line("six"), 1000), line("two")...))
			return err
		}, false},
		{"a large file loses its end and grows", large, func(f *os.File) error {
			if err := f.Truncate(int64(len(large) - len(small))); err != nil {
				return err
			}
			_, err := f.Write(append(line("two"), line("six")...))
			return err
		}, false},
		{"a large file is cut off", large, func(f *os.File) error { return f.Truncate(int64(len(large) / 2)) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := write(t, map[string]string{"projects/-a/s.jsonl": string(tt.before)})
			f, err := os.OpenFile(filepath.Join(root, "projects/-a/s.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			m := &meddler{do: func() {
				if err := tt.do(f); err != nil {
					t.Error(err)
				}
			}}
			read := func(known Result) (got Result) {
				t.Helper()
				files, _, err := List(context.Background(), &disk.Prober{}, []Root{{Path: root}})
				if err != nil {
					t.Fatal(err)
				}
				jobs := []Job{{File: files[0], Known: known.Summary, Print: known.Print}}
				if err := Read(context.Background(), jobs, func(Outputs) Visitor { return m }, func(r Result) { got = r }); err != nil || got.Err != nil {
					t.Fatal(err, got.Err)
				}
				return got
			}
			got, cold := read(read(Result{})), read(Result{})
			if got.Grown != tt.grown {
				t.Errorf("read from the old end: %v, want %v", got.Grown, tt.grown)
			}
			got.Grown = false
			if diff := cmp.Diff(cold, got, cmp.AllowUnexported(transcript.Ref{})); diff != "" {
				t.Errorf("not as read cold: %s", diff)
			}
		})
	}
}
