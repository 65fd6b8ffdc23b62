package session_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/session"
)

// Lines that hold no record have their place between the rows, those that
// follow each other one in common; every one of them opens.
func TestUnreadableLinesAreInOrder(t *testing.T) {
	h := history.New(12, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Garbage("no json")
	s.Turn("Plan the beds", "Done.")
	s.Garbage(strings.Repeat("x", 40))
	s.Garbage("[1]")
	s.Turn("And the paths", "Done too.")
	s.Garbage("{")
	s.Tear()
	l := testlib.Scanned(t, testlib.Write(t, h))
	thread, err := l.Threads.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	list := thread.BadLines()
	want := []session.BadLines{{Row: -1, Lines: 1, Bytes: 7}, {Row: 1, Lines: 2, Bytes: 43}, {Row: 3, Lines: 1, Bytes: 1}}
	for i := range list {
		if i < len(want) {
			want[i].Ref = list[i].Ref
		}
		if _, err := l.Records.RawRecord(t.Context(), s.ID, list[i].Ref, 0, 100); err != nil {
			t.Errorf("%+v: %v", list[i], err)
		}
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Error(diff)
	}
}

// Those of an agent's file are between the agent's rows; those of an agent inside the
// session's file are the session's, and listed there.
func TestUnreadableLinesOfAgents(t *testing.T) {
	for layout, want := range map[int]int{1: 0, 2: 1, 3: 1} {
		h := history.New(12, testlib.Begin)
		s := h.Session(testlib.Day())
		s.Prompt("Who waters?")
		a := s.Agent(history.AgentSpec{Layout: layout, Type: "Explore", Description: "Look", Prompt: "Look.", Result: "Ada."}, func(a *history.Agent) {
			a.Reply("Ada.")
		})
		name := a.ID
		if layout == 1 {
			s.Garbage("no json")
		}
		s.Reply("Ada waters.")
		root := testlib.Write(t, h)
		for path := range h.Files() {
			if strings.HasSuffix(path, "agent-"+a.ID+".jsonl") {
				testlib.AppendTo(t, root, path, []byte("no json\n"))
			}
		}
		l := testlib.Scanned(t, root)
		if layout == 1 {
			rows, err := l.Threads.Thread(t.Context(), s.ID, "")
			if err != nil {
				t.Fatal(err)
			}
			if got := rows.BadLines(); len(got) != 1 {
				t.Errorf("the session has %+v", got)
			}
			all, err := rows.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range all {
				if row.Sidechain != nil {
					name = row.Sidechain.First
				}
			}
		}
		rows, err := l.Threads.Sidechain(t.Context(), s.ID, name)
		if err != nil {
			t.Fatal(err)
		}
		if got := rows.BadLines(); len(got) != want || want > 0 && got[0].Bytes != 7 {
			t.Errorf("layout %d: %+v", layout, got)
		}
	}
}

// A record in a last line without a line end is read where it is, whatever blank lines precede
// it, and also once the line has its end.
func TestBlankLinesBeforeTheLastRecord(t *testing.T) {
	for _, blank := range []string{"\n", "\n\n \t\r\n", " \n"} {
		h := history.New(12, testlib.Begin)
		s := h.Session(testlib.Day())
		s.Turn("Plan the beds", "Done.")
		root := testlib.Write(t, h)
		paths, err := filepath.Glob(filepath.Join(root, "projects", "*", s.ID+".jsonl"))
		if err != nil || len(paths) != 1 {
			t.Fatal(paths, err)
		}
		data, err := os.ReadFile(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		reply := bytes.LastIndex(data, []byte(`"Done."`)) // in the last line that counts
		cut := bytes.LastIndexByte(data[:reply], '\n') + 1
		record, _, _ := strings.Cut(string(data[cut:]), "\n")
		whole := string(data[:cut]) + blank + record
		l := testlib.Open(root)
		for _, end := range []string{"", "\n"} {
			if err := os.WriteFile(paths[0], []byte(whole+end), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := l.Catalog.Scan(t.Context(), false); err != nil {
				t.Fatal(err)
			}
			thread, err := l.Threads.Thread(t.Context(), s.ID, "")
			if err != nil {
				t.Fatalf("%q: %v", blank, err)
			}
			rows, err := thread.All(t.Context())
			if err != nil || len(rows) != 2 || rows[1].Text != "Done." {
				t.Errorf("%q, end %q: %d rows, %v", blank, end, len(rows), err)
			}
		}
	}
}
