package transcript

import (
	"cmp"
	"html"
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
// Workflow.
type AgentResult struct{ Agent, Run, Task string }

// AgentResult returns what the toolUseResult of r says of agents.
func (r *Record) AgentResult() (a AgentResult) {
	r.ToolUseResult.Members(func(key []byte, v Value) {
		switch string(key) {
		case "agentId":
			a.Agent = v.String()
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

// TeammateMessage is what an agent of a team wrote to another one; Summary may be "".
type TeammateMessage struct{ From, Summary, Text string }

// IsTeammates reports whether a text begins with a message of a teammate: Claude Code
// writes what teammates say as a user's text, each in a tag of its own (seen with 2.1.34).
func IsTeammates(head []byte) bool { return hasPrefix(head, teammateTag) }

// TeammateMessages returns the messages of teammates that a text is made of. Of a text
// that is cut off the last one is what is there of it.
func TeammateMessages(text string) (list []TeammateMessage) {
	for rest := strings.TrimSpace(text); strings.HasPrefix(rest, teammateTag); {
		tag, after, ok := strings.Cut(rest[len(teammateTag):], ">")
		if !ok {
			break
		}
		body, after, _ := strings.Cut(after, "</teammate-message>")
		list = append(list, TeammateMessage{
			From: cmp.Or(attribute(tag, "teammate_id"), "teammate"), Summary: attribute(tag, "summary"), Text: strings.TrimSpace(body),
		})
		rest = strings.TrimSpace(after)
	}
	return list
}

// TeammatesText returns what teammates say, as Markdown: each message below the name of
// who sent it and what it is about.
func TeammatesText(text string) string {
	var out []string
	for _, m := range TeammateMessages(text) {
		head := "**" + m.From + "**"
		if m.Summary != "" {
			head += " · " + m.Summary
		}
		out = append(out, strings.TrimSpace(head+"\n\n"+m.Text))
	}
	return cmp.Or(strings.Join(out, "\n\n"), text)
}

// attribute returns the value that an opening tag gives to a name; "" for none.
func attribute(tag, name string) string {
	_, after, _ := strings.Cut(tag, " "+name+`="`)
	value, _, ok := strings.Cut(after, `"`)
	if !ok {
		return ""
	}
	return html.UnescapeString(value)
}
