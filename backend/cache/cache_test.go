package cache_test

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
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/cache"
	"dendro/backend/transcript"
)

// fill sets everything below v to random values that are not zero.
func fill(draw *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(draw, v.Elem())
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(draw.Int64N(1<<33), draw.Int64N(1e9))))
			return
		}
		for i := range v.NumField() {
			fill(draw, v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			fill(draw, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(draw, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 3 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(draw, key)
			fill(draw, value)
			v.SetMapIndex(key, value)
		}
	case reflect.String:
		v.SetString(fmt.Sprintf("é%x", draw.Uint64()>>draw.IntN(60)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(draw.Int64() - 1<<62 + 1)
	case reflect.Uint16:
		v.SetUint(draw.Uint64N(3)) // they are indexes
	default:
		v.SetUint(draw.Uint64()>>(64-v.Type().Bits()) | 1)
	}
}

func random(seed uint64, n int) []cache.File {
	draw := rand.New(rand.NewPCG(seed, 1))
	files := make([]cache.File, n)
	for i := range files {
		fill(draw, reflect.ValueOf(&files[i]).Elem())
	}
	return files
}

func content(files []cache.File, index func(io.Writer) error) cache.Content {
	chats := func(w io.Writer) error {
		_, err := fmt.Fprint(w, len(files))
		return err
	}
	return cache.Content{Files: files, Chats: chats, Index: index}
}

// load returns all that a store holds, checked.
func load(s *cache.Store) ([]cache.File, *cache.State, error) {
	state, err := s.Load()
	if err != nil {
		return nil, nil, err
	}
	files, err := state.Files()
	return files, state, err
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// TestEveryFieldComesBack fails when a field is added that is not kept.
func TestEveryFieldComesBack(t *testing.T) {
	s := cache.Open(t.TempDir(), []string{"/root"})
	if _, err := s.Load(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing was saved, Load says %v", err)
	}
	want := random(3, 40)
	if written, err := s.Save(content(want, text("signatures")), always); err != nil || string(written) != "signatures" {
		t.Fatalf("%q %v", written, err)
	}
	files, got, err := load(s)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Error(diff)
	}
	if indexOf(t, got) != "signatures" || string(got.Chats) != "40" || !s.HasIndex() {
		t.Errorf("the index is %q, the chats are %q", indexOf(t, got), got.Chats)
	}
}

// TestSavedIsWhatThisStoreHasSaved: the state of another process is none of it, and
// damage is noticed before anything is taken in.
func TestSavedIsWhatThisStoreHasSaved(t *testing.T) {
	dir := t.TempDir()
	mine, other := cache.Open(dir, []string{"/root"}), cache.Open(dir, []string{"/root"})
	if _, err := mine.Saved(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing was saved: %v", err)
	}
	want := random(4, 30)
	if _, err := mine.Save(content(want, text("signatures")), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Saved(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another has saved: %v", err)
	}
	state, err := mine.Saved()
	if err != nil {
		t.Fatal(err)
	}
	if err := state.Check(); err != nil {
		t.Fatal(err)
	}
	// What is checked stays what it is, whatever becomes of it.
	if _, err := other.Save(content(want[:3], nil), nil); err != nil {
		t.Fatal(err)
	}
	files, err := state.Files()
	if diff := cmp.Diff(want, files); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if got := indexOf(t, state); got != "signatures" {
		t.Errorf("the index is %q", got)
	}
	if _, err := mine.Saved(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another has saved over it: %v", err)
	}

	if _, err := mine.Save(content(want, nil), nil); err != nil {
		t.Fatal(err)
	}
	parts, err := filepath.Glob(filepath.Join(dir, "*", "*", "part-*"))
	if err != nil || len(parts) == 0 {
		t.Fatal(parts, err)
	}
	if state, err = mine.Saved(); err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		data, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		if err := os.WriteFile(part, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := state.Check(); err == nil {
		t.Error("the damage is not noticed")
	}
	state.Close()
}

func TestRootsHaveTheirOwnStates(t *testing.T) {
	dir := t.TempDir()
	a, b := cache.Open(dir, []string{"/a", "/b"}), cache.Open(dir, []string{"/a"})
	if _, err := a.Save(content(random(1, 2), nil), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Load(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("another root's state: %v", err)
	}
	if err := cache.Clear(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Load(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Clear: %v", err)
	}
	if err := cache.Clear(dir); err != nil {
		t.Errorf("clearing nothing: %v", err)
	}
}

// TestNothingIsLeftBehind saves again and again, and looks what there is.
func TestNothingIsLeftBehind(t *testing.T) {
	dir := t.TempDir()
	for i := range 8 {
		s := cache.Open(dir, []string{fmt.Sprint(i)})
		for range 3 {
			if _, err := s.Save(content(random(1, 2), text("x")), nil); err != nil {
				t.Fatal(err)
			}
		}
		failed := errors.New("disk full")
		if _, err := s.Save(content(nil, func(io.Writer) error { return failed }), nil); !errors.Is(err, failed) {
			t.Fatal(err)
		}
		if got, _, err := load(s); err != nil || len(got) != 2 {
			t.Fatalf("a save that failed has changed the state: %v", err)
		}
	}
	stores, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(stores) != 4 {
		t.Errorf("%d histories are kept, want 4 (%v)", len(stores), err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
	if err != nil || len(files) != 5*len(stores) {
		t.Errorf("there are %d files (%v)", len(files), err)
	}
}

// TestSeveralWriters lets several save at once, as processes do: what is there
// at every moment is one's state.
func TestSeveralWriters(t *testing.T) {
	dir := t.TempDir()
	var group sync.WaitGroup
	for n := range 4 {
		files, index := generation(n + 1)
		group.Go(func() {
			s := cache.Open(dir, []string{"/root"})
			for range 15 {
				if _, err := s.Save(drafted(dir, slices.Clone(files), index), nil); err != nil {
					t.Error(err)
				}
				checkGeneration(t, s)
			}
		})
	}
	group.Wait()
	if checkGeneration(t, cache.Open(dir, []string{"/root"})) == 0 {
		t.Error("no state is left")
	}
}

// TestDamageIsNoticed changes every part in every way.
func TestDamageIsNoticed(t *testing.T) {
	dir := t.TempDir()
	s := cache.Open(dir, []string{"/root"})
	want := random(5, 3)
	draw := rand.New(rand.NewPCG(1, 1))
	for i := range 150 {
		if err := cache.Clear(dir); err != nil {
			t.Fatal(err)
		}
		c := content(want, text("signatures"))
		if i%3 == 0 {
			c = drafted(dir, random(5, 3), "signatures")
		}
		if _, err := s.Save(c, nil); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
		path := files[draw.IntN(len(files))]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		switch at := draw.IntN(len(data)); i % 4 {
		case 0:
			err = os.Remove(path)
		case 1:
			err = os.WriteFile(path, data[:at], 0o600)
		default:
			data[at] ^= 1 << draw.IntN(8)
			err = os.WriteFile(path, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		// The index is not checked here: search.Decode does.
		if got, state, err := load(s); err == nil && (!cmp.Equal(want, got) || string(state.Chats) != "3") {
			t.Fatalf("damage in %s is not noticed", filepath.Base(path))
		}
	}
}

// generation is a state by which one can tell whether it is whole.
func generation(n int) ([]cache.File, string) {
	files := make([]cache.File, 500+n)
	for i := range files {
		node := transcript.Node{Time: int64(n), Session: 1<<16 - 1}
		files[i] = cache.File{Path: fmt.Sprint(i), Size: int64(n), Summary: &transcript.Summary{
			Records: n, Facts: transcript.Facts{Branches: []string{""}, Nodes: []transcript.Node{node, node}},
		}}
	}
	return files, string(bytes.Repeat([]byte{byte(n)}, 1<<20))
}

const childDir = "DENDRO_TEST_CACHE_CHILD"

// TestMain is also the process that TestKilledWhileSaving kills: with a
// directory in its environment it saves there for ever.
func TestMain(m *testing.M) {
	dir := os.Getenv(childDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	s := cache.Open(dir, []string{"/root"})
	for n := 1; ; n++ {
		files, index := generation(n)
		c := content(files, text(index))
		if n%2 == 0 {
			c = drafted(dir, files, index)
		}
		if _, err := s.Save(c, nil); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// patience is how long a slow machine may take to write the first state.
const patience = time.Minute

// TestKilledWhileSaving kills a process at random moments while it saves. What
// is there then is one of its states, whole, while others read it.
func TestKilledWhileSaving(t *testing.T) {
	dir := t.TempDir()
	s := cache.Open(dir, []string{"/root"})
	draw := rand.New(rand.NewPCG(2, 2))
	seen := 0
	for range 50 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childDir+"="+dir)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		life := time.Duration(5+draw.IntN(60)) * time.Millisecond
		// The first one lives until it has written a state, however slow the machine is.
		for time.Since(begun) < life || seen == 0 && time.Since(begun) < patience {
			seen += checkGeneration(t, s)
		}
		_ = child.Process.Kill()
		_ = child.Wait() // killed
		seen += checkGeneration(t, s)
	}
	if seen == 0 {
		t.Error("no state was ever seen")
	}
}

// checkGeneration returns how many states could be read.
func checkGeneration(t *testing.T, s *cache.Store) int {
	t.Helper()
	got, state, err := load(s)
	if err != nil {
		return 0 // none yet, or replaced faster than it is read
	}
	n := got[0].Summary.Records
	files, index := generation(n)
	if !cmp.Equal(files[7].Summary, got[7].Summary) || files[10].Summary.Nodes[1] != got[10].Summary.Nodes[1] || len(files) != len(got) || string(state.Chats) != fmt.Sprint(len(files)) ||
		state.IndexSize > 0 && indexOf(t, state) != index {
		t.Errorf("state %d is mixed with another", n)
	}
	return 1
}

func always(int64) bool { return true }

// TestViewsAreAskedFor pins that a view, which holds its file on the disk, is
// made only where somebody wants it.
func TestViewsAreAskedFor(t *testing.T) {
	s := cache.Open(t.TempDir(), []string{"/root"})
	var size int64
	written, err := s.Save(content(random(1, 2), text("signatures")), func(n int64) bool { size = n; return false })
	if err != nil || written != nil || size != int64(len("signatures")) {
		t.Errorf("%q of %d bytes, %v", written, size, err)
	}
}

// indexOf returns the index of a state, however it is given.
func indexOf(t *testing.T, s *cache.State) string {
	t.Helper()
	if s.IndexFile == nil {
		return string(s.Index)
	}
	defer s.IndexFile.Close()
	b := make([]byte, s.IndexSize)
	if _, err := s.IndexFile.ReadAt(b, 0); err != nil {
		t.Error(err)
	}
	return string(b)
}
