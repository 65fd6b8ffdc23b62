package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/tests"
	"dendro/backend/store"
	"dendro/backend/transcript"
)

// generation returns the nth test state. Its content depends on n, so that a mix of states is
// detected.
func generation(n int) (files []store.File, rows string) {
	files = make([]store.File, 300+n%50)
	for i := range files {
		node := transcript.Node{Time: int64(n)}
		files[i] = store.File{File: transcript.File{Path: fmt.Sprint(i), Size: int64(n)}, Summary: &transcript.Summary{
			Records: n, Facts: transcript.Facts{Branches: []string{""}, Nodes: []transcript.Node{node, node}},
		}}
	}
	return files, string(bytes.Repeat([]byte{byte(n)}, 1<<20))
}

const childDir = "DENDRO_TEST_STORE_CHILD"

// TestMain also runs the process that TestKilledWhileWriting kills: with a directory in its
// environment it writes there forever, enough to trigger compaction.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	if err := writeForever(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func writeForever(dir string) error {
	s, _, _ := store.Open(dir, []string{"/root"})
	for n := 1; ; n++ {
		var m store.Manifest
		files, rows := generation(n)
		for i := range files {
			p, err := s.AppendFile(&files[i])
			if err != nil {
				return err
			}
			m.Files = append(m.Files, p)
		}
		for range 3 {
			p, err := s.Append([]byte(rows))
			if err != nil {
				return err
			}
			m.Rows = append(m.Rows, p)
		}
		if err := s.Commit(m); err != nil {
			return err
		}
	}
}

// patience is the time limit for the first state, even on a slow machine.
const patience = time.Minute

// TestKilledWhileWriting kills a process at random moments while it appends, commits and
// compacts. Concurrent and later readers must see one complete state.
func TestKilledWhileWriting(t *testing.T) {
	dir := t.TempDir()
	draw := rand.New(rand.NewPCG(2, 2))
	seen := 0
	for range tests.Cases(30) {
		var says bytes.Buffer
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childDir+"="+dir)
		child.Stderr = &says
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		life := time.Duration(5+draw.IntN(200)) * time.Millisecond
		// Let the first process live until it has committed, however slow the machine is.
		for time.Since(begun) < life || seen == 0 && time.Since(begun) < patience {
			seen += checkGeneration(t, dir)
		}
		_ = child.Process.Kill()
		_ = child.Wait() // killed
		seen += checkGeneration(t, dir)
		if says.Len() > 0 {
			t.Fatalf("the child failed: %s", &says)
		}
	}
	if seen == 0 {
		t.Error("no state was ever read")
	}
}

// checkGeneration returns how many states could be read, as a second process reads them.
func checkGeneration(t *testing.T, dir string) int {
	t.Helper()
	s, m, err := store.Open(dir, []string{"/root"})
	defer closed(t, s)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
		return 0
	}
	first, err := store.ReadFile(m.Files[0])
	if err != nil {
		return 0 // replaced faster than it is opened
	}
	n := first.Summary.Records
	files, rows := generation(n)
	if len(files) != len(m.Files) || len(m.Rows) != 3 {
		t.Fatalf("state %d has %d files", n, len(m.Files))
	}
	for i, p := range m.Files {
		if got, err := store.ReadFile(p); err != nil || !cmp.Equal(files[i], got) {
			t.Fatalf("state %d is mixed with another: %v", n, err)
		}
	}
	for _, p := range m.Rows {
		if textOf(t, p) != rows {
			t.Fatalf("state %d is mixed with another", n)
		}
	}
	return 1
}
