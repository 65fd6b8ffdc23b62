package notes_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dendro/backend/internal/own"
	"dendro/backend/notes"
)

var noon = time.Date(2026, 11, 3, 12, 0, 0, 0, time.UTC)

// clock ticks a second with every look.
func clock() func() time.Time {
	at := noon
	return func() time.Time { at = at.Add(time.Second); return at }
}

func uuid(n int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n) }

func storeIn(dir string) *notes.Store {
	return notes.NewStore(own.Dir{Path: dir}, clock())
}

func newStore(t *testing.T) *notes.Store { return storeIn(filepath.Join(t.TempDir(), "data")) }

func bookOf(t *testing.T, s *notes.Store) *notes.Book {
	t.Helper()
	b, err := s.Book()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// on returns targets.
func on(about notes.About, subjects ...notes.Subject) (targets []notes.Target) {
	for _, subject := range subjects {
		targets = append(targets, notes.Target{Subject: subject, About: about})
	}
	return targets
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func ptr[T any](v T) *T { return &v }

// TestEdits: another process reads written facts, and no removed ones.
func TestEdits(t *testing.T) {
	s := newStore(t)
	chat := notes.Subject{Kind: notes.OfChat, Record: uuid(1)}
	about := notes.About{Session: "s", Project: "/p", Excerpt: "Add a limit\nto uploads"}
	must(t, s.Edit(on(about, chat), notes.Edit{Name: ptr("Upload \x1b[1mlimits\n"), Tags: ptr([]string{"#release", "to check, soon", ""}), Starred: ptr(true)}))
	must(t, s.Edit(on(about, chat), notes.Edit{Text: ptr("first\r\nsecond\x00\n"), Tags: ptr([]string{"release"})}))
	want := []*notes.Note{{
		Subject: chat, Name: "Upload [1mlimits", Text: "first\nsecond", Tags: []string{"release"}, Starred: true, Changed: noon.Add(2 * time.Second),
		About: notes.About{Session: "s", Project: "/p", Excerpt: "Add a limit to uploads"},
	}}
	again := storeIn(filepath.Dir(s.Path()))
	for _, b := range []*notes.Book{bookOf(t, s), bookOf(t, again)} {
		if diff := cmp.Diff(want, b.Notes); diff != "" {
			t.Error(diff)
		}
	}
	version := bookOf(t, again).Version
	must(t, s.Edit(on(about, chat), notes.Edit{Name: ptr(""), Text: ptr(""), Tags: ptr([]string{}), Starred: ptr(false)}))
	if b := bookOf(t, again); len(b.Notes) != 0 || b.Version == version {
		t.Errorf("version %d: %v", b.Version, b.Notes)
	}
	info, err := os.Stat(s.Path())
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestTagsOfSeveral: tags are added and removed one by one, and each subject keeps its others.
func TestTagsOfSeveral(t *testing.T) {
	s := newStore(t)
	one, two := notes.Subject{Kind: notes.OfChat, Record: uuid(1)}, notes.Subject{Kind: notes.OfChat, Record: uuid(2)}
	must(t, s.Edit(on(notes.About{}, one), notes.Edit{Name: ptr("Limits"), Tags: ptr([]string{"own", "old"})}))
	must(t, s.Edit(on(notes.About{}, one, two), notes.Edit{AddTags: []string{"#new", ""}, RemoveTags: []string{"old ", "unknown"}}))
	book := bookOf(t, s)
	if n := book.Of(one); n.Name != "Limits" || !slices.Equal(n.Tags, []string{"new", "own"}) {
		t.Errorf("%+v", n)
	}
	if n := book.Of(two); !slices.Equal(n.Tags, []string{"new"}) {
		t.Errorf("%+v", n)
	}
}

// TestAnUnchangedNoteWritesNothing: opening and closing an editor leaves no trace.
func TestAnUnchangedNoteWritesNothing(t *testing.T) {
	s := newStore(t)
	chat := []notes.Subject{{Kind: notes.OfChat, Record: uuid(1)}}
	must(t, s.Edit(on(notes.About{Session: "s"}, chat...), notes.Edit{Name: ptr(""), Tags: ptr([]string{})}))
	if _, err := os.Stat(s.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Error("a journal without a note:", err)
	}
}

// TestDamage: a damaged or torn line costs itself, and what a newer Dendro wrote is kept.
func TestDamage(t *testing.T) {
	s := newStore(t)
	record := func(n int) []notes.Subject { return []notes.Subject{{Kind: notes.OfRecord, Record: uuid(n)}} }
	for n := range 3 {
		must(t, s.Edit(on(notes.About{}, record(n)...), notes.Edit{Bookmarked: ptr(true)}))
	}
	text, err := os.ReadFile(s.Path())
	must(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	lines[1] = []byte("\x00\x00\x00\n")
	newer := `{"of":"record","record":"` + uuid(0) + `","fact":"colour","value":"red","at":"2027-01-01T00:00:00Z"}` + "\n"
	must(t, os.WriteFile(s.Path(), append(bytes.Join(lines, nil), newer+`{"of":"rec`...), 0o600))
	s = storeIn(filepath.Dir(s.Path()))
	must(t, s.Edit(on(notes.About{}, record(7)...), notes.Edit{Bookmarked: ptr(true)}))
	var got []string
	for _, n := range bookOf(t, s).Notes {
		got = append(got, n.Record)
	}
	slices.Sort(got)
	if want := []string{uuid(0), uuid(2), uuid(7)}; !slices.Equal(got, want) || s.Damaged() != 2 {
		t.Errorf("%v, %d lines damaged", got, s.Damaged())
	}
	doc, err := s.Export()
	must(t, err)
	if !strings.Contains(string(doc), "colour") {
		t.Errorf("a newer fact is lost:\n%s", doc)
	}
}

// TestTwoProcesses: neither loses a change of the other.
func TestTwoProcesses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var both sync.WaitGroup
	for p := range 2 {
		s := storeIn(dir)
		both.Go(func() {
			for n := range 50 {
				if err := s.Edit(on(notes.About{}, notes.Subject{Kind: notes.OfRecord, Record: uuid(100*p + n)}), notes.Edit{Text: ptr("x")}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	both.Wait()
	if n := len(bookOf(t, storeIn(dir)).Notes); n != 100 {
		t.Errorf("%d notes", n)
	}
}

// TestTheLastEditCounts: also if the clock is behind that of the machine which wrote before.
func TestTheLastEditCounts(t *testing.T) {
	s := newStore(t)
	chat := notes.Subject{Kind: notes.OfChat, Record: uuid(1)}
	doc := `{"version":1,"entries":[{"of":"chat","record":"` + uuid(1) + `","fact":"name","value":"theirs","at":"2030-01-01T00:00:00Z"}]}`
	if n, err := s.Import([]byte(doc)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	must(t, s.Edit(on(notes.About{}, chat), notes.Edit{Name: ptr("mine")}))
	if n := bookOf(t, s).Of(chat); n == nil || n.Name != "mine" {
		t.Errorf("%+v", n)
	}
}

// TestImportOfSomethingElse: nothing is taken of a file that is no export.
func TestImportOfSomethingElse(t *testing.T) {
	s := newStore(t)
	for _, doc := range []string{"", "{}", "[]", `{"version":2,"entries":[]}`, `{"version":1,"entries":[{"of":"chat","record":"x","fact":"name","at":"2030-01-01T00:00:00Z"}]}`} {
		if n, err := s.Import([]byte(doc)); err == nil || n != 0 {
			t.Errorf("%s: %d, %v", doc, n, err)
		}
	}
}

// TestMerge: machines that exchange their notes in any order end with the same ones, and
// importing them again changes nothing.
func TestMerge(t *testing.T) {
	subject := rapid.Custom(func(t *rapid.T) notes.Subject {
		return notes.Subject{Kind: rapid.SampledFrom([]notes.Kind{notes.OfChat, notes.OfBranch, notes.OfRecord}).Draw(t, "kind"), Record: uuid(rapid.IntRange(1, 3).Draw(t, "record"))}
	})
	words := rapid.SampledFrom([]string{"", "a", "b", "更新"})
	base := t.TempDir()
	run := 0
	rapid.Check(t, func(r *rapid.T) {
		run++
		const machines = 3
		var all [machines]*notes.Store
		for m := range all {
			// Few moments, so that two machines often write at the same one.
			all[m] = notes.NewStore(own.Dir{Path: filepath.Join(base, fmt.Sprint(run, "-", m))}, func() time.Time {
				return noon.Add(time.Duration(rapid.IntRange(0, 3).Draw(r, "second")) * time.Second)
			})
		}
		fail := func(err error) {
			if err != nil {
				r.Fatal(err)
			}
		}
		for range rapid.IntRange(1, 8).Draw(r, "edits") {
			edit := notes.Edit{Name: ptr(words.Draw(r, "name")), Tags: ptr([]string{words.Draw(r, "tag")}), Starred: ptr(rapid.Bool().Draw(r, "star"))}
			fail(all[rapid.IntRange(0, machines-1).Draw(r, "machine")].Edit(on(notes.About{}, subject.Draw(r, "subject")), edit))
		}
		var docs [machines][]byte
		for m, s := range all {
			doc, err := s.Export()
			fail(err)
			docs[m] = doc
		}
		var results []string
		for _, s := range all {
			for _, m := range rapid.Permutation([]int{0, 1, 2, 0}).Draw(r, "order") {
				_, err := s.Import(docs[m])
				fail(err)
			}
			doc, err := s.Export()
			fail(err)
			results = append(results, string(doc))
			if n, err := s.Import(doc); n != 0 || err != nil {
				r.Fatalf("its own export changes %d, %v", n, err)
			}
		}
		if results[0] != results[1] || results[1] != results[2] {
			r.Fatalf("they differ:\n%s\n%s\n%s", results[0], results[1], results[2])
		}
	})
}
