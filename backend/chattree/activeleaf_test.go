package chattree_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
)

// TestActiveLeaf follows clients from 2.1.120 on (format.md 12.2).
func TestActiveLeaf(t *testing.T) {
	on := func(r rec, field string) rec { return r.with(field, true) }
	for _, tt := range []struct {
		name    string
		records []rec
		want    string
	}{
		{"the end of a chain", []rec{user("u1", "", "A"), reply("a1", "u1", "B")}, "a1"},
		{"no message", []rec{system("s1", "", "informational")}, ""},
		{"place in the file, not time", []rec{
			user("u1", "", "A"), reply("a1", "u1", "B").with("timestamp", "2026-10-01T09:00:00.000Z"),
			user("u2", "u1", "C").with("timestamp", "2026-10-01T08:00:00.000Z"),
		}, "u2"},
		{"structure below the leaf", []rec{
			user("u1", "", "A"), reply("a1", "u1", "B"), system("s1", "a1", "turn_duration"), system("s2", "s1", "stop_hook_summary"),
		}, "a1"},
		{"late structure below an older message selects that message", []rec{
			user("u1", "", "A"), reply("a1", "u1", "B"), user("u2", "a1", "C"), reply("a2", "u2", "D"), system("s1", "a1", "informational"),
		}, "a1"},
		{"sidechains are passed over, teams and meta records are not", []rec{
			user("u1", "", "A"), reply("a1", "u1", "B"), user("u2", "a1", "C"),
			on(reply("x1", "", "Side"), "isSidechain"), on(user("x2", "a1", "Meta"), "isMeta"), reply("x3", "u1", "Team").with("teamName", "red"),
		}, "x3"},
		{"unless nothing else is left", []rec{on(user("x1", "", "Side"), "isSidechain"), on(reply("x2", "x1", "Side"), "isSidechain")}, "x2"},
		{"a meta record hides what it hangs on", []rec{user("u1", "", "A"), reply("a1", "u1", "B"), on(user("x2", "a1", "Meta"), "isMeta")}, "x2"},
		{"a circle", []rec{user("u1", "a1", "A"), reply("a1", "u1", "B")}, "a1"},
		{"a record that is its own parent", []rec{user("u1", "", "A"), reply("a1", "a1", "B")}, "a1"},
		{"structure that leads into a circle", []rec{system("s1", "s2", "x"), system("s2", "s1", "x"), system("s3", "s2", "x"), user("u1", "", "A")}, "u1"},
		{"a repeated record keeps its first place and link", []rec{
			user("u1", "", "A"), reply("a1", "u1", "B"), user("u2", "a1", "C"), reply("a1", "", "B again"),
		}, "u2"},
		{"compactions are not crossed by logicalParentUuid", []rec{
			user("u1", "", "A"), reply("a1", "u1", "B"), system("b1", "", "compact_boundary").with("logicalParentUuid", "a1"),
		}, "a1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := chattree.Build([]chattree.File{file("one", 0, tt.records...)}, nil)
			if _, s := f.Session("one"); s.ActiveLeaf != tt.want {
				t.Errorf("active leaf %q, want %q", s.ActiveLeaf, tt.want)
			}
		})
	}
}

// TestLastPrompt: a resume continues from the record that the last last-prompt names unless
// the last record of the file descends from it (2.1.120+).
func TestLastPrompt(t *testing.T) {
	f := chattree.Build([]chattree.File{file("one", 0,
		user("u1", "", "A"), reply("a1", "u1", "B"), user("u2", "a1", "C"), reply("a2", "u2", "D"), user("u3", "a1", "E"),
		rec{typ: "last-prompt", more: map[string]any{"lastPrompt": "C", "leafUuid": "a2"}},
	)}, nil)
	c, s := f.Session("one")
	if s.ActiveLeaf != "a2" || s.LastPromptLeaf != "a2" || s.Stranded != 1 || s.StrandedTurns[0] != "u3" {
		t.Errorf("leaf %s, last-prompt %s, stranded %v", s.ActiveLeaf, s.LastPromptLeaf, s.StrandedTurns)
	}
	if len(c.Segments) != 3 {
		t.Errorf("%d segments", len(c.Segments))
	}
}

// TestNewerElsewhere: a resume continues from the last record in the file, even if another
// branch has a newer turn.
func TestNewerElsewhere(t *testing.T) {
	f := chattree.Build([]chattree.File{file("one", 0,
		user("u1", "", "A"), reply("a1", "u1", "B"),
		user("u2", "a1", "C").with("timestamp", "2026-10-02T08:00:00.000Z"), reply("a2", "u2", "D"),
		user("u3", "a1", "E"), reply("a3", "u3", "F"),
	)}, nil)
	c, _ := f.Session("one")
	for _, s := range c.Segments {
		if want := s.Title == "E"; s.ResumesHere != want || s.NewerElsewhere != want {
			t.Errorf("%s: resumes here %v, newer elsewhere %v", s.Title, s.ResumesHere, s.NewerElsewhere)
		}
	}
}

// TestStrandedTurns: a turn that a fork still loads is not stranded, and neither is one
// before a compaction.
func TestStrandedTurns(t *testing.T) {
	f := chattree.Build([]chattree.File{
		file("one", 0,
			user("u1", "", "A"), reply("a1", "u1", "B"),
			user("u2", "a1", "Forked"), reply("a2", "u2", "D"),
			user("u3", "a1", "Lost"), reply("a3", "u3", "D"),
			user("u4", "a1", "Kept"), reply("a4", "u4", "F"),
			rec{"system", "b1", "", map[string]any{"subtype": "compact_boundary", "logicalParentUuid": "a4"}},
			user("s1", "b1", "Summary").with("isCompactSummary", true), user("u5", "s1", "G"),
		),
		file("two", 10, user("u1", "", "A").with("sessionId", "one"), reply("a1", "u1", "B"), user("u2", "a1", "Forked").with("sessionId", "one"), reply("a2", "u2", "D"), user("u9", "a2", "On")),
	}, nil)
	if _, s := f.Session("one"); s.Stranded != 1 || s.StrandedTurns[0] != "u3" {
		t.Errorf("stranded %v", s.StrandedTurns)
	}
	if _, s := f.Session("two"); s.Stranded != 0 {
		t.Errorf("stranded %v", s.StrandedTurns)
	}
}

// TestLastOfTwoBelowTheLeaf: of two queued prompts below the resumed message, the last one
// in the file is on the active path.
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
