package session_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/session"
)

func TestFind(t *testing.T) {
	h := history.New(36, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Where is the Gärtner?", "The gärtner is\nhere: GÄRTNER.")
	s.Call(history.Bash("grep -r gärtner", "Look", "beds.go: gärtner\nbeds.go: (.*)", 0, 0))
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
		a.Call(history.Grep("plum", "/home/ada/my-app", "content", "a.go:1: gärtner"))
		a.Reply("Seen.")
	})
	s.Reply("Done.")
	s.EndTurn()
	l := testlib.Scanned(t, testlib.Write(t, h))

	find := func(text string, most int) session.Findings {
		t.Helper()
		found, err := testlib.FindIn(t.Context(), l, s.ID, "", text, most)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	depths := func(f session.Findings) (list []int) {
		for _, row := range f.Rows {
			list = append(list, len(row.Rows))
		}
		return list
	}
	all := find("gärtner", 100)
	if got := depths(all); !slices.Equal(got, []int{1, 1, 1, 2}) || all.Matches != 6 || !all.Complete {
		t.Errorf("found %+v", all)
	}
	for i, row := range all.Rows {
		place := session.RowPath{Session: s.ID, Tip: s.Leaf(), Rows: row.Rows}
		if text := testlib.ShownText(t, l, place); !strings.Contains(strings.ToLower(text), "gärtner") {
			t.Errorf("row %d says %q", i, text)
		}
	}
	if got := find("gärtner", 2); len(got.Rows) != 2 || got.Complete {
		t.Errorf("two of four: %+v", got)
	}
	for text, want := range map[string]int{"is here": 1, "(.*)": 1, ".": 0, "  ": 0, "nowhere": 0} {
		if got := find(text, 100); want == 0 && text != "." && len(got.Rows) != 0 || want > 0 && len(got.Rows) != want {
			t.Errorf("%q is in %+v", text, got)
		}
	}
}

// Outputs that lie in files of their own are looked through as a whole; where
// they are gone, what their records show of them is.
func TestFindInSpilledOutputs(t *testing.T) {
	h := history.New(39, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Prompt("List it")
	call := history.Bash("list", "List", "the first beds", 0, 0)
	call.Spill = strings.Repeat("a bed\n", 1000) + "the last gärtner\n"
	s.Call(call)
	s.Reply("Done.")
	s.EndTurn()
	root := testlib.Write(t, h)
	l := testlib.Scanned(t, root)
	for text, want := range map[string]int{"last GÄRTNER": 1, "a bed": 1000, "nowhere": 0} {
		found, err := testlib.FindIn(t.Context(), l, s.ID, "", text, 10)
		if err != nil || found.Matches != want {
			t.Errorf("%q: %+v, %v", text, found, err)
		}
	}
	dir := filepath.Join(root, filepath.FromSlash(s.SideDir()))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	found, err := testlib.FindIn(t.Context(), l, s.ID, "", "first beds", 10)
	if err != nil || found.Matches != 1 {
		t.Errorf("once it is gone: %+v, %v", found, err)
	}
}

// TestFindRealHistories compares the matches in real histories with the text of every row.
func TestFindRealHistories(t *testing.T) {
	l := testlib.Scanned(t, tests.Real(t, "claude-code-log"))
	rows, matches := 0, 0
	for _, chat := range l.Chats() {
		for i := range chat.Sessions {
			thread, err := l.Threads.Thread(t.Context(), chat.Sessions[i].ID, "")
			if err != nil {
				t.Fatal(err)
			}
			all, err := thread.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want := 0
			for j := range all {
				if strings.Contains(strings.ToLower(all[j].Text), "test") && all[j].Sidechain == nil && all[j].Tool == nil {
					want++
				}
			}
			found, err := testlib.FindIn(t.Context(), l, chat.Sessions[i].ID, "", "TEST", 1<<20)
			if err != nil {
				t.Fatal(err)
			}
			got := 0
			for _, f := range found.Rows {
				if row := all[f.Rows[0]]; len(f.Rows) == 1 && row.Tool == nil {
					got++
				}
			}
			if got != want {
				t.Errorf("%s: found in %d texts, want %d", chat.Sessions[i].ID, got, want)
			}
			rows, matches = rows+len(found.Rows), matches+found.Matches
		}
	}
	if rows == 0 {
		t.Error("nothing was found at all")
	}
	t.Logf("%d matches in %d rows", matches, rows)
}
