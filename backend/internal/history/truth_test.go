package history_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/history"
)

// talk is a short session of two turns with tools and a rewound third one.
func talk(h *history.Home, version string) *history.Session {
	s := h.Session(at(version))
	s.Turn("First.", "One.")
	s.Prompt("Second.")
	s.Parallel(history.Read("/a.go", "a\n"), history.Read("/b.go", "b\n"))
	s.Reply("Two.")
	s.EndTurn()
	return s
}

func TestForms(t *testing.T) {
	tests := []struct {
		name          string
		version       string
		copying       history.Copying
		decided       bool // by the records, even if the copy continues first
		shared        int
		ownAfterwards int
	}{
		{"R1", "1.0.71", history.Copying{Form: history.R1}, true, 8, 2},
		{"F1", "2.1.215", history.Copying{Form: history.F1}, true, 8, 2},
		{"F1 ids kept", "2.1.241", history.Copying{Form: history.F1, KeepIDs: true}, true, 8, 2},
		{"F2", "2.1.215", history.Copying{Form: history.F2, Title: "Copy", Env: func(e *history.Env) { e.Branch = "fix" }}, true, 8, 2},
		{"F3", "2.1.17", history.Copying{Form: history.F3, Plan: "# Plan"}, true, 8, 3},
		{"F3 with hook root", "2.1.17", history.Copying{Form: history.F3, HookRoot: true}, true, 8, 3},
		{"F4", "2.1.215", history.Copying{Form: history.F4}, true, 8, 2},
		{"F5", "2.1.215", history.Copying{Form: history.F5}, true, 8, 2},
		{"F5 doubled", "2.1.76", history.Copying{Form: history.F5, Double: history.Each}, true, 8, 2},
		{"F5 doubled in a block, unlinked", "2.1.76", history.Copying{Form: history.F5, Double: history.Block, Unlink: true}, true, 8, 2},
		{"F5 unmarked", "2.0.64", history.Copying{Form: history.F5, Unmarked: true}, true, 8, 2},
		{"F6", "2.1.215", history.Copying{Form: history.F6}, true, 8, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, goesOn := range []bool{false, true} {
				h := home()
				s := talk(h, tt.version)
				c := s.Fork(tt.copying)
				leaf := s.Leaf()
				if tt.copying.Form != history.F3 {
					c.Turn("Third, in the copy.", "Three.")
				} else {
					c.Reply("On it.")
				}
				want := "resumed"
				if goesOn {
					s.Turn("Third, in the original.", "Drei.")
					want = "forked"
				}
				truth := h.Truth()
				got := truth.Session(c.ID)
				if got.Parent != s.ID || got.Relation != want || got.Form != tt.copying.Form {
					t.Errorf("got %s of %q by %s, want %s of %s", got.Relation, got.Parent, got.Form, want, s.ID)
				}
				own := tt.ownAfterwards
				if got.Shared != tt.shared || got.Own != own {
					t.Errorf("shared %d, own %d, want %d and %d", got.Shared, got.Own, tt.shared, own)
				}
				if tt.copying.Form != history.F6 && got.ForkPoint != leaf {
					t.Errorf("fork point %s, want %s", got.ForkPoint, leaf)
				}
				if got.ActiveLeaf != c.Leaf() {
					t.Errorf("active leaf %s, want %s", got.ActiveLeaf, c.Leaf())
				}
				if truth.Session(s.ID).Superseded == goesOn {
					t.Errorf("superseded = %v", !goesOn)
				}
				if ambiguous := goesOn && !tt.decided; got.Ambiguous != ambiguous {
					t.Errorf("ambiguous = %v", got.Ambiguous)
				}
				if len(truth.Chats) != 1 || truth.Chats[0].ID != s.ID {
					t.Errorf("chats: %v", truth.Chats)
				}
			}
		})
	}
}

// TestR1SessionIDs repeats the shape of the format's three generations: a copied
// string keeps its id once, then it is a block and is rewritten.
func TestR1SessionIDs(t *testing.T) {
	h := home()
	a := talk(h, "1.0.71")
	b := a.Resume("")
	b.Turn("Third.", "Three.")
	c := b.Resume("")
	c.Turn("Fourth.", "Four.")
	truth := h.Truth()
	for id, want := range map[string][]string{a.ID: {a.ID}, b.ID: {b.ID, a.ID}, c.ID: {b.ID, c.ID}} {
		got := slices.Clone(truth.Session(id).SessionIDs)
		slices.Sort(got)
		slices.Sort(want)
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
	if p := truth.Session(c.ID).Parent; p != b.ID {
		t.Errorf("parent of the third is %s", p)
	}
}

func TestR1AfterCompaction(t *testing.T) {
	h := home()
	a := talk(h, "1.0.71")
	a.Compact(history.Compaction{})
	a.Turn("Third.", "Three.")
	b := a.Resume("")
	b.Turn("Fourth.", "Four.")
	c := b.Resume("")
	c.Turn("Fifth.", "Five.")
	truth := h.Truth()
	if got := truth.Session(b.ID); got.Shared != 3 || got.Own != 2 || got.Relation != "resumed" || len(got.Compactions) != 1 {
		t.Errorf("second: %+v", got)
	}
	flags := 0
	for _, r := range records(t, h.Files()[c.Path()]) {
		if r["isCompactSummary"] == true {
			flags++
		}
	}
	if flags != 0 {
		t.Error("the second copy keeps the summary's flag")
	}
}

func TestR0(t *testing.T) {
	h := home()
	a := talk(h, "1.0.56")
	a.LocalCommand("/status", "", "ok")
	b := a.Clear()
	b.Turn("New.", "Yes.")
	c := b.Clear()
	c.Turn("Newer.", "Yes.")
	shared := map[string]int{}
	for _, s := range []*history.Session{a, b, c} {
		for _, r := range records(t, h.Files()[s.Path()]) {
			shared[r["uuid"].(string)]++
		}
	}
	n := 0
	for _, k := range shared {
		if k == 3 {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d records in all three files, want the caveat alone", n)
	}
	if truth := h.Truth(); len(truth.Chats) != 3 {
		t.Errorf("chats: %v", truth.Chats)
	}
}

func TestRewinds(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			h := home()
			s := talk(h, version)
			second := s.Prompts()[1]
			s.Turn("Third.", "Three.")
			oldTip := s.Leaf()
			s.Rewind(second)
			again := s.Turn("Second, differently.", "Zwei.")
			s.Rewind(s.Prompts()[0])
			first := s.Turn("From the start.", "Eins.")
			got := h.Truth().Session(s.ID)
			if len(got.Rewinds) != 2 {
				t.Fatalf("%d rewinds: %+v", len(got.Rewinds), got.Rewinds)
			}
			outer, inner := got.Rewinds[0], got.Rewinds[1]
			if len(outer.Branches) != 2 || !outer.Branches[1].Active || outer.Branches[1].First != first {
				t.Errorf("outer: %+v", outer)
			}
			if len(inner.Branches) != 2 || inner.Branches[0].First != second || inner.Branches[0].Tip != oldTip || inner.Branches[1].First != again {
				t.Errorf("inner: %+v", inner)
			}
			if inner.Branches[0].Active || inner.Branches[1].Active {
				t.Error("a dead place has an active branch")
			}
			if got.Prompts != 5 {
				t.Errorf("%d prompts", got.Prompts)
			}
			if got.ActiveLeaf != s.Leaf() {
				t.Errorf("leaf %s, want %s", got.ActiveLeaf, s.Leaf())
			}
		})
	}
}

func TestMissingParents(t *testing.T) {
	h := home()
	s := talk(h, "2.1.215")
	a := s.Fork(history.Copying{Form: history.F5})
	a.Turn("A.", "a")
	b := s.Fork(history.Copying{Form: history.F6})
	b.Turn("B.", "b")
	h.Delete(s)
	truth := h.Truth()
	if len(truth.Chats) != 1 || truth.Chats[0].ID != s.ID || len(truth.Chats[0].Sessions) != 2 {
		t.Errorf("chats: %+v", truth.Chats)
	}
	for _, id := range []string{a.ID, b.ID} {
		if got := truth.Session(id); got.MissingParent != s.ID || got.Parent != "" || got.Relation != "root" || got.Ambiguous {
			t.Errorf("%+v", got)
		}
	}
	if _, ok := h.Files()[s.Path()]; ok {
		t.Error("the deleted file is still there")
	}
}

func TestW1(t *testing.T) {
	h := home()
	s := talk(h, "2.1.215")
	old := s.Path()
	s.Move("/home/ada/projects/upload-api-hotfix", true)
	s.Turn("Here.", "Yes.")
	files := h.Files()
	if len(files) != 2 || len(files[old]) >= len(files[s.Path()]) {
		t.Errorf("files %d", len(files))
	}
	truth := h.Truth()
	if len(truth.Sessions) != 1 || len(truth.Sessions[0].Duplicates) != 1 || truth.Sessions[0].Duplicates[0] != old {
		t.Errorf("%+v", truth.Sessions)
	}
}

func TestDamageIsCounted(t *testing.T) {
	h := home()
	s := talk(h, "2.1.215")
	before := h.Truth().Session(s.ID)
	s.Garbage("{not json")
	s.Garbage("[1,2]")
	s.Blank()
	s.Glue()
	s.Tear()
	after := h.Truth().Session(s.ID)
	if after.Malformed != 2 || after.Records != before.Records {
		t.Errorf("malformed %d, records %d of %d", after.Malformed, after.Records, before.Records)
	}
}
