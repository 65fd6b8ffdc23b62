package thread

import (
	"context"
	"math/rand/v2"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/history"
	"dendro/backend/internal/tests"
	"dendro/backend/transcript"

	"github.com/google/go-cmp/cmp"
)

func idOf(s string) transcript.ID {
	id, _ := transcript.ParseID(s)
	return id
}

// TestRandomHistories plays histories of every form and era, and compares each session's
// thread with the truth.
func TestRandomHistories(t *testing.T) {
	for seed := range tests.Cases(40) {
		h, truth := history.Random(rand.New(rand.NewPCG(uint64(seed), 7)), 40)
		s := openStore(t, h.FS())
		sessions := map[string]*history.Session{}
		for _, hs := range h.Sessions() {
			sessions[hs.Path()] = hs
		}
		for _, st := range truth.Sessions {
			if slices.Contains(st.Duplicates, st.Path) {
				continue // moved back to where it was: one file replaced the other
			}
			checkRandom(t, s, sessions[st.Path], st, seed)
		}
		if t.Failed() {
			return
		}
	}
}

func checkRandom(t *testing.T, s *store, hs *history.Session, st history.SessionTruth, seed int) {
	t.Helper()
	id := strings.TrimSuffix(path.Base(st.Path), ".jsonl")
	ss := s.session(st.Path, Options{ID: id})
	rows := s.rows(ss, idOf(st.ActiveLeaf))
	calls := map[string]int{}
	var prompts []string
	each(rows, 0, func(r *Row, depth int) {
		switch {
		case r.Kind == "prompt" && depth == 0 && !slices.Contains(prompts, r.UUID):
			prompts = append(prompts, r.UUID)
		case r.Tool == nil || r.Tool.Name == "(result without a call)":
		case r.Tool.ID == "call_1": // of many calls
			calls[r.Tool.ID+" of "+r.UUID]++
		case r.Tool.ID != "":
			calls[r.Tool.ID]++
		}
	})
	for c, n := range calls {
		if n != 1 {
			t.Errorf("seed %d, %s: call %s stands %d times", seed, st.Path, c, n)
		}
	}
	if st.ActiveLeaf == hs.Leaf() {
		if diff := cmp.Diff(hs.Prompts(), prompts); diff != "" {
			t.Errorf("seed %d, %s (%s): prompts (-made +shown)\n%s", seed, st.Path, st.Form, diff)
		}
	}
	checkWhole(t, ss, rows, st, seed)
	for _, r := range st.Rewinds {
		for _, b := range r.Branches {
			checkBranch(t, s, ss, r, b, seed)
		}
	}
	checkReach(t, s, ss, st, seed)
	checkPages(t, s, ss.Thread(idOf(st.ActiveLeaf)), rows)
}

// checkReach checks that every prompt of the file is on some branch.
func checkReach(t *testing.T, s *store, ss *Session, st history.SessionTruth, seed int) {
	t.Helper()
	tips := []string{st.ActiveLeaf}
	for _, r := range st.Rewinds {
		for _, b := range r.Branches {
			tips = append(tips, b.Tip)
		}
	}
	shown := map[string]bool{}
	for _, tip := range tips {
		for _, r := range s.rows(ss, idOf(tip)) {
			if r.Kind == "prompt" {
				shown[r.UUID] = true
			}
		}
	}
	if len(shown) != st.Prompts {
		t.Errorf("seed %d, %s: %d prompts on all branches, %d in the file", seed, st.Path, len(shown), st.Prompts)
	}
}

// checkWhole checks what must be shown completely without rewinds: compactions, agents.
func checkWhole(t *testing.T, ss *Session, rows []Row, st history.SessionTruth, seed int) {
	t.Helper()
	if len(st.Rewinds) > 0 || st.Parent != "" || st.MadeFrom != "" {
		return
	}
	var compactions []string
	agents := map[string]bool{}
	each(rows, 0, func(r *Row, depth int) {
		if r.Kind == "compaction" && depth == 0 {
			compactions = append(compactions, r.UUID)
		}
		if sc := r.Sidechain; sc != nil {
			agents[sc.Agent+sc.First] = true
			if len(sc.Rows) == 0 || sc.Rows[0].Kind != "prompt" || sc.Rows[0].Text == "" {
				t.Errorf("seed %d, %s: sidechain %s%s has no task", seed, st.Path, sc.Agent, sc.First)
			}
			if r.Tool.Name == "(unattached agent)" && len(ss.unattached) == 0 {
				t.Errorf("seed %d, %s: unattached agent %s", seed, st.Path, sc.Agent)
			}
		}
	})
	if len(compactions) != len(st.Compactions) {
		t.Errorf("seed %d, %s: compactions %v, want %v", seed, st.Path, compactions, st.Compactions)
	}
	if len(agents) != st.Agents {
		t.Errorf("seed %d, %s: %d agents, want %d", seed, st.Path, len(agents), st.Agents)
	}
}

// checkBranch checks one branch of a rewind: its own prompt, and none of the others.
func checkBranch(t *testing.T, s *store, ss *Session, r history.RewindTruth, b history.BranchTruth, seed int) {
	t.Helper()
	shown := map[string]bool{}
	for _, row := range s.rows(ss, idOf(b.Tip)) {
		shown[row.UUID] = true
	}
	for _, o := range r.Branches {
		if shown[o.First] != (o.First == b.First) {
			t.Errorf("seed %d, %s: branch to %s: shows %s %v", seed, ss.main.File(), b.Tip, o.First, shown[o.First])
		}
	}
}

// checkPages compares pages with the whole.
func checkPages(t *testing.T, s *store, th *Thread, rows []Row) {
	t.Helper()
	for from := 0; from < len(rows); from += 17 {
		page, err := th.Page(context.Background(), from, 19, s.load, PageOptions{Nested: true})
		if err != nil {
			t.Fatal(err)
		}
		if whole := rows[from:min(from+19, len(rows))]; !reflect.DeepEqual(whole, page) {
			t.Fatal(cmp.Diff(whole, page))
		}
	}
}
