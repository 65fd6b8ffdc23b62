package transcript

import (
	"strings"

	"dendro/backend/jsonl"
)

// AgentMeta holds the fields of an agent's .meta.json (2.1.1xx+). Every field may be
// missing.
type AgentMeta struct {
	Type        string // agentType
	Description string
	ToolUseID   string // the call that started the agent
	ParentAgent string // parentAgentId, of a nested agent
	Model       string
	Depth       int // spawnDepth
}

// ParseAgentMeta decodes a .meta.json. A damaged field is left empty.
func ParseAgentMeta(data []byte) AgentMeta {
	var m AgentMeta
	jsonl.Value(data[jsonl.SkipSpace(data, 0):]).Members(func(key []byte, v jsonl.Value) {
		switch string(key) {
		case "agentType":
			m.Type = v.String()
		case "description":
			m.Description = v.String()
		case "toolUseId":
			m.ToolUseID = v.String()
		case "parentAgentId":
			m.ParentAgent = v.String()
		case "model":
			m.Model = v.String()
		case "spawnDepth":
			if n, ok := v.Int(); ok {
				m.Depth = int(n)
			}
		}
	})
	return m
}

// WarmUp reports whether the summary is of an agent's file with one reply and no prompt:
// 2.0.60 warms up its agents this way.
func (s *Summary) WarmUp() bool {
	return strings.HasPrefix(s.Version, "2.0.") && len(s.Nodes) == 1 && s.Nodes[0].Flags.Has(FlagAssistant)
}

// InternalAgent reports whether an agent's conversation is internal to Claude Code: prompt
// suggestions, compaction, side questions, and the agents of 2.0.4x whose only prompt was
// "Warmup".
func InternalAgent(id, task string) bool {
	for _, prefix := range [...]string{"aprompt_suggestion-", "acompact-", "aside_question-"} {
		if strings.HasPrefix(id, prefix) {
			return true
		}
	}
	return task == "Warmup"
}
