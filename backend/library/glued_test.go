package library_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/library"
)

// TestGluedRecordsAreReadEverywhere leaves line breaks out of a session's file,
// and tears a record before another: rows, hits and raw records are those of the
// file as it should be, whether it is read at once or grows.
func TestGluedRecordsAreReadEverywhere(t *testing.T) {
	h := history.New(12, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Plan the beds", "Four of them.")
	s.Turn("And the paths", "Gravel, everywhere.")
	s.Turn("Who waters?", "Ada waters.")
	whole := h.Files()[s.Path()]
	const torn = `{"parentUuid":"5d3cf0a4-5d0c-4ad5-9f0c-0d3f2b1a7c11","type":"user","mess`
	glued := bytes.Replace(whole, []byte("}\n{\"parentUuid"), []byte("}{\"parentUuid"), 3)
	last := bytes.LastIndex(glued, []byte("\n{"))
	glued = bytes.Join([][]byte{glued[:last+1], glued[last+1:]}, []byte(torn))

	want := saidOf(t, testlib.Scanned(t, testlib.Write(t, h)), s.ID)
	root := t.TempDir()
	testlib.Put(t, root, s.Path(), glued)
	l := testlib.Scanned(t, root)
	if diff := cmp.Diff(want, saidOf(t, l, s.ID)); diff != "" {
		t.Errorf("read at once (-want +got):\n%s", diff)
	}
	if list := l.Doctor().Malformed; len(list) != 1 || list[0].Line != bytes.Count(glued[:last+1], []byte("\n"))+1 {
		t.Errorf("malformed: %+v", list)
	}
	bad, total, err := l.Records.SideRecords(t.Context(), s.ID, true, 0, 10)
	if err != nil || total != 1 || bad[0].Bytes != int64(len(torn)) {
		t.Errorf("unreadable: %+v, %v", bad, err)
	}
	for step := 97; step < len(glued); step += 211 {
		grown := t.TempDir()
		testlib.Put(t, grown, s.Path(), glued[:step])
		l := testlib.Scanned(t, grown)
		_ = saidOf(t, l, s.ID) // opens what there is, so that it is gone on with
		testlib.AppendTo(t, grown, s.Path(), glued[step:])
		if err := l.Catalog.Scan(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, saidOf(t, l, s.ID)); diff != "" {
			t.Fatalf("grown from %d (-want +got):\n%s", step, diff)
		}
	}
}

// saidOf returns the texts of a session's rows, its raw records, and the records that
// search finds.
func saidOf(t *testing.T, l *library.Library, id string) (said []string) {
	t.Helper()
	th, err := l.Threads.Thread(t.Context(), id, "")
	if err != nil {
		return []string{err.Error()} // nothing of it is there yet
	}
	rows, err := th.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		raw, err := l.Records.RawRecord(t.Context(), id, row.UUID, 0, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		said = append(said, row.Kind+" "+row.Text, raw.Text)
	}
	for _, words := range []string{"the", "four", "gravel", "paths", "ada", "waters"} {
		for _, hit := range testlib.Hits(t, l, words).Hits {
			said = append(said, words+": "+strings.Join([]string{hit.UUID, hit.Kind, hit.Snippet}, " "))
		}
	}
	return said
}
