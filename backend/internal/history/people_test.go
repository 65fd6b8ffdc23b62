package history_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dendro/backend/internal/history"
)

func TestRandomIsDeterministic(t *testing.T) {
	play := func() (map[string][]byte, history.Truth) {
		h, truth := history.Random(rand.New(rand.NewPCG(3, 4)), 60)
		return h.Files(), truth
	}
	a, ta := play()
	b, tb := play()
	if !maps.EqualFunc(a, b, bytes.Equal) {
		t.Error("two plays differ")
	}
	if d := cmp.Diff(ta, tb); d != "" {
		t.Error(d)
	}
}

// choices makes rapid choose, so that it can shrink a history.
type choices struct{ t *rapid.T }

func (c choices) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(c.t, "choice") }

func TestRandomTruthHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, truth := history.Random(choices{t}, rapid.IntRange(1, 30).Draw(t, "size"))
		check(t, h, truth)
	})
}

type failer interface{ Errorf(string, ...any) }

// check checks invariants of every history: each line is JSON except for NULs, each session
// is in one chat, the counts are consistent.
func check(t failer, h *history.Home, truth history.Truth) {
	for p, data := range h.Files() {
		if !strings.HasSuffix(p, ".jsonl") {
			continue
		}
		for l := range strings.Lines(string(bytes.ReplaceAll(data, []byte{0}, nil))) {
			if !json.Valid([]byte(l)) {
				t.Errorf("%s: %s", p, l)
			}
		}
	}
	seen := map[string]int{}
	for _, c := range truth.Chats {
		for _, id := range c.Sessions {
			seen[id]++
		}
	}
	for _, s := range truth.Sessions {
		if seen[s.ID] != 1 {
			t.Errorf("%s is in %d chats", s.ID, seen[s.ID])
		}
		pointed := s.Form == history.C1 // by continued-in, with nothing shared
		if s.Parent != "" && !pointed && (s.Shared == 0 || s.ForkPoint == "" || truth.Session(s.Parent) == nil) {
			t.Errorf("%s by %s: shared %d, fork point %q", s.ID, s.Form, s.Shared, s.ForkPoint)
		}
		if s.Ambiguous {
			t.Errorf("%s by %s is ambiguous", s.ID, s.Form)
		}
		active := 0
		for _, r := range s.Rewinds {
			n := 0
			for _, b := range r.Branches {
				if b.Active {
					n++
				}
			}
			if n > 1 {
				t.Errorf("%s: %d active branches", s.ID, n)
			}
			active += n
		}
		if s.ActiveLeaf == "" {
			t.Errorf("%s has no active leaf", s.ID)
		}
	}
	for _, s := range h.Sessions() {
		if got := truth.Session(s.ID); got != nil && got.ActiveLeaf != s.Leaf() {
			t.Errorf("%s by %s: the official leaf is %s, the people stand at %s", s.ID, got.Form, got.ActiveLeaf, s.Leaf())
		}
	}
}

// TestRandomMeetsEverything fails if the generator never uses some form.
func TestRandomMeetsEverything(t *testing.T) {
	forms, relations, rewinds, compactions, missing, moved, handed := map[history.Form]int{}, map[string]int{}, 0, 0, 0, 0, 0
	sessions, shapes := 0, map[string]int{}
	for seed := range uint64(60) {
		h, truth := history.Random(rand.New(rand.NewPCG(seed, 1)), 35)
		check(t, h, truth)
		meet(shapes, h)
		for _, s := range truth.Sessions {
			sessions++
			if s.Again > 0 && s.Form != history.P1 {
				shapes["a conversation that stands twice"]++
			}
			forms[s.Form]++
			relations[s.Relation]++
			rewinds += len(s.Rewinds)
			compactions += len(s.Compactions)
			moved += len(s.Duplicates)
			if s.MissingParent != "" {
				missing++
			}
			if s.Form == history.C1 && s.Parent != "" {
				handed++
			}
		}
	}
	for _, f := range []history.Form{"", history.R0, history.R1, history.P1, history.C1, history.F1, history.F2, history.F3, history.F4, history.F5, history.F6} {
		if forms[f] == 0 {
			t.Errorf("no session by form %q", f)
		}
	}
	for _, shape := range append(slices.Collect(maps.Keys(oddities)),
		"a conversation that stands twice", "a copy known by its messages", "a copy that names the session of its replies", "prompts of a copy under one id",
		"a question that went through the queue first", "a fork without any of these", "kept messages", "a summary up to a prompt", "a prompt behind its reply",
	) {
		if shapes[shape] == 0 {
			t.Errorf("never met: %s", shape)
		}
	}
	t.Logf("%d sessions: %v %v, %v, %d rewinds, %d compactions, %d missing parents, %d moved, %d handed over", sessions, forms, relations, shapes, rewinds, compactions, missing, moved, handed)
	if rewinds == 0 || compactions == 0 || missing == 0 || moved == 0 || handed == 0 || relations["forked"] == 0 || relations["resumed"] == 0 {
		t.Error("something never happened")
	}
}
