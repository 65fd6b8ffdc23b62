package chattree_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
)

// kept is the boundary of a compaction that kept the records from one to
// another in place: what follows hangs on the last of them.
func kept(uuid, logical, head, anchor, tail string) rec {
	return system(uuid, "", "compact_boundary").with("logicalParentUuid", logical).with("compactMetadata", map[string]any{
		"trigger": "auto", "preservedSegment": map[string]any{"headUuid": head, "anchorUuid": anchor, "tailUuid": tail},
	})
}

// TestRewindAt: which record a rewind is said to have gone back to, and where
// its branches end.
func TestRewindAt(t *testing.T) {
	begun := []rec{user("u1", "", "A"), reply("a1", "u1", "B"), user("u2", "a1", "C"), reply("a2", "u2", "D")}
	summary := user("s1", "b1", "Summary").with("isCompactSummary", true)
	queued := rec{"attachment", "q1", "a2", map[string]any{"attachment": map[string]any{"type": "queued_command", "prompt": "E", "commandMode": "prompt"}}}
	for _, tt := range []struct {
		name    string
		records []rec
		at      string
		tips    []string
	}{
		{
			"the last record that a compaction kept, as the prompts have it",
			[]rec{kept("b1", "a2", "u2", "s1", "a2"), summary, user("u3", "a2", "E"), reply("a3", "u3", "F"), user("u4", "a2", "G"), reply("a4", "u4", "H")},
			"a2",
			[]string{"a3", "a4"},
		},
		{
			"the summary where only one prompt hangs on what was kept",
			[]rec{kept("b1", "a2", "u2", "s1", "a2"), summary, user("u3", "a2", "E"), reply("a3", "u3", "F"), user("u4", "s1", "G"), reply("a4", "u4", "H")},
			"s1",
			[]string{"a3", "a4"},
		},
		{
			"the message above structure",
			[]rec{system("h1", "a2", "stop_hook_summary"), user("u3", "h1", "E"), reply("a3", "u3", "F"), user("u4", "h1", "G"), reply("a4", "u4", "H")},
			"a2",
			[]string{"a3", "a4"},
		},
		{
			"structure that hangs on nothing: what stands before it in the file is not its parent",
			[]rec{system("h1", "", "informational"), user("u3", "h1", "E"), reply("a3", "u3", "F"), user("u4", "h1", "G"), reply("a4", "u4", "H")},
			"h1",
			[]string{"a3", "a4"},
		},
		{
			"a branch of one queued prompt, which is no message, ends with it",
			[]rec{queued, user("u4", "a2", "G"), reply("a4", "u4", "H")},
			"a2",
			[]string{"q1", "a4"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, s := chattree.Build([]chattree.File{file("one", 0, append(begun[:4:4], tt.records...)...)}, nil).Session("one")
			if len(s.Rewinds) != 1 {
				t.Fatalf("rewinds %+v", s.Rewinds)
			}
			tips := []string{}
			for _, b := range s.Rewinds[0].Branches {
				tips = append(tips, b.Tip)
			}
			if diff := gocmp.Diff(tt.tips, tips); diff != "" || text(s.Rewinds[0].At) != tt.at {
				t.Errorf("at %q, want %q; tips (-want +got):\n%s", text(s.Rewinds[0].At), tt.at, diff)
			}
		})
	}
}

// TestDirectionOutranks: what a rule says although the ones after it would say
// otherwise: the copies have the earlier beginnings or the earlier ends here.
func TestDirectionOutranks(t *testing.T) {
	at := func(r rec, stamp string) rec { return r.with("timestamp", "2026-10-01T"+stamp+".000Z") }
	u1, a1 := at(user("u1", "", "A"), "07:00:00"), at(reply("a1", "u1", "B"), "07:00:01")
	u2, a2 := at(user("u2", "a1", "C"), "07:00:02"), at(reply("a2", "u2", "D"), "07:00:03")
	// A third session has the last of the shared records only.
	late := func() chattree.File {
		return file("late", 20, at(user("u2", "", "C"), "07:00:02"), a2, user("u5", "a2", "E"))
	}
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"(e) the original went on first, and ended last",
			[]chattree.File{
				file("copy", 9, u1, a1, user("u3", "a1", "D")),
				file("orig", 5, u1, a1, user("u2", "a1", "C"), at(reply("a2", "u2", "E"), "09:00:00")),
			},
			"orig:\n  orig root\n    copy forked inferred at=a1 2+1 shared-uuids\n",
		},
		{
			"later times at the end of what is shared, of which others have a part",
			[]chattree.File{
				file("orig", 9, u1, a1, u2, a2, user("u9", "a2", "E")),
				file("copy", 5, u1, a1, u2, at(reply("a2", "u2", "D"), "07:30:00"), user("u3", "a2", "F")),
				late(),
			},
			"orig:\n  orig root\n    copy forked certain at=a2 4+1 shared-uuids\n    late forked certain at=a2 2+1 shared-uuids\n",
		},
		{
			"later times at the beginning of it",
			[]chattree.File{
				file("orig", 9, u1, a1, u2, a2, user("u9", "a2", "E")),
				file("copy", 5, u1, at(reply("a1", "u1", "B"), "07:00:02"), u2, a2, user("u3", "a2", "F")),
				late(),
			},
			"orig:\n  orig root\n    copy forked certain at=a2 4+1 shared-uuids\n    late forked certain at=a2 2+1 shared-uuids\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, tree(tt.files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDirectionWithoutTimes: a record without a time says nothing of who wrote
// it first.
func TestDirectionWithoutTimes(t *testing.T) {
	at := func(r rec, stamp string) rec { return r.with("timestamp", "2026-10-01T"+stamp+".000Z") }
	undated := func(r rec) rec { return r.with("timestamp", nil) }
	u1, a1 := at(user("u1", "", "A"), "07:00:00"), at(reply("a1", "u1", "B"), "07:00:01")
	for name, files := range map[string][]chattree.File{
		"among the shared ones": {
			file("orig", 5, u1, a1, user("u2", "a1", "C"), reply("a2", "u2", "D")),
			file("copy", 9, u1, undated(a1), user("u3", "a1", "E"), reply("a3", "u3", "F")),
		},
		"among those after them": {
			file("orig", 5, u1, a1, user("u2", "a1", "C"), reply("a2", "u2", "D")),
			file("copy", 9, u1, a1, undated(user("u3", "a1", "E")), reply("a3", "u3", "F")),
		},
	} {
		t.Run(name, func(t *testing.T) {
			const want = "orig:\n  orig root\n    copy forked inferred at=a1 2+2 shared-uuids\n"
			if diff := gocmp.Diff(want, tree(files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDirectionOfCopiesThatNameEachOther: ids that say both ways say nothing;
// the first to go on is the original, of a third copy too, that names nobody.
func TestDirectionOfCopiesThatNameEachOther(t *testing.T) {
	at := func(r rec, stamp, session string) rec {
		return r.with("timestamp", "2026-10-01T"+stamp+".000Z").with("sessionId", session)
	}
	named := func(id, first, second string, minute int) chattree.File {
		return file(id, minute, at(user("u1", "", "A"), "07:00:00", first), at(reply("a1", "u1", "B"), "07:00:01", second), user("u"+id, "a1", "C"))
	}
	got := tree(named("left", "right", "left", 0), named("right", "left", "right", 5), named("third", "third", "third", 9))
	want := "left:\n  left root\n    right forked certain at=a1 2+1 shared-uuids,sessionId\n    third forked inferred at=a1 2+1 shared-uuids\n"
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLastOfTwoBelowTheLeaf: of two queued prompts below the message that a
// resume goes on from, the one that stands last is on its path.
func TestLastOfTwoBelowTheLeaf(t *testing.T) {
	for name, aside := range map[string]bool{"of the conversation": false, "of a file of asides": true} {
		t.Run(name, func(t *testing.T) {
			queued := func(uuid string) rec {
				return rec{"attachment", uuid, "a1", map[string]any{"attachment": map[string]any{"type": "queued_command", "prompt": "C", "commandMode": "prompt"}}}
			}
			u1, a1 := user("u1", "", "A").with("isMeta", aside), reply("a1", "u1", "B").with("isMeta", aside)
			_, s := chattree.Build([]chattree.File{file("one", 0, u1, a1, queued("q1"), queued("q2"))}, nil).Session("one")
			if diff := gocmp.Diff([]string{"q1"}, s.StrandedTurns); diff != "" || s.ActiveLeaf != "a1" {
				t.Errorf("leaf %s, stranded (-want +got):\n%s", s.ActiveLeaf, diff)
			}
		})
	}
}
