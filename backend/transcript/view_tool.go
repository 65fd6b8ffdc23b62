package transcript

import (
	"bytes"
	"strings"

	"dendro/backend/jsonl"
)

// MayCall reports whether a line may hold a tool call. False is certain, which spares most
// lines the decoding.
func MayCall(line []byte) bool { return bytes.Contains(line, []byte("tool_use")) }

// FileOf returns the file that a call reads or writes, as the call names it, or "" if it
// names none: the files of searches and commands are unknown.
func FileOf(b *Block) (file string, writes bool) {
	v, writes := fileOf(b)
	return v.String(), writes
}

func fileOf(b *Block) (file jsonl.Value, writes bool) {
	if b.Kind != BlockToolUse {
		return nil, false
	}
	switch b.Name {
	case "Read", "Edit", "MultiEdit", "Write":
		return b.Input.Get("file_path"), writesFile(b.Name)
	case "NotebookRead", "NotebookEdit":
		return b.Input.Get("notebook_path"), writesFile(b.Name)
	}
	return nil, false
}

// writesFile reports whether calls of a tool write the file that they name.
func writesFile(tool string) bool {
	switch tool {
	case "Edit", "MultiEdit", "Write", "NotebookEdit":
		return true
	}
	return false
}

// StartsAgents reports whether calls of a tool may start agents: Task was renamed to Agent
// in 2.1.6x.
func StartsAgents(tool string) bool {
	switch tool {
	case "Task", "Agent", "Skill", "Workflow":
		return true
	}
	return false
}

// WritesToAgents reports whether calls of a tool send prompts to agents that were started
// earlier (2.1.1xx+).
func WritesToAgents(tool string) bool { return tool == "SendMessage" }

// proposesPlan reports whether calls of a tool wait for a plan to be approved:
// exit_plan_mode (1.0.30–1.0.54) was renamed to ExitPlanMode by 1.0.60.
func proposesPlan(tool string) bool { return tool == "ExitPlanMode" || tool == "exit_plan_mode" }

// StartsWorkflow reports whether calls of a tool start a run of several agents.
func StartsWorkflow(tool string) bool { return tool == "Workflow" }

// OnlyLooks reports whether a tool only reads, or only maintains a list, so that its calls
// can be collapsed.
func OnlyLooks(tool string) bool {
	switch tool {
	case "Read", "Grep", "Glob", "LS", "NotebookRead", "ToolSearch", "BashOutput", "TaskOutput",
		"TodoRead", "TodoWrite", "TaskGet", "TaskList", "TaskUpdate":
		return true
	}
	return false
}

// RunsCommands reports whether a tool may do anything, so that only success is
// unremarkable.
func RunsCommands(tool string) bool { return tool == "Bash" || tool == "PowerShell" }

// ToolTitle returns a tool's name for display: "mcp__github__get_issue", a server's tool,
// is "github · get_issue".
func ToolTitle(name string) string {
	server, tool, ok := strings.Cut(strings.TrimPrefix(name, "mcp__"), "__")
	if !strings.HasPrefix(name, "mcp__") || !ok || server == "" || tool == "" {
		return name
	}
	return server + " · " + tool
}

// TaskInput is the input of a call that may start agents.
type TaskInput struct {
	Prompt, Description jsonl.Value
	Type                jsonl.Value // subagent_type
	Name, Script        jsonl.Value // of a workflow: its name, or its source
	Skill               jsonl.Value
}

// TaskInputOf returns the agents to start from the input of a call.
func TaskInputOf(v jsonl.Value) (in TaskInput) {
	v.Members(func(key []byte, m jsonl.Value) {
		switch string(key) {
		case "prompt":
			in.Prompt = m
		case "message", "content": // of SendMessage
			if in.Prompt == nil && m.IsString() {
				in.Prompt = m
			}
		case "description":
			in.Description = m
		case "subagent_type":
			in.Type = m
		case "name":
			in.Name = m
		case "script":
			in.Script = m
		case "skill":
			in.Skill = m
		}
	})
	return in
}

// Task returns the agents' task, as far as the input says it.
func (in *TaskInput) Task() jsonl.Value {
	return firstText(in.Prompt, in.Description, in.Name, in.Script)
}

// Target returns the text of a call's input that best describes it: a path, a command, a
// pattern …; nil if there is none.
func Target(input jsonl.Value) jsonl.Value {
	keys := [...]string{"file_path", "notebook_path", "pattern", "path", "command", "query", "url", "description", "skill"}
	for _, key := range keys {
		if v := firstText(input.Get(key)); v != nil {
			return v
		}
	}
	return nil
}

// Written returns the text that a call replaces in a file and its replacement; nil if
// unknown. NotebookEdit and Write name only the new text.
func Written(input jsonl.Value) (old, text jsonl.Value) {
	return input.Get("old_string"), firstText(input.Get("new_string"), input.Get("content"), input.Get("new_source"))
}

// Embedded reports whether a member of an object holds the bytes of a picture or a
// document: the data of {"type":"base64"}.
func Embedded(v jsonl.Value, key []byte) bool {
	return string(key) == "data" && v.Get("type").String() == "base64"
}
