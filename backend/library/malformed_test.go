package library_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
)

// TestBadFilesAreOpenedAndNamed is the promise about malformed input: such a
// directory opens, and doctor names each bad record with file and line.
func TestBadFilesAreOpenedAndNamed(t *testing.T) {
	tests.Long(t)
	h := history.New(11, testlib.Begin)
	torn := h.Session(testlib.Day())
	torn.Turn("torn", "yes")
	torn.Tear()
	bom := h.Session(testlib.Day())
	bom.Turn("byte order mark and CR LF", "yes")
	bom.BOM()
	bom.CRLF()
	glued := h.Session(testlib.Day())
	glued.Turn("glued", "yes")
	glued.Garbage("[1, 2]")
	glued.Garbage(`{"type":"user"`)
	glued.Blank()
	glued.Turn("after it", "still here")
	cyclic := h.Session(testlib.Day())
	first := cyclic.Turn("round", "and")
	last := cyclic.Turn("round again", "and again")
	cyclic.Cycle(cyclic.Prompts()[0], last)
	cyclic.Cycle(first, first)
	root := testlib.Write(t, h)
	dir := strings.TrimSuffix(torn.Path(), torn.ID+".jsonl")

	var binary []byte // reproducible, and no line of it is JSON
	for i := range 200 {
		sum := sha256.Sum256([]byte{byte(i)})
		binary = append(binary, bytes.ReplaceAll(sum[:], []byte("\n"), []byte("x"))...)
		if i%2 == 1 {
			binary = append(binary, '\n')
		}
	}
	testlib.Put(t, root, dir+"empty.jsonl", nil)
	testlib.Put(t, root, dir+"blank.jsonl", []byte("\n\r\n  \n"))
	testlib.Put(t, root, dir+"binary.jsonl", binary)
	testlib.Put(t, root, dir+"zeros.jsonl", make([]byte, 1<<20))
	const huge = 30 << 20
	text := strings.Repeat("0123456789abcdef", huge/16)
	testlib.Put(t, root, dir+"huge.jsonl", fmt.Appendf(nil,
		`{"type":"user","uuid":"11111111-1111-4111-8111-111111111111","parentUuid":null,"sessionId":"huge","cwd":"/home/ada/my-app","message":{"role":"user","content":"%s"}}`+
			"\nno json\n"+
			`{"type":"assistant","uuid":"22222222-2222-4222-8222-222222222222","parentUuid":"11111111-1111-4111-8111-111111111111","message":{"role":"assistant","content":[{"type":"text","text":"short"}]}}`+"\n", text))

	l := testlib.Scanned(t, root)
	d := l.Doctor()
	got := map[string][]int{}
	for _, m := range d.Malformed {
		if m.Error.IsZero() {
			t.Errorf("%s:%d says nothing", m.File, m.Line)
		}
		got[m.File] = append(got[m.File], m.Line)
	}
	want := map[string][]int{dir + "huge.jsonl": {2}, glued.Path(): lines(t, h, glued, "[1, 2]", `{"type":"user"`)}
	for i := range 100 {
		want[dir+"binary.jsonl"] = append(want[dir+"binary.jsonl"], i+1)
	}
	for file, list := range want {
		if !slices.Equal(got[file], list) {
			t.Errorf("%s: malformed at %v, want %v", file, got[file], list)
		}
		delete(got, file)
	}
	if len(got) > 0 {
		t.Errorf("malformed too: %v", got)
	}
	if d.Torn != 2 { // the torn record, and the zeros that no newline ends
		t.Errorf("%d files end in a torn line", d.Torn)
	}
	sessions := map[string]bool{}
	for _, c := range l.Chats() {
		for _, s := range c.Sessions {
			if sessions[s.ID] {
				t.Errorf("%s is in two chats", s.ID)
			}
			sessions[s.ID] = true
			everythingAnswers(t, l, s.ID)
		}
	}
	if len(sessions) != 7 || len(d.Silent) != 2 { // the empty and the blank one do not count
		t.Errorf("%d sessions: %v", len(sessions), sessions)
	}
	th, err := l.Threads.Thread(t.Context(), "huge", "")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := th.Page(t.Context(), 0, 10)
	if err != nil || len(rows) == 0 || rows[0].Truncated < huge/2 || len(rows[0].Text) > 1<<20 {
		t.Errorf("a page of the long line: %d rows, %v", len(rows), err)
	}
	whole, err := l.Records.BlockText(t.Context(), "huge", "11111111-1111-4111-8111-111111111111", 0)
	if err != nil || string(whole) != text {
		t.Errorf("the long text: %d bytes, %v", len(whole), err)
	}
}

// everythingAnswers opens a session and reads all of it.
func everythingAnswers(t *testing.T, l *library.Library, id string) {
	t.Helper()
	th, err := l.Threads.Thread(t.Context(), id, "")
	if err != nil {
		t.Errorf("%s: %v", id, err)
		return
	}
	if _, err := th.All(t.Context()); err != nil {
		t.Errorf("%s: %v", id, err)
	}
	th.Segments()
	th.Splits()
	if _, err := l.Threads.ResumeTarget(t.Context(), id); err != nil {
		t.Errorf("%s: %v", id, err)
	}
}

// lines returns the numbers of those lines of a session's file that say one of
// texts.
func lines(t *testing.T, h *history.Home, s *history.Session, texts ...string) []int {
	t.Helper()
	var found []int
	n := 0
	for line := range bytes.Lines(h.Files()[s.Path()]) {
		n++
		if slices.Contains(texts, strings.TrimSpace(string(line))) {
			found = append(found, n)
		}
	}
	if len(found) != len(texts) {
		t.Fatalf("found %v", found)
	}
	return found
}
