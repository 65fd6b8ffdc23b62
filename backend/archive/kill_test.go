//go:build unix

package archive

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"dendro/backend/internal/own"
	"dendro/backend/internal/tests"
)

// TestMain lets the tests run this binary as another process that works until it is killed.
func TestMain(m *testing.M) {
	root := os.Getenv("ARCHIVE_WORKER")
	if limit, err := strconv.ParseUint(os.Getenv("ARCHIVE_LIMIT"), 10, 64); err == nil {
		os.Exit(workOnFullDisk(root, os.Getenv("ARCHIVE_DIR"), limit))
	}
	if root != "" {
		work(root, os.Getenv("ARCHIVE_DIR"))
	}
	os.Exit(m.Run())
}

// work keeps, drops and restores sessions for ever.
func work(root, dir string) {
	a := New(own.Dir{Path: dir}, time.Now)
	rng := rand.New(rand.NewPCG(uint64(os.Getpid()), 2))
	for {
		n := 2 + rng.IntN(4)
		key := (&Session{Root: root, Files: []File{{Path: transcriptOf(id(n))}}}).Key()
		var err error
		switch rng.IntN(4) {
		case 0:
			_, _ = a.Drop(ctx, []string{key}) // it may be dropped already
		case 1:
			if s, getErr := a.Get(ctx, key); getErr == nil {
				_, err = a.Restore(ctx, s, root+"-restored")
			}
		default:
			_, err = a.Keep(ctx, Source{Session: Session{ID: id(n), Root: root}}, transcriptOf(id(n)), 0)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// workOnFullDisk keeps sessions until no file can grow beyond a limit in bytes, and returns how
// many could be kept.
func workOnFullDisk(root, dir string, limit uint64) (kept int) {
	signal.Ignore(syscall.SIGXFSZ) // a write fails instead
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return -1
	}
	a := New(own.Dir{Path: dir}, time.Now)
	for n := 1; n <= 5; n++ {
		if _, err := a.Keep(ctx, Source{Session: Session{ID: id(n), Root: root}}, transcriptOf(id(n)), 0); err == nil {
			kept++
		}
	}
	return kept
}

// TestFullDisk: on a disk that is full a session is kept whole or not at all, and everything
// can be kept when there is space again.
func TestFullDisk(t *testing.T) {
	w := newWorld(t, 17)
	all := map[string]map[string][]byte{}
	var bytes uint64
	for n := 1; n <= 5; n++ {
		s, files := w.session(n)
		all[s] = files
		for _, data := range files {
			bytes += uint64(len(data))
		}
	}
	partly := 0
	for i := range uint64(12) {
		dir := filepath.Join(t.TempDir(), "archive")
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "ARCHIVE_WORKER="+w.root, "ARCHIVE_DIR="+dir, fmt.Sprint("ARCHIVE_LIMIT=", bytes*i/12))
		if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 0 || cmd.ProcessState.ExitCode() > 5 {
			t.Fatal(err)
		}
		kept := cmd.ProcessState.ExitCode()
		if 0 < kept && kept < 5 {
			partly++
		}
		w.archive = New(own.Dir{Path: dir}, time.Now)
		sessions, err := w.archive.Sessions(ctx)
		if err != nil || len(sessions) != kept {
			t.Fatalf("%d of %d sessions, %v", len(sessions), kept, err)
		}
		if damage, err := w.archive.Verify(ctx); err != nil || len(damage) > 0 {
			t.Fatalf("%+v, %v", damage, err)
		}
		for _, s := range sessions {
			w.same(s.ID, all[s.ID])
		}
		for s, files := range all {
			w.keep(s)
			w.same(s, files)
		}
	}
	if partly == 0 {
		t.Error("no disk was full halfway")
	}
}

// TestKilled kills a process that keeps, drops and restores, at random moments: nothing on
// the disk is half there.
func TestKilled(t *testing.T) {
	tests.Long(t)
	w := newWorld(t, 13)
	all := map[string]map[string][]byte{}
	for n := 1; n <= 5; n++ {
		s, files := w.session(n)
		all[s] = files
	}
	w.keep(id(1))
	restored := w.root + "-restored"
	if err := os.Mkdir(restored, 0o700); err != nil {
		t.Fatal(err)
	}
	for range tests.Cases(40) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "ARCHIVE_WORKER="+w.root, "ARCHIVE_DIR="+w.archive.Dir())
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(5+w.rng.IntN(120)) * time.Millisecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal("it ended by itself: ", err)
		}
		_ = cmd.Wait() // it was killed
		a := w.reopened()
		damage, err := a.Verify(ctx)
		if err != nil || len(damage) > 0 {
			t.Fatalf("%+v, %v", damage, err)
		}
		w.archive = a
		w.same(id(1), all[id(1)])
		for s, files := range all {
			if _, err := os.Stat(filepath.Join(restored, transcriptOf(s))); err != nil {
				continue // not restored, or not yet
			}
			for p, data := range files {
				if got := w.read(restored, p); string(got) != string(data) {
					t.Fatalf("%s is half there", p)
				}
			}
		}
	}
	for s, files := range all { // interrupted work can be done again
		w.keep(s)
		w.same(s, files)
		if _, err := w.archive.Restore(ctx, w.only(s), restored); err != nil {
			t.Fatal(err)
		}
	}
	for s, files := range all {
		for p, data := range files {
			if string(w.read(w.root, p)) != string(data) {
				t.Fatalf("%s of %s changed", p, s)
			}
		}
	}
}
