package search_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/search"
	"dendro/backend/transcript"
)

// grow indexes the part of a file from an offset on.
func (w *world) grow(t testing.TB, b *search.Builder, path string, from int64) int64 {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stat, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	tail, ok := w.x.Tail(path, search.Version{})
	if ok {
		b.Continue(path, tail)
	} else { // a small file
		b.Begin(path)
		from = 0
	}
	var d transcript.Decoder
	lines := jsonl.NewLines(io.NewSectionReader(f, from, stat.Size()-from), from, nil)
	for lines.Next() {
		l := lines.Line()
		if l.Torn {
			break
		}
		d.Records(l, func(l *jsonl.Line, r *transcript.Record, err error) {
			if err == nil {
				b.Add(l, r)
			}
		})
		from = l.End
	}
	if !w.x.Put(b.End(stat.Size(), stat.ModTime())) {
		t.Errorf("the continuation of %s was rejected", path)
	}
	return from
}

func appendTo(t testing.TB, path string, data []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func size(t testing.TB, path string) int64 {
	t.Helper()
	stat, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return stat.Size()
}

func TestGrowth(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "a", user(1, "needle 1"))
	write(t, dir, "b", user(100000, "another needle"))
	w := load(t, dir)
	b := search.NewBuilder()
	from := size(t, path)
	const n = 400
	for i := 2; i <= n; i++ {
		appendTo(t, path, jsonLines(t, user(i, fmt.Sprintf("needle %d %s", i, strings.Repeat(fmt.Sprintf("filler%d ", i*7), 60)))))
		from = w.grow(t, b, path, from)
	}
	if r := w.all(t, "needle in:prompts"); r.Total != n+1 {
		t.Errorf("%d hits, want %d", r.Total, n+1)
	}
	if r := w.all(t, `"needle 77 " in:prompts`); r.Total != 1 {
		t.Errorf("the 77th record: %d hits", r.Total)
	}
	// Appends do not create a block each.
	s := w.x.Stats()
	if s.Blocks > 30 || s.Bytes > 3<<20 {
		t.Errorf("after %d appends: %+v", n, s)
	}
	if image := w.x.Image(); len(image.Encode()) == 0 {
		t.Error("encoding the index fails")
	} else if x, err := search.Decode(image.Encode(), image.Rows(), image.Words(), nil); err != nil || x.Stats().Blocks != s.Blocks {
		t.Errorf("%v", err)
	}
}

func TestMismatchedContinuationIsRejected(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "a", user(1, "needle"))
	w := load(t, dir)
	tail, _ := w.x.Tail(path, search.Version{})
	b := search.NewBuilder()
	whole, _ := w.read(t, b, path)
	w.x.Put(whole)
	b.Continue(path, tail)
	if w.x.Put(b.End(1, time.Time{})) {
		t.Error("accepted the continuation of a replaced file")
	}
}

func TestReplaceAndRemove(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "a", user(1, "needle"), user(2, "pin"))
	other := write(t, dir, "b", user(3, "needle"))
	w := load(t, dir)
	write(t, dir, "a", user(4, "thread"))
	f, _ := w.read(t, search.NewBuilder(), path)
	w.x.Put(f)
	for src, want := range map[string]int{"needle": 1, "pin": 0, "thread": 1} {
		if r := w.all(t, src+" in:prompts"); r.Total != want {
			t.Errorf("%s: %d hits, want %d", src, r.Total, want)
		}
	}
	w.x.Remove(other, "not there")
	if r := w.all(t, "needle in:prompts"); r.Total != 0 {
		t.Errorf("found a removed file: %s", short(r.Hits))
	}
	if s := w.x.Stats(); s.Files != 1 || s.Blocks != 1 {
		t.Errorf("%+v", s)
	}
}

// needles writes n files, each with a unique needle.
func needles(t *testing.T, dir string, n int) (paths []string) {
	t.Helper()
	for i := range n {
		paths = append(paths, write(t, dir, fmt.Sprint("s", i), user(i, fmt.Sprintf("needle %d", i))))
	}
	return paths
}

func TestManyReplacementsLeaveNothingBehind(t *testing.T) {
	dir := t.TempDir()
	paths := needles(t, dir, 150)
	w := load(t, dir)
	b := search.NewBuilder()
	for range 5 {
		for _, path := range paths {
			f, _ := w.read(t, b, path)
			w.x.Put(f)
		}
	}
	if s := w.x.Stats(); s.Blocks != 150 || s.Bytes > 12*sealedGroup {
		t.Errorf("%+v", s)
	}
	for i := range 150 {
		if r := w.all(t, fmt.Sprintf(`"needle %d" in:prompts`, i)); r.Total == 0 {
			t.Errorf("needle %d was not found", i)
		}
	}
	w.x.Remove(paths...)
	if s := w.x.Stats(); s.Blocks != 0 || s.Files != 0 {
		t.Errorf("%+v", s)
	}
}

// TestImagesAreImmutable checks that later changes to the index do not change an image.
func TestImagesAreImmutable(t *testing.T) {
	dir := t.TempDir()
	paths := needles(t, dir, 200)
	w := load(t, dir)
	b := search.NewBuilder()
	encoded := func(image *search.Image) string { return string(kept(t, image)) }
	var images []*search.Image
	var were []string
	note := func() {
		images = append(images, w.x.Image())
		were = append(were, encoded(images[len(images)-1]))
	}
	draw := rand.New(rand.NewPCG(7, 1))
	note()
	for step := range 600 {
		path := paths[draw.IntN(len(paths))]
		if step > 300 && draw.IntN(3) > 0 { // finally remove nearly all files, and thereby groups
			w.x.Remove(path)
		} else {
			f, _ := w.read(t, b, path)
			w.x.Put(f)
		}
		if step%40 == 0 {
			note()
		}
	}
	w.x.Remove(paths...)
	note()
	for _, path := range paths { // add files after removing all
		f, _ := w.read(t, b, path)
		w.x.Put(f)
	}
	for i := range images {
		if encoded(images[i]) != were[i] {
			t.Errorf("image %d has changed", i)
		}
	}
}

const sealedGroup = 256 << 10

// TestChangedUnderTheIndex checks that a file that changed after indexing is searched in its
// current form.
func TestChangedUnderTheIndex(t *testing.T) {
	later := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	old := []M{user(1, "needle one"), user(2, "needle two, which is long enough")}
	tests := []struct {
		name   string
		change func(t *testing.T, path string)
		want   []string
	}{
		{"written over", func(t *testing.T, path string) {
			data := strings.ReplaceAll(string(jsonLines(t, old...)), "needle two", "thread two")
			if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"needle one"}},
		{"shrunk", func(t *testing.T, path string) {
			if err := os.WriteFile(path, jsonLines(t, old[1]), 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"needle two, which is long enough"}},
		{"longer and another", func(t *testing.T, path string) {
			if err := os.WriteFile(path, jsonLines(t, user(7, "x"), user(8, "another needle"), user(9, strings.Repeat("y", 500))), 0o600); err != nil {
				t.Fatal(err)
			}
		}, []string{"another needle"}},
		{"gone", func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, nil},
		{
			"grown", func(t *testing.T, path string) { appendTo(t, path, jsonLines(t, user(3, "needle three"))) },
			[]string{"needle two, which is long enough", "needle one"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := write(t, dir, "a", old...)
			w := load(t, dir)
			test.change(t, path)
			_ = os.Chtimes(path, later, later) // fails if the file was removed
			var got []string
			for _, h := range w.all(t, "needle in:prompts").Hits {
				got = append(got, h.Snippet)
			}
			if fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("found %q, want %q", got, test.want)
			}
		})
	}
}

// TestSearchWhileChanging searches while files grow, are replaced and removed. Every search
// must find all records that do not change.
func TestSearchWhileChanging(t *testing.T) {
	dir := t.TempDir()
	var steady []string
	for i := range 100 {
		steady = append(steady, write(t, dir, fmt.Sprint("steady", i), user(1000+i, "steady needle "+strings.Repeat("straw ", i))))
	}
	live := write(t, dir, "live", user(1, "live needle"))
	passing := write(t, dir, "passing", user(2, "passing needle"))
	w := load(t, dir)

	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		b := search.NewBuilder()
		from := size(t, live)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			appendTo(t, live, jsonLines(t, user(5000+i, "live needle "+strings.Repeat("hay ", 200))))
			from = w.grow(t, b, live, from)
			w.x.Remove(passing)
			f, _ := w.read(t, b, passing)
			w.x.Put(f)
		}
	})
	last := 0
	for range 40 {
		r := w.all(t, `"steady needle" in:prompts`)
		if r.Total != len(steady) {
			t.Errorf("%d steady records, want %d", r.Total, len(steady))
		}
		r = w.all(t, `"live needle" in:prompts`)
		if r.Total < last || r.Total == 0 {
			t.Errorf("%d live records, previously %d", r.Total, last)
		}
		last = r.Total
	}
	close(stop)
	group.Wait()
	if last < 2 {
		t.Error("nothing was appended during the searches")
	}
}
