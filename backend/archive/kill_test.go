//go:build unix

package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"dendro/backend/internal/own"
	"dendro/backend/internal/tests"
)

// TestMain lets the tests run this binary as another process that works until it is killed.
func TestMain(m *testing.M) {
	if root := os.Getenv("ARCHIVE_WORKER"); root != "" {
		workFor(root, os.Getenv("ARCHIVE_DIR"))
	}
	os.Exit(m.Run())
}

// workFor keeps, drops and restores sessions for ever.
func workFor(root, dir string) {
	a := New(own.Dir{Path: dir}, time.Now)
	rng := rand.New(rand.NewPCG(uint64(os.Getpid()), 2))
	for {
		n := 2 + rng.IntN(4)
		key := KeyOf(nameOf(root), transcriptOf(id(n)))
		var err error
		switch rng.IntN(4) {
		case 0:
			_, err = a.Drop(ctx, []string{key})
		case 1:
			all, _ := a.Sessions(ctx)
			if i := slices.IndexFunc(all, func(s *Session) bool { return s.Key() == key }); i >= 0 {
				_, err = a.Restore(ctx, RestoreRequest{Session: all[i], Root: root + "-restored"})
				switch {
				case errors.Is(err, fs.ErrNotExist), errors.Is(err, errMissing):
					err = nil // another process has dropped it
				case errors.Is(err, ErrExists):
					err = nil // an earlier version was restored, which the kept one doesn't extend
				}
			}
		default:
			var b *Batch
			if b, err = a.Batch(0); err == nil {
				_, err = b.Keep(ctx, Source{Path: transcriptOf(id(n)), Session: Session{ID: id(n), Root: root}})
			}
			if errors.Is(err, errBusy) {
				err = nil
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func (w *world) worker() *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "ARCHIVE_WORKER="+w.root, "ARCHIVE_DIR="+w.archive.Dir())
	cmd.Stderr = os.Stderr
	return cmd
}

// grow changes a session of the worker's, as its client does, or as a crash does.
func (w *world) grow(files map[string]map[string][]byte, n int) {
	s := id(n)
	p := transcriptOf(s)
	if w.rng.IntN(4) == 0 {
		files[s][p] = append([]byte("{}\n"), files[s][p]...)
	} else {
		files[s][p] = append(bytes.Clone(files[s][p]), w.lines(s, 3)...)
	}
	w.write(p, files[s][p])
}

// restoredWhole fails if a restored session is half there.
func (w *world) restoredWhole(restored string, ever map[string][]string) {
	w.t.Helper()
	for n := 2; n < 6; n++ {
		p := transcriptOf(id(n))
		data, err := os.ReadFile(filepath.Join(restored, filepath.FromSlash(p)))
		if err == nil && !slices.Contains(ever[p], string(data)) {
			w.t.Fatalf("%s is half there", p)
		}
	}
}

// TestKilled kills a process that keeps, drops and restores, at random moments: nothing is
// lost, nothing is half there, and everything can be done again.
func TestKilled(t *testing.T) {
	tests.Long(t)
	w := newWorld(t, 13)
	all, ever := map[string]map[string][]byte{}, map[string][]string{}
	for n := 1; n <= 5; n++ {
		s, files := w.session(n)
		all[s] = files
		ever[transcriptOf(s)] = []string{string(files[transcriptOf(s)])}
	}
	w.keep(id(1))
	restored := w.root + "-restored"
	if err := os.Mkdir(restored, 0o700); err != nil {
		t.Fatal(err)
	}
	for range tests.Cases(12) {
		cmd := w.worker()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(5+w.rng.IntN(120)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal("it ended by itself: ", err)
		}
		if err := cmd.Wait(); cmd.ProcessState.Exited() {
			t.Fatal(err)
		}
		w.same(id(1), all[id(1)])
		w.restoredWhole(restored, ever)
		if w.rng.IntN(3) == 0 {
			if err := errors.Join(os.RemoveAll(restored), os.Mkdir(restored, 0o700)); err != nil {
				t.Fatal(err)
			}
			n := 2 + w.rng.IntN(4)
			w.grow(all, n)
			ever[transcriptOf(id(n))] = append(ever[transcriptOf(id(n))], string(all[id(n)][transcriptOf(id(n))]))
		}
	}
	if err := errors.Join(os.RemoveAll(restored), os.Mkdir(restored, 0o700)); err != nil {
		t.Fatal(err)
	}
	for s, files := range all { // interrupted work can be done again
		src := w.source(s)
		src.More = true
		if _, err := w.tryKeep(src); err != nil {
			t.Fatal(err)
		}
		w.same(s, files)
		if _, err := w.archive.Restore(ctx, RestoreRequest{Session: w.only(s), Root: restored}); err != nil {
			t.Fatal(err)
		}
		for p, data := range files {
			if !bytes.Equal(w.read(w.root, p), data) || !bytes.Equal(w.read(restored, p), data) {
				t.Fatalf("%s of %s changed", p, s)
			}
		}
	}
	if got := tree(t, w.archive.Dir()); slices.ContainsFunc(got, func(p string) bool { return strings.HasPrefix(p, workDir+"/") }) {
		t.Errorf("left: %q", got)
	}
}

// TestSeveralAtOnce: while several processes keep, drop and restore the same sessions, a
// verification finds nothing, and what none of them touches is there.
func TestSeveralAtOnce(t *testing.T) {
	tests.Long(t)
	w := newWorld(t, 14)
	all := map[string]map[string][]byte{}
	for n := 1; n <= 5; n++ {
		s, files := w.session(n)
		all[s] = files
	}
	w.keep(id(1))
	if err := os.Mkdir(w.root+"-restored", 0o700); err != nil {
		t.Fatal(err)
	}
	var workers []*exec.Cmd
	for range 2 {
		cmd := w.worker()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		workers = append(workers, cmd)
	}
	seconds, _ := strconv.Atoi(os.Getenv("ARCHIVE_SECONDS"))
	for end := time.Now().Add(time.Duration(max(2, seconds)) * time.Second); time.Now().Before(end); {
		w.same(id(1), all[id(1)])
	}
	for _, cmd := range workers {
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal("it ended by itself: ", err)
		}
		if err := cmd.Wait(); cmd.ProcessState.Exited() {
			t.Fatal(err)
		}
	}
	for s, files := range all {
		w.keep(s)
		w.same(s, files)
	}
}

// filling fails as a full disk does, after some bytes.
type filling struct {
	to   io.Writer
	left *int64
}

func (f filling) Write(p []byte) (int, error) {
	if int64(len(p)) <= *f.left {
		*f.left -= int64(len(p))
		return f.to.Write(p)
	}
	n, _ := f.to.Write(p[:*f.left])
	*f.left = 0
	return n, syscall.ENOSPC
}

// TestFullDisk: on a disk that is full a session is kept whole or not at all, earlier copies
// stay, and everything can be kept when there is space again.
func TestFullDisk(t *testing.T) {
	w := newWorld(t, 17)
	all := map[string]map[string][]byte{}
	var size int64
	for n := 1; n <= 3; n++ {
		s, files := w.session(n)
		all[s] = files
		for _, data := range files {
			size += int64(len(data))
		}
	}
	partly := 0
	for i := range int64(8) {
		w.archive = New(own.Dir{Path: filepath.Join(t.TempDir(), "archive")}, time.Now)
		w.keep(id(1))
		before := w.read(w.archive.RootOf(w.root), transcriptOf(id(1)))
		w.write(transcriptOf(id(1)), append(bytes.Clone(all[id(1)][transcriptOf(id(1))]), w.lines(id(1), int(i))...))
		left := size * i / 8
		w.archive.writer = func(to io.Writer) io.Writer { return filling{to, &left} }
		kept := 0
		for s := range all {
			if _, err := w.tryKeep(w.source(s)); err == nil {
				kept++
			} else if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
		}
		w.archive.writer = nil
		if 0 < kept && kept < 3 {
			partly++
		}
		sessions, err := w.archive.Sessions(ctx)
		if err != nil || len(sessions) < max(1, kept) {
			t.Fatalf("%d sessions, %v", len(sessions), err)
		}
		w.whole()
		if now := w.read(w.archive.RootOf(w.root), transcriptOf(id(1))); !bytes.HasPrefix(now, before) {
			t.Fatal("a kept file is lost")
		}
		w.write(transcriptOf(id(1)), all[id(1)][transcriptOf(id(1))])
		for s, files := range all {
			added := w.keep(s)
			if len(added.Shorter) == 0 {
				w.same(s, files)
			}
		}
	}
	if partly == 0 {
		t.Error("no disk was full halfway")
	}
}
