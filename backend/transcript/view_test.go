package transcript

import (
	"fmt"
	"testing"

	"dendro/backend/jsonl"
)

// decoded decodes a line that must be a record.
func decoded(t *testing.T, line string) *Record {
	t.Helper()
	var d Decoder
	r, err := d.Decode([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestViews checks each view on one record.
func TestViews(t *testing.T) {
	tests := []struct {
		name, line, want string
		view             func(*Record) string
	}{
		{
			name: "queued prompt", want: "1 go on 1",
			line: `{"type":"attachment","attachment":{"type":"queued_command","prompt":"go on","commandMode":"prompt"}}`,
			view: func(r *Record) string {
				q := r.QueuedCommand()
				return fmt.Sprintf("%d %s %d", r.AttachmentKind(), q.Prompt, q.Mode)
			},
		},
		{
			name: "attached file", want: "2 src/a.go",
			line: `{"type":"attachment","attachment":{"type":"file","filename":"/w/src/a.go","displayPath":"src/a.go"}}`,
			view: func(r *Record) string { return fmt.Sprint(r.AttachmentKind(), " ", r.AttachedFile().String()) },
		},
		{
			name: "failed hook", want: "3 lint false 2 no good",
			line: `{"type":"attachment","attachment":{"type":"hook_blocking_error","hookName":"lint","exitCode":2,"blockingError":{"blockingError":" no good "},"stderr":"x"}}`,
			view: func(r *Record) string {
				h := r.HookFailure()
				return fmt.Sprintf("%d %s %v %d %s", r.AttachmentKind(), h.Name, h.Warning, h.Exit, h.Text())
			},
		},
		{
			name: "failed hook with a long output", want: "head of it\n/w/out.txt",
			line: `{"type":"attachment","attachment":{"type":"hook_blocking_error","hookName":"lint","blockingError":{"path":"/w/out.txt","preview":"head of it\n"}}}`,
			view: func(r *Record) string {
				h := r.HookFailure()
				return h.Text()
			},
		},
		{
			name: "failed hook with a long stderr", want: "lint: /w/err.txt",
			line: `{"type":"attachment","attachment":{"type":"hook_non_blocking_error","hookName":"lint","stderr":{"path":"/w/err.txt"},"stdout":"x"}}`,
			view: (*Record).HookText,
		},
		{
			name: "hooks with long outputs at the end of a turn", want: "head a\n/w/a.txt\nhead b\n/w/b.txt",
			line: `{"type":"system","subtype":"stop_hook_summary","hookErrors":[{"path":"/w/a.txt","preview":"head a"},{"error":{"path":"/w/b.txt","preview":"head b"}}]}`,
			view: (*Record).HookText,
		},
		{
			name: "hook that stopped nothing", want: "PostToolUse true x",
			line: `{"type":"attachment","attachment":{"type":"hook_non_blocking_error","hookEvent":"PostToolUse","stderr":" ","stdout":"x"}}`,
			view: func(r *Record) string {
				h := r.HookFailure()
				return fmt.Sprintf("%s %v %s", h.Name, h.Warning, h.Value())
			},
		},
		{
			name: "hooks at the end of a turn", want: `true not yet "a" "b" "c"`,
			line: `{"type":"system","subtype":"stop_hook_summary","preventedContinuation":true,"stopReason":"not yet","hookErrors":["a",{"error":"b","message":"c"}]}`,
			view: func(r *Record) string {
				h := r.StopHooks()
				s := fmt.Sprintf("%v %s", h.Stopped, h.Reason)
				h.Errors(func(e HookError) {
					for _, v := range []jsonl.Value{e.Error, e.Message} {
						if v != nil {
							s += " " + string(v)
						}
					}
				})
				return s
			},
		},
		{
			name: "error of the service", want: "Overloaded 529 2 10 1500",
			line: `{"type":"system","subtype":"api_error","error":{"status":529,"error":{"error":{"message":"Overloaded"}}},"retryAttempt":2,"maxRetries":10,"retryInMs":1500.5}`,
			view: errorView,
		},
		{
			name: "error of the network", want: "ECONNRESET -1 -1 -1 -1",
			line: `{"type":"system","subtype":"api_error","error":{},"cause":{"code":"ECONNRESET"}}`,
			view: errorView,
		},
		{
			name: "level", want: "error", line: `{"type":"system","level":"error"}`,
			view: func(r *Record) string { return fmt.Sprint(r.Level()) },
		},
		{
			name: "turn", want: "1200", line: `{"type":"system","subtype":"turn_duration","durationMs":1200}`,
			view: func(r *Record) string { return fmt.Sprint(r.TurnDuration()) },
		},
		{
			name: "compaction", want: "manual 9 3 h a t", view: compactView,
			line: `{"type":"system","subtype":"compact_boundary","compactMetadata":{"trigger":"manual","preTokens":9,"postTokens":3,"preservedSegment":{"headUuid":"h","anchorUuid":"a","tailUuid":"t"}}}`,
		},
		{
			name: "kept messages", want: " a  u1 u2",
			line: `{"type":"system","subtype":"compact_boundary","compactMetadata":{"preservedMessages":{"anchorUuid":"a","uuids":["u1",7,"u2"]}}}`,
			view: keptView,
		},
		{
			name: "no kept messages", want: "  ", line: `{"type":"system","subtype":"compact_boundary"}`,
			view: keptView,
		},
		{
			name: "last prompt", want: "go x true false", view: lastView,
			line: `{"type":"last-prompt","lastPrompt":"go","leafUuid":"x","explicit":true}`,
		},
		{
			name: "last prompt that cancels", want: " 00000000-0000-0000-0000-000000000000 true true", view: lastView,
			line: `{"type":"last-prompt","leafUuid":"00000000-0000-0000-0000-000000000000","explicit":true}`,
		},
		{
			name: "fork of an agent", want: "a1 s1 u1",
			line: `{"type":"fork-context-ref","agentId":"a1","parentSessionId":"s1","parentLastUuid":"u1"}`,
			view: func(r *Record) string {
				f, last := r.ForkContext()
				return fmt.Sprint(f.AgentID, " ", f.Session, " ", last)
			},
		},
		{
			name: "progress of an agent", want: "{a1 t1}",
			line: `{"type":"progress","toolUseID":"t1","data":{"type":"agent_progress","agentId":"a1","resumedAgentId":"b2"}}`,
			view: func(r *Record) string { return fmt.Sprint(r.AgentProgress()) },
		},
		{
			name: "other progress", want: "{ }", line: `{"type":"progress","toolUseID":"t1","data":{"type":"bash_progress","agentId":"a1","resumedAgentId":"b2"}}`,
			view: func(r *Record) string { return fmt.Sprint(r.AgentProgress()) },
		},
		{
			name: "result of an agent", want: "{a1 r1 k1 b2}", line: `{"type":"user","toolUseResult":{"agentId":"a1","runId":"r1","taskId":"k1","resumedAgentId":"b2"}}`,
			view: func(r *Record) string { return fmt.Sprint(r.AgentResult()) },
		},
		{
			name: "two results, of which the last counts", want: "{ r2  }",
			line: `{"type":"user","toolUseResult":{"agentId":"a1","taskId":"k1"},"toolUseResult":{"agentId":1,"runId":"r1","runId":"r2"}}`,
			view: func(r *Record) string { return fmt.Sprint(r.AgentResult()) },
		},
		{
			name: "usage", want: "{1 2 3 4 3}",
			line: `{"type":"assistant","message":{"usage":{"input_tokens":1,"output_tokens":2,"cache_read_input_tokens":3,"cache_creation_input_tokens":4,"cache_creation":{"ephemeral_5m_input_tokens":1,"ephemeral_1h_input_tokens":3},"service_tier":"x"}}}`,
			view: func(r *Record) string { return fmt.Sprint(r.Tokens()) },
		},
		{
			name: "file that is written", want: "/a true",
			line: `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"Edit","input":{"file_path":"/a"}}]}}`,
			view: func(r *Record) string {
				file, writes := FileOf(&r.Blocks[0])
				return fmt.Sprint(file, " ", writes)
			},
		},
		{
			name: "denied call", want: "user", line: `{"type":"user","toolDenialKind":"user"}`, view: (*Record).Denied,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.view(decoded(t, tt.line)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func errorView(r *Record) string {
	e := r.APIErrorInfo()
	return fmt.Sprintf("%s %d %d %d %d", e.Text, e.Status, e.Attempt, e.Attempts, e.RetryMS)
}

func compactView(r *Record) string {
	names := Names{}
	c := r.Compaction(names)
	return fmt.Sprint(c.Trigger, " ", c.Before, " ", c.After, " ", names.Text(c.Head), " ", names.Text(c.Anchor), " ", names.Text(c.Tail))
}

func keptView(r *Record) string {
	names := Names{}
	c := r.Compaction(names)
	said := names.Text(c.Head) + " " + names.Text(c.Anchor) + " " + names.Text(c.Tail)
	for _, id := range c.Kept {
		said += " " + names.Text(id)
	}
	return said
}

func lastView(r *Record) string {
	p := r.LastPrompt()
	return fmt.Sprintf("%s %s %v %v", p.Prompt, p.Leaf, p.Explicit, p.Cancels)
}
