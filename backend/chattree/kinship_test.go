package chattree_test

import (
	"fmt"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/transcript"
)

// marked sets forkedFrom on records.
func marked(session string, records ...rec) []rec {
	list := make([]rec, len(records))
	for i, r := range records {
		list[i] = r.with("forkedFrom", map[string]any{"sessionId": session, "messageUuid": r.uuid})
	}
	return list
}

// early gives records times that do not depend on their file.
func early(records ...rec) []rec {
	list := make([]rec, len(records))
	for i, r := range records {
		list[i] = r.with("timestamp", fmt.Sprintf("2026-10-01T07:00:%02d.000Z", i))
	}
	return list
}

// talk is a prompt and its reply.
func talk(name, parent string) []rec {
	return []rec{user("u"+name, parent, "Prompt "+name), reply("a"+name, "u"+name, "Reply "+name)}
}

func begunFrom(session string, f chattree.File) chattree.File {
	f.About.From = []transcript.Origin{{Session: session, By: transcript.BesideLog}}
	return f
}

// by sets the session id of records.
func by(session string, records ...rec) []rec {
	list := make([]rec, len(records))
	for i, r := range records {
		list[i] = r.with("sessionId", session)
	}
	return list
}

// TestKinship checks the parent of a session if several signals disagree.
func TestKinship(t *testing.T) {
	const uuid = "11111111-2222-4333-8444-555555555555"
	first := early(talk("1", "")...)
	both := early(then(talk("1", ""), talk("2", "a1"))...)
	hooks := make([]rec, 10)
	for i := range hooks {
		hooks[i] = system(fmt.Sprintf("h%d", i), "", "informational")
	}
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"what Dendro began comes from where it was begun, though it went on first",
			[]chattree.File{file("orig", 9, sharedBy("orig")...), begunFrom("orig", file("copy", 5, sharedBy("copy")...))},
			"orig:\n  orig root\n    copy forked certain at=a1 2+1 shared-uuids,begun\n",
		},
		{
			"… of two that share as much from that one",
			[]chattree.File{file("a", 0, sharedBy("a")...), file("b", 5, sharedBy("b")...), begunFrom("b", file("c", 9, sharedBy("c")...))},
			"a:\n  a root\n    b forked inferred at=a1 2+1 shared-uuids\n      c forked certain at=a1 2+1 shared-uuids,begun\n",
		},
		{
			"continued-in says which one is the copy, though that went on first",
			[]chattree.File{
				file("orig", 9, append(sharedBy("orig"), side("continued-in", "continuedInSessionId", uuid))...), file(uuid, 5, sharedBy("copy")...),
			},
			"orig:\n  orig root\n    " + uuid + " forked certain at=a1 2+1 shared-uuids,continued-in\n",
		},
		{
			"… and a third one is a copy of that",
			[]chattree.File{
				file("orig", 9, append(sharedBy("orig"), side("continued-in", "continuedInSessionId", uuid))...), file(uuid, 5, sharedBy("copy")...), file("x", 20, sharedBy("x")...),
			},
			"orig:\n  orig root\n    " + uuid + " forked certain at=a1 2+1 shared-uuids,continued-in\n    x forked inferred at=a1 2+1 shared-uuids\n",
		},
		{
			"… of two that say so the older one",
			[]chattree.File{
				file("late", 5, append(talk("8", ""), side("continued-in", "continuedInSessionId", uuid))...),
				file("old", 0, append(talk("9", ""), side("continued-in", "continuedInSessionId", uuid))...), file(uuid, 9, talk("1", "")...),
			},
			"old:\n  old root\n    " + uuid + " resumed certain at= 0+2 continued-in\nlate:\n  late root\n",
		},
		{
			"two that name each other: the one that goes on is the copy",
			[]chattree.File{
				file("one", 9, then(marked("two", first...), talk("3", "a1"))...), file("two", 0, marked("one", first...)...),
			},
			"two:\n  two root\n    one resumed certain at=a1 2+2 shared-uuids,forkedFrom\n",
		},
		{
			"three that name each other in a circle: the one that went on first",
			[]chattree.File{
				file("a", 9, then(by("b", first...), talk("5", "a1"))...), file("b", 5, then(by("c", first...), talk("6", "a1"))...), file("c", 0, then(by("a", first...), talk("7", "a1"))...),
			},
			"c:\n  c root\n    b forked certain at=a1 2+2 shared-uuids,sessionId\n      a forked certain at=a1 2+2 shared-uuids,sessionId\n",
		},
		{
			"a reply that was written before its prompt is read behind it (2.1.150–2.1.250)",
			[]chattree.File{
				file("a", 5, then([]rec{both[1], both[0]}, both[2:], talk("5", "a2"))...), file("b", 10, then(both, talk("6", "a2"))...), file("c", 20, then(first, talk("7", "a1"))...),
			},
			"a:\n  a root\n    b forked inferred at=a2 4+2 shared-uuids\n    c forked inferred at=a1 2+2 shared-uuids\n",
		},
		{
			"with an original goes what came from it: it went on when that did",
			[]chattree.File{
				file("a", 30, then(first, talk("5", "a1"))...), file("c", 5, then(marked("a", first...), talk("6", "a1"))...), file("b", 10, then(first, talk("7", "a1"))...),
			},
			"a:\n  a root\n    c forked certain at=a1 2+2 shared-uuids,forkedFrom\n    b forked inferred at=a1 2+2 shared-uuids\n",
		},
		{
			"hooks may stand before what is copied",
			[]chattree.File{file("a", 0, then(first, talk("5", "a1"))...), file("b", 10, then(hooks, marked("a", first...), talk("6", "a1"))...)},
			"a:\n  a root\n    b forked certain at=a1 2+2 shared-uuids,forkedFrom\n",
		},
		{
			"… where nothing names the original, too",
			[]chattree.File{file("a", 0, then(first, talk("5", "a1"))...), file("b", 10, then(hooks, first, talk("6", "a1"))...)},
			"a:\n  a root\n    b forked inferred at=a1 2+2 shared-uuids\n",
		},
		{
			"a circle of parents is cut where nothing names one",
			[]chattree.File{
				file("a", 0, then(first, marked("c", user("u5", "a1", "A")))...), file("b", 5, then(first, talk("6", "a1"))...),
				file("c", 9, marked("b", user("u7", "", "C"))...),
			},
			"b:\n  b root\n    c forked certain at= 0+1 forkedFrom\n      a forked certain at= 0+3 forkedFrom\n",
		},
		{
			"the id on a sidechain names no parent",
			[]chattree.File{file("one", 0, then(talk("1", ""), by("gone", user("x", "", "Task").with("isSidechain", true)), talk("2", "a1"))...)},
			"one:\n  one root\n",
		},
		{
			"a fork of a session that is gone, alone",
			[]chattree.File{file("one", 0, then(marked("gone", talk("1", "")...), talk("2", "a1"))...)},
			"gone:\n  one root missing=gone forkedFrom\n",
		},
		{
			"copies that name a session that is there and one that is gone: that which is there",
			[]chattree.File{
				file("b", 0, then(talk("1", ""), by("gone", talk("2", "a1")...), talk("3", "a2"))...),
				file("c", 9, then(by("b", talk("1", "")...), by("gone", talk("2", "a1")...), talk("4", "a2"))...),
			},
			"gone:\n  b root missing=gone sessionId\n    c forked certain at=a2 4+2 shared-uuids,sessionId\n",
		},
		{
			"copies that name one that is gone, where the other has the records under its own id: that one",
			[]chattree.File{file("b", 0, then(both, talk("3", "a2"))...), file("c", 9, then(by("gone", both...), talk("4", "a2"))...)},
			"b:\n  b root\n    c forked inferred at=a2 4+2 shared-uuids\n",
		},
		{
			"copies that name one that is gone, the one begun by Dendro from the other: that one",
			[]chattree.File{
				file("b", 0, then(by("gone", both...), talk("3", "a2"))...), begunFrom("b", file("c", 9, then(by("gone", both...), talk("4", "a2"))...)),
			},
			"gone:\n  b root missing=gone sessionId\n    c forked certain at=a2 4+2 shared-uuids,begun\n",
		},
		{
			"a title whose leaf only the parent has",
			[]chattree.File{file("a", 0, both...), file("b", 9, then([]rec{side("summary", "summary", "T", "leafUuid", "a2")}, marked("a", first...), talk("3", "a1"))...)},
			"a:\n  a root\n    b forked certain at=a1 2+2 shared-uuids,forkedFrom,leafUuid\n",
		},
		{
			"siblings stand in the order in which they were begun",
			[]chattree.File{file("a", 0, first...), file("b", 20, then(marked("a", first...), talk("5", "a1"))...), file("c", 10, then(marked("a", first...), talk("6", "a1"))...)},
			"a:\n  a root\n    c resumed certain at=a1 2+2 shared-uuids,forkedFrom\n    b resumed certain at=a1 2+2 shared-uuids,forkedFrom\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, tree(tt.files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestSessionOfFiles checks the session of a file if there is more than one candidate.
func TestSessionOfFiles(t *testing.T) {
	nowhere := file("one", 0, user("u1", "", "A").with("cwd", nil))
	if c, _ := chattree.Build([]chattree.File{nowhere}, nil).Session("one"); c.Project != "p" {
		t.Errorf("a session without a directory is of %q", c.Project)
	}
	command := func(name, parent string) []rec {
		return []rec{user("k"+name, parent, "<command-name>/x</command-name>"), reply("b"+name, "k"+name, "Done")}
	}
	split := file("one", 0, then(talk("1", ""), command("1", "a1"), command("2", "a1"))...)
	if _, s := chattree.Build([]chattree.File{split}, nil).Session("one"); len(s.Rewinds) != 0 {
		t.Errorf("commands side by side are %d rewinds", len(s.Rewinds))
	}
	first := early(talk("1", "")...)
	resumed := chattree.Build([]chattree.File{
		file("a", 0, then(first, early(talk("2", "u1")...))...), file("b", 5, then(marked("a", then(first, early(talk("2", "u1")...))...), early(talk("3", "a2")...))...),
	}, nil)
	if c, _ := resumed.Session("a"); c.NewestLeaf != "b" {
		t.Errorf("the newest leaf is %s, which lives on in another session", c.NewestLeaf)
	}
	task := []rec{user("x1", "a1", "Task").with("isSidechain", true), reply("x2", "x1", "Done").with("isSidechain", true)}
	f := chattree.Build([]chattree.File{file("a", 0, then(first, task)...), file("b", 5, then(marked("a", then(first, task)...), talk("3", "a1"))...)}, nil)
	for id, want := range map[string]int{"a": 1, "b": 0} {
		if _, s := f.Session(id); s.Agents != want {
			t.Errorf("%s has %d agents, want %d", id, s.Agents, want)
		}
	}
}
