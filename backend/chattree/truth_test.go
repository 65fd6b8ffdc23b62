package chattree_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/history"
	"dendro/backend/internal/tests"
)

// view holds the compared properties of a session, found or made.
type view struct {
	Chat, Parent, Missing, Relation, ForkPoint, ActiveLeaf string
	Shared, Own                                            int
	Superseded                                             bool
	SessionIDs, Rewinds, Compactions                       []string
	Agents, Records, Prompts, Malformed                    int
	Duplicates                                             []string
}

func found(f *chattree.Forest) map[string]view {
	all := map[string]view{}
	for _, c := range f.Chats() {
		for _, s := range c.Sessions {
			v := view{
				Chat: c.ID, Parent: text(s.Parent), Missing: s.MissingParent, Relation: s.Relation, ForkPoint: text(s.ForkPoint),
				ActiveLeaf: s.ActiveLeaf, Shared: s.Shared, Own: s.Own, Superseded: s.Superseded, SessionIDs: s.SessionIDs,
				Agents: s.Agents, Records: s.Records, Prompts: s.Prompts, Malformed: s.Malformed, Duplicates: s.Duplicates,
			}
			for _, r := range s.Rewinds {
				line := text(r.At)
				for _, b := range r.Branches {
					line += fmt.Sprintf(" [%s %s %v]", b.First, b.Tip, b.Active)
				}
				v.Rewinds = append(v.Rewinds, line)
			}
			for _, k := range s.Compactions {
				v.Compactions = append(v.Compactions, k.UUID+" "+k.Trigger)
			}
			all[s.ID] = v.sorted()
		}
	}
	return all
}

// made returns the truth in the same form. Edges that the records cannot decide are copied
// from the findings.
func made(t history.Truth, found map[string]view) map[string]view {
	all := map[string]view{}
	for _, s := range t.Sessions {
		f := found[s.ID]
		v := view{
			Chat: t.ChatOf(s.ID), Parent: s.Parent, Missing: s.MissingParent, Relation: s.Relation, ForkPoint: s.ForkPoint,
			ActiveLeaf: s.ActiveLeaf, Shared: s.Shared, Own: s.Own, Superseded: s.Superseded, SessionIDs: s.SessionIDs,
			Agents: s.Agents, Records: s.Records, Prompts: s.Prompts, Malformed: s.Malformed, Duplicates: s.Duplicates,
		}
		if s.Ambiguous || s.Shared == f.Shared && related(t, s.Parent, f.Parent) {
			// A fork from a place that the parent has from its own parent holds nothing of
			// the parent's. Then the older of all with the same overlap wins.
			v.Chat, v.Parent, v.Missing, v.Relation, v.ForkPoint = f.Chat, f.Parent, f.Missing, f.Relation, f.ForkPoint
			v.Shared, v.Own = f.Shared, f.Own
		}
		for _, r := range s.Rewinds {
			line := r.At
			for _, b := range r.Branches {
				line += fmt.Sprintf(" [%s %s %v]", b.First, b.Tip, b.Active)
			}
			v.Rewinds = append(v.Rewinds, line)
		}
		for _, k := range s.Compactions {
			v.Compactions = append(v.Compactions, k.UUID+" "+k.Trigger)
		}
		v.Superseded = false
		all[s.ID] = v.sorted()
	}
	for _, v := range all {
		if p, ok := all[v.Parent]; ok && v.Relation == chattree.RelationResumed {
			p.Superseded = true
			all[v.Parent] = p
		}
	}
	return all
}

// related reports whether a session may have the same records from another one that it was
// made from, or that has the same lost parent.
func related(t history.Truth, id, other string) bool {
	s := t.Session(id)
	for ; s != nil && s.Parent != ""; s = t.Session(s.Parent) {
		if s.Parent == other {
			return true
		}
	}
	o := t.Session(other)
	for o != nil && o.Parent != "" {
		o = t.Session(o.Parent)
	}
	return s != nil && o != nil && s != o && s.MissingParent != "" && s.MissingParent == o.MissingParent
}

// sorted sorts lists whose order is not significant.
func (v view) sorted() view {
	slices.Sort(v.Rewinds)
	slices.Sort(v.Duplicates)
	if len(v.SessionIDs) == 0 {
		v.SessionIDs = nil
	}
	return v
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// input reads the files of a Home.
func input(t testing.TB, h *history.Home) ([]chattree.File, []chattree.AgentFile) {
	t.Helper()
	return loadFS(t, "/home/ada/.claude", h.FS())
}

// apart moves every other session to another root, as if a history came from two machines.
// The truth does not depend on it.
func apart(files []chattree.File, agents []chattree.AgentFile) {
	other := func(id string) bool { return id != "" && strings.ContainsAny(id[:1], "13579bdf") }
	for i := range files {
		if other(files[i].ID) {
			files[i].Root = "/mnt/desk/.claude"
		}
	}
	for i := range agents {
		if other(agents[i].Owner) {
			agents[i].Root = "/mnt/desk/.claude"
		}
	}
}

// check compares the found tree with the made one.
func check(t testing.TB, h *history.Home, truth history.Truth) (ok bool) {
	t.Helper()
	files, agents := input(t, h)
	// A deleted session may have left an old copy in another directory, which is a session
	// to a reader but not in the truth.
	files = slices.DeleteFunc(files, func(f chattree.File) bool { return truth.Session(f.ID) == nil })
	if len(files)%2 == 1 {
		apart(files, agents)
	}
	got := found(chattree.Build(files, agents))
	want := made(truth, got)
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-made +found):\n%s", diff)
		return false
	}
	return true
}

// TestRandomHistories is the central property: the found tree equals the made one.
func TestRandomHistories(t *testing.T) {
	tests.Seeds(t, 2_000, func(t *testing.T, seed uint64) {
		h, truth := random(seed)
		if !muddled(truth) {
			check(t, h, truth)
		}
	})
}

// random returns the history of a seed.
func random(seed uint64) (*history.Home, history.Truth) {
	d := rand.New(rand.NewPCG(seed, 1))
	return history.Random(d, 4+d.IntN(12))
}

// muddled reports whether a session moved back to a directory that it had left and one file
// replaced another: then the truth was never written.
func muddled(t history.Truth) bool {
	return slices.ContainsFunc(t.Sessions, func(s history.SessionTruth) bool { return slices.Contains(s.Duplicates, s.Path) })
}

func byPlace(a, b chattree.File) int {
	return cmp.Or(cmp.Compare(a.Root, b.Root), cmp.Compare(a.Path, b.Path))
}
