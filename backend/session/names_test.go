package session_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/testlib"
)

// Two sessions of one directory: the first has every name beside its title, the second
// has other names of the same kinds.
const (
	namedSession = "4b1d0f5e-0001-4c6a-9d3e-5f0a1b2c3d4e"
	otherSession = "4b1d0f5e-0002-4c6a-9d3e-5f0a1b2c3d4e"
)

func namedRoot(t *testing.T) string {
	root := t.TempDir()
	conversation := func(id, n string) string {
		return `{"type":"user","uuid":"aaaaaaa` + n + `-1111-4111-8111-111111111111","parentUuid":null,"sessionId":"` + id + `","slug":"wobbly-lantern-` + n + `","cwd":"/home/me/app","timestamp":"2026-11-02T10:00:00.000Z","message":{"role":"user","content":"question ` + n + `"}}
{"type":"assistant","uuid":"bbbbbbb` + n + `-1111-4111-8111-111111111111","parentUuid":"aaaaaaa` + n + `-1111-4111-8111-111111111111","sessionId":"` + id + `","slug":"wobbly-lantern-` + n + `","timestamp":"2026-11-02T10:00:01.000Z","message":{"id":"msg_` + n + `","role":"assistant","content":[{"type":"text","text":"answer ` + n + `"}]}}
`
	}
	testlib.Put(t, root, "projects/-home-me-app/"+namedSession+".jsonl", []byte(conversation(namedSession, "1")+`{"type":"custom-title","customTitle":"Kestrel work","sessionId":"`+namedSession+`"}
{"type":"ai-title","aiTitle":"Mend the plover gate","sessionId":"`+namedSession+`"}
{"type":"agent-name","agentName":"heron","sessionId":"`+namedSession+`"}
{"type":"tag","tag":"dropped","sessionId":"`+namedSession+`"}
{"type":"tag","tag":"before-launch","sessionId":"`+namedSession+`"}
{"type":"pr-link","prNumber":4711,"prUrl":"https://git.example/me/app/pull/4711","prRepository":"me/app","sessionId":"`+namedSession+`"}
{"type":"pr-link","prNumber":4711,"prUrl":"https://git.example/me/app/pull/4711","prRepository":"me/app","sessionId":"`+namedSession+`"}
{"type":"bridge-session","bridgeSessionId":"cse_01marmot","lastSequenceNum":3,"sessionId":"`+namedSession+`"}
`))
	testlib.Put(t, root, "projects/-home-me-app/"+otherSession+".jsonl", []byte(conversation(otherSession, "2")+`{"type":"pr-link","prNumber":47,"prUrl":"https://git.example/me/app/pull/47","sessionId":"`+otherSession+`"}
{"type":"pr-link","prNumber":"x","sessionId":"`+otherSession+`"}
{"type":"bridge-session","bridgeSessionId":"cse_02marmot","sessionId":"`+otherSession+`"}
`))
	return root
}

// TestNamesOfASessionAreFound checks that a session is found by each name that its side
// records give it, as one title hit.
func TestNamesOfASessionAreFound(t *testing.T) {
	l := testlib.Scanned(t, namedRoot(t))
	for _, query := range []string{
		"plover", "kestrel", "heron", "before-launch", "4711", "#4711", "https://git.example/me/app/pull/4711",
		"cse_01marmot", "wobbly-lantern-1", "plover gate",
	} {
		found := testlib.Hits(t, l, query)
		if len(found.Hits) != 1 || found.Total != 1 || found.Hits[0].Kind != "title" || found.Hits[0].Session != namedSession || found.Hits[0].UUID != "" {
			t.Errorf("%s: %+v", query, found.Hits)
			continue
		}
		if first, _, _ := strings.Cut(query, " "); !strings.Contains(strings.ToLower(found.Hits[0].Snippet), first) {
			t.Errorf("%s: snippet %q", query, found.Hits[0].Snippet)
		}
	}
	for _, query := range []string{"dropped", "kestrel plover"} { // an old tag; words of two names
		if found := testlib.Hits(t, l, query); len(found.Hits) != 0 {
			t.Errorf("%s: %+v", query, found.Hits)
		}
	}
}

// TestFiltersByPullRequestAndTag checks which sessions the filters keep.
func TestFiltersByPullRequestAndTag(t *testing.T) {
	l := testlib.Scanned(t, namedRoot(t))
	for query, want := range map[string][]string{
		"pr:4711 in:prompts":                                 {namedSession},
		"pr:#47 in:prompts":                                  {otherSession},
		"pr:47 pr:4711 in:prompts":                           {namedSession, otherSession},
		"pr:https://git.example/me/app/pull/4711 in:prompts": {namedSession},
		"-pr:4711 in:prompts":                                {otherSession},
		"pr:471 in:prompts":                                  nil,
		"tag:launch in:prompts":                              {namedSession},
		"-tag:launch in:prompts":                             {otherSession},
		"tag:dropped in:prompts":                             nil,
	} {
		var got []string
		for _, hit := range testlib.Hits(t, l, query).Hits {
			got = append(got, hit.Session)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v", query, got)
		}
	}
}

// TestNamesLeadToTheSession checks the other places that know the names: a session is
// named by its bridge id, the list filters by names, the inspector lists them.
func TestNamesLeadToTheSession(t *testing.T) {
	l := testlib.Scanned(t, namedRoot(t))
	if id, err := l.Names.Resolve("cse_01marmot"); id != namedSession {
		t.Errorf("by the bridge id: %s, %v", id, err)
	}
	if id, err := l.Names.Resolve("cse_01marmo"); err == nil {
		t.Errorf("by a part of the bridge id: %s", id)
	}
	for _, q := range []string{"4711", "plover", "heron", "before-launch", "cse_01marmot"} {
		list, _, _, err := l.Searcher.Filter(context.Background(), q, 10, 0, nil)
		if err != nil || len(list) != 1 || list[0].Key != namedSession || list[0].Field != "name" {
			t.Errorf("the list filtered by %s: %+v, %v", q, list, err)
		}
	}
	in, err := l.Inspect(t.Context(), namedSession, false)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"Kestrel work", "Mend the plover gate", "heron", "before-launch", "PR #4711 https://git.example/me/app/pull/4711", "wobbly-lantern-1", "cse_01marmot",
	}
	if !slices.Equal(in.Names, want) {
		t.Errorf("the inspector's names: %q", in.Names)
	}
}

// TestFileFilterKnowsReads checks that file: means files that were read or changed, by the
// session, an agent of it, or as an attachment of a prompt.
func TestFileFilterKnowsReads(t *testing.T) {
	const session = "aabb0f5e-0006-4c6a-9d3e-5f0a1b2c3d4e"
	call := func(n, name, input string) string {
		return `{"type":"assistant","uuid":"f000000` + n + `-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"` + session + `","timestamp":"2026-11-02T10:00:0` + n + `.000Z","message":{"id":"msg_` + n + `","role":"assistant","content":[{"type":"tool_use","id":"toolu_` + n + `","name":"` + name + `","input":` + input + `}]}}` + "\n"
	}
	root := t.TempDir()
	testlib.Put(t, root, "projects/-w/"+session+".jsonl", []byte(`{"type":"user","uuid":"f0000000-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"`+session+`","cwd":"/w","timestamp":"2026-11-02T10:00:00.000Z","message":{"role":"user","content":"begin"}}
`+call("1", "Read", `{"file_path":"/w/read.go"}`)+call("2", "Edit", `{"file_path":"/w/edited.go","old_string":"a","new_string":"b"}`)+
		call("3", "MultiEdit", `{"file_path":"/w/multi.go"}`)+call("4", "Write", `{"file_path":"/w/Written.go"}`)+
		call("5", "NotebookEdit", `{"notebook_path":"/w/book.ipynb"}`)+call("6", "Grep", `{"pattern":"x","path":"/w/searched"}`)+
		`{"type":"attachment","uuid":"f0000007-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"`+session+`","timestamp":"2026-11-02T10:00:07.000Z","attachment":{"type":"file","filename":"/w/attached.md","displayPath":"attached.md"}}
`))
	testlib.Put(t, root, "projects/-w/"+session+"/subagents/agent-a1.jsonl", []byte(`{"type":"user","uuid":"f0000008-0000-4000-8000-000000000000","parentUuid":null,"isSidechain":true,"agentId":"a1","sessionId":"`+session+`","timestamp":"2026-11-02T10:00:08.000Z","message":{"role":"user","content":"look"}}
`+strings.Replace(call("9", "Read", `{"file_path":"/w/by-agent.go"}`), `"sessionId"`, `"isSidechain":true,"agentId":"a1","sessionId"`, 1)))
	l := testlib.Scanned(t, root)
	for name, want := range map[string]int{
		"read.go": 1, "edited.go": 1, "multi.go": 1, "written.go": 1, "book.ipynb": 1, "attached.md": 1, "by-agent.go": 1, "/w/read": 1,
		"searched": 0, "other.go": 0,
	} {
		if found := testlib.Hits(t, l, "file:"+name+" begin"); len(found.Hits) < want || want == 0 && len(found.Hits) > 0 {
			t.Errorf("file:%s: %+v", name, found.Hits)
		}
	}
}
