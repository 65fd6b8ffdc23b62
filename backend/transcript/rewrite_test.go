package transcript

import (
	"fmt"
	"testing"
)

// TestRewrite checks that a rewritten line differs from the original where it should, and
// nowhere else.
func TestRewrite(t *testing.T) {
	to, none := "new", ""
	short := func(n int) string { return fmt.Sprintf("[%d bytes]", n) }
	const (
		result  = `{"parentUuid":"a", "type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"out\nput"}]},"toolUseResult":{"stdout":"out\nput"},"uuid":"b"}`
		shown   = `{"type":"user","message":{"content":[{"type":"text","text":"see"},{"type":"image","source":{"type":"base64","data":"AAAA"}}]},"uuid":"b"}`
		read    = `{"message":{"content":[{"type":"tool_result","content":[{"type":"text","text":"one"},{"type":"image","source":{"data":"AAAA"}}]}]},"toolUseResult":{"file":{"base64":"AAAA"}}}`
		several = `{"message":{"content":[{"type":"tool_result","content":"abc"},{"type":"tool_result","content":[{"type":"text","text":"de"}]}]}}`
		search  = `{"message":{"content":[{"type":"web_search_tool_result","content":[{"title":"x"}]}]},"toolUseResult":1}`
	)
	for _, tt := range []struct {
		name, line, want string
		w                Rewrite
	}{
		{"nothing", result, result, Rewrite{}},
		{"another parent", `{"uuid":"b","parentUuid": "a" ,"x":1}`, `{"uuid":"b","parentUuid": "new" ,"x":1}`, Rewrite{Parent: &to}},
		{"… none", `{"uuid":"b","parentUuid":"a"}`, `{"uuid":"b","parentUuid":null}`, Rewrite{Parent: &none}},
		{"… for one without", `{"uuid":"b","parentUuid":null}`, `{"uuid":"b","parentUuid":"new"}`, Rewrite{Parent: &to}},
		{"… that is there twice", `{"parentUuid":"a","parentUuid":"b"}`, `{"parentUuid":"new","parentUuid":"new"}`, Rewrite{Parent: &to}},
		{"… spelled with escapes", `{"parent\u0055uid":"a"}`, `{"parent\u0055uid":"new"}`, Rewrite{Parent: &to}},
		{"… and no other one", `{"message":{"parentUuid":"a"}}`, `{"message":{"parentUuid":"a"}}`, Rewrite{Parent: &to}},
		{"an output", result, `{"parentUuid":"a", "type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"[8 bytes]"}]},"uuid":"b"}`, Rewrite{Output: short}},
		{"… and a parent", result, `{"parentUuid":"new", "type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"[8 bytes]"}]},"uuid":"b"}`, Rewrite{Parent: &to, Output: short}},
		{"… whose copy comes first", `{ "toolUseResult":"x" , "message":{"content":[{"type":"tool_result","content":"x"}]}}`, `{ "message":{"content":[{"type":"tool_result","content":"[1 bytes]"}]}}`, Rewrite{Output: short}},
		{"several outputs", several, `{"message":{"content":[{"type":"tool_result","content":"[3 bytes]"},{"type":"tool_result","content":"[2 bytes]"}]}}`, Rewrite{Output: short}},
		{"a server's result stays", search, search, Rewrite{Output: short}},
		{"a picture", shown, `{"type":"user","message":{"content":[{"type":"text","text":"see"},{"type":"text","text":"[gone]"}]},"uuid":"b"}`, Rewrite{Picture: "[gone]"}},
		{"a picture in a result", read, `{"message":{"content":[{"type":"tool_result","content":[{"type":"text","text":"one"},{"type":"text","text":"[gone]"}]}]}}`, Rewrite{Picture: "[gone]"}},
		{"… with the output", read, `{"message":{"content":[{"type":"tool_result","content":"[3 bytes]"}]}}`, Rewrite{Picture: "[gone]", Output: short}},
		{"a text in place of blocks", `{"message":{"content":"image"}}`, `{"message":{"content":"image"}}`, Rewrite{Picture: "[gone]", Output: short}},
		{"no message", `{"message":[1],"toolUseResult":1}`, `{"message":[1],"toolUseResult":1}`, Rewrite{Picture: "[gone]", Output: short}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(tt.w.Line([]byte(tt.line))); got != tt.want {
				t.Errorf("\ngot  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestSent checks the figures of what a record adds to a request.
func TestSent(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       Sent
	}{
		{"a prompt", `{"type":"user","message":{"content":"12345678"}}`, Sent{Bytes: 10}},
		{"a picture", `{"type":"user","message":{"content":[{"type":"image","source":{"data":"AAAA"}}]}}`, Sent{Pictures: 1}},
		{"results", `{"type":"user","message":{"content":[{"type":"tool_result","content":"abcd"},{"type":"tool_result","content":[{"type":"text","text":"ef"},{"type":"document","source":{"data":"AAAA"}}]}]}}`, Sent{Bytes: 6, Output: 6, Results: 2, Pictures: 1}},
		{"a server's result", `{"type":"assistant","message":{"content":[{"type":"web_search_tool_result","content":[{"text":"abc"}]}]}}`, Sent{Bytes: 3}},
		{"a queued prompt", `{"type":"attachment","attachment":{"type":"queued_command","prompt":"abc"}}`, Sent{Bytes: 5}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := decoded(t, tt.line).Sent(); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// TestRefusal checks which replies say that the conversation can't go on as it is.
func TestRefusal(t *testing.T) {
	reply := func(text string) string {
		return fmt.Sprintf(`{"type":"assistant","isApiErrorMessage":true,"message":{"model":"<synthetic>","content":[{"type":"text","text":%q}]}}`, text)
	}
	for _, tt := range []struct {
		line string
		want Refusal
	}{
		{reply("Prompt is too long"), RefusedLong},
		{reply("API Error: 400 input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000"), RefusedLong},
		{reply("API Error: 400 messages.3.content.1.image.source.base64.data: image dimensions exceed max allowed size"), RefusedPicture},
		{reply("Image was too large. Double press esc to go back and try again with a smaller image."), RefusedPicture},
		{reply("PDF too large. Please double press esc to edit your message and try again."), RefusedPicture},
		{reply("Error during compaction: Conversation too long"), RefusedCompaction},
		{reply("Prompt is too long · Run /compact or start a new session"), RefusedLong},
		{reply("Context limit reached · /compact or /clear to continue"), RefusedLong},
		{reply("/compact: Error during compaction: Conversation too long"), RefusedCompaction},
		{reply(`API Error: 404 {"type":"error","error":{"type":"not_found_error","message":"model: tide-3"}}`), RefusedModel},
		{reply("There's an issue with the selected model (tide-3). It may not exist or you may not have access to it."), RefusedModel},
		{reply("API Error: 529 Overloaded"), ""},
		{`{"type":"assistant","message":{"content":[{"type":"text","text":"Prompt is too long"}]}}`, ""},
		{`{"type":"user","message":{"content":"<local-command-stderr>Error: Error during compaction: Conversation too long</local-command-stderr>"}}`, RefusedCompaction},
		{`{"type":"user","message":{"content":"<local-command-stdout>Compacted</local-command-stdout>"}}`, ""},
		{`{"type":"user","message":{"content":"Error during compaction, what is it?"}}`, ""},
	} {
		if got := decoded(t, tt.line).Refusal(); got != tt.want {
			t.Errorf("%s\ngot %q, want %q", tt.line, got, tt.want)
		}
	}
}

// TestContextWindow: the window is that of the model's kind, unless it has answered more.
func TestContextWindow(t *testing.T) {
	for _, tt := range []struct {
		model string
		seen  int64
		want  int64
	}{
		{"claude-opus-4-5-20251101", 150_000, 200_000},
		{"claude-sonnet-4-5", 250_000, 1_000_000},
		{"sonnet[1m]", 0, 1_000_000},
		{"opus", 0, 200_000},
		{"glm-4", 90_000, 0},
		{"", 0, 0},
	} {
		if got := ContextWindow(tt.model, tt.seen); got != tt.want {
			t.Errorf("%s, %d: %d, want %d", tt.model, tt.seen, got, tt.want)
		}
	}
}
