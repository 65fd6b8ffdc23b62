package transcript

import (
	"strings"

	"dendro/backend/title"
)

// AgentClaim says which agent a call has started. Either may be "".
type AgentClaim struct{ Agent, Call string }

// AgentProgress returns what a progress record of an agent (agent_progress,
// 2.0.7x–2.1.9x) says of who started it; empty for every other record.
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

// LaunchedAgent returns the agent that the system record r says was started there, by a
// command (launchedAgentId, seen with /subtask and /btw of 2.1.332); "" for others.
func (r *Record) LaunchedAgent() string {
	if r.Kind != KindSystem {
		return ""
	}
	return r.field("launchedAgentId").String()
}

// NotificationClaim returns what a <task-notification> says of who started the
// task; empty where text is none.
func NotificationClaim(text string) AgentClaim {
	if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "<task-notification") {
		return AgentClaim{}
	}
	return AgentClaim{Agent: title.Inside(text, "task-id"), Call: title.Inside(text, "tool-use-id")}
}

// AgentResult is what the result of a call says of the agents that the call
// has started: toolUseResult.agentId of Task and Agent, runId and taskId of
// Workflow, resumedAgentId of SendMessage.
type AgentResult struct{ Agent, Run, Task, Resumed string }

// AgentResult returns what the toolUseResult of r says of agents.
func (r *Record) AgentResult() (a AgentResult) {
	r.ToolUseResult.Members(func(key []byte, v Value) {
		switch string(key) {
		case "agentId":
			a.Agent = v.String()
		case "resumedAgentId":
			a.Resumed = v.String()
		case "runId":
			a.Run = v.String()
		case "taskId":
			a.Task = v.String()
		}
	})
	return a
}

// agentTail is how much of a result's end is looked through for the agent.
const agentTail = 4096

// AgentInText returns the agent that the text of a Task's result names at its
// end, for whom wants to go on with it; "" where it names none.
func AgentInText(text string) string {
	return wordAfter(text[max(0, len(text)-agentTail):], "agentId: ")
}

// TaskInText returns the id of the task that the text of a Workflow's result
// names; "" where it names none.
func TaskInText(text string) string { return wordAfter(text, "Task ID: ") }

// wordAfter returns the word behind the last occurrence of mark.
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

// TaskText returns what an agent was asked, from the text of its first prompt:
// teammates get it in a tag of its own.
func TaskText(text string) string {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, teammateTag) {
		return Untag(text)
	}
	return text
}
