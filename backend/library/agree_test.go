package library_test

import (
	"slices"
	"testing"
	"time"

	"dendro/backend/catalog"
	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/lineage"
	"dendro/backend/scan"
	"dendro/backend/transcript"
)

// TestRandomHistoriesAgree: tree, thread, comparison, outline, find, export and
// resume tell the same of every branch of every session: the same records in the
// same order, and the same splits.
func TestRandomHistoriesAgree(t *testing.T) {
	tests.Seeds(t, 500, func(t *testing.T, seed uint64) {
		draw := testlib.NewDraw(seed)
		h, _ := history.Random(draw, 4+draw.IntN(12))
		agree(t, testlib.Write(t, h), seed%10 == 0)
	})
}

// TestRealHistoriesAgree is the same property of the real sets.
func TestRealHistoriesAgree(t *testing.T) {
	for set := range knownSets() {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			agree(t, tests.Real(t, set), true)
		})
	}
}

// agree checks every branch of the sessions below a root; deep says that the
// contents are read as well.
func agree(t *testing.T, root string, deep bool) {
	t.Helper()
	l := unindexed(root)
	if err := l.Catalog.Scan(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	for _, c := range l.Chats() {
		g := newTree(c)
		sameName(t, c)
		for _, s := range c.Sessions {
			links := lineage.New(s.ID, &s.Source.Summary.Facts)
			v := &agreement{T: t, l: l, tree: g, Session: s, links: links, ways: links.Ways(), identities: c.Identities(), deep: deep}
			v.held = g.held(s, v.identities)
			v.check()
		}
	}
}

// unindexed returns a library of a root that has no full text search.
func unindexed(root string) *library.Library {
	return library.New(library.Options{
		Options: catalog.Options{
			Roots: []scan.Root{{Path: root}}, Now: func() time.Time { return testlib.Begin.AddDate(0, 0, 10) },
		},
		Home: "/home/ada",
	})
}

// tree is the drawn tree of a chat.
type tree struct {
	*chattree.Chat
	at   map[string]int // segment by id
	kids map[string][]int
}

func newTree(c *chattree.Chat) *tree {
	g := &tree{Chat: c, at: map[string]int{}, kids: map[string][]int{}}
	for i := range c.Segments {
		s := &c.Segments[i]
		g.at[s.ID] = i
		if s.Parent != nil {
			g.kids[*s.Parent] = append(g.kids[*s.Parent], i)
		}
	}
	return g
}

// held returns the segments of what a session's ancestors hold, by identity. Sessions with one
// lost ancestor hold each other's.
func (g *tree) held(s *chattree.Session, identities chattree.Identities) map[transcript.ID]int {
	held := map[transcript.ID]int{}
	from := g.Ancestors(s.ID)
	for _, heir := range g.Sessions {
		if heir.MissingParent != "" && heir != s {
			from = append(from, heir)
		}
	}
	for _, a := range from {
		nodes := a.Source.Summary.Nodes
		for i := range nodes {
			if at := a.SegmentOf(i); at >= 0 && !nodes[i].Flags.Has(transcript.FlagSidechain) {
				held[identities.Of(nodes[i].ID)] = at
			}
		}
	}
	return held
}

// way returns the segments from the root to one.
func (g *tree) way(segment int) []int {
	way := []int{segment}
	for g.Segments[segment].Parent != nil {
		segment = g.at[*g.Segments[segment].Parent]
		way = append(way, segment)
	}
	slices.Reverse(way)
	return way
}

// agreement compares the answers about a session.
type agreement struct {
	*testing.T
	*chattree.Session
	l     *library.Library
	tree  *tree
	links *lineage.Links
	ways  *lineage.Ways
	deep  bool // read contents as well

	identities chattree.Identities
	held       map[transcript.ID]int // segments of what ancestors hold, by identity
}

// segment returns the segment of a record of the session's file, be it an
// ancestor's, and -1 where it is in none.
func (v *agreement) segment(i int32) int {
	if at := v.SegmentOf(int(i)); at >= 0 {
		return at
	}
	at, ok := v.held[v.identities.Of(v.node(i).ID)]
	if !ok {
		return -1
	}
	return at
}

func (v *agreement) node(i int32) *transcript.Node { return &v.links.Facts.Nodes[i] }

// tips returns the records at which branches of the session end.
func (v *agreement) tips() map[int32]string {
	tips := map[int32]string{}
	byName := map[string]int32{}
	for i := range v.links.Facts.Nodes {
		byName[v.name(int32(i))] = int32(i)
	}
	for _, s := range v.tree.Segments {
		if at, ok := byName[s.Tip]; ok && s.Session == v.ID {
			tips[at] = "segment " + s.ID
		}
	}
	for _, r := range v.links.Rewinds {
		for _, b := range r.Branches {
			tips[b.Tip] = "rewind"
		}
	}
	return tips
}

func (v *agreement) name(i int32) string {
	return v.links.Facts.Names.Text(v.node(i).ID)
}

func (v *agreement) check() {
	for tip, what := range v.tips() {
		v.branch(tip, v.name(tip), what)
	}
	v.leaf()
	v.loads()
}
