package chattree_test

import (
	"slices"
	"testing"
	"time"

	"dendro/backend/chattree"
	"dendro/backend/internal/history"
)

// TestNoRewinds: retries, parallel tools, hooks, denied tools and queued prompts are not
// rewinds.
func TestNoRewinds(t *testing.T) {
	for _, version := range history.Eras() {
		t.Run(version, func(t *testing.T) {
			f := play(t, func(h *history.Home) {
				s := h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/atlas", Version: version}, Hooks: true})
				s.LocalCommand("model", "", "Set model to opus")
				s.Turn("First.", "One.")
				s.LocalCommand("cost", "", "Nothing yet")
				s.Prompt("Look at both.")
				s.Parallel(history.Read("/a", "a\n"), history.Read("/b", "b\n"), history.Bash("ls", "List", "a b", 0, time.Second))
				s.Reply("Seen.")
				s.EndTurn()
				s.Prompt("Try.")
				s.Retry(1, 10)
				s.Reply("Done.")
				s.EndTurn()
				s.Prompt("Stop me.")
				s.Interrupt(false)
				s.Turn("Go on.", "On.")
			})
			for _, s := range f.sessions {
				if len(s.Rewinds) != 0 {
					t.Errorf("rewinds %v", s.Rewinds)
				}
			}
		})
	}
}

// TestRewinds: every real rewind is found, however short.
func TestRewinds(t *testing.T) {
	for _, version := range history.Eras() {
		t.Run(version, func(t *testing.T) {
			var a *history.Session
			f := play(t, func(h *history.Home) {
				a = h.Session(history.Options{Env: history.Env{Cwd: "/home/ada/atlas", Version: version}, Hooks: true})
				first := a.Prompt("One?")
				a.Reply("One.")
				a.EndTurn()
				a.Rewind(first)
				a.Turn("Uno?", "Uno.")
				second := a.Prompt("Two?") // never answered
				a.Rewind(second)
				a.Turn("Due?", "Due.")
				third := a.Prompt("Three?")
				a.Reply("Three.")
				a.EndTurn()
				a.Rewind(third)
				a.Prompt("Tre?")
				a.Reply("Tre.")
				a.EndTurn()
				a.Rewind(third)
				a.Turn("Trois?", "Trois.")
			})
			s := f.sessions[a.ID]
			if len(s.Rewinds) != 3 || len(s.Rewinds[2].Branches) != 3 || !s.Rewinds[2].Branches[2].Active {
				t.Errorf("rewinds %+v", s.Rewinds)
			}
			if s.Stranded != 4 {
				t.Errorf("stranded %d of 4", s.Stranded)
			}
		})
	}
}

// TestReplayedPrompt: a prompt that a compaction rewrites keeps its time and is not a
// rewind. The same prompt at another time is one.
func TestReplayedPrompt(t *testing.T) {
	at := func(r rec, stamp string) rec { return r.with("timestamp", "2026-10-01T"+stamp+".000Z") }
	for again, want := range map[string]int{"09:00:00": 0, "09:30:00": 1} {
		f := chattree.Build([]chattree.File{file("one", 0,
			user("u1", "", "One?"), reply("a1", "u1", "One."),
			at(user("u2", "a1", "Two?"), "09:00:00"), at(reply("a2", "u2", "Two."), "09:00:05"),
			at(user("u3", "a1", "Two?"), again), at(reply("a3", "u3", "Two."), "09:30:05"),
		)}, nil)
		if got := len(f.Chats()[0].Sessions[0].Rewinds); got != want {
			t.Errorf("asked again at %s: %d rewinds, want %d", again, got, want)
		}
	}
}

// TestRewindBesideACommand: a prompt that follows a command is its child, not its sibling,
// whatever the command's answer is. Another prompt beside both makes one place with two
// branches, not three.
func TestRewindBesideACommand(t *testing.T) {
	const command = "<command-message>review</command-message>\n<command-name>/review</command-name>"
	chain := []rec{
		user("u1", "", "One?"), reply("a1", "u1", "One."),
		user("c", "a1", command), reply("a2", "c", "Reviewed."),
		user("u2", "c", "And the tests?"), reply("a3", "u2", "Green."),
	}
	aside := append(slices.Clone(chain), user("u3", "a1", "Leave that."), reply("a4", "u3", "Left."))
	for name, want := range map[string]struct {
		records  []rec
		branches []int
	}{
		"under it":       {chain, nil},
		"beside as well": {aside, []int{2}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []int
			for _, r := range chattree.Build([]chattree.File{file("one", 0, want.records...)}, nil).Chats()[0].Sessions[0].Rewinds {
				got = append(got, len(r.Branches))
			}
			if !slices.Equal(got, want.branches) {
				t.Errorf("rewinds with %v branches, want %v", got, want.branches)
			}
		})
	}
}

// TestUndatedRewind: prompts without a time do not count as rewritten copies.
func TestUndatedRewind(t *testing.T) {
	undated := func(r rec) rec { return r.with("timestamp", nil) }
	f := chattree.Build([]chattree.File{file("one", 0,
		user("u1", "", "One?"), reply("a1", "u1", "One."),
		undated(user("u2", "a1", "Two?")), reply("a2", "u2", "Two."),
		undated(user("u3", "a1", "Three?")), reply("a3", "u3", "Three."),
	)}, nil)
	if got := len(f.Chats()[0].Sessions[0].Rewinds); got != 1 {
		t.Errorf("%d rewinds, want 1", got)
	}
}
