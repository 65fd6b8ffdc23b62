package transcript_test

import (
	"fmt"
	"slices"
	"testing"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

// TestAgentsUnderOneCallID starts four agents under one call id, two of them in one
// response: each is named, and open calls are known when the file continues.
func TestAgentsUnderOneCallID(t *testing.T) {
	line := func(n int, kind, more, content string) string {
		return fmt.Sprintf(`{"type":%q,"uuid":"%08d-0000-4000-8000-000000000000"%s,"message":{"content":[%s]}}`, kind, n, more, content)
	}
	const task = `{"type":"tool_use","id":"Task:0","name":"Task","input":{"prompt":"p"}}`
	result := func(n int, agent string) string {
		return line(n, "user", `,"toolUseResult":{"agentId":"`+agent+`"}`, `{"type":"tool_result","tool_use_id":"Task:0","content":"x"}`)
	}
	first := summaryOf(line(1, "assistant", "", task), result(2, "a"), line(3, "assistant", "", task), result(4, "b"), line(5, "assistant", "", task+","+task))
	if got := []string{"a", "b"}; !slices.Equal(first.NamedAgents, got) || !slices.Equal(first.OpenCalls, []string{"Task:0", "Task:0"}) {
		t.Errorf("%q, open %q", first.NamedAgents, first.OpenCalls)
	}
	z, ok := transcript.Continue(first)
	if !ok {
		t.Fatal("the file cannot go on")
	}
	var d transcript.Decoder
	for i, agent := range []string{"c", "d"} {
		text := []byte(result(6+i, agent))
		z.Line(&d, &jsonl.Line{Text: text, Offset: first.Bytes, End: first.Bytes + int64(len(text)) + 1}, nil)
	}
	s := z.Summary()
	if want := []string{"a", "b", "c", "d"}; !slices.Equal(s.NamedAgents, want) || len(s.OpenCalls) > 0 {
		t.Errorf("%q, open %q", s.NamedAgents, s.OpenCalls)
	}
}
