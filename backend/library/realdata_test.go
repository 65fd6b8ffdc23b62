package library_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dendro/backend/chattree"
	"dendro/backend/internal/testlib"
	"dendro/backend/internal/tests"
	"dendro/backend/library"
	"dendro/backend/thread"
)

// edge is a resume that the sets are known to hold.
type edge struct {
	Parent, Relation, ForkPoint string
	Shared, Own                 int
	Evidence                    []string
}

// known holds the known facts about a set.
type known struct {
	sessions, chats int
	edges           map[string]edge // by child
	rewinds         map[string][]string
}

func knownSets() map[string]known {
	shared := []string{"shared-uuids"}
	return map[string]known{
		"oh-my-posh": {24, 20, map[string]edge{
			"e0a6db83-6641-4699-ac03-2286e8aa073f": {"dcce4143-4609-43c5-a0e3-ea883f6c959b", "resumed", "2121fcf2-42ed-4509-9620-c3345df300fb", 195, 297, shared},
			"493c22a8-b700-4b88-aab8-0fafb602c3be": {"e0a6db83-6641-4699-ac03-2286e8aa073f", "resumed", "a442d808-ca6c-4f65-b2fc-fd9928943495", 492, 166, shared},
			"94fab1a1-936d-4b90-8047-49ce4c4fbf69": {"493c22a8-b700-4b88-aab8-0fafb602c3be", "resumed", "a5b39adb-4496-4408-a715-e2f38b161bfe", 658, 224, shared},
			"6c0a282a-886f-458d-a426-93d95104b4a6": {"bf77db8f-a917-4fc4-be70-ca1927a57d56", "resumed", "f28e6c1d-1cca-4487-a197-0311bb65fc17", 146, 875, shared},
		}, nil},
		"entireio":        {56, 56, nil, nil},
		"claude-code-log": {27, 27, nil, map[string][]string{"03eb5929-52b3-4b13-ada3-b93ae35806b8": {"eb84e3ee-fc54-4fe4-ad76-badc5ebb4671"}}},
		"happy-cli": {7, 6, map[string]edge{
			"789e105f-ae33-486d-9271-0696266f072d": {"93a9705e-bc6a-406d-8dce-8acc014dedbd", "resumed", "deae7c10-1e9a-466a-bbd0-1cd31b43d823", 2, 4, []string{"shared-uuids", "sessionId"}},
		}, nil},
		"claudeless": {50, 50, nil, nil},
	}
}

func TestRealSets(t *testing.T) {
	for set, want := range knownSets() {
		t.Run(set, func(t *testing.T) {
			t.Parallel()
			root := tests.Real(t, set)
			l := testlib.Scanned(t, root)
			got := known{edges: map[string]edge{}, rewinds: map[string][]string{}}
			for _, s := range inOneChatEach(t, l, root) {
				got.sessions++
				if s.Parent != nil {
					got.edges[s.ID] = edge{*s.Parent, s.Relation, *s.ForkPoint, s.Shared, s.Own, s.Evidence}
					if _, p, err := l.Session(*s.Parent); err != nil || !p.Superseded {
						t.Errorf("the parent of %s is not superseded: %v", s.ID, err)
					}
				}
				for _, r := range s.Rewinds {
					if r.At != nil {
						got.rewinds[s.ID] = append(got.rewinds[s.ID], *r.At)
					}
				}
			}
			got.chats = len(l.Chats())
			if len(want.edges) == 0 {
				want.edges = map[string]edge{}
			}
			for id, at := range want.rewinds { // a lower bound
				if !slices.Equal(got.rewinds[id], at) {
					t.Errorf("rewinds of %s: %v", id, got.rewinds[id])
				}
			}
			if diff := cmp.Diff(want.edges, got.edges); diff != "" || want.sessions != got.sessions || want.chats != got.chats {
				t.Errorf("%d sessions, %d chats: %s", got.sessions, got.chats, diff)
			}
			if d := l.Doctor(); len(d.Unreadable) > 0 || len(d.UnknownTypes) > 0 {
				t.Errorf("unreadable %v, unknown types %v", d.Unreadable, d.UnknownTypes)
			}
		})
	}
}

func TestRealVectors(t *testing.T) {
	dir := tests.Real(t, "vectors")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			root := filepath.Join(dir, e.Name())
			l := testlib.Scanned(t, root)
			for _, s := range inOneChatEach(t, l, root) {
				if s.Parent != nil {
					t.Errorf("%s has the parent %s", s.ID, *s.Parent)
				}
				if e.Name() == "dag-within-fork" && (len(s.Rewinds) != 1 || s.Rewinds[0].At == nil || *s.Rewinds[0].At != "c") {
					t.Errorf("rewinds: %+v", s.Rewinds)
				}
			}
		})
	}
}

// inOneChatEach checks that every main file is in one chat, as a walk through
// the directory finds them, and returns the sessions; each of them is opened.
func inOneChatEach(t *testing.T, l *library.Library, root string) []*chattree.Session {
	t.Helper()
	main := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(root, "projects", "*", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if id := strings.TrimSuffix(filepath.Base(f), ".jsonl"); !strings.HasPrefix(id, "agent-") {
			main[id] = true
		}
	}
	var all []*chattree.Session
	for _, c := range l.Chats() {
		for _, s := range c.Sessions {
			if !main[s.ID] {
				t.Errorf("%s is in no file, or in two chats", s.ID)
			}
			delete(main, s.ID)
			all = append(all, s)
			callsOnce(t, l, s.ID)
		}
	}
	for _, s := range l.Doctor().Silent {
		delete(main, strings.TrimSuffix(filepath.Base(s.File), ".jsonl"))
	}
	if len(main) > 0 {
		t.Errorf("in no chat: %v", main)
	}
	return all
}

// callsOnce opens a session and checks that each tool call is shown at most
// once, agents' calls too, those above its active leaf exactly once, and that
// all of it can be written as JSON.
func callsOnce(t *testing.T, l *library.Library, id string) {
	t.Helper()
	th, err := l.Threads.Thread(t.Context(), id, "")
	if err != nil {
		t.Errorf("%s: %v", id, err)
		return
	}
	rows, err := th.All(t.Context())
	if err != nil {
		t.Errorf("%s: %v", id, err)
		return
	}
	if _, err := json.Marshal(rows); err != nil {
		t.Errorf("%s: %v", id, err)
	}
	seen := map[string]int{}
	var count func([]thread.Row)
	count = func(rows []thread.Row) {
		for i := range rows {
			if tool := rows[i].Tool; tool != nil && tool.ID != "" {
				seen[tool.ID]++
			}
			if side := rows[i].Sidechain; side != nil {
				count(side.Rows)
			}
		}
	}
	count(rows)
	for tool, n := range seen {
		if n > 1 {
			t.Errorf("%s: the call %s is shown %d times", id, tool, n)
		}
	}
	for _, tool := range callsAbove(t, l, id, th.Tip) {
		if seen[tool] == 0 {
			t.Errorf("%s: the call %s is not shown", id, tool)
		}
	}
	if len(rows) > 0 && len(th.Segments()) == 0 {
		t.Errorf("%s: the thread is on no node of the tree", id)
	}
}

// callsAbove returns the tool calls on the plain chain of parents from tip, as
// encoding/json reads the file.
func callsAbove(t *testing.T, l *library.Library, id, tip string) []string {
	t.Helper()
	path, err := l.Names.SessionPath(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	type record struct {
		UUID       string
		ParentUUID string
		Sidechain  bool `json:"isSidechain"`
		Message    struct{ Content json.RawMessage }
	}
	records := map[string]record{}
	for line := range bytes.Lines(data) {
		var r record
		if json.Unmarshal(line, &r) == nil && r.UUID != "" {
			if _, repeated := records[r.UUID]; !repeated {
				records[r.UUID] = r
			}
		}
	}
	var calls []string
	for seen := map[string]bool{}; tip != "" && !seen[tip]; tip = records[tip].ParentUUID {
		seen[tip] = true
		var blocks []struct{ Type, ID string }
		if r := records[tip]; !r.Sidechain && json.Unmarshal(r.Message.Content, &blocks) == nil {
			for _, b := range blocks {
				if b.Type == "tool_use" {
					calls = append(calls, b.ID)
				}
			}
		}
	}
	return calls
}

// TestRealAppends replays how real files grew, one of them up to a rewrite.
func TestRealAppends(t *testing.T) {
	dir := tests.Real(t, "appends")
	for _, name := range []string{"oh-my-posh-2.1.217", "entireio-2.1.42", "entireio-2.0.76-shrinks"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files, err := filepath.Glob(filepath.Join(dir, name, "*.jsonl"))
			if err != nil || len(files) == 0 {
				t.Fatal(err)
			}
			var rewritten []byte
			var data []byte
			id := ""
			for _, f := range files {
				b, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(f, ".rewritten.jsonl") {
					rewritten = b
				} else {
					data, id = b, strings.TrimSuffix(filepath.Base(f), ".jsonl")
				}
			}
			root := t.TempDir()
			path := "projects/-code/" + id + ".jsonl"
			testlib.Put(t, root, path, nil)
			l := testlib.Scanned(t, root)
			check := func(what string) {
				t.Helper()
				if err := l.Catalog.Scan(t.Context(), false); err != nil {
					t.Fatal(err)
				}
				if diff := testlib.Difference(t, testlib.Answers(t, testlib.Scanned(t, root)), testlib.Answers(t, l)); diff != "" {
					t.Fatalf("%s: %s", what, diff)
				}
			}
			at := 0
			for _, cut := range cuts(t, filepath.Join(dir, name, "cuts.json")) {
				testlib.AppendTo(t, root, path, data[at:cut])
				at = cut
				check("after an append")
			}
			if !bytes.Equal(data[:at], data) {
				t.Errorf("the last cut is at %d of %d bytes", at, len(data))
			}
			if rewritten != nil {
				testlib.Put(t, root, path, rewritten)
				check("after the rewrite")
			}
		})
	}
}

func cuts(t *testing.T, path string) []int {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Cuts []struct{ Bytes int }
	}
	if err := json.Unmarshal(b, &list); err != nil {
		if err := json.Unmarshal(b, &list.Cuts); err != nil {
			t.Fatal(err)
		}
	}
	var at []int
	for _, c := range list.Cuts {
		at = append(at, c.Bytes)
	}
	return at
}
