package chattree_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/tests"
	"dendro/backend/transcript"
)

// one is a session id that several files have.
const one = "0c9f7b52-1111-4222-8333-444444444444"

var upper = strings.ToUpper(one)

// placed returns a file with the records of session one, at a path and with the age of its
// last change in minutes.
func placed(path string, age int, records ...rec) chattree.File {
	f := file(one, 0, records...)
	f.Path = "projects/" + path + ".jsonl"
	f.ID = path[strings.LastIndex(path, "/")+1:]
	f.ModTime = time.Date(2026, 10, 2, 8, 0, 0, 0, time.UTC).Add(-time.Duration(age) * time.Minute)
	return f
}

// claimed prints the chats of files with the role of each file.
func claimed(files ...chattree.File) string {
	var b strings.Builder
	for _, c := range chattree.Build(files, nil).Chats() {
		fmt.Fprintf(&b, "%s\n", c.ID)
		for _, s := range c.Sessions {
			fmt.Fprintf(&b, "  %s %s", s.ID, s.File)
			if s.CopyOf != "" {
				fmt.Fprintf(&b, " copy of %s", s.CopyOf)
			}
			if s.Parent != nil {
				fmt.Fprintf(&b, " %s from %s %d+%d %s", s.Relation, *s.Parent, s.Shared, s.Own, strings.Join(s.Evidence, ","))
			}
			if s.Superseded {
				b.WriteString(" superseded")
			}
			for _, d := range s.Duplicates {
				b.WriteString(" =" + d)
			}
			b.WriteByte('\n')
		}
	}
	return strings.NewReplacer(one, "ID", upper, "UPPER", "projects/", "", ".jsonl", "").Replace(b.String())
}

func TestFilesWithOneID(t *testing.T) {
	start := early(talk("1", "")...)
	on := func(names ...string) []rec {
		list := start
		for _, n := range names {
			list = then(list, talk(n, list[len(list)-1].uuid))
		}
		return list
	}
	continuation := then(talk("2", "a1"), talk("3", "a2"))
	titles := []rec{{typ: "ai-title", more: map[string]any{"aiTitle": "T"}}, {typ: "agent-name", more: map[string]any{"agentName": "N"}}}
	elsewhere := placed("a/"+one, 0, on("3")...)
	elsewhere.Root = "/backup"
	home := placed("-home-ada-0/"+one, 9, on("2")...)
	for _, tt := range []struct {
		name  string
		files []chattree.File
		want  string
	}{
		{
			"a newer one of nothing but a command has more records",
			[]chattree.File{placed("a/"+one, 9, talk("1", "")...), placed("b/"+one, 0,
				rec{typ: "user", uuid: "m", more: map[string]any{"isMeta": true, "message": map[string]any{"role": "user", "content": "<local-command-caveat>Caveat: The messages</local-command-caveat>"}}},
				user("c", "m", "<command-name>/exit</command-name>"),
				user("o", "c", "<local-command-stdout>Bye!</local-command-stdout>"))},
			"ID\n  ID a/ID\n  ID~2 b/ID copy of ID forked from ID 0+3 sessionId\n",
		},
		{
			"each has turns of its own",
			[]chattree.File{placed("a/"+one, 9, on("2", "3")...), placed("b/"+one, 0, on("4")...)},
			"ID\n  ID a/ID\n  ID~2 b/ID copy of ID forked from ID 2+2 shared-uuids,sessionId\n",
		},
		{
			"an older prefix was touched",
			[]chattree.File{placed("a/"+one, 9, on("2")...), placed("b/"+one, 0, on()...)},
			"ID\n  ID a/ID =b/ID\n",
		},
		{
			"the same everywhere: the newer one",
			[]chattree.File{placed("a/"+one, 9, on()...), placed("b/"+one, 0, on()...)},
			"ID\n  ID b/ID =a/ID\n",
		},
		{
			"as many records: the one at home",
			[]chattree.File{home, placed("b/"+one, 0, on("2")...)},
			"ID\n  ID -home-ada-0/ID =b/ID\n",
		},
		{
			"the longer one holds the continuation only",
			[]chattree.File{placed("a/"+one, 9, on()...), placed("b/"+one, 0, continuation...)},
			"ID~2\n  ID~2 a/ID copy of ID superseded\n  ID b/ID resumed from ID~2 0+4 parentUuid\n",
		},
		{
			"the shorter one holds the continuation only",
			[]chattree.File{placed("a/"+one, 9, on("x", "y")...), placed("b/"+one, 0, talk("2", "ay")...)},
			"ID\n  ID a/ID superseded\n  ID~2 b/ID copy of ID resumed from ID 0+2 sessionId,parentUuid\n",
		},
		{"empty and newer", []chattree.File{placed("a/"+one, 9, on()...), placed("b/"+one, 0)}, "ID\n  ID a/ID =b/ID\n"},
		{"titles only and newer", []chattree.File{placed("a/"+one, 9, on()...), placed("b/"+one, 0, titles...)}, "ID\n  ID a/ID =b/ID\n"},
		{
			"two roots",
			[]chattree.File{placed("a/"+one, 9, on("2", "4")...), elsewhere},
			"ID\n  ID a/ID\n  ID~2 a/ID copy of ID forked from ID 2+2 shared-uuids,sessionId\n",
		},
		{
			"nothing in common",
			[]chattree.File{placed("a/"+one, 9, on("2")...), placed("b/"+one, 0, talk("9", "")...)},
			"ID\n  ID a/ID\n  ID~2 b/ID copy of ID forked from ID 0+2 sessionId\n",
		},
		{
			"three, in order of path",
			[]chattree.File{placed("c/"+one, 0, on("3")...), placed("b/"+one, 9, on("4", "5")...), placed("a/"+one, 0, on("6")...), placed("d/"+one, 0, on("4")...)},
			"ID\n  ID b/ID =d/ID\n  ID~2 a/ID copy of ID forked from ID 2+2 shared-uuids,sessionId\n  ID~3 c/ID copy of ID forked from ID 2+2 shared-uuids,sessionId\n",
		},
		{"a sync file says the same", []chattree.File{placed("a/"+one, 9, on()...), placed("a/"+one+" (1)", 0, on()...)}, "ID\n  ID a/ID =a/ID (1)\n"},
		{"a sync file is a prefix", []chattree.File{placed("a/"+one, 9, on("2")...), placed("a/"+one+".backup", 0, on()...)}, "ID\n  ID a/ID =a/ID.backup\n"},
		{"an empty sync file", []chattree.File{placed("a/"+one, 9, on("2")...), placed("a/"+one+" copy", 0)}, "ID\n  ID a/ID =a/ID copy\n"},
		{
			"a sync file went on: it supersedes nothing, and is not the session",
			[]chattree.File{placed("a/"+one, 9, on()...), placed("a/"+one+".sync-conflict-20261001-080000-ABCDEFG", 0, on("2")...)},
			"ID\n  ID a/ID\n  ID~2 a/ID.sync-conflict-20261001-080000-ABCDEFG copy of ID forked from ID 2+2 shared-uuids,sessionId\n",
		},
		{
			"a sync file beside none",
			[]chattree.File{placed("a/"+one+" (1)", 0, on()...)},
			"ID (1)\n  ID (1) a/ID (1)\n",
		},
		{
			"a stem that begins with an id, of another session",
			[]chattree.File{
				placed("a/"+one, 9, on()...), placed("a/"+one+"-notes", 0, by("other", talk("9", "")...)...),
			},
			"ID-notes\n  ID-notes a/ID-notes\nID\n  ID a/ID\n",
		},
		{
			"a file that is called like a copy",
			[]chattree.File{placed("a/"+one, 9, on("2")...), placed("b/"+one, 9, on("3")...), placed("a/"+one+"~2", 0, by("other", talk("9", "")...)...)},
			"ID\n  ID a/ID\n  ID~2 a/ID~2 copy of ID forked from ID 0+2 sessionId\n  ID~3 b/ID copy of ID forked from ID 2+2 shared-uuids,sessionId\n",
		},
		{
			"sync files beside none: one of them is the session",
			[]chattree.File{placed("a/"+one+" (1)", 0, on("2")...), placed("a/"+one+" (2)", 0, on("2")...), placed("a/"+one+" (3)", 0, on("3")...)},
			"ID (1)\n  ID (1) a/ID (1) =a/ID (2)\n  ID (1)~2 a/ID (3) copy of ID (1) forked from ID (1) 2+2 shared-uuids,sessionId\n",
		},
		{"a sync file beside an empty one", []chattree.File{placed("a/"+one, 9), placed("a/"+one+" (1)", 0, on()...)}, "ID (1)\n  ID (1) a/ID (1) =a/ID\n"},
		{"a sync file beside titles", []chattree.File{placed("a/"+one, 9, titles...), placed("a/"+one+" (1)", 0, on()...)}, "ID (1)\n  ID (1) a/ID (1) =a/ID\n"},
		{"a copy in upper case", []chattree.File{placed("a/"+one, 9, on("2")...), placed("a/"+upper, 0, on("2")...)}, "ID\n  ID a/ID =a/UPPER\n"},
		{
			"a copy in upper case went on",
			[]chattree.File{placed("a/"+one, 9, on()...), placed("a/"+upper, 0, on("2", "3")...)},
			"ID\n  ID a/ID\n  ID~2 a/UPPER copy of ID forked from ID 2+4 shared-uuids,sessionId\n",
		},
		{
			"only in upper case, with a copy",
			[]chattree.File{placed("a/"+upper, 9, on("2")...), placed("a/"+upper+" (1)", 0, on("3")...)},
			"UPPER\n  UPPER a/UPPER\n  UPPER~2 a/UPPER (1) copy of UPPER forked from UPPER 2+2 shared-uuids,sessionId\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := gocmp.Diff(tt.want, claimed(tt.files...)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestCopiesAppearAndDisappear: files with one id that grow, shrink and vanish in any order give the
// same sessions and agents as a fresh start.
func TestCopiesAppearAndDisappear(t *testing.T) {
	tests.Seeds(t, 60, func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 9))
		paths := []string{"a/" + one, "b/" + one, "c/" + one, "a/" + one + " (1)", "b/" + one + ".sync-conflict-1", "b/" + one + "~2", "c/" + upper}
		var whole []rec
		for i := range 8 {
			parent := ""
			if i > 0 {
				parent = fmt.Sprintf("a%d", r.IntN(i))
			}
			whole = append(whole, early(talk(fmt.Sprint(i), parent)...)...)
		}
		now := map[transcript.FileKey]chattree.File{}
		f := chattree.Build(nil, nil)
		for range 20 {
			path := paths[r.IntN(len(paths))]
			from := r.IntN(4)
			file := placed(path, r.IntN(3), whole[from:from+r.IntN(len(whole)-from)]...)
			c := chattree.Change{Files: []chattree.File{file}}
			now[file.Key()] = file
			if r.IntN(4) == 0 {
				c = chattree.Change{Gone: []transcript.FileKey{file.Key()}}
				delete(now, file.Key())
			}
			f.Apply(c)
			fresh := chattree.Build(slices.Collect(maps.Values(now)), nil)
			if diff := gocmp.Diff(picture(t, fresh), picture(t, f)); diff != "" {
				t.Fatalf("(-fresh +applied):\n%s", diff)
			}
			if diff := gocmp.Diff(fresh.Roles(), f.Roles()); diff != "" {
				t.Fatalf("roles (-fresh +applied):\n%s", diff)
			}
		}
	})
}

// TestRolesOfCopiesByName: a file to which a sync program gave the name of a copy has a
// role like any other copy.
func TestRolesOfCopiesByName(t *testing.T) {
	named := placed("a/"+one+"~2", 0, talk("9", "")...)
	roles := chattree.Build([]chattree.File{placed("a/"+one, 9, talk("1", "")...), named}, nil).Roles()
	if got, want := roles[named.Key()], (chattree.Role{Session: one + "~2", Of: one, Own: 2}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestAgentsBesideRenamedFiles: agents in a side directory that a sync program named like
// the copy of a session belong to that session.
func TestAgentsBesideRenamedFiles(t *testing.T) {
	start := early(talk("1", "")...)
	agent := func(dir string) chattree.AgentFile {
		f := placed("a/"+dir+"/subagents/agent-x9", 0, talk("g", "")...)
		return chattree.AgentFile{File: transcript.File{ID: "x9", Path: f.Path, Root: f.Root, Owner: dir}, Summary: f.Summary}
	}
	renamed := one + " (1)"
	for _, tt := range []struct {
		name, dir, want string
		files           []chattree.File
	}{
		{"of a copy", renamed, one + "~2", []chattree.File{placed("a/"+one, 9, start...), placed("a/"+renamed, 0, then(start, talk("2", "a1"))...)}},
		{"of a duplicate", renamed, one, []chattree.File{placed("a/"+one, 9, start...), placed("a/"+renamed, 0, start...)}},
		{"of no file", renamed, one, []chattree.File{placed("a/"+one, 9, start...)}},
		{"in upper case", upper, one, []chattree.File{placed("a/"+one, 9, start...)}},
		{"of a renamed file beside none", renamed, renamed, []chattree.File{placed("a/"+renamed, 9, start...)}},
		{"of a renamed file, by the session's name", one, renamed, []chattree.File{placed("a/"+renamed, 9, start...)}},
		{"in lower case, of a file in upper case", one, upper, []chattree.File{placed("a/"+upper, 9, start...)}},
		{"of a session that is gone", renamed, renamed, nil},
	} {
		a := agent(tt.dir)
		f := chattree.Build(tt.files, []chattree.AgentFile{a})
		if got := f.Owner(a.Key()); got != tt.want {
			t.Errorf("%s: of %q, want %q", tt.name, got, tt.want)
		}
	}
}
