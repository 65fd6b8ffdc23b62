package notes

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/own"
	"dendro/backend/internal/plain"
)

var subject = Subject{OfChat, "00000001-0000-4000-8000-000000000000"}

// TestJournalIsCompacted: edits do not stay for ever, and what another process appends
// meanwhile is not lost.
func TestJournalIsCompacted(t *testing.T) {
	dir := own.Dir{Path: t.TempDir()}
	s, other := NewStore(dir, time.Now), NewStore(dir, time.Now)
	long := strings.Repeat("a long note ", 1000)
	for i := range 100 {
		check(t, s.Edit([]Target{{Subject: subject}}, Edit{Text: new(fmt.Sprint(i, " ", long))}))
	}
	size, err := dir.Size(fileName)
	if err != nil || size > 2*compactFrom {
		t.Errorf("%d bytes, %v", size, err)
	}
	check(t, other.Edit([]Target{{Subject: subject}}, Edit{Name: new("a name")}))
	// A process was killed while it compacted.
	data, err := dir.Read(fileName, maxFile)
	check(t, err)
	check(t, dir.Write(oldName, data))
	check(t, dir.Remove(fileName))
	for _, each := range []*Store{s, other, NewStore(dir, time.Now)} {
		each.looked = time.Time{}
		book, err := each.Book()
		if n := book.Of(subject); err != nil || n == nil || n.Name != "a name" || n.Text != strings.TrimSpace("99 "+long) {
			t.Errorf("%+v, %v", n, err)
		}
	}
	if _, err := dir.Size(oldName); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestImportedNotesAreClean: nothing of a file that is imported turns a line around, and its
// times do not lie ahead, where nothing could replace them.
func TestImportedNotesAreClean(t *testing.T) {
	s := NewStore(own.Dir{Path: t.TempDir()}, time.Now)
	entry := func(fact, value string) string {
		text, err := json.Marshal([]string{subject.Record, fact, value})
		check(t, err)
		var quoted []json.RawMessage
		check(t, json.Unmarshal(text, &quoted))
		return fmt.Sprintf(`{"of":"chat","record":%s,"fact":%s,"value":%s,"at":"9999-12-31T23:59:59.999999999Z"}`, quoted[0], quoted[1], quoted[2])
	}
	_, err := s.Import([]byte(`{"version":1,"entries":[` + entry("name", "a\u202eb\u2066c\x7f\u009bd") + "," + entry("note", "one\u202e\ntwo\x1b[31m") + "," + entry("tag:x\u202ey", "yes") + `]}`))
	check(t, err)
	book, err := s.Book()
	if n := book.Of(subject); err != nil || n == nil || strings.ContainsFunc(n.Name+n.Text+strings.Join(n.Tags, ""), func(r rune) bool { return r != '\n' && plain.Hidden(r) }) || n.Text != "one\ntwo" {
		t.Errorf("%+v, %v", n, err)
	}
	if text, err := s.Export(); err != nil || strings.ContainsAny(string(text), "\x7f\u009b") {
		t.Errorf("%s, %v", text, err)
	}
	check(t, s.Edit([]Target{{Subject: subject}}, Edit{Name: new("changed")}))
	if book, err = s.Book(); err != nil || book.Of(subject).Name != "changed" {
		t.Errorf("%+v, %v", book.Of(subject), err)
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
