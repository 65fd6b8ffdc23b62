package library_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/session"
	"dendro/backend/thread"
)

func TestInspect(t *testing.T) {
	const file = "/home/ada/my-app/limit.go"
	h := history.New(31, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a limit", "A bucket.")
	s.Call(history.Read(file, "burst := 1\n"))
	s.Reply("Read.")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
		a.Call(history.Read(file, "burst := 1\n"))
		a.Reply("Seen.")
	})
	s.Reply("Seen too.")
	s.EndTurn()
	s.Garbage("no json")
	fork := s.Fork(history.Copying{Form: history.F1})
	fork.Turn("Another way", "A window.")
	fork.Call(history.Write(file, "window := 1\n"))
	fork.Reply("Written.")
	fork.EndTurn()
	l := testlib.Scanned(t, testlib.Write(t, h))

	inspect := func(id string, chat bool) *library.Inspection {
		t.Helper()
		in, err := l.Inspect(t.Context(), id, chat)
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	first, second, chat := inspect(s.ID, false), inspect(fork.ID, false), inspect(fork.ID, true)
	if first.Sessions != 1 || first.Agents != 1 || chat.Sessions != 2 || first.Bytes == 0 || first.AgentBytes == 0 {
		t.Errorf("%+v", first)
	}
	if first.Prompts != 1 || second.Prompts != first.Prompts+1 || chat.Prompts != second.Prompts {
		t.Errorf("prompts: %d, %d, %d", first.Prompts, second.Prompts, chat.Prompts)
	}
	if second.Inherited == 0 || first.Inherited != 0 {
		t.Errorf("inherited: %d and %d", first.Inherited, second.Inherited)
	}
	// In a chat, copied records count once: the fork added the rest.
	if got, want := chat.Tokens.Out-first.AgentTokens.Out, second.Tokens.Out; got != want {
		t.Errorf("tokens along the chat: %d, want %d", got, want)
	}
	if want := []thread.FileFigure{{Path: file, Reads: 2}}; !slices.Equal(first.Files, want) {
		t.Errorf("files: %+v", first.Files)
	}
	if want := []thread.FileFigure{{Path: file, Reads: 2, Writes: 1}}; !slices.Equal(chat.Files, want) {
		t.Errorf("files of the chat: %+v", chat.Files)
	}
	if len(first.Malformed) != 1 || first.Malformed[0].File != s.Path() || first.Malformed[0].Line == 0 {
		t.Errorf("malformed: %+v", first.Malformed)
	}
	if expires, err := time.Parse(time.RFC3339, first.Expires); err != nil || expires.Before(testlib.Begin.AddDate(0, 0, 29)) {
		t.Errorf("expires %q", first.Expires)
	}
	if _, err := l.Inspect(t.Context(), "nobody", true); !errors.Is(err, session.ErrNotFound) {
		t.Error(err)
	}

	// The first session reads the file itself and through its agent.
	th, err := l.Threads.Thread(t.Context(), s.ID, "")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := th.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	for _, r := range rows {
		if r.Tool != nil && (r.Tool.Name == "Read" || r.Sidechain != nil) {
			want = append(want, r.Index)
		}
	}
	got, err := l.Threads.Touching(t.Context(), s.ID, "", file)
	if err != nil || !slices.Equal(got, want) || len(got) != 2 {
		t.Errorf("touching rows %v, want %v, %v", got, want, err)
	}
	if got, err := l.Threads.Touching(t.Context(), s.ID, "", "/etc/passwd"); err != nil || got == nil || len(got) > 0 {
		t.Errorf("a file that nobody touched: %v, %v", got, err)
	}
	if _, err := l.Threads.Touching(t.Context(), s.ID, "00000000-0000-4000-8000-00000000dead", file); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("a branch that nobody knows: %v", err)
	}
}

// TestTouched looks up which part of a chat touched a file: by itself, through
// an agent, and not where the call was only copied.
func TestTouched(t *testing.T) {
	const file, other = "/home/ada/my-app/limit.go", "/home/ada/my-app/other.go"
	h := history.New(32, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a limit", "A bucket.")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
		a.Call(history.Read(other, "package app\n"))
		a.Reply("Seen.")
	})
	s.Reply("Seen too.")
	s.Call(history.Read(file, "burst := 1\n"))
	s.Reply("Read.")
	s.EndTurn()
	fork := s.Fork(history.Copying{Form: history.F1})
	s.Turn("Go on", "Done.")
	h.Wait(time.Hour)
	fork.Turn("Another way", "A window.")
	fork.Call(history.Write(file, "window := 1\n"))
	fork.Reply("Written.")
	fork.EndTurn()
	l := testlib.Scanned(t, testlib.Write(t, h))

	chat, _, err := l.Session(s.ID)
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.Threads.Touched(t.Context(), chat.ID)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]session.TouchedFile{}
	for _, f := range got.Files {
		by[f.Path] = f
	}
	segments := func(path string) (names []string) {
		for _, at := range by[path].Segments {
			for _, each := range chat.Segments {
				if each.ID == got.Segments[at] {
					names = append(names, each.Title)
				}
			}
		}
		slices.Sort(names)
		return names
	}
	if f := by[file]; f.Reads != 1 || f.Writes != 1 || !slices.Equal(segments(file), []string{"Add a limit", "Another way"}) {
		t.Errorf("%+v in %v", f, segments(file))
	}
	if f := by[other]; f.Reads != 1 || f.Writes != 0 || !slices.Equal(segments(other), []string{"Add a limit"}) {
		t.Errorf("%+v in %v", f, segments(other))
	}
	if len(got.Files) != 2 || got.Files[0].Path != file || got.More != 0 || len(got.Unreadable) != 0 {
		t.Errorf("%+v", got)
	}
	if _, err := l.Threads.Touched(t.Context(), "nobody"); !errors.Is(err, session.ErrNotFound) {
		t.Error(err)
	}
}

// TestInspectRealHistories compares the figures with what the tree and the
// thread say of the same files.
func TestInspectRealHistories(t *testing.T) {
	l := testlib.Scanned(t, tests.Real(t, "oh-my-posh"))
	for _, c := range l.Chats() {
		var records int
		for _, s := range c.Sessions {
			in, err := l.Inspect(t.Context(), s.ID, false)
			if err != nil {
				t.Fatal(err)
			}
			records += in.Records
			if in.Prompts != s.Prompts {
				t.Errorf("%s: %d prompts, the tree counts %d", s.ID, in.Prompts, s.Prompts)
			}
			for _, f := range in.Files[:min(3, len(in.Files))] {
				if rows, err := l.Threads.Touching(t.Context(), s.ID, "", f.Path); err != nil || len(rows) > f.Reads+f.Writes {
					t.Errorf("%s: %d rows touch %s, %v", s.ID, len(rows), f.Path, err)
				}
			}
		}
		all, err := l.Inspect(t.Context(), c.Sessions[0].ID, true)
		if err != nil || all.Records > records || len(c.Sessions) == 1 && all.Records != records {
			t.Errorf("%s: %d records along the chat, %d in its sessions, %v", c.ID, all.Records, records, err)
		}
	}
}

// TestRecordedState: the last usable record of a session's own file counts, whatever its agents and
// the other sessions of the chat recorded.
func TestRecordedState(t *testing.T) {
	const id = "4b1d0f5e-0001-4c6a-9d3e-5f0a1b2c3d4e"
	said := `{"type":"user","uuid":"aaaaaaa1-1111-4111-8111-111111111111","parentUuid":null,"sessionId":"` + id + `","cwd":"/home/me/app","timestamp":"2026-11-02T10:00:00.000Z","message":{"role":"user","content":"count the gulls"}}` + "\n"
	cost := func(value string) string {
		return `{"type":"cost-state","sessionId":"` + id + `","totalCostUSD":` + value + `,"modelUsage":{}}` + "\n"
	}
	worktree := func(session string) string {
		return `{"type":"worktree-state","sessionId":"` + id + `","worktreeSession":` + session + "}\n"
	}
	in := worktree(`{"worktreeName":"gull","worktreePath":"/home/me/app/.claude/worktrees/gull","originalCwd":"/home/me/app"}`)
	tests := []struct {
		name, records, worktree string
		cost                    float64
	}{
		{"nothing recorded", "", "", 0},
		{"the last of several", cost("0.022") + in + cost("0.0264"), "/home/me/app/.claude/worktrees/gull", 0.0264},
		{"values of the wrong kind", cost("1.5") + cost(`"much"`) + cost("-2") + cost("1e999") + cost("null") + in + worktree(`"gull"`), "/home/me/app/.claude/worktrees/gull", 1.5},
		{"a worktree that was left", in + worktree("null"), "", 0},
	}
	for _, tt := range tests {
		root := t.TempDir()
		testlib.Put(t, root, "projects/-home-me-app/"+id+".jsonl", []byte(said+tt.records))
		testlib.Put(t, root, "projects/-home-me-app/"+id+"/subagents/agent-a1.jsonl", []byte(cost("7")))
		l := testlib.Scanned(t, root)
		for _, chat := range []bool{false, true} {
			got, err := l.Inspect(t.Context(), id, chat)
			if err != nil || got.RecordedCost != tt.cost || got.Worktree != tt.worktree {
				t.Errorf("%s: %v, %q, %v", tt.name, got.RecordedCost, got.Worktree, err)
			}
		}
	}
}
