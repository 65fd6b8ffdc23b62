package library_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/internal/testlib"
	"dendro/backend/library"
	"dendro/backend/search"
	"dendro/backend/search/query"
	"dendro/backend/session"
)

// several is the session id that several files have in these tests.
const several = "5d0c3f9e-2222-4333-8444-555555555555"

// spoken returns lines of turns of session several, each "name: text" behind the one
// before; "^name" stands for a turn that lies elsewhere.
func spoken(cwd string, turns ...string) []byte {
	var b strings.Builder
	parent := any(nil)
	line := func(typ, uuid string, content any) {
		m := map[string]any{
			"type": typ, "uuid": uuid, "parentUuid": parent, "sessionId": several, "cwd": cwd, "version": "2.1.215", "userType": "external",
			"timestamp": testlib.Begin.Add(time.Duration(b.Len()) * time.Millisecond).Format("2006-01-02T15:04:05.000Z"), "message": content,
		}
		data, err := json.Marshal(m)
		if err != nil {
			panic(err)
		}
		b.Write(data)
		b.WriteByte('\n')
		parent = uuid
	}
	for _, turn := range turns {
		name, text, _ := strings.Cut(turn, ": ")
		if elsewhere, ok := strings.CutPrefix(name, "^"); ok {
			parent = recordOf(elsewhere, 2)
			continue
		}
		line("user", recordOf(name, 1), map[string]any{"role": "user", "content": text})
		line("assistant", recordOf(name, 2), map[string]any{
			"role": "assistant", "id": "msg_" + name, "model": "m", "content": []any{map[string]any{"type": "text", "text": "answer to " + text}},
		})
	}
	return []byte(b.String())
}

func recordOf(name string, n int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012d", name[0], n) }

// sessionsOf returns the sessions under which a search finds a word, and fails where a hit
// does not open.
func sessionsOf(t *testing.T, l *library.Library, word string) []string {
	t.Helper()
	q, err := query.Parse(word, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.Searcher.Search(t.Context(), q, search.Options{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, hit := range found.Hits {
		if hit.UUID == "" {
			continue
		}
		if _, err := l.Threads.Locate(t.Context(), hit.Session, "", hit.UUID, 0); err != nil {
			t.Errorf("the hit of %q in %s does not open: %v", word, hit.Session, err)
		}
		list = append(list, strings.Replace(hit.Session, several, "ID", 1))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func promptsOf(t *testing.T, id string, open func(context.Context, string, string) (*session.Thread, error)) string {
	t.Helper()
	th, err := open(t.Context(), id, "")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := th.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, r := range rows {
		if !strings.HasPrefix(r.Text, "answer") {
			list = append(list, r.Text)
		}
	}
	return strings.Join(list, ", ")
}

func age(t *testing.T, root, path string, minutes int) {
	t.Helper()
	at := testlib.Begin.AddDate(0, 0, 9).Add(-time.Duration(minutes) * time.Minute)
	if err := os.Chtimes(filepath.Join(root, path), at, at); err != nil {
		t.Fatal(err)
	}
}

const (
	mainPath = "projects/-home-me-repo/" + several + ".jsonl"
	treePath = "projects/-home-me-repo--claude-worktrees-x/" + several + ".jsonl"
	syncPath = "projects/-home-me-repo/" + several + ".sync-conflict-20261103-090000-ABCDEFG.jsonl"
	worktree = "/home/me/repo/.claude/worktrees/x"
)

// TestEverythingOfSeveralFilesIsFound checks that what any of the files with one session id
// holds is in a thread, is found by its words, and that a prefix means the primary one.
func TestEverythingOfSeveralFilesIsFound(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string][]byte
		whole map[string]string   // by session: its prompts, with those of its ancestors
		found map[string][]string // by word: the sessions of its hits
		twice []library.Duplicate
	}{
		{
			"turns of its own on each side",
			map[string][]byte{mainPath: spoken("/home/me/repo", "a: begin", "b: gazelle"), treePath: spoken(worktree, "a: begin", "c: tapir", "d: okapi")},
			map[string]string{"ID": "begin, tapir, okapi", "ID~2": "begin, gazelle"},
			map[string][]string{"gazelle": {"ID~2"}, "okapi": {"ID"}, "begin": {"ID"}},
			[]library.Duplicate{{Session: several, File: mainPath, Own: 2, Copy: several + "~2"}},
		},
		{
			"a newer file holds the continuation",
			map[string][]byte{mainPath: spoken("/home/me/repo", "a: iguana", "b: second"), treePath: spoken(worktree, "^b", "c: third")},
			map[string]string{"ID": "iguana, second", "ID~2": "iguana, second, third"},
			map[string][]string{"iguana": {"ID"}, "third": {"ID~2"}},
			[]library.Duplicate{{Session: several, File: treePath, Own: 2, Copy: several + "~2"}},
		},
		{
			"a newer prefix, and an empty sync file",
			map[string][]byte{mainPath: spoken("/home/me/repo", "a: begin", "b: vulture"), treePath: spoken(worktree, "a: begin"), syncPath: nil},
			map[string]string{"ID": "begin, vulture"},
			map[string][]string{"vulture": {"ID"}, "begin": {"ID"}},
			[]library.Duplicate{{Session: several, File: treePath}, {Session: several, File: syncPath}},
		},
		{
			"a sync file with a turn of its own",
			map[string][]byte{mainPath: spoken("/home/me/repo", "a: begin", "b: vulture"), syncPath: spoken("/home/me/repo", "a: begin", "c: kestrel")},
			map[string]string{"ID": "begin, vulture", "ID~2": "begin, kestrel"},
			map[string][]string{"kestrel": {"ID~2"}, "begin": {"ID"}},
			[]library.Duplicate{{Session: several, File: syncPath, Own: 2, Copy: several + "~2"}},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			for path, data := range tt.files {
				testlib.Put(t, root, path, data)
				age(t, root, path, len(data)%97)
			}
			age(t, root, mainPath, 500)
			l := testlib.Scanned(t, root)
			for id, want := range tt.whole {
				name := strings.Replace(id, "ID", several, 1)
				if got := promptsOf(t, name, l.Threads.Whole); got != want {
					t.Errorf("%s shows %s, want %s", id, got, want)
				}
				if got, err := l.Names.Resolve(strings.Replace(id, "ID", several[:8], 1)); err != nil || got != name {
					t.Errorf("%s by 8 characters is %q, %v", id, got, err)
				}
			}
			for word, want := range tt.found {
				if diff := cmp.Diff(want, sessionsOf(t, l, word)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", word, diff)
				}
			}
			byFile := func(a, b library.Duplicate) int { return strings.Compare(a.File, b.File) }
			if diff := cmp.Diff(slices.SortedFunc(slices.Values(tt.twice), byFile), slices.SortedFunc(slices.Values(l.Doctor().Duplicates), byFile)); diff != "" {
				t.Errorf("doctor (-want +got):\n%s", diff)
			}
			chats := l.Chats()
			if len(chats) != 1 || len(chats[0].Sessions) != len(tt.whole) || chats[0].NewestLeaf == several+"~2" && tt.files[syncPath] != nil {
				t.Errorf("%d chats, the newest leaf is of %s", len(chats), chats[0].NewestLeaf)
			}
		})
	}
}

// TestAgentsBesideSeveralFiles checks that agents belong to the file whose calls started
// them, wherever they lie.
func TestAgentsBesideSeveralFiles(t *testing.T) {
	call := func(name, agent string) []byte {
		lines := string(spoken(worktree, name+": go"))
		use := `{"type":"assistant","uuid":"` + recordOf(name, 3) + `","parentUuid":"` + recordOf(name, 2) + `","sessionId":"` + several + `","timestamp":"2026-11-03T10:00:00.000Z","message":{"role":"assistant","id":"msg_x` + name + `","content":[{"type":"tool_use","id":"toolu_` + name + `","name":"Task","input":{"prompt":"work"}}]}}` + "\n"
		result := `{"type":"user","uuid":"` + recordOf(name, 4) + `","parentUuid":"` + recordOf(name, 3) + `","sessionId":"` + several + `","timestamp":"2026-11-03T10:01:00.000Z","toolUseResult":{"agentId":"` + agent + `","status":"completed"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_` + name + `","content":"done"}]}}` + "\n"
		return []byte(lines + use + result)
	}
	work := func(agent, name string) []byte {
		lines := strings.Split(strings.TrimSpace(string(spoken(worktree, name+": work of "+agent))), "\n")
		for i := range lines {
			lines[i] = strings.Replace(lines[i], `{"`, `{"isSidechain":true,"agentId":"`+agent+`","`, 1)
		}
		return []byte(strings.Join(lines, "\n") + "\n")
	}
	root := t.TempDir()
	start := spoken("/home/me/repo", "a: begin")
	testlib.Put(t, root, mainPath, append(slices.Clone(start), call("b", "one")...))
	testlib.Put(t, root, treePath, append(append(slices.Clone(start), call("c", "two")...), spoken(worktree, "^c", "d: more")...))
	beside := func(path, agent string) string {
		return strings.TrimSuffix(path, ".jsonl") + "/subagents/agent-" + agent + ".jsonl"
	}
	testlib.Put(t, root, beside(treePath, "two"), work("two", "x"))
	testlib.Put(t, root, beside(mainPath, "one"), work("one", "y"))
	testlib.Put(t, root, beside(treePath, "one"), work("one", "y")) // synchronised here
	l := testlib.Scanned(t, root)
	for id, agent := range map[string]string{several: "two", several + "~2": "one"} {
		_, s, err := l.Session(id)
		if err != nil || s.Agents != 1 {
			t.Errorf("%s: %+v, %v", id, s, err)
		}
		th, err := l.Threads.Thread(t.Context(), id, "")
		if err != nil {
			t.Fatal(err)
		}
		rows, err := th.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range rows {
			if r.Tool != nil && r.Sidechain != nil {
				got = append(got, r.Tool.Name+" "+r.Sidechain.Agent)
			} else if r.Tool != nil {
				got = append(got, r.Tool.Name)
			}
		}
		if want := []string{"Task " + agent}; !slices.Equal(got, want) {
			t.Errorf("%s has calls %v, want %v", id, got, want)
		}
	}
	if len(l.Doctor().Orphans) != 0 {
		t.Errorf("orphans: %+v", l.Doctor().Orphans)
	}
}

// TestResumeTargetOfSeveralFiles checks which file a client would load from where: the
// id is that of the session, and a file that no client loads says so.
func TestResumeTargetOfSeveralFiles(t *testing.T) {
	root := t.TempDir()
	testlib.Put(t, root, mainPath, spoken("/home/me/repo", "a: begin", "b: vulture", "f: more"))
	testlib.Put(t, root, treePath, spoken(worktree, "a: begin", "c: okapi"))
	testlib.Put(t, root, syncPath, spoken("/home/me/repo", "a: begin", "d: kestrel"))
	testlib.Put(t, root, "projects/-backup/"+several+".jsonl", spoken("/home/me/repo", "a: begin", "e: condor"))
	l := testlib.Scanned(t, root)
	for id, want := range map[string]string{several: "/home/me/repo", several + "~2": "", several + "~3": worktree, several + "~4": ""} {
		target, err := l.Threads.ResumeTarget(t.Context(), id)
		if err != nil || target.Session != several || target.Unloaded.IsZero() && target.Dir != want || (want == "") != !target.Unloaded.IsZero() {
			t.Errorf("%s: %+v, %v", id, target, err)
		}
	}
}

// TestNamesInDuplicatesAreFound: a client that changed its directory writes the names of
// the session to a file there, which has nothing else.
func TestNamesInDuplicatesAreFound(t *testing.T) {
	root := t.TempDir()
	testlib.Put(t, root, "projects/-home-me-app/"+several+".jsonl", spoken("/home/me/app", "a: iguana"))
	testlib.Put(t, root, "projects/-home-me-wt/"+several+".jsonl", []byte(`{"type":"custom-title","customTitle":"Kestrel work","sessionId":"`+several+`"}`+"\n"))
	l := testlib.Scanned(t, root)
	if found := testlib.Hits(t, l, "kestrel"); len(found.Hits) != 1 || found.Hits[0].Kind != "title" || found.Hits[0].Session != several {
		t.Errorf("%+v", found.Hits)
	}
	if chats, _, _, err := l.Searcher.Filter(t.Context(), "kestrel", 9, 0, nil); err != nil || len(chats) != 1 {
		t.Errorf("the filter finds %+v, %v", chats, err)
	}
}

// TestFilesOfOneAgent: an agent's file that a sync program copied under another name is
// left out, and one with records of its own is shown as well, and found.
func TestFilesOfOneAgent(t *testing.T) {
	work := func(names ...string) []byte {
		lines := strings.Split(strings.TrimSpace(string(spoken(worktree, names...))), "\n")
		for i := range lines {
			lines[i] = strings.Replace(lines[i], `{"`, `{"isSidechain":true,"agentId":"one","`, 1)
		}
		return []byte(strings.Join(lines, "\n") + "\n")
	}
	for _, other := range []string{
		strings.TrimSuffix(treePath, ".jsonl") + "/subagents/agent-one.jsonl",
		strings.TrimSuffix(mainPath, ".jsonl") + "/subagents/agent-one (1).jsonl",
		strings.TrimSuffix(mainPath, ".jsonl") + "/subagents/agent-one.sync-conflict-20261103-100000-ABCDEFG.jsonl",
		strings.TrimSuffix(mainPath, ".jsonl") + "/subagents/agent-one-Laptop.jsonl",
		strings.TrimSuffix(mainPath, ".jsonl") + "/subagents/agent-one_conflict.jsonl",
		strings.TrimSuffix(mainPath, ".jsonl") + "/subagents/Copy of agent-one.jsonl",
		strings.TrimSuffix(mainPath, ".jsonl") + "/subagents/conflict-agent-one.jsonl",
		"projects/-home-me-repo/Copy of agent-one.jsonl",
	} {
		for want, data := range [][]byte{1: work("x: seek"), 2: work("x: seek", "z: plover"), 3: work("x: plover")} {
			if want == 0 {
				continue
			}
			want = min(want, 2) // equal ids with other words are no copy
			root := t.TempDir()
			testlib.Put(t, root, mainPath, spoken("/home/me/repo", "a: begin"))
			testlib.Put(t, root, strings.TrimSuffix(mainPath, ".jsonl")+"/subagents/agent-one.jsonl", work("x: seek", "y: heron"))
			testlib.Put(t, root, other, data)
			l := testlib.Scanned(t, root)
			th, err := l.Threads.Whole(t.Context(), several, "")
			if err != nil {
				t.Fatal(err)
			}
			rows, err := th.All(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			agents := 0
			for _, r := range rows {
				if r.Sidechain != nil {
					agents++
				}
			}
			if _, s, err := l.Session(several); err != nil || s.Agents != 1 || agents != want {
				t.Errorf("%s: %d agents are shown, %d counted, %v; want %d and 1", other, agents, s.Agents, err, want)
			}
			if found := sessionsOf(t, l, "heron"); len(found) != 1 {
				t.Errorf("%s: heron is found in %v", other, found)
			}
			if found := sessionsOf(t, l, "plover"); want == 2 && len(found) != 1 {
				t.Errorf("%s: plover is found in %v", other, found)
			}
		}
	}
}
