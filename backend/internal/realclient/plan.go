package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// request is the part read of a request to the Messages API.
type request struct {
	Model    string    `json:"model"`
	Stream   bool      `json:"stream"`
	System   blocks    `json:"system"`
	Messages []message `json:"messages"`
	Tools    []struct {
		Name string `json:"name"`
	} `json:"tools"`
}

func (r request) hasTool(name string) bool {
	for _, t := range r.Tools {
		if t.Name == name {
			return true
		}
	}
	return false
}

// reply is the stand-in's reply to one request.
type reply struct {
	label   string // of the prompt it answers
	content []block
	slow    time.Duration // duration of its text
}

// mention recognises the request for a compaction's summary: a long text of the client
// about it, in the last message.
var mention = regexp.MustCompile(`(?i)\bsummary\b`)

const (
	longText    = 800
	summaryMark = "SUMMARY "
)

// planner creates replies. It counts them, so that all differ.
type planner struct{ replies, ids int }

func (p *planner) reply(r request) reply {
	p.replies++
	q := asked(r.Messages)
	switch {
	case wantsSummary(r.Messages):
		text := fmt.Sprintf("<summary>\n"+summaryMark+"%d until %s\n</summary>", p.replies, q.label)
		return reply{label: q.label, content: []block{{Type: "text", Text: text}}}
	case len(r.Tools) == 0:
		return reply{label: q.label, content: []block{{Type: "text", Text: aside(r, q.label)}}}
	}
	answer := reply{label: q.label}
	var steps []directive
	for _, d := range directives(q.text) {
		switch d.verb {
		case "think":
			answer.content = append(answer.content, block{Type: "thinking", Thinking: "Thought about " + q.label, Signature: "c2lnbmF0dXJl"})
		case "slow":
			answer.slow, _ = time.ParseDuration(d.rest)
		default:
			steps = append(steps, d)
		}
	}
	if q.done < len(steps) {
		answer.slow = 0
		answer.content = append(answer.content, block{Type: "text", Text: fmt.Sprintf("Step %d for %s", p.replies, q.label)})
		answer.content = append(answer.content, p.calls(r, steps[q.done])...)
		return answer
	}
	answer.content = append(answer.content, block{Type: "text", Text: fmt.Sprintf("Reply %d to %s", p.replies, q.label)})
	return answer
}

func wantsSummary(messages []message) bool {
	for _, m := range slices.Backward(messages) {
		if m.Role == "system" { // some versions add messages after the last question
			continue
		}
		return m.Role == "user" && slices.ContainsFunc(m.Content, func(b block) bool {
			text := reminders.ReplaceAllString(b.Text, "")
			return len(text) > longText && mention.MatchString(text) && !strings.Contains(text, summaryMark)
		})
	}
	return false
}

// aside answers requests outside of the conversation: titles, topics.
func aside(r request, label string) string {
	text := fmt.Sprintf(`{"title":"Title of %s","isNewTopic":false}`, label)
	if n := len(r.Messages); n > 0 && r.Messages[n-1].Role == "assistant" { // it has begun the object itself
		return text[1:]
	}
	return text
}

// planFile finds the plan file that a request names.
var planFile = regexp.MustCompile(`/[\w./-]+/plans/[\w-]+\.md`)

// calls returns the tool calls of a directive; {all …} makes several at once.
func (p *planner) calls(r request, d directive) []block {
	first, _, _ := strings.Cut(d.rest, " ")
	switch d.verb {
	case "run":
		return p.call("Bash", map[string]any{"command": d.rest, "description": "runs " + first})
	case "background": // its description is the first word
		return p.call("Bash", map[string]any{"command": strings.TrimPrefix(d.rest, first+" "), "description": first, "run_in_background": true})
	case "read":
		return p.call("Read", map[string]any{"file_path": d.rest})
	case "write":
		_, text, _ := strings.Cut(d.rest, " ")
		return p.call("Write", map[string]any{"file_path": first, "content": text})
	case "todo":
		if r.hasTool("TodoWrite") {
			return p.call("TodoWrite", map[string]any{"todos": []map[string]string{{"content": d.rest, "activeForm": d.rest, "status": "pending"}}})
		}
		if r.hasTool("TaskCreate") {
			return p.call("TaskCreate", map[string]any{"subject": d.rest, "description": d.rest})
		}
		return p.call("Bash", map[string]any{"command": "echo " + d.rest, "description": "has no list"})
	case "use": // a tool of a server; later versions load its schema first
		if !r.hasTool(first) {
			return p.call("ToolSearch", map[string]any{"query": "select:" + first})
		}
		_, input, _ := strings.Cut(d.rest, " ")
		var given map[string]any
		_ = json.Unmarshal([]byte(input), &given) // a scenario's own text
		return p.call(first, given)
	case "task":
		input := map[string]any{"description": first, "prompt": d.rest, "subagent_type": "general-purpose"}
		if !r.hasTool("Agent") {
			return p.call("Task", input)
		}
		input["run_in_background"] = false
		return p.call("Agent", input)
	case "plan":
		return p.call("Write", map[string]any{"file_path": planPath(r), "content": "# Plan\n" + d.rest})
	case "propose":
		input := map[string]any{"plan": "# Plan\n" + d.rest}
		if r.hasTool("exit_plan_mode") { // 1.0.30–1.0.54
			return p.call("exit_plan_mode", input)
		}
		return p.call("ExitPlanMode", input) // 2.1.330 accepts it before requesting its schema
	case "all":
		var all []block
		for _, each := range directives(d.rest) {
			all = append(all, p.calls(r, each)...)
		}
		return all
	}
	return nil
}

func planPath(r request) string {
	path := "plan.md"
	for _, part := range append(r.Messages, message{Content: r.System}) {
		for _, b := range part.Content {
			if found := planFile.FindString(b.Text); found != "" {
				path = found
			}
		}
	}
	return path
}

func (p *planner) call(name string, input map[string]any) []block {
	p.ids++
	data, _ := json.Marshal(input) //nolint:errchkjson // texts and switches
	return []block{{Type: "tool_use", ID: fmt.Sprintf("toolu_01%022d", p.ids), Name: name, Input: data}}
}
