package transcript

import (
	"fmt"
	"testing"
)

// The definition of a human prompt, clause by clause, and the classes of user records that
// are not prompts.
func TestClassify(t *testing.T) {
	const result = `{"type":"tool_result","tool_use_id":"t","content":"x"}`
	tests := []struct {
		name, fields, content string
		want                  Class
	}{
		{"a string", ``, `"Why?"`, ClassPrompt},
		{"a text block", ``, `[{"type":"text","text":"Why?"}]`, ClassPrompt},
		{"an image block", ``, `[{"type":"image","source":{}}]`, ClassPrompt},
		{"no blocks", ``, `[]`, ClassNone},
		{"other blocks only", ``, `[{"type":"hologram"}]`, ClassNone},
		{"a document", ``, `[{"type":"document","source":{}}]`, ClassPrompt},
		{"a document that the client injected", `"isMeta":true,`, `[{"type":"document","source":{}}]`, ClassInjected},
		{"where a picture comes from", ``, `[{"type":"text","text":"[Image: source: /a/b.png]"},{"type":"image"}]`, ClassPrompt},
		{"where a picture comes from, alone", ``, `"[Image: source: /a/b.png]"`, ClassInjected},
		{"a picture that the client injected", `"isMeta":true,`, `[{"type":"image"},{"type":"text","text":"[Image: source: /a/b.png]"}]`, ClassInjected},
		{"words behind where a picture comes from", ``, `"[Image: source: /a/b.png] is odd"`, ClassPrompt},
		{"content of a wrong type", ``, `5`, ClassNone},
		{"a tool result", ``, `[` + result + `]`, ClassToolResult},
		{"a text beside a tool result", ``, `[{"type":"text","text":"Why?"},` + result + `]`, ClassToolResult},
		{"an image beside a tool result", ``, `[` + result + `,{"type":"image"}]`, ClassToolResult},
		{"isMeta", `"isMeta":true,`, `"Why?"`, ClassInjected},
		{"isMeta of a wrong type", `"isMeta":"true",`, `"Why?"`, ClassPrompt},
		{"a tool result that is meta", `"isMeta":true,`, `[` + result + `]`, ClassToolResult},
		{"isSidechain", `"isSidechain":true,`, `"Why?"`, ClassTask},
		{"isCompactSummary", `"isCompactSummary":true,`, `"Why?"`, ClassCompactSummary},
		{"isVisibleInTranscriptOnly alone", `"isVisibleInTranscriptOnly":true,`, `"Why?"`, ClassPrompt},
		{"a summary that lost its flag", ``, `"This session is being continued from a previous conversation that ran out of context. …"`, ClassCompactSummary},
		{"the same inside a text", ``, `"> This session is being continued from a previous conversation"`, ClassPrompt},
		{"origin human", `"origin":{"kind":"human"},`, `"Why?"`, ClassPrompt},
		{"origin channel", `"origin":{"kind":"channel"},`, `"Why?"`, ClassPrompt},
		{"origin channel, isMeta", `"isMeta":true,"origin":{"kind":"channel"},`, `"Why?"`, ClassPrompt},
		{"origin peer", `"origin":{"kind":"peer"},`, `"Why?"`, ClassMessage},
		{"origin peer, isMeta", `"isMeta":true,"origin":{"kind":"peer"},`, `"Why?"`, ClassMessage},
		{"origin coordinator, isMeta", `"isMeta":true,"origin":{"kind":"coordinator"},`, `"Why?"`, ClassMessage},
		{"origin auto-continuation, isMeta", `"isMeta":true,"origin":{"kind":"auto-continuation"},`, `"Why?"`, ClassMessage},
		{"origin unknown, isMeta", `"isMeta":true,"origin":{"kind":"moonphase"},`, `"Why?"`, ClassMessage},
		{"origin human, isMeta", `"isMeta":true,"origin":{"kind":"human"},`, `"Why?"`, ClassInjected},
		{"origin task-notification, isMeta", `"isMeta":true,"origin":{"kind":"task-notification"},`, `"<task-notification>x</task-notification>"`, ClassNotification},
		{"a reminder with an origin", `"isMeta":true,"origin":{"kind":"peer"},`, `"<system-reminder>x</system-reminder>"`, ClassInjected},
		{"a picture from a peer", `"isMeta":true,"origin":{"kind":"peer"},`, `[{"type":"image","source":{}}]`, ClassMessage},
		{"a peer's envelope", ``, `"<cross-session-message from=\"x\">go</cross-session-message>"`, ClassMessage},
		{"a peer's envelope that a person pasted", `"origin":{"kind":"human"},`, `"<cross-session-message from=\"x\">go</cross-session-message>"`, ClassPrompt},
		{"a peer's envelope behind the client's sentence", ``, `"Another Claude session sent a message:\n<cross-session-message from=\"x\">go</cross-session-message>"`, ClassMessage},
		{"a channel's envelope", `"isMeta":true,`, `"<channel source=\"telegram\" user=\"me\">go</channel>"`, ClassPrompt},
		{"a teammate's envelope", ``, `"<teammate-message teammate_id=\"a\">go</teammate-message>"`, ClassMessage},
		{"a teammate's envelope in an agent", `"isSidechain":true,`, `"<teammate-message teammate_id=\"a\">go</teammate-message>"`, ClassMessage},
		{"a teammate that is idle", ``, `"<teammate-message teammate_id=\"a\">{\"type\":\"idle_notification\"}</teammate-message>"`, ClassNotification},
		{"a teammate that is idle, another that is not", ``, `"<teammate-message teammate_id=\"a\">{\"type\":\"idle_notification\"}</teammate-message>\n<teammate-message teammate_id=\"b\">go</teammate-message>"`, ClassMessage},
		{"a teammate that hands over a task", ``, `"<teammate-message teammate_id=\"a\">{\"type\":\"task_assignment\",\"subject\":\"go\"}</teammate-message>"`, ClassMessage},
		{"a tag of a person's own", ``, `"<channel> is what tag?"`, ClassPrompt},
		{"origin without a kind", `"origin":{},`, `"Why?"`, ClassPrompt},
		{"origin null", `"origin":null,`, `"Why?"`, ClassPrompt},
		{"origin of a wrong type", `"origin":"channel",`, `"Why?"`, ClassPrompt},
		{"kind of a wrong type", `"origin":{"kind":null},`, `"Why?"`, ClassPrompt},
		{"local command output", ``, `"<local-command-stdout>x</local-command-stdout>"`, ClassOutput},
		{"local command errors", ``, `"<local-command-stderr>x</local-command-stderr>"`, ClassOutput},
		{"local command caveat", ``, `"<local-command-caveat>x</local-command-caveat>"`, ClassInjected},
		{"command name", ``, `"<command-name>/x</command-name>"`, ClassCommand},
		{"command message", ``, `[{"type":"text","text":"<command-message>x</command-message>"}]`, ClassCommand},
		{"bash input", ``, `"<bash-input>ls</bash-input>"`, ClassBash},
		{"bash output", ``, `"<bash-stdout>x</bash-stdout>"`, ClassOutput},
		{"task notification", ``, `"<task-notification>x</task-notification>"`, ClassNotification},
		{"system reminder", ``, `"<system-reminder>x</system-reminder>"`, ClassInjected},
		{"interruption", ``, `"[Request interrupted by user]"`, ClassInterruption},
		{"interruption for a tool", ``, `"[Request interrupted by user for tool use]"`, ClassInterruption},
		{"caveat", ``, `"Caveat: The messages below were generated by the user while running local commands."`, ClassInjected},
		{"white space before", ``, `"\n  <command-name>/x</command-name>"`, ClassCommand},
		{"inside a text", ``, `"Say <command-name>"`, ClassPrompt},
		{"a command in a subagent", `"isSidechain":true,`, `"<command-name>/x</command-name>"`, ClassCommand},
		{"a reminder, then a prompt", ``, `["<system-reminder>x</system-reminder>","Why?"]`, ClassPrompt},
		{"an image and a reminder", ``, `[{"type":"image"},"<system-reminder>x</system-reminder>"]`, ClassPrompt},
		{"a command and an image", ``, `["<command-name>/x</command-name>",{"type":"image"}]`, ClassCommand},
		{"an image and a command", ``, `[{"type":"image"},"<command-name>/x</command-name>"]`, ClassCommand},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			line := fmt.Sprintf(`{"type":"user",%s"message":{"role":"user","content":%s}}`, test.fields, test.content)
			if got := classOf(t, line); got != test.want {
				t.Errorf("%s, want %s", classNames[got], classNames[test.want])
			}
		})
	}
}

func TestClassifyOthers(t *testing.T) {
	tests := []struct {
		line string
		want Class
	}{
		{`{"type":"assistant","message":{"content":"x"}}`, ClassReply},
		{`{"type":"assistant"}`, ClassReply},
		{`{"type":"system","subtype":"local_command","content":"<command-name>/x</command-name>"}`, ClassNone},
		{`{"type":"progress","message":{"content":"x"}}`, ClassNone},
		{`{"type":"summary","summary":"x"}`, ClassNone},
		{`{"type":"queue-operation","content":"x"}`, ClassNone},
		{`{"type":"attachment","attachment":{"type":"queued_command","prompt":"x","commandMode":"prompt"}}`, ClassPrompt},
		{`{"type":"attachment","attachment":{"type":"queued_command","prompt":"x","commandMode":"task-notification"}}`, ClassNone},
		{`{"type":"attachment","attachment":{"type":"queued_command","prompt":"x"}}`, ClassNone},
		{`{"type":"attachment","attachment":{"type":"file","commandMode":"prompt"}}`, ClassNone},
		{`{"type":"attachment","isMeta":true,"attachment":{"type":"queued_command","prompt":"x","commandMode":"prompt"}}`, ClassMessage},
		{`{"type":"attachment","attachment":{"type":"queued_command","prompt":"x","commandMode":"prompt","isMeta":true}}`, ClassMessage},
		{`{"type":"attachment","attachment":{"type":"queued_command","prompt":"x","commandMode":"prompt","origin":{"kind":"peer"}}}`, ClassMessage},
		{`{"type":"attachment","attachment":{"type":"queued_command","prompt":"x","commandMode":"prompt","isMeta":true,"origin":{"kind":"channel"}}}`, ClassPrompt},
		{`{"type":"attachment","attachment":{"type":"queued_command","prompt":[{"type":"text","text":"<cross-session-message from=\"x\">y</cross-session-message>"}],"commandMode":"prompt"}}`, ClassMessage},
		{`{"type":"attachment","attachment":{"type":"queued_command","prompt":"<task-notification>x</task-notification>","commandMode":"prompt"}}`, ClassNotification},
		{`{"type":"attachment","isSidechain":true,"attachment":{"type":"queued_command","prompt":"x","commandMode":"prompt"}}`, ClassTask},
		{`{"type":"attachment","attachment":["queued_command"]}`, ClassNone},
		{`{}`, ClassNone},
	}
	for _, test := range tests {
		if got := classOf(t, test.line); got != test.want {
			t.Errorf("%s: %s, want %s", test.line, classNames[got], classNames[test.want])
		}
	}
}

func classOf(t *testing.T, line string) Class {
	t.Helper()
	var d Decoder
	r, err := d.Decode([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return Classify(r)
}

// Every known type of record has a kind, and no other type has.
func TestKindOf(t *testing.T) {
	for kind, types := range map[Kind][]string{
		KindUser: {"user"}, KindAssistant: {"assistant"}, KindSystem: {"system"}, KindAttachment: {"attachment"},
		KindProgress: {"progress"}, KindSummary: {"summary"}, KindCustomTitle: {"custom-title"}, KindAITitle: {"ai-title"},
		KindAgentName: {"agent-name"}, KindLastPrompt: {"last-prompt"}, KindRelocated: {"relocated"},
		KindTag: {"tag"}, KindPRLink: {"pr-link"}, KindBridge: {"bridge-session"},
		KindContinuedIn: {"continued-in"}, KindForkContext: {"fork-context-ref"}, KindQueue: {"queue-operation"},
		KindSide: {
			"file-history-snapshot", "file-history-delta", "agent-color", "agent-setting", "permission-mode", "mode",
			"worktree-state", "cost-state", "content-replacement", "frame-link",
			"artifact-comment-monitor", "artifact-autoreact-ledger", "atis-latch", "isolation-latch",
			"started", "launched", "result", "failed",
			"api-request", "api-request-blob", "api-request-shape", "tools-used", "dev-mods", "memory-mode", "ended-by-model",
			"attribution-snapshot", "observer-ref", "history-suppression",
		},
		KindUnknown: {"", "User", "message", "saved_hook_context", "tool_use", "thinking", "compact_boundary"},
	} {
		for _, typ := range types {
			if got := KindOf(typ); got != kind {
				t.Errorf("KindOf(%q) = %s, want %s", typ, kindNames[got], kindNames[kind])
			}
			if chain := KindOf(typ).Chain(); chain != (kind >= KindUser && kind <= KindProgress) {
				t.Errorf("%q: chain %v", typ, chain)
			}
		}
	}
}

func TestUnremind(t *testing.T) {
	for text, want := range map[string]string{
		"<system-reminder>a</system-reminder>\n\nCan we?":                                     "Can we?",
		" <system-reminder>\na\n</system-reminder><system-reminder>b</system-reminder> x ":    "x",
		"<system-reminder>a</system-reminder>\n":                                              "",
		"<system-reminder>a</system-reminder><command-name>/x</command-name>":                 "",
		"<system-reminder>never closed, typed or not":                                         "",
		"Can we <system-reminder>a</system-reminder>?":                                        "",
		"Caveat: The messages below were generated by the user while running local commands.": "",
		"": "",
	} {
		if got := Unremind(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
