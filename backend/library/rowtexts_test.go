package library_test

import (
	"strings"
	"testing"

	"dendro/backend/internal/testlib"
	"dendro/backend/thread"
)

const textsSession = "77aa0f5e-0003-4c6a-9d3e-5f0a1b2c3d4e"

// textsLines is a session with one record of each kind whose row's text is composed, or is
// outside the message's content.
const textsLines = `{"type":"user","uuid":"c0000001-0000-4000-8000-000000000000","parentUuid":null,"sessionId":"S","cwd":"/w","timestamp":"2026-11-02T10:00:00.000Z","message":{"role":"user","content":"begin"}}
{"type":"assistant","uuid":"c0000002-0000-4000-8000-000000000000","parentUuid":"c0000001-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:01.000Z","message":{"id":"msg_1","role":"assistant","content":[{"type":"tool_use","id":"toolu_1","name":"Bash","input":{"command":"make"}}]}}
{"type":"user","uuid":"c0000003-0000-4000-8000-000000000000","parentUuid":"c0000002-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:02.000Z","toolUseResult":{"stdout":"built","stderr":"\nwarning: the ocelot flag is old\n","interrupted":false},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"built"}]}}
{"type":"system","subtype":"api_error","uuid":"c0000004-0000-4000-8000-000000000000","parentUuid":"c0000003-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:03.000Z","level":"error","error":{"status":529,"error":{"error":{"message":"Overloaded"}}},"retryInMs":2000,"retryAttempt":3,"maxRetries":10}
{"type":"attachment","uuid":"c0000005-0000-4000-8000-000000000000","parentUuid":"c0000004-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:04.000Z","attachment":{"type":"hook_non_blocking_error","hookName":"PostToolUse:gibbon","exitCode":7,"stderr":"tapir missing"}}
{"type":"system","subtype":"stop_hook_summary","uuid":"c0000006-0000-4000-8000-000000000000","parentUuid":"c0000005-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:05.000Z","preventedContinuation":true,"stopReason":"the jaguar check failed","hookErrors":[]}
{"type":"user","uuid":"c0000007-0000-4000-8000-000000000000","parentUuid":"c0000006-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:06.000Z","message":{"role":"user","content":"<task-notification>\n<task-id>bq1</task-id>\n<status>failed</status>\n<summary>Background okapi failed</summary>\n</task-notification>\nRead the output: /tmp/serval.out"}}
{"type":"assistant","uuid":"c0000008-0000-4000-8000-000000000000","parentUuid":"c0000007-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:07.000Z","message":{"id":"msg_2","role":"assistant","content":[{"type":"tool_use","id":"toolu_2","name":"ToolSearch","input":{"query":"x"}}]}}
{"type":"user","uuid":"c0000009-0000-4000-8000-000000000000","parentUuid":"c0000008-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:08.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_2","content":[{"type":"tool_reference","tool_name":"mcp__quoll__get"},{"type":"resource","resource":{"uri":"file:///numbat.txt"}},{"type":"web_search_result","title":"On the dingo","url":"https://e.example/d"}]}]}}
{"type":"assistant","uuid":"c000000a-0000-4000-8000-000000000000","parentUuid":"c0000009-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:09.000Z","message":{"id":"msg_3","role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_3","name":"web_search","input":{"query":"kudu"}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_3","content":[{"type":"web_search_result","title":"The caracal","url":"https://e.example/c"}]}]}}
{"type":"aardvark-event","uuid":"c000000b-0000-4000-8000-000000000000","parentUuid":"c000000a-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:10.000Z"}
{"type":"system","subtype":"bandicoot_started","uuid":"c000000c-0000-4000-8000-000000000000","parentUuid":"c000000b-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:11.000Z","content":""}
{"type":"assistant","uuid":"c000000d-0000-4000-8000-000000000000","parentUuid":"c000000c-0000-4000-8000-000000000000","sessionId":"S","timestamp":"2026-11-02T10:00:12.000Z","message":{"id":"msg_4","role":"assistant","content":[{"type":"text","text":"done"}]}}
`

// TestSearchMatchesTheRows checks texts that rows compose, or take from beside the
// content: the row shows them, search finds them, and the snippet holds them.
func TestSearchMatchesTheRows(t *testing.T) {
	root := t.TempDir()
	testlib.Put(t, root, "projects/-w/"+textsSession+".jsonl", []byte(strings.ReplaceAll(textsLines, `"S"`, `"`+textsSession+`"`)))
	l := testlib.Scanned(t, root)
	open, err := l.Threads.Thread(t.Context(), textsSession, "")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := open.All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ query, record, kind string }{
		{`"the ocelot flag"`, "c0000003", "result"},
		{`"API error 529 Overloaded"`, "c0000004", "notice"},
		{`"attempt 3 of 10, retry in 2s"`, "c0000004", "notice"},
		{`"PostToolUse:gibbon (exit 7): tapir missing"`, "c0000005", "notice"},
		{`"the jaguar check failed"`, "c0000006", "notice"},
		{`"Background okapi failed"`, "c0000007", "notice"},
		{`"status: failed"`, "c0000007", "notice"},
		{`"/tmp/serval.out"`, "c0000007", "prompt"}, // words behind a closed notification are a person's
		{`"mcp__quoll__get"`, "c0000009", "result"},
		{`"file:///numbat.txt"`, "c0000009", "result"},
		{`"On the dingo https://e.example/d"`, "c0000009", "result"},
		{`"The caracal https://e.example/c"`, "c000000a", "result"},
		{`"aardvark-event"`, "c000000b", "notice"},
		{`"bandicoot_started"`, "c000000c", "notice"},
	} {
		text := strings.Trim(tt.query, `"`)
		if shown := showing(rows, text); !strings.HasPrefix(shown, tt.record) {
			t.Errorf("%s is shown by %q", text, shown)
		}
		found := testlib.Hits(t, l, tt.query)
		if len(found.Hits) != 1 || !strings.HasPrefix(found.Hits[0].UUID, tt.record) || found.Hits[0].Kind != tt.kind {
			t.Errorf("%s: %+v", tt.query, found.Hits)
		} else if !strings.Contains(found.Hits[0].Snippet, text) {
			t.Errorf("%s: snippet %q", tt.query, found.Hits[0].Snippet)
		}
	}
	// What no row shows is not found.
	for _, query := range []string{`"<task-id>"`, `"preventedContinuation"`} {
		if found := testlib.Hits(t, l, query); len(found.Hits) > 0 {
			t.Errorf("%s: %+v", query, found.Hits)
		}
	}
}

// showing returns the record of the row that shows a text.
func showing(rows []thread.Row, text string) string {
	for i := range rows {
		switch r := &rows[i]; {
		case r.Tool != nil && strings.Contains(r.Tool.Result, text):
			return r.Tool.ResultUUID
		case strings.Contains(r.Text, text):
			return r.UUID
		}
	}
	return ""
}
