package chattree_test

import (
	"fmt"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
)

// kept returns the boundary of a compaction that preserved the records from one to another
// in place: later records have the last of them as parent.
func kept(uuid, logical, head, anchor, tail string) rec {
	return system(uuid, "", "compact_boundary").with("logicalParentUuid", logical).with("compactMetadata", map[string]any{
		"trigger": "auto", "preservedSegment": map[string]any{"headUuid": head, "anchorUuid": anchor, "tailUuid": tail},
	})
}

// TestRewindAt checks the place of a rewind and the tips of its branches.
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
			"the summary where the prompts hang on the last record that its compaction kept",
			[]rec{kept("b1", "a2", "u2", "s1", "a2"), summary, user("u3", "a2", "E"), reply("a3", "u3", "F"), user("u4", "a2", "G"), reply("a4", "u4", "H")},
			"s1",
			[]string{"a3", "a4"},
		},
		{
			"the summary where only one prompt hangs on what was kept",
			[]rec{kept("b1", "a2", "u2", "s1", "a2"), summary, user("u3", "a2", "E"), reply("a3", "u3", "F"), user("u4", "s1", "G"), reply("a4", "u4", "H")},
			"s1",
			[]string{"a3", "a4"},
		},
		{
			"the boundary where what follows should hang on a record before it",
			[]rec{kept("b1", "a2", "u2", "u1", "a2"), user("u3", "a2", "E"), reply("a3", "u3", "F"), user("u4", "b1", "G"), reply("a4", "u4", "H")},
			"b1",
			[]string{"a3", "a4"},
		},
		{
			"the summary in a fork with new uuids, whose compaction names what was kept by the old ones",
			[]rec{kept("b1", "a2", "x1", "x2", "x3"), summary, user("u3", "a2", "E"), reply("a3", "u3", "F"), user("u4", "a2", "G"), reply("a4", "u4", "H")},
			"s1",
			[]string{"a3", "a4"},
		},
		{
			"the summary in such a fork, where the conversation was summarized up to its last prompt",
			[]rec{kept("b1", "a1", "x1", "s1", "x3"), summary, user("u3", "s1", "E"), reply("a3", "u3", "F"), user("u4", "s1", "G"), reply("a4", "u4", "H")},
			"s1",
			[]string{"a3", "a4"},
		},
		{
			"structure below the last message",
			[]rec{system("h1", "a2", "stop_hook_summary"), user("u3", "h1", "E"), reply("a3", "u3", "F"), user("u4", "h1", "G"), reply("a4", "u4", "H")},
			"h1",
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

// TestPreservedRecords: a record whose parent is the last preserved record continues the summary only
// if it was written after the compaction and the parent before it.
func TestPreservedRecords(t *testing.T) {
	begun := []rec{user("u1", "", "A"), reply("a1", "u1", "B"), user("u2", "a1", "C"), reply("a2", "u2", "D")}
	summary := user("s1", "b1", "Summary").with("isCompactSummary", true)
	for _, tt := range []struct {
		name    string
		records []rec
		want    []string // the edges of the tree and their places
	}{
		{
			"one branch before the compaction, one after it",
			[]rec{user("u3", "a2", "E"), reply("a3", "u3", "F"), kept("b1", "a2", "u2", "s1", "a2"), summary, user("u4", "a2", "G"), reply("a4", "u4", "H")},
			[]string{"root u1 at ", "continue u3 at a2", "rewind u4 at s1"},
		},
		{
			"the kept records were written again after it",
			[]rec{kept("b1", "a2", "u3", "s1", "a3"), summary, user("u3", "s1", "E"), reply("a3", "u3", "F"), user("u4", "a3", "G"), reply("a4", "u4", "H")},
			[]string{"root u1 at ", "compaction b1 at a2"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, edges(append(begun[:4:4], tt.records...))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestLate: a reply that was written before its prompt (2.1.150-2.1.250) is late until the
// prompt is read. A later record stays where it was written: 1.0.x's rule that local
// commands continue the record before them must not lead back to the prompt.
func TestLate(t *testing.T) {
	caveat := user("c1", "a9", "Caveat: The messages below were generated by the user while running local commands.").with("isMeta", true)
	command := user("c2", "c1", "<bash-input>ls</bash-input>")
	late := []rec{reply("a1", "u1", "B"), user("u1", "", "A"), user("u9", "a1", "I"), reply("a9", "u9", "J"), caveat, command, user("u2", "c2", "C"), reply("a2", "u2", "D")}
	if diff := gocmp.Diff([]string{"root u1 at "}, edges(late)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRoots checks the predecessor of a record without a parent, or with a missing one.
// Only a prompt that replaces the first one starts over.
func TestRoots(t *testing.T) {
	begun := []rec{user("u1", "", "A"), reply("a1", "u1", "B")}
	again := []rec{user("u2", "", "C"), reply("a2", "u2", "D")}
	undated := func(r rec) rec { return r.with("timestamp", nil) }
	for _, tt := range []struct {
		name    string
		records []rec
		want    []string // the edges of the tree and their places
	}{
		{"another first prompt", append(begun[:2:2], again...), []string{"root u1 at ", "rewind u2 at "}},
		{
			"the first prompt written again",
			append(begun[:2:2], user("u2", "", "A").with("timestamp", "2026-10-01T08:00:00.000Z"), again[1]),
			[]string{"root u1 at "},
		},
		{
			"a second reply with nothing asked below it is no branch",
			append(begun[:2:2], reply("a2", "a1", "C"), user("u2", "a1", "D"), reply("a3", "u2", "E")),
			[]string{"root u1 at "},
		},
		{
			"undated ones are not the same one",
			[]rec{undated(begun[0]), begun[1], undated(again[0]), again[1]},
			[]string{"root u1 at ", "rewind u2 at "},
		},
		{
			"the records of another session in this file",
			append(begun[:2:2], again[0].with("sessionId", "other"), again[1]),
			[]string{"missing u1 at "},
		},
		{
			"no prompt is the first where a reply came before it",
			append([]rec{reply("a0", "", "Z"), user("u1", "a0", "A"), begun[1]}, again...),
			[]string{"root a0 at "},
		},
		{
			"two below a record that is not there are side by side",
			append(begun[:2:2], user("u2", "gone", "C"), reply("a2", "u2", "D"), user("u3", "gone", "E"), reply("a3", "u3", "F")),
			[]string{"root u1 at ", "continue u2 at a1", "rewind u3 at a1"},
		},
		{
			"a compaction of the branch that it names, not of the last one",
			append(
				begun[:2:2], user("u2", "a1", "C"), reply("a2", "u2", "D"), user("u3", "a1", "E"), reply("a3", "u3", "F"),
				system("b1", "", "compact_boundary").with("logicalParentUuid", "a2"), user("s1", "b1", "Summary").with("isCompactSummary", true), user("u4", "s1", "G"),
			),
			[]string{"root u1 at ", "continue u2 at a1", "compaction b1 at a2", "rewind u3 at a1"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, edges(tt.records)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestRewrittenFirstPrompt: if the first prompt was rewritten, the records before it are still
// on the path that a resume loads.
func TestRewrittenFirstPrompt(t *testing.T) {
	_, s := chattree.Build([]chattree.File{file("one", 0,
		user("u1", "", "A"), reply("a1", "u1", "B"),
		user("u2", "", "A").with("timestamp", "2026-10-01T08:00:00.000Z"), reply("a2", "u2", "B"),
	)}, nil).Session("one")
	if len(s.StrandedTurns) != 0 || len(s.Rewinds) != 0 {
		t.Errorf("stranded %v, rewinds %v", s.StrandedTurns, s.Rewinds)
	}
}

// edges lists the edges in the tree of one file: kind, opening record, and the record that
// it continues.
func edges(records []rec) []string {
	c, _ := chattree.Build([]chattree.File{file("one", 0, records...)}, nil).Session("one")
	var list []string
	for _, s := range c.Segments {
		list = append(list, fmt.Sprintf("%s %s at %s", s.Edge, s.First, text(s.At)))
	}
	return list
}

// TestDirectionOutranks: each rule wins over the later ones: here the copies have the
// earlier beginnings or ends.
func TestDirectionOutranks(t *testing.T) {
	at := func(r rec, stamp string) rec { return r.with("timestamp", "2026-10-01T"+stamp+".000Z") }
	u1, a1 := at(user("u1", "", "A"), "07:00:00"), at(reply("a1", "u1", "B"), "07:00:01")
	u2, a2 := at(user("u2", "a1", "C"), "07:00:02"), at(reply("a2", "u2", "D"), "07:00:03")
	// A third session has only the last of the shared records.
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

// TestDirectionReplayed: a record that a compaction rewrites counts at its first place, and
// a record beside the conversation still precedes it there.
func TestDirectionReplayed(t *testing.T) {
	at := func(r rec, second string) rec { return r.with("timestamp", "2026-10-01T07:00:0"+second+".000Z") }
	u1, a1, u2 := at(user("u1", "", "A"), "0"), at(reply("a1", "u1", "B"), "1"), user("u2", "a1", "C")
	title := rec{typ: "custom-title", more: map[string]any{"customTitle": "T"}}
	original := file("orig", 9, u1, a1, title, u2, reply("a2", "u2", "D"), kept("b1", "a2", "", "", ""), user("s1", "b1", "Summary").with("isCompactSummary", true), a1, u2)
	want := "orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids,written-at-once\n"
	if diff := gocmp.Diff(want, tree(original, file("copy", 5, u1, a1, user("u3", "a1", "E")))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDirectionWithoutTimes: a record without a time is not evidence for the author.
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

// TestDirectionOfCopiesThatNameEachOther: contradicting ids are ignored. The first to
// continue is the original, also of a third copy that names nobody.
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

// TestGeneration checks which of several sessions with the same records a copy was made
// from.
func TestGeneration(t *testing.T) {
	at := func(r rec, stamp string) rec { // this version rewrites the times of copies
		return r.with("timestamp", "2026-10-01T"+stamp+".000Z").with("version", "2.0.0")
	}
	from := func(r rec, id string) rec {
		return r.with("forkedFrom", map[string]any{"sessionId": id, "messageUuid": r.uuid})
	}
	u1, a1 := at(user("u1", "", "A"), "07:00:00"), at(reply("a1", "u1", "B"), "07:00:01")
	u2, a2 := at(user("u2", "a1", "C"), "07:00:02"), at(reply("a2", "u2", "D"), "07:00:03")
	first := func() chattree.File { return file("first", 5, u1, a1, user("u7", "a1", "E")) }
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string // the parent of the session "copy"
	}{
		{
			"as much is shared with two: the one whose records stand last",
			[]chattree.File{
				first(),
				file("second", 6, at(user("u2", "", "C"), "07:00:02"), a2, user("u8", "a2", "F")),
				file("copy", 9, u1, a1, at(u2, "08:20:00"), at(a2, "08:20:01"), user("u9", "a2", "G")),
			},
			"second",
		},
		{
			"pointers of the fork that was copied; what the fork wrote itself has none",
			[]chattree.File{
				first(),
				file("second", 6, from(u1, "first"), from(a1, "first"), u2, a2, user("u8", "a2", "F")),
				file("copy", 9, from(u1, "first"), from(a1, "first"), u2, a2, user("u9", "a2", "G")),
			},
			"second",
		},
		{
			"the ids of both are carried: the pointer decides",
			[]chattree.File{
				first(),
				file("second", 6, from(u1, "first"), from(a1, "first"), user("u8", "a1", "F")),
				file("copy", 9, from(u1, "first").with("sessionId", "first"), from(a1, "first").with("sessionId", "second"), user("u9", "a1", "G")),
			},
			"first",
		},
		{
			"a copy with a few records of its own before it",
			[]chattree.File{
				first(),
				file("copy", 9, user("x1", "", "X"), reply("y1", "x1", "Y"), at(user("u1", "y1", "A"), "07:30:00"), at(a1, "07:30:01"), user("u9", "a1", "G")),
			},
			"first",
		},
		{
			"a fork in which nothing was said yet",
			[]chattree.File{first(), file("copy", 9, from(u1, "first"), from(a1, "first"))},
			"first",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, s := chattree.Build(tt.files, nil).Session("copy"); text(s.Parent) != tt.want {
				t.Errorf("parent %q, want %q\n%s", text(s.Parent), tt.want, tree(tt.files...))
			}
		})
	}
}
