package library_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/session"
)

// TestAPageSurvivesARewrite rewrites a file between opening a thread and
// reading it, as compaction by some hosts and restored backups do.
func TestAPageSurvivesARewrite(t *testing.T) {
	h := history.New(12, testlib.Begin)
	s := h.Session(testlib.Day())
	for i := range 20 {
		s.Turn(fmt.Sprint("prompt ", i), strings.Repeat("answer ", 50))
	}
	root := testlib.Write(t, h)
	data := h.Files()[s.Path()]
	half := data[:bytes.LastIndexByte(data[:len(data)/2], '\n')+1]
	shifted := append([]byte(`{"type":"custom-title","customTitle":"new"}`+"\n"), data...)
	tests := []struct {
		name  string
		bytes []byte
		rows  int // at least
		err   error
	}{
		{"shifted", shifted, 40, nil},
		{"shorter", half, 10, nil},
		{"emptied", nil, 0, nil},
		{"filled with zeros", make([]byte, len(data)), 0, nil},
		{"removed", []byte("removed"), 0, session.ErrUnreadable},
		{"a directory", []byte("directory"), 0, session.ErrUnreadable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testlib.Put(t, root, s.Path(), data)
			l := testlib.Scanned(t, root)
			th, err := l.Threads.Thread(t.Context(), s.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(root, filepath.FromSlash(s.Path()))
			switch string(tt.bytes) {
			case "removed", "directory":
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				if string(tt.bytes) == "directory" {
					if err := os.Mkdir(path, 0o755); err != nil {
						t.Fatal(err)
					}
					defer os.Remove(path)
				}
			default:
				testlib.Put(t, root, s.Path(), tt.bytes)
			}
			rows, err := th.All(t.Context())
			if !errors.Is(err, tt.err) || len(rows) < tt.rows {
				t.Errorf("%d rows, %v", len(rows), err)
			}
			if err == nil && len(rows) != th.Rows.Len() {
				t.Errorf("%d rows of %d", len(rows), th.Rows.Len())
			}
		})
	}
}

// TestPagesBesideRewrites reads while the file changes underneath: every
// answer is some state of the file, or an error that says so.
func TestPagesBesideRewrites(t *testing.T) {
	h := history.New(13, testlib.Begin)
	s := h.Session(testlib.Day())
	for i := range 30 {
		s.Turn(fmt.Sprint("prompt ", i), "answer")
	}
	root := testlib.Write(t, h)
	data := h.Files()[s.Path()]
	l := testlib.Scanned(t, root)
	var group sync.WaitGroup
	stop := make(chan struct{})
	group.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			testlib.Put(t, root, s.Path(), data[:bytes.LastIndexByte(data[:len(data)/(1+i%3)], '\n')+1])
			if err := l.Catalog.Scan(t.Context(), false); err != nil {
				t.Error(err)
			}
		}
	})
	for range 4 {
		group.Go(func() {
			for range 50 {
				th, err := l.Threads.Thread(t.Context(), s.ID, "")
				if err == nil {
					_, err = th.Page(t.Context(), 0, 20)
				}
				if err != nil && !errors.Is(err, session.ErrUnreadable) && !errors.Is(err, session.ErrNotFound) {
					t.Error(err)
				}
				l.Chats()
				testlib.Facts(l)
				l.State()
				l.Doctor()
				if _, _, _, err := l.Searcher.Filter(t.Context(), "prompt", 5, 0, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		group.Wait()
	}()
	testlib.Until(t, "the end of the readers", func() bool {
		select {
		case <-done:
			return true
		default:
		}
		select {
		case <-stop:
		default:
			if l.Catalog.Seq() > 60 {
				close(stop)
			}
		}
		return false
	})
}
