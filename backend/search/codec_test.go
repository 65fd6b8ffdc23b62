package search_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"dendro/backend/internal/corpus"
	"dendro/backend/internal/tests"
	"dendro/backend/search"
)

// kept returns all stored bytes of an image.
func kept(t testing.TB, image *search.Image) []byte {
	t.Helper()
	all := image.Encode()
	for _, rows := range image.Rows() {
		data, err := io.ReadAll(io.NewSectionReader(rows, 0, 1<<30))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return all
}

// small returns a world with several sealed groups and an open one.
func small(t testing.TB) *world {
	t.Helper()
	dir := t.TempDir()
	if _, err := corpus.Write(dir, 8<<20, 9); err != nil {
		t.Fatal(err)
	}
	return load(t, dir)
}

// with returns w with another index.
func (w *world) with(x *search.Index) *world {
	return &world{dir: w.dir, x: x, infos: w.infos, copies: w.copies, titles: w.titles}
}

func TestDecodedIndexIsTheSame(t *testing.T) {
	tests.Long(t)
	w := small(t)
	image := w.x.Image()
	x, err := search.Decode(image.Encode(), image.Rows(), image.Words(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := x.Stats(), w.x.Stats(); got != want {
		t.Errorf("decoded to %+v, want %+v", got, want)
	}
	if again := kept(t, x.Image()); !bytes.Equal(again, kept(t, image)) {
		t.Error("encoding the decoded index gives other bytes")
	}
	want := w.all(t, "error")
	w.x = x
	if got := w.all(t, "error"); short(got.Hits) != short(want.Hits) || len(got.Hits) == 0 {
		t.Errorf("the decoded index finds %d hits, want %d", len(got.Hits), len(want.Hits))
	}
	for key := range w.infos {
		if _, _, ok := x.Known(key); !ok {
			t.Errorf("%s is unknown", key)
		}
	}
	// The decoded index accepts changes.
	checkRecall(t, w, 17, 3)
	b := search.NewBuilder()
	for _, path := range sessionFiles(t, w.dir)[:10] {
		f, _ := w.read(t, b, path)
		x.Put(f)
	}
	if got := w.all(t, "error"); len(got.Hits) != len(want.Hits) {
		t.Errorf("with files read again it finds %d hits, want %d", len(got.Hits), len(want.Hits))
	}
}

// TestADamagedDescription checks that damaged descriptions are rejected or harmless. Stored
// descriptions also have a checksum.
func TestADamagedDescription(t *testing.T) {
	w := small(t)
	image := w.x.Image()
	data := image.Encode()
	draw := rand.New(rand.NewPCG(4, 4))
	for range tests.Cases(60) {
		bad := bytes.Clone(data)
		if at := draw.IntN(len(bad)); draw.IntN(4) == 0 {
			bad = bad[:at]
		} else {
			bad[at] ^= 1 << draw.IntN(8)
		}
		if x, err := search.Decode(bad, image.Rows(), image.Words(), nil); err == nil {
			w.with(x).all(t, "error")
		}
	}
	if _, err := search.Decode(nil, nil, nil, nil); err == nil {
		t.Error("an empty description was accepted")
	}
	if _, err := search.Decode(data, image.Rows()[1:], image.Words(), nil); err == nil {
		t.Error("groups without rows were accepted")
	}
}

// lost are unreadable rows.
type lost struct{ io.ReaderAt }

func (lost) ReadAt([]byte, int64) (int, error) { return 0, errors.New("damaged") }

// TestLostRowsExcludeNothing checks that groups with unreadable rows are searched in the
// files.
func TestLostRowsExcludeNothing(t *testing.T) {
	w := small(t)
	want := short(w.all(t, "error").Hits)
	image := w.x.Image()
	rows := image.Rows()
	for i := range rows {
		rows[i] = lost{}
	}
	x, err := search.Decode(image.Encode(), rows, image.Words(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := short(w.with(x).all(t, "error").Hits); got != want || got == "" {
		t.Error("the search finds other hits")
	}
}

// TestRowsAreKept checks that the location of rows does not affect the results, and that rows
// stay in memory if they cannot be stored.
func TestRowsAreKept(t *testing.T) {
	plain := small(t)
	var places []*bytes.Reader
	x := search.NewIndex(func(rows []byte) (io.ReaderAt, error) {
		if len(places) == 1 {
			return nil, errors.New("no room")
		}
		places = append(places, bytes.NewReader(bytes.Clone(rows)))
		return places[len(places)-1], nil
	})
	b := search.NewBuilder()
	for _, path := range sessionFiles(t, plain.dir) {
		f, _ := plain.read(t, b, path)
		x.Put(f)
	}
	image := x.Image()
	if len(image.Rows()) < 2 || image.Rows()[0] != places[0] {
		t.Errorf("%d groups, of which %d are stored", len(image.Rows()), len(places))
	}
	if !bytes.Equal(kept(t, image), kept(t, plain.x.Image())) {
		t.Error("the stored index differs from the one in memory")
	}
	if got := short(plain.with(x).all(t, "error").Hits); got != short(plain.all(t, "error").Hits) {
		t.Error("the search finds other hits")
	}
}

// TestSmallFilesShareSignatures checks that the size of the index of small files depends on
// their text rather than their number.
func TestSmallFilesShareSignatures(t *testing.T) {
	tests.Long(t)
	dir := t.TempDir()
	const n = 3000
	for i := range n {
		write(t, dir, fmt.Sprintf("s%d", i), user(i+1, fmt.Sprintf("this is needle %d. and no more", i)))
	}
	w := load(t, dir)
	if s := w.x.Stats(); s.Files != n || s.Bytes > n*signatureSize/20 {
		t.Errorf("%+v", s)
	}
	check := func(w *world, there func(i int) bool) {
		t.Helper()
		for i := 0; i < n; i += 97 {
			want := 0
			if there(i) {
				want = 1
			}
			if r := w.all(t, fmt.Sprintf(`"needle %d." in:prompts`, i)); r.Total != want || r.Blocks > n/10 {
				t.Errorf("needle %d: %d hits in %d blocks", i, r.Total, r.Blocks)
			}
		}
	}
	check(w, func(int) bool { return true })
	image := w.x.Image()
	x, err := search.Decode(image.Encode(), image.Rows(), image.Words(), nil)
	if err != nil {
		t.Fatal(err)
	}
	check(w.with(x), func(int) bool { return true })
	paths := sessionFiles(t, dir)
	gone := map[int]bool{}
	draw := rand.New(rand.NewPCG(3, 1))
	for _, at := range draw.Perm(n)[:n-100] {
		var i int
		if _, err := fmt.Sscanf(filepath.Base(paths[at]), "s%d.jsonl", &i); err != nil {
			t.Fatal(err)
		}
		x.Remove(paths[at])
		gone[i] = true
	}
	check(w.with(x), func(i int) bool { return !gone[i] })
	if s := x.Stats(); s.Blocks != 100 {
		t.Errorf("remaining: %+v", s)
	}
	// A file that grows soon gets its own slot.
	path := write(t, dir, "s0", user(1, "needle that grows"))
	f, _ := w.read(t, search.NewBuilder(), path)
	x.Put(f)
	w.link()
	from := size(t, path)
	for i := range 200 {
		appendTo(t, path, jsonLines(t, user(n+i, fmt.Sprintf("more needles: %d of them", i))))
		from = w.with(x).grow(t, search.NewBuilder(), path, from)
	}
	if s := x.Stats(); s.Blocks > 110 {
		t.Errorf("%+v", s)
	}
}

const signatureSize = 4 << 10

func FuzzDecode(f *testing.F) {
	f.Add(search.NewIndex(nil).Image().Encode())
	f.Fuzz(func(_ *testing.T, data []byte) {
		if x, err := search.Decode(data, nil, nil, nil); err == nil {
			x.Stats()
		}
	})
}
