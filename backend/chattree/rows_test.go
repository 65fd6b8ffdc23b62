package chattree_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/internal/history"
)

// family is the state that a row's test checks.
type family struct {
	*testing.T
	chats    map[string]string // chat by session
	sessions map[string]*chattree.Session
	forest   *chattree.Forest
}

// play plays a scenario, compares all findings with the truth, and returns the findings.
func play(t *testing.T, act func(h *history.Home)) family {
	t.Helper()
	h := history.New(1, time.Date(2026, 10, 1, 8, 0, 0, 0, time.UTC))
	act(h)
	if !check(t, h, h.Truth()) {
		t.FailNow()
	}
	files, agents := input(t, h)
	f := chattree.Build(files, agents)
	all := family{t, map[string]string{}, sessions(t, f), f}
	for _, c := range f.Chats() {
		for _, s := range c.Sessions {
			all.chats[s.ID] = c.ID
		}
	}
	return all
}

// edge checks one edge. The parent of a root is "".
func (f family) edge(parent, child *history.Session, relation, confidence string, evidence ...string) *chattree.Session {
	f.Helper()
	s := f.sessions[child.ID]
	want := ""
	if parent != nil {
		want = parent.ID
	}
	if s == nil {
		f.Fatalf("%s was not found", child.ID)
	}
	if text(s.Parent) != want || s.Relation != relation || s.Confidence != confidence || !slices.Equal(s.Evidence, evidence) {
		f.Errorf("%s: parent %q, %s, %s, %q; want %q, %s, %s, %q",
			child.ID, text(s.Parent), s.Relation, s.Confidence, s.Evidence, want, relation, confidence, evidence)
	}
	return s
}

func start(h *history.Home, version string) *history.Session {
	s := h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/atlas", Branch: "main", Version: version}})
	s.Turn("Where do we begin?", "At the door.")
	s.Prompt("Look around.")
	s.Call(history.Read("/home/ada/atlas/map.txt", "here be dragons\n"))
	s.Reply("Dragons.")
	s.EndTurn()
	return s
}

const shared = chattree.EvidenceSharedUUIDs

// TestRowR1: --resume of old versions copies into a new file. String prompts retain their
// session's id, so the copy names its parent.
func TestRowR1(t *testing.T) {
	var a, b, c *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "1.0.65")
		b = a.Resume("1.0.65")
		b.Turn("And then?", "Then we run.")
		c = b.Resume("1.0.65")
		c.Turn("Where to?", "Home.")
	})
	f.edge(nil, a, "root", "certain")
	f.edge(a, b, "resumed", "certain", shared, chattree.EvidenceSessionID)
	f.edge(b, c, "resumed", "certain", shared, chattree.EvidenceSessionID)
	if !f.sessions[a.ID].Superseded || !f.sessions[b.ID].Superseded || f.sessions[c.ID].Superseded {
		t.Error("a and b live on in c")
	}
}

// TestRowR1AfterCompaction: a copy that starts at the last compaction still counts as
// resumed.
func TestRowR1AfterCompaction(t *testing.T) {
	var a, b *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "1.0.65")
		a.Compact(history.Compaction{Summary: "We met dragons."})
		a.Turn("Go on.", "On we go.")
		b = a.Resume("1.0.65")
		b.Turn("Faster.", "Run.")
	})
	f.edge(a, b, "resumed", "certain", shared, chattree.EvidenceSessionID)
	if len(f.sessions[a.ID].Compactions) != 1 || f.sessions[a.ID].Compactions[0].Trigger != "" {
		t.Errorf("compactions of 1.0.x have no boundary: %v", f.sessions[a.ID].Compactions)
	}
}

// TestRowR0: /clear in one process repeats one caveat record in every file.
func TestRowR0(t *testing.T) {
	var a, b *history.Session
	f := play(t, func(h *history.Home) {
		a = h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/atlas", Version: "1.0.56"}})
		a.LocalCommand("model", "", "Set model to opus")
		a.Turn("First.", "One.")
		b = a.Clear()
		b.Turn("Second.", "Two.")
	})
	f.edge(nil, a, "root", "certain")
	f.edge(nil, b, "root", "certain")
	if f.chats[a.ID] == f.chats[b.ID] {
		t.Error("a shared caveat makes no chat")
	}
}

// TestRowR2: --resume since 2.x appends to the same file.
func TestRowR2(t *testing.T) {
	var a *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.215")
		a.Resume("2.1.219").Turn("Again.", "Here.")
	})
	if s := f.edge(nil, a, "root", "certain"); len(s.Rewinds) != 0 || s.Prompts != 3 {
		t.Errorf("rewinds %v, prompts %d", s.Rewinds, s.Prompts)
	}
}

// TestRowF1: --fork-session, in the form that keeps the original's id on
// copied lines and in the form that rewrites it.
func TestRowF1(t *testing.T) {
	for _, keep := range []bool{true, false} {
		var a, b *history.Session
		f := play(t, func(h *history.Home) {
			a = start(h, "2.1.226")
			b = a.Fork(history.Copying{Form: history.F1, KeepIDs: keep})
			a.Turn("Left.", "A wall.")
			h.Wait(time.Hour)
			b.Turn("Right.", "A door.")
		})
		if keep {
			f.edge(a, b, "forked", "certain", shared, chattree.EvidenceSessionID)
		} else {
			f.edge(a, b, "forked", "certain", shared, chattree.EvidenceWrittenAtOnce)
		}
	}
}

// TestRowF2: a resume by the SDK or the desktop app copies the whole file. In a chain, the
// nearest generation is the parent.
func TestRowF2(t *testing.T) {
	var a, b, c *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.215")
		b = a.Fork(history.Copying{Form: history.F2, Title: "Dragons"})
		b.Turn("More.", "Many.")
		c = b.Fork(history.Copying{Form: history.F2, Title: "Dragons"})
		c.Turn("Enough.", "Good.")
	})
	f.edge(a, b, "resumed", "certain", shared)
	f.edge(b, c, "resumed", "certain", shared)
}

// TestRowF3: a plan accepted with cleared context continues below a new root in a new file.
// That root may be a hook's record. It is not a rewind.
func TestRowF3(t *testing.T) {
	for _, hook := range []bool{false, true} {
		var a, b *history.Session
		f := play(t, func(h *history.Home) {
			a = start(h, "2.1.15")
			b = a.Fork(history.Copying{Form: history.F3, Plan: "Slay it.", HookRoot: hook})
			b.Turn("Done?", "Done.")
		})
		if s := f.edge(a, b, "resumed", "certain", shared); len(s.Rewinds) != 0 {
			t.Errorf("rewinds %v", s.Rewinds)
		}
	}
}

// TestRowF4: a background fork is marked on every line.
func TestRowF4(t *testing.T) {
	var a, b *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.219")
		b = a.Fork(history.Copying{Form: history.F4})
		b.Turn("In the back.", "Working.")
		h.Wait(time.Hour)
		a.Turn("In front.", "Waiting.")
	})
	f.edge(a, b, "forked", "certain", shared, chattree.EvidenceSessionKind, chattree.EvidenceWrittenAtOnce)
}

// TestRowF5: /branch names its parent, in every variant of doubled lines.
func TestRowF5(t *testing.T) {
	for _, c := range []history.Copying{
		{Form: history.F5},
		{Form: history.F5, Double: history.Each},
		{Form: history.F5, Double: history.Block, Unlink: true},
	} {
		var a, b *history.Session
		f := play(t, func(h *history.Home) {
			a = start(h, "2.1.70")
			b = a.Fork(c)
			b.Turn("Elsewhere.", "There.")
			h.Wait(time.Hour)
			a.Turn("Here.", "Where?")
		})
		s := f.edge(a, b, "forked", "certain", shared, chattree.EvidenceForkedFrom)
		if s.Shared != 6 || s.Own != 2 || len(s.Rewinds) != 0 {
			t.Errorf("shared %d, own %d, rewinds %v", s.Shared, s.Own, s.Rewinds)
		}
	}
}

// TestRowF6: the SDK's fork mints new uuids; a fork of a fork names minted ones.
func TestRowF6(t *testing.T) {
	var a, b, c *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.215")
		b = a.Fork(history.Copying{Form: history.F6, Title: "Dragons (fork)"})
		b.Turn("Left.", "A wall.")
		c = b.Fork(history.Copying{Form: history.F6, Title: "Dragons (fork) (fork)"})
		c.Turn("Up.", "The sky.")
		h.Wait(time.Hour)
		b.Turn("Down.", "A pit.")
		a.Turn("Right.", "A door.")
	})
	f.edge(a, b, "forked", "certain", shared, chattree.EvidenceForkedFrom)
	f.edge(b, c, "forked", "certain", shared, chattree.EvidenceForkedFrom)
}

// TestForkOfInherited: a fork that retains ids and pointers and takes only records that its
// parent had inherited is the parent's child, not the grandparent's.
func TestForkOfInherited(t *testing.T) {
	for _, form := range []history.Form{history.F5, history.F6} {
		for _, pointers := range []bool{false, true} {
			t.Run(fmt.Sprint(form, " pointers ", pointers), func(t *testing.T) {
				var a, b, c *history.Session
				f := play(t, func(h *history.Home) {
					a = start(h, "2.1.226")
					b = a.Fork(history.Copying{Form: form})
					inherited := b.Leaf()
					b.Turn("Left.", "A wall.")
					c = b.Fork(history.Copying{Form: history.F1, At: inherited, KeepIDs: true, KeepPointers: pointers})
					h.Wait(time.Hour)
					c.Turn("Up.", "The sky.")
					a.Turn("Right.", "A door.")
				})
				f.edge(a, b, "forked", "certain", shared, chattree.EvidenceForkedFrom)
				if s := f.sessions[c.ID]; text(s.Parent) != b.ID || s.Relation != "forked" || s.Confidence != "certain" {
					t.Errorf("parent %q, %s, %s; want %q, forked, certain", text(s.Parent), s.Relation, s.Confidence, b.ID)
				}
			})
		}
	}
}

// TestRowF7: a forked subagent points to its parent and is not in any chat.
func TestRowF7(t *testing.T) {
	var a *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.219")
		a.Prompt("Send a scout.")
		a.Agent(history.AgentSpec{Type: "fork", Prompt: "Scout ahead.", Fork: true}, func(s *history.Agent) { s.Reply("All clear.") })
		a.Reply("All is clear.")
	})
	if s := f.edge(nil, a, "root", "certain"); s.Agents != 1 || len(f.sessions) != 1 {
		t.Errorf("agents %d, sessions %d", s.Agents, len(f.sessions))
	}
}

// TestRowC1: /clear starts an unrelated file.
func TestRowC1(t *testing.T) {
	var a, b *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.219")
		b = a.Clear()
		b.Turn("Anew.", "Anew.")
	})
	f.edge(nil, a, "root", "certain")
	f.edge(nil, b, "root", "certain")
}

// TestRowC2: compactions of every form count once and are not rewinds.
func TestRowC2(t *testing.T) {
	for name, c := range map[string]history.Compaction{
		"plain":     {Trigger: "manual"},
		"preserved": {Preserve: 3},
		"replayed":  {Replay: 3},
		"fresh":     {Replay: 3, Fresh: true},
	} {
		t.Run(name, func(t *testing.T) {
			var a *history.Session
			f := play(t, func(h *history.Home) {
				a = start(h, "2.1.215")
				a.Compact(c)
				a.Turn("And now?", "Now we rest.")
				second := a.Prompt("Or shall we run?")
				a.Reply("No.")
				a.Rewind(second)
				a.Turn("Or swim?", "Yes.")
			})
			s := f.edge(nil, a, "root", "certain")
			if len(s.Compactions) != 1 || len(s.Rewinds) != 1 {
				t.Errorf("compactions %v, rewinds %v", s.Compactions, s.Rewinds)
			}
		})
	}
}

// TestRowW1: a session that moved keeps its id in a second directory. The newest file is
// the session, the other one a duplicate.
func TestRowW1(t *testing.T) {
	var a *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.219")
		a.Move("/home/ada/atlas-two", true)
		a.Turn("Where are we?", "Elsewhere.")
	})
	s := f.edge(nil, a, "root", "certain")
	if len(s.Duplicates) != 1 || s.Duplicates[0] == s.File {
		t.Errorf("file %s, duplicates %v", s.File, s.Duplicates)
	}
}

// TestWorktreeFork: a fork in another project directory is in the same chat.
func TestWorktreeFork(t *testing.T) {
	var a, b *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.219")
		b = a.Fork(history.Copying{Form: history.F4, Env: func(e *history.Env) { e.Cwd = "/home/ada/atlas-wt" }})
		b.Turn("Here.", "Yes.")
	})
	f.edge(a, b, "resumed", "certain", shared, chattree.EvidenceSessionKind)
	if f.chats[a.ID] != f.chats[b.ID] {
		t.Error("two chats")
	}
}

// TestTwoChildren: two forks of one parent are siblings, even if they left at different
// places and continued before the parent did.
func TestTwoChildren(t *testing.T) {
	var a, b, c *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.70")
		half := a.Leaf()
		a.Turn("On.", "And on.")
		b = a.Fork(history.Copying{Form: history.F5})
		b.Turn("Left.", "A wall.")
		c = a.Fork(history.Copying{Form: history.F5, At: half})
		c.Turn("Right.", "A door.")
		h.Wait(time.Hour)
		a.Turn("Straight.", "A hall.")
	})
	f.edge(a, b, "forked", "certain", shared, chattree.EvidenceForkedFrom)
	if s := f.edge(a, c, "forked", "certain", shared, chattree.EvidenceForkedFrom); s.Shared != 6 {
		t.Errorf("shared %d", s.Shared)
	}
}

// TestMissingParent: forks of a deleted session are siblings in one chat with the missing
// session's id.
func TestMissingParent(t *testing.T) {
	var a, b, c *history.Session
	f := play(t, func(h *history.Home) {
		a = start(h, "2.1.70")
		b = a.Fork(history.Copying{Form: history.F5})
		b.Turn("Left.", "A wall.")
		c = a.Fork(history.Copying{Form: history.F5})
		c.Turn("Right.", "A door.")
		h.Delete(a)
	})
	for _, s := range []*history.Session{b, c} {
		got := f.edge(nil, s, "root", "certain", chattree.EvidenceForkedFrom)
		if got.MissingParent != a.ID || f.chats[s.ID] != a.ID {
			t.Errorf("missing parent %q, chat %q", got.MissingParent, f.chats[s.ID])
		}
	}
}
