package chattree_test

import (
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/history"
)

// TestSeedBranching is the first example of the project's founding document: two branches
// from one session, one of them continued.
func TestSeedBranching(t *testing.T) {
	for _, form := range []history.Form{history.R1, history.F1, history.F2, history.F5, history.F6} {
		t.Run(string(form), func(t *testing.T) {
			var s [5]*history.Session
			f := play(t, func(h *history.Home) {
				fork := func(from *history.Session) *history.Session {
					return from.Fork(history.Copying{Form: form, Title: "T"})
				}
				s[1] = start(h, "1.0.111")
				s[2] = fork(s[1])
				s[2].Turn("Left.", "A wall.")
				s[3] = fork(s[1])
				s[3].Turn("Right.", "A door.")
				s[4] = fork(s[3])
				s[4].Turn("Through.", "A hall.")
			})
			got := map[int]string{}
			for i := 1; i <= 4; i++ {
				one := f.sessions[s[i].ID]
				got[i] = one.Relation
				if one.Superseded {
					got[i] += " superseded"
				}
				if one.Parent != nil {
					got[i] += " of " + string('0'+rune(slices.IndexFunc(s[:], func(o *history.Session) bool { return o != nil && o.ID == *one.Parent })))
				}
			}
			want := map[int]string{1: "root superseded", 2: "resumed of 1", 3: "resumed superseded of 1", 4: "resumed of 3"}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSeedRealWorld is its second example, with the session ids it lists as sets.
func TestSeedRealWorld(t *testing.T) {
	const tail = "-0000-4000-8000-000000000000"
	ids := []string{"ce66e75e", "755d966a", "ab337be2", "48bfdc96", "fa2f7873", "77a00ded"}
	f := play(t, func(h *history.Home) {
		s := h.Session(history.Options{Env: history.Env{Cwd: "/Users/x/my-app", Version: "1.0.111"}, ID: ids[0] + tail})
		s.Turn("One.", "1")
		for _, id := range ids[1:4] { // closed: ids are overwritten
			s = s.Fork(history.Copying{Form: history.R1, ID: id + tail})
			s.Turn("On from "+id, "On.")
		}
		for _, id := range ids[4:] { // open: ids are retained
			s.Fork(history.Copying{Form: history.F1, KeepIDs: true, ID: id + tail}).Turn("Fork "+id, "Forked.")
		}
	})
	type row struct {
		Parent     string
		SessionIDs []string
		Leaf       bool
	}
	want := map[string]row{
		"ce66e75e": {"", []string{"ce66e75e"}, false},
		"755d966a": {"ce66e75e", []string{"755d966a", "ce66e75e"}, false},
		"ab337be2": {"755d966a", []string{"755d966a", "ab337be2"}, false},
		"48bfdc96": {"ab337be2", []string{"48bfdc96", "ab337be2"}, false},
		"fa2f7873": {"48bfdc96", []string{"48bfdc96", "ab337be2", "fa2f7873"}, true},
		"77a00ded": {"48bfdc96", []string{"48bfdc96", "77a00ded", "ab337be2"}, true},
	}
	got := map[string]row{}
	for id, s := range f.sessions {
		r := row{Leaf: !s.Superseded}
		if s.Parent != nil {
			r.Parent = (*s.Parent)[:8]
		}
		for _, other := range s.SessionIDs {
			r.SessionIDs = append(r.SessionIDs, other[:8])
		}
		slices.Sort(r.SessionIDs)
		got[id[:8]] = r
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if chats := f.forest.Chats(); len(chats) != 1 || chats[0].ID != ids[0]+tail {
		t.Errorf("chats %v", chats)
	}
	for _, s := range f.sessions {
		if s.Parent != nil && (s.Confidence != chattree.ConfidenceCertain || !slices.Contains(s.Evidence, chattree.EvidenceSessionID)) {
			t.Errorf("%s: %s, %v", s.ID, s.Confidence, s.Evidence)
		}
	}
}
