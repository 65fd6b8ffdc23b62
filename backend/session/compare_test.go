package session_test

import (
	"errors"
	"slices"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/session"
	"dendro/backend/thread"
)

func TestCompare(t *testing.T) {
	const file = "/home/ada/my-app/limit.go"
	h := history.New(33, testlib.Begin)
	s := h.Session(testlib.Day())
	s.Turn("Add a limit", "A bucket.")
	s.Call(history.Read(file, "burst := 1\n"))
	s.Reply("Read.")
	s.EndTurn()
	s.Turn("How large?", "One.")
	fork := s.Fork(history.Copying{Form: history.F1})
	s.Turn("Another burst", "I will have it looked at.")
	s.Agent(history.AgentSpec{Type: "Explore", Description: "Look", Prompt: "Look."}, func(a *history.Agent) {
		a.Call(history.Read(file, "burst := 1\n"))
		a.Call(history.Write(file, "burst := 2\n"))
		a.Reply("Done.")
	})
	s.Reply("Done.")
	s.EndTurn()
	fork.Turn("Another way", "A window.")
	fork.Call(history.Write(file, "window := 1\n"))
	fork.Reply("Written.")
	fork.EndTurn()
	fork.Turn("Good", "Thanks.")
	l := testlib.Scanned(t, testlib.Write(t, h))

	c, err := l.Threads.Compare(t.Context(), session.End{Session: s.ID}, session.End{Session: fork.ID})
	if err != nil {
		t.Fatal(err)
	}
	if c.Common != 2 || c.Text != "How large?" {
		t.Errorf("%d turns in common, up to %q", c.Common, c.Text)
	}
	one, two := c.Sides[0], c.Sides[1]
	if len(one.Turns) != 1 || one.Turns[0].Number != 3 || one.Turns[0].Tools != 3 || one.AgentTokens.Out == 0 {
		t.Errorf("the first side: %+v, %+v", one.Turns, one.AgentTokens)
	}
	if want := []thread.FileFigure{{Path: file, Reads: 1, Writes: 1}}; !slices.Equal(one.Files, want) {
		t.Errorf("files of the first side: %+v", one.Files)
	}
	if len(two.Turns) != 2 || two.Turns[1].Text != "Good" || two.AgentTokens.Out != 0 {
		t.Errorf("the second side: %+v", two.Turns)
	}
	if want := []thread.ToolFigure{{Name: "Write", Count: 1}}; !slices.Equal(two.Tools, want) {
		t.Errorf("tools of the second side: %+v", two.Tools)
	}
	addsUp(t, c)

	// A branch with itself, and one with what it comes from: one side is empty.
	c, err = l.Threads.Compare(t.Context(), session.End{Session: fork.ID}, session.End{Session: fork.ID})
	if err != nil || c.Common != 4 || len(c.Sides[0].Turns)+len(c.Sides[1].Turns)+len(c.Sides[0].Tools) > 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := l.Threads.Compare(t.Context(), session.End{Session: "nobody"}, session.End{Session: s.ID}); !errors.Is(err, session.ErrNotFound) {
		t.Error(err)
	}
}

// TestCompareRealHistories compares every leaf of every chat with the first.
func TestCompareRealHistories(t *testing.T) {
	l := testlib.Scanned(t, tests.Real(t, "oh-my-posh"))
	for _, chat := range l.Chats() {
		var ends []session.End
		for _, s := range chat.Segments {
			if s.Leaf {
				ends = append(ends, session.End{Session: s.Session, Tip: s.Tip})
			}
		}
		for _, end := range ends[min(1, len(ends)):] {
			c, err := l.Threads.Compare(t.Context(), ends[0], end)
			if err != nil {
				t.Fatal(err)
			}
			addsUp(t, c)
		}
	}
}

// addsUp checks that what the turns spent is what the side spent without its
// agents.
func addsUp(t *testing.T, c *session.Comparison) {
	t.Helper()
	for i := range c.Sides {
		s := &c.Sides[i]
		var sum int64
		tools, calls := 0, 0
		for _, turn := range s.Turns {
			sum += turn.Tokens
			tools += turn.Tools
		}
		for _, tool := range s.Tools {
			calls += tool.Count
		}
		own := s.Tokens.Fresh() - s.AgentTokens.Fresh()
		if sum != own || tools != calls {
			t.Errorf("%s: turns spent %d tokens on %d calls, the side %d on %d", s.Session, sum, tools, own, calls)
		}
	}
}
