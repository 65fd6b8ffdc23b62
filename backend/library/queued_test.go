package library_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"dendro/backend/internal/testlib"
	"dendro/backend/thread"
)

const queuedSession = "99aa0f5e-0006-4c6a-9d3e-5f0a1b2c3d4e"

// sessionFile returns the file of a session: S in it stands for the session's id.
func sessionFile(records ...string) []byte {
	return []byte(strings.ReplaceAll(strings.Join(records, "\n")+"\n", `"S"`, `"`+queuedSession+`"`))
}

// TestASessionOfQueuedPrompts: prompts queued by a process that ended before its first
// record are listed, shown and found; withdrawn prompts alone are not a session.
func TestASessionOfQueuedPrompts(t *testing.T) {
	enqueue := `{"type":"queue-operation","operation":"enqueue","content":"mend the heron","timestamp":"2026-11-02T10:00:00Z","sessionId":"S"}`
	operation := func(name string) string {
		return `{"type":"queue-operation","operation":"` + name + `","timestamp":"2026-11-02T10:00:01Z","sessionId":"S"}`
	}
	for last, want := range map[string][]string{
		"dequeue": {"notice Queued; it is not recorded whether it was sent: mend the heron"}, "remove": {"prompt mend the heron"}, "popAll": nil,
	} {
		t.Run(last, func(t *testing.T) {
			root := t.TempDir()
			testlib.Put(t, root, "projects/-w/"+queuedSession+".jsonl", sessionFile(enqueue, operation(last)))
			l := testlib.Scanned(t, root)
			if want == nil {
				if chats := l.Chats(); len(chats) > 0 || len(testlib.Hits(t, l, "heron").Hits) > 0 {
					t.Errorf("%d chats of a prompt that was taken back", len(chats))
				}
				return
			}
			if got := found(t, l, "heron -in:titles"); len(got) != 1 {
				t.Errorf("found %q", got)
			}
			if s := l.Chats()[0].Sessions[0]; s.Title != "mend the heron" || s.Name != "mend the heron" {
				t.Errorf("titled %q, called %q", s.Title, s.Name)
			}
			b, err := l.Threads.Thread(t.Context(), queuedSession, "")
			if err != nil {
				t.Fatal(err)
			}
			rows, err := b.All(t.Context())
			if got := rowLines(rows); err != nil || !slices.Equal(got, want) {
				t.Errorf("rows %q, want %q (%v)", got, want, err)
			}
		})
	}
}

func rowLines(rows []thread.Row) (list []string) {
	for i := range rows {
		list = append(list, rows[i].Kind+" "+rows[i].Text)
	}
	return list
}

// TestDocumentsAreFound looks for words of documents: in a prompt and in a result, in the
// whole history and within a thread.
func TestDocumentsAreFound(t *testing.T) {
	document := func(title, word string) string {
		text, err := json.Marshal("the \"" + word + "\" drifts")
		if err != nil {
			t.Fatal(err)
		}
		return `{"type":"document","title":"` + title + `","source":{"type":"text","media_type":"text/plain","data":` + string(text) + `}}`
	}
	root := t.TempDir()
	testlib.Put(t, root, "projects/-w/"+queuedSession+".jsonl", sessionFile(
		`{"type":"user","uuid":"f1000001-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"S","cwd":"/w","timestamp":"2026-11-02T10:00:00Z","message":{"role":"user","content":[`+document("log.txt", "kelp")+`]}}`,
		`{"type":"assistant","uuid":"f1000002-0000-4000-8000-000000000000","parentUuid":"f1000001-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:01Z","message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Read","input":{"file_path":"/w/a"}}]}}`,
		`{"type":"user","uuid":"f1000003-0000-4000-8000-000000000000","parentUuid":"f1000002-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:02Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":[`+document("map.txt", "wrack")+`,{"type":"search_result","title":"Tides","source":"https://x.org","content":[{"type":"text","text":"a dulse bed"}]}]},`+document("aside.txt", "laver")+`]}}`,
		`{"type":"assistant","uuid":"f1000004-0000-4000-8000-000000000000","parentUuid":"f1000003-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:03Z","message":{"id":"msg_2","role":"assistant","content":[{"type":"text","text":"read"}]}}`,
	))
	l := testlib.Scanned(t, root)
	b, err := l.Threads.Whole(t.Context(), queuedSession, "")
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{
		"log.txt": "f1000001 prompt", `the "kelp" drifts`: "f1000001 prompt", "kelp": "f1000001 prompt",
		"map.txt": "f1000003 result", "wrack": "f1000003 result", "dulse": "f1000003 result", "laver": "f1000003 notice",
	} {
		if got := found(t, l, `-in:titles "`+strings.Trim(word, `the "drifs`)+`"`); !slices.Contains(got, want) {
			t.Errorf("%s: found %q, want %s", word, got, want)
		}
		within, err := b.Find(t.Context(), word, 10)
		if err != nil || within.Matches != 1 {
			t.Errorf("%s: %d matches within the thread (%v)", word, within.Matches, err)
		}
	}
}
