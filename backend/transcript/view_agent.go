package transcript

import (
	"strings"

	"dendro/backend/jsonl"
	"dendro/backend/title"
)

// AgentClaim names the call that started an agent. Either field may be "".
type AgentClaim struct{ Agent, Call string }

// AgentProgress returns the agent and its starter from an agent_progress record
// (2.0.7x–2.1.9x); empty for other records.
func (r *Record) AgentProgress() AgentClaim {
	if r.Kind != KindProgress || r.Data.Get("type").String() != "agent_progress" {
		return AgentClaim{}
	}
	call := r.ParentTool
	if call == "" {
		call = r.field("toolUseID").String()
	}
	return AgentClaim{Agent: r.Data.Get("agentId").String(), Call: call}
}

// LaunchedAgent returns the agent that a command started, from the system record r
// (launchedAgentId, seen with /subtask and /btw of 2.1.332), or "".
func (r *Record) LaunchedAgent() string {
	if r.Kind != KindSystem {
		return ""
	}
	return r.field("launchedAgentId").String()
}

// NotificationClaim returns the task and its starter from a <task-notification>; empty for
// other texts.
func NotificationClaim(text string) AgentClaim {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<task-notification") {
		return AgentClaim{}
	}
	return AgentClaim{Agent: title.Inside(text, "task-id"), Call: title.Inside(text, "tool-use-id")}
}

// AgentResult names the agents that a call started, from its result: toolUseResult.agentId
// of Task and Agent, runId and taskId of Workflow, resumedAgentId of SendMessage.
type AgentResult struct{ Agent, Run, Task, Resumed string }

// namedAgents are the members of a toolUseResult that AgentResult decodes.
type namedAgents struct{ agent, run, task, resumed jsonl.Value }

// AgentResult returns the agents that the toolUseResult of r names.
func (r *Record) AgentResult() AgentResult {
	n := &r.named
	return AgentResult{Agent: n.agent.String(), Run: n.run.String(), Task: n.task.String(), Resumed: n.resumed.String()}
}

// agentTail is the length of a result's end that is searched for the agent.
const agentTail = 4096

// AgentInText returns the agent that the text of a Task's result names at its end, so that
// it can be resumed, or "".
func AgentInText(text string) string {
	return wordAfter(text[max(0, len(text)-agentTail):], "agentId: ")
}

// TaskInText returns the task id that the text of a Workflow's result names, or "".
func TaskInText(text string) string { return wordAfter(text, "Task ID: ") }

// wordAfter returns the word after the last occurrence of mark.
func wordAfter(s, mark string) string {
	i := strings.LastIndex(s, mark)
	if i < 0 {
		return ""
	}
	s = s[i+len(mark):]
	end := strings.IndexFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
	})
	if end >= 0 {
		s = s[:end]
	}
	return s
}

const teammateTag = "<teammate-message"

// TaskText returns an agent's task from the text of its first prompt: teammates get it in a
// tag.
func TaskText(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, teammateTag) {
		return Untag(text)
	}
	return text
}
