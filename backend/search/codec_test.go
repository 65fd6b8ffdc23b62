package search_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"dendro/backend/internal/corpus"
	"dendro/backend/search"
)

func encoded(t testing.TB, x *search.Index) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := x.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// small is a world of a few sealed groups and an open one.
func small(t testing.TB) *world {
	t.Helper()
	dir := t.TempDir()
	if _, err := corpus.Write(dir, 8<<20, 9); err != nil {
		t.Fatal(err)
	}
	return load(t, dir)
}

func TestDecodedIndexIsTheSame(t *testing.T) {
	w := small(t)
	data := encoded(t, w.x)
	x, err := search.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := x.Stats(), w.x.Stats(); got != want {
		t.Errorf("decoded to %+v, want %+v", got, want)
	}
	if again := encoded(t, x); !bytes.Equal(again, data) {
		t.Error("encoding what was decoded gives other bytes")
	}
	want := w.all(t, "error")
	w.x = x
	if got := w.all(t, "error"); short(got.Hits) != short(want.Hits) || len(got.Hits) == 0 {
		t.Errorf("the decoded index finds %d hits, want %d", len(got.Hits), len(want.Hits))
	}
	for key := range w.infos {
		if _, _, ok := x.Known(key); !ok {
			t.Errorf("%s is no longer known", key)
		}
	}
	// It goes on like the one it was.
	checkRecall(t, w, 17, 3)
	b := search.NewBuilder()
	for _, path := range jsonl(t, w.dir)[:10] {
		f, _ := w.read(t, b, path)
		x.Put(f)
	}
	if got := w.all(t, "error"); len(got.Hits) != len(want.Hits) {
		t.Errorf("with files read again it finds %d hits, want %d", len(got.Hits), len(want.Hits))
	}
}

func TestDamageIsNoticed(t *testing.T) {
	w := small(t)
	data := encoded(t, w.x)
	want := short(w.all(t, "error").Hits)
	if _, err := search.Decode(nil); !errors.Is(err, search.ErrDamaged) {
		t.Errorf("nothing at all: %v", err)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		bad := bytes.Clone(data)
		at := rng.IntN(len(bad))
		if rng.IntN(3) == 0 {
			at = len(bad) - 1 - rng.IntN(4096) // the description
		}
		if rng.IntN(4) == 0 {
			bad = bad[:at]
		} else {
			bad[at] ^= 1 << rng.IntN(8)
		}
		x, err := search.Decode(bad)
		if err != nil {
			continue
		}
		// What is not noticed at once are the rows, and the padding, which does
		// not matter. Every hit is there all the same.
		found := world{dir: w.dir, x: x, infos: w.infos, copies: w.copies, titles: w.titles}
		if got := found.all(t, "error"); short(got.Hits) != want {
			t.Fatalf("damage at %d of %d changes what is found", at, len(data))
		}
	}
	next := bytes.Clone(data)
	next[len(next)-12]++
	if _, err := search.Decode(next); err == nil {
		t.Error("another version is taken")
	}
}

// TestAdopt lets an index that has changed since it was written use what was
// written.
func TestAdopt(t *testing.T) {
	w := small(t)
	image := w.x.Image()
	var data bytes.Buffer
	if err := image.Encode(&data); err != nil {
		t.Fatal(err)
	}
	paths := jsonl(t, w.dir)
	w.x.Remove(paths[:len(paths)/4]...)
	want, before := short(w.all(t, "error").Hits), encoded(t, w.x)
	image.Adopt(w.x, data.Bytes())
	if got := short(w.all(t, "error").Hits); got != want || got == "" {
		t.Error("it finds something else")
	}
	if !bytes.Equal(encoded(t, w.x), before) {
		t.Error("it is another index")
	}
	image.Adopt(w.x, data.Bytes()[:100]) // of no use, and no harm
	if got := short(w.all(t, "error").Hits); got != want {
		t.Error("it finds something else")
	}
}

func FuzzDecode(f *testing.F) {
	x := search.NewIndex()
	var empty bytes.Buffer
	_ = x.Encode(&empty)
	f.Add(empty.Bytes())
	f.Fuzz(func(_ *testing.T, data []byte) {
		if x, err := search.Decode(data); err == nil {
			x.Stats()
		}
	})
}

func TestKeepRows(t *testing.T) {
	plain := small(t)
	files := jsonl(t, plain.dir)
	fill := func(x *search.Index) *world {
		w := &world{dir: plain.dir, x: x, infos: plain.infos, copies: plain.copies, titles: plain.titles}
		b := search.NewBuilder()
		for _, path := range files {
			f, _ := plain.read(t, b, path)
			w.x.Put(f)
		}
		return w
	}
	var file *os.File
	shelf := func() (f *os.File, err error) {
		file, err = os.CreateTemp(t.TempDir(), "")
		return file, err
	}
	x := search.NewIndex()
	x.KeepRows(shelf)
	w := fill(x)
	if file == nil {
		t.Fatal("no group was kept")
	}
	if !bytes.Equal(encoded(t, w.x), encoded(t, plain.x)) {
		t.Error("where the rows are kept changes what they are")
	}
	want := short(plain.all(t, "error").Hits)
	if got := short(w.all(t, "error").Hits); got != want {
		t.Error("it finds something else")
	}
	if err := file.Close(); err != nil { // what is lost excludes nothing
		t.Fatal(err)
	}
	if got := short(w.all(t, "error").Hits); got != want {
		t.Error("without its rows it finds something else")
	}
	if err := w.x.Encode(io.Discard); err == nil {
		t.Error("what is lost is kept for the next start")
	}
	x = search.NewIndex()
	x.KeepRows(func() (*os.File, error) { return nil, errors.New("no room") })
	if !bytes.Equal(encoded(t, fill(x).x), encoded(t, plain.x)) {
		t.Error("it does not go on in memory")
	}
}

// temporary makes a file that is closed when the test ends.
func temporary(t *testing.T) (*os.File, error) {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "")
	if err == nil {
		t.Cleanup(func() { _ = f.Close() })
	}
	return f, err
}

// TestRowsBecomeTheIndex writes what is missing behind rows that were kept, and
// goes on with the index they are of.
func TestRowsBecomeTheIndex(t *testing.T) {
	plain := small(t)
	paths := jsonl(t, plain.dir)
	var files []*os.File
	x := search.NewIndex()
	x.KeepRows(func() (*os.File, error) {
		f, err := temporary(t)
		files = append(files, f)
		return f, err
	})
	w := &world{dir: plain.dir, x: x, infos: plain.infos, copies: plain.copies, titles: plain.titles}
	b := search.NewBuilder()
	put := func(paths []string) {
		for _, path := range paths {
			f, _ := plain.read(t, b, path)
			x.Put(f)
		}
	}
	put(paths)
	image := x.Image()
	rows, size := image.Rows()
	if len(files) != 1 || rows != files[0] || size == 0 {
		t.Fatalf("%d files, %d bytes of rows in %v", len(files), size, rows)
	}
	want := encoded(t, x)
	put(paths[:len(paths)/2]) // while it is written
	read := finished(t, image)
	if !bytes.Equal(encoded(t, read), want) {
		t.Error("it is another index")
	}
	hits := short(plain.all(t, "error").Hits)
	for _, x := range []*search.Index{x, read} {
		w.x = x
		if got := short(w.all(t, "error").Hits); got != hits || got == "" {
			t.Error("it finds something else")
		}
	}
	if len(files) < 2 {
		t.Error("rows are still put where they were given away")
	}
	if f, _ := x.Image().Rows(); f != nil {
		t.Error("rows of two files are said to lie in one")
	}
}

// finished writes the rest behind the rows of an image, and reads the whole.
func finished(t *testing.T, image *search.Image) *search.Index {
	t.Helper()
	rows, size := image.Rows()
	if err := image.EncodeRest(io.NewOffsetWriter(rows, size)); err != nil {
		t.Fatal(err)
	}
	info, err := rows.Stat()
	if err != nil {
		t.Fatal(err)
	}
	x, err := search.DecodeFile(rows, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestHolesAmongRows: groups whose blocks are all gone leave places empty, and
// where these are many the rows are written anew.
func TestHolesAmongRows(t *testing.T) {
	plain := small(t)
	paths := jsonl(t, plain.dir)
	for _, part := range []int{12, 2} {
		x := search.NewIndex()
		x.KeepRows(func() (*os.File, error) { return temporary(t) })
		b := search.NewBuilder()
		for _, path := range append(paths[:len(paths)/part:len(paths)/part], paths...) {
			f, _ := plain.read(t, b, path)
			x.Put(f)
		}
		image := x.Image()
		rows, _ := image.Rows()
		if holes := part == 2; (rows == nil) != holes {
			t.Errorf("one part in %d was read again: the rows lie in %v", part, rows)
		}
		if rows == nil {
			continue
		}
		if !bytes.Equal(encoded(t, finished(t, image)), encoded(t, x)) {
			t.Error("it is another index")
		}
	}
}

func TestDecodeFile(t *testing.T) {
	w := small(t)
	data := encoded(t, w.x)
	name := filepath.Join(t.TempDir(), "index")
	decoded := func(data []byte) (*world, *os.File, error) {
		if err := os.WriteFile(name, append(bytes.Clone(data), "and more"...), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		x, err := search.DecodeFile(f, int64(len(data)))
		return &world{dir: w.dir, x: x, infos: w.infos, copies: w.copies, titles: w.titles}, f, err
	}
	same, file, err := decoded(data)
	if err != nil {
		t.Fatal(err)
	}
	if same.x.RowsInMemory() || !w.x.RowsInMemory() {
		t.Error("rows of a file are in memory, or others are not")
	}
	want := short(w.all(t, "error").Hits)
	if got := short(same.all(t, "error").Hits); got != want {
		t.Error("it finds something else")
	}
	if !bytes.Equal(encoded(t, same.x), data) {
		t.Error("it is another index")
	}
	_ = file.Close() // what is lost excludes nothing
	if got := short(same.all(t, "error").Hits); got != want {
		t.Error("without its file it finds something else")
	}
	if err := same.x.Encode(io.Discard); err == nil {
		t.Error("what is lost is kept for the next start")
	}

	damaged := bytes.Clone(data)
	damaged[len(damaged)/2] ^= 1 // in some row
	other, _, err := decoded(damaged)
	if err != nil {
		t.Fatal(err)
	}
	if got := short(other.all(t, "error").Hits); got != want {
		t.Error("with a damaged row it finds something else")
	}
	if !bytes.Equal(encoded(t, other.x), damaged) {
		t.Error("damage is made good of nothing")
	}
	for _, n := range []int{0, 10, 41, len(data) / 3, len(data) - 1} {
		if _, _, err := decoded(data[:n]); err == nil {
			t.Errorf("%d bytes of %d are an index", n, len(data))
		}
	}
}
