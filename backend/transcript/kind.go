package transcript

import "strings"

// Kind is the kind of a record, by its "type".
type Kind uint8

// The kinds of records. The first five are chain records: they have a uuid
// and a parent and form the graph. All others are side records.
const (
	KindUnknown Kind = iota
	KindUser
	KindAssistant
	KindSystem
	KindAttachment
	KindProgress

	KindSummary // a title of the conversation that ends at leafUuid, maybe in another file (1.0.x–2.1.1x)
	// KindCustomTitle is the user's name for the session (2.0.64+); last wins. /rename of 2.1.332 also
	// writes ID/custom-title.json, which counts without a record only.
	KindCustomTitle
	KindAITitle // a generated title (~2.1.8x+); last wins
	KindAgentName
	KindTag         // the user's label for the session; last wins
	KindPRLink      // a pull request that the session made or worked on (2.1.27+)
	KindBridge      // the id under which a remote control knows the session (2.1.156+)
	KindLastPrompt  // latest prompt, and since 2.1.145 the current leaf
	KindRelocated   // the session moved by /cd (2.1.169+); last wins
	KindContinuedIn // forward pointer to another session (late 2026)
	KindForkContext // first line of a forked subagent's file (2.1.118+)
	KindQueue
	KindSide // every other known type
)

// Chain reports whether records of this kind are part of the graph.
func (k Kind) Chain() bool { return k >= KindUser && k <= KindProgress }

// Turn reports whether k is user or assistant, which people call messages.
func (k Kind) Turn() bool { return k == KindUser || k == KindAssistant }

// KindOf returns the kind of a record's type, or KindUnknown.
func KindOf(typ string) Kind {
	switch typ {
	case "user":
		return KindUser
	case "assistant":
		return KindAssistant
	case "system":
		return KindSystem
	case "attachment":
		return KindAttachment
	case "progress":
		return KindProgress
	case "summary":
		return KindSummary
	case "custom-title":
		return KindCustomTitle
	case "ai-title":
		return KindAITitle
	case "agent-name":
		return KindAgentName
	case "tag":
		return KindTag
	case "pr-link":
		return KindPRLink
	case "bridge-session":
		return KindBridge
	case "last-prompt":
		return KindLastPrompt
	case "relocated":
		return KindRelocated
	case "continued-in":
		return KindContinuedIn
	case "fork-context-ref":
		return KindForkContext
	case "queue-operation":
		return KindQueue
	}
	if sideType(typ) {
		return KindSide
	}
	return KindUnknown
}

// sideType reports whether typ is a known type that Dendro ignores.
func sideType(typ string) bool {
	switch typ {
	case "file-history-snapshot", "file-history-delta",
		"agent-color", "agent-setting",
		"permission-mode", "mode", "worktree-state",
		"cost-state", "content-replacement",
		"frame-link", "artifact-comment-monitor", "artifact-autoreact-ledger",
		"atis-latch", "isolation-latch",
		"started", "launched", "result", "failed", // of workflow journals
		"api-request", "api-request-blob", "api-request-shape", // 2.1.300+
		"tools-used": // 2.1.330
		return true
	// Reported for 2.1.27x and later, not seen yet.
	case "dev-mods", "memory-mode", "ended-by-model", "attribution-snapshot", "observer-ref", "history-suppression":
		return true
	}
	return false
}

// BlockKind is the kind of a content block of a message.
type BlockKind uint8

// The kinds of content blocks; block types are not record types.
const (
	BlockOther BlockKind = iota
	BlockText
	BlockThinking
	BlockRedactedThinking
	BlockToolUse
	BlockToolResult
	BlockImage
	BlockDocument
)

func blockKindOf(typ string) BlockKind {
	switch typ {
	case "text":
		return BlockText
	case "thinking":
		return BlockThinking
	case "redacted_thinking":
		return BlockRedactedThinking
	case "tool_use":
		return BlockToolUse
	case "tool_result":
		return BlockToolResult
	case "image":
		return BlockImage
	case "document":
		return BlockDocument
	}
	switch { // calls that the server executed: server_tool_use, web_search_tool_result, …
	case strings.HasSuffix(typ, "_tool_use"):
		return BlockToolUse
	case strings.HasSuffix(typ, "_tool_result"):
		return BlockToolResult
	}
	return BlockOther
}
