package export_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dendro/backend/export"
	"dendro/backend/thread"
)

// TestCallsInMarkdown: a call is shown by its effect, not as its JSON input.
func TestCallsInMarkdown(t *testing.T) {
	agent := func(rows ...thread.Row) *thread.Sidechain {
		return &thread.Sidechain{Type: "Explore", Description: "Find it", Rows: rows}
	}
	asked := thread.Row{Kind: "prompt", Text: "Look"}
	for _, tt := range []struct {
		name, tool, input, detail, result string
		did                               *thread.Sidechain
		want                              string
	}{
		{"a command", "Bash", `{"command":"echo \"a\"\nb"}`, "", "\x1b[31ma\x1b[0m", nil, "```sh\necho \"a\"\nb\n```\n\n```\na\n```\n"},
		{"an edit", "Edit", `{"file_path":"/x/a.go","old_string":"a","new_string":"b"}`, "", "done", nil, "```diff\n-a\n+b\n```\n"},
		{
			"an edit with its place", "Edit", `{"file_path":"/x/a.go"}`,
			`{"structuredPatch":[{"oldStart":3,"oldLines":1,"newStart":3,"newLines":1,"lines":["-a","+b"]}]}`, "done", nil,
			"```diff\n@@ -3,1 +3,1 @@\n-a\n+b\n```\n",
		},
		{"what was read", "Read", `{"file_path":"/x/a.go"}`, "", "package a", nil, "```go\npackage a\n```\n"},
		{"a name that would end the fence", "Read", "{\"file_path\":\"/x/a.g`\\n# o\"}", "", "package a", nil, "```\npackage a\n```\n"},
		{"another call", "Grep", `{"pattern":"a"}`, "", "b", nil, "```json\n{\n  \"pattern\": \"a\"\n}\n```\n\n```\nb\n```\n"},
		{
			"an agent of which nothing is known", "Task", `{"prompt":"Look"}`, "", "## Found\n- it", nil,
			"> Look\n\n#### Found\n- it\n",
		},
		{
			"an agent says what it was asked and what it answers", "Task", `{"prompt":"Look"}`, "", "Found it.\nagentId: 1",
			agent(asked, thread.Row{Kind: "reply", Text: "Found it."}),
			"> **Agent** Explore Find it\n>\n> ### Task\n>\n> > Look\n>\n> ### Claude\n>\n> Found it.\n",
		},
		{
			"but where it ends with a call", "Task", `{"prompt":"Look again"}`, "", "Found it.",
			agent(asked, thread.Row{Kind: "tool", Tool: &thread.Tool{Name: "Done", Status: "ok"}}),
			"> Look again\n\n> **Agent** Explore Find it\n>\n> ### Task\n>\n> > Look\n>\n> ### Done\n\nFound it.\n",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := &export.Document{Session: "s", Rows: []thread.Row{{Kind: "tool", Sidechain: tt.did, Tool: &thread.Tool{
				Name: tt.tool, Status: thread.StatusOK, Input: json.RawMessage(tt.input), Detail: json.RawMessage(tt.detail), Result: tt.result,
			}}}}
			_, call, _ := strings.Cut(string(export.Markdown(d, export.Options{})), "\n## ")
			if _, got, _ := strings.Cut(call, "\n\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
