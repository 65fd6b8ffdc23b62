package history

import (
	"strings"
	"time"
)

// The functions below make calls in the shapes that the format's appendix counts: input,
// result and toolUseResult of the most common tools.

// Bash returns a shell command. exit other than 0 makes its result an error.
func Bash(command, description, stdout string, exit int, took time.Duration) Call {
	c := Call{
		Name: "Bash", Input: O("command", command, "description", description), Result: stdout, Took: took,
		Detail: O("stdout", stdout, "stderr", "", "interrupted", false, "isImage", false),
	}
	if exit != 0 {
		c.Failed = true
		c.Result = "Exit code " + itoa(exit) + "\n" + stdout
		c.Detail = "Error: Exit code " + itoa(exit) + "\n" + stdout
	}
	return c
}

// Read returns a read of a whole file.
func Read(path, content string) Call {
	n := strings.Count(strings.TrimSuffix(content, "\n"), "\n") + 1
	return Call{
		Name: "Read", Input: O("file_path", path), Result: numbered(content), Took: 40 * time.Millisecond,
		Detail: O("type", "text", "file", O("filePath", path, "content", content, "numLines", n, "startLine", 1, "totalLines", n)),
	}
}

// Write returns the creation of a file.
func Write(path, content string) Call {
	return Call{
		Name: "Write", Input: O("file_path", path, "content", content), Result: "File created successfully at: " + path,
		Detail: O("type", "create", "filePath", path, "content", content, "structuredPatch", []any{}, "originalFile", nil, "userModified", false),
	}
}

// Edit replaces old by new in a file with the given content; it panics if old is missing.
// It returns the call and the new content.
func Edit(path, content, old, new string) (Call, string) {
	if !strings.Contains(content, old) {
		panic("history: edit of " + path + ": text not found: " + old)
	}
	after := strings.Replace(content, old, new, 1)
	return Call{
		Name: "Edit", Input: O("file_path", path, "old_string", old, "new_string", new),
		Result: "The file " + path + " has been updated successfully.",
		Detail: O("filePath", path, "oldString", old, "newString", new, "originalFile", content,
			"structuredPatch", Patch(content, after), "userModified", false, "replaceAll", false),
	}, after
}

// Grep returns a search whose result is lines of content, or file names if mode is
// files_with_matches.
func Grep(pattern, dir, mode string, lines ...string) Call {
	out := strings.Join(lines, "\n")
	detail := O("mode", mode, "numFiles", 0, "filenames", []string{}, "content", out, "numLines", len(lines))
	if mode == "files_with_matches" {
		detail = O("mode", mode, "filenames", lines, "numFiles", len(lines))
		out = "Found " + itoa(len(lines)) + " files\n" + out
	}
	if len(lines) == 0 {
		out = "No matches found"
	}
	return Call{Name: "Grep", Input: O("pattern", pattern, "path", dir, "output_mode", mode), Result: out, Detail: detail, Took: 80 * time.Millisecond}
}

// Glob returns a search for file names.
func Glob(pattern string, names ...string) Call {
	return Call{
		Name: "Glob", Input: O("pattern", pattern), Result: strings.Join(names, "\n"), Took: 60 * time.Millisecond,
		Detail: O("filenames", names, "durationMs", 14, "numFiles", len(names), "truncated", false),
	}
}

// Todo is one entry of a TodoWrite list.
type Todo struct{ Content, Active, Status string }

// TodoWrite replaces the todo list.
func TodoWrite(old, now []Todo) Call {
	list := func(todos []Todo) []Obj {
		l := make([]Obj, len(todos))
		for i, t := range todos {
			l[i] = O("content", t.Content, "status", t.Status, "activeForm", t.Active)
		}
		return l
	}
	return Call{
		Name: "TodoWrite", Input: O("todos", list(now)),
		Result: "Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable",
		Detail: O("oldTodos", list(old), "newTodos", list(now)),
	}
}

// TaskCreate adds a task to the newer kind of list.
func TaskCreate(id, subject, description, active string) Call {
	return Call{
		Name: "TaskCreate", Input: O("subject", subject, "description", description, "activeForm", active),
		Result: "Task #" + id + " created successfully: " + subject, Detail: O("task", O("id", id, "subject", subject)),
	}
}

// TaskUpdate changes the status of a task.
func TaskUpdate(id, from, to string) Call {
	return Call{
		Name: "TaskUpdate", Input: O("taskId", id, "status", to), Result: "Updated task #" + id + " status",
		Detail: O("success", true, "taskId", id, "updatedFields", []string{"status"}, "statusChange", O("from", from, "to", to)),
	}
}

// Question is one question of AskUserQuestion: options are label and description.
type Question struct {
	Header, Question string
	Options          [][2]string
	Answer           string
}

// Ask asks the user.
func Ask(questions ...Question) Call {
	var list []Obj
	answers := Obj{}
	text := "User has answered your questions: "
	for i, q := range questions {
		var options []Obj
		for _, o := range q.Options {
			options = append(options, O("label", o[0], "description", o[1]))
		}
		list = append(list, O("question", q.Question, "header", q.Header, "options", options, "multiSelect", false))
		answers = append(answers, Field{q.Question, q.Answer})
		if i > 0 {
			text += ", "
		}
		text += "\"" + q.Question + "\"=\"" + q.Answer + "\""
	}
	return Call{
		Name: "AskUserQuestion", Input: O("questions", list), Took: 25 * time.Second,
		Result: text + ". You can now continue with the user's answers in mind.", Detail: O("questions", list, "answers", answers),
	}
}

// Hit is one result of a web search.
type Hit struct{ Title, URL string }

// WebSearch searches the web.
func WebSearch(query, findings string, hits ...Hit) Call {
	var content []Obj
	text := "Web search results for query: \"" + query + "\"\n\nLinks: ["
	for i, h := range hits {
		content = append(content, O("title", h.Title, "url", h.URL))
		if i > 0 {
			text += ","
		}
		text += string(appendValue(nil, O("title", h.Title, "url", h.URL)))
	}
	return Call{
		Name: "WebSearch", Input: O("query", query), Took: 6 * time.Second, Result: text + "]\n\n" + findings,
		Detail: O("query", query, "results", []any{O("tool_use_id", "srvtoolu_01"+pad(query, 22), "content", content), findings}, "durationSeconds", 6.2),
	}
}

// WebFetch reads a page and answers a question about it.
func WebFetch(url, prompt, result string) Call {
	return Call{
		Name: "WebFetch", Input: O("url", url, "prompt", prompt), Result: result, Took: 3 * time.Second,
		Detail: O("bytes", 40_000+len(result), "code", 200, "codeText", "OK", "result", result, "durationMs", 2800, "url", url),
	}
}

// MCP returns a call of an MCP server's tool.
func MCP(server, tool string, input Obj, text string) Call {
	return Call{Name: "mcp__" + server + "__" + tool, Input: input, Result: []Obj{Text(text)}, Detail: []Obj{Text(text)}, Took: 700 * time.Millisecond}
}

// pad derives an id of n characters from a text.
func pad(s string, n int) string {
	var b strings.Builder
	for _, r := range s {
		if r < 128 && r > ' ' && r != '"' && b.Len() < n {
			b.WriteRune(r)
		}
	}
	return b.String() + strings.Repeat("x", n-b.Len())
}

// numbered returns a file in the format of the Read tool.
func numbered(content string) string {
	var b strings.Builder
	for i, l := range strings.Split(strings.TrimSuffix(content, "\n"), "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		n := itoa(i + 1)
		b.WriteString(strings.Repeat(" ", max(0, 6-len(n))) + n + "→" + l)
	}
	return b.String()
}
