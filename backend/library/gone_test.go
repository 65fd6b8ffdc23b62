package library_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
)

// TestGonePrompts: prompts of sessions without a file are listed, newest first; those that are
// in a file, or in a copy of one, are not.
func TestGonePrompts(t *testing.T) {
	h := history.New(7, testlib.Begin)
	o := testlib.Day()
	o.Version = "1.0.128"
	s := h.Session(o)
	s.Turn("still there", "yes")
	copied := s.Fork(history.Copying{Form: history.R1})
	copied.Turn("copied", "yes")
	root := testlib.Write(t, h)
	if err := os.Remove(filepath.Join(root, filepath.FromSlash(s.Path()))); err != nil {
		t.Fatal(err)
	}
	at := func(minutes int) int64 { return testlib.Begin.Add(time.Duration(minutes) * time.Minute).UnixMilli() }
	line := func(text, session string, minutes int, more string) string {
		return fmt.Sprintf(`{"display":%q,"pastedContents":{%s},"timestamp":%d,"project":"/home/ada/my-app","sessionId":%q}`, text, more, at(minutes), session)
	}
	const gone = "99999999-0000-4000-8000-000000000000"
	testlib.Put(t, root, "history.jsonl", []byte(strings.Join([]string{
		line("fix the Flaky test [Pasted text #1 +2 lines]", gone, 100, `"1":{"id":1,"type":"text","content":"line one\nline two"},"10":{"contentHash":"aaaaaaaaaaaaaaaa"},"2":{"contentHash":"5b474c37c6f172a9"},"3":{"contentHash":"../history.jsonl"},"4":{"id":4,"type":"image","content":"AAAA"},"5":{"content":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="}`),
		line("/clear", gone, 101, ""),
		line("/review the branch", gone, 102, ""),
		line("in the copy", s.ID, 1, ""),
		line("in a file", copied.ID, 1, ""),
		strings.Replace(line("without a session, while one was open", "", 0, ""), `,"sessionId":""`, "", 1),
		strings.Replace(line("without a session, alone", "", 9000, ""), `,"sessionId":""`, "", 1),
		`{"display":"torn`, "", "null",
	}, "\n")))
	testlib.Put(t, root, "paste-cache/5b474c37c6f172a9.txt", []byte("a long Paste"))
	l := testlib.Scanned(t, root)
	if list, _, err := l.GonePrompts(t.Context(), "long paste", 9); err != nil || len(list) != 1 ||
		!slices.Equal(list[0].Pasted, []string{"line one\nline two", "a long Paste"}) {
		t.Errorf("%+v, %v", list, err)
	}
	ask := func(query string, limit int) (texts []string, total int) {
		t.Helper()
		list, total, err := l.GonePrompts(t.Context(), query, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			texts = append(texts, p.Text)
		}
		return texts, total
	}
	got, total := ask("", 10)
	want := []string{"without a session, alone", "/review the branch", "fix the Flaky test [Pasted text #1 +2 lines]"}
	if strings.Join(got, "|") != strings.Join(want, "|") || total != 3 {
		t.Errorf("%d: %q", total, got)
	}
	for query, n := range map[string]int{"flaky FIX": 1, "line two": 1, "my-app": 3, "nowhere": 0} {
		if _, total := ask(query, 1); total != n {
			t.Errorf("%q: %d, want %d", query, total, n)
		}
	}
	testlib.Put(t, root, "history.jsonl", []byte(line("another one", gone, 3, "")))
	if got, _ := ask("", 10); len(got) != 1 {
		t.Errorf("the file has changed: %q", got)
	}
	if err := os.Remove(filepath.Join(root, "history.jsonl")); err != nil {
		t.Fatal(err)
	}
	if got, _ := ask("", 10); len(got) != 0 {
		t.Errorf("the file is gone: %q", got)
	}
}
