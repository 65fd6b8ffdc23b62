package chattree_test

import (
	"testing"

	"dendro/backend/chattree"
	"dendro/backend/internal/tests"
	"dendro/backend/transcript"
)

// TestInherited: the records that an ancestor also has are those shared with the parent.
func TestInherited(t *testing.T) {
	tests.Seeds(t, 150, func(t *testing.T, seed uint64) {
		h, _ := random(seed)
		files, agents := input(t, h)
		for _, c := range chattree.Build(files, agents).Chats() {
			for _, s := range c.Sessions {
				inherited := c.Inherited(s.ID)
				turns, copies := map[transcript.ID]bool{}, c.Identities()
				for _, n := range s.Source.Summary.Nodes {
					if inherited(n.ID) && n.Flags.Has(transcript.FlagTurn) {
						turns[copies.Of(n.ID)] = true // a compaction may write it again
					}
				}
				if len(turns) != s.Shared {
					t.Fatalf("%s inherited %d messages and shares %d with its parent", s.ID, len(turns), s.Shared)
				}
				if n := len(c.Ancestors(s.ID)); (n == 0) != (s.Parent == nil) {
					t.Fatalf("%s has %d ancestors", s.ID, n)
				}
			}
		}
	})
}
