package chattree_test

import (
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/tests"
)

// TestRealData checks the known facts of the real histories: chats, edges, rewinds,
// compactions. All other sessions there are roots.
func TestRealData(t *testing.T) {
	type edge struct {
		parent, child string
		shared, own   int
		point         string
		evidence      []string
	}
	uuids := []string{chattree.EvidenceSharedUUIDs}
	for _, tt := range []struct {
		set             string
		sessions, chats int
		edges           []edge
		compacted       []string
	}{
		{"oh-my-posh", 24, 20, []edge{
			{"dcce4143", "e0a6db83", 195, 297, "2121fcf2", uuids},
			{"e0a6db83", "493c22a8", 492, 166, "a442d808", uuids},
			{"493c22a8", "94fab1a1", 658, 224, "a5b39adb", uuids},
			{"bf77db8f", "6c0a282a", 146, 875, "f28e6c1d", uuids},
		}, []string{"6c0a282a manual"}},
		{"happy-cli", 7, 6, []edge{
			{"93a9705e", "789e105f", 2, 4, "deae7c10", []string{chattree.EvidenceSharedUUIDs, chattree.EvidenceSessionID}},
		}, nil},
		{"entireio", 56, 56, nil, []string{
			"062a8bdd auto", "21a2e002 auto", "3ae3ab59 auto", "4e836284 auto", "4f8c1176 auto",
			"53ea1606 auto", "847ff7d2 auto", "9e2434f3 auto", "c010174c auto", "deeac353 auto",
		}},
		{"claude-code-log", 27, 27, nil, nil},
		{"claudeless", 50, 50, nil, []string{"8aa54c1d manual"}},
	} {
		t.Run(tt.set, func(t *testing.T) {
			f := build(t, tests.Real(t, tt.set))
			all := sessions(t, f)
			if len(all) != tt.sessions || len(f.Chats()) != tt.chats {
				t.Errorf("%d sessions in %d chats, want %d in %d", len(all), len(f.Chats()), tt.sessions, tt.chats)
			}
			want, got, compacted := map[string]edge{}, map[string]edge{}, []string(nil)
			for _, e := range tt.edges {
				want[e.child] = e
			}
			for id, s := range all {
				for _, c := range s.Compactions {
					compacted = append(compacted, id[:8]+" "+c.Trigger)
				}
				if s.Parent == nil {
					continue
				}
				got[id[:8]] = edge{(*s.Parent)[:8], id[:8], s.Shared, s.Own, text(s.ForkPoint)[:8], s.Evidence}
				if s.Relation != chattree.RelationResumed || !all[*s.Parent].Superseded {
					t.Errorf("%s is %s, its parent superseded: %v", id, s.Relation, all[*s.Parent].Superseded)
				}
			}
			slices.Sort(compacted)
			if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(edge{})); diff != "" {
				t.Errorf("edges (-want +got):\n%s", diff)
			}
			if diff := gocmp.Diff(tt.compacted, compacted); diff != "" {
				t.Errorf("compactions (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRealRewinds finds the three known rewinds, and no noise.
func TestRealRewinds(t *testing.T) {
	type rewind struct {
		at     string
		firsts []string
	}
	want := map[string]rewind{
		"claude-code-log/03eb5929-52b3-4b13-ada3-b93ae35806b8": {
			"eb84e3ee-fc54-4fe4-ad76-badc5ebb4671",
			[]string{"5270777a-1975-4e8a-9cad-b36280ae0ec5", "9edc38e6-0ac0-42c0-b911-e24611af2a5b"},
		},
		"vectors/dag-within-fork/dag_within_fork": {"c", []string{"d", "d_prime"}},
		"vectors/dag-fork/dag_fork":               {"c", []string{"d", "i"}},
	}
	got := map[string]rewind{}
	sets := []string{"oh-my-posh", "happy-cli", "entireio", "claude-code-log", "claudeless"}
	vectors, err := filepath.Glob(filepath.Join(tests.Real(t, "vectors"), "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range vectors {
		sets = append(sets, "vectors/"+filepath.Base(dir))
	}
	for _, set := range sets {
		for id, s := range sessions(t, build(t, tests.Real(t, set))) {
			for _, r := range s.Rewinds {
				one := rewind{at: text(r.At)}
				for _, b := range r.Branches {
					one.firsts = append(one.firsts, b.First)
				}
				got[set+"/"+id] = one
			}
			if s.Parent != nil && set[:3] == "vec" {
				t.Errorf("%s: %s has a parent", set, id)
			}
		}
	}
	if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(rewind{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRealTitles: summary lines title the conversation that they name, not the file that
// contains them.
func TestRealTitles(t *testing.T) {
	all := sessions(t, build(t, tests.Real(t, "claude-code-log")))
	from := map[string]string{}
	for id, s := range all {
		if s.TitleFrom == chattree.TitleSummary {
			from[id[:8]] = s.TitleFrom
		}
	}
	for _, id := range []string{"4379d1bf", "f852ad25", "b25638d7", "aa5c5ada"} {
		if from[id] == "" {
			t.Errorf("%s has no title from a summary", id)
		}
	}
	for _, id := range []string{"3680252d", "37f83ec9"} {
		if from[id] != "" {
			t.Errorf("%s is titled by a line about another session", id)
		}
	}
}
