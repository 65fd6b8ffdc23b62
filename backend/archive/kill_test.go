//go:build unix

package archive

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"dendro/backend/internal/own"
	"dendro/backend/internal/tests"
)

// TestMain lets the tests run this binary as another process that works until it is killed.
func TestMain(m *testing.M) {
	if root := os.Getenv("ARCHIVE_WORKER"); root != "" {
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
