package library_test

import (
	"testing"

	"dendro/backend/chattree"
	"dendro/backend/session"
)

// counts checks that the tree counts as many turns in each segment of a branch as the
// outline lists there.
func (v *agreement) counts(th *session.Thread, way []int, what string) {
	listed := map[int]int{}
	items := th.Rows.Items()
	for _, turn := range th.Rows.Turns() {
		listed[v.segment(items[turn.Row].Record)]++
	}
	for _, at := range way {
		if s := &v.tree.Segments[at]; s.Session == v.ID && s.Turns != listed[at] {
			v.Errorf("%s, %s: %d turns in the tree, %d in the outline of segment %d", v.ID, what, s.Turns, listed[at], at)
		}
	}
}

// sameName checks that the tree calls a chat as the list does, where it begins with the
// session that the chat is called by.
func sameName(t *testing.T, c *chattree.Chat) {
	t.Helper()
	for i := range c.Segments {
		root, s := &c.Segments[i], c.Sessions[0]
		if root.Session != s.ID || root.Parent != nil || root.Edge == chattree.EdgeRewind {
			continue
		}
		// An assigned title is shown above the tree.
		if s.Name == c.Name && c.TitleFrom != chattree.TitleCustom && c.TitleFrom != chattree.TitleAI && c.TitleFrom != chattree.TitleSummary && root.Name != c.Name {
			t.Errorf("chat %s: the list calls it %q, the tree %q", c.ID, c.Name, root.Name)
		}
		return
	}
}
