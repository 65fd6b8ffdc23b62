package catalog_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/scan"
	"dendro/backend/store"
)

// Faults of disks and clocks. After each of them a library must answer like one that reads
// the same bytes for the first time.

// What the processes that these tests start are told, by their environment.
const (
	childRoot  = "DENDRO_TEST_ROOT"
	childCache = "DENDRO_TEST_CACHE"
	childMost  = "DENDRO_TEST_MOST"  // bytes that a file may have
	childKeeps = "DENDRO_TEST_KEEPS" // it does not clear what it has kept
)

// TestMain is also the process that some tests start: with a root in its
// environment it reads that and keeps it, once where it may not write what it
// wants to, else for ever.
func TestMain(m *testing.M) {
	root := os.Getenv(childRoot)
	if root == "" {
		os.Exit(m.Run())
	}
	if err := child(root, os.Getenv(childCache), os.Getenv(childMost)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func child(root, dir, most string) error {
	if most != "" {
		if err := limit(most); err != nil {
			return err
		}
	}
	for {
		l := library.New(library.Options{
			Options: catalog.Options{
				Index: true, Cache: dir, Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return testlib.Begin },
			},
			Home: "/home/ada",
		})
		if err := l.Catalog.Scan(context.Background(), true); err != nil {
			return err
		}
		l.Catalog.Flush()
		if most != "" {
			return nil
		}
		fmt.Println("kept")
		if os.Getenv(childKeeps) != "" {
			continue
		}
		if err := store.Clear(dir); err != nil {
			return err
		}
	}
}

// words are what a process has said so far.
type words struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *words) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *words) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// start starts that process.
func start(t *testing.T, root, dir string, env ...string) (cmd *exec.Cmd, says *words) {
	t.Helper()
	says = &words{}
	cmd = exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(append(os.Environ(), childRoot+"="+root, childCache+"="+dir), env...)
	cmd.Stdout, cmd.Stderr = says, says
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, says
}

// TestKilledWhileCaching kills a process at random moments while it reads a history,
// caches it, and clears the cache. The first one is not killed before it has cached
// something, however slow the machine is.
func TestKilledWhileCaching(t *testing.T) {
	h, _ := history.Random(testlib.NewDraw(3), 12)
	root, dir := testlib.Write(t, h), t.TempDir()
	want := testlib.Answers(t, testlib.Scanned(t, root))
	draw := testlib.NewDraw(4)
	rounds := 0
	for range tests.Cases(30) {
		process, says := start(t, root, dir)
		if rounds == 0 {
			testlib.Until(t, "what it keeps", func() bool { return says.String() != "" })
		}
		time.Sleep(time.Duration(15+draw.IntN(40)) * time.Millisecond)
		_ = process.Process.Kill()
		_ = process.Wait() // killed
		rounds += strings.Count(says.String(), "kept\n")
		if other := strings.ReplaceAll(says.String(), "kept\n", ""); other != "" {
			t.Fatalf("the process said %s", other)
		}
		if diff := testlib.Difference(t, want, testlib.Answers(t, testlib.Kept(t, dir, true, root))); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestKilledDamagedAndChanged kills a process at random moments while it reads a history
// that changes, and keeps what it reads, sometimes while another one does so too, and
// flips bytes of what it has kept: a start answers as one that has nothing.
func TestKilledDamagedAndChanged(t *testing.T) {
	draw := testlib.NewDraw(14)
	h, _ := history.Random(draw, 12)
	files := h.Files()
	root, dir := testlib.Write(t, h), t.TempDir()
	flipped, whole := 0, 0
	for round := range tests.Cases(15) {
		keeps := []string{childKeeps + "=yes"}
		if draw.IntN(4) == 0 {
			keeps = nil // it clears
		}
		process, _ := start(t, root, dir, keeps...)
		other, _ := start(t, root, dir, keeps...)
		time.Sleep(time.Duration(10+draw.IntN(30)) * time.Millisecond)
		for range draw.IntN(5) {
			change(t, draw, root, files)
			time.Sleep(time.Duration(draw.IntN(15)) * time.Millisecond)
		}
		for _, p := range []*exec.Cmd{process, other} {
			_ = p.Process.Kill()
			_ = p.Wait() // killed
		}
		if draw.IntN(2) == 0 {
			flipped += flip(t, draw, dir)
		} else {
			whole++
		}
		if draw.IntN(3) == 0 {
			testlib.Kept(t, dir, false, root) // a command that searches nothing
		}
		if diff := testlib.Difference(t, testlib.Answers(t, testlib.Scanned(t, root)), testlib.Answers(t, testlib.Kept(t, dir, true, root))); diff != "" {
			t.Fatalf("round %d: %s", round, diff)
		}
		if diff := testlib.Difference(t, testlib.Answers(t, testlib.Scanned(t, root)), testlib.Answers(t, testlib.Kept(t, dir, true, root))); diff != "" {
			t.Fatalf("round %d, once more: %s", round, diff)
		}
	}
	t.Logf("%d bytes were flipped, %d stores were left as they were", flipped, whole)
}

// flip flips bits of the cache and returns their number.
func flip(t *testing.T, draw *rand.Rand, dir string) (flipped int) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*", "[ms]*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range draw.IntN(5) {
			if len(data) > 0 {
				data[draw.IntN(len(data))] ^= 1 << draw.IntN(8)
				flipped++
			}
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return flipped
}

func TestADirectoryIsRenamedUnderTheWatcher(t *testing.T) {
	h, _ := history.Random(testlib.NewDraw(5), 12)
	root := testlib.Write(t, h)
	l := testlib.Open(root)
	testlib.Watching(t, l)
	projects, err := filepath.Glob(filepath.Join(root, "projects", "*"))
	if err != nil || len(projects) == 0 {
		t.Fatal(projects, err)
	}
	for _, name := range []string{projects[0], filepath.Join(root, "projects")} {
		for _, move := range [][2]string{{name, name + "-away"}, {name + "-away", name}} {
			if err := os.Rename(move[0], move[1]); err != nil {
				t.Fatal(err)
			}
			settled(t, l, root)
		}
	}
	// It is still followed where it came back to.
	files, err := filepath.Glob(filepath.Join(projects[0], "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	name, err := filepath.Rel(root, files[0])
	if err != nil {
		t.Fatal(err)
	}
	testlib.AppendTo(t, root, filepath.ToSlash(name), []byte(`{"type":"custom-title","customTitle":"came back"}`+"\n"))
	settled(t, l, root)
}

func TestAFileIsTruncatedWhileItsThreadIsOpen(t *testing.T) {
	h := history.New(8, testlib.Begin)
	s := h.Session(testlib.Day())
	for i := range 40 {
		s.Turn(fmt.Sprintf("prompt %d", i), fmt.Sprintf("reply %d", i))
	}
	root := testlib.Write(t, h)
	data := h.Files()[s.Path()]
	l := testlib.InWindow(t, root, "")
	testlib.Watching(t, l)
	th, err := l.Threads.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(root, filepath.FromSlash(s.Path()))
	for _, size := range []int{len(data) * 2 / 3, len(data) / 2, 0, len(data)} {
		if size == len(data) {
			testlib.Put(t, root, s.Path(), data)
		} else if err := os.Truncate(path, int64(size)); err != nil {
			t.Fatal(err)
		}
		// Concurrent readers get rows or an error.
		_, _ = th.Page(t.Context(), 0, 100)
		settled(t, l, root)
	}
	rows, err := th.Page(t.Context(), 0, 200)
	if err != nil || len(rows) != 80 {
		t.Errorf("%d rows when all is back: %v", len(rows), err)
	}
}

// TestTheClockJumps lets time, and the times of files, go back and forth while
// a history grows.
func TestTheClockJumps(t *testing.T) {
	h := history.New(9, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("the first", "of all")
	root := testlib.Write(t, h)
	var ahead atomic.Int64
	at := func() *library.Library {
		return library.New(library.Options{
			Options: catalog.Options{
				Index: true, Window: true, Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return testlib.Begin.AddDate(0, 0, 10).Add(time.Duration(ahead.Load())) },
			},
			Home: "/home/ada",
		})
	}
	l := at()
	t.Cleanup(l.Catalog.Subscribe(func(catalog.Change) {}))
	testlib.Watching(t, l)
	path := filepath.Join(root, filepath.FromSlash(s.Path()))
	old := len(h.Files()[s.Path()])
	const year = 365 * 24 * time.Hour
	for i, jump := range []time.Duration{year, -year, -30 * year, time.Second, 0} {
		ahead.Store(int64(jump))
		s.Turn(fmt.Sprintf("turn %d", i), "is said")
		data := h.Files()[s.Path()]
		testlib.AppendTo(t, root, s.Path(), data[old:])
		old = len(data)
		when := testlib.Begin.Add(-jump)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
		testlib.Until(t, "what is read cold", func() bool {
			cold := at()
			if err := cold.Catalog.Scan(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			return testlib.Answers(t, cold) == testlib.Answers(t, l)
		})
	}
}

// TestFourWritersTearTheirLines lets four processes, so to speak, append ten
// thousand records (fewer with -short) in pieces, cut within lines and characters; two of them
// write to one file.
func TestFourWritersTearTheirLines(t *testing.T) {
	const writers = 4
	each := tests.Cases(2500)
	h := history.New(11, testlib.Begin)
	names := make([]string, 0, writers)
	for range writers - 1 {
		s := h.Session(testlib.Day())
		s.Turn("begin", "begun")
		names = append(names, s.Path())
	}
	names = append(names, names[0])
	root := testlib.Write(t, h)
	l := testlib.InWindow(t, root, "")
	testlib.Watching(t, l)
	var work sync.WaitGroup
	for w, name := range names {
		work.Go(func() { tear(t, testlib.NewDraw(uint64(w)), w, filepath.Join(root, filepath.FromSlash(name)), each) })
	}
	work.Wait()
	for _, name := range names { // cheaper to ask for than all answers
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		id := strings.TrimSuffix(filepath.Base(name), ".jsonl")
		testlib.Until(t, "the last byte", func() bool {
			_, s, err := l.Session(id)
			return err == nil && s.Bytes == info.Size()
		})
	}
	settled(t, l, root)
	if d := l.Doctor(); len(d.Malformed) == 0 {
		t.Error("no two lines were mixed: the writers did not meet")
	}
}

// tear appends n records to a file, each in one write or in several.
func tear(t *testing.T, draw *rand.Rand, writer int, path string, n int) {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Error(err)
		return
	}
	defer f.Close()
	parent := "null"
	for i := range n {
		uuid := fmt.Sprintf("%08x-0000-4000-8000-%012x", writer+1, i)
		kind, message := "user", fmt.Sprintf(`{"role":"user","content":"Zeile %d: ça, 木 and 🌳 e t"}`, i)
		if i%2 == 1 {
			kind, message = "assistant", fmt.Sprintf(`{"id":"msg_%d_%d","role":"assistant","content":[{"type":"text","text":"ja 🌳 %d"}]}`, writer, i, i)
		}
		line := fmt.Appendf(nil, `{"parentUuid":%s,"type":%q,"uuid":%q,"timestamp":"2026-11-03T10:00:00.000Z","message":%s}`+"\n", parent, kind, uuid, message)
		parent = `"` + uuid + `"`
		for len(line) > 0 {
			cut := len(line)
			if tree := bytes.IndexRune(line, '🌳'); draw.IntN(4) == 0 && tree >= 0 {
				cut = tree + 1 + draw.IntN(3)
			} else if draw.IntN(4) == 0 {
				cut = 1 + draw.IntN(len(line))
			}
			if _, err := f.Write(line[:cut]); err != nil {
				t.Error(err)
				return
			}
			line = line[cut:]
			runtime.Gosched() // another writer comes in between
		}
	}
}
