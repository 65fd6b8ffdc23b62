package chattree_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/internal/tests"
)

// drawing prints the segments of a chat as an outline: edge, session, turns, the turn where
// it branches off, title, and marks: * leaf, > resumes here, ! a newer turn is elsewhere, ~
// superseded, c compactions.
func drawing(c *chattree.Chat, names map[string]string) string {
	kids := map[string][]chattree.Segment{}
	for _, s := range c.Segments {
		kids[text(s.Parent)] = append(kids[text(s.Parent)], s)
	}
	var b strings.Builder
	var down func(parent string, depth int)
	down = func(parent string, depth int) {
		slices.SortStableFunc(kids[parent], func(a, b chattree.Segment) int { return strings.Compare(a.Start, b.Start) })
		for _, s := range kids[parent] {
			marks := ""
			for _, m := range []struct {
				on   bool
				mark string
			}{{s.Leaf, "*"}, {s.ResumesHere, ">"}, {s.NewerElsewhere, "!"}, {s.Superseded, "~"}, {s.Compactions > 0, "c"}} {
				if m.on {
					marks += m.mark
				}
			}
			fmt.Fprintf(&b, "%s%s %s %d@%d %s %s\n", strings.Repeat("  ", depth), s.Edge, names[s.Session], s.Turns, s.ForkTurn, s.Title, marks)
			down(s.ID, depth+1)
		}
	}
	down("", 0)
	return b.String()
}

func TestSegments(t *testing.T) {
	for _, tt := range []struct {
		name string
		act  func(h *history.Home, name func(string, *history.Session) *history.Session)
		want string
	}{
		{"one session", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			name("A", start(h, "2.1.219"))
		}, `
root A 2@0 Where do we begin? *>
`},
		{"forked and went on", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			a := name("A", start(h, "2.1.70"))
			b := name("B", a.Fork(history.Copying{Form: history.F5}))
			b.Turn("Left.", "A wall.")
			h.Wait(time.Hour)
			a.Turn("Right.", "A door.")
		}, `
root A 2@0 Where do we begin? 
  fork B 1@2 Left. *>
  continue A 1@2 Right. *>
`},
		{"resumed twice", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			a := name("A", start(h, "1.0.65"))
			b := name("B", a.Resume("1.0.65"))
			b.Turn("Then?", "Run.")
			c := name("C", b.Resume("1.0.65"))
			c.Turn("Where?", "Home.")
		}, `
root A 2@0 Where do we begin? >~
  resume B 1@2 Then? >~
    resume C 1@3 Where? *>
`},
		{"rewinds", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			a := name("A", start(h, "2.1.219"))
			p := a.Prompt("Left.")
			a.Reply("A wall.")
			a.EndTurn()
			a.Rewind(p)
			a.Turn("Right.", "A door.")
		}, `
root A 2@0 Where do we begin? 
  continue A 1@2 Left. *
  rewind A 1@2 Right. *>
`},
		{"the first prompt was replaced", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			a := name("A", h.Session(history.Options{Env: history.Env{Cwd: "/x", Version: "2.1.219"}, Plain: true}))
			p := a.Prompt("One?")
			a.Reply("One.")
			a.Rewind(p)
			a.Turn("Uno?", "Uno.")
		}, `
root A 1@0 One? *
rewind A 1@0 Uno? *>
`},
		{"compacted", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			a := name("A", start(h, "2.1.219"))
			a.Compact(history.Compaction{})
			a.Turn("On.", "Yes.")
			a.Compact(history.Compaction{})
		}, `
root A 2@0 Where do we begin? 
  compaction A 1@2 On. *>c
`},
		{"rewound past where the copy was made", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			a := name("A", h.Session(history.Options{Env: history.Env{Cwd: "/x", Version: "2.1.70"}}))
			a.Turn("One?", "One.")
			p := a.Prompt("Two?")
			a.Reply("Two.")
			a.EndTurn()
			b := name("B", a.Fork(history.Copying{Form: history.F5}))
			b.Turn("Three?", "Three.")
			b.Rewind(p)
			b.Turn("Due?", "Due.")
		}, `
root A 1@0 One? ~
  continue A 1@1 Two? >~
    resume B 1@2 Three? *
  rewind B 1@1 Due? *>
`},
		{"a parent that is gone", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			a := start(h, "2.1.70")
			b := name("B", a.Fork(history.Copying{Form: history.F5}))
			b.Turn("Left.", "A wall.")
			c := name("C", a.Fork(history.Copying{Form: history.F5}))
			c.Turn("Right.", "A door.")
			h.Delete(a)
		}, `
missing B 2@0 Where do we begin? 
  continue B 1@2 Left. *>
  fork C 1@2 Right. *>
`},
		{"a copy with nothing of its own", func(h *history.Home, name func(string, *history.Session) *history.Session) {
			a := name("A", start(h, "2.1.70"))
			name("B", a.Fork(history.Copying{Form: history.F5}))
		}, `
root A 2@0 Where do we begin? >~
  resume B 0@2 Where do we begin? *>
`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			names := map[string]string{}
			f := play(t, func(h *history.Home) {
				tt.act(h, func(name string, s *history.Session) *history.Session { names[s.ID] = name; return s })
			})
			chats := f.forest.Chats()
			if len(chats) != 1 {
				t.Fatalf("%d chats", len(chats))
			}
			if diff := gocmp.Diff(strings.TrimPrefix(tt.want, "\n"), drawing(chats[0], names)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSegmentsOfRandomHistories checks invariants of every drawn tree: parents exist and
// are other segments, every prompt of a chat is in exactly one segment, every session has a
// segment, turns add up along every path.
func TestSegmentsOfRandomHistories(t *testing.T) {
	tests.Seeds(t, 400, func(t *testing.T, seed uint64) {
		h, _ := random(seed)
		files, agents := input(t, h)
		for _, c := range chattree.Build(files, agents).Chats() {
			if err := wellDrawn(c, false); err != nil {
				t.Fatalf("chat %s: %v", c.ID, err)
			}
		}
	})
}

// wellDrawn checks one chat. In chaos a copy may be a prompt although the original is not.
func wellDrawn(c *chattree.Chat, chaotic bool) error {
	byID := map[string]*chattree.Segment{}
	has := map[string]bool{}
	own := 0
	for i := range c.Segments {
		s := &c.Segments[i]
		if byID[s.ID] != nil {
			return fmt.Errorf("segment %s twice", s.ID)
		}
		byID[s.ID] = s
		has[s.Session] = true
		own += s.Turns
	}
	continued, led := map[string]bool{}, map[string]bool{} // by its own session, by any
	for _, s := range byID {
		if s.Parent == nil {
			if s.ForkTurn != 0 {
				return fmt.Errorf("root %s leaves at turn %d", s.ID, s.ForkTurn)
			}
			continue
		}
		p := byID[*s.Parent]
		if p == nil {
			return fmt.Errorf("%s: no parent %s", s.ID, *s.Parent)
		}
		if s.Apart {
			if s.ForkTurn != 0 {
				return fmt.Errorf("%s is apart, and leaves at turn %d", s.ID, s.ForkTurn)
			}
		} else if continued[p.ID] = continued[p.ID] || p.Session == s.Session; s.ForkTurn != p.ForkTurn+p.Turns {
			return fmt.Errorf("%s leaves at turn %d, %s ends at %d", s.ID, s.ForkTurn, p.ID, p.ForkTurn+p.Turns)
		}
		led[p.ID] = led[p.ID] || !s.Apart
		for at, n := p, 0; at.Parent != nil; at, n = byID[*at.Parent], n+1 {
			if n > len(byID) {
				return fmt.Errorf("%s is in a circle", s.ID)
			}
		}
	}
	leaves := 0
	for _, s := range byID {
		if s.Leaf {
			leaves++
		}
		// A copy may lack turns of what it continues, which is a leaf too.
		if s.Leaf && continued[s.ID] || !s.Leaf && !led[s.ID] {
			return fmt.Errorf("%s: leaf is %v", s.ID, s.Leaf)
		}
	}
	prompts := 0
	for _, s := range c.Sessions {
		if !has[s.ID] {
			return fmt.Errorf("session %s has no segment", s.ID)
		}
		prompts = max(prompts, s.Prompts)
	}
	if own != c.Turns || c.Turns < prompts && !chaotic {
		return fmt.Errorf("%d turns in segments, %d in the chat, %d in one session", own, c.Turns, prompts)
	}
	if err := holdsItsRecords(c); err != nil {
		return err
	}
	if c.Branches != leaves {
		return fmt.Errorf("%d branches, %d leaves", c.Branches, leaves)
	}
	return nil
}

// holdsItsRecords checks that every segment contains its first and last records, and every
// agent that it counts.
func holdsItsRecords(c *chattree.Chat) error {
	for i := range c.Segments {
		s := &c.Segments[i]
		session := c.Session(s.Session)
		if got := c.SegmentWith(session, s.First); s.First != "" && got != s.ID {
			return fmt.Errorf("record %s is found in segment %s, not in %s", s.First, got, s.ID)
		}
		sum := session.Source.Summary
		for at := range sum.Nodes {
			uuid := sum.Names.Text(sum.Nodes[at].ID)
			if got := session.SegmentOf(at); (uuid == s.First || uuid == s.Tip && s.First != "") && got != i {
				return fmt.Errorf("record %s is in segment %d, not in %s", uuid, got, s.ID)
			}
		}
	}
	return nil
}

// TestTurnsThatACopySkips: the next prompt names an API error that was written late as its
// parent, and clients copy along parents. The turns before the error stay on a branch.
func TestTurnsThatACopySkips(t *testing.T) {
	begin := []rec{user("u1", "", "Begin."), reply("a1", "u1", "Begun."), user("u2", "a1", "More.")}
	end := []rec{system("e1", "u2", "api_error"), user("u4", "e1", "On."), reply("a4", "u4", "Yes.")}
	between := []rec{reply("a2", "u2", "Much more."), user("u3", "a2", "Enough?"), reply("a3", "u3", "Enough.")}
	next := []rec{user("u5", "a4", "Then?"), reply("a5", "u5", "Run.")}
	for _, tt := range []struct {
		name, want string
		copied     []rec
	}{
		{"with all of them", "root old 4@0 Begin. >~\n  resume new 1@4 Then? *>\n", slices.Concat(begin, between, end, next)},
		{"without the turn before a late error", "root old 4@0 Begin. *>~\n  resume new 1@4 Then? *>\n", slices.Concat(begin, end, next)},
		{"from the last prompt on", "root old 4@0 Begin. >~\n  resume new 1@4 Then? *>\n", slices.Concat(end[1:], next)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := []chattree.File{file("old", 0, slices.Concat(begin, between, end)...), file("new", 10, tt.copied...)}
			chats := chattree.Build(files, nil).Chats()
			if len(chats) != 1 {
				t.Fatalf("%d chats", len(chats))
			}
			if diff := gocmp.Diff(tt.want, drawing(chats[0], map[string]string{"old": "old", "new": "new"})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
