package transcript_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"dendro/backend/jsonl"
	"dendro/backend/transcript"
)

func TestBackground(t *testing.T) {
	at := time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)
	launch := func(fields string) string {
		return `{"type":"user","uuid":"u1","timestamp":"2026-11-20T14:00:00Z","message":{"content":[{"type":"tool_result","tool_use_id":"c1","content":"started"}]},"toolUseResult":{"status":"async_launched",` + fields + `}}`
	}
	const (
		said    = `{"type":"user","uuid":"u2","message":{"content":"<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n</task-notification>"}}`
		queued  = `{"type":"queue-operation","operation":"enqueue","content":"<task-notification>\n<task-id>a1</task-id>\n</task-notification>"}`
		carried = `{"type":"attachment","uuid":"u3","attachment":{"type":"queued_command","prompt":"<task-notification><task-id>a1</task-id></task-notification>"}}`
		bash    = `{"type":"user","uuid":"u4","message":{"content":[]},"toolUseResult":{"stdout":"","backgroundTaskId":"b1"}}`
	)
	ended := func(counts string) string {
		return `{"type":"system","subtype":"turn_duration","uuid":"u5","durationMs":5` + counts + `}`
	}
	agent := launch(`"isAsync":true,"agentId":"a1"`)
	for _, c := range []struct {
		name  string
		lines []string
		want  bool
	}{
		{"nothing", nil, false},
		{"an agent", []string{agent}, true},
		{"a workflow", []string{launch(`"runId":"r1","taskId":"a1"`)}, true},
		{"a command", []string{bash}, false},
		{"a notification", []string{agent, said}, false},
		{"one that waits", []string{agent, queued}, false},
		{"one in a result", []string{agent, queued, carried}, false},
		{"two agents, one notification twice", []string{agent, launch(`"agentId":"a2"`), queued, said}, true},
		{"launched again", []string{agent, said, agent}, true},
		{"a turn without counts", []string{agent, ended("")}, true},
		{"none by the client's count", []string{agent, ended(`,"pendingBackgroundAgentCount":0`)}, false},
		{"agents by the client's count", []string{ended(`,"pendingBackgroundAgentCount":1,"pendingWorkflowCount":0`)}, true},
		{"workflows by the client's count", []string{ended(`,"pendingWorkflowCount":1`)}, true},
		{"counted, and done", []string{ended(`,"pendingBackgroundAgentCount":1`), queued, said}, false},
		{"two counted, one done twice", []string{ended(`,"pendingBackgroundAgentCount":2`), queued, said}, true},
		{"counted twice", []string{agent, ended(`,"pendingBackgroundAgentCount":1`), said}, false},
	} {
		var b transcript.Background
		var decoder transcript.Decoder
		lines := jsonl.NewLines(io.Reader(strings.NewReader(strings.Join(c.lines, "\n")+"\n")), 0, jsonl.NewBuffer(1<<16))
		for lines.Next() {
			if line := lines.Line(); b.NeedsLine(line.Text) {
				decoder.Records(line, func(_ *jsonl.Line, r *transcript.Record, err error) {
					if err == nil {
						b.Add(r)
					}
				})
			}
		}
		if got := b.Running(at.Add(time.Minute).UnixMilli()); got != c.want {
			t.Errorf("%s: running %v", c.name, got)
		}
	}
	var b transcript.Background
	var decoder transcript.Decoder
	lines := jsonl.NewLines(strings.NewReader(agent+"\n"), 0, jsonl.NewBuffer(1<<16))
	for lines.Next() {
		decoder.Records(lines.Line(), func(_ *jsonl.Line, r *transcript.Record, _ error) { b.Add(r) })
	}
	if b.Running(at.Add(2 * time.Hour).UnixMilli()) {
		t.Error("an agent whose client ended without a notification runs for ever")
	}
}
