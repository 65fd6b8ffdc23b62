//go:build unix

package catalog_test

import (
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
)

// TestTheDiskIsFull lets nothing larger than a few bytes be written: a start
// keeps nothing then, or what it kept before, and answers as ever.
func TestTheDiskIsFull(t *testing.T) {
	tests.Long(t)
	h, _ := history.Random(testlib.NewDraw(6), 12)
	root := testlib.Write(t, h)
	want := testlib.Answers(t, testlib.Scanned(t, root))
	for _, most := range []string{"0", "1", "200", "2000", "20000", "100000"} {
		dir := t.TempDir()
		for _, before := range []string{"nothing", "something"} {
			process, says := start(t, root, dir, childMost+"="+most)
			if err := process.Wait(); err != nil {
				t.Fatalf("%v: %s", err, says)
			}
			if diff := testlib.Difference(t, want, testlib.Answers(t, testlib.Kept(t, dir, true, root))); diff != "" {
				t.Fatalf("after a start that could write %s bytes, with %s kept before: %s", most, before, diff)
			}
			change(t, testlib.NewDraw(7), root, h.Files())
			want = testlib.Answers(t, testlib.Scanned(t, root))
		}
	}
}

// limit makes every write fail that would let a file of this process grow
// beyond some bytes, as it fails on a full disk.
func limit(most string) error {
	n, err := strconv.ParseUint(most, 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	var now syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &now); err != nil {
		return err
	}
	now.Cur = n
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &now)
}

func TestUnreadableFilesComeAndGo(t *testing.T) {
	if !tests.Unprivileged(t) {
		return
	}
	h, _ := history.Random(testlib.NewDraw(12), 12)
	root := testlib.Write(t, h)
	l := testlib.Open(root)
	testlib.Watching(t, l)
	files, err := filepath.Glob(filepath.Join(root, "projects", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, step := range []struct {
		path string
		mode os.FileMode
	}{
		{files[0], 0o600}, {filepath.Dir(files[0]), 0o700}, {filepath.Join(root, "projects"), 0o700},
	} {
		if err := os.Chmod(step.path, 0); err != nil {
			t.Fatal(err)
		}
		settled(t, l, root)
		if err := os.Chmod(step.path, step.mode); err != nil {
			t.Fatal(err)
		}
		settled(t, l, root)
	}
}
