package chattree_test

import (
	"testing"

	"dendro/backend/chattree"
)

// TestMessages: a message from elsewhere opens a turn, but it is not a prompt. It gives the
// title only if nobody typed anything, and it is never a rewind.
func TestMessages(t *testing.T) {
	message := func(id, parent, text string) rec {
		return user(id, parent, text).with("isMeta", true).with("origin", map[string]any{"kind": "peer", "name": "harbour"})
	}
	tests := []struct {
		name           string
		records        []rec
		prompts, turns int
		title, called  string
		rewinds        int
	}{
		{"alone", []rec{message("u1", "", "Raise the buoy."), reply("a1", "u1", "Up.")}, 0, 1, "Raise the buoy.", "Raise the buoy", 0},
		{
			"before a prompt",
			[]rec{message("u1", "", "Raise the buoy."), reply("a1", "u1", "Up."), user("u2", "a1", "Is it up?"), reply("a2", "u2", "Yes.")},
			1, 2, "Is it up?", "Is it up?", 0,
		},
		{
			"beside a prompt",
			[]rec{user("u1", "", "Is it up?"), reply("a1", "u1", "No."), message("u2", "a1", "Raise it."), reply("a2", "u2", "Up."), user("u3", "a1", "And now?"), reply("a3", "u3", "Yes.")},
			2, 3, "Is it up?", "Is it up?", 0,
		},
		{
			"beside a prompt, and asked on",
			[]rec{user("u1", "", "Is it up?"), reply("a1", "u1", "No."), message("u2", "a1", "Raise it."), reply("a2", "u2", "Up."), user("u4", "a2", "Thanks."), user("u3", "a1", "And now?"), reply("a3", "u3", "Yes.")},
			3, 4, "Is it up?", "Is it up?", 1,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, s := chattree.Build([]chattree.File{file("one", 0, test.records...)}, nil).Session("one")
			turns := 0
			for i := range c.Segments {
				turns += c.Segments[i].Turns
			}
			if s.Prompts != test.prompts || turns != test.turns {
				t.Errorf("%d prompts and %d turns, want %d and %d", s.Prompts, turns, test.prompts, test.turns)
			}
			if s.Title != test.title || s.Name != test.called || c.Segments[0].Title != test.title {
				t.Errorf("titled %q, called %q, the segment %q", s.Title, s.Name, c.Segments[0].Title)
			}
			if len(s.Rewinds) != test.rewinds {
				t.Errorf("rewinds %+v", s.Rewinds)
			}
		})
	}
}
