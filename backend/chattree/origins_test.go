package chattree_test

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// TestOrigins checks ancestors named by files beside the transcripts: jobs/*/state.json
// (2.1.330), the desktop app's cards (reported).
func TestOrigins(t *testing.T) {
	with := func(f chattree.File, by transcript.Beside, sessions ...string) chattree.File {
		for _, s := range sessions {
			f.About.From = append(f.About.From, transcript.Origin{Session: s, By: by})
		}
		return f
	}
	const job, card = transcript.BesideJob, transcript.BesideCard
	alone := func(id string, minute int) chattree.File {
		return file(id, minute, user("u"+id, "", "Own"), reply("a"+id, "u"+id, "B"))
	}
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"a job's state says which one is the copy, though that went on first",
			[]chattree.File{file("orig", 9, sharedBy("orig")...), with(file("copy", 5, sharedBy("copy")...), job, "orig")},
			"orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids,job-state\n",
		},
		{
			"a card does",
			[]chattree.File{file("orig", 9, sharedBy("orig")...), with(file("copy", 5, sharedBy("copy")...), card, "orig")},
			"orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids,desktop-card\n",
		},
		{
			"both of them",
			[]chattree.File{file("orig", 9, sharedBy("orig")...), with(with(file("copy", 5, sharedBy("copy")...), job, "orig"), card, "orig")},
			"orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids,job-state,desktop-card\n",
		},
		{
			"two that name each other say nothing",
			[]chattree.File{with(file("late", 9, sharedBy("late")...), card, "soon"), with(file("soon", 5, sharedBy("soon")...), card, "late")},
			"soon:\n  soon root\n    late forked inferred at=a1 2+1 shared-uuids,desktop-card\n",
		},
		{
			"a job that shares nothing hangs on what its state names",
			[]chattree.File{alone("old", 0), with(alone("new", 10), job, "old")},
			"old:\n  old root\n    new forked certain at= 0+2 job-state\n",
		},
		{
			"a chat of the desktop app goes through sessions that have nothing to do with each other",
			[]chattree.File{alone("old", 0), with(alone("new", 10), card, "old")},
			"new:\n  new root\nold:\n  old root\n",
		},
		{
			"what is named and not there",
			[]chattree.File{with(alone("new", 10), job, "gone")},
			"new:\n  new root\n",
		},
		{
			"of two that share as much the one that is named is the parent",
			[]chattree.File{
				file("a", 0, sharedBy("a")...), file("b", 5, sharedBy("b")...), with(file("c", 9, sharedBy("c")...), job, "b"),
			},
			"a:\n  a root\n    b forked inferred at=a1 2+1 shared-uuids\n      c forked certain at=a1 2+1 shared-uuids,job-state\n",
		},
		{
			"forkedFrom is stronger",
			[]chattree.File{
				file("a", 0, sharedBy("a")...), file("b", 5, sharedBy("b")...),
				with(file("c", 9, forkedFrom("a", sharedBy("c"))...), card, "b"),
			},
			"a:\n  a root\n    b forked inferred at=a1 2+1 shared-uuids\n    c forked certain at=a1 2+1 shared-uuids,forkedFrom\n",
		},
		{
			"what Dendro began from a copy that /branch made hangs there, though it has copied the pointer to the origin",
			[]chattree.File{
				file("a", 0, sharedBy("a")...), file("b", 5, forkedFrom("a", sharedBy("b"))...),
				with(file("c", 9, forkedFrom("a", sharedBy("c"))...), transcript.BesideLog, "b"),
			},
			"a:\n  a root\n    b forked certain at=a1 2+1 shared-uuids,forkedFrom\n      c forked certain at=a1 2+1 shared-uuids,begun\n",
		},
		{
			"… also where the origin is gone",
			[]chattree.File{
				file("b", 5, forkedFrom("a", sharedBy("b"))...), with(file("c", 9, forkedFrom("a", sharedBy("c"))...), transcript.BesideLog, "b"),
			},
			"a:\n  b root missing=a forkedFrom\n    c forked certain at=a1 2+1 shared-uuids,begun\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, tree(tt.files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestStartedWithout: a session that Dendro started without some parts of its parent is a
// fork, although it holds the parent's last record: the parent holds more.
func TestStartedWithout(t *testing.T) {
	whole := []rec{user("u1", "", "One"), reply("a1", "u1", "1"), user("u2", "a1", "Two"), reply("a2", "u2", "2")}
	for _, left := range []transcript.LeftOut{{}, {Turns: 1}} {
		started := file("b", 9, user("u2", "", "Two"), reply("a2", "u2", "2"), user("u3", "a2", "Three"), reply("a3", "u3", "3"))
		started.About.From = []transcript.Origin{{Session: "a", By: transcript.BesideLog, Left: left}}
		chats := chattree.Build([]chattree.File{file("a", 0, whole...), started}, nil).Chats()
		if len(chats) != 1 || len(chats[0].Sessions) != 2 {
			t.Fatalf("%d chats", len(chats))
		}
		s := chats[0].Sessions[1]
		if left.IsZero() {
			if s.Relation != chattree.RelationResumed || s.Without != nil {
				t.Errorf("whole: %s, without %v", s.Relation, s.Without)
			}
			continue
		}
		if s.Relation != chattree.RelationForked || s.Without == nil || *s.Without != left || chats[0].Sessions[0].Superseded {
			t.Errorf("%s, without %v", s.Relation, s.Without)
		}
		shown := false
		for _, segment := range chats[0].Segments {
			shown = shown || segment.Session == "b" && segment.Without != nil && *segment.Without == left
		}
		if !shown {
			t.Error("no segment says so")
		}
	}
}

// TestStartedWithoutTheSame: sessions that were started with the same parts left out share
// more with each other than with their parent: the record that names these parts.
func TestStartedWithoutTheSame(t *testing.T) {
	whole := []rec{user("u1", "", "One"), reply("a1", "u1", "1"), user("u2", "a1", "Two"), reply("a2", "u2", "2")}
	files := []chattree.File{file("a", 0, whole...)}
	for i, id := range []string{"b", "c", "d"} {
		f := file(id, 5+i, user("n", "", "Left out: 1 turn.").with("isMeta", true), user("u2", "n", "Two"), reply("a2", "u2", "2"), user("u"+id, "a2", "Three"), reply("a"+id, "u"+id, "3"))
		f.About.From = []transcript.Origin{{Session: "a", By: transcript.BesideLog, Left: transcript.LeftOut{Turns: 1}}}
		files = append(files, f)
	}
	const want = "a:\n  a root\n" +
		"    b forked certain at=a2 2+3 shared-uuids,begun\n    c forked certain at=a2 2+3 shared-uuids,begun\n    d forked certain at=a2 2+3 shared-uuids,begun\n"
	if diff := gocmp.Diff(want, tree(files...)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPlan: a plan accepted with cleared context begins a session that shares nothing and
// names the transcript in which it was made (2.1.50).
func TestPlan(t *testing.T) {
	const old = "aaaaaaaa-0000-4000-8000-000000000001"
	plan := func(id, text string) chattree.File {
		return file(id, 9, user("u"+id, "", text).with("planContent", "# Plan"), reply("a"+id, "u"+id, "Done"))
	}
	made := file(old, 0, user("u1", "", "Plan it"), reply("a1", "u1", "B"))
	says := "Implement the following plan:\n\nread the full transcript at: /home/ada/.claude/projects/-p/" + old + ".jsonl"
	for _, tt := range []struct {
		name string
		file chattree.File
		want string
	}{
		{"it hangs there", plan("new", says), old + ":\n  " + old + " root\n    new forked certain at= 0+2 plan-transcript\n"},
		{"also on Windows", plan("new", strings.ReplaceAll(says, "/", "\\")), old + ":\n  " + old + " root\n    new forked certain at= 0+2 plan-transcript\n"},
		{"not where another prompt names it", file("new", 9, user("un", "", says), reply("an", "un", "Done")), "new:\n  new root\n" + old + ":\n  " + old + " root\n"},
		{"nor where it is no path", plan("new", "see "+old+".jsonl"), "new:\n  new root\n" + old + ":\n  " + old + " root\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, tree(made, tt.file)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// forkedFrom makes the two shared records name the parent session.
func forkedFrom(session string, records []rec) []rec {
	for i := range 2 {
		records[i] = records[i].with("forkedFrom", map[string]any{"sessionId": session, "messageUuid": records[i].uuid})
	}
	return records
}

// TestOriginsUpdate: a changed origin is applied, and a removed one withdrawn, although the
// transcript is unchanged.
func TestOriginsUpdate(t *testing.T) {
	orig, fork := file("orig", 9, sharedBy("orig")...), file("copy", 5, sharedBy("copy")...)
	lone := file("lone", 5, user("ul", "", "Own"), reply("al", "ul", "B"))
	f := chattree.Build([]chattree.File{orig, fork, lone}, nil)
	parent := func(id string) string {
		_, s := f.Session(id)
		return text(s.Parent)
	}
	if parent("orig") != "copy" || parent("lone") != "" {
		t.Fatal("before:", parent("orig"), parent("lone"))
	}
	said, apart := fork, lone
	said.About.From = []transcript.Origin{{Session: "orig", By: transcript.BesideJob}}
	apart.About = said.About
	f.Apply(chattree.Change{Files: []chattree.File{said, apart}})
	if parent("copy") != "orig" || parent("lone") != "orig" {
		t.Error("then:", parent("copy"), parent("lone"))
	}
	f.Apply(chattree.Change{Files: []chattree.File{fork, lone}})
	if parent("orig") != "copy" || parent("lone") != "" {
		t.Error("afterwards:", parent("orig"), parent("lone"))
	}
}
